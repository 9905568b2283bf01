"""Tables of rates and noise constants, and cycles, against slower computations."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from workbench.solvers import HeavyBallRate, NoCertifiedRate, heavy_ball_rate
from workbench.solvers.exact import HeavyBallLmi, feasible
from workbench.solvers.matrices import symmetric
from workbench_papers.accel.lmi import cycles as hb_cycles
from workbench_papers.accel.lmi import noise_optimal as lmi_noise_optimal
from workbench_papers.accel.lmi.exact_certificate import TABLE

F = Fraction


@pytest.mark.parametrize(("mu", "alpha", "beta", "rho2"), TABLE)
def test_table_of_rates_is_the_bracket_to_its_last_digit(mu, alpha, beta, rho2) -> None:
    found = heavy_ball_rate(mu, 1, alpha, beta)
    assert isinstance(found, HeavyBallRate)
    assert found.rho2 <= F(rho2)
    assert found.rho2_refuted > F(rho2) - F(1, 10**8)


@pytest.mark.parametrize("row", lmi_noise_optimal.TABLE)
def test_noise_constants_are_between_quadratics_and_the_table(row) -> None:
    mu, alpha, beta, rho2, bound = row.mu, row.alpha, row.beta, row.rho2, row.bound
    solution = row.solution
    p11, p12, p22, c0, c = map(F, solution.split())
    lmi = HeavyBallLmi(F(mu), F(1), F(alpha), F(beta))
    found = feasible(lmi, F(rho2), symmetric(p11, p12, p22), c0, c)
    assert found is not None
    value = F(found["noise"]) * F(alpha) ** 2 / (1 - F(rho2))
    a, b = F(alpha), F(beta)
    exact = max(a * (1 + b) / (2 * (1 - b) * (2 + 2 * b - a * x)) for x in (F(mu), F(1)))
    assert exact <= value <= F(bound)


@pytest.mark.parametrize("mu", ["1/10", "1/2"])
@pytest.mark.parametrize("alpha", ["1/4", "1", "3/2"])
def test_border_of_the_feasible_region_by_bisection(mu: str, alpha: str) -> None:
    """The largest certifiable momentum is 1 - alpha (1 - mu)/2, found without the formula."""
    low, high = F(1, 10), F(1)
    while high - low > F(1, 1000):
        middle = (low + high) / 2
        found = heavy_ball_rate(mu, 1, alpha, middle, tolerance=1)
        low, high = (low, middle) if isinstance(found, NoCertifiedRate) else (middle, high)
    assert low <= 1 - F(alpha) * (1 - F(mu)) / 2 <= high


def test_heavy_ball_from_rest_falls_into_the_cycle() -> None:
    x = old = 3.3
    for _ in range(3000):
        place = int(x > 1) + int(x > 2)
        slope = float(hb_cycles.piece(place, sp.Float(x, 17), 1)[1])
        x, old = x - slope / 9 + 4 / 9 * (x - old), x
    assert min(abs(x - float(point)) for point in hb_cycles.POINTS) < 1e-9


@pytest.mark.parametrize("part", [1, 10])
def test_slacks_of_seven_points_by_coordinates(part: int) -> None:
    """The polynomials in cos(2 pi/7) against the inequality for points, gradients and values."""
    L = float(hb_cycles.SIZE)
    alpha = 1 / (part * L)
    beta = (1 - np.sqrt(alpha)) / (1 + np.sqrt(alpha))
    angles = 2 * np.pi * np.arange(7) / 7
    x = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    g = ((1 + beta) * x - beta * np.roll(x, 1, axis=0) - np.roll(x, -1, axis=0)) / alpha
    for k in hb_cycles.OTHERS:
        dx, dg = x[k] - x[0], g[k] - g[0]
        bracket = dg @ dg / L + dx @ dx - 2 / L * dg @ dx
        slow = -g[0] @ dx - bracket / (2 * (1 - 1 / L))
        found = hb_cycles.slack(k, part).subs(hb_cycles.C, sp.cos(2 * sp.pi / 7))
        assert float(found.evalf(30)) == pytest.approx(slow, rel=1e-9)
