"""Smooth losses: gradients against differences, constants against sampled maxima, known values."""

import math

import numpy as np
import pytest

from workbench.errors import DataError, ParameterError
from workbench.problems.nonconvex import SmoothProblem
from workbench.problems.nonconvex_instances import (
    cosine_problem,
    huber_problem,
    linear_problem,
    logistic_problem,
    order_memory_problem,
    reference_labelled,
    reference_points,
    reference_responses,
    robust_problem,
    sigmoid_problem,
    triangle_problem,
)

PROBLEMS = {
    "linear": linear_problem(d=3, G=2.0),
    "cosine": cosine_problem(d=3),
    "sigmoid": sigmoid_problem(d=2),
    "logistic": logistic_problem(d=2, weight=0.1),
    "robust": robust_problem(d=2),
    "huber": huber_problem(d=2),
    "triangle": triangle_problem(G=0.5, L=2.0),
    "memory": order_memory_problem(n=5),
}
RNG = np.random.default_rng(0)
every = pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)


def points(problem, count, reach=4.0):
    return np.random.default_rng(1).uniform(-reach, reach, (count, problem.dimension))


def data(problem, n=12):
    return problem.dataset(problem.loss.draw(np.random.default_rng(2), n))


@every
def test_gradients_are_central_differences(problem):
    """Also at points beyond pi, where the wells of the order memory change their formula."""
    dataset, w = data(problem), points(problem, 40)
    h = 1e-6
    found = problem.full_gradient(w, dataset)
    for j in range(problem.dimension):
        step = h * np.eye(problem.dimension)[j]
        slope = (problem.objective(w + step, dataset) - problem.objective(w - step, dataset)) / (
            2 * h
        )
        # second derivatives jump by at most 2 L; rounding of F is about 1e-15 / h
        np.testing.assert_allclose(
            found[:, j], slope, atol=2 * problem.smoothness * h + 1e-8, rtol=0
        )


@every
def test_constants_are_never_exceeded(problem):
    """Gradients, and slopes between neighbouring and distant points, of every single record."""
    dataset, w = data(problem), points(problem, 3000)
    for scale in (1e-3, 1.0):
        other = w + scale * np.random.default_rng(3).standard_normal(w.shape)
        one = problem.mean_gradient(w).evaluate_values(dataset.records[None])
        two = problem.mean_gradient(other).evaluate_values(dataset.records[None])
        assert np.sqrt((one**2).sum(axis=2)).max() <= problem.lipschitz * (1 + 1e-14)
        change = np.sqrt(((one - two) ** 2).sum(axis=2))
        length = np.sqrt(((w - other) ** 2).sum(axis=1))[:, None]
        assert (change <= problem.smoothness * length + 1e-14).all()


@every
def test_the_gap_bounds_every_value(problem):
    dataset = data(problem)
    if problem.name == "linear":
        assert problem.initial_gap(dataset) == math.inf
        return
    values = problem.objective(points(problem, 2000), dataset)
    start = problem.objective(problem.start[None], dataset)[0]
    assert start - values.min() <= problem.initial_gap(dataset)


@every
def test_batches_per_trial_agree_with_one_record_at_a_time(problem):
    records, w = data(problem, 6).records, points(problem, 2)
    rows = np.array([[0, 3], [5, 1]])
    found = problem.mean_gradient(w).evaluate_mean(records[rows])
    for trial in range(2):
        each = [
            problem.mean_gradient(w[trial : trial + 1]).evaluate_mean(records[None, [i]])[0]
            for i in rows[trial]
        ]
        np.testing.assert_allclose(found[trial], np.mean(each, axis=0), atol=1e-15)


@every
def test_differences_and_their_error(problem):
    old, new = problem.loss.opposites()
    query = problem.mean_gradient(points(problem, 50))
    found = query.evaluate_difference(old, new)
    both = query.evaluate_values(np.stack([old, new])[None])
    np.testing.assert_array_equal(found, both[:, 1] - both[:, 0])
    error = query.evaluate_difference_error(old, new)
    # the same gradients in extended precision, where the platform has it
    wide = problem.loss.gradient(
        query.points.astype(np.longdouble)[:, None],
        np.stack([old, new])[None].astype(np.longdouble),
    )
    exact = wide[:, 1] - wide[:, 0]
    assert (np.abs(exact - found).sum(axis=1) <= error).all()


