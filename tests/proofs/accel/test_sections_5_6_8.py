"""Numbers of sections 5, 6 and 8 against slower, independent computations."""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import minimize
from scipy.special import expit

from workbench.convergence.quadratics import expected_suboptimality
from workbench.rigor.check import check_certificate
from workbench_papers.accel import (
    CLAIMS,
    _optimal_shares,
    allocation_hb,
    allocation_subsampled_guide,
    allocation_zcdp,
    erratum_35,
    exp_noise_bug,
    fig_2,
    logistic_sensitivity_line,
    masg_schedule,
    masg_small_step,
    remark_4_1_subsampled,
    thm_4_3,
)

BY_ID = {claim.id: claim for claim in CLAIMS}
EXPECTED = """
allocation-zcdp allocation-subsampled allocation-hb masg-schedule thm-4-3 masg-allocation
masg-small-step fig-2 logistic-model logistic-sensitivity logistic-constants exp-grid exp-noise-bug
""".split()
REFUTED = """
thm-4-3 erratum-24 erratum-25 logistic-model logistic-sensitivity erratum-30 erratum-31 erratum-34
erratum-35
""".split()
MU, L, KAPPA = 0.02, 5.1, 255.0


@pytest.mark.parametrize("slug", EXPECTED)
def test_every_entry_of_the_sections_has_a_claim(slug: str) -> None:
    assert f"accel.{slug}" in BY_ID


@pytest.mark.parametrize("slug", REFUTED)
def test_a_false_statement_has_an_accepted_counterexample_and_a_repair(slug: str) -> None:
    claim = BY_ID[f"accel.{slug}"]
    refutations = [check for check in claim.checks if check.aim == "refute"]
    assert refutations
    for check in refutations:
        outcome = check()
        assert outcome.decision == "fails"
        assert outcome.certificate is not None
        assert check_certificate(outcome.certificate).accepted
    assert any(claim.id in other.repairs for other in CLAIMS)


def masg(steps: int, speed: float, first: int, unit: int) -> tuple[np.ndarray, np.ndarray]:
    """Stage and step size times L of every step, written out."""
    stage = np.array([k for k in range(1, 12) for _ in range(first if k == 1 else 2**k * unit)])
    stage = stage[:steps]
    return stage, speed * np.where(stage == 1, 1.0, 0.25**stage)


def log_weights(stage: np.ndarray, size: np.ndarray, kappa: float) -> np.ndarray:
    """Logarithms of a_{T,t}, in units of 1/L for T = len(stage), by one loop backwards."""
    q = np.sqrt(size / kappa)
    found, fade = np.empty(len(stage)), 0.0
    for t in range(len(stage) - 1, -1, -1):
        found[t] = fade + math.log(size[t] * (1 + size[t]))
        fade += math.log1p(-q[t])
        if t and stage[t] != stage[t - 1]:
            fade += math.log(2)
    return found


@pytest.mark.parametrize("picture", fig_2.TABLE, ids=lambda p: f"K={p.stages}")
def test_figure_2_against_a_loop(picture: fig_2.Picture) -> None:
    lengths = [13 if k == 1 else 2**k * 10 for k in range(1, picture.stages + 1)]
    stage, size = masg(sum(lengths), 1.0, 13, 10)
    roots = np.exp(log_weights(stage, size, 20.0) / 3)
    scales = roots.sum() / roots
    for value, shown in zip(
        (scales[0], scales[-1], scales.min(), scales.max()), picture.shown, strict=True
    ):
        digits = len(shown.partition(".")[2])
        assert round(float(value), digits) == float(shown)


def test_drops_of_the_weights_against_a_loop() -> None:
    stage, size = masg(613, 1.0, 13, 10)
    ratios = np.exp(np.diff(log_weights(stage, size, 20.0)))
    drops = [f"{ratios[t - 1]:.6f}" for t in (13, 53, 133, 293)]
    assert tuple(drops) == fig_2.DROPS


@pytest.mark.parametrize("coefficient", [1, 2])
def test_masg_with_small_steps_is_best_after_its_first_stage(coefficient: int) -> None:
    stage, size = masg(1000, 0.1, masg_small_step.FIRST, masg_small_step.UNIT)
    q = np.sqrt(size / KAPPA)
    scores = []
    for steps in range(1, 1001):
        roots = np.exp(log_weights(stage[:steps], size[:steps], KAPPA) / 3)
        fade = 2.0 ** (stage[steps - 1] - 2 + coefficient) * np.prod(1 - q[:steps])
        scores.append(fade * 10 + 20 * (40 / 1e5) ** 2 / L * roots.sum() ** 3)
    assert 1 + int(np.argmin(scores)) == masg_small_step.FIRST == 89


