"""Rigorous enclosures of a tree over a box, with Arb.

An interval keeps its two endpoints as exact Arb numbers.  Monotone functions are evaluated at the
endpoints, so that a square root on [0, 1] never sees the sliver below 0 that a ball would add.
`None` stands for "no enclosure": a division by an interval with 0, a logarithm that reaches 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq

from workbench.rigor.check import common_parts
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.trees import Tree, place, rational

Ends = tuple[arb, arb]
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


class Interval:
    """All reals from `low` to `high`; both are exact Arb numbers.

    whole: the integer that it stands for, where it was made from one
    """

    __slots__ = ("high", "low", "whole")

    def __init__(self, low: arb, high: arb, whole: int | None = None) -> None:
        self.low, self.high, self.whole = low, high, whole

    @classmethod
    def of(cls, low: Fraction | int, high: Fraction | int | None = None) -> Interval:
        """The smallest interval at this precision that holds the rationals from low to high."""
        a = arb(fmpq(low.numerator, low.denominator))
        b = a if high is None else arb(fmpq(high.numerator, high.denominator))
        whole = low.numerator if high is None and low.denominator == 1 else None
        return cls(a.lower(), b.upper(), whole)

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
    return Interval(*_around(*values))


def _around(*values: arb) -> Ends:
    low = high = None
    for value in values:
        if not value.is_finite():
            raise NoEnclosure("not finite")
        a, b = value.lower(), value.upper()
        low = a if low is None or a < low else low
        high = b if high is None or b > high else high
    assert low is not None
    assert high is not None
    return low, high


def _rising(low: arb, high: arb) -> Ends:
    """The ends of a function that rises, from its values at both ends."""
    if not (low.is_finite() and high.is_finite()):
        raise NoEnclosure("not finite")
    return low.lower(), high.upper()


def _of_integer(value: int) -> Ends:
    exact = arb(value)
    return exact, exact


def times(a: Interval, b: Interval) -> Interval:
    """All products."""
    return Interval(*_times((a.low, a.high), (b.low, b.high)))


def power(a: Interval, n: int) -> Interval:
    """All n-th powers; n may be negative."""
    return Interval(*_power((a.low, a.high), n))


def divide(a: Interval, b: Interval) -> Interval:
    """All quotients; raises NoEnclosure if b holds 0."""
    return Interval(*_divide((a.low, a.high), (b.low, b.high)))


def _times(a: Ends, b: Ends) -> Ends:
    if a[0] >= 0 and b[0] >= 0:
        return (a[0] * b[0]).lower(), (a[1] * b[1]).upper()
    return _around(a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])


def _power(a: Ends, n: int) -> Ends:
    if n == 0:
        return _of_integer(1)
    if n < 0:
        return _divide(_of_integer(1), _power(a, -n))
    if n % 2 == 0 and a[0] < 0 < a[1]:
        return _around(arb(0), a[0] ** n, a[1] ** n)
    if n % 2 == 1 or a[0] >= 0:
        return _rising(a[0] ** n, a[1] ** n)
    return _rising(a[1] ** n, a[0] ** n)


def _divide(a: Ends, b: Ends) -> Ends:
    if not (b[0] > 0 or b[1] < 0):
        raise NoEnclosure("division by an interval that contains 0")
    if a[0] >= 0 and b[0] > 0:
        return _rising(a[0] / b[1], a[1] / b[0])
    return _around(a[0] / b[0], a[0] / b[1], a[1] / b[0], a[1] / b[1])


def enclose(tree: Tree, env: Mapping[str, Any]) -> Interval:
    """An interval that holds every value of the tree when the variables range over `env`.

    `env` maps a variable to an Interval, and a sequence to a mapping from index to Interval.
    Raises NoEnclosure where the tree may be undefined.
    """
    return Interval(*_ends(tree, env))


def _ends(tree: Tree, env: Mapping[str, Any]) -> Ends:
    """Both ends; two numbers without a class of their own, as there are millions of them."""
    spend(4, "enclosures")
    op = tree[0]
    if op == "v":
        value = env[tree[1]]
        return value.low, value.high
    if op == "q":
        value = _literal(tree[1], ctx.prec)
        return value.low, value.high
    if op == "+":
        low, high = _ends(tree[1], env)
        for part in tree[2:]:
            a = _ends(part, env)
            low, high = (low + a[0]).lower(), (high + a[1]).upper()
        return low, high
    if op == "*":
        total = _ends(tree[1], env)
        for part in tree[2:]:
            total = _times(total, _ends(part, env))
        return total
    if op == "/":
        return _divide(_ends(tree[1], env), _ends(tree[2], env))
    if op == "idx":
        value = env[tree[1]][integer(tree[2], env)]
        return value.low, value.high
    if op == "^":
        return _power(_ends(tree[1], env), int(tree[2]))
    if op == "npow":
        return _power(_ends(tree[1], env), integer(tree[2], env))
    if op == "sum" or op == "prod":
        return _iterated(op, tree[1], tree[2], tree[3], tree[4], env)
    if op == "pi":
        return _around(arb.pi())
    if op is common_parts.KNOWN:
        ends: Ends = tree[1]
        return ends
    low, high = _ends(tree[-1], env)
    match op:
        case "neg":
            return (-high).lower(), (-low).upper()
        case "exp":
            return _rising(low.exp(), high.exp())
        case "ln":
            if not low > 0:
                raise NoEnclosure("logarithm of an interval that reaches 0")
            return _rising(low.log(), high.log())
        case "root":
            if not low >= 0:
                raise NoEnclosure("root of an interval that reaches below 0")
            return _rising(low.root(int(tree[1])), high.root(int(tree[1])))
        case "erfc":
            return _rising(high.erfc(), low.erfc())
        case "abs":
            if low >= 0:
                return low, high
            return _around(-high, -low) if high <= 0 else _around(arb(0), -low, high)
    raise NoEnclosure(f"operator {op!r}")


def _iterated(
    op: str, index: str, low: Tree, high: Tree, body: Tree, env: Mapping[str, Any]
) -> Ends:
    first, last = integer(low, env), integer(high, env)
    terms = env.get(_DEPTH, 1) * (last - first + 1)
    if last - first > _LONGEST_SUM or terms > _MOST_TERMS:
        raise NoEnclosure(f"a {op} of {last - first + 1} terms")
    total, inner = _of_integer(0 if op == "sum" else 1), {**env, _DEPTH: terms}
    if last - first >= common_parts.WORTH:
        body = common_parts.prepared(body, index, lambda part: _ends(part, env))
    for k in range(first, last + 1):
        inner[index] = Interval(*_of_integer(k), whole=k)
        term = _ends(body, inner)
        if op == "sum":
            total = (total[0] + term[0]).lower(), (total[1] + term[1]).upper()
        else:
            total = _times(total, term)
    return total


def integer(tree: Tree, env: Mapping[str, Any]) -> int:
    """The one integer that a tree is worth; raises NoEnclosure."""
    known = _whole(tree, env)
    if known is not None:
        return known
    low, high = _ends(tree, env)
    middle = low.mid().fmpq() if low == high else None
    if middle is None or middle.q != 1:
        raise NoEnclosure("an index or a bound that is not one integer on the whole box")
    return int(middle.p)


def _whole(tree: Tree, env: Mapping[str, Any]) -> int | None:
    """Sums and products of integers and of variables that stand for one, not through balls."""
    spend(2, "enclosures")
    op = tree[0]
    if op == "v":
        known: int | None = env[tree[1]].whole
        return known
    if op == "q":
        return _literal(tree[1], ctx.prec).whole
    if op == "neg":
        inner = _whole(tree[1], env)
        return None if inner is None else -inner
    if op not in ("+", "*"):
        return None
    total = 0 if op == "+" else 1
    for part in tree[1:]:
        one = _whole(part, env)
        if one is None:
            return None
        total = total + one if op == "+" else total * one
    return total


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