def test_attained_constants():
    """The suprema that are attained: G of cosine, Huber and the wave; L of all three."""
    huber, wave = huber_problem(d=2), triangle_problem(G=0.5, L=2.0)
    far = huber.mean_gradient(np.array([[3.0, 0.0]])).evaluate_mean(np.zeros((1, 1, 2)))
    assert np.linalg.norm(far) == 1
    w = np.array([[0.25], [0.0]])
    slope = wave.mean_gradient(w).evaluate_mean(np.ones((1, 1, 1)))
    assert slope[:, 0].tolist() == [0.5, 0.0]
    cosine = cosine_problem(d=4)
    top = cosine.mean_gradient(np.zeros((1, 4))).evaluate_mean(np.full((1, 1, 4), math.pi / 2))
    assert np.linalg.norm(top) == pytest.approx(1, abs=1e-15)


def test_figures_of_the_reference_data():
    """Objective, gap and gradient at the start, with 16 points in the plane."""
    x = reference_points()
    cosine = cosine_problem(d=2)
    at = cosine.start[None]
    assert cosine.objective(at, cosine.dataset(x))[0] == pytest.approx(0.158628, abs=5e-7)
    assert cosine.initial_gap(cosine.dataset(x)) == pytest.approx(0.456609, abs=5e-7)
    gradient = cosine.full_gradient(at, cosine.dataset(x))
    assert np.linalg.norm(gradient) == pytest.approx(0.173032, abs=5e-7)
    rows = reference_labelled()
    radius = float(np.linalg.norm(rows[:, :-1], axis=1).max())
    assert radius == pytest.approx(0.935995, abs=5e-7)
    sigmoid = sigmoid_problem(d=2, radius=radius)
    assert sigmoid.lipschitz == pytest.approx(0.233999, abs=5e-7)
    assert sigmoid.smoothness == pytest.approx(0.084301, abs=5e-7)
    assert sigmoid.initial_gap(sigmoid.dataset(rows)) == pytest.approx(0.5, abs=1e-12)
    logistic = logistic_problem(d=2, radius=radius)
    assert logistic.lipschitz == pytest.approx(1.027851, abs=5e-7)
    assert logistic.smoothness == pytest.approx(0.419022, abs=5e-7)
    assert logistic.initial_gap(logistic.dataset(rows)) == pytest.approx(math.log(2), abs=1e-12)
    robust = robust_problem(d=2, radius=radius)
    responses = robust.dataset(reference_responses().records)
    assert robust.lipschitz == pytest.approx(0.607946, abs=5e-7)
    assert robust.smoothness == pytest.approx(1.752173, abs=5e-7)
    assert robust.objective(robust.start[None], responses)[0] == pytest.approx(0.656524, abs=5e-7)
    huber = huber_problem(d=2)
    assert huber.objective(huber.start[None], huber.dataset(x))[0] == pytest.approx(
        3.882856, abs=5e-7
    )
    memory = order_memory_problem(n=8)
    assert memory.lipschitz == pytest.approx(2.1616, abs=5e-5)
    assert memory.smoothness == pytest.approx(2.5, abs=1e-12)


def test_neighbours():
    problem = cosine_problem(d=2)
    first, second = problem.random_pair(np.random.default_rng(0), 5)
    assert (first.records != second.records).any(axis=1).tolist() == [True] + [False] * 4
    first, second = problem.extremal_pair(4, index=1)
    assert (first.records != second.records).any(axis=1).tolist() == [False, True, False, False]


def test_what_leaves_the_domain_is_named():
    with pytest.raises(DataError, match=r"records\[1\] = .* leaves the domain of 'linear'"):
        linear_problem(d=1, G=1.0).dataset([[1.0], [1.5]])
    with pytest.raises(DataError, match="a row of 3 numbers"):
        sigmoid_problem(d=2).dataset(np.zeros((2, 2)))
    with pytest.raises(ParameterError, match="start has shape"):
        SmoothProblem(
            name="none", loss=linear_problem(d=1).loss, start=np.zeros((1, 1)), lipschitz=1.0,
            smoothness=0.0,
        )  # fmt: skip
    with pytest.raises(ParameterError, match="lipschitz"):
        linear_problem(d=1, G=0.0)
