"""Saddle problems on simplices: derivatives, constants, gaps, reference values, refusals."""

import numpy as np
import pytest
from scipy.optimize import linprog

from workbench.errors import DataError, ParameterError, SolverError
from workbench.problems import (
    SOFTPLUS_LOSS,
    SQUARE_LOSS,
    SQUARED_HINGE_LOSS,
    Ridge,
    best_responses,
    composite_problem,
    group_problem,
)
from workbench.problems import saddle_instances as instances
from workbench.problems.linear_saddle import LinearSaddle, planted
from workbench.solvers.composite import (
    SOFTPLUS,
    SQUARE,
    SQUARED_HINGE,
    composite_saddle,
    composite_saddle_point,
    losses,
)
from workbench.solvers.reference import saddle_point, simplex_saddle

KNOWN = [
    instances.pennies,
    instances.rock_paper_scissors,
    instances.rational_game,
    instances.cosine_game,
    instances.quadratic_game,
    instances.softplus_saddle,
    instances.group_losses,
    instances.least_squares,
    instances.squared_hinge,
]


def square_norm():
    return instances.square_norm(4)


KNOWN.append(square_norm)
every_instance = pytest.mark.parametrize("make", KNOWN, ids=lambda make: make.__name__)


def inside(problem, rng, trials=200):
    """Random points, vertices among them."""
    x = rng.dirichlet(np.full(problem.dx, 0.3), trials)
    y = rng.dirichlet(np.full(problem.dy, 0.3), trials)
    x[: trials // 4] = np.eye(problem.dx)[rng.integers(problem.dx, size=trials // 4)]
    y[: trials // 4] = np.eye(problem.dy)[rng.integers(problem.dy, size=trials // 4)]
    return x, y


def gradient(problem, z, atom):
    weights = np.eye(problem.atoms)[[atom]]
    x, y = problem.split(z)
    return np.hstack([problem.mean_x(weights, x, y), problem.mean_y(weights, x, y)])


@every_instance
def test_gradients_are_derivatives_of_the_value(make):
    problem, rng = make().problem, np.random.default_rng(0)
    z = np.hstack(inside(problem, rng, 20))
    for atom in range(problem.atoms):
        weights, slopes = np.eye(problem.atoms)[[atom]], gradient(problem, z, atom)
        for i, e in enumerate(1e-5 * np.eye(problem.dx + problem.dy)):
            up, down = (problem.value(weights, *problem.split(z + s * e)) for s in (1, -1))
            np.testing.assert_allclose((up - down) / 2e-5, slopes[:, i], atol=1e-7)


@every_instance
def test_no_derivative_is_larger_than_its_constant(make):
    """Entries of gradient, Hessian and third derivatives at random points, by differences."""
    problem, rng = make().problem, np.random.default_rng(1)
    z = np.hstack(inside(problem, rng, 40))
    d, h, room = problem.dx + problem.dy, 1e-4, 1e-6
    steps = h * np.eye(d)
    for atom in range(problem.atoms):
        slopes = gradient(problem, z, atom)
        assert np.abs(slopes).max() <= problem.L0 + room
        moved = {(s, i): gradient(problem, z + s * steps[i], atom) for i in range(d)
                 for s in (1, -1)}  # fmt: skip
        hessian = np.stack([(moved[1, i] - moved[-1, i]) / (2 * h) for i in range(d)], axis=1)
        xx, yy = hessian[:, : problem.dx, : problem.dx], hessian[:, problem.dx :, problem.dx :]
        assert np.abs(xx).max() <= problem.Lxx + room
        assert np.abs(yy).max(initial=0) <= problem.Lyy + room
        assert np.abs(hessian).max() <= problem.L1 + room
        third = [(moved[1, i] - 2 * slopes + moved[-1, i]) / h**2 for i in range(d)]
        assert np.abs(third).max() <= problem.L2 + 1e-3  # second differences of size 1e-16 / h^2


@every_instance
def test_constants_are_attained(make):
    """At vertices for L0 of games and losses; no constant is more than a tenth too large."""
    problem = make().problem
    z = np.array([np.hstack(p) for p in [
        (a, b) for a in np.eye(problem.dx) for b in np.eye(problem.dy)]])  # fmt: skip
    largest = max(np.abs(gradient(problem, z, k)).max() for k in range(problem.atoms))
    assert 0.9 * problem.L0 <= largest <= problem.L0 * (1 + 1e-12)


@every_instance
def test_queries_agree_with_each_other(make):
    problem, rng = make().problem, np.random.default_rng(2)
    z = np.hstack(inside(problem, rng, 5))
    data = problem.sample(rng, 7)
    rows = rng.integers(7, size=(5, 4))
    for query, width in ((problem.gradient_x(z), problem.dx), (problem.gradient_y(z), problem.dy)):
        assert query.shape == (5, width)
        values = query.evaluate_values(data.records[None])
        np.testing.assert_allclose(query.evaluate_mean(data.records[None]), values.mean(axis=1))
        own = data.records[rows]
        np.testing.assert_allclose(
            query.evaluate_mean(own), query.evaluate_values(own).mean(axis=1), atol=1e-14
        )
        np.testing.assert_allclose(query.block(slice(1, 3)).evaluate_mean(own[1:3]),
                                   query.evaluate_mean(own)[1:3], atol=1e-15)  # fmt: skip
        change = query.evaluate_difference(data.records[0], data.records[1])
        np.testing.assert_allclose(change, values[:, 1] - values[:, 0], atol=1e-14)
        assert np.abs(change).max() <= problem.spread * (1 + 1e-12)


@every_instance
def test_uniform_pairs_have_their_known_gap(make):
    instance = make()
    problem = instance.problem
    x, y = np.full((1, problem.dx), 1 / problem.dx), np.full((1, problem.dy), 1 / problem.dy)
    gaps = problem.gaps(x, y)
    assert 0 <= gaps.upper - gaps.lower <= 2e-9 * problem.L0
    if instance.uniform_gap is not None:
        assert gaps.upper[0] == pytest.approx(instance.uniform_gap, abs=1e-8)


def test_reference_solvers_find_the_known_values():
    for make in (instances.pennies, instances.rock_paper_scissors, instances.rational_game,
                 instances.cosine_game, instances.quadratic_game):  # fmt: skip
        problem, value = make().problem, make().value
        found = saddle_point(simplex_saddle(problem.payoffs.mean(axis=0), Q=problem.Q, R=problem.R))
        assert found.value == pytest.approx(value, abs=1e-9)
        assert problem.gaps(found.x[None], found.y[None]).upper[0] <= 1e-8


@pytest.mark.parametrize(
    ("make", "left", "right"),
    [
        (instances.softplus_saddle, SOFTPLUS, SOFTPLUS),
        (instances.least_squares, SQUARE, SQUARE),
        (instances.squared_hinge, SQUARED_HINGE, SQUARE),
    ],
)
def test_the_conjugate_program_finds_the_known_values(make, left, right):
    problem, value = make().problem, make().value
    found = composite_saddle_point(
        composite_saddle(
            problem.payoffs[0],
            left=losses(left, problem.left.features, offsets=problem.left.offsets),
            right=losses(right, problem.right.features, offsets=problem.right.offsets),
        )
    )
    assert found.value == pytest.approx(value, abs=1e-9)
    assert problem.gaps(found.x[None], found.y[None]).upper[0] <= 1e-7


def test_group_losses_have_their_known_saddle_point():
    """At y = (.59601, .33215, 0, .07184) the best x leaves the value; no group is above it."""
    instance = instances.group_losses()
    problem, y = instance.problem, np.array([[0.59601, 0.33215, 0.0, 0.07184]])
    x = np.full((1, 6), 1 / 6)
    for _ in range(4000):  # plain exponentiated gradient: another method than the problem's own
        x = x * np.exp(-2.0 * problem.mean_x(problem.uniform, x, y))
        x /= x.sum()
    value = problem.value(problem.uniform, x, y)[0]
    assert value == pytest.approx(instance.value, abs=1e-6)
    assert problem.gaps(x, y).upper[0] < 1e-3


def test_the_gap_of_a_game_is_that_of_linear_programs():
    problem = instances.random_game(np.random.default_rng(3), dx=4, dy=5)
    rng = np.random.default_rng(4)
    x, y = rng.dirichlet(np.ones(4), 3), rng.dirichlet(np.ones(5), 3)
    A = problem.payoffs.mean(axis=0)
    for k in range(3):
        best = -linprog(-(A.T @ x[k]), A_eq=np.ones((1, 5)), b_eq=[1]).fun
        least = linprog(A @ y[k], A_eq=np.ones((1, 4)), b_eq=[1]).fun
        assert problem.gaps(x, y).lower[k] == pytest.approx(best - least)


def test_sparse_points_give_the_same_answers():
    problem = instances.random_game(np.random.default_rng(3), dx=300, dy=40)
    rng = np.random.default_rng(5)
    x = np.eye(300)[rng.integers(300, size=20)]
    y = rng.dirichlet(np.ones(40), 20)
    dense = x @ problem.payoffs.mean(axis=0)
    np.testing.assert_allclose(problem.mean_y(problem.uniform, x, y), dense, atol=1e-13)


def test_the_bracket_of_a_gap_can_be_too_narrow_to_reach(monkeypatch):
    monkeypatch.setattr(best_responses, "ITERATIONS", 2)
    problem = instances.softplus_saddle().problem
    with pytest.raises(SolverError, match=r"bracket .* wanted"):
        problem.gaps(np.eye(8)[:1], np.eye(6)[:1])


FLAT = np.zeros((2, 2))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: composite_problem([1.0, 2.0]), r"payoffs has shape \(2,\)"),
        (lambda: composite_problem([[np.inf]]), "payoffs = given has an entry that is not finite"),
        (lambda: composite_problem(FLAT, Q=-np.eye(2)), "Q = given has the eigenvalue -1: the pro"),
        (lambda: composite_problem(FLAT, R=-np.eye(2)), "R = given has the eigenvalue -1"),
        (lambda: composite_problem(FLAT, Q=[[0, 1], [0, 0]]), "Q = given is not symmetric"),
        (lambda: composite_problem(FLAT, b=np.ones(3)), r"b has shape \(3,\): it does not fit"),
        (lambda: composite_problem(np.zeros((2, 2, 2)), b=np.ones((3, 2))), "does not fit 3 atoms"),
        (lambda: group_problem(np.zeros((2, 3)), np.ones(2)), r"features has shape \(2, 3\)"),
        (lambda: group_problem(np.zeros((1, 1, 2)), [[0.0]]), "labels = given has an entry that"),
        (lambda: composite_problem(FLAT).gradient_x(np.zeros((1, 3))), r"points has shape \(1, 3"),
    ],
)
def test_what_is_no_saddle_problem_is_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()


