"""False statements about integrals and draws dressed up as proofs: each must be turned down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.workbench.rigor.build import (
    add,
    div,
    mul,
    neg,
    op,
    power,
    put,
    q,
    root,
    sub,
    total,
    v,
    var,
)
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.check.trees import replace

Certificate = dict[str, Any]
SIGN, SAME = {"kind": "sign"}, {"kind": "identity"}
ZERO, ONE, X = q(0), q(1), v("x")


def npow(base: Any, n: Any) -> Any:
    return op("npow", base, n)


def exp(inner: Any) -> Any:
    return op("exp", inner)


def over(low: Any, high: Any, of: Any, name: str = "M") -> dict[str, Any]:
    """An integral over a range."""
    return {"name": name, "variable": "x", "of": of,
            "over": {"form": "range", "low": low, "high": high}}  # fmt: skip


def under(form: str, of: Any = X, name: str = "M", **more: Any) -> dict[str, Any]:
    """A mean of what is drawn from the first law."""
    return {"name": name, "variable": "x", "of": of, "over": {"form": form, "law": 0, **more}}


def law(*pieces: Any, variable: str = "x") -> dict[str, Any]:
    told = [{"low": low, "high": high, "chance": chance} for low, high, chance in pieces]
    return {"variable": variable, "pieces": told}


def piece(primitive: Any, *branches: int, sign: str = "+", inside: int | None = None) -> Any:
    """The evidence for one piece, which has to be inside one end of each formula, or of more."""
    count = len(branches) if inside is None else inside
    return {"branches": list(branches), "inside": [SIGN] * count, "sign": sign, "signed": SIGN,
            "primitive": primitive, "shown": SAME}  # fmt: skip


def evaluate(*pieces: Any, cuts: Any = (), order: int = 0, **more: Any) -> dict[str, Any]:
    return {"rule": "evaluate", "mean": "M", "op": "=", "cuts": list(cuts),
            "order": [SIGN] * order, "pieces": list(pieces), **more}  # fmt: skip


def induct(value: Any, base: Any, step: Any, **more: Any) -> dict[str, Any]:
    made = [{"cuts": [], "order": [], "pieces": [one]} for one in (base, step)]
    return {"rule": "induct", "mean": "M", "variable": "k", "start": 0, "value": value,
            "base": made[0], "step": made[1], "factor": ONE, "first": SAME, "next": SAME,
            **more}  # fmt: skip


def proof(
    claim: Any, means: Any, *steps: Any, laws: Any = (), numbers: Any = (), where: Any = (),
    end: Any = SAME,
) -> Certificate:  # fmt: skip
    """The certificate; the evidence for a law is that its sign is visible on each piece."""
    left, sign, right = claim
    told = {"vars": list(numbers), "where": list(where), "laws": list(laws), "means": list(means),
            "left": left, "op": sign, "right": right}  # fmt: skip
    counts = [len(one["pieces"]) for one in laws]
    shown = [{"order": [SIGN] * max(n - 2, 0), "rising": [SIGN] * n} for n in counts]
    return {"kind": "integration", "integration": told, "laws": shown, "steps": list(steps),
            "proof": end}  # fmt: skip


B, K, N = var("b", low=0, ends="(]"), var("k", "int", 0), var("n", "int", 1)
UNIFORM = law((None, ZERO, ZERO), (ZERO, ONE, X), (ONE, None, ONE))
DECAY = exp(neg(div("x", "b")))
DECAYING = law((None, ZERO, ZERO), (ZERO, None, sub(1, DECAY)))
LAPLACE = law((None, ZERO, div(exp(X), 2)), (ZERO, None, sub(1, div(exp(neg(X)), 2))))

# the integral of u^k e^(-u/b)/b is k! b^k
FACTORIAL = mul(total("j", 1, "k", "j", "prod"), npow("b", "k"))
GAMMA = mul(npow("x", "k"), div(DECAY, "b"))
LATER = neg(mul(npow("x", add("k", 1)), DECAY))
MOMENTS = proof(
    (v("M"), "=", FACTORIAL), [over(ZERO, None, GAMMA)],
    induct(FACTORIAL, piece(neg(DECAY)), piece(LATER), factor=mul(add("k", 1), "b")),
    numbers=[B, K],
)  # fmt: skip
# the largest of n uniform numbers has the mean n/(n + 1)
SHARE = div("n", add("n", 1))
LARGEST = proof(
    (v("M"), "=", SHARE), [under("largest", count=v("n"))],
    evaluate(piece(ZERO, 0), piece(mul(SHARE, npow("x", add("n", 1))), 1, inside=2),
             piece(ZERO, 2, inside=1), cuts=[ZERO, ONE], order=1),
    laws=[UNIFORM], numbers=[N],
)  # fmt: skip
# one of two Laplace draws is above the other by t with the chance e^-t (1 + t/2)/2
AHEAD = proof(
    (v("M"), "=", div(mul(exp(neg("t")), add(1, div("t", 2))), 2)),
    [under("ahead", ONE, count=ONE, by=v("t"))],
    evaluate(piece(div(exp(sub(mul(2, "x"), "t")), 8), 0, 0, inside=2),
             piece(div(mul("x", exp(neg("t"))), 4), 1, 0, inside=2),
             piece(mul(div(exp(neg("t")), 2), power(sub(1, div(exp(sub("t", "x")), 2)), 2)), 1, 1,
                   inside=2), cuts=[ZERO, v("t")], order=1),
    laws=[LAPLACE], numbers=[var("t", low=0)],
)  # fmt: skip
# the size of a Laplace draw has the mean 1
SIZE = proof(
    (v("M"), "=", ONE), [under("largest size", count=ONE)],
    evaluate(piece(neg(mul(add("x", 1), exp(neg("x")))), 1, 0, inside=2)), laws=[LAPLACE],
)  # fmt: skip
TRUE = {"moments": MOMENTS, "largest": LARGEST, "ahead": AHEAD, "size": SIZE}


@pytest.mark.parametrize("name", TRUE)
def test_true_ones_are_accepted(name: str) -> None:
    answer = check_certificate(TRUE[name])
    assert answer.accepted, answer.message
    (shown,) = conclusions(TRUE[name])
    assert shown == {"says": "integration", "statement": TRUE[name]["integration"]}


def with_law(*pieces: Any, **more: Any) -> Certificate:
    """That the mean of 0 is 0, for some law."""
    return proof((v("M"), "=", ZERO), [under("draw", ZERO)], evaluate(piece(ZERO, 0)),
                 laws=[law(*pieces)], **more)  # fmt: skip


def on_line(of: Any, primitive: Any, value: Any, low: Any, high: Any, **more: Any) -> Certificate:
    """An integral over a range by one primitive, said to have a value."""
    told = evaluate(piece(primitive, sign=more.pop("sign", "+")),
                    order=int(low is not None and high is not None))  # fmt: skip
    return proof((v("M"), "=", value), [over(low, high, of)], told, **more)


S, C = ("steps", 0), ("integration",)
PIECES = (*S, "pieces")
REFUSED: dict[str, tuple[Certificate, str]] = {
    # primitives ---------------------------------------------------------------------------------
    # -1/x over [-1, 1] would make the integral of 1/x^2 equal to -2
    "a pole inside the piece": (
        on_line(div(1, power("x", 2)), neg(div(1, "x")), q(-2), q(-1), ONE), "no value"),
    "a pole at an end": (
        on_line(div(1, power("x", 2)), neg(div(1, "x")), q(-2), ZERO, ONE), "no value"),
    # |x|/x has the derivative 0 off 0, and jumps by 2 there
    "a jump inside the piece": (
        on_line(ZERO, div(op("abs", "x"), "x"), q(2), q(-1), ONE), "derivative of 'abs'"),
    "a jump without an absolute value": (
        on_line(ZERO, div(root(2, power("x", 2)), "x"), q(2), q(-1), ONE), "no value"),
    "another function": (on_line(X, X, ONE, ZERO, ONE), "does not reduce"),
    "a constant that is none": (
        on_line(ZERO, v("y"), ZERO, ZERO, ONE), "not declared"),
    "a sum of which x is the index": (
        on_line(total("x", 1, 2, "x"), mul("x", 3), q(4), ZERO, ONE), "cannot be read off|reduce"),
    # limits -------------------------------------------------------------------------------------
    "an infinite integral": (on_line(ONE, X, ZERO, ZERO, None), "no rule gives a limit"),
    "the integral of 1/x": (
        on_line(div(1, "x"), op("ln", "x"), ZERO, ONE, None), "no rule gives a limit"),
    "an exponential that grows": (
        on_line(exp(X), exp(X), neg(ONE), ZERO, None), "no rule gives a limit"),
    "an exponential of any rate": (
        on_line(mul("r", exp(mul("r", "x"))), exp(mul("r", "x")), neg(ONE), ZERO, None,
                numbers=[var("r", low=0)]), "no rule gives a limit"),
    "a rate that may be 0": (
        on_line(mul("r", exp(neg(mul("r", "x")))), neg(exp(neg(mul("r", "x")))), ONE, ZERO, None,
                numbers=[var("r", low=0)]), "no rule gives a limit"),
    "the other end": (
        on_line(exp(neg(X)), neg(exp(neg(X))), ZERO, None, ZERO), "no rule gives a limit"),
    "a cubic in an exponential": (
        on_line(ZERO, exp(sub(power("x", 2), power("x", 3))), neg(ONE), ZERO, None),
        "does not reduce"),
    # the ends and the cuts ----------------------------------------------------------------------
    "a range that may be empty": (
        on_line(ONE, X, sub("c", "a"), v("a"), v("c"), numbers=[var("a"), var("c")]),
        "cannot be read off"),
    "a cut outside of the range": (
        proof((v("M"), "=", ONE), [over(ZERO, ONE, ONE)],
              evaluate(piece(X), piece(X), cuts=[q(2)], order=2)), "cannot be read off"),
    "one piece for two": (
        proof((v("M"), "=", ONE), [over(ZERO, ONE, ONE)],
              evaluate(piece(X), cuts=[div(1, 2)], order=2)), "one piece between"),
    "an order of which nothing is shown": (put(LARGEST, *S, "order", to=[]), ""),
    "a cut without a value": (
        proof((v("M"), "=", ONE), [over(ZERO, ONE, ONE)],
              evaluate(piece(X), piece(X), cuts=[div(1, "b")], order=2), numbers=[var("b")]),
        "no value"),
    "a cut that moves": (
        proof((v("M"), "=", ONE), [over(ZERO, ONE, ONE)],
              evaluate(piece(X), piece(X), cuts=[X], order=2)), "not declared"),
    "an end without a value": (
        on_line(ONE, X, div(1, "b"), ZERO, div(1, "b"), numbers=[var("b")]), "no value"),
    # signs --------------------------------------------------------------------------------------
    # x e^(-x^2) over the line is 0 as a Lebesgue integral, but its sign is no single one
    "two signs on one piece": (
        on_line(mul("x", exp(neg(power("x", 2)))), div(neg(exp(neg(power("x", 2)))), 2), ZERO,
                None, None), "cannot be read off"),
    "a sign that is none": (put(SIZE, *PIECES, 0, "sign", to="?"), "the sign"),
    "a negative integrand below a slope": (
        put(on_line(neg(ONE), X, ONE, ZERO, ONE, sign="-"), *S, "op", to="<="), "the sign"),
    # x <= 1 on [0, 1], and not x >= 1
    "an equation from one side": (
        put(on_line(X, X, ONE, ZERO, ONE), *PIECES, 0, "shown", to=[SIGN, SIGN]),
        "cannot be read off"),
    "an equation of which one side is missing": (
        put(on_line(X, X, ONE, ZERO, ONE), *PIECES, 0, "shown", to=[SIGN]), ""),
    "a bound from both sides": (
        put(put(on_line(X, div(power("x", 2), 2), div(1, 2), ZERO, ONE), *S, "op", to="<="),
                *PIECES, 0, "shown", to=[SIGN, SIGN]), "without a statement"),
    "a lower bound": (put(SIZE, *S, "op", to=">="), "at most that"),
    "a bound that is told as a value": (
        put(on_line(X, X, ONE, ZERO, ONE), *S, "op", to="<="), ""),
    # names --------------------------------------------------------------------------------------
    "a number that is integrated over": (
        on_line(X, div(power("x", 2), 2), div(1, 2), ZERO, ONE, numbers=[var("x")]),
        "integrated over"),
    "a mean with the name of a number": (
        put(SIZE, *C, "vars", to=[var("M")]), "name of its own"),
    "two means of one name": (
        put(SIZE, *C, "means", to=SIZE["integration"]["means"] * 2), "name of its own"),
    "a mean that another one is integrated over": (
        put(SIZE, *C, "means", 0, "variable", to="M"), "integrated over"),
    "a condition on what is integrated over": (
        put(SIZE, *C, "where", to=[[X, "<=", ONE]]), "not declared"),
    "a condition on a mean": (
        put(SIZE, *C, "where", to=[[v("M"), "<=", ONE]]), "not declared"),
    "a mean of a mean": (
        put(SIZE, *C, "means", 0, "of", to=v("M")), "not declared"),
    "a law whose variable is a number": (
        put(put(SIZE, *C, "laws", 0, "variable", to="b"), *C, "vars", to=[B]),
        "of its own"),
    "a shift that is drawn": (
        put(AHEAD, *C, "means", 0, "over", "by", to=X), "not declared"),
    "a condition that is false": (
        put(SIZE, *C, "where", to=[[ONE, "<=", ZERO]]), "anything would be true"),
    "a sequence": (put(SIZE, *C, "vars", to=[var("s", "seq")]), "no sequences"),
    "a condition without a value": (
        put(put(SIZE, *C, "vars", to=[var("r")]), *C, "where",
                to=[[div(1, "r"), "<=", ONE]]), "no value"),
    "a mean of which nothing is shown": (put(SIZE, "steps", to=[]), "not shown that the mean"),
    "a side without a value": (
        put(put(SIZE, *C, "left", to=div("M", sub("M", 1))), *C, "right",
                to=div("M", sub("M", 1))), "no value"),
    "another value": (put(SIZE, *C, "right", to=q(2)), ""),
    # laws ---------------------------------------------------------------------------------------
    "a law of mass 2": (
        with_law((None, ZERO, exp(X)), (ZERO, None, sub(2, exp(neg(X))))), "tend to 0 and 1"),
    "a law that starts at one half": (
        with_law((None, None, q("1/2"))), "tend to 0 and 1"),
    "a law with an atom": (
        with_law((None, ZERO, ZERO), (ZERO, None, ONE)), "may jump"),
    "a law that falls": (
        with_law((None, ZERO, ZERO), (ZERO, ONE, mul("x", sub(3, mul(2, "x")))), (ONE, None, ONE)),
        "may fall"),
    "a law with a gap": (
        with_law((None, ZERO, ZERO), (ONE, None, ONE)), "do not follow"),
    "a law that starts late": (with_law((ZERO, None, ONE)), "do not follow"),
    "a law of pieces in another order": (
        with_law((None, ONE, ZERO), (ONE, ZERO, sub(1, "x")), (ZERO, None, ONE)), "not in order"),
    "a law whose pieces may be turned around": (
        with_law((None, ZERO, ZERO), (ZERO, v("r"), div("x", "r")), (v("r"), None, ONE),
                 numbers=[var("r")]), "no value|not in order"),
    "a law of any scale": (
        put(with_law((None, ZERO, ZERO), (ZERO, None, sub(1, DECAY))), *C, "vars",
                to=[var("b")]), "no value"),
    "a law without evidence": (put(SIZE, "laws", to=[]), ""),
    "a law with half of its evidence": (put(SIZE, "laws", 0, "rising", to=[SIGN]), ""),
    "no such law": (put(SIZE, *C, "means", 0, "over", "law", to=1), "no such law"),
    "the last law, counted from the end": (
        put(SIZE, *C, "means", 0, "over", "law", to=-1), "no such law"),
    # draws --------------------------------------------------------------------------------------
    "the largest of none": (
        put(LARGEST, *C, "vars", to=[var("n", "int", 0)]), "large enough"),
    "the largest of a share of a draw": (
        put(LARGEST, *C, "vars", to=[var("n", low=1)]), "large enough"),
    "ahead of less than nobody": (
        put(AHEAD, *C, "means", 0, "over", "count", to=q(-1)), "large enough"),
    "ahead of half a draw": (
        put(AHEAD, *C, "means", 0, "over", "count", to=q("1/2")), "large enough"),
    "the formula of another piece": (
        put(AHEAD, *PIECES, 0, "branches", to=[1, 0]), "cannot be read off"),
    "the formula of a piece counted from the end": (
        put(SIZE, *PIECES, 0, "branches", to=[-1, 0]), "no such piece"),
    "no formula for the other place": (put(AHEAD, *PIECES, 0, "branches", to=[0]), ""),
    "the largest by its number": (put(LARGEST, *C, "means", 0, "over", "count", to=add("n", 1)),
                                  "does not reduce"),
    "a size for a draw": (
        put(SIZE, *C, "means", 0, "over", to={"form": "draw", "law": 0}), "one piece between|"),
    "another shift": (
        put(AHEAD, *C, "means", 0, "over", "by", to=neg("t")), "cannot be read off"),
    "an unknown form": (put(SIZE, *C, "means", 0, "over", "form", to="least"), ""),
    # induction ----------------------------------------------------------------------------------
    "an induction that starts late": (put(MOMENTS, *S, "start", to=1), "before"),
    "an induction over a real number": (
        put(MOMENTS, *C, "vars", to=[B, var("k", low=0)]), "no integer with|integer"),
    "an induction without a least value": (
        put(MOMENTS, *C, "vars", to=[B, var("k", "int")]), "least value|no value"),
    "an induction under a condition": (
        put(MOMENTS, *C, "where", to=[[v("k"), "<=", q(9)]]), "mentions 'k'"),
    "an induction over a law": (
        put(MOMENTS, *C, "means", 0, "over", "low", to=v("k")), "mentions 'k'"),
    "an induction from another value": (
        put(MOMENTS, *S, "value", to=mul(2, FACTORIAL)), "does not reduce"),
    "an induction with another factor": (
        put(MOMENTS, *S, "factor", to=mul(add("k", 2), "b")), "does not reduce"),
    "a factor that moves": (put(MOMENTS, *S, "factor", to=X), "not declared"),
    "an induction without its base": (
        put(MOMENTS, *S, "base", "pieces", 0, "primitive", to=neg(mul(2, DECAY))),
        "does not reduce"),
    "an unknown rule": (put(SIZE, *S, "rule", to="believe"), "no rule"),
    "a step about another mean": (put(SIZE, *S, "mean", to="N"), "no mean"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_false_ones_are_refused(name: str) -> None:
    made, why = REFUSED[name]
    answer = check_certificate(made)
    assert not answer.accepted
    assert not why or any(part in answer.message for part in why.split("|")), answer.message


UNSURE: dict[str, Callable[[Any], Any]] = {
    "larger": lambda right: mul(right, q("101/100")),
    "smaller": lambda right: mul(right, q("99/100")),
    "with one more": lambda right: add(right, 1),
    "with another number": lambda right: replace(right, {"t": mul(2, "t"), "n": add("n", 1),
                                                         "b": mul(2, "b"), "k": add("k", 1)}),
}  # fmt: skip


@pytest.mark.parametrize("way", UNSURE)
@pytest.mark.parametrize("name", ["moments", "largest", "ahead"])
def test_no_other_value_is_accepted(name: str, way: str) -> None:
    right = TRUE[name]["integration"]["right"]
    made = put(TRUE[name], *C, "right", to=UNSURE[way](right))
    assert not check_certificate(made).accepted


def test_a_bound_is_no_value() -> None:
    """That 0 <= x <= 1 on [0, 1] shows that its integral is at most 1, not that it is 1."""
    bound = put(on_line(X, X, ONE, ZERO, ONE), *S, "op", to="<=")
    bound["steps"][0]["pieces"][0]["shown"] = SIGN
    assert not check_certificate(bound).accepted
    at_most = put(put(bound, *C, "op", to="<="), "proof", to=SIGN)
    assert check_certificate(at_most).accepted
