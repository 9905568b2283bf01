"""False statements about what a function grows by: each must be turned down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.workbench.rigor.build import add, div, mul, neg, op, power, put, q, sub, v, var
from workbench.rigor.check import check_certificate, conclusions

Certificate = dict[str, Any]
SIGN: dict[str, Any] = {"kind": "sign"}
ZERO, ONE, S, P, V = q(0), q(1), v("s"), v("P"), v("V")


def ln(inner: Any) -> Any:
    """A logarithm."""
    return op("ln", inner)


def grown(*told: Any, low: Any = ZERO, high: Any = ONE, values: Any = ("P",), of: Any = P) -> Any:
    """f(high) - f(low), where f' = P at s."""
    over = {"form": "increment", "low": low, "high": high, "values": list(values),
            "told": list(told)}  # fmt: skip
    return {"name": "V", "variable": "s", "of": of, "over": over}


def grow(primitive: Any, sign: str = "<=", **more: Any) -> dict[str, Any]:
    """One step of a proof."""
    return {"rule": "grow", "mean": "V", "op": sign, "primitive": primitive, "order": SIGN,
            "shown": SIGN, **more}  # fmt: skip


def proof(claim: Any, mean: Any, *steps: Any, numbers: Any = (), where: Any = ()) -> Certificate:
    """The certificate."""
    left, sign, right = claim
    told = {"vars": list(numbers), "where": list(where), "laws": [], "means": [mean],
            "left": left, "op": sign, "right": right}  # fmt: skip
    return {"kind": "integration", "integration": told, "laws": [], "steps": list(steps),
            "proof": SIGN}  # fmt: skip


HALF_SQUARE = div(power("s", 2), 2)
BELOW_S = [P, "<=", S]
RISES = proof((V, "<=", q("1/2")), grown(BELOW_S), grow(HALF_SQUARE))
FALLS = proof((V, ">=", q("-1/2")), grown([P, ">=", neg("s")]), grow(neg(HALF_SQUARE), ">="))
NUMBERS = [var("a"), var("b")]
BETWEEN = proof(
    (V, "<=", sub("b", "a")), grown([P, "<=", ONE], low=v("a"), high=v("b")), grow(S),
    numbers=NUMBERS, where=[[v("a"), "<=", v("b")]],
)  # fmt: skip
# P = s - g^2 with a further value g
BESIDE = proof(
    (V, "<=", q("1/2")), grown([P, "=", sub("s", power("g", 2))], values=("P", "g")),
    grow(HALF_SQUARE),
)  # fmt: skip
TRUE = {"rises": RISES, "falls": FALLS, "between": BETWEEN, "beside": BESIDE}


@pytest.mark.parametrize("name", TRUE)
def test_true_ones_are_accepted(name: str) -> None:
    """The rule is of use."""
    answer = check_certificate(TRUE[name])
    assert answer.accepted, answer.message
    (shown,) = conclusions(TRUE[name])
    assert shown == {"says": "integration", "statement": TRUE[name]["integration"]}