@pytest.mark.parametrize("records", [[0, 2], [-1], [0.5], []])
def test_a_record_is_an_atom(records):
    problem = composite_problem(np.zeros((2, 2, 2)))
    with pytest.raises(DataError, match="not atoms of 'saddle'"):
        problem.dataset(records)


def test_losses_know_the_extremes_of_their_derivatives():
    t = np.linspace(-6, 6, 2401)
    h = 1e-3
    for loss in (SOFTPLUS_LOSS, SQUARE_LOSS, SQUARED_HINGE_LOSS):
        for low, high in ((-5.0, 4.0), (0.5, 3.0), (-3.0, -0.25), (-1.0, 0.0)):
            s = t[(t >= low + h) & (t <= high - h)]
            second = (loss.slope(s + h / 2) - loss.slope(s - h / 2)) / h
            least, most = loss.curvature(low, high)
            assert least - 1e-3 <= second.min()
            assert second.max() <= most + 1e-6
            if np.isfinite(loss.third(low, high)):
                third = (loss.slope(s + h) - 2 * loss.slope(s) + loss.slope(s - h)) / h**2
                assert np.abs(third).max() <= loss.third(low, high) + 1e-5


def test_a_squared_hinge_away_from_its_kink_is_second_order_smooth():
    away = Ridge(SQUARED_HINGE_LOSS, np.ones((1, 2)), np.array([3.0]))
    assert composite_problem(np.zeros((2, 1)), left=away).L2 == 0
    assert instances.squared_hinge().problem.L2 == np.inf


