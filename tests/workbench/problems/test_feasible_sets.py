"""Feasible sets: closed forms against linear programs, enumeration and random points; ties."""

import numpy as np
import pytest
from scipy.optimize import minimize

from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import (
    AccountingCurator,
    NoiselessCurator,
    PairedCurator,
    TrustedCurator,
)
from workbench.privacy.queries.secrets import revealed
from workbench.problems import L1Ball, LpBall, Polytope, Simplex, VertexSet
from workbench.problems.norms import dual_exponent, power_norm
from workbench.problems.sign_instances import signed_means

RNG = np.random.default_rng(0)
CORNERS = RNG.standard_normal((7, 3))
VERTICES = [L1Ball(1, 2.0), L1Ball(4, 0.5), Simplex(1), Simplex(5), Polytope(CORNERS),
            Polytope([[2.0, 1.0]], p=1.0), Polytope(CORNERS, p=np.inf)]  # fmt: skip
BALLS = [LpBall(4, p, 3.0) for p in (1.01, 1.5, 2.0, 4.0)] + [LpBall(1, 1.5, 0.2)]


def gradients(feasible, count=50):
    """Random ones, whole numbers with ties, and zero."""
    d = feasible.dimension
    ties = RNG.integers(-1, 2, (count, d)).astype(float)
    return np.vstack([RNG.standard_normal((count, d)), ties, np.zeros((1, d))])


def inside(feasible, g, count=200):
    """Points of the set: mixtures of vertices, or scaled directions."""
    if isinstance(feasible, VertexSet):
        every = feasible.vertices(np.arange(feasible.size))
        return RNG.dirichlet(np.ones(feasible.size), count) @ every
    v = RNG.standard_normal((count, feasible.dimension))
    return v / feasible.norm(v)[:, None] * feasible.radius


@pytest.mark.parametrize("feasible", VERTICES + BALLS)
def test_minimisers_are_inside_and_no_point_is_below(feasible):
    g = gradients(feasible)
    best = feasible.minimise(g)
    assert best.shape == g.shape
    assert feasible.contains(best).all()
    value = (g * best).sum(axis=1)
    rivals = inside(feasible, g)
    assert feasible.contains(rivals).all()
    assert (g @ rivals.T >= value[:, None] - 1e-12).all()
    np.testing.assert_allclose(feasible.gap(g, best), 0, atol=1e-12)
    np.testing.assert_allclose(
        feasible.gap(g, rivals[: len(g)]), (g * (rivals[: len(g)] - best)).sum(axis=1), atol=1e-12
    )
    assert feasible.contains(feasible.start[None]).all()
    assert (feasible.norm(best) <= feasible.radius * (1 + 1e-14)).all()


@pytest.mark.parametrize("feasible", VERTICES)
def test_scores_are_products_with_the_vertices(feasible):
    g = gradients(feasible)
    every = feasible.vertices(np.arange(feasible.size))
    np.testing.assert_allclose(feasible.scores(g), g @ every.T, atol=1e-14)
    assert feasible.norm(every).max() == pytest.approx(feasible.radius)
    far = 1.001 * every[:1] + 0.001 * np.sign(every[:1])
    assert not feasible.contains(far).any()


def test_no_point_of_a_polytope_is_longer_than_its_radius():
    """By however little: the linear program alone would not notice."""
    for p in (1.0, 2.0, np.inf):
        triangle = Polytope([[1, 0], [0, 1], [-0.5, -0.5]], p=p)
        assert triangle.contains(np.array([[1.0, 0.0], [0.5, 0.5]])).all()
        assert not triangle.contains(np.array([[1 + 1e-12, 0.0]])).any()


@pytest.mark.parametrize("feasible", BALLS)
def test_minimisers_of_balls_agree_with_a_solver(feasible):
    for g in gradients(feasible, 3):
        reached = (g * feasible.minimise(g[None])[0]).sum()
        assert reached == pytest.approx(-feasible.radius * feasible.dual_norm(g[None])[0])
        if feasible.p in {1.5, 2.0} and feasible.dimension > 1:
            found = minimize(
                lambda v, g=g: g @ v,
                np.full(feasible.dimension, 0.1),
                constraints={
                    "type": "ineq",
                    "fun": lambda v: feasible.radius - feasible.norm(v[None])[0],
                },
            )
            assert found.fun == pytest.approx(reached, abs=1e-4)
    assert not feasible.contains(1.001 * feasible.minimise(np.ones((1, feasible.dimension)))).any()


