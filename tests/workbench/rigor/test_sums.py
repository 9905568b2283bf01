"""Symbolic horizon and dimension: term by term, and by induction for inequalities."""

from __future__ import annotations

import pytest
import sympy as sp

from workbench.claims import Grade, Outcome
from workbench.rigor import First, Rule, certify, induction
from workbench.rigor.check import check_certificate
from workbench.symbolic import relation

t = sp.Symbol("t", integer=True, nonnegative=True)
n = sp.Symbol("n", integer=True, positive=True)
i, j = sp.symbols("i j", integer=True)
a, b, rho = sp.symbols("a b rho", positive=True)
x, v, c = sp.symbols("x v c", nonnegative=True)
V, g, z = (
    sp.IndexedBase("V", real=True),
    sp.IndexedBase("g", real=True),
    sp.IndexedBase("z", real=True),
)
s = sp.IndexedBase("s", nonnegative=True)


def decided(outcome: Outcome) -> str:
    if outcome.certificate is not None:
        assert outcome.grade is Grade.CERTIFIED
        assert check_certificate(outcome.certificate).accepted
    return outcome.decision


TRUE = [
    relation(sp.Sum((1 - a) ** i, (i, 0, t - 1)), "<=", t, where=[(a, "<=", 1)]),
    relation((1 + x) ** t, ">=", 1 + t * x),  # Bernoulli
    relation((1 - a) ** t, ">=", 1 - t * a, where=[(a, "<=", 1)]),
    relation(sp.Integer(2) ** t, ">", t),
    relation(sp.Sum(1 / i**2, (i, 1, n)), "<=", 2 - 1 / n),
    relation(
        sp.Sum(2 * g[i] * z[i], (i, 1, n)), "<=",
        sp.Sum(g[i] ** 2, (i, 1, n)) / b + b * sp.Sum(z[j] ** 2, (j, 1, n)),
    ),  # Young
    relation(sp.Sum(sp.exp(z[i]), (i, 1, n)), ">=", sp.Sum(1 + z[i], (i, 1, n))),
]  # fmt: skip

FALSE = [
    relation(sp.Sum((1 - a) ** i, (i, 0, t)), "<=", t, where=[(a, "<=", 1)]),
    relation((1 + x) ** t, ">=", 1 + 2 * t * x),
    relation((1 - a) ** t, "<=", 1 - t * a / 2, where=[(a, "<=", 1)]),
    relation(sp.Integer(2) ** t, ">", t + 1),
    relation(sp.Sum(1 / i**2, (i, 1, n)), "<=", sp.Rational(8, 5) - 1 / n),
    relation(sp.Sum(sp.exp(z[i]), (i, 1, n)), ">=", sp.Sum(1 + 2 * z[i], (i, 1, n))),
]


@pytest.mark.parametrize("k", range(len(TRUE)))
def test_true_for_every_length(k: int) -> None:
    outcome = certify(TRUE[k])
    assert decided(outcome) == "holds", outcome.reason


@pytest.mark.parametrize("k", range(len(FALSE)))
def test_nearby_false_ones_are_refuted(k: int) -> None:
    assert decided(certify(FALSE[k])) == "fails"


@pytest.mark.parametrize(("start", "decision"), [(v, "holds"), (2 * v, "fails")])
def test_a_contraction_with_a_noise_floor(start: sp.Expr, decision: str) -> None:
    """V[t+1] <= rho V[t] + c and V[0] = v give V[t] <= rho^t v + c / (1 - rho).

    The recurrence is an equation with a slack s[t] >= 0; the mutant starts at 2 v.
    """
    bound = rho**t * v + c / (1 - rho)
    outcome = induction(
        relation(V[t], "<=", bound, where=[(rho, "<", 1)]), "t",
        rules=[Rule("V", "j", rho * V[j] + c - s[j])],
        base=[First("V", 0, start)], factor=rho,
    )  # fmt: skip
    assert decided(outcome) == decision


def test_a_step_that_is_not_proved_says_which_sign_is_open() -> None:
    outcome = induction(relation(V[t], "<=", v), "t",
                        rules=[Rule("V", "j", V[j] - s[j] ** 2 / s[j])],
                        base=[First("V", 0, v)], factor=-1)  # fmt: skip
    assert outcome.decision == "inconclusive"
    assert outcome.reason
