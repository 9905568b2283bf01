"""Losses of one predictor: gradients, constants, digits of differences, exact population risks."""

import itertools

import numpy as np
import pytest
from scipy.special import expit

from workbench.errors import DataError, ParameterError
from workbench.problems.feasible_sets import LpBall
from workbench.problems.predictor_losses import (
    LOGISTIC_SQUARE_CURVATURE,
    STEEPEST_LOGISTIC_SQUARE,
    HalfSquare,
    LogisticSquare,
    Negative,
    Ramp,
)
from workbench.problems.predictors import PredictorProblem
from workbench.problems.sign_instances import (
    sign_logistic,
    sign_regression,
    signed_means,
    steep_pair,
)

RNG = np.random.default_rng(0)
PROBLEMS = {
    "linear": signed_means(means=[0.3, -0.5, 0.0], radius=2.0).problem,
    "regression": sign_regression(d=3).problem,
    "logistic": sign_logistic(d=3).problem,
    "one variable": sign_regression(d=1, w=[0.5]).problem,
    "ball": PredictorProblem(
        name="ball", loss=Ramp(2.0, 5.0), feasible=LpBall(3, 1.5, 1.0), slope=2.0, curvature=5.0,
        features=0.5, law=lambda rng, n: np.hstack([rng.uniform(-0.2, 0.2, (n, 3)),
                                                    rng.uniform(-1, 1, (n, 1))])),
}  # fmt: skip
each = pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)


def points(problem, count):
    x = RNG.standard_normal((count, problem.dimension))
    norms = problem.feasible.norm(x)[:, None]
    return x / norms * problem.feasible.radius * RNG.random((count, 1))


@each
def test_convex_losses_have_increasing_slopes(problem):
    b = problem.sample(RNG, 40).records[:, -1]
    t = np.linspace(-9, 9, 500)[:, None]
    rises = np.diff(problem.loss.slope(np.broadcast_to(t, (500, 40)), b[None]), axis=0)
    assert problem.convex == bool((rises >= -1e-12).all())


@each
def test_gradients_are_derivatives(problem):
    data, x, h = problem.sample(RNG, 7), points(problem, 4), 1e-6
    g = problem.full_gradient(x, data)
    for j, e in enumerate(np.eye(problem.dimension)):
        slope = problem.objective(x + h * e, data) - problem.objective(x - h * e, data)
        np.testing.assert_allclose(g[:, j], slope / (2 * h), atol=1e-8)
    query = problem.mean_gradient(x)
    np.testing.assert_allclose(query.evaluate_mean(data.records[None]), g)
    np.testing.assert_allclose(query.evaluate_values(data.records[None]).mean(axis=1), g)
    own = data.records[RNG.integers(7, size=(4, 3))]
    np.testing.assert_allclose(
        query.evaluate_mean(own), query.evaluate_values(own).mean(axis=1), atol=1e-14
    )


@each
def test_constants_hold_for_every_record(problem):
    data, feasible = problem.sample(RNG, 300), problem.feasible
    for x, y in zip(points(problem, 30), points(problem, 30), strict=True):
        at = problem.mean_gradient(np.array([x, y])).evaluate_values(data.records[None])
        assert feasible.dual_norm(at[0]).max() <= problem.L0 * (1 + 1e-12)
        change = feasible.dual_norm(at[0] - at[1]).max()
        assert change <= problem.L1 * feasible.norm((x - y)[None])[0] * (1 + 1e-12)


def test_constants_cover_what_passes_for_the_domain_by_rounding():
    problem = signed_means(means=[0.0] * 100_000).problem
    row = np.zeros((1, 100_001))
    row[0, 0] = 1 + 2e-11
    assert problem.L0 >= np.abs(problem.full_gradient(row[:, 1:], problem.dataset(row))).max() > 1
    row[0, 0] = 1 + 3e-11
    with pytest.raises(DataError):
        problem.dataset(row)


@each
def test_differences_keep_their_digits(problem):
    rows = problem.sample(RNG, 2).records
    query = problem.mean_gradient(points(problem, 5))
    values = query.evaluate_values(rows[None])
    move = query.evaluate_difference(*rows)
    np.testing.assert_allclose(move, values[:, 1] - values[:, 0], atol=1e-14)
    error = query.evaluate_difference_error(*rows)
    assert error.shape == (5,)
    assert (error < 1e-12).all()


def test_the_stated_error_of_a_difference_covers_single_precision():
    """The same formula with float32 inputs errs by less than the bound scaled to its unit."""
    problem = PROBLEMS["regression"]
    rows, x = problem.sample(RNG, 2).records, points(problem, 200)
    exact = problem.mean_gradient(x).evaluate_difference(*rows)
    a, b = (rows.astype(np.float32)[:, part] for part in (slice(0, -1), -1))
    rough = ((x.astype(np.float32) @ a.T - b)[..., None] * a).astype(np.float64)
    error = np.abs(rough[:, 1] - rough[:, 0] - exact).sum(axis=1)
    bound = problem.mean_gradient(x).evaluate_difference_error(*rows) * 2.0**29
    assert (error <= bound).all()


