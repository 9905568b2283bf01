"""Saddle points on two simplices: closed forms, the best responses, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from workbench.errors import ParameterError, SolverError
from workbench.solvers import reference
from workbench.solvers.reference import saddle_point, simplex_saddle


def random_saddle(seed: int, n: int, m: int, kind: str):
    rng = np.random.default_rng(seed)
    size = 10.0 ** rng.integers(-3, 4)
    parts = {}
    for key, k in (("Q", n), ("R", m)):
        if key in kind:
            root = rng.standard_normal((k, max(1, k // 2)))
            parts[key] = size * (root @ root.T) / k
    for key, k in (("b", n), ("c", m)):
        if key in kind:
            parts[key] = size * rng.standard_normal(k)
    return simplex_saddle(size * rng.standard_normal((n, m)), **parts)


KINDS = ["", "bc", "Q", "R", "QR", "QRbc"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 4), (5, 1), (3, 4), (30, 20)])
def test_the_gap_is_that_of_the_best_responses(n: int, m: int, kind: str) -> None:
    """Recomputed here by another method: best responses over vertices, and by descent."""
    problem = random_saddle(n + 7 * m, n, m, kind)
    point = saddle_point(problem)
    for z in (point.x, point.y):
        assert (z >= 0).all()
        assert abs(z.sum() - 1) < 1e-12
    assert 0 < point.gap <= 1e-8 * problem.size
    f = problem.value
    best = best_response(lambda y: -f(point.x, y), m)
    worst = best_response(lambda x: f(x, point.y), n)
    assert -best - worst <= point.gap  # no response found does better than the bound
    assert point.value == pytest.approx(f(point.x, point.y))


def best_response(cost, k: int) -> float:
    """Least cost over vertices, and over descents of a softmax parametrisation."""

    def inside(v: np.ndarray) -> float:
        weights = np.exp(v - v.max())
        return cost(weights / weights.sum())

    descents = [minimize(inside, np.zeros(k), options={"maxiter": 50}).fun] if k > 1 else []
    return min([*(cost(row) for row in np.eye(k)), *descents])


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 6), st.sampled_from(KINDS))
def test_the_bound_on_the_gap_holds_at_any_point(seed: int, n: int, m: int, kind: str) -> None:
    problem = random_saddle(seed, n, m, kind)
    rng = np.random.default_rng(seed)
    x, y = rng.dirichlet(np.ones(n)), rng.dirichlet(np.ones(m))
    others = zip(rng.dirichlet(np.ones(n), 200), rng.dirichlet(np.ones(m), 200), strict=True)
    for other_x, other_y in others:
        assert problem.value(x, other_y) - problem.value(other_x, y) <= problem.gap(x, y)


def test_a_matrix_game_has_its_known_value() -> None:
    """[[3, -1], [-2, 4]]: value 1, x = (3/5, 2/5), y = (1/2, 1/2)."""
    point = saddle_point(simplex_saddle([[3, -1], [-2, 4]]))
    assert point.value == pytest.approx(1, abs=1e-12)
    assert point.x == pytest.approx([3 / 5, 2 / 5], abs=1e-12)
    assert point.y == pytest.approx([1 / 2, 1 / 2], abs=1e-12)


def test_a_quadratic_saddle_point_has_its_known_answer() -> None:
    """A = 0: x minimises x^T diag(q) x / 2, that is x ~ 1/q; and y likewise."""
    q, r = np.array([1.0, 2.0, 4.0]), np.array([3.0, 1.0])
    point = saddle_point(simplex_saddle(np.zeros((3, 2)), Q=np.diag(q), R=np.diag(r)))
    assert point.x == pytest.approx((1 / q) / (1 / q).sum(), abs=1e-8)
    assert point.y == pytest.approx((1 / r) / (1 / r).sum(), abs=1e-8)
    assert point.value == pytest.approx(1 / (2 * (1 / q).sum()) - 1 / (2 * (1 / r).sum()))


@pytest.mark.parametrize("factor", [1e-6, 1.0, 1e6])
def test_the_unit_of_the_payoffs_does_not_matter(factor: float) -> None:
    payoff = np.array([[0, 2, -1], [-2, 0, 1], [1, -1, 0]])
    point = saddle_point(simplex_saddle(factor * payoff))
    assert point.x == pytest.approx([1 / 4, 1 / 4, 1 / 2], abs=1e-9)
    assert point.gap < 1e-9 * factor


def test_all_payoffs_equal_to_zero_is_a_game_too() -> None:
    assert saddle_point(simplex_saddle([[0.0, 0.0]])).value == 0


@pytest.mark.parametrize("kind", ["", "QR"])
def test_a_wrong_answer_of_the_solver_is_caught(kind: str, monkeypatch) -> None:
    problem = random_saddle(3, 4, 3, kind)
    name = "_quadratic" if kind else "_linear"
    right = getattr(reference, name)

    def wrong(problem):
        x, y = right(problem)
        return x + np.eye(len(x))[0] / 100, y

    monkeypatch.setattr(reference, name, wrong)
    with pytest.raises(SolverError, match=r"instance 'game': gap .* wanted"):
        saddle_point(problem)
    monkeypatch.setattr(reference, name, lambda problem: (np.full(4, np.nan), np.ones(3)))
    with pytest.raises(SolverError, match="returned no point"):
        saddle_point(problem)


@pytest.mark.parametrize(
    ("payoff", "parts", "message"),
    [
        ([1, 2], {}, r"A = of shape \(2,\) is not a matrix"),
        ([[]], {}, "is not a matrix"),
        ([[1, np.inf]], {}, "A = given has an entry that is not finite"),
        ([[1, 2]], {"b": [np.nan]}, "b = given has an entry"),
        ([[1, 2]], {"c": [1]}, r"c = an array of shape \(1,\) does not fit A"),
        ([[1, 2]], {"R": [[1, 2], [0, 1]]}, "R = given is not symmetric"),
        ([[1, 2]], {"Q": [[-1]]}, "Q = given has the eigenvalue -1"),
    ],
)
def test_data_of_no_saddle_point_are_refused(payoff, parts, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        simplex_saddle(payoff, **parts)


def test_an_accuracy_of_nothing_is_refused() -> None:
    with pytest.raises(ParameterError, match="accuracy = 0 is outside"):
        saddle_point(simplex_saddle([[1.0]]), accuracy=0)
