"""Sparse records and their losses: against dense arithmetic, numerical derivatives and cvxpy."""

import cvxpy as cp
import numpy as np
import pytest

from workbench.errors import DataError, ParameterError, SolverError
from workbench.privacy import Dataset, PairedCurator, TrustedCurator
from workbench.problems import SparseVectors, embedding_logistic, sparse_linear, sparse_sigmoid

VECTORS = SparseVectors(d=7, s=3, radius=2.0)
PROBLEMS = {make.__name__: make for make in (embedding_logistic, sparse_linear, sparse_sigmoid)}


def drawn(seed=0, n=12):
    return VECTORS.checked(VECTORS.draw(np.random.default_rng(seed), n))


def test_the_mean_is_that_of_dense_vectors():
    data = drawn()
    dense = VECTORS.dense(data.records)
    assert dense.shape == (12, 7)
    np.testing.assert_allclose(np.linalg.norm(dense, axis=1), 2.0)
    np.testing.assert_allclose(VECTORS.mean(data), dense.mean(axis=0), atol=1e-15)
    np.testing.assert_array_equal(VECTORS.matrix(data.records).toarray(), dense)


def test_a_query_answers_like_dense_vectors_on_shared_and_on_own_batches():
    data, rng = drawn(), np.random.default_rng(1)
    query = VECTORS.query(4)
    np.testing.assert_allclose(query.evaluate_mean(data.records[None])[2], VECTORS.mean(data))
    batches = data.records[rng.integers(12, size=(4, 5))]
    dense = VECTORS.dense(batches)
    np.testing.assert_allclose(query.evaluate_mean(batches), dense.mean(axis=1), atol=1e-15)
    np.testing.assert_array_equal(query.evaluate_values(batches), dense)


@pytest.mark.parametrize(("s", "d"), [(1, 1), (1, 5), (5, 5), (2, 9)])
@pytest.mark.parametrize("n", [1, 4])
def test_one_pair_attains_both_sensitivities(s, d, n):
    vectors = SparseVectors(d=d, s=s, radius=0.5)
    first, second = vectors.extremal_pair(n)
    moved = vectors.mean(first) - vectors.mean(second)
    assert np.abs(moved).sum() == pytest.approx(vectors.sensitivity(n, norm="l1"), rel=1e-12)
    assert np.linalg.norm(moved) == pytest.approx(vectors.sensitivity(n, norm="l2"), rel=1e-12)
    curator = PairedCurator(first, second, np.random.default_rng(0))
    curator.laplace(vectors.query(3), scale=1.0, sensitivity=vectors.sensitivity(n, norm="l1"))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[0, 1, 7, 0.1, 0.1, 0.1]], "outside 0..6"),
        ([[0, 1.5, 2, 0.1, 0.1, 0.1]], "outside 0..6"),
        ([[0, 3, 0, 0.1, 0.1, 0.1]], "a position twice"),
        ([[0, 1, 2, 2.0, 1e-3, 0.0]], "an l2 norm above 2.0"),
        ([[0, 1, 2, 3]], "6 numbers"),
    ],
)
def test_rows_outside_the_domain_are_refused_by_name(rows, words):
    with pytest.raises(DataError, match=words):
        VECTORS.checked(rows)


def test_parameters_outside_their_range_are_refused():
    for bad in ({"d": 0, "s": 1}, {"d": 3, "s": 4}, {"d": 3, "s": 0}):
        with pytest.raises(ParameterError):
            SparseVectors(**bad)
    with pytest.raises(DataError, match="shape"):
        VECTORS.dataset([[0, 1]], [[1.0, 2.0]])


