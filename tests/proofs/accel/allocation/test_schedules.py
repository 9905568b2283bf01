"""Optimal schedules and run lengths against general solvers, sums and scans."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize

from workbench.convergence.quadratics import expected_suboptimality
from workbench_papers.accel.allocation import _optimal_shares, erratum_35, remark_4_1_subsampled
from workbench_papers.accel.allocation import heavy_ball as allocation_hb
from workbench_papers.accel.allocation import subsampled_guide as allocation_subsampled_guide
from workbench_papers.accel.allocation import zcdp as allocation_zcdp

MU, L = 0.02, 5.1


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