@pytest.mark.parametrize("p", [1.0, 1.3, 2.0, 7.0, np.inf])
def test_norms_and_their_duals(p):
    v, w = RNG.standard_normal((2, 30, 4))
    np.testing.assert_allclose(power_norm(v, p), np.linalg.norm(v, ord=p, axis=1))
    pairing = np.abs((v * w).sum(axis=1))
    assert (pairing <= power_norm(v, p) * power_norm(w, dual_exponent(p)) * (1 + 1e-12)).all()
    for tiny in (0.0, 1e-200, 1e200):
        assert power_norm(np.full((1, 4), tiny), p)[0] == pytest.approx(tiny * 4 ** (1 / p))


@pytest.mark.parametrize(
    "feasible", [L1Ball(2, 0.5), Simplex(2), Polytope([[1, 2], [3, 4], [0, 1]])]
)
def test_scores_of_a_secret_are_those_of_its_value_and_of_its_difference(feasible):
    problem = signed_means(means=[0.3, 0.1]).problem
    data = problem.sample(RNG, 6)
    other = data.replace(2, [*(-data.records[2, :2]), 0.0])
    query = problem.mean_gradient(RNG.standard_normal((3, 2)))
    curator = PairedCurator(data, other, RNG)
    (value, move), error, _ = revealed(feasible.scores(curator.secret(query)), curator)
    one, two = (query.evaluate_mean(d.records[None]) for d in (data, other))
    np.testing.assert_allclose(value, feasible.scores(one), atol=1e-14)
    np.testing.assert_allclose(move, feasible.scores(two - one), atol=1e-14)
    assert (error < 1e-12).all()
    account = AccountingCurator(n=6)
    scores = feasible.scores(account.secret(query, rows=[1, 4]))
    assert scores.shape == (3, feasible.size)
    assert revealed(scores, account)[2].tolist() == [False, True, False, False, True, False]
    noiseless = NoiselessCurator(data)
    assert noiseless.noisy_max(
        feasible.scores(noiseless.secret(query)), scale=1.0, sensitivity=1.0
    ).tolist() == feasible.scores(one).argmax(axis=1).tolist()  # fmt: skip


def test_columns_of_different_runs_are_not_joined():
    problem = signed_means(means=[0.3, 0.1]).problem
    data = problem.sample(RNG, 6)
    first, second = (TrustedCurator(data, RNG) for _ in range(2))
    one, two = (c.secret(problem.mean_gradient(np.zeros((3, 2)))) for c in (first, second))
    with pytest.raises(PrivacyError, match="belongs to another curator"):
        one.beside(two)
    with pytest.raises(PrivacyError, match="other trials"):
        one.beside(first.secret(problem.mean_gradient(np.zeros((2, 2)))))
    joined = one.beside(one)
    assert joined.shape == (3, 4)


def test_a_large_ball_is_fast():
    ball, g = L1Ball(10**6, 1.0), RNG.standard_normal((1, 10**6))
    assert ball.gap(g, ball.minimise(g))[0] == 0


REFUSED = [
    (lambda: L1Ball(0, 1.0), "dimension = 0 is below 1"),
    (lambda: L1Ball(1, 0.0), "radius = 0.0 is not positive"),
    (lambda: Simplex(0), "dimension = 0"),
    (lambda: LpBall(2, 1.0, 1.0), r"p = 1.0 is outside \(1, inf\)"),
    (lambda: LpBall(2, 2.0, np.inf), "radius = inf"),
    (lambda: Polytope([1.0, 2.0]), r"corners has shape \(2,\)"),
    (lambda: Polytope([[1.0, np.nan]]), "finite vertices"),
    (lambda: Polytope([[1.0]], p=0.5), "p = 0.5 is below 1"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()