@pytest.mark.parametrize("make", PROBLEMS.values(), ids=PROBLEMS)
def test_gradients_are_those_of_the_objective_and_obey_their_constants(make):
    problem, rng = make(d=6, s=2), np.random.default_rng(3)
    data = problem.sample(rng, 9)
    x = rng.standard_normal((5, 6)) * 2
    gradient = problem.full_gradient(x, data)
    for j in range(6):
        step = np.zeros(6)
        step[j] = 1e-6
        slope = (problem.objective(x + step, data) - problem.objective(x - step, data)) / 2e-6
        np.testing.assert_allclose(gradient[:, j], slope, atol=1e-8)
    values = problem.mean_gradient(x).evaluate_values(data.records[None])
    np.testing.assert_allclose(values.mean(axis=1), gradient, atol=1e-14)
    assert (np.count_nonzero(values, axis=2) <= 2).all()
    assert np.linalg.norm(values, axis=2).max() <= problem.lipschitz * (1 + 1e-12)
    y = x + rng.standard_normal(x.shape) * 1e-3
    moved = np.linalg.norm(problem.full_gradient(y, data) - gradient, axis=1)
    assert (moved <= problem.smoothness * np.linalg.norm(x - y, axis=1) + 1e-14).all()
    t = np.linspace(-8, 8, 100_001)
    curvature = np.abs(problem.link.curvature(t)).max()
    assert curvature <= problem.link.top_curvature <= curvature * (1 + 1e-5) + 1e-300
    assert np.abs(problem.link.slope(t)).max() <= problem.link.top_slope


def test_batches_of_their_own_have_their_own_mean_gradient():
    problem, rng = embedding_logistic(d=6, s=2), np.random.default_rng(3)
    batches = problem.sample(rng, 20).records[rng.integers(20, size=(4, 3))]
    x = rng.standard_normal((4, 6))
    query = problem.mean_gradient(x)
    own = query.evaluate_mean(batches)
    each = query.evaluate_values(batches).mean(axis=1)
    np.testing.assert_allclose(own, each, atol=1e-15)
    old, new = batches[0, 0], batches[1, 1]
    both = query.evaluate_values(np.stack([old, new])[None])
    np.testing.assert_allclose(query.evaluate_difference(old, new), both[:, 1] - both[:, 0])


@pytest.mark.parametrize(("lam", "radius"), [(0.1, None), (1e-3, None), (0.01, 1.0), (0.1, 50.0)])
def test_the_minimiser_is_that_of_a_convex_solver(lam, radius):
    problem = embedding_logistic(d=12, s=3)
    data = problem.sample(np.random.default_rng(1), 30)
    near = problem.minimise(data, lam=lam, radius=radius, accuracy=1e-8)
    rows, x = problem.vectors.dense(data.records), cp.Variable(12)
    loss = cp.sum(cp.logistic(-rows @ x)) / 30 + lam / 2 * cp.sum_squares(x)
    cp.Problem(cp.Minimize(loss), [] if radius is None else [cp.norm(x) <= radius]).solve(
        solver=cp.CLARABEL
    )
    # the solver's value is within 1e-7 of the least one, and the loss lam-strongly convex
    assert np.linalg.norm(near.x - x.value) < np.sqrt(2e-7 / lam)
    if radius is not None:
        assert np.linalg.norm(near.x) <= radius * (1 + 1e-12)


@pytest.mark.parametrize("radius", [None, 0.3, 0.5, 5.0])
def test_the_distance_of_the_computed_minimiser_is_bounded(radius):
    """Linear losses have it in closed form; 0.5 is exactly its norm."""
    problem = sparse_linear(d=9, s=4)
    data = problem.extremal_pair(7)[1]
    near = problem.minimise(data, lam=2.0, radius=radius, accuracy=1e-6)
    exact = -problem.vectors.mean(data) / 2.0
    if radius is not None:
        exact *= min(1.0, radius / np.linalg.norm(exact))
    assert np.linalg.norm(near.x - exact) <= near.distance < 1e-12


def test_an_answer_that_is_not_accurate_enough_is_refused():
    problem = embedding_logistic(d=9, s=2)
    data = problem.sample(np.random.default_rng(0), 50)
    with pytest.raises(SolverError, match="known up to"):
        problem.minimise(data, lam=1e-6, accuracy=1e-15)
    with pytest.raises(ParameterError, match="not convex"):
        sparse_sigmoid(d=9, s=2).minimise(data, lam=1.0, accuracy=1.0)
    with pytest.raises(ParameterError, match="Regularise"):
        problem.minimise(data, lam=0.0, accuracy=1.0)


def test_a_million_coordinates_take_a_moment():
    vectors, rng = SparseVectors(d=10**6, s=50), np.random.default_rng(0)
    data = vectors.checked(vectors.blocks(rng, 200))
    answer = TrustedCurator(data, rng).laplace(vectors.query(1), scale=1e-9, sensitivity=1.0)
    assert np.abs(answer[0] - vectors.mean(data)).max() < 1e-7
    assert isinstance(data, Dataset)
