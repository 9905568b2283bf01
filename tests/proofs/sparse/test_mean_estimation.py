"""Mean estimation with sparse vectors: formulas against slower derivations, bounds against runs."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import integrate, stats

from workbench.claims import load
from workbench.privacy import Gaussian, Laplace, classical_sigma, project_l1_ball
from workbench.rigor.provers import gaussian_images
from workbench_papers.sparse.setting import gaussian_calibration

CLAIMS = load().claims
FALSE = [
    id
    for id, claim in CLAIMS.items()
    if claim.paper == "sparse" and all(check.aim == "refute" for check in claim.checks)
]


@pytest.mark.parametrize("id", FALSE)
def test_what_is_false_is_refuted_for_its_own_reason(id):
    for check in CLAIMS[id].checks:
        assert check().decision == "fails", check.name
        # the same argument on a true variant: no step of it is undecided
        assert all(m().decision == "holds" for m in check.mutants), check.name


def test_what_is_open_stays_open():
    (check,) = CLAIMS["sparse.me-lb-approx.short-blocks"].checks
    assert check().decision == "inconclusive"


def nearest(y: list[Fraction], radius: Fraction) -> list[Fraction]:
    """Projection of y onto the l1 ball by sorting, in exact arithmetic."""
    if sum(map(abs, y)) <= radius:
        return y
    total, level = Fraction(0), Fraction(0)
    for k, size in enumerate(sorted(map(abs, y), reverse=True), start=1):
        total += size
        if k * size > total - radius:
            level = (total - radius) / k
    return [(1 if v > 0 else -1) * max(abs(v) - level, Fraction(0)) for v in y]


def test_exact_projection_agrees_with_the_code():
    rng = np.random.default_rng(0)
    for _ in range(50):
        y = rng.integers(-20, 21, size=int(rng.integers(1, 9)))
        radius = Fraction(int(rng.integers(1, 40)), 4)
        exact = nearest([Fraction(int(v)) for v in y], radius)
        found = project_l1_ball(y.astype(float), radius=float(radius))
        np.testing.assert_allclose(found, [float(v) for v in exact], atol=1e-12)


def test_two_multipliers_agree_with_dykstra():
    y, radius, limit = np.array([3.0, 1.5, -0.5, 0.1]), 1.5, 1.0
    z, p, q = y.copy(), np.zeros(4), np.zeros(4)
    for _ in range(500):
        a = project_l1_ball(z + p, radius=radius)
        p += z - a
        b = (a + q) * min(1.0, limit / float(np.linalg.norm(a + q)))
        q += a - b
        z = b
    low, high = 0.0, 3.0
    for _ in range(80):  # the l1 norm of the scaled soft threshold falls with the threshold
        theta = (low + high) / 2
        soft = np.sign(y) * np.maximum(np.abs(y) - theta, 0)
        cut = soft * min(1.0, limit / float(np.linalg.norm(soft)))
        low, high = (theta, high) if np.abs(cut).sum() > radius else (low, theta)
    np.testing.assert_allclose(z, cut, atol=1e-8)


@pytest.mark.parametrize("digits", sorted(gaussian_calibration.TABLE))
def test_thresholds_agree_with_the_mechanism(digits):
    delta, at = 10.0**-digits, float(gaussian_calibration.TABLE[digits])
    for epsilon, private in ((at - 1e-3, True), (at + 1e-3, False)):
        sigma = classical_sigma(epsilon, delta, sensitivity=1.0)
        assert (Gaussian(sigma).delta(epsilon, sensitivity=1.0) <= delta) == private


@pytest.mark.parametrize("d", [1, 2, 7, 100])
def test_largest_laplace_noise(d):
    tail = integrate.quad(lambda t: 1 - (1 - math.exp(-t)) ** d, 0, 60)[0]
    assert tail == pytest.approx(sum(1 / k for k in range(1, d + 1)), abs=1e-8)


@pytest.mark.parametrize("d", [1, 2, 50])
@pytest.mark.parametrize("r", [0.25, 1.0, 3.0])
def test_the_gap_of_the_two_largest_sizes_is_exponential(d, r):
    def winner(t: float) -> float:
        return d * math.exp(-t - r) * (1 - math.exp(-t)) ** (d - 1)

    assert integrate.quad(winner, 0, 60)[0] == pytest.approx(math.exp(-r), abs=1e-9)


def spread(mean, scale, *, law, trials):
    """Root mean square error of the projection mechanism at a mean in B_1(0, R), R = sqrt(s)."""
    point, radius = mean
    noise = law(scale).sample(np.random.default_rng(1), (trials, point.size))
    error = project_l1_ball(point + noise, radius=radius) - point
    return math.sqrt(float((error**2).sum(axis=-1).mean()))


@pytest.mark.parametrize("n", [200, 2000])
def test_runs_stay_below_the_explicit_bounds(n):
    d, s, delta = 1000, 4, 1e-5
    point = np.zeros(d)
    point[: 4 * s] = 0.5 / (4 * s) ** 0.5  # |.|_1 = 2 = sqrt(s): on the boundary
    harmonic = sum(1 / k for k in range(1, d + 1))
    found = spread((point, 2.0), 2 * math.sqrt(s) / n, law=Laplace, trials=100)
    assert found <= math.sqrt(min(4 * s * harmonic / n, 8 * s * d / n**2))
    sigma = math.sqrt(8 * math.log(1.25 / delta)) / n
    found = spread((point, 2.0), sigma, law=Gaussian, trials=100)
    first = 8 * math.sqrt(s * math.log(1.25 / delta) * math.log(2 * d)) / n
    assert found <= math.sqrt(min(first, 8 * d * math.log(1.25 / delta) / n**2))


def test_one_ball_has_a_large_error_for_a_small_budget():
    s, budget = 10, 0.25
    found = spread(
        (np.zeros(500), math.sqrt(s)), 2 * math.sqrt(s) / budget, law=Laplace, trials=200
    )
    assert found >= math.sqrt(s * math.exp(-budget / 2)) * 0.99
    assert found <= math.sqrt(s) * (1 + 1e-12)


@pytest.mark.parametrize("rows", [2, 6, 10])
@pytest.mark.parametrize("gain", [0.5, 1.5, 3.0])
def test_tail_of_the_gain(rows, gain):
    closed = float(gaussian_images.exceeds(rows, Fraction(gain)))
    assert closed == pytest.approx(stats.chi2.sf(rows * gain**2, rows), rel=1e-12)


def test_true_delta_of_a_drawn_matrix_lies_below_the_layers():
    def at(gain: float) -> float:
        sigma = 1.5 * math.sqrt(2 * math.log(2.5e5)) / gain
        return Gaussian(sigma).delta(1.0, sensitivity=1.0)

    def mixed(gain: float) -> float:
        return at(gain) * stats.chi2.pdf(2 * gain**2, 2) * 4 * gain

    value = integrate.quad(mixed, 1e-3, 12, limit=200)[0]
    assert 1e-6 < value < 3.7e-6


def test_errors_of_a_square_recovery_are_cauchy():
    rng, d, trials = np.random.default_rng(2), 6, 4000
    matrices = rng.normal(0, 1 / math.sqrt(d), (trials, d, d))
    errors = np.linalg.solve(matrices, rng.normal(0, 1, (trials, d, 1)))[:, 0, 0]
    found = stats.kstest(errors / math.sqrt(d), "cauchy")
    assert found.pvalue > 1e-6  # a false alarm in one seed of a million


def test_more_rows_than_columns_leave_a_residual():
    rng = np.random.default_rng(3)
    A, xi = rng.normal(size=(40, 30)), rng.normal(size=40)
    best = np.linalg.lstsq(A, xi, rcond=None)[0]
    assert np.linalg.norm(A @ best - xi) > 0.1


def log_choose(n, k):
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def code_admits(K, *, n, eps, d, s):
    """The condition of the sparse code, from the binomials."""
    t, j = d // K, s // 2 + 1
    if t < s:
        return False
    return eps * -(-n // K) <= log_choose(t, j) - 2 * log_choose(s, j) - math.log(2)


@pytest.mark.parametrize("eps", [1.0, 0.3, 0.001])
@pytest.mark.parametrize("s", [1, 2, 3, 10, 300])
def test_blocks_of_the_proof_are_admissible(s, eps):
    for d in (2048 * s, 10**6, 10**9):
        for budget in np.geomspace(1, max(1.0, d / 2048), 25):
            n = math.floor(budget / eps)
            if n * eps < 1 or n * eps > d / 2048 or s > d / 2048:
                continue
            log = math.log(d / (n * eps))
            K = max(1, math.ceil(4 * n * eps / (s * log)))
            assert code_admits(K, n=n, eps=eps, d=d, s=s)
            assert 1 / (8 * K) >= min(1, s * log / (n * eps)) / 64


def test_explicit_bounds_exceed_the_repaired_order():
    rng = np.random.default_rng(4)
    for _ in range(300):
        d = int(10 ** rng.uniform(0, 7))
        s = int(math.exp(rng.uniform(0, math.log(d)))) if d > 1 else 1
        eps = 10 ** rng.uniform(-3, 0)
        n = math.ceil(10 ** rng.uniform(0, 8) / eps)
        P = n * eps
        found = [
            1 / (8 * K) for K in {2**i for i in range(24)} if code_admits(K, n=n, eps=eps, d=d, s=s)
        ]
        m = min(n, math.floor(1 / eps))
        found.append(min(d, n // m) * (m / n) ** 2 / (1 + math.exp(eps * m)))
        m = min(n, math.floor(s / (16 * eps)))
        if s >= 16:
            found.append(min(d // s, n // m) * (m / n) ** 2 / 8)
        order = min(1, s * max(1, math.log(d / P)) / P, s * d / P**2)
        assert max(found) >= 2**-20 * order
        assert max(found) <= min(1, 4 * s * (1 + math.log(d)) / P, 8 * s * d / P**2)  # no overlap
