"""False statements about values: at 0, at 1, over empty ranges, where something has none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workbench.rigor.build import (
    add,
    certificate,
    div,
    idx,
    mul,
    op,
    positive,
    power,
    q,
    root,
    state,
    sub,
    total,
    var,
)  # fmt: skip
from workbench.rigor.check import check_certificate, decide, discharge

x, y, n = var("x"), var("y"), var("n", "int", 0)
unit = var("x", low=0, high=1)
SIGN = {"kind": "sign"}
NOT_AT_0 = div(1, power(div(1, "x"), 2))  # x^2, visibly positive wherever it has a value


def requiring(statement: dict[str, Any], kind: str, tree: Any, *bound: Any) -> dict[str, Any]:
    return {**statement, "requires": [{"kind": kind, "tree": tree, "bound": list(bound)}]}


FALSE: dict[str, dict[str, Any]] = {
    "the root of zero is 1": certificate(
        "identity", state([y], root(2, "y"), "=", 1, [("y", "=", 0)])
    ),
    "the third root of zero is 1": certificate("identity", state([], root(3, sub(2, 2)), "=", 1)),
    # n = 4: the sum is 2
    "a sum of roots that begins with the root of 0": certificate(
        "induction",
        state([n], total("k", 1, "n", sub(root(2, "k"), root(2, sub("k", 1)))), "=",
              sub(root(2, "n"), 1)),
        variable="n", start=0,
    ),
    "0^n is 0": certificate("identity", state([n], op("npow", 0, "n"), "=", 0)),
    "0^0 is 0": certificate("identity", state([], power(0, 0), "=", 0)),
    "0^0 is 0, as a power with an exponent": certificate(
        "identity", state([], op("npow", 0, 0), "=", 0)
    ),
    "x^0 is x": certificate("identity", state([x], power("x", 0), "=", "x")),
    "ln 1 is 1": certificate("identity", state([], op("ln", 1), "=", 1)),
    "e^0 is 0": certificate("identity", state([], op("exp", 0), "=", 0)),
    "erfc 0 is 0": certificate("identity", state([], op("erfc", 0), "=", 0)),
    "|0| is 1": certificate("identity", state([], op("abs", sub(1, 1)), "=", 1)),
    "the empty product is 0": certificate(
        "identity", state([x], total("i", 2, 1, "x", "prod"), "=", 0)
    ),
    # 4 p^2 with a prime p beyond what is divided out
    "a large prime under a root is lost": certificate(
        "identity", state([], root(2, q(4 * (2**61 - 1) ** 2)), "=", 2)
    ),
    "a large prime is lost when a power is taken out": certificate(
        "identity", state([], root(3, q(8 * (2**61 - 1))), "=", 2)
    ),
    # x = n = 0: the sum is empty, and both sides are 0
    "an obligation from a sum that may be empty": certificate(
        "sign",
        state([x, n], 0, "<", add(power("x", 2), mul(0, total("i", 1, "n", div(1, "x"))))),
        gap=NOT_AT_0,
    ),
    "an obligation from an empty product": certificate(
        "factors",
        state([x, n], 0, "<", add(power("x", 2), mul(0, total("i", 1, "n", div(1, "x"), "prod")))),
        factors=[{"tree": NOT_AT_0, "power": 1, "proof": SIGN}],
    ),
    "an obligation from the inner one of two sums": certificate(
        "sign",
        state(
            [x, n], 0, "<",
            add(power("x", 2), mul(0, total("i", 1, 3, total("j", "i", "n", div(1, "x"))))),
        ),
        gap=NOT_AT_0,
    ),
    # x = 0: what the author requires is not so because it is required
    "a requirement as a licence for a gap": certificate(
        "sign",
        requiring(state([x], 0, "<", power("x", 2)), "nonzero", ["v", "x"]),
        gap=NOT_AT_0,
    ),
    "a requirement as a licence for logarithms": certificate(
        "logarithms",
        requiring(state([x], "x", "<=", add("x", mul(0, "x"))), "positive", ["v", "x"]),
        proof=SIGN,
    ),
    "a requirement as a licence for a rule": certificate(
        "induction",
        requiring(
            state([n, x, var("u", "seq")], idx("u", "n"), "=", 0), "nonzero", ["v", "x"]
        ),
        variable="n", start=0, base=[{"name": "u", "at": 0, "value": q(0)}],
        rules=[{"name": "u", "index": "t", "shift": 1, "from": 0,
                "body": div(idx("u", "t"), "x")}],
    ),
    "a counterexample where a requirement fails": certificate(
        "counterexample",
        requiring(state([x], power("x", 2), ">", 0), "nonzero", ["v", "x"]), point={"x": "0"},
    ),
    "a counterexample where a requirement of a range fails": certificate(
        "counterexample",
        requiring(state([x], "x", ">", 2), "nonzero", sub("x", "i"), ["i", q(0), q(3)]),
        point={"x": "1"},
    ),
    "a requirement of an unknown kind": certificate(
        "sign", requiring(state([positive("x")], 0, "<", "x"), "finite", ["v", "x"])
    ),
    "no integer between 0 and 1": certificate(
        "sign", state([var("k", "int", 0, 1, "()")], 1, "<=", 0)
    ),
    "no integer between 1/3 and 2/3": certificate(
        "identity", state([var("k", "int", "1/3", "2/3")], 1, "=", 1)
    ),
    "no integer in a half-open interval": certificate(
        "boxes", state([var("k", "int", "1/2", 1, "[)")], 5, "<=", "k"), tree="n", bits=64
    ),
    "a condition that is false": certificate(
        "sign", state([x], op("exp", "x"), "<=", "x", [(add(1, 1), "<=", 1)])
    ),
    "a condition that leaves no number": certificate(
        "sign", state([unit], "x", "<=", sub(0, 1), [("x", ">", 1)])
    ),
    "two conditions that leave no number": certificate(
        "sign", state([x], 1, "<=", 0, [("x", "<=", q("1/2")), (q("1/2"), "<", "x")])
    ),
    "conditions that leave no integer": certificate(
        "identity", state([n], 1, "=", 1, [("n", ">", 1), ("n", "<", 2)])
    ),
    "a definition off the domain": certificate(
        "identity", state([unit], "x", "=", 2, [("x", "=", 2)])
    ),
    "a statement with a field that nobody reads": certificate(
        "sign", {**state([positive("x")], 0, "<", "x"), "unless": [["v", "x"], "<", q(1)]}
    ),
    "digits of another script": certificate("identity", state([], ["q", "٣"], "=", 3)),
    "digits of another script in an interval": certificate(
        "sign", state([{**x, "low": "١"}], 0, "<", "x")
    ),
    "digits of another script in a point": certificate(
        "counterexample", state([x], "x", "<", 3), point={"x": "٣"}
    ),
    "digits of another script in an index": certificate(
        "counterexample", state([var("a", "seq")], idx("a", 3), "<", 3), point={"a": {"٣": "5"}}
    ),
    "two spellings of one index": certificate(
        "counterexample", state([var("a", "seq")], idx("a", 3), "<", 3),
        point={"a": {"3": "0", "03": "5"}},
    ),
    "a form that is not symmetric": {
        "kind": "not-psd", "matrix": [["1", "-9"], ["0", "1"]], "vector": ["1", "1"],
    },
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_a_false_certificate_is_turned_down(name: str) -> None:
    answer = check_certificate(FALSE[name])
    assert not answer.accepted, answer.message
    assert answer.message


TRUE: dict[str, dict[str, Any]] = {
    "the root of zero": certificate("identity", state([y], root(2, "y"), "=", 0, [("y", "=", 0)])),
    "a sum of roots": certificate(
        "induction",
        state([n], total("k", 1, "n", sub(root(2, "k"), root(2, sub("k", 1)))), "=",
              root(2, "n")),
        variable="n", start=0,
    ),
    "a large prime": certificate(
        "identity", state([], root(2, q(4 * (2**61 - 1) ** 2)), "=", 2 * (2**61 - 1))
    ),
    # the sum has a first term, so x is not 0 wherever it has a value
    "an obligation from a sum with a term": certificate(
        "sign",
        state([x, var("n", "int", 1)], 0, "<",
              add(power("x", 2), mul(0, total("i", 1, "n", div(1, "x"))))),
        gap=NOT_AT_0,
    ),
    "a point of one integer": certificate(
        "identity", state([var("k", "int", 0, 2, "()")], "k", "=", 1, [("k", "=", 1)])
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_the_true_neighbours_are_accepted(name: str) -> None:
    answer = check_certificate(TRUE[name])
    assert answer.accepted, answer.message


def test_requirements_are_reported_as_open() -> None:
    made = requiring(state([x], 0, "<=", power("x", 2)), "nonzero", ["v", "x"])
    assert check_certificate(certificate("sign", made)).accepted
    assert [d["discharged"] for d in discharge(made)] == [False]
    assert [d["discharged"] for d in discharge({**made, "vars": [positive("x")]})] == [True]


def test_an_obligation_inside_a_sum_keeps_the_ranges_that_may_be_empty() -> None:
    inner = total("i", 1, "n", div(1, "x"))
    for first, ranges in ((0, 1), (1, 0)):
        made = state([x, var("n", "int", first)], inner, "<=", 1)
        (duty,) = discharge(made)
        assert duty["kind"] == "nonzero"
        assert len(duty["bound"]) == ranges
    assert decide(state([x, n], inner, "<=", 1), {"x": "0", "n": "0"}) is True