def test_the_constants_of_the_logistic_square_are_its_extremes():
    s = np.linspace(0, 1, 100_001)
    assert (s**2 * (1 - s)).max() == pytest.approx(STEEPEST_LOGISTIC_SQUARE, abs=1e-9)
    curvature = np.abs(s**2 * (1 - s) * (2 - 3 * s)).max()
    assert curvature <= LOGISTIC_SQUARE_CURVATURE < curvature + 1e-7
    t, h, loss = np.linspace(-6, 6, 200), 1e-5, LogisticSquare()
    for b in (0.0, 1.0):
        second = (loss.slope(t + h, b) - loss.slope(t - h, b)) / (2 * h)
        stated = expit(t) if b == 0 else expit(-t)
        np.testing.assert_allclose(second, stated**2 * (1 - stated) * (2 - 3 * stated), atol=1e-9)


def populations():
    """Instances with all their records and the chance of each."""
    signs = np.array(list(itertools.product([-1.0, 1.0], repeat=3)))
    means = np.array([0.3, -0.5, 0.0])
    rows = np.column_stack([signs, np.zeros(8)])
    yield signed_means(means=means), rows, np.prod((1 + signs * means) / 2, axis=1)
    w = np.array([0.5, -0.2, 0.1])
    both = [np.column_stack([signs, signs @ w + noise]) for noise in (0.5, -0.5)]
    yield sign_regression(d=3), np.vstack(both), np.full(16, 1 / 16)


@pytest.mark.parametrize("case", range(2))
def test_excess_risks_are_exact(case):
    instance, rows, chances = list(populations())[case]
    problem, x = instance.problem, points(instance.problem, 20)
    risk = np.array([problem.objective(x, problem.dataset([row])) for row in rows])
    best = np.array([problem.objective(np.eye(3), problem.dataset([row])) for row in rows])
    np.testing.assert_allclose(
        chances @ risk - (chances @ best)[0], instance.excess(x) - instance.excess(np.eye(3))[0]
    )
    assert (instance.excess(points(problem, 500)) >= 0).all()


def test_the_population_gap_of_the_logistic_instance():
    instance = sign_logistic(d=3, w=(2.0, -1.0))
    target = np.array([[2.0, -1.0, 0.0]])
    np.testing.assert_allclose(instance.gradient(target), 0, atol=1e-15)
    assert instance.gap(target)[0] == pytest.approx(0, abs=1e-14)
    data = instance.problem.sample(RNG, 200_000)
    x = points(instance.problem, 5)
    width = 6 * instance.problem.L0 / np.sqrt(200_000)
    assert np.abs(instance.problem.full_gradient(x, data) - instance.gradient(x)).max() < width


@pytest.mark.parametrize("eta", [0.07, 0.3])
def test_the_steep_pair_swings_as_much_as_the_constants_allow(eta):
    pair = steep_pair(n=4, index=2, eta=eta, L1=3.0)
    x = np.array([[-1.0, 0, 0]])
    y = (1 - eta) * x + eta * np.array([[1.0, 0, 0]])
    at_x, at_y = (pair.problem.mean_gradient(z) for z in (x, y))
    old, new = (data.records[2] for data in (pair.first, pair.second))
    swing = at_y.evaluate_difference(old, new) - at_x.evaluate_difference(old, new)
    assert np.abs(swing).max() == pytest.approx(2 * 3.0 * 2 * eta)
    assert np.abs(at_y.evaluate_difference(old, new)).max() == pytest.approx(2.0)


def test_the_ramp_is_continuous_and_convex():
    ramp, t = Ramp(2.0, 5.0), np.linspace(-3, 3, 6001)
    value, slope = ramp.value(t, 0.7), ramp.slope(t, 0.7)
    assert np.abs(np.diff(value)).max() < 2.0 * 1.001e-3
    assert (np.diff(slope) >= 0).all()


REFUSED = [
    (lambda: PROBLEMS["linear"].dataset([[1.0, 1.0]]), DataError, "a row of 4 numbers"),
    (lambda: PROBLEMS["linear"].dataset([[1.0, 1.0, 2.0, 0]]), DataError, "leaves the domain"),
    (lambda: PROBLEMS["linear"].dataset([[1.0, 1.0, 1.0, 3]]), DataError, "leaves the domain"),
    (lambda: PROBLEMS["logistic"].dataset([[1.0, 1, 1, 0.5]]), DataError, "leaves the domain"),
    (lambda: PROBLEMS["regression"].dataset([[1.0, 1, 1, 9]]), DataError, "leaves the domain"),
    (lambda: signed_means(means=[2.0]), ParameterError, "are not means of signs"),
    (lambda: signed_means(means=[]), ParameterError, "are not means of signs"),
    (lambda: sign_regression(d=2), ParameterError, "has more than d = 2 entries"),
    (lambda: sign_regression(d=3, radius=0.1), ParameterError, "is above 0.1"),
    (lambda: sign_logistic(d=13), ParameterError, "d = 13 is above 12"),
    (lambda: steep_pair(n=3, index=3, eta=0.1), ParameterError, r"index = 3 is outside 0..n - 1"),
    (lambda: PredictorProblem(name="", loss=Negative(), feasible=LpBall(1, 2.0, 1.0), slope=0.0,
                              curvature=0.0), ParameterError, "slope = 0.0 is not positive"),
    (lambda: PredictorProblem(name="", loss=HalfSquare(1.0), feasible=LpBall(1, 2.0, 1.0),
                              slope=1.0, curvature=-1.0), ParameterError, "curvature = -1.0"),
    (lambda: PredictorProblem(name="", loss=Negative(), feasible=LpBall(1, 2.0, 1.0), slope=1.0,
                              curvature=0.0).sample(RNG, 1), ParameterError, "law = None"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "message"), REFUSED)
def test_what_makes_no_sense_is_refused(call, kind, message):
    with pytest.raises(kind, match=message):
        call()
