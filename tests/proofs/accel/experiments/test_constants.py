"""Constants of the experiments of Section 5 against floating point and grids."""

import math

import numpy as np
import pytest
import sympy as sp
from scipy.special import expit

from workbench_papers.accel.experiments import logistic_sensitivity, logistic_sensitivity_line
from workbench_papers.accel.experiments import noise_bug as exp_noise_bug


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
    assert logistic_sensitivity_line.better_pair(level="33.35").decision == "holds"


def test_symbolic_logistic_function_agrees() -> None:
    v = sp.Rational(3, 2)
    assert float(logistic_sensitivity.logistic(v)) == pytest.approx(expit(1.5), rel=1e-15)
