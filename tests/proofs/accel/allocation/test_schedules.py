"""Optimal schedules and run lengths against general solvers, sums and scans."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize

from workbench.convergence.quadratics import expected_suboptimality
from workbench_papers.accel.allocation import erratum_35, remark_4_1_subsampled, subsampled_guide
from workbench_papers.accel.allocation import heavy_ball_zero as allocation_hb
from workbench_papers.accel.allocation import zcdp as allocation_zcdp

MU, L = 0.02, 5.1


def least_cost(weights: np.ndarray, ratio: int) -> float:
    """The least cost of a budget of 1, by bisection for the multiplier and for each share."""

    def levels(multiplier: float) -> np.ndarray:
        low, high = np.full(len(weights), -20.0), np.full(len(weights), 4.0)
        for _ in range(70):
            middle = (low + high) / 2
            slope = 2 * weights * (1 + (ratio - 1) * np.exp(-np.exp(middle)))
            above = slope > multiplier * np.exp(3 * middle)
            low, high = np.where(above, middle, low), np.where(above, high, middle)
        return np.exp(low)

    low, high = -40.0, 40.0
    for _ in range(70):
        middle = (low + high) / 2
        spent = np.log1p(np.expm1(levels(math.exp(middle))) / ratio).sum()
        low, high = (middle, high) if spent > 1 else (low, middle)
    return float((weights / levels(math.exp(high)) ** 2).sum())


@pytest.mark.parametrize("ratio", [1, 10, 1000])
def test_least_cost_against_a_general_solver(ratio: int) -> None:
    weights = 0.7 ** (3 * np.arange(5.0))

    def cost(logits: np.ndarray) -> float:
        shares = np.exp(logits) / np.exp(logits).sum()
        return float((weights / np.log1p(ratio * np.expm1(shares)) ** 2).sum())

    rival = minimize(cost, np.zeros(5), method="BFGS", options={"gtol": 1e-10}).fun
    assert least_cost(weights, ratio) == pytest.approx(rival, rel=1e-7)


ROWS = (subsampled_guide.TEN, subsampled_guide.HUNDRED, subsampled_guide.THOUSAND)


@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"n/m={r.ratio}")
def test_guide_against_floating_point(row: subsampled_guide.Row) -> None:
    weights = (1 - math.sqrt(MU / L)) ** np.arange(100.0)

    def cost(shares: np.ndarray) -> float:
        return float((weights / np.log1p(row.ratio * np.expm1(shares)) ** 2).sum())

    best = least_cost(weights, row.ratio)
    guide = np.cbrt(weights) / np.cbrt(weights).sum()
    assert float(row.least) < best
    assert f"{cost(guide) / best:.4f}" == row.guide
    assert f"{cost(np.full(100, 1 / 100)) / best:.3f}" == row.equal


def test_best_length_under_subsampling_by_a_scan() -> None:
    q = math.sqrt(MU / L)
    noise = 20 * (40 / 1e3) ** 2 * 2 / L
    bounds = {
        steps: 20 * (1 - q) ** steps + noise * least_cost((1 - q) ** np.arange(steps), 100)
        for steps in (*range(104, 124, 4), 111, 113, 121)
    }
    assert min(bounds, key=lambda k: bounds[k]) == 112
    assert 1.0044 < bounds[121] / bounds[112] < 1.0054
    assert all(bounds[steps] < float(most) for steps, most in remark_4_1_subsampled.HIGH)
    assert all(bounds[steps] > float(least) for steps, least in remark_4_1_subsampled.LOW)


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
