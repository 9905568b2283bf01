"""Hypotheses that a proof does without: found by leaving each out, alone."""

import json

import pytest

from workbench.claims import Outcome, all_of
from workbench.cli.hypotheses import spare_lines, spare_rows
from workbench.referee.spare import members, spare, without
from workbench.rigor import certify
from workbench.symbolic.text import parse


def report(*outcomes: Outcome, status: str = "certified") -> dict:
    evidence = [{"certificate": json.loads(json.dumps(o.certificate))} for o in outcomes]
    return {"claims": [{"id": "toy.claim", "status": status, "evidence": evidence}]}


def unused(*outcomes: Outcome) -> list[str]:
    (found,) = spare_rows(list(spare(report(*outcomes))))
    return found["unused"]


def proved(text: str) -> Outcome:
    statement, _, where = text.partition(" where ")
    outcome = certify(parse(statement, where=where))
    assert outcome.certificate is not None, outcome
    return outcome


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("x + y >= x where x > 0, y >= 0", ["x > 0"]),
        ("x*y >= 0 where x >= 0, y >= 0", []),
        ("x*(1 - x) >= 0 where x >= 0, x <= 1", []),
        ("x^2 >= 0 where x <= 1, y <= x", ["y ≤ x", "x ≤ 1"]),
        ("x >= y where y <= x, x >= 0", ["x ≥ 0"]),
    ],
)
def test_the_same_proof_says_which_hypotheses_it_does_without(text: str, left: list[str]) -> None:
    assert sorted(unused(proved(text))) == sorted(left)


def test_a_hypothesis_that_one_of_two_statements_needs_is_used() -> None:
    free = proved("x^2 >= 0 where x >= 0")
    needing = proved("x^3 >= 0 where x >= 0")
    assert unused(free) == ["x ≥ 0"]
    assert unused(free, needing) == []
    assert unused(needing, proved("x^3 >= 0 where x >= 0")) == []


def test_a_value_that_is_lost_with_the_hypothesis_is_missed() -> None:
    """1/x = 1/x is accepted without x > 0, and then open at 0."""
    assert unused(proved("x*(1/x) = 1 where x > 0")) == []
    assert unused(proved("log(x) <= x - 1 where x > 0")) == []


def test_only_certified_claims_with_hypotheses_are_told_of() -> None:
    outcome = proved("x^2 >= 0 where x >= 0")
    assert not list(spare(report(outcome, status="argued")))
    (free,) = members(proved("x^2 >= 0").certificate)
    assert not list(without(free))
    assert not list(spare_lines([]))


def test_lines_say_which_and_how_many() -> None:
    found = list(spare(report(proved("x + y >= x where x > 0, y >= 0"))))
    assert list(spare_lines(found)) == [
        "toy.claim: not used, 1 of 2 hypotheses: x > 0",
        "1 of 2 hypotheses of certified claims are used by their proofs",
    ]


def test_the_parts_of_a_certificate_are_asked_one_by_one() -> None:
    both = all_of([proved("x^2 >= 0 where x >= 0"), proved("y^3 >= 0 where y >= 0")])
    assert len(list(members(both.certificate))) == 2
    assert unused(both) == ["x ≥ 0"]


def test_a_rate_of_the_same_claim_has_no_hypotheses_and_is_not_asked() -> None:
    made = report(proved("x^2 >= 0 where x >= 0"))
    made["claims"][0]["evidence"].insert(0, {"certificate": {"kind": "rate", "problem": {}}})
    (found,) = spare_rows(list(spare(made)))
    assert found["unused"] == ["x ≥ 0"]
