"""Saddle points with losses: a known instance, best responses by descent, and what is refused."""

import numpy as np
import pytest
from scipy.optimize import minimize

from workbench.errors import ParameterError, SolverError
from workbench.solvers import composite
from workbench.solvers.composite import (
    SOFTPLUS,
    SQUARE,
    SQUARED_HINGE,
    composite_saddle,
    composite_saddle_point,
    losses,
)

LOSSES = [SOFTPLUS, SQUARE, SQUARED_HINGE]


def random_saddle(seed: int, left, right, n: int = 4, m: int = 3):
    rng = np.random.default_rng(seed)
    parts = {
        key: losses(
            loss,
            2 * rng.standard_normal((5, k)),
            weights=rng.uniform(0.1, 1.0, 5),
            offsets=rng.standard_normal(5),
        )
        for key, loss, k in (("left", left, n), ("right", right, m))
    }
    return composite_saddle(rng.standard_normal((n, m)), **parts, name=f"random {seed}")


def best(cost, k: int) -> float:
    """Least cost over vertices, and over a descent of a softmax parametrisation."""

    def inside(v: np.ndarray) -> float:
        weights = np.exp(v - v.max())
        return cost(weights / weights.sum())

    starts = [np.zeros(k), *(3 * np.eye(k))]
    found = [minimize(inside, start, options={"maxiter": 200}).fun for start in starts]
    return min([*found, *(cost(row) for row in np.eye(k))])


@pytest.mark.parametrize("right", LOSSES, ids=lambda loss: loss.name)
@pytest.mark.parametrize("left", LOSSES, ids=lambda loss: loss.name)
def test_no_response_gains_more_than_the_gap(left, right) -> None:
    problem = random_saddle(3, left, right)
    point = composite_saddle_point(problem)
    above = -best(lambda y: -problem.value(point.x, y), 3) - point.value
    below = point.value - best(lambda x: problem.value(x, point.y), 4)
    assert -1e-6 < above <= point.gap  # the descents stop within 1e-6 of the best response
    assert -1e-6 < below <= point.gap
    assert point.gap <= 1e-8 * problem.magnitude(point.x, point.y)


@pytest.mark.parametrize("left", LOSSES, ids=lambda loss: loss.name)
def test_the_gap_bounds_every_response_at_any_point(left) -> None:
    problem = random_saddle(5, left, SOFTPLUS)
    rng = np.random.default_rng(0)
    for x, y in zip(rng.dirichlet(np.ones(4), 20), rng.dirichlet(np.ones(3), 20), strict=True):
        for z, w in zip(rng.dirichlet(np.ones(4), 50), rng.dirichlet(np.ones(3), 50), strict=True):
            assert problem.value(x, w) - problem.value(z, y) <= problem.gap(x, y)


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
def test_slopes_are_derivatives_and_their_bound_holds(loss) -> None:
    t = np.linspace(-9.0, 9.0, 1801)
    step = 1e-5
    assert (
        np.abs((loss.value(t + step) - loss.value(t - step)) / (2 * step) - loss.slope(t)).max()
        < 1e-5
    )
    assert ((loss.slope(t + step) - loss.slope(t)) / step).max() <= loss.curvature * (1 + 1e-6)


def test_the_softplus_instance_has_its_known_value() -> None:
    """Payoffs cos((i+1)^2 (j+2)), features sin(3i + j(i+1)) and cos(2i + j(i+2))."""
    i, j = np.arange(8)[:, None], np.arange(6)
    k, p = np.arange(5)[:, None], np.arange(8)
    problem = composite_saddle(
        np.cos((i + 1) ** 2 * (j + 2)),
        left=losses(SOFTPLUS, np.sin(3 * k + p * (k + 1))),
        right=losses(SOFTPLUS, np.cos(2 * k + j * (k + 2))),
    )
    assert composite_saddle_point(problem).value == pytest.approx(-0.014083289551, abs=1e-11)
    uniform = np.full(8, 1 / 8), np.full(6, 1 / 6)
    assert problem.gap(*uniform) > 0.5137645  # the gap itself, which the bound is above


def test_a_solver_that_stops_early_is_not_believed(monkeypatch) -> None:
    problem = random_saddle(3, SQUARE, SQUARE)
    monkeypatch.setattr(composite, "_solve", lambda _: (np.ones(4), np.ones(3)))
    with pytest.raises(SolverError, match="wanted"):
        composite_saddle_point(problem)
    monkeypatch.setattr(composite, "_solve", lambda _: (None, None))
    with pytest.raises(SolverError, match="no point"):
        composite_saddle_point(problem)


def test_what_is_refused_is_named() -> None:
    good = losses(SQUARE, np.eye(2))
    with pytest.raises(ParameterError, match="weights"):
        losses(SQUARE, np.eye(2), weights=[1.0, -1.0])
    with pytest.raises(ParameterError, match="not finite"):
        losses(SQUARE, [[np.nan]])
    with pytest.raises(ParameterError, match="columns"):
        composite_saddle(np.zeros((3, 2)), left=good, right=good)
