"""Quadratics against loops, finite differences and the reference instance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import DataError, ParameterError
from workbench.privacy import changed_record
from workbench.problems import Quadratic, random_quadratic, reference_quadratic

SEEDS = st.integers(0, 2**32)


def loss(problem, x, y):
    return 0.5 * x @ problem.matrix @ x - y @ x


@given(seed=SEEDS, d=st.integers(1, 5), n=st.integers(1, 6))
def test_queries_are_the_gradients_of_the_loss(seed, d, n):
    rng = np.random.default_rng(seed)
    problem = random_quadratic(rng, spectrum=rng.uniform(0.1, 3, d))
    data = problem.random_dataset(rng, n)
    x = rng.standard_normal((3, d))
    query = problem.mean_gradient(x)
    values = query.evaluate_values(data.records[None])
    for r in range(3):
        for i, y in enumerate(data.records):
            slope = [
                (loss(problem, x[r] + h, y) - loss(problem, x[r] - h, y)) / 2e-3
                for h in 1e-3 * np.eye(d)
            ]
            np.testing.assert_allclose(values[r, i], slope, atol=1e-9)
    np.testing.assert_allclose(query.evaluate_mean(data.records[None]), values.mean(axis=1))
    batch = rng.integers(n, size=(3, 4))
    picked = query.evaluate_mean(data.records[batch])
    np.testing.assert_allclose(picked, [values[r][batch[r]].mean(axis=0) for r in range(3)])
    step = query.evaluate_difference(data.records[0], data.records[-1])
    np.testing.assert_allclose(
        np.broadcast_to(step, x.shape), values[:, -1] - values[:, 0], atol=1e-13
    )
    objective = [np.mean([loss(problem, p, y) for y in data.records]) for p in x]
    np.testing.assert_allclose(problem.objective(x, data), objective, atol=1e-12)


@given(seed=SEEDS, d=st.integers(1, 6))
def test_constants_and_minimiser(seed, d):
    rng = np.random.default_rng(seed)
    spectrum = np.exp(rng.uniform(-6, 2, d))
    problem = random_quadratic(rng, spectrum=spectrum)
    eigenvalues = np.linalg.eigvalsh(problem.matrix)
    np.testing.assert_allclose(np.sort(spectrum), eigenvalues, rtol=1e-8)
    assert (problem.strong_convexity, problem.smoothness) == (spectrum.min(), spectrum.max())
    data = problem.random_dataset(rng, 4)
    best = problem.minimise(data)
    np.testing.assert_allclose(problem.matrix @ best.x, data.records.mean(axis=0), atol=1e-13)
    assert 0 <= best.gap < 1e-20
    x = best.x + rng.standard_normal((5, d))
    gap = problem.objective(x, data) - best.value
    np.testing.assert_allclose(problem.suboptimality(x, data), gap, rtol=1e-6)


@given(seed=SEEDS, d=st.integers(1, 4), n=st.integers(1, 5))
def test_sensitivity_is_a_bound_and_the_extremal_pair_attains_it(seed, d, n):
    rng = np.random.default_rng(seed)
    problem = random_quadratic(rng, spectrum=np.ones(d), radius=float(rng.uniform(0.1, 9)))
    query = problem.mean_gradient(rng.standard_normal((4, d)) * 100)
    y = problem.random_dataset(rng, 2).records
    moved = np.abs(query.evaluate_difference(y[0], y[1])).sum(axis=1)
    assert (moved <= problem.l1_sensitivity).all()
    first, second = problem.extremal_pair(n)
    i = changed_record(first, second)
    attained = query.evaluate_difference(first.records[i], second.records[i])
    assert np.abs(attained).sum(axis=1).tolist() == [problem.l1_sensitivity]
    rest = np.delete(first.records, i, axis=0)
    assert (rest == second.records[i]).all()


def test_reference_instance():
    problem, data = reference_quadratic()
    assert (problem.strong_convexity, problem.smoothness, problem.l1_sensitivity) == (0.5, 1, 2)
    best = problem.minimise(data)
    np.testing.assert_allclose(best.x, [1.2, -0.4], rtol=1e-14)
    assert problem.suboptimality(problem.start[None], data)[0] == pytest.approx(0.44, rel=1e-14)


@pytest.mark.parametrize(
    "arguments",
    [
        {"spectrum": np.array([0.0, 1.0])},
        {"radius": 0.0},
        {"start": np.zeros(3)},
        {"basis": np.array([[1.0, 0.1], [0.0, 1.0]])},
        {"basis": np.eye(3)},
    ],
)
def test_malformed_quadratics_are_refused(arguments):
    good = {"spectrum": np.ones(2), "radius": 1.0, "start": np.zeros(2)}
    with pytest.raises(ParameterError):
        Quadratic(**(good | arguments))


def test_records_outside_the_domain_are_refused():
    problem, _ = reference_quadratic()
    with pytest.raises(DataError, match=r"records\[1\] has l1 norm 1.1"):
        problem.dataset([[1.0, 0.0], [0.6, 0.5]])
    with pytest.raises(DataError, match="2 coordinates"):
        problem.dataset([[1.0]])
