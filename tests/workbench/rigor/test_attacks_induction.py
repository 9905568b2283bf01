"""False statements by induction: where it starts, where it steps, and what defines a sequence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workbench.rigor.build import (
    add,
    certificate,
    div,
    idx,
    mul,
    neg,
    op,
    positive,
    power,
    q,
    state,
    sub,
    total,
    var,
)  # fmt: skip
from workbench.rigor.check import check_certificate, discharge

SIGN = {"kind": "sign"}
n0, n1, n5 = (var("n", "int", k) for k in (0, 1, 5))
u, w = var("u", "seq"), positive("w", "seq")
w_above_0 = {**w, "low": "0", "low_open": True}


def rule(name: str, body: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "index": "t", "shift": 1, "from": 0, "body": body, **more}


def value(name: str, at: int, of: Any) -> dict[str, Any]:
    return {"name": name, "at": at, "value": of if isinstance(of, list) else q(of)}


def by_induction(statement: dict[str, Any], **more: Any) -> dict[str, Any]:
    return certificate("induction", statement, **{"variable": "n", "start": 0, **more})


def by_steps(statement: dict[str, Any], factor: Any, slack: Any, **more: Any) -> dict[str, Any]:
    proofs = dict.fromkeys(("start", "factor", "slack"), SIGN)
    return certificate(
        "inductive", statement,
        **{"variable": "n", "start": 0, "factor": factor, "slack": slack, "strict": "factor",
           "proofs": proofs, **more},
    )  # fmt: skip


W_GROWS = {"base": [value("w", 0, 0)], "rules": [rule("w", add(idx("w", "t"), 1))]}
MINUS = {"base": [value("w", 0, -1)], "rules": [rule("w", idx("w", "t"))]}
HALVED = {"base": [value("w", 0, 1)], "rules": [rule("w", sub(idx("w", "t"), 1))]}

FALSE: dict[str, dict[str, Any]] = {
    # n = 1: the factor (n+1)/n has no value at n = 0, where the chain would start
    "factor without a value before the domain": by_induction(
        state([n1], "n", "=", 0), factor=div(add("n", 1), "n")
    ),
    "factor without a value before the domain, one later": by_induction(
        state([n5], sub("n", 3), "=", 0), start=3, factor=div(sub("n", 2), sub("n", 3))
    ),
    # n = 1, 2, ...: from n = 0 on, the sequence n^2 is not -n^2
    "inequality from before its domain": by_steps(
        state([n1], power("n", 2), "<=", 0), div(power(add("n", 1), 2), power("n", 2)), q(0)
    ),
    # n = 3: (n-1)(n-2) = 2; n = 2 has no value, and the chain from 1 breaks there
    "step across an n without a value": by_induction(
        state([n1], add(mul(sub("n", 1), sub("n", 2)), div(0, sub("n", 2))), "=", 0),
        start=1,
        factor=div("n", sub("n", 2)),
    ),
    "step of an inequality across an n without a value": by_steps(
        state([n1], add(mul(sub("n", 1), sub("n", 2)), div(0, sub("n", 2))), "<=", 0),
        q(1),
        q(0),
        start=1,
    ),
    "step across an n whose logarithm has no value": by_induction(
        state([n0], add("n", mul(0, op("ln", power(sub("n", 1), 2)))), "=", 0), factor=q(1)
    ),
    # w = 0, 1, 2, ...: its declared domain is not what it is
    "division by a defined sequence that starts at 0": by_induction(
        state([n0, w_above_0], idx("w", "n"), "=", 0),
        factor=div(add(idx("w", "n"), 1), idx("w", "n")),
        **W_GROWS,
    ),
    "slack by the declared domain of a defined sequence": by_steps(
        state([n0, w_above_0], 0, "<=", mul("n", idx("w", 0))),
        q(1),
        idx("w", 0),
        **MINUS,
    ),
    "strict by the declared domain of a defined sequence": by_steps(
        state([n0, w_above_0], 0, "<", idx("w", "n")),
        q(1),
        q(0),
        **MINUS,
    ),
    "a declared domain that the rule leaves": by_steps(
        state([n0, {**w_above_0, "low_open": False}], 0, "<=", mul("n", idx("w", 2))),
        q(1),
        idx("w", 2),
        **HALVED,
    ),
    "a rule that divides by what is only declared positive": by_induction(
        state([n0, u, w_above_0], idx("u", "n"), "=", 0),
        base=[value("w", 0, 0), value("u", 0, 0)],
        rules=[rule("w", idx("w", "t")), rule("u", div(idx("u", "t"), idx("w", "t")))],
    ),
    "a value that divides by what is only declared positive": by_induction(
        state([n0, u, w_above_0], idx("u", 0), "=", 1),
        base=[value("w", 0, 0), value("u", 0, div(idx("w", 0), idx("w", 0)))],
    ),
    # the rule of the sequence is another one for each n
    "a rule that mentions the variable of the induction": by_induction(
        state([n0, u], idx("u", "n"), "=", 0),
        base=[value("u", 0, 0)],
        rules=[rule("u", mul("n", idx("u", "t")))],
    ),
    "a value that mentions the variable of the induction": by_induction(
        state([n0, u], idx("u", 0), "=", "n"),
        base=[value("u", 0, ["v", "n"])],
    ),
    # t = 1: the duty n != 1 of the statement is about n, not about the time of the rule
    "a rule without a value at a time of its own": by_induction(
        state([n5, u], add(idx("u", 0), div(0, sub("n", 1))), "=", 0),
        start=5,
        base=[value("u", 0, 0)],
        rules=[rule("u", div(idx("u", "n"), sub("n", 1)), index="n")],
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_induction_is_turned_down(name: str) -> None:
    answer = check_certificate(FALSE[name])
    assert not answer.accepted, answer.message
    assert answer.message


SQUARES = state([n0], total("i", 1, "n", "i"), "=", div(mul("n", add("n", 1)), 2))
DOUBLED = {"base": [value("w", 0, 3)], "rules": [rule("w", mul(2, idx("w", "t")))]}
PRODUCT = {"base": [value("w", 0, 1)],
           "rules": [rule("w", mul(idx("w", "t"), add("t", 1)))]}  # fmt: skip

TRUE: dict[str, dict[str, Any]] = {
    "from the start": by_induction(SQUARES),
    "from before the domain": by_induction({**SQUARES, "vars": [n5]}),
    "from a fractional open end": by_induction(
        {**SQUARES, "vars": [var("n", "int", "1/2", ends="(]")]}, start=1
    ),
    "up to an upper end": by_induction({**SQUARES, "vars": [var("n", "int", 0, 9)]}),
    "a positivity that the definition shows": by_induction(
        state([n0, w_above_0], idx("w", "n"), "=", mul(3, op("npow", 2, "n"))),
        factor=div(mul(2, idx("w", "n")), idx("w", "n")),
        **DOUBLED,
    ),
    "a positivity for an inequality": by_steps(
        state([n0, w_above_0], 0, "<", idx("w", "n")),
        q(1),
        mul("n", idx("w", "n")),
        **PRODUCT,
    ),
    # where x = 0, neither the statement nor the rule has a value for any n
    "an obligation that is the same for every n": by_induction(
        state([n0, var("x"), u], idx("u", "n"), "=", div(0, "x")),
        base=[value("u", 0, 0)],
        rules=[rule("u", div(idx("u", "t"), "x"))],
        factor=div(1, "x"),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_induction_is_accepted(name: str) -> None:
    answer = check_certificate(TRUE[name])
    assert answer.accepted, answer.message


def test_duties_are_met_by_definitions_and_not_by_declarations() -> None:
    made = state([n0, w_above_0], div(1, idx("w", "n")), "<=", 1)
    assert [d["discharged"] for d in discharge(made)] == [True]  # w is any positive sequence
    for definitions, met in ((W_GROWS, False), (DOUBLED, True), (HALVED, False), (PRODUCT, True)):
        assert [d["discharged"] for d in discharge({**made, **definitions})] == [met]


def test_a_sequence_with_data_keeps_the_declared_domain_of_its_data() -> None:
    """w[0] is given by nobody, so it is any positive number; then so are w[1], w[2], ..."""
    made = state([n0, w_above_0], 0, "<", idx("w", "n"))
    assert check_certificate(
        by_steps(made, q(1), idx("w", "n"), rules=[rule("w", mul(2, idx("w", "t")))])
    ).accepted
    for rules in ([rule("w", neg(idx("w", "t")))], [rule("w", sub(idx("w", "t"), 1))]):
        assert not check_certificate(by_steps(made, q(1), q(0), rules=rules)).accepted


def test_a_condition_may_not_contradict_a_first_value() -> None:
    # w[0] n <= 0 from w[0] <= 0, where w[0] is 1
    claim = state([n0, u], mul(idx("u", 0), "n"), "<=", q(0), where=[[idx("u", 0), "<=", q(0)]])
    slack = neg(idx("u", 0))
    for first, said in ((-1, ""), (1, "anything would be true")):
        made = by_steps(claim, q(1), slack, base=[value("u", 0, first)],
                        rules=[rule("u", idx("u", "t"))])  # fmt: skip
        answer = check_certificate(made)
        assert answer.accepted is (not said), answer.message
        assert said in answer.message
