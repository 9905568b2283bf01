"""Values and statements of the literature that the provers have to reproduce, and their limits."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

from tests.workbench.rigor.domains import on
from workbench.rigor import Budget, certify, enclosure, induction, matrix_inequality
from workbench.rigor.boxes import split_until_certain
from workbench.rigor.check import check_certificate
from workbench.symbolic import Relation, relation

R = sp.Rational
eps, log, alpha = sp.symbols("epsilon l alpha", positive=True)
M = sp.Symbol("M", integer=True, nonnegative=True)
k = sp.Symbol("k", integer=True)


def gaussian_delta(epsilon: sp.Expr, sigma: sp.Expr) -> sp.Expr:
    """The exact delta of the Gaussian mechanism, sensitivity 1."""
    up, down = 1 / (2 * sigma) - epsilon * sigma, -1 / (2 * sigma) - epsilon * sigma
    return (sp.erfc(-up / sp.sqrt(2)) - sp.exp(epsilon) * sp.erfc(-down / sp.sqrt(2))) / 2


def decided(made: Relation, **options: object) -> str:
    outcome = certify(made, Budget(seconds=30), **options)
    if outcome.certificate is not None:
        assert check_certificate(outcome.certificate).accepted
    return outcome.decision


@pytest.mark.parametrize(
    ("epsilon", "variance", "delta"),
    [(1, R(49, 25), 0.04127989810187706656158),
     (R(37, 4), R(416, 1369), 3.93736373586858071746e-6)],
)  # fmt: skip
def test_delta_of_the_gaussian_mechanism(epsilon: sp.Expr, variance: sp.Expr, delta: float) -> None:
    value = enclosure(gaussian_delta(epsilon, sp.sqrt(variance))).value
    assert value == pytest.approx(delta, rel=1e-14)


def test_noise_without_the_constant_holds_for_small_epsilon_only() -> None:
    """sigma^2 = 2 l / eps^2 with l = ln(1/delta): true to eps = 1, false at 37/4 and e^-13."""
    rule = relation(gaussian_delta(eps, sp.sqrt(2 * log) / eps), "<=", sp.exp(-log))
    assert decided(on(rule, epsilon="[1/10, 1]", l="[1, 25]"), methods=("boxes",)) == "holds"
    there = on(rule, epsilon="[37/4, 37/4]", l="[13, 13]")
    assert decided(there) == "fails"


def test_pure_privacy_is_concentrated_privacy() -> None:
    """The Renyi divergence of randomised response is at most alpha eps^2 / 2, on a box."""
    top = sp.sinh(alpha * eps) - sp.sinh((alpha - 1) * eps)
    made = relation(sp.log(top / sp.sinh(eps)), "<=", (alpha - 1) * alpha * eps**2 / 2)
    box = {"alpha": "[3/2, 4]", "epsilon": "[1/2, 2]"}
    limits = {"boxes": 2000, "seconds": 30, "narrowest": Fraction(1, 2**40)}
    found = split_until_certain(on(made, **box).tree, **limits)
    certificate = {"kind": "boxes", "statement": on(made, **box).tree, "tree": found.tree}
    assert check_certificate(certificate).accepted
    tighter = relation(made.left, "<=", R(7, 10) * (alpha - 1) * alpha * eps**2 / 2)
    point = split_until_certain(on(tighter, **box).tree, **limits).point
    certificate = {"kind": "counterexample", "statement": on(tighter, **box).tree, "point": point}
    assert check_certificate(certificate).accepted


def test_normaliser_of_a_truncated_geometric_law() -> None:
    total = sp.Sum(R(1, 2) ** k, (k, 0, M))
    good = induction(relation(total, "=", 2 - R(1, 2) ** M), "M")
    assert good.decision == "holds"
    assert induction(relation(total, "=", 2 - R(1, 2) ** (M + 1)), "M").decision == "fails"


def heavy_ball(rho2: sp.Expr, sign: int) -> tuple[list, list]:
    """P >= 0, c0 >= 0, c >= 1 and the 3 x 3 LMI at mu = 1/2, L = alpha = 1, beta = 1/10.

    c0 X0 + c (X1 + (1 - rho^2) X2) - ((A B)^T P (A B) - rho^2 diag(P, 0)) >= 0.
    """
    mu, beta = R(1, 2), R(1, 10)
    a, b, g = sp.symbols("a b g", real=True)
    step = (1 + beta) * a - beta * b - g
    shown = (1 + beta) * a - beta * b + sign * g
    x0 = 2 * (mu * a**2 - (mu + 1) * a * g + g**2)
    x1 = -g * (step - a) - (step - a) ** 2 / 2
    x2 = mu / 2 * a**2 - a * g
    forms = [rho2 * u - v for u, v in ((a**2, shown**2), (2 * a * b, 2 * shown * a), (b**2, a**2))]
    forms += [x0, x1 + (1 - rho2) * x2]
    units = [sp.Matrix(m) for m in ([[1, 0], [0, 0]], [[0, 1], [1, 0]], [[0, 0], [0, 1]])]
    units += [sp.zeros(2)] * 2
    extra = [sp.zeros(2)] * 3 + [sp.diag(1, 0), sp.diag(0, 1)]  # c0 >= 0 and c >= 1
    blocks = [
        sp.diag(unit, more, sp.hessian(form, (a, b, g)) / 2).tolist()
        for unit, more, form in zip(units, extra, forms, strict=True)
    ]
    constant = sp.diag(sp.zeros(2), sp.diag(0, -1), sp.zeros(3)).tolist()
    return constant, blocks


def test_the_heavy_ball_rate_is_certified_on_both_sides() -> None:
    """A bisection with normalised multipliers ends at 0.257568; solutions reach down to 1/4."""
    good = matrix_inequality(*heavy_ball(R(255, 1000), -1))
    assert good.decision == "holds", good.reason
    assert check_certificate(good.certificate).accepted
    below = matrix_inequality(*heavy_ball(R(1, 4), -1))
    assert below.decision == "fails", below.reason
    assert check_certificate(below.certificate).accepted
