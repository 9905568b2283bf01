"""Frozen draws: what differs besides the noise is found in two runs, with its line."""

import inspect
import math
import random
import secrets

import numpy as np
import pytest

from workbench.audit import replay_draws
from workbench.errors import ParameterError

RNG = np.random.default_rng(3)
OLD = np.random.RandomState(4)


def right_sum(data):
    return np.clip(data, 0, 1).sum() + RNG.laplace(scale=2.0)


def every_source(data):
    noise = RNG.normal() + OLD.laplace() + np.random.normal() + np.random.default_rng(1).gumbel()  # noqa: NPY002
    noise += random.gauss(0, 1) + random.Random(2).random() + random.SystemRandom().random()
    noise += secrets.randbelow(10) + secrets.SystemRandom().uniform(0, 1)
    return np.clip(data, 0, 1).sum() + noise


def unclipped(data):
    return np.sum(data) + RNG.laplace(scale=2.0)


def scale_of_the_data(data):
    return np.clip(data, 0, 1).sum() + RNG.laplace(scale=1 + np.max(data))


def other_branch(data):
    if np.max(data) > 5:
        return random.gauss(0, 1)
    return RNG.normal()


def early_stop(data):
    noise = RNG.laplace()
    return noise if np.max(data) > 5 else noise + RNG.laplace()


def raises_on_large_data(data):
    noise = RNG.laplace()
    if np.max(data) > 5:
        raise ValueError("too large")
    return noise


def refuses_before_it_draws(data):
    if np.max(data) > 5:
        raise ValueError("too large")
    return RNG.laplace()


def key_of_the_data(data):
    return {"large" if np.max(data) > 5 else "small": RNG.laplace()}


def length_of_the_data(data):
    return list(data[data < 5] * 0 + RNG.laplace())


DATA, NEIGHBOUR = np.array([0.2, 0.4, 9.0]), np.array([0.2, 0.4, 0.5])


def replayed(mechanism, **claim):
    return replay_draws(mechanism, DATA, NEIGHBOUR, **claim)


def test_right_code_moves_by_its_sensitivity_and_has_no_leak():
    found = replayed(right_sum, sensitivity=1.0)
    assert found.leaks == ()
    assert found.move_l1 == pytest.approx(0.5)
    assert "moves by 0.5" in str(found)


def test_every_source_is_watched_and_put_back():
    before = [np.random.default_rng, np.random.Generator, np.random.RandomState, np.random.normal,
              random.gauss, random.Random.random, random.SystemRandom.random, secrets.randbelow,
              RNG, OLD]  # fmt: skip
    found = replayed(every_source)
    assert found.leaks == ()
    assert found.move_l1 == pytest.approx(0.5)  # every draw came back: nothing else moved
    assert len({draw.source for draw in found.draws}) == 9
    after = [np.random.default_rng, np.random.Generator, np.random.RandomState, np.random.normal,
             random.gauss, random.Random.random, random.SystemRandom.random, secrets.randbelow,
             RNG, OLD]  # fmt: skip
    assert all(a == b for a, b in zip(before, after, strict=True))
    assert "random" not in vars(random.Random)


@pytest.mark.parametrize(
    ("mechanism", "kind", "told"),
    [
        (unclipped, "sensitivity", "moves by 8.5"),
        (scale_of_the_data, "scale", "scale=np.float64(10.0)"),
        (other_branch, "control flow", "random.gauss"),
        (early_stop, "control flow", "no further draw"),
        (raises_on_large_data, "output", "ValueError: too large"),
        (refuses_before_it_draws, "control flow", "no further draw on the dataset"),
        (key_of_the_data, "output", "large"),
        (length_of_the_data, "output", "lengths are 2 and 3"),
    ],
)
def test_each_fault_is_found_in_two_runs_with_its_line(mechanism, kind, told):
    found = replayed(mechanism, sensitivity=1.0)
    leak = found.leaks[0]
    assert (leak.kind, told in leak.message) == (kind, True), leak
    path, _, number = leak.line.rpartition(":")
    lines, first = inspect.getsourcelines(mechanism)
    assert path == inspect.getsourcefile(mechanism)
    assert first <= int(number) < first + len(lines)
    assert leak.message in str(found)


def test_moves_are_measured_in_the_declared_norm():
    def pair(data):
        return np.clip(data, 0, 1).sum() * np.array([0.6, 0.8]) + RNG.normal(size=2)

    found = replayed(pair, sensitivity=0.5, norm=2)
    assert found.leaks == ()
    assert (found.move_l1, found.move_l2) == pytest.approx((0.7, 0.5))
    assert replayed(pair, sensitivity=0.5).leaks[0].kind == "sensitivity"
    assert replayed(length_of_the_data).move_l2 == math.inf


def test_an_answer_that_is_changed_later_comes_back_as_it_was_drawn():
    def in_place(data):
        noise = RNG.normal(size=2)
        noise += np.clip(data, 0, 1).sum()
        return noise

    assert replayed(in_place).move_l1 == pytest.approx(1.0)


def test_noise_that_nobody_sees_is_refused():
    with pytest.raises(ParameterError, match="compiled code"):
        replayed(lambda data: data.sum())
    with pytest.raises(ParameterError, match="norm"):
        replayed(right_sum, norm=3)
