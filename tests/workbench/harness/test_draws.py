"""What is drawn once is what would be drawn again, and nothing else is taken for it."""

from collections.abc import Callable

import numpy as np
import pytest

from workbench.harness import draws, once
from workbench.privacy.arrays import Array
from workbench.problems.linear_saddle import planted


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each time that draws were looked up."""
    hits: list[int] = []
    move_on = draws._move_on
    monkeypatch.setattr(draws, "_KNOWN", type(draws._KNOWN)())
    monkeypatch.setattr(draws, "_move_on", lambda *both: (hits.append(1), move_on(*both)))
    return hits


def normal(shift: float) -> Callable[[np.random.Generator, int], Array]:
    return lambda rng, size: rng.normal(shift, size=size)


def test_the_same_draws_are_made_once_and_the_generator_moves_on(found: list[int]) -> None:
    first, again = np.random.default_rng(3), np.random.default_rng(3)
    assert np.array_equal(once(normal(1.0))(first, 50), once(normal(1.0))(again, 50))
    assert len(found) == 1
    assert first.random() == again.random()


def test_other_draws_are_made(found: list[int]) -> None:
    rng = np.random.default_rng(4)
    once(normal(1.0))(rng, 50)
    once(normal(1.0))(rng, 50)  # the generator has another state
    once(normal(2.0))(np.random.default_rng(4), 50)
    once(normal(1.0))(np.random.default_rng(4), 51)
    assert not found


def test_what_has_another_state_after_its_draws_is_not_remembered(found: list[int]) -> None:
    shifts = [3.0, 5.0]

    def draw(rng: np.random.Generator, size: int) -> Array:
        return rng.normal(shifts.pop(), size=size)

    a, b = (once(draw)(np.random.default_rng(5), 1000) for _ in range(2))
    assert a.mean() > 4.5
    assert b.mean() < 3.5
    assert not found


def test_values_that_an_object_puts_by_are_no_state_of_it(found: list[int]) -> None:
    problem = planted(4)

    def draw(rng: np.random.Generator, size: int) -> Array:
        assert problem.uniform is not None
        return rng.normal(problem.L0, size=size)

    for _ in range(2):
        once(draw)(np.random.default_rng(8), 4)
    assert "uniform" in vars(problem)
    assert len(found) == 1


def test_streams_that_were_spawned_are_not_spawned_again(found: list[int]) -> None:
    def draw(rng: np.random.Generator, size: int) -> Array:
        return rng.spawn(1)[0].normal(size=size)

    first, again = np.random.default_rng(6), np.random.default_rng(6)
    assert np.array_equal(once(draw)(first, 4), once(draw)(again, 4))
    assert np.array_equal(once(draw)(first, 4), once(draw)(again, 4))
    assert len(found) == 2
    assert first.spawn(1)[0].random() == again.spawn(1)[0].random()


def test_nobody_changes_what_is_remembered(found: list[int]) -> None:
    once(normal(0.0))(np.random.default_rng(7), 4)
    once(normal(0.0))(np.random.default_rng(7), 4)[:] = 0.0
    assert once(normal(0.0))(np.random.default_rng(7), 4).all()
    assert len(found) == 2
