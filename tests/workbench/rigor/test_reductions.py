"""Certificates that reduce a statement to others: what they show, and what they must not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workbench.rigor.build import (
    add,
    certificate,
    div,
    mul,
    neg,
    op,
    positive,
    power,
    q,
    root,
    state,
    sub,
    total,
    tree,
    v,
    var,
)  # fmt: skip
from workbench.rigor.check import check_certificate

x, y = var("x"), var("y")
sign = {"kind": "sign"}
boxes = {"kind": "boxes", "tree": "n"}


def taylor(statement: dict, centre: Any, order: int, **proofs: Any) -> dict:
    return certificate("taylor", statement, variable="x", centre=tree(centre), order=order,
                       proofs={k.replace("_", " "): p for k, p in proofs.items()})  # fmt: skip


BELL = op("exp", neg(power("x", 2)))
MILLS = div(BELL, mul("x", root(2, ["pi"])))
HOLLOW = mul(sub("x", q("1/4")), sub("x", q("3/4")))


def variation(statement: Any, *forms: Any, sign: int, **ends: Any) -> dict[str, Any]:
    """A certificate with these forms, each alone or with its weight; the ends are of the first."""
    pairs = [form if isinstance(form, tuple) else (1, form) for form in forms]
    levels = [{"weight": tree(weight), "form": tree(form)} for weight, form in pairs]
    levels[0] |= ends
    return certificate("variation", statement, variable="x", levels=levels, sign=sign,
                       last={"kind": "sign"})  # fmt: skip


def fact(left: Any, relation: str, right: Any, proof: Any) -> dict[str, Any]:
    """A fact about the variables of the statement, with its certificate."""
    return {"fact": [tree(left), relation, tree(right)], "proof": proof}


def instance(general: Any, proof: Any, *inside: Any, **at: Any) -> dict[str, Any]:
    """A general statement at some trees, with certificates of its conditions there."""
    trees = {name: tree(value) for name, value in at.items()}
    return {"general": general, "at": trees, "inside": [*inside], "proof": proof}


TRUE: dict[str, dict[str, Any]] = {
    "x^2 + y^2 >= 2 x y about x = y": taylor(
        state([x, y], mul(2, "x", "y"), "<=", add(power("x", 2), power("y", 2))), "y", 2, last=sign
    ),
    "strict away from the centre": taylor(
        state([positive("x")], 0, "<", power("x", 2)), 0, 2, low=None, last=sign
    ),
    "|x| <= x^2 + 1 in two cases": certificate(
        "cases", state([x], op("abs", "x"), "<=", add(power("x", 2), 1)), tree=v("x"),
        above={"kind": "sos", "margin": "0", "terms": [
            {"times": [], "basis": [[0], [1]], "L": [["1", "0"], ["-1/2", "1"]], "D": ["1", "3/4"]}
        ]},
        below={"kind": "sos", "margin": "0", "terms": [
            {"times": [], "basis": [[0], [1]], "L": [["1", "0"], ["1/2", "1"]], "D": ["1", "3/4"]}
        ]},
    ),
    "sqrt(x) + 1 >= sqrt(x + 1), squared": certificate(
        "powers", state([var("x", low=0)], root(2, add("x", 1)), "<=", add(root(2, "x"), 1)),
        lower=root(2, add("x", 1)), upper=add(root(2, "x"), 1), power=2, sign=sign, proof=sign,
    ),
    "sqrt(x y) <= (x + y)/2 in roots": certificate(
        "radicals",
        state([var("x", low=0), var("y", low=0)], root(2, mul("x", "y")), "<=",
              div(add("x", "y"), 2)),
        powers={"x": 2, "y": 2},
        proof={"kind": "factors", "factors": [
            {"tree": q("1/2"), "power": 1, "proof": sign},
            {"tree": sub("x", "y"), "power": 2, "proof": None},
        ]},
    ),
    "x <= y + x, homogeneous": certificate(
        "symmetry", state([positive("x"), positive("y")], "x", "<=", add("x", "y")),
        variable="y", group="scale", degree=1, proof=sign,
    ),
    "1 + x^2 - 2 x y + y^2 > 0, whatever the shift": certificate(
        "symmetry", state([x, y], mul(2, "x", "y"), "<",
                          add(1, power("x", 2), power("y", 2))),
        variable="y", group="shift", degree=0, proof=sign,
    ),
    "2 x y <= (1 + x^2) y because 2 x <= 1 + x^2": certificate(
        "lemmas",
        state([x, positive("y")], mul(2, "x", "y"), "<=", mul(add(1, power("x", 2)), "y")),
        facts=[{"fact": [mul(2, "x"), "<=", add(1, power("x", 2))], "proof": {
            "kind": "factors", "factors": [{"tree": sub("x", 1), "power": 2, "proof": None}]}}],
        proof=sign,
    ),
    "1 + x y < e^(x y), an instance of 1 + z < e^z": certificate(
        "lemmas", state([positive("x"), positive("y")], add(1, mul("x", "y")), "<",
                        op("exp", mul("x", "y"))),
        facts=[instance(state([positive("z")], add(1, "z"), "<", op("exp", "z")),
                        {"kind": "chain"}, sign, z=mul("x", "y"))],
        proof=sign,
    ),
    "ln(1 + x) < ln(2 + x) because 1 + x < 2 + x": certificate(
        "exponentials",
        state([var("x", low=0)], op("ln", add(1, "x")), "<", op("ln", add(2, "x"))), proof=sign,
    ),
    "ln(1 + x) <= 1 because 1 + x <= e": certificate(
        "exponentials", state([var("x", low=0, high=1)], op("ln", add(1, "x")), "<=", 1),
        proof={"kind": "boxes", "tree": "n"},
    ),
    "2 - x <= 3 because 2 - x <= 2": certificate(
        "between", state([var("x", low=0)], sub(2, "x"), "<=", 3), middle=tree(2), left=sign,
        right=sign,
    ),
    "e^-x >= 0 falls towards 0": variation(
        state([var("x", low=0)], 0, "<=", op("exp", neg("x"))),
        op("exp", neg("x")), neg(op("exp", neg("x"))), sign=-1,
    ),
    "erfc(x) <= e^(-x^2)/(x sqrt(pi))": variation(
        state([positive("x")], op("erfc", "x"), "<", MILLS), sub(MILLS, op("erfc", "x")),
        neg(div(BELL, mul(power("x", 2), root(2, ["pi"])))), sign=-1,
    ),
    "x - x^2 rises and falls again": variation(
        state([var("x", low=0, high=1)], power("x", 2), "<=", "x"), sub("x", power("x", 2)),
        sub(1, mul(2, "x")), -2, sign=-1,
    ),
    "x e^(-x^2) > 0, with a weight and at its ends": variation(
        state([positive("x")], 0, "<", mul("x", BELL)), mul("x", BELL),
        (div(1, BELL), sub(1, mul(2, power("x", 2)))), mul(-4, "x"), sign=-1,
    ),
    "x y - x^2 y is non-negative at both ends": variation(
        state([var("x", low=0, high=1), positive("y")], 0, "<=",
              mul("y", sub("x", power("x", 2)))),
        mul("y", sub("x", power("x", 2))), mul("y", sub(1, mul(2, "x"))), mul(-2, "y"), sign=-1,
        low={"sign": 1, "proof": sign}, high={"sign": 1, "proof": sign},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_what_follows_is_accepted(name: str) -> None:
    answer = check_certificate(TRUE[name])
    assert answer.accepted, answer.message


FALSE: dict[str, dict[str, Any]] = {
    # 0 ln(x) has the derivative of a constant: the way from the centre would leave the domain
    "a condition without a value on the way": taylor(
        state([var("x", low=-5, high=5)], 0, "<=", add(power("x", 2), -1),
              [[q(0), "<=", mul(0, op("ln", "x"))]]),
        -2, 1, low=sign, high=sign, condition_0=sign, term_0=sign,
        last={"kind": "substitution", "variable": var("u"), "tree": op("ln", "x"),
              "gap": mul(2, add(op("exp", "u"), 2), op("exp", "u")), "proof": sign},
    ),
    # the index n of the sum is -1, and the variable n is not negative
    "an index that hides a variable, under a root": certificate(
        "radicals",
        state([var("n", low=0), var("x", low=0)],
              total("n", -1, -1, root(2, power("n", 2))), "<=", add("x", -1)),
        powers={"x": 2}, proof=sign,
    ),
    # x = -1: the pole lies between the centre and the interval
    "taylor: a centre outside of the interval": taylor(
        state([var("x", low=-2, high=-1)], 0, "<=", div(1, "x")), 1, 1, low=sign, high=sign,
        last=sign, term_0=sign,
    ),
    "taylor: a centre that breaks a condition": taylor(
        state([x], 0, "<=", div(1, "x"), [("x", "<=", q(-1))]), 1, 1, condition_0=sign, last=sign,
        term_0=sign,
    ),
    # x = -2: the way from the centre leaves the domain
    "taylor: a condition that is not linear": taylor(
        state([x], q(-1), "<=", div(1, "x"), [(1, "<=", power("x", 2))]), 1, 1, last=sign,
    ),
    # x = 0
    "taylor: strict at the centre": taylor(
        state([x], 0, "<", power("x", 2)), 0, 2, last=sign
    ),
    # x = 0
    "taylor: a term without a proof that is not 0": taylor(
        state([x], 1, "<=", power("x", 2)), 0, 2, last=sign
    ),
    # x = -1
    "taylor: odd order on the line": taylor(
        state([x], 0, "<=", power("x", 3)), 0, 3, last=sign
    ),
    # x = 1/2: a slope without a value at the kink
    "taylor: a kink": taylor(
        state([x], op("abs", sub("x", 1)), "<=", op("abs", "x")), 1, 1, last=sign
    ),
    # x = -1
    "cases: the same proof for both": certificate(
        "cases", state([x], op("abs", "x"), "<=", "x"), tree=v("x"), above=sign, below=sign
    ),
    # x = 0, where 1/x has no sign
    "cases: an expression without a value": certificate(
        "cases", state([x], 0, "<", power("x", 2)), tree=div(1, "x"), above=sign, below=sign
    ),
    # x = 0: the index of the sum is another x
    "cases: bars below a sum": certificate(
        "cases",
        state([x], total("x", 1, 1, op("abs", neg("x"))), "<=", neg("x")), tree=neg("x"),
        above=sign, below=sign,
    ),
    # anything: 1 <= (-1)^2
    "powers: a negative upper side": certificate(
        "powers", state([x], 1, "<=", q(-1)), lower=q(1), upper=q(-1), power=2, sign=sign,
        proof=sign,
    ),
    # x = 4: lower and upper are not the two sides
    "powers: another difference": certificate(
        "powers", state([var("x", low=0)], "x", "<=", root(2, "x")), lower=root(2, "x"),
        upper=tree("x"), power=2, sign=sign, proof=sign,
    ),
    # x = -1
    "radicals: a variable that may be negative": certificate(
        "radicals", state([x], 0, "<=", "x"), powers={"x": 2}, proof=sign
    ),
    # x = -1/2
    "radicals: an end below 0": certificate(
        "radicals", state([var("x", low=-1)], 0, "<=", "x"), powers={"x": 2}, proof=sign
    ),
    # x = 3/2 <= sqrt(2) is needed
    "radicals: an irrational end": certificate(
        "radicals", state([var("x", low=0, high=2)], "x", "<=", q("7/4")), powers={"x": 2},
        proof=boxes,
    ),
    # x = 2, y = 1
    "symmetry: a degree that it does not have": certificate(
        "symmetry", state([positive("x"), positive("y")], power("x", 2), "<=", mul(2, "y")),
        variable="y", group="scale", degree=1, proof=sign,
    ),
    # x = 1, y = 2: x <= 1 is lost when x is scaled
    "symmetry: an interval that is not kept": certificate(
        "symmetry", state([var("x", low=0, high=1), positive("y")], "y", "<=", "x"),
        variable="y", group="scale", degree=1, proof=sign,
    ),
    # y = -1
    "symmetry: a factor that may be negative": certificate(
        "symmetry", state([positive("x"), y], 0, "<=", "y"), variable="y", group="scale",
        degree=1, proof=sign,
    ),
    # y = 1
    "symmetry: a shift that changes it": certificate(
        "symmetry", state([x, y], "y", "<=", 0), variable="y", group="shift", degree=0, proof=sign
    ),
    # x = 1
    "lemmas: a fact that is false": certificate(
        "lemmas", state([x], "x", "<=", 0), facts=[fact("x", "<=", 0, sign)],
        proof=sign,
    ),
    # x = 0: the fact has no value there, and so the middle has none either
    "lemmas: a fact without a value": certificate(
        "lemmas", state([var("x", low=0)], 0, "<", "x"),
        facts=[{"fact": [op("ln", "x"), "=", op("ln", "x")], "proof": {"kind": "identity"}}],
        proof={"kind": "between", "middle": op("exp", op("ln", "x")), "left": sign, "right": sign},
    ),
    # x = 1: a fact is not shown by those after it
    "lemmas: facts in a circle": certificate(
        "lemmas", state([x], "x", "<=", 0), proof=sign,
        facts=[fact(mul(2, "x"), "<=", 0, sign), fact("x", "<=", 0, sign)],
    ),
    # x = -1: it is not in the interval
    "lemmas: an instance outside of the domain": certificate(
        "lemmas", state([x], 0, "<", add(1, "x")), proof=sign,
        facts=[instance(state([positive("z")], 0, "<", add(1, "z")), sign, sign, z="x")],
    ),
    # x = -1: its condition does not hold
    "lemmas: an instance against a condition": certificate(
        "lemmas", state([x], 0, "<", add(1, "x")), proof=sign,
        facts=[instance(state([var("z")], 0, "<", add(1, "z"), where=[["z", ">=", 0]]), sign,
                        sign, z="x")],
    ),
    # x = 1/2: no integer
    "lemmas: an instance of another sort": certificate(
        "lemmas", state([var("x", low=0)], "x", "<=", power("x", 2)), proof=sign,
        facts=[instance(state([var("z", "int", 0)], "z", "<=", power("z", 2)),
                        {"kind": "inductive", "variable": "z", "start": 0, "factor": q(1),
                         "slack": mul(2, "z"), "strict": "factor",
                         "proofs": {"factor": sign, "slack": sign, "start": None}},
                        sign, z="x")],
    ),
    # x = 1: the general statement is false
    "lemmas: an instance of something false": certificate(
        "lemmas", state([var("x", low=0)], "x", "<=", 0), proof=sign,
        facts=[instance(state([var("z", low=0)], "z", "<=", 0), sign, sign, z="x")],
    ),
    # x = 2
    "exponentials: a side that is no logarithm": certificate(
        "exponentials", state([var("x", low=1)], op("ln", "x"), "<=", sub("x", "x")),
        proof=sign,
    ),
    # x = 0
    "between: strict on the right only": certificate(
        "between", state([x], 0, "<", power("x", 2)), middle=tree(0), left=sign, right=sign
    ),
    # x = 0: the middle has no value there
    "between: a middle without a value": certificate(
        "between", state([x], 0, "<", op("abs", "x")), middle=div(power("x", 2), op("abs", "x")),
        left=sign, right=sign,
    ),
    # x = 2
    "variation: towards a negative limit": variation(
        state([var("x", low=1)], 1, "<=", div(1, "x")), sub(div(1, "x"), 1),
        neg(div(1, power("x", 2))), sign=-1,
    ),
    # x = 3/2
    "variation: negative at its high end": variation(
        state([var("x", low=0, high=2)], power("x", 2), "<=", "x"), sub("x", power("x", 2)),
        sub(1, mul(2, "x")), -2, sign=-1,
    ),
    # x = 1/2
    "variation: what falls and rises is negative in between": variation(
        state([var("x", low=0, high=1)], 0, "<=", HOLLOW), HOLLOW, sub(mul(2, "x"), 1), 2, sign=1,
    ),
    # x = 1/2
    "variation: a pole on the way": variation(
        state([var("x", low=0, high=2)], 0, "<=", div(1, sub("x", 1))), div(1, sub("x", 1)),
        neg(div(1, power(sub("x", 1), 2))), sign=-1,
    ),
    # x = -1
    "variation: a weight that is negative": variation(
        state([var("x", low=-1, high=0)], 0, "<=", "x"),
        ("x", power("x", 2)), (1, mul(2, "x")), sign=-1,
    ),
    # x = 1/2
    "variation: a form that is another one": variation(
        state([var("x", low=0, high=1)], 0, "<=", sub("x", 1)), "x", 1, sign=1,
    ),
    # x = 1
    "variation: a slope that is another one": variation(
        state([var("x", low=0, high=1)], 0, "<=", neg("x")), neg("x"), 1, sign=1,
    ),
    # x = 0
    "variation: strict at an end": variation(
        state([var("x", low=0, high=1)], 0, "<", "x"), "x", 1, sign=1,
    ),
    # x = 1, y = -1
    "variation: a condition that cuts the way": variation(
        state([var("x", low=0, high=1), var("y", low=-1, high=1)], 0, "<=", mul("x", "y"),
              [["x", "<=", "y"]]),
        mul("x", "y"), "y", sign=1, low={"sign": 1, "proof": sign},
    ),
    # y = -1: at the low end it is y
    "variation: an end whose sign is not shown": variation(
        state([var("x", low=0, high=1), var("y", low=-1, high=1)], 0, "<=", add("x", "y")),
        add("x", "y"), 1, sign=1, low={"sign": 1, "proof": sign},
    ),
    # y = -1
    "variation: ends are not asked about in several variables": variation(
        state([var("x", low=0, high=1), var("y", low=-1, high=1)], 0, "<=", add("x", "y")),
        add("x", "y"), 1, sign=1,
    ),
    # x = 1
    "variation: no level below": variation(
        state([var("x", low=0, high=1)], 0, "<=", neg("x")), neg("x"), sign=-1,
    ),
    # x = 1
    "variation: neither sign": variation(
        state([var("x", low=0, high=1)], 0, "<=", neg("x")), neg("x"), -1, sign=0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_turned_down(name: str) -> None:
    answer = check_certificate(FALSE[name])
    assert not answer.accepted, answer.message


@pytest.mark.parametrize("order", [0, 9, True, "2", 1.0])
def test_an_order_out_of_range_is_malformed(order: Any) -> None:
    made = taylor(state([x], 0, "<=", power("x", 2)), 0, 2, last=sign) | {"order": order}
    answer = check_certificate(made)
    assert not answer.accepted
    assert "malformed" in answer.message
