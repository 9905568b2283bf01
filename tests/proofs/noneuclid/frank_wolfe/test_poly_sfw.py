"""Poly-SFW: its claims against runs of the estimator, exact laws and unrolled recursions."""

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from workbench.harness import Claiming
from workbench.privacy import PairedCurator, optimal_delta
from workbench.problems import Polytope
from workbench.problems.predictor_losses import Negative
from workbench.problems.predictors import PredictorProblem
from workbench_papers.noneuclid.frank_wolfe import privacy as polysfw_privacy
from workbench_papers.noneuclid.frank_wolfe import sensitivity as polysfw_sens
from workbench_papers.noneuclid.runs.poly_sfw import Printed


def estimates(gradients, path, eta):
    """G_0, ..., G_T of the recursion; gradients[0] is a list, the others single records."""
    G = [np.mean([g(path[0]) for g in gradients[0]], axis=0)]
    for g, new, old in zip(gradients[1:], path[1:], path, strict=False):
        G.append((1 - eta) * (G[-1] + g(new) - g(old)) + eta * g(new))
    return G


def ridge(u, L0, L1, centre):
    """Gradient of phi(<u, x>), phi' = L_0 + L_1 (s - centre) clipped to [-L_0, L_0]."""
    return lambda x: np.clip(L0 + L1 * (u @ x - centre), -L0, L0) * u


