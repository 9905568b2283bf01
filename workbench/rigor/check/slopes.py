"""Enclosures of a tree together with its partial derivatives over a box (forward differentiation).

The partials are the checker's own, computed by the rules of calculus while the value is; nothing
about them is taken from a certificate.  Where |u| has a kink inside the box, its slope is enclosed
by [-1, 1]: the mean-value form and monotonicity hold for such slopes too (Lebourg).  A root at 0
has no bounded slope, and so no enclosure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb

from workbench.rigor.check.enclose import (
    Interval,
    NoEnclosure,
    divide,
    enclose,
    hull,
    integer,
    power,
    times,
)
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.trees import Tree

_LONGEST_SUM = 200  # terms; each of them is differentiated
Partials = list[Interval | None]  # None: identically zero


@dataclass(frozen=True, slots=True)
class Slopes:
    """The value over the box, and its partial derivatives in the order of the variables."""

    value: Interval
    partials: Partials


def slopes(tree: Tree, env: Mapping[str, Any], names: Sequence[str]) -> Slopes:
    """Enclosures of the tree and of its partials in `names`; `env` as for `enclose`."""
    spend(10 + 4 * len(names), "slopes")
    op, *args = tree
    match op:
        case "q" | "pi" | "idx":
            return Slopes(enclose(tree, env), [None] * len(names))
        case "v":
            one = Interval.of(1)
            return Slopes(env[args[0]], [one if n == args[0] else None for n in names])
        case "neg":
            a = slopes(args[0], env, names)
            minus = Interval.of(-1)
            return Slopes(times(minus, a.value), _scaled(minus, a.partials))
        case "+":
            total = slopes(args[0], env, names)
            for arg in args[1:]:
                total = _sum(total, slopes(arg, env, names))
            return total
        case "*":
            total = slopes(args[0], env, names)
            for arg in args[1:]:
                total = _product(total, slopes(arg, env, names))
            return total
        case "/":
            a, b = slopes(args[0], env, names), slopes(args[1], env, names)
            value, back = divide(a.value, b.value), divide(Interval.of(1), b.value)
            away = times(times(Interval.of(-1), value), back)
            return Slopes(value, _added(_scaled(back, a.partials), _scaled(away, b.partials)))
        case "^" | "npow":
            a = slopes(args[0], env, names)
            n = int(args[1]) if op == "^" else integer(args[1], env)
            if n == 0:
                return Slopes(Interval.of(1), [None] * len(names))
            outer = times(Interval.of(n), power(a.value, n - 1))
            return Slopes(power(a.value, n), _scaled(outer, a.partials))
        case "sum" | "prod":
            return _iterated(op, args[0], args[1], args[2], args[3], env, names)
    inner = slopes(args[-1], env, names)
    value = enclose([op, *args[:-1], ["v", _HERE]], {_HERE: inner.value})
    return Slopes(value, _scaled(_outer(op, args, inner.value, value), inner.partials))


_HERE = "#here"


def _outer(op: str, args: list[Any], u: Interval, value: Interval) -> Interval:
    """The derivative of an elementary function over an interval of its argument."""
    match op:
        case "exp":
            return value
        case "ln":
            return divide(Interval.of(1), u)
        case "root":
            if not u.positive:
                raise NoEnclosure("the slope of a root at 0")
            return divide(value, times(Interval.of(int(args[0])), u))
        case "erfc":
            square = power(u, 2)
            bell = hull((-square.low).exp(), (-square.high).exp())
            return times(bell, hull(-2 / arb.pi().sqrt()))
        case "abs":
            if u.nonnegative:
                return Interval.of(1)
            return Interval.of(-1) if u.high <= 0 else Interval.of(-1, 1)
    raise NoEnclosure(f"the slope of {op!r}")


def _iterated(
    op: str,
    index: str,
    low: Tree,
    high: Tree,
    body: Tree,
    env: Mapping[str, Any],
    names: Sequence[str],
) -> Slopes:
    first, last = integer(low, env), integer(high, env)
    if last - first > _LONGEST_SUM:
        raise NoEnclosure(f"slopes of a {op} of {last - first + 1} terms")
    inside = [n if n != index else "#hidden" for n in names]  # the index hides its namesake
    total = Slopes(Interval.of(0 if op == "sum" else 1), [None] * len(names))
    for k in range(first, last + 1):
        term = slopes(body, {**env, index: Interval.of(k)}, inside)
        total = _sum(total, term) if op == "sum" else _product(total, term)
    return total


def _sum(a: Slopes, b: Slopes) -> Slopes:
    return Slopes(_plus(a.value, b.value), _added(a.partials, b.partials))


def _product(a: Slopes, b: Slopes) -> Slopes:
    parts = _added(_scaled(b.value, a.partials), _scaled(a.value, b.partials))
    return Slopes(times(a.value, b.value), parts)


def _plus(a: Interval, b: Interval) -> Interval:
    return Interval((a.low + b.low).lower(), (a.high + b.high).upper())


def _added(a: Partials, b: Partials) -> Partials:
    return [q if p is None else p if q is None else _plus(p, q) for p, q in zip(a, b, strict=True)]


def _scaled(factor: Interval, parts: Partials) -> Partials:
    return [None if p is None else times(factor, p) for p in parts]
