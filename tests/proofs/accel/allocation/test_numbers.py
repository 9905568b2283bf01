"""Numbers of the noise allocation against slow, independent computations."""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from workbench.convergence.quadratics import expected_suboptimality
from workbench.symbolic import relation
from workbench_papers.accel._section_5 import fade_bracket, fade_is_inside, within
from workbench_papers.accel.allocation import erratum_27, remark_4_1_steps


@pytest.mark.parametrize("speed", [sp.Integer(1), sp.Rational(1, 10)])
def test_bracket_holds_the_fading_factor(speed: sp.Rational) -> None:
    low, high = fade_bracket(speed)
    assert high - low == Fraction(1, 2**48)
    assert low < sp.cbrt(1 - sp.sqrt(speed / 255)).n(40) < high
    assert fade_is_inside(speed, (low, high)).decision == "holds"


def test_a_bracket_beside_the_number_is_rejected() -> None:
    low, high = fade_bracket(sp.Integer(1))
    assert fade_is_inside(sp.Integer(1), (high, 2 * high - low)).decision == "fails"


def test_within_narrows_the_named_variable_only() -> None:
    x, y = sp.symbols("x y", positive=True)
    narrowed = within(relation(x, "<", y), {"x": (Fraction(1, 3), Fraction(1, 2))})
    domains = {v.name: (v.low, v.high) for v in narrowed.variables}
    assert domains == {"x": ("1/3", "1/2"), "y": ("0", None)}


@pytest.mark.parametrize("steps", [0, 1, 2, 9])
def test_double_root_on_a_parabola_agrees_with_the_exact_error(steps: int) -> None:
    q, mu, alpha = Fraction(1, 10), Fraction(1, 100), Fraction(1)
    error = expected_suboptimality(
        [mu],
        [Fraction(1)],
        alpha=alpha,
        beta=(1 - q) / (1 + q),
        variances=[Fraction(0)] * steps,
        method="nesterov",
    )
    assert ((1 - q) ** steps * (1 + q * steps)) ** 2 * mu / 2 == error


@pytest.mark.parametrize("row", remark_4_1_steps.TABLE)
def test_best_steps_against_a_scan(row: remark_4_1_steps.Setting) -> None:
    alpha = float(row.speed) / 5.1
    q = math.sqrt(alpha * 0.02)
    bounds = []
    for steps in range(1, 1001):
        roots = np.cbrt((1 - q) ** np.arange(steps) * alpha * (1 + alpha * 5.1))
        noise = 20 * (40 / 1e5) ** 2 * roots.sum() ** 3
        bounds.append(row.coefficient * (1 - q) ** steps * 10 + noise)
    assert 1 + int(np.argmin(bounds)) == row.steps
    assert min(bounds) == pytest.approx(float(row.value), abs=5e-6)


@pytest.mark.parametrize("steps", [100, 200])
def test_totals_against_floating_point(steps: int) -> None:
    r = (1 - math.sqrt(0.02 / 5.1)) ** (1 / 3)
    shares = r ** np.arange(steps)
    shares /= shares.sum()
    total = np.log1p(np.expm1(100 * shares) / 100).sum()
    assert total == pytest.approx(float(erratum_27.OPTIMAL[steps]), abs=5e-4)
    low, high = erratum_27.normalisation(steps, fade_bracket(sp.Integer(1)))
    assert low < (1 - r) / (1 - r**steps) < high
