"""Logistic regression against definitions, enumeration and a general optimiser."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from workbench.errors import DataError, ParameterError, SolverError
from workbench.problems import LogisticRegression
from workbench.problems.logistic import random_logistic
from workbench.problems.spectral import gram_eigenvalue_upper, largest_eigenvalue_upper

SEEDS = st.integers(0, 2**32)


def make(d=3, radius=4.0, penalty=0.05, **more):
    return LogisticRegression(radius=radius, penalty=penalty, start=np.zeros(d), **more)


def loss(problem, x, record):
    margin = record[-1] * float(record[:-1] @ x)
    return math.log1p(math.exp(-margin)) + problem.penalty * float(x @ x)


@given(seed=SEEDS, d=st.integers(1, 4), n=st.integers(1, 5))
def test_queries_are_the_gradients_of_the_loss(seed, d, n):
    rng = np.random.default_rng(seed)
    problem = make(d)
    data = problem.random_dataset(rng, n)
    x = rng.standard_normal((3, d))
    query = problem.mean_gradient(x)
    values = query.evaluate_values(data.records[None])
    for r in range(3):
        for i, record in enumerate(data.records):
            slope = [
                (loss(problem, x[r] + h, record) - loss(problem, x[r] - h, record)) / 2e-4
                for h in 1e-4 * np.eye(d)
            ]
            np.testing.assert_allclose(values[r, i], slope, atol=1e-7)
    np.testing.assert_allclose(query.evaluate_mean(data.records[None]), values.mean(axis=1))
    batch = rng.integers(n, size=(3, 4))
    np.testing.assert_allclose(
        query.evaluate_mean(data.records[batch]),
        [values[r][batch[r]].mean(axis=0) for r in range(3)],
    )
    np.testing.assert_allclose(
        query.evaluate_values(data.records[batch]), [values[r][batch[r]] for r in range(3)]
    )
    step = query.evaluate_difference(data.records[0], data.records[-1])
    np.testing.assert_allclose(step, values[:, -1] - values[:, 0], atol=1e-13)
    objective = [np.mean([loss(problem, p, y) for y in data.records]) for p in x]
    np.testing.assert_allclose(problem.objective(x, data), objective, rtol=1e-13)


@given(seed=SEEDS, d=st.integers(1, 4))
def test_rounding_of_differences_is_within_its_bound(seed, d):
    """Against long doubles, far from the origin, where margins lose digits."""
    rng = np.random.default_rng(seed)
    problem = make(d, radius=20.0)
    a, b = problem.random_dataset(rng, 2).records
    x = rng.standard_normal((4, d)) * 10 ** rng.uniform(-2, 2)
    query = problem.mean_gradient(x)
    computed = query.evaluate_difference(a, b)

    def signed(record):
        long = record.astype(np.longdouble)
        u = long[:-1] * long[-1]
        return u / (1 + np.exp(x.astype(np.longdouble) @ u))[:, None]

    error = np.abs(computed - (signed(a) - signed(b))).sum(axis=1)
    assert (error <= query.evaluate_difference_error(a, b)).all()


def test_far_margins_do_not_overflow():
    problem = make(2, radius=20.0)
    data = problem.dataset([[20.0, 0.0, 1.0], [0.0, 20.0, -1.0]])
    x = np.full((1, 2), 1e4)
    assert np.isfinite(problem.objective(x, data)).all()
    gradient = problem.mean_gradient(x).evaluate_mean(data.records[None])
    np.testing.assert_allclose(gradient, [[1000.0, 1010.0]])


@given(seed=SEEDS, d=st.integers(1, 4))
def test_sensitivity_bounds_hold_everywhere(seed, d):
    rng = np.random.default_rng(seed)
    problem = make(d, radius=5.0)
    x = rng.standard_normal((50, d)) * 10 ** rng.uniform(-3, 2)
    corners = np.vstack([5 * np.eye(d), -5 * np.eye(d)])
    rows = [np.append(u, z) for u in corners for z in (-1.0, 1.0)]
    query = problem.mean_gradient(x)
    moved = np.max(
        [[np.abs(query.evaluate_difference(a, b)).sum(axis=1) for a in rows] for b in rows],
        axis=(0, 1),
    )
    slack = 1 + 1e-12
    assert (moved <= problem.l1_sensitivity_at(x) * slack).all()
    assert (problem.l1_sensitivity_at(x) <= problem.l1_sensitivity).all()
    if d >= 2:
        top = np.sort(np.abs(x), axis=1)[:, -2:]
        assert (moved >= 5 * (1 / (1 + np.exp(-5 * top))).sum(axis=1) / slack).all()


def test_sensitivity_is_half_at_the_origin_and_full_far_away():
    problem = make(2, radius=20.0)
    for x, expected in (((0.0, 0.0), 20.0), ((9.0, -9.0), 40.0)):
        query = problem.mean_gradient(np.array([x]))
        first, second = problem.sharp_pair(3)
        moved = query.evaluate_difference(first.records[0], second.records[0])
        assert np.abs(moved).sum() == pytest.approx(expected, rel=1e-12)
    first, second = problem.extremal_pair(3)
    moved = query.evaluate_difference(first.records[0], second.records[0])
    assert np.abs(moved).sum() == pytest.approx(20.0, rel=1e-12)


@settings(deadline=None)
@given(seed=SEEDS, d=st.integers(1, 5), n=st.integers(1, 30))
def test_curvature_lies_between_the_constants(seed, d, n):
    rng = np.random.default_rng(seed)
    problem = make(d)
    data = problem.random_dataset(rng, n)
    u = data.records[:, :-1]
    x = rng.standard_normal(d)
    s = 1 / (1 + np.exp(-(u @ x)))
    hessian = (u.T * s * (1 - s)) @ u / n + 2 * problem.penalty * np.eye(d)
    eigenvalues = np.linalg.eigvalsh(hessian)
    assert eigenvalues[0] >= problem.strong_convexity * (1 - 1e-12)
    sharp = np.linalg.eigvalsh(u.T @ u / n)[-1] / 4 + 2 * problem.penalty
    assert eigenvalues[-1] <= problem.data_smoothness(data) <= problem.smoothness
    assert sharp * (1 - 1e-14) <= problem.data_smoothness(data) <= sharp * (1 + 1e-7)


@given(seed=SEEDS, d=st.integers(1, 12))
def test_eigenvalue_bound_is_above_and_tight(seed, d):
    rng = np.random.default_rng(seed)
    a = rng.standard_normal((d, d)) * np.exp(rng.uniform(-20, 20))
    a = (a + a.T) / 2
    top, size = np.linalg.eigvalsh(a)[-1], np.abs(a).sum(axis=1).max()
    assert top < largest_eigenvalue_upper(a) < top + 1e-8 * size


def test_eigenvalue_bound_on_exact_integers():
    """ones^T ones / n has the eigenvalue d, exactly."""
    assert 7.0 <= gram_eigenvalue_upper(np.ones((1000, 7))) <= 7 * (1 + 1e-8)
    assert largest_eigenvalue_upper(np.zeros((2, 2))) == 0
    with pytest.raises(ParameterError, match="not symmetric"):
        largest_eigenvalue_upper(np.array([[0.0, 1.0], [0.0, 0.0]]))


def test_a_bound_that_cannot_be_verified_is_an_error(monkeypatch):
    def fails(matrix):
        raise np.linalg.LinAlgError

    monkeypatch.setattr(np.linalg, "cholesky", fails)
    with pytest.raises(SolverError, match=r"no bound near 1.0 could be verified"):
        largest_eigenvalue_upper(np.eye(2))


@pytest.mark.parametrize("penalty", [1e-3, 0.01, 1.0])
def test_minimiser_agrees_with_a_general_optimiser(penalty):
    problem = make(4, radius=8.0, penalty=penalty)
    data = problem.random_dataset(np.random.default_rng(0), 200)
    best = problem.minimise(data)
    assert 0 <= best.gap <= 1e-12
    other = minimize(
        lambda x: problem.objective(x[None], data)[0], np.zeros(4), method="BFGS", tol=1e-10
    )
    rounding = (200 + 8) * 2.0**-52 * best.value  # of a mean of 200 positive terms
    assert best.value <= other.fun + best.gap + rounding
    assert other.fun - best.value < 1e-8
    nearby = best.x + 1e-3 * np.vstack([np.eye(4), -np.eye(4)])
    assert (problem.suboptimality(nearby, data) > 0).all()


def test_newton_converges_on_separable_data_with_large_margins():
    problem = make(1, radius=100.0, penalty=1e-6)
    data = problem.dataset([[100.0, 1.0], [-100.0, -1.0]])
    assert problem.minimise(data).gap <= 1e-12


def test_a_minimiser_that_cannot_be_verified_is_an_error():
    problem = make(2)
    data = problem.random_dataset(np.random.default_rng(0), 5)
    with pytest.raises(SolverError, match=r"gap .* wanted"):
        problem.minimise(data, iterations=1)


def test_paper_sized_constants():
    """D = 20, features uniform on [0, 1]^20: L with the factor 1/4 is 1.29, without it 5.1."""
    problem = LogisticRegression(radius=20.0, penalty=0.01, start=np.full(20, 10.0))
    data = problem.random_dataset(np.random.default_rng(0), 20_000)
    assert (problem.strong_convexity, problem.l1_sensitivity) == (0.02, 40)
    assert problem.data_smoothness(data) == pytest.approx(1.29, abs=0.01)


def test_feature_ball_in_the_l2_norm_sharpens_the_smoothness():
    problem = random_logistic(dimension=4, radius=2.0, penalty=0.1)
    assert problem.smoothness == pytest.approx(1 / 4 + 0.2)
    problem.random_dataset(np.random.default_rng(0), 50)
    with pytest.raises(DataError, match="l2 norm"):
        problem.dataset([[2.0, 0, 0, 0, 1.0]])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1.0, 0.0, 1.0]], "4 columns"),
        ([[1.0, 0.0, 0.0, 0.5]], r"records\[0\] has label 0.5"),
        ([[0.0, 0, 0, 1.0], [3.0, 2.0, 0.0, 1.0]], r"records\[1\] has l1 norm 5.0"),
    ],
)
def test_records_outside_the_domain_are_refused(rows, message):
    with pytest.raises(DataError, match=message):
        make().dataset(rows)


@pytest.mark.parametrize(
    "arguments",
    [{"radius": 0.0}, {"penalty": 0.0}, {"l2_radius": 5.0}, {"start": np.zeros((1, 2))}],
)
def test_malformed_problems_are_refused(arguments):
    good = {"radius": 1.0, "penalty": 0.1, "start": np.zeros(2)}
    with pytest.raises(ParameterError):
        LogisticRegression(**(good | arguments))
