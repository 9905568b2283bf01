"""Limits as one variable grows beyond all bounds, as enclosures; and what falls towards one.

    f falls on [a, oo) towards a limit L >= 0,  so  f >= L >= 0

The limit is put together from the limits of the parts, with the rules of +oo and -oo, where those
decide; a rational function has its limit by its degrees, and an algebraic factor is beaten by the
exponential of a polynomial that tends to -oo, and by erfc(u) <= e^(-u^2).  Anything else has none
that is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.duties import is_met, of_trees
from workbench.rigor.check.enclose import (
    Interval,
    NoEnclosure,
    divide,
    enclose,
    hull,
    power,
    precision,
    times,
)
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.logsum import LogSumReader
from workbench.rigor.check.signs import difference
from workbench.rigor.check.trees import Tree, mentions

_ALGEBRAIC = ("q", "v", "pi", "+", "*", "/", "neg", "^", "root")
_BITS = 128


@dataclass(frozen=True, slots=True)
class Limit:
    """+oo (sign 1), -oo (sign -1), or a finite value with its enclosure."""

    sign: int = 0
    value: Interval | None = None


def check_decline(c: Certificate, prove: Prove) -> Answer:
    """Check `slope`, a certificate that the gap falls in its only variable, up to infinity."""
    made = slope_of(c["statement"])
    if isinstance(made, str):
        return Answer(False, f"decline: {made}")
    answer = prove(made, c["slope"])
    return Answer(answer.accepted, f"decline: towards a non-negative limit: {answer.message}")


def slope_of(s: Statement) -> Statement | str:
    """The statement that the gap falls, or why nothing follows from it."""
    if s["op"] == "=" or len(s["vars"]) != 1 or s["where"]:
        return "an inequality in one variable without conditions is needed"
    v = s["vars"][0]
    if v["sort"] != "real" or v["high"] is not None:
        return "the variable must be real and unbounded above"
    gap = difference(s["left"], s["op"], s["right"])
    slope = derivative(gap, v["name"])
    inside: Statement = {**s, "vars": [{**v, "low_open": True}]}
    for where, tree in ((s, gap), (inside, slope)):
        for duty in of_trees(where, [tree]).values():
            if not is_met(where, duty):
                return f"the gap or its slope may have no value: {duty['kind']}"
    with precision(_BITS):
        try:
            limit = limit_at_infinity(gap, v["name"])
        except (NoEnclosure, NotReducible, ZeroDivisionError) as error:
            return f"no limit is known: {error}"
    if limit.sign < 0 or (limit.value is not None and not limit.value.nonnegative):
        return "the limit is not certainly non-negative"
    strict = "<" if s["op"] in ("<", ">") else "<="
    return sign_of(inside, ["neg", slope], strict)


def limit_at_infinity(tree: Tree, name: str) -> Limit:
    """The limit of the tree as the variable tends to +oo; raises NoEnclosure if none is known."""
    if not mentions(tree, name):
        return Limit(value=enclose(tree, {}))
    fraction = _rational(tree, name)
    if fraction is not None:
        return fraction
    op, *args = tree
    match op:
        case "neg":
            return _scaled(limit_at_infinity(args[0], name), -1)
        case "+":
            return _sum([limit_at_infinity(a, name) for a in args])
        case "*" | "/":
            return _product(op, args, name)
        case "^":
            return _power(limit_at_infinity(args[0], name), args[1])
        case "root":
            inner = limit_at_infinity(args[1], name)
            if inner.value is None:
                return _needs(inner.sign > 0, Limit(1))
            low, high = inner.value.low, inner.value.high
            _needs(low >= 0, inner)
            return Limit(value=hull(low.root(args[0]), high.root(args[0])))
        case "exp":
            inner = limit_at_infinity(args[0], name)
            if inner.value is None:
                return Limit(1) if inner.sign > 0 else _ZERO
            return Limit(value=hull(inner.value.low.exp(), inner.value.high.exp()))
        case "ln":
            inner = limit_at_infinity(args[0], name)
            if inner.value is None:
                return _needs(inner.sign > 0, Limit(1))
            _needs(inner.value.positive, inner)
            return Limit(value=hull(inner.value.low.log(), inner.value.high.log()))
        case "erfc":
            inner = limit_at_infinity(args[0], name)
            if inner.value is None:
                return _ZERO if inner.sign > 0 else Limit(value=Interval.of(2))
            return Limit(value=hull(inner.value.low.erfc(), inner.value.high.erfc()))
    raise NoEnclosure(f"the limit of {op!r}")


_ZERO = Limit(value=Interval.of(0))


def _needs(condition: bool, result: Limit) -> Limit:
    if not condition:
        raise NoEnclosure("no limit is known")
    return result


def _rational(tree: Tree, name: str) -> Limit | None:
    """The limit of a rational function with rational coefficients, by its degrees."""
    try:
        ratio = LogSumReader(name).rational(tree)
    except (NotReducible, ZeroDivisionError):
        return None
    top, bottom = ratio.num, ratio.den
    if top.degree() < bottom.degree():
        return _ZERO
    lead: fmpq = top.leading_coefficient() / bottom.leading_coefficient()
    if top.degree() > bottom.degree():
        return Limit(1 if lead > 0 else -1)
    return Limit(value=enclose(["q", str(lead)], {}))


def _scaled(a: Limit, sign: int) -> Limit:
    if a.value is None:
        return Limit(a.sign * sign)
    return a if sign > 0 else Limit(value=Interval((-a.value.high).lower(), (-a.value.low).upper()))


def _sum(parts: list[Limit]) -> Limit:
    signs = {p.sign for p in parts if p.value is None}
    if signs:
        return _needs(len(signs) == 1, Limit(signs.pop()))
    low, high = Interval.of(0).low, Interval.of(0).high
    for value in (p.value for p in parts if p.value is not None):
        low, high = (low + value.low).lower(), (high + value.high).upper()
    return Limit(value=Interval(low, high))


def _product(op: str, args: list[Any], name: str) -> Limit:
    if op == "*" and any(_vanishes_fast(a, name) for a in args):
        rest = [a for a in args if not _vanishes_fast(a, name)]
        if all(_is_algebraic(a) for a in rest):
            return _ZERO
    if op == "/" and _is_algebraic(args[1]):  # u / v = u (1 / v)
        numerators = args[0][1:] if args[0][0] == "*" else [args[0]]
        if any(_vanishes_fast(a, name) for a in numerators):
            return _product("*", [*numerators, ["/", ["q", "1"], args[1]]], name)
    left = limit_at_infinity(args[0], name)
    for arg in args[1:]:
        right = limit_at_infinity(arg, name)
        if op == "/":
            if right.value is None:
                _needs(left.value is not None, right)
                left = _ZERO
                continue
            if left.value is None:
                left = _scaled(left, _sign(right.value))
                continue
            left = Limit(value=divide(left.value, right.value))
        elif left.value is not None and right.value is not None:
            left = Limit(value=times(left.value, right.value))
        else:
            signs = [p.sign if p.value is None else _sign(p.value) for p in (left, right)]
            left = Limit(signs[0] * signs[1])
    return left


def _sign(value: Interval) -> int:
    _needs(value.positive or value.negative, _ZERO)
    return 1 if value.positive else -1


def _power(base: Limit, n: int) -> Limit:
    if base.value is not None:
        return Limit(value=power(base.value, n))
    return Limit(value=Interval.of(1)) if n == 0 else Limit(base.sign**n)


def _is_algebraic(tree: Tree) -> bool:
    """Bounded by a power of the variable: + - * / and roots alone."""
    return tree[0] in _ALGEBRAIC and all(_is_algebraic(a) for a in tree[1:] if isinstance(a, list))


def _vanishes_fast(tree: Tree, name: str) -> bool:
    """exp of a polynomial that tends to -oo, erfc of one that tends to oo: beats any power."""
    if tree[0] not in ("exp", "erfc"):
        return False
    try:
        inner = LogSumReader(name).rational(tree[1])
    except (NotReducible, ZeroDivisionError):
        return False
    top = inner.num
    return bool(
        inner.den.degree() == 0 and top.degree() > 0
        and (top.leading_coefficient() / inner.den.leading_coefficient() < 0)
        == (tree[0] == "exp")
    )  # fmt: skip
