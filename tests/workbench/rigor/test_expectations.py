"""Statements about expectations as authors write them, and their proofs."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from workbench.errors import ClaimError
from workbench.report.shown import formulas
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, event, indicator
from workbench.symbolic.text import parse

x, s, m, w, M = declare("x >= 0, real s m w M")
t, a, d = declare("t a > 0, integer d > 0")


def second_moment(**changes: Any) -> LawStatement:
    """The square of a mean is at most the mean of the square."""
    return LawStatement((m**2, "<=", w), random=(x,), means={m: x, w: x**2}, **changes)


def proof_of(statement: LawStatement) -> LawProof:
    proof = LawProof(statement)
    proof.integrate("<=", (1, w), (-2 * m, m), (m**2, 1))
    return proof


def test_a_proof_shows_the_statement() -> None:
    statement = second_moment()
    outcome = proof_of(statement).outcome()
    assert outcome.decision == "holds"
    assert outcome.certificate is not None
    assert check_certificate(outcome.certificate).accepted
    (shown,) = conclusions(outcome.certificate)
    assert shown["statement"] == statement.tree
    text = " ".join(f"{one.label} {one.latex}" for one in formulas(shown))
    assert r"\mathbb{E}\left[x^{2}\right]" in text
    assert "where these means exist" in text
    assert r"\text{ exist" in statement.latex()
    assert statement.digest != second_moment(shows=(m,)).digest


def test_what_is_claimed_is_printed_before_what_it_asks_for() -> None:
    claimed, asked = second_moment(shows=(m,)).latex().split(r"\text{if }")
    assert r"\mathbb{E}\left[x\right] \text{ exists}" in claimed
    assert r"\le" in claimed
    assert r"\mathbb{E}\left[x^{2}\right] \text{ exists}" in asked
    assert "0 \\le x" in asked


def test_sums_over_coordinates_are_shown_as_sums() -> None:
    text = LawStatement(
        (m, "<=", d * t), random=(x,), means={m: x}, over=d, sure=[(x, "<=", t)]
    ).latex()
    assert r"\sum_{j=1}^{d} x_{j} \le t" in text
    assert "exist" not in text


def test_a_hypothesis_for_all_numbers_is_used_at_one() -> None:
    y = sp.Symbol("y", real=True)
    bound = LawStatement(
        (M, "<=", sp.exp(2 * a**2)), random=(y,), means={M: sp.exp(2 * y)}, shows=(M,),
        every=[((t,), sp.exp(t * y), "<=", sp.exp(t**2 * a**2 / 2))],
    )  # fmt: skip
    assert r"\text{ for all } 0 < t" in bound.latex()
    h = sp.Symbol("h", real=True)
    proof = LawProof(bound)
    proof.instance(h, 0, {t: 2})
    proof.exists(M, (1, h))
    chain = (parse("u <= w", where="u <= v, v <= w"), {"u": M, "v": h, "w": sp.exp(2 * a**2)})
    assert proof.outcome(facts=[chain], methods=("sign",)).decision == "holds"
    outside = LawProof(bound)
    outside.instance(h, 0, {t: -2})
    assert outside.outcome().decision == "refused"
    assert "is false" in outside.outcome().reason


def test_facts_may_stand_for_one_case_and_domains_may_be_cut() -> None:
    above = LawStatement(
        (m, "<=", 1), random=(x, s), means={m: s}, shows=(m,), sure=[indicator(s, (x, ">=", a))]
    )
    proof = LawProof(above, cuts={"u": [0]})
    cut = (parse("u^2 >= 0"), {"u": x})
    proof.exists(m, (1, 1), facts={0: [cut]})
    proof.fact((m, "<=", 2), uses=[0], facts=[(parse("u^2 >= 0"), {"u": m})])
    assert proof.outcome().decision == "holds"


def test_an_equation_is_a_multiple_of_another_one() -> None:
    constant = LawStatement((m, "=", a), random=(x,), means={m: x}, sure=[(x, "=", a)])
    proof = LawProof(constant)
    proof.integrate("=", (1, m), (-a, 1))
    proof.fact((m, "=", a), multiples={0: -1})
    assert proof.outcome().decision == "holds"
    assert LawProof(constant).outcome().decision == "refused"


@pytest.mark.parametrize("share", [sp.Rational(11, 10), 2])
def test_what_is_false_is_refused(share: sp.Expr) -> None:
    statement = LawStatement((share * m**2, "<=", w), random=(x,), means={m: x, w: x**2})
    outcome = proof_of(statement).outcome()
    assert outcome.decision == "refused"
    assert "false for some values" in outcome.reason


def test_a_step_that_fails_is_the_reason() -> None:
    proof = LawProof(second_moment())
    proof.integrate("<=", (-1, m))
    proof.integrate("<=", (1, m))
    assert "step 0" in proof.outcome().reason
    assert LawProof(second_moment(sure=[(x, "<", 0)])).outcome().reason.startswith("no outcome")
    blind = LawProof(second_moment(), seconds=1e-9)  # over before the search begins
    blind.integrate("<=", (1, w), (-2 * m, m), (m**2, 1))
    assert "not proved" in blind.outcome().reason


def test_statements_that_cannot_be_written() -> None:
    with pytest.raises(ClaimError, match="declared with an interval"):
        LawStatement((t, "<=", 1), random=(x,), means={t: x})
    with pytest.raises(ClaimError, match="is an inequality"):
        indicator(s, (x, "=", a))
    with pytest.raises(ClaimError, match="no relation"):
        LawStatement((m, "<>", 1), random=(x,), means={m: x})
    assert event(s) == [[(s, "=", 0)], [(s, "=", 1)]]
