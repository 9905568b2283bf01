"""Problems on l_p balls: constants against random points, populations against enumeration."""

import itertools

import numpy as np
import pytest

from workbench.errors import DataError, ParameterError
from workbench.problems.ball_instances import (
    least_squares,
    linear_means,
    phase_retrieval,
    quadratic_means,
    ripple,
    sigmoid_regression,
)
from workbench.problems.ball_problems import BallProblem

PROBLEMS = [
    least_squares(5, 1.5),
    least_squares(1, 1.05),
    least_squares(4, 2.0, radius=2.0, noise=0.0),
    quadratic_means(4),
    quadratic_means(1, m=1.0),
    sigmoid_regression(5, 1.25),
    phase_retrieval(3, noise=0.2),
    phase_retrieval(1),
    linear_means(4, 1.5),
    ripple(peak=0.3, L=2.0),
]
by_name = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: f"{p.name} {p.dimension}")


def inside(problem, rng, count):
    x = rng.standard_normal((count, problem.dimension))
    x *= (problem.ball.radius * rng.random((count, 1))) / problem.ball.norm(x)[:, None]
    return x


@by_name
def test_constants_are_never_exceeded(problem):
    rng = np.random.default_rng(0)
    x, y = inside(problem, rng, 40), inside(problem, rng, 40)
    records = problem.sample(rng, 300).records[None]
    old, new = problem.loss.opposites()
    records = np.concatenate([records, old[None, None], new[None, None]], axis=1)
    norm = problem.ball.dual_norm
    here = problem.loss.gradient(x[:, None], records)
    there = problem.loss.gradient(y[:, None], records)
    shape = (-1, problem.dimension)
    assert norm(here.reshape(shape)).max() <= problem.lipschitz
    if problem.smoothness < np.inf:
        moved = norm((here - there).reshape(shape)).reshape(40, -1).max(axis=1)
        assert (moved <= problem.smoothness * problem.ball.norm(x - y) + 1e-14).all()
    lengths = np.sqrt((here**2).sum(axis=-1))
    assert lengths.max() <= problem.euclidean[0]


@by_name
def test_slopes_are_derivatives(problem):
    rng = np.random.default_rng(1)
    x, step = inside(problem, rng, 6), 1e-6
    records = problem.sample(rng, 5).records[None]
    for j in range(problem.dimension):
        up, down = x.copy(), x.copy()
        up[:, j] += step
        down[:, j] -= step
        for f, g in (
            (problem.loss.risk, problem.loss.slope(x)[:, j]),
            (lambda w: problem.loss.value(w[:, None], records),
             problem.loss.gradient(x[:, None], records)[..., j]),
        ):  # fmt: skip
            np.testing.assert_allclose((f(up) - f(down)) / (2 * step), g, atol=1e-7)


@pytest.mark.parametrize("p", [1.25, 2.0])
def test_the_population_of_least_squares_is_the_mean_over_all_signs(p):
    problem = least_squares(3, p, noise=0.5)
    rows = []
    for signs in itertools.product([-1.0, 1.0], repeat=4):
        a = problem.loss.size * np.array(signs[:3])
        rows.append(np.append(a, a @ problem.loss.w + 0.5 * signs[3]))
    x = inside(problem, np.random.default_rng(2), 7)
    data = problem.dataset(rows)
    np.testing.assert_allclose(problem.base.objective(x, data), problem.loss.risk(x), atol=1e-14)
    np.testing.assert_allclose(problem.base.full_gradient(x, data), problem.loss.slope(x),
                               atol=1e-14)  # fmt: skip
    assert problem.excess(problem.loss.w[None])[0] == pytest.approx(0, abs=1e-15)


def test_the_other_populations_by_their_means():
    """Closed forms against draws, 6 standard errors."""
    rng = np.random.default_rng(3)
    for problem in (quadratic_means(3), linear_means(3, 1.5), phase_retrieval(2, noise=0.1)):
        x = inside(problem, rng, 3)
        drawn = problem.loss.value(x[:, None], problem.sample(rng, 20_000).records[None])
        error = 6 * drawn.std(axis=1) / np.sqrt(20_000)
        assert (np.abs(drawn.mean(axis=1) - problem.loss.risk(x)) <= error + 1e-12).all()


def test_optima_are_optimal():
    rng = np.random.default_rng(4)
    centre = quadratic_means(4, m=0.5)
    assert centre.excess(np.full((1, 4), 0.25))[0] == pytest.approx(0)
    line = linear_means(4, 1.5, radius=2.0)
    best = line.ball.minimise(line.loss.slope(np.zeros((1, 4))))
    assert line.excess(best)[0] == pytest.approx(0)
    phase = phase_retrieval(3)
    w = np.full((1, 3), 0.6 / np.sqrt(3))
    np.testing.assert_allclose(phase.excess(np.vstack([w, -w])), 0, atol=1e-15)
    for problem in (centre, line, phase):
        assert problem.excess(inside(problem, rng, 200)).min() >= 0