def test_the_tight_instance_of_the_stream_is_run():
    L0, L1, D, n, eta = 1.0, 3.0, 1.0, 20, 0.07
    path = [np.array([-D, 0, 0])]
    path.append((1 - eta) * path[0] + eta * np.array([D, 0, 0]))
    u, w = np.array([1, -1, 1]), np.array([1, -1, -1])
    batch = [lambda x: 0 * x] * (n // 2)
    first, second = (
        estimates([batch, ridge(v, L0, L1, u @ path[1])], path, eta)[-1] for v in (u, w)
    )
    moved = D * np.abs(first - second).max()
    assert moved == pytest.approx(0.9212, abs=1e-12)
    values = {polysfw_sens.L0: 1, polysfw_sens.L1: 3, polysfw_sens.D: 1, polysfw_sens.n: 20,
              polysfw_sens.eta: eta, polysfw_sens.t: 1}  # fmt: skip
    assert float(polysfw_sens.stream_shift().subs(values)) == pytest.approx(moved, abs=1e-12)
    assert float(polysfw_sens.printed().subs(values)) == pytest.approx(0.56, abs=1e-12)


@pytest.mark.parametrize("replaced", [0, 1, 3])
def test_no_random_run_moves_further(replaced):
    """A record of the batch (0) or of step `replaced`, random ridge functions and vertices."""
    rng = np.random.default_rng(replaced)
    L0, L1, D, n, T = 1.0, 2.0, 1.0, 10, 5
    for _ in range(200):
        eta, d = rng.uniform(0.05, 0.6), int(rng.integers(1, 5))
        vertices = D * np.vstack([np.eye(d), -np.eye(d)])
        path = [vertices[rng.integers(2 * d)]]
        for _ in range(T - 1):
            path.append((1 - eta) * path[-1] + eta * vertices[rng.integers(2 * d)])
        signs, centres = rng.choice([-1.0, 1.0], (n // 2 + T, d)), rng.normal(size=n // 2 + T)
        drawn = [ridge(u, L0, L1, c) for u, c in zip(signs, centres, strict=True)]
        other, batch, stream = drawn[0], drawn[1 : n // 2 + 1], drawn[n // 2 + 1 :]
        if replaced == 0:
            pair = [[batch, *stream], [[other, *batch[1:]], *stream]]
        else:
            changed = [*stream[: replaced - 1], other, *stream[replaced:]]
            pair = [[batch, *stream], [batch, *changed]]
        first, second = (estimates(g, path, eta) for g in pair)
        for t, (a, b) in enumerate(zip(first, second, strict=True)):
            late = 2 * eta * L0 * D + 4 * eta * (1 - eta) * L1 * D**2
            bound = max(4 * L0 * D / n * (1 - eta) ** t, late)
            assert D * np.abs(a - b).max() <= bound * (1 + 1e-12)


def test_the_segment_costs_ten_times_its_delta():
    gap = 15 / math.sqrt(100 * 9)
    lost = math.exp(-gap) * (1 + gap / 2) / 2
    exact = optimal_delta(15.0, step=math.log((1 - lost) / lost), steps=50)
    assert exact.lower / math.exp(-9) == pytest.approx(10.435, abs=1e-3)
    slow = polysfw_privacy.leaks(1 - lost, lost, 50, 15.0)
    assert slow == pytest.approx(exact.upper, rel=1e-9)


def test_the_method_with_the_printed_noise_makes_the_choices_of_a_tie_of_four():
    """Transcripts of a run have the log-ratio of 50 wins and losses at 1/4 against P_4(2 eps_0)."""
    n, step = 100, 1 / math.sqrt(100 * 60)
    feasible = Polytope(np.eye(4), p=1.0)
    problem = PredictorProblem(
        name="tie", loss=Negative(), feasible=feasible, slope=1.0, curvature=0.0
    )
    rows, pull = np.zeros((n, 5)), np.array([1.0, -1, -1, -1, 0])
    rows[0], rows[1] = pull, -pull
    first = problem.dataset(rows)
    eta = math.log(n / (72 * math.log(2))) / n
    method = Printed(eta=eta, loss=step, T=n // 2)
    curator = PairedCurator(first, first.replace(0, -pull), np.random.default_rng(0))
    method.run(problem, Claiming(curator, 2.0), trials=100)
    law = np.exp(polysfw_privacy.NoisyMax(1.0).log_probability(np.array([-2 * step, 0, 0, 0])))
    win, lose = math.log(0.25 / law[0]), math.log(0.25 / law[1])
    wins = (curator.log_ratio - 50 * lose) / (win - lose)
    np.testing.assert_allclose(wins, np.round(wins), atol=1e-4)
    assert 0 <= wins.min() < wins.mean() < 20
    j = np.arange(46, 51)
    cost = [
        math.comb(50, k)
        * (0.25**k * 0.75 ** (50 - k) - math.e * law[0] ** k * (1 - law[0]) ** (50 - k))
        for k in j
    ]
    assert sum(cost) / math.exp(-60) == pytest.approx(24.57, abs=0.01)


def test_leaks_against_all_outcomes():
    p, q, epsilon = 0.6, 0.3, 0.4
    total = 0.0
    for wins in itertools.product((0, 1), repeat=5):
        a, b = (math.prod(x if w else 1 - x for w in wins) for x in (p, q))
        total += max(a - math.exp(epsilon) * b, 0)
    other = polysfw_privacy.leaks(q, p, 5, epsilon)
    assert max(total, other) == pytest.approx(polysfw_privacy.leaks(p, q, 5, epsilon), rel=1e-12)


@pytest.mark.parametrize("eta", [0.1, 0.5])
def test_error_of_the_estimate_by_enumeration(eta):
    """Two fair signs per record as linear losses, d = 2, n = 4, four steps: all outcomes."""
    signs = [np.array(s) for s in itertools.product((-1.0, 1.0), repeat=2)]
    for t in range(3):
        total = 0.0
        for draws in itertools.product(signs, repeat=2 + t):
            e = (draws[0] + draws[1]) / 2
            for g in draws[2:]:
                e = (1 - eta) * e + eta * g
            total += np.abs(e).max()
        mean = total / 4 ** (2 + t)
        kept = (1 - eta) ** (2 * t)
        V = kept * 2 / 4 + eta**2 * (1 - kept) / (2 * eta - eta**2)
        assert mean <= math.sqrt(2 * V * math.log(4))


@pytest.mark.parametrize(
    ("d", "value"), [(8, 7.917), (10, 9.276), (100, 22.135), (1000, 34.724), (10**6, 72.338)]
)
def test_the_best_constant_of_the_family(d, value):
    ell = math.log(d)
    constant = lambda r: (r - 1) * math.exp(2 * ell / r)  # noqa: E731
    found = minimize_scalar(constant, bounds=(2, 4 * ell), method="bounded")
    best = ell + math.sqrt(ell**2 - 2 * ell)
    assert constant(best) == pytest.approx(value, abs=6e-4)
    assert constant(best) == pytest.approx(found.fun, rel=1e-6)


@pytest.mark.parametrize(("epsilon", "shown"), [(1.0, 35.41), (10.0, 5.054), (100.0, 2.019)])
def test_the_displayed_risk_against_the_unrolled_recursion(epsilon, shown):
    """Least squares with random signs, d = 50, n = 4000, delta = 1e-5, L_0 = 2.3."""
    d, n, L0, L1, D, logs = 50, 4000, 2.3, 1.0, 1.0, math.log(1e5)
    eta, T = math.log(n / math.log(d)) / n, n // 2
    eps0 = epsilon / (math.sqrt(n * logs) * (1 + epsilon / (4 * logs)))
    H, two = sum(1 / k for k in range(1, 2 * d + 1)), math.log(2 * d)
    late = 2 * eta * L0 * D + 4 * eta * (1 - eta) * L1 * D**2
    h, c = 2 * L0 * D, eta * (2 * (1 - eta) * L1 * D + L0)
    V = 2 * L0**2 / n
    for t in range(T):
        s = max(4 * L0 * D / n * (1 - eta) ** t, late)
        cost = 2 * D * math.sqrt(2 * V * two) + 2 * s / eps0 * H
        h = (1 - eta) * h + eta * cost + 2 * eta**2 * L1 * D**2
        V = (1 - eta) ** 2 * V + c**2
    early = math.sqrt(two / n) + 2 * H / (n * eps0)
    displayed = 2 * L0 * D * (1 - eta) ** T
    displayed += 4 * eta * T * (1 - eta) ** (T - 1) * L0 * D * early
    displayed += 2 * D * (2 * L1 * D + L0) * math.sqrt(2 * eta * two / (2 - eta))
    displayed += 4 * eta * H / eps0 * (L0 * D + 2 * L1 * D**2) + 2 * eta * L1 * D**2
    assert displayed == pytest.approx(shown, rel=3e-4)
    assert h <= displayed


@pytest.mark.parametrize(("n", "d"), [(150, 2), (400, 5), (2000, 50)])
@pytest.mark.parametrize("L1", [0.0, 0.5, 20.0])
def test_the_printed_noise_for_many_records(n, d, L1):
    """The squared losses of every record, summed over the steps, in units of eps_0."""
    eta, T = math.log(n / math.log(d)) / n, n // 2
    assert n * eta * (1 - eta / 2) >= 4
    steps = np.arange(T)
    s = np.maximum(2 / n * (1 - eta) ** steps, 2 * eta * (L1 + 1))
    late = 2 * eta + 4 * eta * (1 - eta) * L1
    sums = [((4 / n * (1 - eta) ** steps / s) ** 2).sum()]
    sums += [((late * (1 - eta) ** (steps[at:] - at) / s[at:]) ** 2).sum() for at in range(1, T)]
    assert max(sums) <= T


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 1.0, 3.0])
def test_the_conversion_under_its_condition(epsilon):
    """Delta of rho-zCDP by the order a, at the end of the stated range of ln(1/delta)."""
    least = epsilon * (math.exp(epsilon / 2) - 0.5) / 2
    for logs in (least, 2 * least, 50 * least):
        rho, a = epsilon**2 / (4 * logs), 0.5 + 2 * logs / epsilon
        log_delta = (a - 1) * (a * rho - epsilon) - math.log(a - 1) + a * math.log1p(-1 / a)
        assert log_delta <= -logs
