"""Rigorous enclosures of a tree over a box, with Arb.

An interval keeps its two endpoints as exact Arb numbers.  Monotone functions are evaluated at the
endpoints, so that a square root on [0, 1] never sees the sliver below 0 that a ball would add.
`None` stands for "no enclosure": a division by an interval with 0, a logarithm that reaches 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq

from workbench.rigor.check.fuel import spend
from workbench.rigor.check.trees import Tree, place, rational

_LONGEST_SUM = 10_000  # terms
_MOST_TERMS = 200_000  # of sums within sums
_DEPTH = "#terms"  # entry of an environment: how often the tree at hand is evaluated


class NoEnclosure(ArithmeticError):
    """The expression is undefined somewhere on the box, or too long to evaluate."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Evaluate with this many bits, and restore the precision afterwards."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


@dataclass(frozen=True, slots=True)
class Interval:
    """All reals from `low` to `high`; both are exact Arb numbers."""

    low: arb
    high: arb

    @classmethod
    def of(cls, low: Fraction | int, high: Fraction | int | None = None) -> Interval:
        """The smallest interval at this precision that holds the rationals from low to high."""
        a = arb(fmpq(low.numerator, low.denominator))
        b = a if high is None else arb(fmpq(high.numerator, high.denominator))
        return cls(a.lower(), b.upper())

    @property
    def positive(self) -> bool:
        return bool(self.low > 0)

    @property
    def nonnegative(self) -> bool:
        return bool(self.low >= 0)

    @property
    def negative(self) -> bool:
        return bool(self.high < 0)

    def text(self) -> str:
        """Both ends with a few digits."""
        return f"[{self.low.str(8, radius=False)}, {self.high.str(8, radius=False)}]"


@lru_cache(maxsize=4096)
def _literal(text: str, bits: int) -> Interval:
    """The enclosure of an exact number; `bits` is the precision in force, part of the key."""
    return Interval.of(Fraction(text))


def hull(*values: arb) -> Interval:
    """The smallest interval that holds all the balls."""
    if not all(value.is_finite() for value in values):
        raise NoEnclosure("not finite")
    low, high = values[0].lower(), values[0].upper()
    for value in values[1:]:
        a, b = value.lower(), value.upper()
        low = a if a < low else low
        high = b if b > high else high
    return Interval(low, high)


def times(a: Interval, b: Interval) -> Interval:
    """All products."""
    if a.low >= 0 and b.low >= 0:
        return Interval((a.low * b.low).lower(), (a.high * b.high).upper())
    return hull(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)


def power(a: Interval, n: int) -> Interval:
    """All n-th powers; n may be negative."""
    if n == 0:
        return Interval.of(1)
    if n < 0:
        return divide(Interval.of(1), power(a, -n))
    if n % 2 == 0 and a.low < 0 < a.high:
        return hull(arb(0), a.low**n, a.high**n)
    return hull(a.low**n, a.high**n)


def divide(a: Interval, b: Interval) -> Interval:
    """All quotients; raises NoEnclosure if b holds 0."""
    if not (b.low > 0 or b.high < 0):
        raise NoEnclosure("division by an interval that contains 0")
    return hull(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high)


def enclose(tree: Tree, env: Mapping[str, Any]) -> Interval:
    """An interval that holds every value of the tree when the variables range over `env`.

    `env` maps a variable to an Interval, and a sequence to a mapping from index to Interval.
    Raises NoEnclosure where the tree may be undefined.
    """
    spend(4, "enclosures")
    op, *args = tree
    match op:
        case "q":
            return _literal(args[0], ctx.prec)
        case "v":
            return env[args[0]]
        case "pi":
            return hull(arb.pi())
        case "idx":
            return env[args[0]][integer(args[1], env)]
        case "neg":
            a = enclose(args[0], env)
            return Interval((-a.high).lower(), (-a.low).upper())
        case "+":
            parts = [enclose(a, env) for a in args]
            low, high = parts[0].low, parts[0].high
            for p in parts[1:]:
                low, high = (low + p.low).lower(), (high + p.high).upper()
            return Interval(low, high)
        case "*":
            total = enclose(args[0], env)
            for a in args[1:]:
                total = times(total, enclose(a, env))
            return total
        case "/":
            return divide(enclose(args[0], env), enclose(args[1], env))
        case "^":
            return power(enclose(args[0], env), int(args[1]))
        case "npow":
            return power(enclose(args[0], env), integer(args[1], env))
        case "exp":
            a = enclose(args[0], env)
            return hull(a.low.exp(), a.high.exp())
        case "ln":
            a = enclose(args[0], env)
            if not a.positive:
                raise NoEnclosure("logarithm of an interval that reaches 0")
            return hull(a.low.log(), a.high.log())
        case "root":
            a = enclose(args[1], env)
            if not a.nonnegative:
                raise NoEnclosure("root of an interval that reaches below 0")
            return hull(a.low.root(int(args[0])), a.high.root(int(args[0])))
        case "erfc":
            a = enclose(args[0], env)
            return hull(a.low.erfc(), a.high.erfc())
        case "abs":
            a = enclose(args[0], env)
            if a.nonnegative:
                return a
            if a.high <= 0:
                return hull(-a.high, -a.low)
            return hull(arb(0), -a.low, a.high)
        case "sum" | "prod":
            return _iterated(op, args[0], args[1], args[2], args[3], env)
    raise NoEnclosure(f"operator {op!r}")


def _iterated(
    op: str, index: str, low: Tree, high: Tree, body: Tree, env: Mapping[str, Any]
) -> Interval:
    first, last = integer(low, env), integer(high, env)
    terms = env.get(_DEPTH, 1) * (last - first + 1)
    if last - first > _LONGEST_SUM or terms > _MOST_TERMS:
        raise NoEnclosure(f"a {op} of {last - first + 1} terms")
    total = Interval.of(0 if op == "sum" else 1)
    for k in range(first, last + 1):
        term = enclose(body, {**env, index: Interval.of(k), _DEPTH: terms})
        total = (
            Interval((total.low + term.low).lower(), (total.high + term.high).upper())
            if op == "sum"
            else times(total, term)
        )
    return total


def integer(tree: Tree, env: Mapping[str, Any]) -> int:
    """The one integer that a tree is worth; raises NoEnclosure."""
    value = enclose(tree, env)
    middle = value.low.mid().fmpq() if value.low == value.high else None
    if middle is None or middle.q != 1:
        raise NoEnclosure("an index or a bound that is not one integer on the whole box")
    return int(middle.p)


def point(values: Mapping[str, str | Sequence[str] | Mapping[str, str]]) -> dict[str, Any]:
    """An environment from rationals as text; a list is a sequence that starts at index 1."""
    return {
        name: Interval.of(rational(value))
        if isinstance(value, str)
        else {k: Interval.of(rational(v)) for k, v in entries(value).items()}
        for name, value in values.items()
    }


def entries(values: Sequence[str] | Mapping[str, str]) -> dict[int, str]:
    """The given entries of a sequence by index."""
    if isinstance(values, Mapping):
        return {place(k): v for k, v in values.items()}
    return dict(enumerate(values, start=1))
