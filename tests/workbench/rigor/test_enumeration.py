"""Finite statements, case by case: what is accepted is so, and every way around it is closed."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from tests.workbench.rigor.build import (
    add,
    certificate,
    div,
    idx,
    mul,
    op,
    power,
    q,
    state,
    sub,
    total,
    tree,
    var,
)  # fmt: skip
from workbench.claims import Grade
from workbench.rigor import First, Rule, enumeration
from workbench.rigor.check import check_certificate, conclusions
from workbench.symbolic import relation


def upto(high: int, *, low: int = 1, ends: str = "[]") -> dict[str, Any]:
    return var("n", "int", low, high, ends)


def rule(
    body: Any, *, name: str = "u", shift: int = 1, start: int = 0, index: str = "t"
) -> dict[str, Any]:
    return {"name": name, "index": index, "shift": shift, "from": start, "body": tree(body)}


def value(at: int, what: Any, *, name: str = "u", **more: int) -> dict[str, Any]:
    return {"name": name, "at": at, "value": tree(what), **more}


def cases(statement: dict[str, Any], **more: Any) -> dict[str, Any]:
    return certificate("enumeration", statement, **more)


FIBONACCI: dict[str, Any] = {
    "rules": [rule(add(idx("u", "t"), idx("u", add("t", 1))), shift=2)],
    "base": [value(0, 0), value(1, 1)],
    "last": 40,
}
DOUBLED: dict[str, Any] = {
    "rules": [rule(mul(2, idx("u", "t")))],
    "base": [value(0, 1)],
    "last": 10,
}
u = var("u", "seq")
ABOVE = state([upto(10), u], 2, "<=", idx("u", "n"))

TRUE: dict[str, dict[str, Any]] = {
    "all powers": cases(state([upto(10)], op("npow", 2, "n"), "<=", 1024)),
    "an equation between fractions": cases(state([upto(9)], mul(3, div("n", 3)), "=", "n")),
    "conditions choose the cases": cases(
        state([upto(9), var("m", "int", 1, 9)], 1, "<=", sub("n", "m"), [("m", "<", "n")])
    ),
    "open ends are left out": cases(
        state([upto(4, low=0, ends="()")], div(1, mul("n", sub("n", 4))), "<", 0)
    ),
    "what a condition defines": cases(
        state([upto(9), var("x")], "n", "<=", "x", [("x", "=", power("n", 2))])
    ),
    "the only case": cases(state([], total("k", 1, 10, "k"), "=", 55)),
    "a recurrence": cases(
        state([upto(40), u], idx("u", "n"), "<", op("npow", 2, "n")), **FIBONACCI
    ),
    "a recurrence up to its last entry": cases(ABOVE, **DOUBLED),
    "one value for many indices": cases(
        state([upto(9), u], idx("u", "n"), "<=", 3), base=[value(1, 3, to=9)]
    ),
}

FALSE: dict[str, dict[str, Any]] = {
    # n = 7
    "one missing case": cases(state([upto(20)], 0, "<", power(sub("n", 7), 2))),
    # n = 11
    "a range that is one too long": cases(state([upto(11)], op("npow", 2, "n"), "<=", 1024)),
    # n = 0
    "a range that begins one too early": cases(state([upto(5, low=0)], 1, "<=", "n")),
    # n = 3 has no value
    "a case without a value": cases(state([upto(5)], 0, "<=", div(1, power(sub("n", 3), 2)))),
    "zero times a case without a value": cases(
        state([upto(5)], mul(0, div(1, sub("n", 3))), "=", 0)
    ),
    # n = 3, where the condition has no value and excludes nothing
    "a condition without a value": cases(
        state([upto(5)], 0, "<", power(sub("n", 3), 2), [(0, "<=", div(1, power(sub("n", 3), 2)))])
    ),
    # nothing to check
    "an empty range": cases(state([upto(1, low=0, ends="()")], 1, "<=", 0)),
    "conditions without any case": cases(state([upto(5)], 1, "<=", 0, [("n", "<", 1)])),
    # not finite
    "no last integer": cases(state([var("n", "int", 1)], 1, "<=", "n")),
    "a real variable": cases(state([var("x", low=0, high=1)], 0, "<=", "x")),
    "too many points": cases(state([upto(10**30)], 1, "<=", "n")),
    # x = x + 1 for no x: it stands for nothing
    "a variable that defines itself": cases(
        state([upto(3), var("x")], 0, "<", "x", [("x", "=", add("x", 1))])
    ),
    # an equation that enclosures cannot tell from a true one
    "nearly equal": cases(state([upto(3)], add("n", q("1/" + "9" * 40)), "=", "n"), bits=64),
    "a sequence that nothing defines": cases(ABOVE),
    # u[n] <= 0 by its declared domain alone
    "a defined sequence with a domain of its own": cases(
        state([upto(9), var("u", "seq", high=0)], idx("u", "n"), "<=", 0), **DOUBLED
    ),
    "an entry beyond the last one": cases(ABOVE, **{**DOUBLED, "last": 9}),
    "two values for one entry": cases(ABOVE, **{**DOUBLED, "base": [value(0, 1), value(0, 2)]}),
    "a value that a rule gives too": cases(
        ABOVE, **{**DOUBLED, "base": [value(0, 1), value(1, 5)]}
    ),
    "two rules for one sequence": cases(ABOVE, **{**DOUBLED, "rules": DOUBLED["rules"] * 2}),
    "a rule from later entries": cases(
        ABOVE, **{**DOUBLED, "rules": [rule(mul(2, idx("u", add("t", 2))))]}
    ),
    "a rule from itself": cases(
        ABOVE, **{**DOUBLED, "rules": [rule(mul(2, idx("u", add("t", 1))))]}
    ),
    "a rule that leads nowhere": cases(
        ABOVE, **{**DOUBLED, "rules": [rule(mul(2, idx("u", "t")), shift=0)]}
    ),
    "a rule that depends on the case": cases(
        ABOVE, **{**DOUBLED, "rules": [rule(mul("n", idx("u", "t")))]}
    ),
    "a value that depends on the case": cases(ABOVE, **{**DOUBLED, "base": [value(0, "n")]}),
    "an index that is a variable": cases(
        ABOVE, **{**DOUBLED, "rules": [rule(mul(2, idx("u", "n")), index="n")]}
    ),
    "a rule without a value": cases(
        ABOVE, **{**DOUBLED, "rules": [rule(div(idx("u", "t"), sub("t", 3)))]}
    ),
    "a rule for a variable": cases(
        ABOVE, **{**DOUBLED, "rules": [rule(mul(2, idx("u", "t")), name="n")]}
    ),
    "no precision": cases(TRUE["all powers"]["statement"], bits=0),
    "a truth value for the last entry": cases(ABOVE, **{**DOUBLED, "last": True}),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_accepted(name: str) -> None:
    answer = check_certificate(TRUE[name])
    assert answer.accepted, answer.message


@pytest.mark.parametrize("name", FALSE)
def test_false_or_meaningless_ones_are_turned_down(name: str) -> None:
    answer = check_certificate(FALSE[name])
    assert not answer.accepted, answer.message
    assert answer.message.startswith("enumeration: ")


def test_it_shows_no_part_of_another_proof() -> None:
    """A part could bring definitions of its own for sequences that are data for the whole."""
    part = {"kind": "enumeration", **DOUBLED}
    assert not check_certificate(certificate("cover", ABOVE, pieces=part)).accepted


def test_definitions_are_part_of_what_is_shown() -> None:
    statement = TRUE["a recurrence"]["statement"]
    shown = conclusions(cases(statement, **FIBONACCI))
    assert shown == conclusions(cases(statement, **FIBONACCI, bits=200))  # by other means
    for changed in ({"base": [value(0, 0), value(1, 0)]}, {"last": 41}):
        assert shown != conclusions(cases(statement, **{**FIBONACCI, **changed}))
    plain = TRUE["all powers"]["statement"]
    assert conclusions(cases(plain)) == [{"says": "relation", "statement": plain}]


@pytest.mark.parametrize("seed", range(8))
def test_against_a_loop(seed: int) -> None:
    """Accepted exactly if a n^2 + b n m + c m <= d at every point of a small grid."""
    a, b, c, d = ((seed * 7 + k * 5) % 9 - 4 for k in range(4))
    m = var("m", "int", -2, 3)
    left = add(mul(a, power("n", 2)), mul(b, "n", "m"), mul(c, "m"))
    grid = list(itertools.product(range(1, 5), range(-2, 4)))
    most = max(a * x * x + b * x * y + c * y for x, y in grid)
    for limit in (most - 1, most, d):
        found = check_certificate(cases(state([upto(4), m], left, "<=", limit))).accepted
        assert found == (most <= limit)


n, t, x = sp.Symbol("n", integer=True), sp.Symbol("t", integer=True), sp.Symbol("x", real=True)
F = sp.IndexedBase("F", real=True)


def test_the_prover_finds_the_first_exception() -> None:
    found = enumeration(relation(2**n, "<=", 1000), {n: (1, 12)})
    assert (found.decision, found.grade) == ("fails", Grade.CERTIFIED)
    assert found.counterexample is not None
    assert found.counterexample.point == (("n", "10"),)


def test_an_exception_to_a_recurrence_is_told_without_a_certificate() -> None:
    definitions: dict[str, Any] = {
        "rules": [Rule(F, t, F[t] + F[t + 1], shift=2)],
        "base": [First(F, 0, 0), First(F, 1, 1)],
        "last": 30,
    }
    growth = relation(F[n], "<", sp.Rational(8, 5) ** n)
    assert enumeration(growth, {n: (1, 30)}, **definitions).grade == Grade.CERTIFIED
    wrong = enumeration(relation(F[n], "<", n**2), {n: (1, 30)}, **definitions)
    assert (wrong.decision, wrong.grade, wrong.summary) == (
        "fails",
        Grade.DERIVED,
        "not so at n = 1",
    )


def test_what_cannot_be_decided_is_inconclusive() -> None:
    near = 1 + sp.Rational(1, 10**60)
    definitions: dict[str, Any] = {"base": [First(F, 1, Fraction(1, 3))]}
    close = relation(3 * F[n], "<=", near)
    assert enumeration(close, {n: (1, 1)}, **definitions).decision == "inconclusive"
    assert enumeration(close, {n: (1, 1)}, bits=256, **definitions).decision == "holds"
    endless = enumeration(relation(x, "<=", x + 1), {n: (1, 2)})
    assert endless.decision == "inconclusive"
    assert "finitely many" in endless.reason