def test_stages_of_the_experiments() -> None:
    assert masg_schedule.first_stage(20.0) == 14  # Figure 2 rounds down instead: 13
    assert masg_schedule.stage_unit(20.0) == 10
    assert masg_schedule.stage_lengths(89, 34, steps=1000) == [89, 136, 272, 503]
    assert masg_schedule.stage_lengths(5, 3, steps=4) == [4]


@pytest.mark.parametrize("steps", [1, 7])
def test_one_stage_is_plain_nesterov(steps: int) -> None:
    scales = [Fraction(k + 1, 10) for k in range(steps)]
    found = thm_4_3.errors_and_bounds(
        place=Fraction(1, 3), root_kappa=4, first=steps, speed=Fraction(1, 2), scales=scales
    )
    curvature, q = Fraction(1, 16) + Fraction(1, 3) * Fraction(15, 16), Fraction(1, 8)
    exact = expected_suboptimality(
        [curvature],
        [Fraction(1)],
        alpha=Fraction(1, 4),
        beta=(1 - q) / (1 + q),
        variances=[2 * b**2 for b in scales],
        method="nesterov",
    )
    assert found[-1][0] == exact / (curvature / 2)
    assert len(found) == steps


def test_stages_restart_and_noise_against_a_simulation() -> None:
    scales = [Fraction(1, 5)] * 9
    exact = thm_4_3.errors_and_bounds(
        place=Fraction(1, 2), root_kappa=3, first=2, speed=Fraction(1), scales=scales
    )
    rng, trials = np.random.default_rng(7), 200_000
    mu = 1 / 9
    curvature = mu + (1 - mu) / 2
    x = before = np.ones(trials)
    for t in range(9):
        size = 1.0 if t < 2 else 1 / 16
        q = math.sqrt(mu * size)
        beta = (1 - q) / (1 + q)
        if t == 2:
            before = x
        z = (1 + beta) * x - beta * before
        before, x = x, z - size * (curvature * z + rng.laplace(scale=0.2, size=trials))
        # fixed seed; six standard errors of the mean of squares, false alarm below 1e-8
        slack = 6 * np.std(x**2) / math.sqrt(trials)
        assert abs(np.mean(x**2) - float(exact[t][0])) < slack


@pytest.mark.parametrize("ratio", [1, 10, 1000])
def test_optimal_shares_against_a_general_solver(ratio: int) -> None:
    fade, steps = 0.7, 5
    weights = fade ** (3 * np.arange(steps - 1, -1, -1.0))

    def cost(logits: np.ndarray) -> float:
        shares = np.exp(logits) / np.exp(logits).sum()
        return float((weights / np.log1p(ratio * np.expm1(shares)) ** 2).sum())

    rival = minimize(cost, np.zeros(steps), method="BFGS", options={"gtol": 1e-10}).fun
    schedule = _optimal_shares.solve(fade, ratio, steps)
    rate = -math.log(fade)
    above, below = (f(schedule)(u=rate) for f in (_optimal_shares.upper, _optimal_shares.lower))
    assert above == pytest.approx(rival, rel=1e-7)
    assert below == pytest.approx(above, rel=1e-9)
    assert below <= rival
    assert _optimal_shares.budget(schedule)() <= 1


def test_dual_bound_holds_far_from_the_optimum() -> None:
    good = _optimal_shares.solve(0.9, 100, 8)
    bad = _optimal_shares.Schedule(
        100, tuple(y * Fraction(k + 3, 8) for k, y in enumerate(good.values)), good.multiplier * 2
    )
    rate = -math.log(0.9)
    assert _optimal_shares.lower(bad)(u=rate) < _optimal_shares.lower(good)(u=rate)


@pytest.mark.parametrize("row", allocation_subsampled_guide.SHORT, ids=lambda r: f"n/m={r.ratio}")
def test_guide_against_floating_point(row: allocation_subsampled_guide.Row) -> None:
    fade = (1 - math.sqrt(MU / L)) ** (1 / 3)
    weights = fade ** (3 * np.arange(row.steps - 1, -1, -1.0))

    def cost(shares: np.ndarray) -> float:
        return float((weights / np.log1p(row.ratio * np.expm1(shares)) ** 2).sum())

    y = np.array([float(v) for v in _optimal_shares.solve(fade, row.ratio, row.steps).values])
    best = float((weights / y**2).sum())
    guide = np.cbrt(weights) / np.cbrt(weights).sum()
    assert f"{cost(guide) / best:.4f}" == row.guide
    assert f"{cost(np.full(row.steps, 1 / row.steps)) / best:.3f}" == row.equal


