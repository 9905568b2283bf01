"""Methods on l_p balls: naive loops, exact minimisers, bounds, budgets, degenerate sizes."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from workbench.algorithms.frank_wolfe.norm_ball import NoisyRecursiveFrankWolfe
from workbench.algorithms.frank_wolfe.norm_ball_tree import NoisyTreeFrankWolfe
from workbench.algorithms.frank_wolfe.restarted import NoisyRestartedFrankWolfe
from workbench.algorithms.gradient.noisy_projected_descent import NoisyProjectedDescent
from workbench.algorithms.gradient.proximal_descent import NoisyProximalDescent
from workbench.algorithms.mirror.onepass_descent import OnePassMirrorDescent, clipped, mirrored
from workbench.algorithms.parts.norm_noise import NormNoise
from workbench.errors import ParameterError
from workbench.privacy import NoiselessCurator, TrustedCurator, ZCDPAccountant
from workbench.problems.ball_instances import (
    least_squares,
    linear_means,
    phase_retrieval,
    quadratic_means,
    ripple,
    sigmoid_regression,
)
from workbench.problems.feasible_sets import LpBall

REGRESSION = least_squares(4, 1.5)
DATA = REGRESSION.sample(np.random.default_rng(5), 64)


def grad(problem, x, records):
    """Mean gradient by a loop over the records, at one point."""
    each = [problem.loss.gradient(x[None, None], r[None, None])[0, 0] for r in records]
    return np.mean(each, axis=0)


def rho_read(accountant):
    return max(one.rho for one in accountant.accountants(ZCDPAccountant))


# noise


@pytest.mark.parametrize(("p", "d"), [(2.0, 3), (1.5, 20), (1.25, 5), (1.1, 1)])
@pytest.mark.parametrize("kind", ["generalized", "gaussian"])
def test_a_deviation_costs_what_was_asked_and_squares_are_bounded(p, d, kind):
    made = NormNoise(LpBall(d, p, 1.0), kind)
    sigma = made.deviation(0.3, rho=0.25)
    cost = made.law(sigma).rho(sensitivity=0.3)
    assert 0.25 * (1 - 1e-12) < cost <= 0.25
    z = made.law(1.0).sample(np.random.default_rng(0), (2, 4000))
    squares = made.ball.dual_norm(z.sum(axis=0)) ** 2
    error = 5 * squares.std() / np.sqrt(4000)
    assert squares.mean() <= 2 * made.square + error
    if kind == "gaussian" and d > 1:
        assert made.square <= made.regularity * d * (1 + 1e-12)
    one = made.ball.dual_norm(z[0]) ** 2
    if kind == "generalized":
        assert abs(one.mean() - d) < 5 * one.std() / np.sqrt(4000)


# projected descent


def test_projected_descent_is_its_recursion():
    problem = quadratic_means(3)
    data = problem.sample(np.random.default_rng(0), 9)
    method = NoisyProjectedDescent(eta=1.7, sigma=1.0, T=5)
    x, points = np.zeros(3), []
    for _ in range(5):
        points.append(x)
        x = x - 1.7 * grad(problem, x, data.records)
        x = x / max(1.0, float(np.linalg.norm(x)))
    found = method.run(problem, NoiselessCurator(data), trials=2)
    np.testing.assert_allclose(found, np.tile(np.mean(points, axis=0), (2, 1)), atol=1e-14)


def test_projected_descent_spends_its_budget_and_its_bound_is_the_closed_form():
    problem, n, T, rho = quadratic_means(20), 200, 150, 0.02
    method = NoisyProjectedDescent.calibrated(problem, n=n, T=T, rho=rho)
    assert rho * (1 - 1e-12) < rho_read(method.cost(problem, n=n)) <= rho
    closed = problem.lipschitz * math.sqrt(2 / n + 2 * 20 / (n**2 * rho) + 1 / T)
    assert method.bound(problem, n=n) == pytest.approx(closed)
    for factor in (0.9, 1.1):
        other = NoisyProjectedDescent(eta=factor * method.eta, sigma=method.sigma, T=T)
        assert other.bound(problem, n=n) > closed


def test_the_stability_of_projected_descent():
    """The same noise on neighbours: answers at most L0 eta (T - 1) 2 / (2 n) apart, nearly."""
    problem, n, T, eta = linear_means(2, 2.0), 10, 4, 0.05
    first, second = problem.extremal_pair(n)
    method = NoisyProjectedDescent(eta=eta, sigma=0.1, T=T)
    x, y = (
        method.run(problem, TrustedCurator(data, np.random.default_rng(1)), trials=50)
        for data in (first, second)
    )
    apart = np.linalg.norm(x - y, axis=1)
    assert apart.max() == pytest.approx(problem.lipschitz * eta * (T - 1) / n)


# one pass


@pytest.mark.parametrize("p", [1.1, 1.5, 2.0])
def test_a_mirror_step_is_the_exact_minimiser(p):
    """Eta <g, x> + D_h(x, x_t) over the ball, against a general solver."""
    rng, ball = np.random.default_rng(2), LpBall(2, p, 1.0)
    for size in (0.3, 3.0):
        theta = clipped(rng.standard_normal((1, 2)), ball)
        g = size * rng.standard_normal((1, 2))
        x = mirrored(clipped(theta - g, ball), ball.q)[0]

        def value(y, tilt=(theta - g)[0], norm=ball.norm):
            return norm(y) ** 2 / 2 - y @ tilt

        angle, r = np.meshgrid(np.linspace(0, 2 * np.pi, 2001), np.linspace(0, 1, 51))
        grid = np.stack([np.cos(angle).ravel(), np.sin(angle).ravel()], axis=1)
        grid = r.reshape(-1, 1) * np.sign(grid) * np.abs(grid) ** (2 / p)
        assert ball.norm(x[None])[0] <= 1 + 1e-12
        assert value(x[None])[0] <= value(grid).min() + 1e-12
        if ball.norm(x[None])[0] < 0.99:
            free = minimize(lambda y: value(y[None])[0], x + 0.01, tol=1e-12)
            np.testing.assert_allclose(x, free.x, atol=1e-4)


def test_one_pass_at_p_two_is_projected_descent_over_single_records():
    problem = quadratic_means(3)
    data = problem.sample(np.random.default_rng(0), 12)
    method = OnePassMirrorDescent.baseline(problem, n=12)
    x, points = np.zeros(3), []
    for record in data.records:
        points.append(x)
        x = x - method.eta * (x - record)
        x = x / max(1.0, float(np.linalg.norm(x)))
    found = method.run(problem, NoiselessCurator(data))
    np.testing.assert_allclose(found[0], np.mean(points, axis=0), atol=1e-14)


@pytest.mark.parametrize("p", [1.05, 1.5, 2.0])
def test_one_pass_has_its_bound_and_its_budget(p):
    problem, n = least_squares(6, p), 40
    base = OnePassMirrorDescent.baseline(problem, n=n)
    closed = problem.lipschitz / math.sqrt((p - 1) * n)
    assert base.bound(problem, n=n, noise=False) == pytest.approx(closed)
    made = OnePassMirrorDescent.calibrated(problem, n=n, rho=0.3)
    assert 0.3 * (1 - 1e-12) < rho_read(made.cost(problem, n=n)) <= 0.3
    assert made.bound(problem, n=n) > closed
    other = OnePassMirrorDescent(eta=1.1 * made.eta, sigma=made.sigma)
    assert other.bound(problem, n=n) > made.bound(problem, n=n)


# recursion


def test_the_recursion_is_its_naive_loop():
    method = NoisyRecursiveFrankWolfe(T=5, eta=0.3, multiplier=1.0)
    first, many = method.batches(64)
    assert (first, many) == (32, 8)
    rows = DATA.records
    x = before = np.zeros(4)
    v = grad(REGRESSION, x, rows[:32])
    for t in range(5):
        if t:
            batch = rows[32 + 8 * (t - 1) : 32 + 8 * t]
            v = 0.7 * (v - grad(REGRESSION, before, batch)) + grad(REGRESSION, x, batch)
        before, x = x, 0.7 * x + 0.3 * REGRESSION.ball.minimise(v[None])[0]
    found = method.run(REGRESSION, NoiselessCurator(DATA))
    np.testing.assert_allclose(found[0], x, atol=1e-13)


@pytest.mark.parametrize("kind", ["generalized", "gaussian"])
def test_the_bound_of_the_recursion_is_below_its_closed_form(kind):
    """2 L0 D/sqrt(n) + ... + 2 eta L1 D^2, for even n with T dividing n / 2 and T - 1 rounded."""
    n, rho, kappa, d = 4096, 0.5, 2.0, 20
    problem = least_squares(d, 1.5)
    method = NoisyRecursiveFrankWolfe.calibrated(n=n, rho=rho, kind=kind)
    assert method.T == 64
    L0, L1, eta, T = problem.lipschitz, problem.smoothness, method.eta, method.T
    sigma = max(method.sigma(problem, t, n=n) for t in range(T))
    drift = 2 * math.sqrt(2) * L0 / math.sqrt(n) * eta * T * (1 - eta) ** (T - 1)
    drift += 2 * (2 * L1 + L0) * math.sqrt(2 * eta * T / ((2 - eta) * n))
    one = d if kind == "generalized" else NormNoise(problem.ball, kind).square
    closed = 2 * L0 / math.sqrt(n) + 2 * math.sqrt(kappa) * drift
    closed += 2 * math.sqrt(one) * sigma + 2 * eta * L1
    assert method.bound(problem, n=n) <= closed
    assert method.bound(problem, n=n, noise=False) < method.bound(problem, n=n)
    assert rho * (1 - 1e-12) < rho_read(method.cost(problem, n=n)) <= rho


# tree


def by_recursion(problem, records, *, phases, b):
    """The tree as it is written down: nodes by name, pre-order, child 0 before child 1."""
    state = {"x": np.zeros(problem.dimension), "used": 0, "k": 0}

    def take(count):
        state["used"] += count
        return records[state["used"] - count : state["used"]]

    def visit(name, depth, above):
        x = state["x"]
        if not name:
            G = grad(problem, x, take(b))
        elif name[-1] == "0":
            x, G = above
        else:
            batch = take(b // 2 ** len(name))
            G = above[1] + grad(problem, x, batch) - grad(problem, above[0], batch)
        if len(name) == depth:
            eta = 2 / (state["k"] + 2)
            state["x"] = (1 - eta) * state["x"] + eta * problem.ball.minimise(G[None])[0]
            state["k"] += 1
        else:
            for child in "01":
                visit(name + child, depth, (x, G))

    for depth in range(1, phases + 1):
        visit("", depth, None)
    return state["x"], state["used"]


@pytest.mark.parametrize(("phases", "b"), [(1, 2), (2, 8), (3, 8)])
def test_the_tree_is_its_recursion(phases, b):
    method = NoisyTreeFrankWolfe(phases=phases, b=b, sigma_root=1.0, sigma_child=1.0)
    x, used = by_recursion(REGRESSION, DATA.records, phases=phases, b=b)
    assert used == method.records
    found = method.run(REGRESSION, NoiselessCurator(DATA))
    np.testing.assert_allclose(found[0], x, atol=1e-12)


def test_the_tree_takes_the_largest_root_and_its_records():
    counts = {(2, 64): 224, (2, 256): 896, (4, 64): 576, (4, 256): 2304, (6, 256): 4224}
    for (phases, b), n in counts.items():
        made = NoisyTreeFrankWolfe.calibrated(REGRESSION, n=n, rho=0.5, phases=phases)
        assert (made.b, made.records) == (b, n)
    for n in (3, 7, 28, 1000, 4096):
        made = NoisyTreeFrankWolfe.calibrated(REGRESSION, n=n, rho=0.5)
        assert made.records <= n
        cost = made.cost(REGRESSION, n=n)
        assert len(cost.steps) == 2 ** (made.phases + 1) - 2
        assert 0.5 * (1 - 1e-12) < rho_read(cost) <= 0.5


def test_the_bound_of_the_tree_shrinks_with_records_and_noise():
    bounds = [
        NoisyTreeFrankWolfe.calibrated(REGRESSION, n=n, rho=rho, kind=kind).bound(REGRESSION)
        for n, rho, kind in [
            (10**4, 0.1, "generalized"), (10**4, 0.1, "gaussian"), (10**4, 1.0, "gaussian"),
            (10**6, 1.0, "gaussian"), (10**8, 1.0, "gaussian"),
        ]
    ]  # fmt: skip
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] < 0.1


@pytest.mark.parametrize(("rho", "bound"), [(0.5, 3.57), (0.02, 8.20)])
def test_the_bound_of_the_tree_against_sums_in_place_of_roots(rho, bound):
    """Kappa (2 L0 + 8 L1 D)^2 / b in place of kappa (4 L0^2 + 64 L1^2 D^2) / b."""
    problem, kappa, d, b, T = least_squares(20, 1.5), 2, 20, 256, 4
    L0, L1 = problem.lipschitz, problem.smoothness
    noise = kappa * math.sqrt(d) / (b * math.sqrt(rho)) * math.sqrt(2 * L0**2 + 32 * T * L1**2)
    closed = 8 * L1 / 31 + 2 * (math.sqrt(kappa / b) * (2 * L0 + 8 * L1) + noise)
    assert closed == pytest.approx(bound, abs=0.005)
    made = NoisyTreeFrankWolfe.calibrated(problem, n=2304, rho=rho, phases=T)
    loose = 2 * math.sqrt(kappa / b) * (2 * L0 + 8 * L1 - math.hypot(2 * L0, 8 * L1))
    assert made.bound(problem) == pytest.approx(closed - loose)


# restarts


def test_restarts_are_their_naive_loop():
    problem = sigmoid_regression(3, 1.5)
    data = problem.sample(np.random.default_rng(3), 40)
    method = NoisyRestartedFrankWolfe(
        T=6, q=3, eta=0.25, b0=8, b1=5, sigma_restart=1.0, sigma_change=1.0
    )
    assert method.records == 36
    x = before = np.zeros(3)
    used, gaps = 0, []
    for t in range(6):
        batch = data.records[used : used + (5 if t % 3 else 8)]
        used += len(batch)
        fresh = grad(problem, x, batch)
        v = v + fresh - grad(problem, before, batch) if t % 3 else fresh  # noqa: F821
        gaps.append(problem.gap(x[None])[0])
        before, x = x, 0.75 * x + 0.25 * problem.ball.minimise(v[None])[0]
    found = method.run(problem, NoiselessCurator(data), observe=problem.gap)
    np.testing.assert_allclose(found.last[0], x, atol=1e-13)
    np.testing.assert_allclose(found.trace[:, 0], gaps, atol=1e-13)


class Watching(TrustedCurator):
    """Keeps its releases."""

    def answer(self, call):
        release = super().answer(call)
        self.__dict__.setdefault("seen", []).append(release)
        return release


def test_noise_is_inherited_up_to_the_next_restart():
    problem = quadratic_means(2)
    data = problem.sample(np.random.default_rng(3), 40)
    method = NoisyRestartedFrankWolfe(
        T=4, q=2, eta=1.0, b0=8, b1=5, sigma_restart=1.0, sigma_change=1.0
    )
    curator = Watching(data, np.random.default_rng(0))
    last = method.run(problem, curator, trials=3).last
    v = curator.seen[2] + curator.seen[3]
    np.testing.assert_allclose(last, -v / np.linalg.norm(v, axis=1)[:, None])


def test_the_answer_is_drawn_without_looking():
    """All T points are equally likely, whatever was released."""
    problem = quadratic_means(1, m=1.0)
    data = problem.dataset(np.ones((8, 1)))
    method = NoisyRestartedFrankWolfe(
        T=4, q=4, eta=0.5, b0=2, b1=2, sigma_restart=1e-9, sigma_change=1e-9
    )
    out = method.run(problem, TrustedCurator(data, np.random.default_rng(0)), trials=4000,
                     rng=np.random.default_rng(1))  # fmt: skip
    points, counts = np.unique(out.chosen.round(6), return_counts=True)
    np.testing.assert_allclose(points, [0.0, 0.5, 0.75, 0.875])
    assert np.abs(counts - 1000).max() < 6 * np.sqrt(4000 * 3 / 16)


@pytest.mark.parametrize(("n", "q"), [(1, 1), (40, 3), (5000, 8)])
def test_restarts_use_their_records_and_spend_their_budget(n, q):
    problem = sigmoid_regression(3, 1.5)
    method = NoisyRestartedFrankWolfe.calibrated(problem, n=n, rho=0.5, q=q)
    assert n - q * q < method.records <= n
    assert 0.5 * (1 - 1e-12) < rho_read(method.cost(problem, n=n)) <= 0.5
    assert method.bound(problem, noise=False) < method.bound(problem)


# proximal descent


def test_a_stage_without_noise_finds_the_proximal_point():
    """Linear losses: c - g/beta, inside the ball."""
    problem = linear_means(2, 2.0)
    data = problem.sample(np.random.default_rng(0), 30)
    method = NoisyProximalDescent(T=1, K=400, beta=3.0, sigma=1.0)
    found = method.run(problem, NoiselessCurator(data)).last[0]
    np.testing.assert_allclose(found, -data.records.mean(axis=0) / 3, atol=1e-3)


def test_proximal_descent_is_its_naive_loop():
    problem = phase_retrieval(2)
    data = problem.sample(np.random.default_rng(1), 11)
    method = NoisyProximalDescent(T=2, K=5, beta=5.0, sigma=1.0)
    lam, x = 5.0 - problem.weak_convexity, np.array(problem.start)
    for t in range(2):
        batch, y, points = data.records[5 * t : 5 * t + 5], x, []
        for k in range(1, 6):
            points.append(y)
            y = y - 2 / (lam * (k + 1)) * (grad(problem, y, batch) + 5 * (y - x))
            y = y / max(1.0, float(np.linalg.norm(y)))
        x = np.average(points, axis=0, weights=range(1, 6))
    found = method.run(problem, NoiselessCurator(data), observe=problem.excess,
                       rng=np.random.default_rng(0))  # fmt: skip
    np.testing.assert_allclose(found.last[0], x, atol=1e-13)
    assert found.trace.shape == (2, 1)
    assert found.chosen.shape == (1, 2)


def test_proximal_descent_spends_its_budget_and_its_bound_has_the_optimal_order():
    problem = phase_retrieval(3)
    for n, T, K in ((10, 1, 1), (400, 4, 30), (7, 7, 2)):
        made = NoisyProximalDescent.calibrated(problem, n=n, T=T, K=K, rho=0.5)
        assert 0.5 * (1 - 1e-11) < rho_read(made.cost(problem, n=n)) <= 0.5
    errors = [
        NoisyProximalDescent.calibrated(problem, n=m, T=1, K=m * m, rho=rho).stage_error(
            problem, n=m
        )
        for m, rho in ((10**4, 1.0), (10**5, 1.0), (10**4, 1e-6), (10**5, 1e-6))
    ]
    assert errors[0] / errors[1] == pytest.approx(10, rel=1e-2)  # 1/m
    assert errors[2] / errors[3] == pytest.approx(100, rel=0.6)  # d/(m^2 rho)
    method = NoisyProximalDescent.calibrated(problem, n=400, T=4, K=30, rho=0.5)
    assert method.bound(problem, n=400, gap=1.0) > 2 / (4 * method.beta)
    flat = NoisyProximalDescent.calibrated(linear_means(2, 2.0), n=4, T=1, K=1, rho=1.0)
    assert flat.beta == 1.0


@pytest.mark.parametrize(("m", "K"), [(1, 40), (4, 40), (30, 400)])
def test_the_stability_of_a_stage(m, K):
    """The same noise, kinks: 2 L0/(lam m) + 4 sqrt(2) G/(lam sqrt(K+1)) apart at most."""
    problem = phase_retrieval(2, atoms=1000)
    method = NoisyProximalDescent(T=1, K=K, beta=4.5, sigma=0.5)
    lam, L0 = method.convexity(problem), problem.lipschitz
    most = 2 * L0 / (lam * m) + 4 * math.sqrt(2) * (L0 + 9) / (lam * math.sqrt(K + 1))
    for pair in (problem.extremal_pair(m), problem.base.random_pair(np.random.default_rng(0), m)):
        x, y = (
            method.run(problem, TrustedCurator(data, np.random.default_rng(1)), trials=40).last
            for data in pair
        )
        assert 0 < np.linalg.norm(x - y, axis=1).max() <= most


# sizes and refusals


@pytest.mark.parametrize("p", [1.01, 2.0])
def test_one_variable_one_step_and_little_data(p):
    problem = least_squares(1, p)
    data = problem.sample(np.random.default_rng(0), 2)
    for method in (
        OnePassMirrorDescent.calibrated(problem, n=2, rho=1.0),
        NoisyRecursiveFrankWolfe.calibrated(n=2, rho=1.0, T=1),
        NoisyTreeFrankWolfe.calibrated(problem, n=3, rho=1.0),
    ):
        few = problem.sample(np.random.default_rng(0), 3) if "b" in dir(method) else data
        x = method.run(problem, TrustedCurator(few, np.random.default_rng(1)), trials=4)
        x = getattr(x, "last", x)
        assert x.shape == (4, 1)
        assert problem.ball.contains(x).all()


def test_without_curvature_nothing_is_released_about_changes():
    """Gradients do not change: roots and restarts say everything."""
    problem = linear_means(2, 1.5, m=1.0)
    data = problem.sample(np.random.default_rng(0), 40)
    tree = NoisyTreeFrankWolfe.calibrated(problem, n=40, rho=1.0, phases=2)
    spider = NoisyRestartedFrankWolfe.calibrated(problem, n=40, rho=1.0, q=2)
    assert (len(tree.cost(problem, n=40).steps), len(spider.cost(problem, n=40).steps)) == (2, 2)
    x = tree.run(problem, NoiselessCurator(data))
    np.testing.assert_allclose(problem.excess(x), 0, atol=1e-12)
    assert NoisyProjectedDescent(eta=9.0, sigma=1.0, T=1).bound(linear_means(2, 2.0), n=4) > 0


def test_a_norm_close_to_l1_in_many_variables():
    problem = least_squares(300, 1 + 1 / math.log(300))
    method = NoisyTreeFrankWolfe.calibrated(problem, n=600, rho=1.0)
    data = problem.sample(np.random.default_rng(0), 600)
    x = method.run(problem, TrustedCurator(data, np.random.default_rng(1)), trials=3)
    assert problem.ball.contains(x).all()
    assert np.isfinite(method.bound(problem))


P3 = least_squares(2, 3.0)
TREE = NoisyTreeFrankWolfe(phases=2, b=4, sigma_root=1.0, sigma_child=1.0)
SPIDER = {"T": 4, "q": 2, "eta": 0.5, "b0": 1, "b1": 1, "sigma_restart": 1.0, "sigma_change": 1.0}
QUAD = quadratic_means(2)
CURATOR = NoiselessCurator(QUAD.sample(np.random.default_rng(0), 4))
CURVED = sigmoid_regression(2, 1.5)
REFUSED = [
    (lambda: NoisyProjectedDescent(eta=0.0, sigma=1.0, T=1), "eta = 0.0 is not positive"),
    (lambda: NoisyProjectedDescent(eta=1.0, sigma=np.inf, T=1), "sigma = inf is not"),
    (lambda: NoisyProjectedDescent(eta=1.0, sigma=1.0, T=0), "T = 0 is below 1"),
    (lambda: NoisyProjectedDescent(eta=3.0, sigma=1.0, T=1).bound(QUAD, n=4), "is above 2 / L1"),
    (lambda: NoisyProjectedDescent(eta=1.0, sigma=1.0, T=1).bound(ripple(), n=4), "are not convex"),
    (lambda: OnePassMirrorDescent(eta=1.0, sigma=1.0).bound(CURVED, n=4), "are not convex"),
    (lambda: NoisyRecursiveFrankWolfe.calibrated(n=9, rho=1.0).bound(CURVED, n=9),
     "problem.convex = False"),
    (lambda: TREE.bound(CURVED), "or a proximal one"),
    (lambda: NoisyProjectedDescent.calibrated(ripple(L=99.0), n=9, T=1, rho=1.0), "is above 2 / L"),
    (lambda: NoisyProjectedDescent.calibrated(REGRESSION, n=4, T=9, rho=1.0), "ball.p = 1.5 is no"),
    (lambda: NoisyProjectedDescent.calibrated(QUAD, n=4, T=9, rho=0.0), "rho = 0.0 is not"),
    (lambda: NoisyProjectedDescent(eta=1.0, sigma=1.0, T=1).run(QUAD, CURATOR, trials=0),
     "trials = 0 is below 1"),
    (lambda: OnePassMirrorDescent.baseline(P3, n=4), "ball.p = 3.0 is above 2"),
    (lambda: NormNoise(P3.ball, "gaussian"), "ball.p = 3.0 is above 2"),
    (lambda: NormNoise(QUAD.ball, "laplace"), "kind = 'laplace' is unknown"),
    (lambda: NormNoise(QUAD.ball, "gaussian").deviation(1.0, rho=-1.0), "rho = -1.0 is not"),
    (lambda: NoisyRecursiveFrankWolfe.calibrated(n=1, rho=1.0), "n = 1 is below 2"),
    (lambda: NoisyRecursiveFrankWolfe(T=1, eta=1.5, multiplier=1.0), "eta = 1.5 is outside"),
    (lambda: NoisyRecursiveFrankWolfe(T=9, eta=0.5, multiplier=1.0).batches(4), "n = 4 is too"),
    (lambda: NoisyTreeFrankWolfe(phases=2, b=6, sigma_root=1.0, sigma_child=1.0),
     "b = 6 is no positive multiple of 2"),
    (lambda: NoisyTreeFrankWolfe.calibrated(QUAD, n=1, rho=1.0), "n = 1 is too small"),
    (lambda: NoisyTreeFrankWolfe.calibrated(QUAD, n=9, rho=1.0, phases=3), "n = 9 is too small"),
    (lambda: TREE.run(QUAD, CURATOR), "n = 4 is below the 14 records"),
    (lambda: NoisyRestartedFrankWolfe(**(SPIDER | {"q": 3})), "q = 3 does not divide T = 4"),
    (lambda: NoisyRestartedFrankWolfe(**(SPIDER | {"b1": 0})), "b1 = 0 is below 1"),
    (lambda: NoisyRestartedFrankWolfe(**(SPIDER | {"eta": 0.0})), "eta = 0.0 is outside"),
    (lambda: NoisyRestartedFrankWolfe(**(SPIDER | {"b0": 9})).run(QUAD, CURATOR),
     "n = 4 is below the 20 records"),
    (lambda: NoisyRestartedFrankWolfe.calibrated(QUAD, n=3, rho=1.0, q=2), "n = 3 is too small"),
    (lambda: NoisyProximalDescent(T=1, K=0, beta=1.0, sigma=1.0), "K = 0 is below 1"),
    (lambda: NoisyProximalDescent(T=1, K=1, beta=0.0, sigma=1.0), "beta = 0.0 is not"),
    (lambda: NoisyProximalDescent(T=9, K=1, beta=1.0, sigma=1.0).run(QUAD, CURATOR),
     "n = 4 is below T = 9"),
    (lambda: NoisyProximalDescent(T=1, K=1, beta=2.0, sigma=1.0).convexity(phase_retrieval(1)),
     "beta = 2.0 is not above the weak convexity"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()
