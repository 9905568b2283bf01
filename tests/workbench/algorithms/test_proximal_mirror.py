"""Proximal descent in l_p: naive loop, the price of leaving the ball, bounds, degenerate sizes."""

import dataclasses
import math

import numpy as np
import pytest

from workbench.algorithms.gradient.proximal_descent import NoisyProximalDescent
from workbench.algorithms.mirror.proximal_mirror_descent import NoisyProximalMirrorDescent, into
from workbench.algorithms.parts.norm_noise import NormNoise
from workbench.errors import DataError, ParameterError
from workbench.privacy import NoiselessCurator, TrustedCurator, ZCDPAccountant
from workbench.problems.ball_instances import least_squares, linear_means
from workbench.problems.ball_phase import WEAK, near_one, phase_in_norm
from workbench.problems.feasible_sets import LpBall


def grad(problem, x, records):
    """Mean gradient by a loop over the records, at one point."""
    each = [problem.loss.gradient(x[None, None], r[None, None])[0, 0] for r in records]
    return np.mean(each, axis=0)


def length(v, p):
    return float((np.abs(v) ** p).sum() ** (1 / p))


def slope(v, p):
    """Gradient of |v|_p."""
    return np.sign(v) * (np.abs(v) / (length(v, p) or 1.0)) ** (p - 1)


def rho_read(accountant):
    return max(one.rho for one in accountant.accountants(ZCDPAccountant))


@pytest.mark.parametrize("p", [1.25, 1.5, 2.0])
@pytest.mark.parametrize("make", [linear_means, phase_in_norm])
def test_the_method_is_its_naive_loop(make, p):
    x, q, weak = np.array([0.9, 0.1]), p / (p - 1), WEAK
    problem = dataclasses.replace(make(2, p), start=x)
    data = problem.sample(np.random.default_rng(1), 11)
    beta = 2.5 * weak / (p - 1)
    method = NoisyProximalMirrorDescent(T=2, K=9, beta=beta, weak=weak, sigma=1.0)
    R = min(problem.lipschitz / beta, 2.0)
    s = problem.lipschitz + (3 * beta + 5 * weak) * R / 2
    lam, left = beta - weak / (p - 1), 0
    for t in range(2):
        batch, theta, points = data.records[5 * t : 5 * t + 5], np.zeros(2), []
        for k in range(1, 10):
            y = x + length(theta, q) * slope(theta, q)
            out = length(y, p) > 1
            left += out
            points.append(y / max(1.0, length(y, p)))
            pull = grad(problem, points[-1], batch) + beta * theta + s * out * slope(y, p)
            theta = theta - 2 / (lam * (k + 1)) * pull
            theta = theta * min(1.0, R / length(theta, q))
        x = np.average(points, axis=0, weights=range(1, 10))
    found = method.run(problem, NoiselessCurator(data), trials=2, observe=problem.ball.norm,
                       rng=np.random.default_rng(0))  # fmt: skip
    assert left > 0 or make is phase_in_norm
    np.testing.assert_allclose(found.last, [x, x], atol=1e-12)
    assert found.trace.shape == (2, 2)
    assert found.chosen.shape == (2, 2)


@pytest.mark.parametrize("p", [1.2, 1.5, 2.0])
def test_the_penalty_pays_for_leaving_the_ball(p):
    """<g(z) + beta grad h(y) + s u, y - w> - (Phi(z) - Phi(w)) - lam D_h(w, y) >= 0."""
    problem, rng = phase_in_norm(3, p), np.random.default_rng(0)
    ball, size = problem.ball, 4000
    method = NoisyProximalMirrorDescent(T=1, K=1, beta=3 / (p - 1), weak=WEAK, sigma=1.0)
    R, lam = method.reach(problem), method.convexity(problem) / (p - 1)
    s = problem.lipschitz + (3 * method.beta + 5 * WEAK) * R / 2

    def around(centre, radius):
        v = rng.standard_normal((size, 3)) * rng.choice([0.01, 1.0], (size, 3))
        return centre + v / ball.norm(v)[:, None] * radius * rng.random((size, 1)) ** 0.2

    c = around(0.0, 1.0)
    y, w = around(c, R), around(c, R)
    y, w, c = (v[ball.norm(w) <= 1] for v in (y, w, c))
    z, u = into(y, ball)
    assert 0.05 < (u != 0).any(axis=1).mean() < 0.95
    np.testing.assert_allclose(ball.dual_norm(u)[u.any(axis=1)], 1.0)

    def h(v):
        return ball.norm(v - c) ** 2 / 2

    tilt = np.array([length(v, p) * slope(v, p) for v in y - c])
    product = ((problem.loss.slope(z) + method.beta * tilt + s * u) * (y - w)).sum(axis=1)
    apart = h(w) - h(y) - (tilt * (w - y)).sum(axis=1)
    objective = problem.loss.risk(z) - problem.loss.risk(w) + method.beta * (h(z) - h(w))
    assert (product - objective - lam * apart).min() >= -1e-12
    assert (ball.norm(z - y) <= ball.norm(y - c) + 1e-12).all()


