"""Proofs of statements about nothing are proofs; that nothing was found to be there is said."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.claims import CheckResult, Claim, Outcome, load
from workbench.claims.evidence import NO_POINT
from workbench.claims.verdict import judge
from workbench.rigor import certify, falsify, identity
from workbench.rigor.provers import martingales, tree_counts
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.hypotheses import doubts
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Theorem, number, square, vector

MET = [
    "x > 0",
    "x = y, y > 1",
    "x + y = 1, x > 0, y > 0",
    "x = sqrt(2), x < 1.5",  # no rational point: the value is put in, and then there is no variable
    "r = sqrt(y), x = 1 + r, y > 0, x > 1",  # definitions of definitions
    "x^2 = 2*y, x > 0",
    "m > 0, x > 0, y > 0, m <= x, y < 2/x, 1 - y*m*(2 - y*x) <= 0",  # at x y = 1 and m = x alone
    "x^2 = 4*y, x < 0",
    "2*y^2 = x^2, y > 0",  # no rational point here either
    "sqrt(log(x) + 2) = y*z^2 - 1/x, x > 1, y > 0, z > 0",  # a name times what is free of it
    "x = sum(k=1..3, k*y), y > 1",  # a name that the sum binds is no variable
]
UNMET = [
    "x^4 + x + 10 <= 0",
    "x^4 + x = -10",
    "exp(x) < x",
    "log(x) > x, x > 0",
    "t = log(x), x > 0, t > x",
]
REFUSED = [  # a combination of the conditions says that 0 is positive
    "x^2 < -1",
    "x < y, y < x",
    "x = y, x < y",
    "x > 1, y > 2, x*y <= 1",
    "x = sqrt(2), x^2 < 1.9",
    "t = sqrt(2), s = sqrt(2), t < s",
    "x = sum(k=1..3, k*y), y > 1, x < 2",
]


def about(where: str) -> Relation:
    return parse("0 <= 1 + x^2", where=where)


@pytest.mark.parametrize("where", MET)
def test_conditions_that_can_hold_leave_no_doubt(where: str) -> None:
    assert doubts(about(where).tree) == ()


@pytest.mark.parametrize("where", UNMET)
def test_that_no_point_was_found_is_part_of_what_a_proof_trusts(where: str) -> None:
    outcome = certify(about(where))
    assert outcome.decision == "holds"
    assert NO_POINT in outcome.trust


@pytest.mark.parametrize("where", REFUSED)
def test_conditions_that_contradict_each_other_are_refused(where: str) -> None:
    outcome = certify(about(where))
    assert outcome.decision == "inconclusive"
    assert "Correct the conditions" in outcome.reason


def test_every_kind_of_proof_says_so() -> None:
    """A theorem, a law and an equation; what they are about can be, and then they say nothing."""
    x, y = declare("real x y")
    for low, unsure in ((-10, False), (10, True)):
        where = [(x**4 + x + low, "<=", y), (y, "<=", 0)]
        assert (NO_POINT in identity((x + y) ** 2, x**2 + 2 * x * y + y**2, where=where).trust) == (
            unsure
        )
        assert (NO_POINT in of_law(low).trust) == unsure
        assert (NO_POINT in of_theorem(low).trust) == unsure


def of_law(low: int) -> Outcome:
    """The square of a mean, with numbers a and b beside it."""
    z, m, w, a, b = declare("real z m w a b")
    law = LawStatement((m**2, "<=", w), random=(z,), means={m: z, w: z**2},
                       where=[(a**4 + a + low, "<=", b), (b, "<=", 0)])  # fmt: skip
    proof = LawProof(law)
    proof.integrate("<=", (1, w), (-2 * m, m), (m**2, 1))
    return proof.outcome()


def of_theorem(low: int) -> Outcome:
    """A square is not negative, with numbers a and b beside it."""
    a, b, v = number("a"), number("b"), vector("v")
    told: Any = Theorem((a, b, v), given=[(a**4 + a + low, "<=", b), (b, "<=", 0)],
                        concludes=(0, "<=", square(v)))  # fmt: skip
    proof = Proof(told)
    proof.gram(told.concludes, [], squares=[(1, v)])
    return proof.outcome()


def test_the_verdict_says_so() -> None:
    said = []
    for where in ("x > 1", "x^4 + x + 10 <= 0"):
        c = Claim("t.a", title="A lemma", ours=("lemma", "here"), statement="0 = 0",
                  encoded=(about(where),))  # fmt: skip

        @c.exact
        def squares(claim: Claim = c) -> Outcome:
            """The square is not negative."""
            return certify(claim)

        mutant = certify(parse("x^2 <= 0"))
        said.append(judge({c.id: c}, {c.id: [CheckResult(squares, squares(), (mutant,))]})["t.a"])
    assert [one.status for one in said] == ["certified", "certified"]
    assert "no point was found that meets the conditions" not in said[0].reason
    assert "no point was found that meets the conditions" in said[1].reason


def test_a_condition_that_is_false_once_values_are_put_in_refutes_nothing() -> None:
    """sqrt(2) < sqrt(2) used to be dropped, as if it said nothing."""
    assert falsify(parse("t*z <= 0", where="t = sqrt(2), s = sqrt(2), t < s, z > 0")) is None
    assert falsify(parse("t*z <= 0", where="t = sqrt(2), s = sqrt(2), t <= s, z > 0")) == {"z": "1"}


def test_a_point_that_an_author_names_is_checked() -> None:
    """x^3 - 3 x + 1 = 0 has no rational root, and the other equation has one that is not drawn."""
    narrow = about("1000003*x = 7, x^2*1000003 = 7*x").tree
    assert doubts(narrow, {"x": "7/1000003"}) == ()
    none = about("x^2 = 2, x^4 = 5").tree
    assert doubts(none, {"x": "7/5"}) == doubts(none) == (NO_POINT,)


def test_the_point_that_a_check_tries_first_ends_the_doubt() -> None:
    """And one that does not meet the conditions leaves it."""
    narrow = about("1000003*x >= 7, x^2*1000003 <= 7*x")
    assert NO_POINT in certify(narrow).trust
    assert NO_POINT in certify(narrow, at={"x": 1}).trust
    assert NO_POINT not in certify(narrow, at={"x": "7/1000003"}).trust


def test_an_entry_of_a_sequence_that_no_point_tells_is_no_error() -> None:
    """z_T = 1 was asked for at a point where T is 1 and nothing is said of z."""
    assert doubts(tree_counts.of_a_level().theorem.tree) == ()


@pytest.mark.thorough
def test_a_proof_about_draws_one_after_the_other_is_of_something() -> None:
    proved = martingales.small_terms_add_up()
    assert proved.decision == "holds"
    assert NO_POINT not in proved.trust


@pytest.mark.thorough
def test_the_conditions_of_the_shipped_statements_were_seen_to_hold() -> None:
    """But for less than one claim in a hundred, such as one that holds at a single alpha."""
    claims, unsure = load().claims, set()
    for claim in claims.values():
        for _, one in claim.statements():
            told = getattr(one, "tree", {})
            if doubts(told.get("statement", told)):
                unsure.add(claim.id)
    assert len(unsure) < len(claims) / 100, sorted(unsure)