@by_name
def test_losses_are_weakly_convex_with_the_declared_modulus(problem):
    """A loss plus weak_convexity |x|^2 / 2 is midpoint convex, for every record."""
    rng = np.random.default_rng(8)
    x, y = inside(problem, rng, 200), inside(problem, rng, 200)
    records = problem.sample(rng, 40).records
    records = np.concatenate([records, np.stack(problem.loss.opposites())])[None]

    def bent(w):
        values = problem.loss.value(w[:, None], records)
        return values + problem.weak_convexity / 2 * (w**2).sum(axis=1)[:, None]

    assert ((bent(x) + bent(y)) / 2 - bent((x + y) / 2)).min() >= -1e-13


@pytest.mark.parametrize(
    ("problem", "record", "less"),
    [(phase_retrieval(1), [1.0, 0.36], 1.9), (ripple(), [1.0], 0.9),
     (sigmoid_regression(1, 2.0), [1.0, 1.0], 0.05)],
)  # fmt: skip
def test_with_less_than_the_modulus_they_are_not(problem, record, less):
    """Nor is the sigmoid loss, whose modulus is a bound."""
    rng = np.random.default_rng(5)
    x, y = inside(problem, rng, 300), inside(problem, rng, 300)
    record = np.array([[record]])

    def bent(w, rho):
        return problem.loss.value(w[:, None], record)[:, 0] + rho / 2 * (w**2).sum(axis=1)

    def gap(rho):
        return (bent(x, rho) + bent(y, rho)) / 2 - bent((x + y) / 2, rho)

    assert gap(problem.weak_convexity).min() >= -1e-15
    assert gap(less).min() < 0


def test_the_frank_wolfe_gap_bounds_the_error_of_convex_problems():
    problem = least_squares(4, 1.5)
    x = inside(problem, np.random.default_rng(6), 50)
    assert (problem.gap(x) >= problem.excess(x)).all()


def test_extremal_pairs_point_apart():
    problem = linear_means(3, 1.5)
    first, second = problem.extremal_pair(5, index=2)
    moved = first.records[2] - second.records[2]
    assert problem.ball.dual_norm(moved[None])[0] == pytest.approx(2 * problem.lipschitz)
    wave = ripple(peak=0.25)
    assert wave.loss.gradient(np.array([[[0.25]]]), np.array([[[1.0]]]))[0, 0, 0] == 1


REFUSED = [
    (lambda: least_squares(2, 1.5, w=[1.0, 1.0]), "is not in the ball of radius 1"),
    (lambda: least_squares(2, 1.5, w=[1.0]), "is not in the ball"),
    (lambda: least_squares(2, 1.5, noise=-1.0), "noise = -1.0 is negative"),
    (lambda: quadratic_means(2, m=2.0), r"m = 2.0 is outside \[0, min\(1, D\)\]"),
    (lambda: phase_retrieval(2, noise=-1.0), "noise = -1.0 is negative"),
    (lambda: linear_means(2, 1.5, m=1.5), r"m = 1.5 is outside \[0, 1\]"),
    (lambda: linear_means(2, 1.0), r"p = 1.0 is outside \(1, inf\)"),
    (lambda: changed(start=np.array([2.0, 0.0])), "is not a point of the ball"),
    (lambda: changed(start=np.zeros(3)), "is not a point of the ball"),
    (lambda: changed(lipschitz=0.0), "lipschitz = 0.0 is not positive"),
    (lambda: changed(smoothness=-1.0), "smoothness = -1.0 is negative"),
]


def changed(**new):
    good = quadratic_means(2)
    old = {name: getattr(good, name) for name in BallProblem.__dataclass_fields__}
    return BallProblem(**(old | new))


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()


@pytest.mark.parametrize(
    ("problem", "record"),
    [
        (least_squares(2, 2.0), [0.7, 0.7, 0.0]),
        (least_squares(1, 2.0), [1.0, 1.5]),
        (quadratic_means(2), [1.0, 0.1]),
        (sigmoid_regression(1, 2.0), [1.0, 0.5]),
        (phase_retrieval(2), [1.0, 0.0, -0.1]),
        (phase_retrieval(2), [1.0, 0.0, 1.1]),
        (linear_means(1, 2.0), [0.9]),
        (ripple(), [0.0]),
    ],
)
def test_records_outside_the_domain_are_refused(problem, record):
    with pytest.raises(DataError, match="leaves the domain"):
        problem.dataset([record])


def test_floors_are_below():
    data = np.array([[1.0, 0.0, 0.2]])
    assert phase_retrieval(2).loss.floor(data) == 0
    assert linear_means(2, 2.0).loss.floor(data) == -np.inf
    assert ripple().loss.floor(np.array([[1.0]])) <= 0
    for problem in (least_squares(2, 2.0), quadratic_means(2), sigmoid_regression(2, 2.0)):
        assert problem.loss.floor(data) == 0