@pytest.mark.parametrize(("p", "start"), [(1.3, (0.9, 0.0)), (1.5, (1.0, 0.0)), (2.0, (0.6, 0.8))])
def test_a_stage_without_noise_is_as_near_as_its_bound(p, start):
    """Linear losses that pull out of the ball: against the best of a grid, for several K."""
    problem = linear_means(2, p, m=1.0)
    c = np.array(start)
    problem = dataclasses.replace(problem, start=c)
    data = problem.sample(np.random.default_rng(0), 4)  # all alike
    beta = 2.0
    angle, r = np.meshgrid(np.linspace(0, 2 * np.pi, 4001), np.linspace(0, 1, 201))
    grid = np.stack([np.cos(angle).ravel(), np.sin(angle).ravel()], axis=1)
    grid = r.reshape(-1, 1) * np.sign(grid) * np.abs(grid) ** (2 / p)
    value = problem.loss.risk(grid) + beta / 2 * problem.ball.norm(grid - c) ** 2
    best = grid[value.argmin()]
    for K in (1, 30, 3000):
        method = NoisyProximalMirrorDescent(T=1, K=K, beta=beta, weak=0.0, sigma=1.0)
        last = method.run(problem, NoiselessCurator(data)).last
        missed = problem.ball.norm(last - best)[0] ** 2
        G = 2 * problem.lipschitz + 2.5 * beta * method.reach(problem)
        assert missed <= 4 * G**2 / (method.convexity(problem) ** 2 * (K + 1))
    assert missed < 1e-3


def test_at_p_two_it_is_the_euclidean_method():
    """As long as nothing is cut."""
    problem = linear_means(2, 2.0)
    data = problem.sample(np.random.default_rng(0), 30)
    here = NoisyProximalMirrorDescent(T=2, K=12, beta=3.0, weak=0.0, sigma=1.0)
    there = NoisyProximalDescent(T=2, K=12, beta=3.0, sigma=1.0)
    x, y = (method.run(problem, NoiselessCurator(data)).last for method in (here, there))
    np.testing.assert_allclose(x, y, atol=1e-14)
    assert here.convexity(problem) == there.convexity(problem)
    made = NoisyProximalMirrorDescent.calibrated(problem, n=30, T=2, K=12, rho=0.3)
    assert made.sigma == pytest.approx(
        NoisyProximalDescent.calibrated(problem, n=30, T=2, K=12, rho=0.3).sigma
    )


@pytest.mark.parametrize("kind", ["generalized", "gaussian"])
@pytest.mark.parametrize("p", [1.2, 1.5, 2.0])
def test_it_spends_its_budget_and_its_bound_has_the_optimal_order(kind, p):
    problem = phase_in_norm(3, p)
    for n, T, K in ((10, 1, 1), (400, 4, 30), (7, 7, 2)):
        made = NoisyProximalMirrorDescent.calibrated(
            problem, n=n, T=T, K=K, rho=0.5, weak=WEAK, kind=kind
        )
        assert 0.5 * (1 - 1e-11) < rho_read(made.cost(problem, n=n)) <= 0.5
        assert made.bound(problem, n=n, gap=1.0) > made.bound(problem, n=n, gap=1.0, noise=False)
    errors = [
        NoisyProximalMirrorDescent.calibrated(
            problem, n=m, T=1, K=m, rho=rho, weak=WEAK, kind=kind
        ).stage_error(problem, n=m)
        for m, rho in ((10**4, 1.0), (10**5, 1.0), (10**4, 1e-9), (10**5, 1e-9))
    ]
    assert errors[0] / errors[1] == pytest.approx(10, rel=0.05)  # 1/m with K = m steps
    assert errors[2] / errors[3] == pytest.approx(100, rel=0.05)  # d/(m^2 rho)


@pytest.mark.parametrize("kind", ["generalized", "gaussian"])
@pytest.mark.parametrize(("p", "d"), [(1.2, 4), (1.5, 20), (2.0, 3), (1.3, 1)])
def test_a_slope_with_noise_has_the_second_moment_of_the_bound(kind, p, d):
    """E |v + noise|_q^2 <= |v|_q^2 + (q-1) E |noise|_q^2, five standard errors."""
    made = NormNoise(LpBall(d, p, 1.0), kind)
    xi = made.law(1.0).sample(np.random.default_rng(0), (6000,))
    rng = np.random.default_rng(1)
    one = d if kind == "generalized" else made.square
    for size in (0.1, 1.0, 10.0):
        v = size * rng.standard_normal(d)
        squares = made.ball.dual_norm(v + xi) ** 2
        most = made.ball.dual_norm(v[None])[0] ** 2 + made.regularity * one
        assert squares.mean() <= most + 5 * squares.std() / math.sqrt(6000)


