"""Rigorous quadrature: kinks, branch cuts, and anchors of differential privacy."""

from __future__ import annotations

import math

import pytest
import sympy as sp
from scipy.integrate import quad

from workbench.claims import Grade
from workbench.errors import ClaimError, ParameterError
from workbench.rigor import integral, integral_enclosure
from workbench.rigor.check import check_certificate
from workbench.rigor.provers.integrals import kinks
from workbench.symbolic import freeze

x = sp.Symbol("x", real=True)
R = sp.Rational
TINY = R(1, 10**15)


def test_an_integral_is_certified_and_its_mutant_fails() -> None:
    good = integral(sp.exp(-(x**2)), x, 0, 1, "<=", R(74683, 100000))
    assert (good.decision, good.grade) == ("holds", Grade.CERTIFIED)
    assert check_certificate(good.certificate).accepted
    bad = integral(sp.exp(-(x**2)), x, 0, 1, "<=", R(74682, 100000))
    assert (bad.decision, bad.grade) == ("fails", Grade.CERTIFIED)
    assert check_certificate(bad.certificate).accepted
    assert integral(x, x, 0, 1, "<=", R(1, 2)).decision == "inconclusive"  # equality


@pytest.mark.parametrize(
    ("integrand", "low", "high", "value"),
    [
        (sp.Abs(x), -1, 2, R(5, 2)),  # (x*x).sqrt() without its flag: 2.598..., radius 2e-18
        (sp.Abs(3 * x - 1), 0, 1, R(5, 6)),  # a kink that no binary fraction hits
        ((x + sp.Abs(x)) / 2, -1, 2, 2),  # max(x, 0)
        (sp.sqrt(x), 0, 4, R(16, 3)),
        (sp.log(x), 1, 4, 4 * sp.log(4) - 3),
        (sp.cbrt(x), 1, 8, R(45, 4)),
        (1 / (1 + x**2), 0, 1, sp.pi / 4),
        (sp.Abs(x**2 - 2), 0, 2, (8 * sp.sqrt(2) - 4) / 3),  # an irrational kink
        (sp.erfc(x), 0, 1, None),
    ],
    ids=str,
)
def test_values_with_a_closed_form(
    integrand: sp.Expr, low: int, high: int, value: sp.Expr | None
) -> None:
    if value is None:
        value = R(sp.integrate(integrand, (x, low, high)).evalf(40))
    above, below = value + TINY, value - TINY
    assert integral(integrand, x, low, high, "<", above).decision == "holds"
    assert integral(integrand, x, low, high, ">", below).decision == "holds"
    assert integral(integrand, x, low, high, "<", below).decision == "fails"


def test_what_has_no_value_has_no_integral() -> None:
    for integrand in (sp.log(x), 1 / x, sp.sqrt(x)):
        outcome = integral(integrand, x, -1, 1, "<=", 100)
        assert outcome.decision == "inconclusive"
        assert "may have no value" in outcome.reason
    assert integral(1 / x, x, 0, 1, "<=", 100).decision == "inconclusive"  # infinite
    assert integral_enclosure(1 / x, x, -1, 1).value == "undefined"


def test_bad_arguments_are_named() -> None:
    with pytest.raises(ParameterError, match="op"):
        integral(x, x, 0, 1, "=", 1)
    with pytest.raises(ParameterError, match="low"):
        integral(x, x, 1, 0, "<=", 1)
    with pytest.raises(ClaimError, match="float"):
        integral(x, x, 0.0, 1, "<=", 1)


def test_kinks_are_found_where_they_are_rational() -> None:
    found = kinks(freeze(sp.Abs(3 * x - 1) + sp.Abs(x**2 - 4) + sp.Abs(x**2 - 2)), "x")
    assert sorted(found) == ["-2", "1/3", "2"]


def test_other_integrands_agree_with_scipy() -> None:
    """A second method for every function that an integrand may hold."""
    for integrand in (
        sp.exp(-x) * sp.log(1 + x), sp.sqrt(1 + x) / (2 + x), sp.erfc(x) * sp.exp(x),
        sp.cbrt(1 + x**2), sp.Abs(x - R(1, 3)) * sp.exp(x), (1 + x) ** 5 / (3 + x) ** 2,
    ):  # fmt: skip
        other, error = quad(sp.lambdify(x, integrand, "scipy"), 0, 2, points=[1 / 3])
        value = integral_enclosure(integrand, x, 0, 2).value
        assert value == pytest.approx(other, abs=10 * error + 1e-13)


# anchors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("twice", "divergence"),
    [(5, 2.17575332281880452614843e-4), (64, 11.246275937048068835408)],
)
def test_renyi_divergence_of_the_subsampled_gaussian(twice: int, divergence: float) -> None:
    """Poisson rate 1/100, sigma = 1, orders 5/2 and 32; the tails are below 1e-80 of the value."""
    ratio = R(99, 100) + sp.exp(x - R(1, 2)) / 100
    density = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
    power = sp.sqrt(ratio) ** twice if twice % 2 else ratio ** (twice // 2)
    moment = integral_enclosure(density * power, x, -30, 60).value
    assert math.log(moment) / (twice / 2 - 1) == pytest.approx(divergence, rel=1e-11)


def test_two_laplace_mechanisms_composed() -> None:
    """Two times eps = 1/2, delta at 3/4: both atoms, one atom and one density, two densities.

    The loss is 1/2 with probability 1/2, and 1/2 - x with density e^(-x/2)/4 for x in (0, 1).
    """
    atoms = (1 - sp.exp(R(-1, 4))) / 4
    one = sp.exp(-x / 2) / 4 * (1 - sp.exp(x - R(1, 4)))
    two = x * sp.exp(-x / 2) / 16 * (1 - sp.exp(x - R(1, 4)))
    total = float(atoms) + sum(integral_enclosure(f, x, 0, R(1, 4)).value for f in (one, two))
    assert total == pytest.approx(0.062347041003867384456, rel=1e-14)


def test_hockey_stick_of_two_gaussians() -> None:
    """The positive part of p - e^eps q, cut at its kink: eps = 1, sigma = 7/5, sensitivity 1."""
    s, eps = R(7, 5), 1
    p = sp.exp(-(x**2) / (2 * s**2)) / (s * sp.sqrt(2 * sp.pi))
    q = sp.exp(-((x - 1) ** 2) / (2 * s**2)) / (s * sp.sqrt(2 * sp.pi))
    kink = R(1, 2) - eps * s**2
    value = integral_enclosure(p - sp.exp(eps) * q, x, -40, kink).value
    assert value == pytest.approx(0.04127989810187706656158, rel=1e-14)
