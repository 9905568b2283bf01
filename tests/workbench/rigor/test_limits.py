"""Limits far out: those that a rule gives, against values far out, and those that none may give."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.campaigns.draws import _value
from tests.workbench.rigor.build import add, div, mul, neg, op, power, root, sub, total, v, var
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.limits import limit
from workbench.rigor.check.trees import Malformed, free

X, NUMBERS = v("x"), [var("b", low=0, ends="(]"), var("n", "int", 0), var("r")]
HERE = {"vars": NUMBERS, "where": [], "left": ["q", "0"], "op": "=", "right": ["q", "0"]}
AT = {"b": 2.0, "n": 3.0, "r": -1.0}


def exp(inner: Any) -> Any:
    return op("exp", inner)


def npow(base: Any, n: Any) -> Any:
    return op("npow", base, n)


FALLS, NEAR_TWO = exp(neg(div("x", "b"))), add(2, exp(neg(X)))
KNOWN: dict[str, Any] = {
    "a number": mul("r", "b"),
    "an exponential": FALLS,
    "a power times an exponential": mul(power("x", 3), npow("x", "n"), FALLS),
    "a bell": exp(sub(mul(3, "x"), power("x", 2))),
    "an error function": mul("x", op("erfc", X)),
    "an error function on the other side": op("erfc", neg(X)),
    "a function of a limit": add(exp(FALLS), op("erfc", FALLS)),
    "a power of a limit": npow(sub(1, FALLS), add("n", 1)),
    "a power that may be the first one": npow(FALLS, "n"),
    "a power that fades": mul("x", npow(FALLS, add("n", 1))),
    "a quotient": div(1, NEAR_TWO),
    "a quotient that fades": mul("x", div(FALLS, NEAR_TWO)),
    "a negative power": npow(NEAR_TWO, neg(add("n", 1))),
    "a power of 0": mul(power("x", 0), FALLS),
}


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("end", [1, -1])
def test_limits_are_near_values_far_out(name: str, end: int) -> None:
    tree = KNOWN[name] if end > 0 else _turned(KNOWN[name])
    found = limit(HERE, tree, "x", end)
    assert "x" not in free(found)
    assert math.isclose(_value(found, AT), _value(tree, {**AT, "x": 200.0 * end}), abs_tol=1e-9)


def _turned(tree: Any) -> Any:
    """The tree with -x in the place of x."""
    if tree == X:
        return neg(X)
    return [tree[0], *(_turned(a) if isinstance(a, list) else a for a in tree[1:])]


UNKNOWN: dict[str, Any] = {
    "x": X,
    "a square": power("x", 2),
    "an exponential that grows": exp(X),
    "a rate of any sign": exp(mul("r", "x")),
    "a rate that may be 0": exp(neg(mul("n", "x"))),
    "what grows and what falls": mul(exp(X), exp(neg(X))),
    "a cubic in an exponential": exp(neg(power("x", 3))),
    "an error function that may turn": op("erfc", mul("r", "x")),
    "one over x": div(1, "x"),
    "a quotient of slow parts": div("x", "x"),
    "a denominator that may tend to 0": div(1, add("r", FALLS)),
    "a negative power of what tends to 0": npow(FALLS, neg(add("n", 1))),
    "a logarithm": op("ln", X),
    "a root": root(2, X),
    "an absolute value": op("abs", X),
    "a sum of which each term falls": total("i", 1, "n", mul("i", FALLS)),
    "a kink in an exponential": exp(neg(op("abs", X))),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_no_rule_says_more_than_it_knows(name: str) -> None:
    with pytest.raises((Malformed, NotReducible)):
        limit(HERE, UNKNOWN[name], "x", 1)