OVER = ("integration", "means", 0, "over")
FALSE: dict[str, Callable[[], Certificate]] = {
    "it grows by less": lambda: put(RISES, "integration", "right", to=q("1/3")),
    "it is not known to grow so fast": lambda: put(RISES, "integration", "op", to=">="),
    "a primitive that is too flat": lambda: put(RISES, "steps", 0, "primitive", to=ZERO),
    "the other side": lambda: put(RISES, "steps", 0, "op", to=">="),
    "an equation": lambda: put(RISES, "steps", 0, "op", to="="),
    "strictly": lambda: put(RISES, "steps", 0, "op", to="<"),
    "nothing is told": lambda: put(RISES, *OVER, "told", to=[]),
    "no step": lambda: put(RISES, "steps", to=[]),
    "ends that are not in order": lambda: put(BETWEEN, "integration", "where", to=[]),
    "ends in the reverse order": lambda: put(
        put(BETWEEN, *OVER, "low", to=v("b")), *OVER, "high", to=v("a")),
    "no end": lambda: put(RISES, *OVER, "high", to=None),
    "an end that depends on s": lambda: put(RISES, *OVER, "high", to=S),
    "an end without a value": lambda: put(
        BETWEEN, *OVER, "high", to=div(1, sub("b", "a"))),
    "an unknown end": lambda: put(RISES, *OVER, "high", to=v("c")),
    # P <= 0: the function falls, and the primitive -1/(s - 1/2) rises where it is not continuous
    "a pole": lambda: proof((V, "<=", q(-4)), grown([P, "<=", ZERO]),
                            grow(div(-1, sub("s", q("1/2"))))),
    # ln s has no value at 0
    "a primitive without a value at an end": lambda: proof(
        (V, "<=", ZERO), grown([P, "<=", div(1, "s")]), grow(ln(S))),
    "a primitive of what is not fixed": lambda: put(RISES, "steps", 0, "primitive", to=mul("P", S)),
    "the increment of itself": lambda: put(RISES, "steps", 0, "primitive", to=mul("V", S)),
    "what is told speaks of the increment": lambda: put(
        RISES, *OVER, "told", to=[[P, "<=", V]]),
    "what is told has no value": lambda: put(
        RISES, *OVER, "told", to=[[P, "<=", div(1, sub("s", q("1/2")))]]),
    "what is told is impossible": lambda: put(
        RISES, *OVER, "told", to=[[P, "<=", ZERO], [P, ">=", ONE]]),
    "a further value of the other sign": lambda: put(
        BESIDE, *OVER, "told", 0, to=[P, "=", add("s", power("g", 2))]),
    "a value that is a number of the statement": lambda: put(
        put(RISES, "integration", "vars", to=[var("P")]), "integration", "right", to=P),
    "a value with the name of the increment": lambda: put(RISES, *OVER, "values", to=["P", "V"]),
    "a value with the name of the variable": lambda: put(RISES, *OVER, "values", to=["P", "s"]),
    "a value twice": lambda: put(RISES, *OVER, "values", to=["P", "P"]),
    "no value": lambda: put(RISES, *OVER, "values", to=[]),
    "a derivative that is no value": lambda: put(
        RISES, "integration", "means", 0, "of", to=add("P", 0)),
    "a derivative that is the variable": lambda: put(RISES, "integration", "means", 0, "of", to=S),
    "a sequence": lambda: put(RISES, "integration", "vars", to=[var("z", "seq")]),
    "a further key": lambda: put(RISES, *OVER, "law", to=0),
    "another form": lambda: put(RISES, *OVER, "form", to="range"),
    "it is evaluated": lambda: put(RISES, "steps", 0, "rule", to="evaluate"),
    "it is induced": lambda: put(RISES, "steps", 0, "rule", to="induct"),
    "another increment grows": lambda: put(RISES, "steps", 0, "mean", to="W"),
}  # fmt: skip


# K (s - 1/2) (1 - s) has the integral -K/12, and is >= 0 from 1/2 on
FROM_HALF = sub("s", q("1/2"))
DIPS = [mul(sub(div(mul(3, power("s", 2)), 4), div("s", 2)), 1200),
        neg(mul(400, power("s", 3)))]  # fmt: skip
ABOUT_NOTHING: dict[str, Callable[[], Certificate]] = {
    "what is told of s alone": lambda: proof(
        (V, "<=", q(-100)), grown([S, ">=", q("1/2")], [P, "<=", ZERO]),
        grow(add(*DIPS), shown={**SIGN, "gap": add(
            mul(1200, FROM_HALF, sub(1, "s")), sub(0, "P"))})),
    "what is told of a number alone": lambda: proof(
        (V, "<=", ZERO), grown([v("a"), "<=", ZERO], [P, "<=", v("a")]), grow(ZERO),
        numbers=[var("a")]),
    "no derivative in the first half": lambda: proof(
        (V, "<=", ZERO), grown([P, "<=", FROM_HALF], [P, ">=", ZERO]),
        grow(div(power(FROM_HALF, 2), 2))),
    "no derivative in the second half": lambda: proof(
        (V, "<=", ZERO), grown([P, "<=", neg(FROM_HALF)], [P, ">=", ZERO]),
        grow(neg(div(power(FROM_HALF, 2), 2)))),
    "no derivative next to an end": lambda: proof(
        (V, "<=", q(1)), grown([P, "<=", sub("s", q("1/100"))], [P, ">=", ZERO]),
        grow(HALF_SQUARE)),
    "values as a text": lambda: put(RISES, *OVER, "values", to="P"),
    "values with more beside them": lambda: put(RISES, *OVER, "values", to={"P": "<= 0"}),
}  # fmt: skip
FALSE |= ABOUT_NOTHING


@pytest.mark.parametrize("name", FALSE)
def test_false_ones_are_refused(name: str) -> None:
    """False, or no statement."""
    assert not check_certificate(FALSE[name]()).accepted


def test_an_integral_does_not_grow() -> None:
    """The step is for increments alone."""
    made = put(RISES, "integration", "means", 0, to={
        "name": "V", "variable": "s", "of": S, "over": {"form": "range", "low": ZERO, "high": ONE},
    })  # fmt: skip
    assert not check_certificate(made).accepted
