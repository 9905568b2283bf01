"""Scales of noise that depends on a norm, against the exact curve of normal laws (kappa = 1)."""

from math import exp, log, sqrt

import pytest
import sympy as sp
from scipy.stats import norm

from workbench.rigor.provers import norm_noise_scales as scales
from workbench.rigor.provers.norm_noise import Delta, alpha, kappa

LEVELS, BUDGETS = (0.2, 1.0, 5.0, 30.0), (0.01, 0.3, 1.0, 2.0, 5.0, 20.0)


def value(term: sp.Expr, epsilon: float, level: float) -> float:
    """A term at kappa = Delta = 1, with alpha and r as they are declared."""
    r = sqrt(level + epsilon) - sqrt(level)
    term = sp.sympify(term).subs(alpha, scales.ORDER)
    return float(term.subs({kappa: 1, Delta: 1, scales.epsilon: epsilon, scales.Lambda: level,
                            scales.r: r}))  # fmt: skip


def delta_of(variance: float, epsilon: float) -> float:
    """Of N(0, variance) against N(1, variance)."""
    z = 1 / sqrt(variance)
    return float(norm.cdf(z / 2 - epsilon / z) - exp(epsilon) * norm.cdf(-z / 2 - epsilon / z))


@pytest.mark.parametrize("epsilon", BUDGETS)
@pytest.mark.parametrize("level", LEVELS)
def test_no_normal_law_exceeds_what_is_shown(epsilon: float, level: float) -> None:
    most = exp(-level) * (1 + 1e-9)  # cdf is good to some units of rounding
    assert delta_of(value(scales.LEAST, epsilon, level), epsilon) <= most
    left, _, right = scales.ENOUGH[1]
    if value(scales.ORDER, epsilon, level) > 1 and value(left - right, epsilon, level) <= 0:
        assert delta_of(value(scales.SCALE, epsilon, level), epsilon) <= most


def test_the_instances_that_refute_half_of_the_variance() -> None:
    level = log(1e5)
    found = [delta_of(value(scale, 1.0, level) / 2, 1.0) for scale in (scales.LEAST, scales.SCALE)]
    assert found == pytest.approx([3.2e-5, 4.3e-5], rel=0.02)