def test_linear_losses_agree_with_the_composite_problem():
    """Gradients, values, gaps and queries of the planted vertex, which stores no matrix."""
    rng, plain = np.random.default_rng(7), planted(5)
    full = composite_problem(np.zeros((5, 5)), b=plain.b, c=plain.c)
    x, y, w = rng.dirichlet(np.ones(5), 3), rng.dirichlet(np.ones(5), 3), plain.uniform
    for name in ("mean_x", "mean_y", "value"):
        one, other = (getattr(problem, name)(w, x, y) for problem in (plain, full))
        np.testing.assert_allclose(one, other, atol=1e-15)
    assert (plain.L0, plain.L1, plain.L2, plain.Lxx, plain.Lyy) == (full.L0, 0, 0, 0, 0)
    np.testing.assert_allclose(plain.gaps(x, y).upper, (2 - x[:, 0] - y[:, 0]) / 2)
    np.testing.assert_allclose(full.gaps(x, y).upper, plain.gaps(x, y).upper)
    records = plain.sample(rng, 9).records[None]
    points = np.hstack([x, y])
    for name in ("gradient_x", "gradient_y"):
        one, other = (getattr(problem, name)(points) for problem in (plain, full))
        np.testing.assert_allclose(one.evaluate_mean(records), other.evaluate_mean(records))
        np.testing.assert_allclose(one.evaluate_values(records), other.evaluate_values(records))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: planted(1), "size = 1 is below 2"),
        (lambda: LinearSaddle([1.0], [[1.0]]), r"b = given and c have shapes \(1,\), \(1, 1\)"),
        (lambda: LinearSaddle([[np.inf]], [[1.0]]), "or c has an entry that is not finite"),
    ],
)
def test_lines_that_make_no_sense_are_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()