def test_best_length_under_subsampling_by_a_scan() -> None:
    q = math.sqrt(MU / L)
    noise = 20 * (40 / 1e3) ** 2 * 2 / L
    bounds = {}
    for steps in (*range(104, 124, 4), 111, 113, 121):
        y = np.array(
            [float(v) for v in _optimal_shares.solve((1 - q) ** (1 / 3), 100, steps).values]
        )
        weights = (1 - q) ** np.arange(steps - 1, -1, -1.0)
        bounds[steps] = 20 * (1 - q) ** steps + noise * (weights / y**2).sum()
    assert min(bounds, key=lambda k: bounds[k]) == 112
    assert 1.0044 < bounds[121] / bounds[112] < 1.0054
    assert float(remark_4_1_subsampled.NOISE) == pytest.approx(noise, rel=1e-15)


@pytest.mark.parametrize("steps", sorted(allocation_zcdp.TABLE))
def test_gains_against_sums(steps: int) -> None:
    weights = (1 - math.sqrt(MU / L)) ** np.arange(steps)
    gaussian = steps * weights.sum() / np.sqrt(weights).sum() ** 2
    laplace = steps**2 * weights.sum() / np.cbrt(weights).sum() ** 3
    for value, shown in zip((gaussian, laplace), allocation_zcdp.TABLE[steps], strict=True):
        assert round(value, len(shown.partition(".")[2])) == float(shown)


def test_heavy_ball_weights_reproduce_the_exact_error() -> None:
    scales = [Fraction(k + 2, 7) for k in range(6)]
    exact = expected_suboptimality(
        [Fraction(1, 2), Fraction(1)],
        [Fraction(0), Fraction(0)],
        alpha=Fraction(1),
        beta=Fraction(3, 10),
        variances=[2 * b**2 for b in scales],
    )
    weights = allocation_hb.instance_weights(6)
    assert sum(a * 2 * b**2 for a, b in zip(weights, scales, strict=True)) == exact


@pytest.mark.parametrize(("speed", "best"), [(1.0, 136), (0.1, 396)])
def test_lengths_of_the_figures_by_a_scan(speed: float, best: int) -> None:
    alpha = speed / L
    q = math.sqrt(alpha * MU)
    scores = []
    for steps in range(1, 1001):
        roots = np.cbrt((1 - q) ** np.arange(steps) * alpha * (1 + alpha * L))
        scores.append(20 * (1 - q) ** steps + 10 * (40 / 1e5) ** 2 * roots.sum() ** 3)
    assert 1 + int(np.argmin(scores)) == best


def test_cube_root_is_that_of_the_table() -> None:
    assert float(erratum_35.CUBE) == pytest.approx((1 - math.sqrt(MU / L)) ** (1 / 3), rel=1e-15)


@pytest.mark.parametrize("steps", sorted(exp_noise_bug.TOTALS))
def test_totals_of_the_sampler_against_floating_point(steps: int) -> None:
    before = math.log1p(100 * math.expm1(1 / steps))
    total = steps * math.log1p(math.expm1(math.sqrt(2) * before) / 100)
    assert f"{total:.3f}" == exp_noise_bug.TOTALS[steps]


def test_spread_of_one_variable_by_a_grid() -> None:
    w = np.linspace(-1, 1, 2001)
    at = np.concatenate([np.linspace(0.01, 10, 400), [4.0]])[:, None]
    gradients = w * expit(-w * at)
    spread = gradients.max(axis=1) - gradients.min(axis=1)
    assert 1.05155 <= spread.max() <= 1.05165
    assert np.all(np.abs(spread[at[:, 0] < 1.27] - 1) < 1e-12)


def test_pair_beyond_the_simple_lower_bound() -> None:
    x, pair = np.array([0.55, -0.0256]), np.array([[-1.4, 18.6], [-20.0, 0.0]])
    gradients = -pair * expit(-pair @ x)[:, None]
    assert np.abs(pair).sum(axis=1).max() <= 20
    assert 33.35 <= np.abs(gradients[0] - gradients[1]).sum() <= 33.36
    assert logistic_sensitivity_line.better_pair("33.35").decision == "holds"


def test_symbolic_logistic_function_agrees() -> None:
    v = sp.Rational(3, 2)
    assert float(logistic_sensitivity_line.logistic(v)) == pytest.approx(expit(1.5), rel=1e-15)
