"""The richer heavy-ball certificate: its forms, its reach, and that it is rejected when damaged."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from workbench.errors import ParameterError, SolverError
from workbench.solvers import HeavyBallRate, NoCertifiedRate, heavy_ball_extended, heavy_ball_rate
from workbench.solvers.extended import PAIRS, ExtendedLmi
from workbench.solvers.matrices import inner

F = Fraction
POINTS = [("1/2", "1", "1/5", "0.61"), ("1/10", "9/5", "1/4", "0.73"), ("1/25", "2", "2/5", "0.87")]


@pytest.mark.parametrize(("mu", "alpha", "beta", "rho"), POINTS)
def test_rates_beyond_the_smaller_lmi_are_certified(mu, alpha, beta, rho) -> None:
    found = heavy_ball_extended(mu, 1, alpha, beta, F(rho) ** 2)
    assert found.holds()
    smaller = heavy_ball_rate(mu, 1, alpha, beta)
    if isinstance(smaller, HeavyBallRate):
        assert found.rho2 < smaller.rho2_refuted
    else:
        assert isinstance(smaller, NoCertifiedRate)


def test_units_do_not_matter() -> None:
    found = heavy_ball_extended(2, 20, "9/100", "1/4", "5329/10000")
    assert found.holds()
    assert found.L == 20


def test_forms_are_what_the_inequalities_say() -> None:
    """At random vectors, Q_ij and the energies written out by hand."""
    mu, L, alpha, beta = F(1, 3), F(2), F(2, 5), F(1, 7)
    lmi = ExtendedLmi(mu, L, alpha, beta)
    for x, old, g, h in [(F(1), F(2), F(3), F(-1)), (F(-1, 2), F(1), F(0), F(4))]:
        z = (x, old, g, h)
        outer = tuple(tuple(a * b for b in z) for a in z)
        new = x + beta * (x - old) - alpha * g
        points = {"now": (x, g), "next": (new, h), "best": (F(0), F(0))}
        for i, j in PAIRS:
            (xi, gi), (xj, gj) = points[i], points[j]
            inside = (gi - gj) ** 2 / L + mu * (xi - xj) ** 2 - 2 * mu / L * (gi - gj) * (xi - xj)
            by_hand = gj * (xi - xj) + inside / (2 * (1 - mu / L))
            assert inner(lmi.interpolation(i, j), outer) == by_hand


@pytest.mark.parametrize(("mu", "alpha", "beta", "rho"), POINTS[1:])
def test_energy_contracts_on_a_function_that_is_no_parabola(mu, alpha, beta, rho) -> None:
    found = heavy_ball_extended(mu, 1, alpha, beta, F(rho) ** 2)
    P, c = np.array(found.P, dtype=float), float(found.c)
    low, a, b = (float(F(v)) for v in (mu, alpha, beta))

    def value(x: float) -> float:
        return low / 2 * x**2 + (1 - low) * (np.logaddexp(x - 1, 1 - x) - np.logaddexp(-1, 1))

    def slope(x: float) -> float:
        return low * x + (1 - low) * np.tanh(x - 1)

    star = 0.0
    for _ in range(1000):
        star -= slope(star)

    def energy(x: float, old: float) -> float:
        e = np.array([x - star, old - star, slope(x)])
        return float(e @ P @ e) + c * (value(x) - value(star))

    x, old = 3.0, -4.0
    for _ in range(60):
        before = energy(x, old)
        assert before >= (value(x) - value(star)) - 1e-9
        x, old = x - a * slope(x) + b * (x - old), x
        assert energy(x, old) <= float(found.rho2) * before + 1e-9


def test_a_damaged_solution_is_noticed() -> None:
    found = heavy_ball_extended("1/10", 1, "9/5", "1/4", F("0.73") ** 2)
    for k in range(6):
        assert not replace(found, m=(*found.m[:k], found.m[k] + 1, *found.m[k + 1 :])).holds()
        assert not replace(found, m=(*found.m[:k], F(-1), *found.m[k + 1 :])).holds()
    assert not replace(found, rho2=found.rho2 / 2).holds()
    assert not replace(found, alpha=F(3)).holds()
    assert not replace(found, n=(found.n[0] + 1, found.n[1])).holds()
    turned = tuple(tuple(-v for v in row) for row in found.P)
    assert not replace(found, P=turned).holds()


def test_a_rate_below_the_spectral_radius_is_not_certified() -> None:
    with pytest.raises(SolverError, match="none was found"):
        heavy_ball_extended("1/10", 1, "9/5", "1/4", "1/5")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [((1, 1, 1, 0, "1/2"), "mu"), (("1/2", 1, 1, 0, 1), "rho2"), (("1/2", 1, 1, 0, 0.5), "rho2")],
)
def test_errors_name_the_argument(arguments, named) -> None:
    with pytest.raises(ParameterError, match=named):
        heavy_ball_extended(*arguments)