def test_the_weak_convexity_in_the_norm_is_below_that_in_l2():
    """f(u) - f(x) - <g, u - x> >= -rho_w |u - x|^2/2, and phase retrieval comes near it in l_p."""
    problem, rng = phase_in_norm(5, 1.25, atoms=200), np.random.default_rng(0)
    x = rng.standard_normal((2000, 1, 5)) * 0.2
    u = x + rng.standard_normal(x.shape) * rng.choice([0.01, 0.3], (2000, 1, 1))
    a = np.ones((2000, 1, 1)) * problem.loss.pool[rng.integers(200, size=(2000, 1))]
    u[:500] = x[:500] + 0.1 * np.sign(a[:500, :, :-1]) * np.abs(a[:500, :, :-1]) ** 4  # q - 1
    loss = problem.loss
    bend = loss.value(u, a) - loss.value(x, a)
    bend -= (loss.gradient(x, a) * (u - x)).sum(axis=-1)
    for p, weak in ((1.25, WEAK), (2.0, problem.weak_convexity)):
        ratio = -2 * bend / LpBall(5, p, 1.0).norm(u - x) ** 2
        assert ratio.max() <= weak * (1 + 1e-9)
        if p < 2:
            assert ratio.max() > 0.99 * weak
    assert problem.weak_convexity == pytest.approx(2 * 5**0.6)
    assert loss.outside(problem.loss.draw(rng, 50)).sum() == 0
    assert (problem.ball.dual_norm(loss.gradient(x, a)[:, 0]) <= 2 * problem.ball.norm(x[:, 0])
            * (1 + 1e-12)).all()  # fmt: skip
    with pytest.raises(DataError):
        problem.dataset([[1.0, 1.0, 0.0, 0.0, 0.0, 0.5]])


@pytest.mark.parametrize(("d", "p"), [(1, 1.3), (1, 2.0), (2, 1.01), (300, near_one(300))])
def test_one_variable_one_step_and_exponents_near_one(d, p):
    problem = phase_in_norm(d, p)
    made = NoisyProximalMirrorDescent.calibrated(problem, n=1, T=1, K=1, rho=1.0, weak=WEAK)
    data = problem.sample(np.random.default_rng(0), 1)
    x = made.run(problem, TrustedCurator(data, np.random.default_rng(1)), trials=3).last
    assert problem.ball.contains(x).all()
    assert np.isfinite(made.bound(problem, n=1, gap=1.0))
    many = NoisyProximalMirrorDescent.calibrated(problem, n=40, T=3, K=8, rho=1.0, weak=WEAK)
    data = problem.sample(np.random.default_rng(0), 40)
    x = many.run(problem, TrustedCurator(data, np.random.default_rng(1)), trials=3).last
    assert problem.ball.contains(x).all()
    assert np.isfinite(x).all()
    if d == 1:
        assert made.beta == 2 * WEAK
        assert made.convexity(problem) == pytest.approx(WEAK)


def test_defaults():
    problem = phase_in_norm(4, 1.5)
    made = NoisyProximalMirrorDescent.calibrated(problem, n=8, T=2, K=3, rho=1.0)
    assert made.weak == problem.weak_convexity
    assert made.convexity(problem) == pytest.approx(made.weak)
    flat = NoisyProximalMirrorDescent.calibrated(linear_means(2, 1.5), n=4, T=1, K=1, rho=1.0)
    assert (flat.beta, flat.weak) == (1.0, 0.0)


PHASE = phase_in_norm(2, 1.5)
CURATOR = NoiselessCurator(PHASE.sample(np.random.default_rng(0), 4))
PARAMETERS = {"T": 1, "K": 1, "beta": 9.0, "weak": WEAK, "sigma": 1.0}


def method(**changed):
    return NoisyProximalMirrorDescent(**(PARAMETERS | changed))


REFUSED = [
    (lambda: method(T=0), "T = 0 is below 1"),
    (lambda: method(K=0), "K = 0 is below 1"),
    (lambda: method(beta=0.0), "beta = 0.0 is not"),
    (lambda: method(sigma=-1.0), "sigma = -1.0 is not"),
    (lambda: method(weak=-1.0), "weak = -1.0 is negative"),
    (lambda: method(beta=4.0).run(PHASE, CURATOR), "beta = 4.0 is not above rho_w"),
    (lambda: method(T=9).run(PHASE, CURATOR), "n = 4 is below T = 9"),
    (lambda: method().run(PHASE, CURATOR, trials=0), "trials = 0 is below 1"),
    (lambda: method(kind="laplace").run(PHASE, CURATOR), "kind = 'laplace' is unknown"),
    (lambda: method().convexity(least_squares(2, 3.0)), "p = 3.0 is above 2"),
    (lambda: NoisyProximalMirrorDescent.calibrated(PHASE, n=4, T=1, K=1, rho=0.0), "rho = 0.0"),
    (lambda: NoisyProximalMirrorDescent.calibrated(PHASE, n=4, T=9, K=1, rho=1.0), "n = 4 is belo"),
    (lambda: phase_in_norm(2, 3.0), "p = 3.0 is above 2"),
    (lambda: near_one(2), "d = 2 is below 3"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()
