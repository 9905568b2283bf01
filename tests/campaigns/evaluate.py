"""What a statement is worth at a point, by arithmetic that shares no code with the checkers.

Values are exact fractions wherever they can be, and else intervals of mpmath (outward rounded) at
growing precision.  A comparison is true, false, or undecided (None); an expression may have no
value, which is an answer of its own (NoValue): a division by 0, the root or the logarithm of a
number that has none, a range or an index that is no integer.

The trees are the JSON lists of a frozen statement, read here for themselves.  Nothing of
`workbench` is imported: a mistake of the checkers cannot be repeated by their judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
from mpmath import iv

Tree = list[Any]
Value = Any  # a Fraction or an interval of mpmath
Environment = Mapping[str, Any]  # a number, or a function: of nothing (defined), of an index

PRECISIONS = (53, 160, 640)
_MOST_BITS = 20_000  # of a fraction; a longer one goes on as an interval
_MOST_TERMS = 400
_LARGEST_ARGUMENT = 10**5  # of an exponential


class NoValue(ArithmeticError):
    """The expression has no value at the point."""


class Unknown(ArithmeticError):
    """Not decided at this precision, or too large to evaluate."""


def compare(left: Tree, op: str, right: Tree, env: Environment) -> bool | None:
    """Whether `left op right` holds; None if no precision decides; raises NoValue."""
    found = sign(["+", left, ["neg", right]], env)
    if found is None:
        return None
    low, high = found  # the sign of left - right lies between the two
    by = {"<": (high < 0, low >= 0), "<=": (high <= 0, low > 0), ">": (low > 0, high <= 0),
          ">=": (low >= 0, high < 0), "=": (low == high == 0, low > 0 or high < 0)}  # fmt: skip
    yes, no = by[op]
    return True if yes else False if no else None


def sign(tree: Tree, env: Environment) -> tuple[int, int] | None:
    """The least and the largest possible sign of the value; None if nothing is known."""
    best: tuple[int, int] | None = None
    for bits in PRECISIONS:
        iv.prec = bits
        try:
            value = evaluate(tree, env)
        except Unknown:
            continue
        if isinstance(value, Fraction):
            one = (value > 0) - (value < 0)
            return one, one
        low, high = value.a, value.b
        best = (-1 if low < 0 else int(low > 0), 1 if high > 0 else -int(high < 0))
        if best[0] == best[1]:
            return best
    return best


def evaluate(tree: Tree, env: Environment) -> Value:
    """The value at the precision in force; raises NoValue or Unknown."""
    op, *args = tree
    if op == "q":
        return _literal(args[0])
    if op == "v":
        value = env[args[0]]
        return value() if callable(value) else value
    if op == "pi":
        return iv.pi + iv.mpf(0)
    if op in ("sum", "prod"):
        return _iterated(op, *args, env)
    if op == "^":
        return _power(evaluate(args[0], env), args[1])
    if op == "idx":
        entries, at = env[args[0]], _integer(evaluate(args[1], env))
        if not callable(entries):
            raise NoValue(f"an entry of {args[0]}, which an index hides")
        return entries(at)
    if op == "root":
        return _root(args[0], evaluate(args[1], env))
    values = [evaluate(a, env) for a in args]
    match op:
        case "+":
            return _short(total(values))
        case "*":
            return _short(product(values))
        case "neg":
            return -values[0]
        case "abs":
            return abs(values[0])
        case "/":
            return product([values[0], inverse(values[1])])
        case "npow":
            return _power(values[0], _integer(values[1]))
    return _FUNCTIONS[op](values[0])


@lru_cache(maxsize=4096)
def _literal(text: str) -> Fraction:
    return Fraction(text)


def _iterated(op: str, index: str, low: Tree, high: Tree, body: Tree, env: Environment) -> Value:
    first, last = _integer(evaluate(low, env)), _integer(evaluate(high, env))
    if last - first >= _MOST_TERMS:
        raise Unknown(f"a {op} of {last - first + 1} terms")
    terms = [evaluate(body, {**env, index: Fraction(k)}) for k in range(first, last + 1)]
    return _short(total(terms) if op == "sum" else product(terms))


def _integer(value: Value) -> int:
    if not isinstance(value, Fraction):
        raise Unknown("whether an interval is one integer")
    if value.denominator != 1:
        raise NoValue(f"{value} is not an integer")
    return int(value)


def _interval(value: Value) -> Value:
    if isinstance(value, Fraction):
        return iv.mpf(value.numerator) / iv.mpf(value.denominator)
    return value


def _short(value: Value) -> Value:
    if isinstance(value, Fraction):
        bits = value.numerator.bit_length() + value.denominator.bit_length()
        return _interval(value) if bits > _MOST_BITS else value
    if not (mpmath.isfinite(value.a) and mpmath.isfinite(value.b)):
        raise Unknown("an interval without ends")
    return value


def total(values: list[Value]) -> Value:
    exact = sum((v for v in values if isinstance(v, Fraction)), Fraction(0))
    rest = [v for v in values if not isinstance(v, Fraction)]
    return sum(rest, _interval(exact)) if rest else exact


def product(values: list[Value]) -> Value:
    found: Value = Fraction(1)
    for value in values:
        if isinstance(found, Fraction) and isinstance(value, Fraction):
            found *= value
        elif found == 0 or (isinstance(value, Fraction) and value == 0):
            found = Fraction(0)  # exactly: the other factor has a value
        else:
            found = _interval(found) * _interval(value)
    return found


def inverse(value: Value) -> Value:
    if isinstance(value, Fraction):
        if value == 0:
            raise NoValue("a division by 0")
        return 1 / value
    if value.a <= 0 <= value.b:
        raise Unknown("whether a denominator is 0")
    return _short(iv.mpf(1) / value)


def _power(base: Value, n: int) -> Value:
    if n < 0:
        return inverse(_power(base, -n)) if n > -_MOST_BITS else _unknown("a large power")
    if n == 0:
        return Fraction(1)
    if not isinstance(base, Fraction):
        return _short(base**n) if n < _MOST_BITS else _unknown("a large power")
    if abs(base) in (0, 1):
        return base if n % 2 else base * base
    if n * max(base.numerator.bit_length(), base.denominator.bit_length()) > _MOST_BITS:
        return _short(_interval(base) ** n) if n < _MOST_BITS else _unknown("a large power")
    return base**n


def _unknown(what: str) -> Value:
    raise Unknown(what)


def _root(order: int, value: Value) -> Value:
    if order == 1:
        return value
    if isinstance(value, Fraction):
        if value < 0:
            raise NoValue("the root of a negative number")
        parts = [_whole_root(n, order) for n in (value.numerator, value.denominator)]
        if None not in parts:
            return Fraction(*parts)  # type: ignore[arg-type]
        value = _interval(value)
    if value.b < 0:
        raise NoValue("the root of a negative number")
    if value.a < 0:
        raise Unknown("whether a radicand is negative")
    high = iv.exp(iv.log(iv.mpf(value.b)) / order) if value.b > 0 else iv.mpf(0)
    low = iv.exp(iv.log(iv.mpf(value.a)) / order) if value.a > 0 else iv.mpf(0)
    return iv.mpf([low.a, high.b])


def _whole_root(n: int, order: int) -> int | None:
    if n in (0, 1):
        return n
    if n.bit_length() > _MOST_BITS:
        return None
    low, high = 1, 1 << (n.bit_length() // order + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**order <= n else (low, middle - 1)
    return low if low**order == n else None


def _exp(value: Value) -> Value:
    if value == 0:
        return Fraction(1)
    value = _interval(value)
    if value.b > _LARGEST_ARGUMENT or value.a < -_LARGEST_ARGUMENT:
        raise Unknown("an exponential of a large number")
    return iv.exp(value)


def _ln(value: Value) -> Value:
    if isinstance(value, Fraction):
        if value <= 0:
            raise NoValue("the logarithm of a number that is not positive")
        return Fraction(0) if value == 1 else iv.log(_interval(value))
    if value.b <= 0:
        raise NoValue("the logarithm of a number that is not positive")
    if value.a <= 0:
        raise Unknown("whether the argument of a logarithm is positive")
    return iv.log(value)


def _erfc(value: Value) -> Value:
    if isinstance(value, Fraction) and value == 0:
        return Fraction(1)
    value = _interval(value)
    if value.b > 1000 or value.a < -1000:
        raise Unknown("erfc of a large number")
    ends = []
    with mpmath.workprec(iv.prec + 40):  # mpmath has no interval for it: a wide margin is added
        for end in (value.a, value.b):
            found, margin = mpmath.erfc(mpmath.mpf(end.mid)), mpmath.mpf(2) ** (-iv.prec - 10)
            ends.append((found * (1 - margin), found * (1 + margin)))
    low, high = iv.mpf(ends[1][0]), iv.mpf(ends[0][1])  # it decreases
    return iv.mpf([low.a, high.b])


_FUNCTIONS: dict[str, Callable[[Value], Value]] = {"exp": _exp, "ln": _ln, "erfc": _erfc}
