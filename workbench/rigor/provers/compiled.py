"""Trees as fast Python functions, for searching: in floating point or in exact rationals (fmpq).

Nothing computed here is evidence.  A point that looks like a counterexample goes to the checker.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from typing import Any

from flint import fmpq

from workbench.rigor.check.trees import Tree, rational

Function = Callable[[Mapping[str, Any]], Any]
_HIGHEST_POWER = 4000  # of a rational number
_LONGEST_SUM = 3000
_LONGEST_POWER = 10_000_000  # bits


class Irrational(ArithmeticError):
    """The exact value is not a rational number (or too long a one)."""


@functools.lru_cache(maxsize=4096)
def number(text: str) -> fmpq:
    """The rational that a text of a tree stands for: they are read by the million."""
    value = rational(text)
    return fmpq(value.numerator, value.denominator)


def compiled(tree: Tree, *, exact: bool) -> Function:
    """A function from an environment to the value of the tree."""
    op, *args = tree
    inner = [compiled(a, exact=exact) for a in args if isinstance(a, list)]
    match op:
        case "q":
            value = number(args[0]) if exact else _float(number(args[0]))
            return lambda env: value
        case "v":
            name = args[0]
            return lambda env: env[name]
        case "idx":
            name, at = args[0], inner[0]
            return lambda env: env[name][_index(at(env))]
        case "+":
            return lambda env: sum([f(env) for f in inner])
        case "*":
            return lambda env: math.prod([f(env) for f in inner])
        case "/":
            top, bottom = inner
            return lambda env: top(env) / bottom(env)
        case "neg":
            (one,) = inner
            return lambda env: -one(env)
        case "^":
            (one,), n = inner, args[1]
            return lambda env: _raised(one(env), n)
        case "npow":
            base, exponent = inner
            return lambda env: _power(base(env), _index(exponent(env)))
        case "abs":
            (one,) = inner
            return lambda env: abs(one(env))
        case "sum" | "prod":
            low, high, body = inner
            return _iterated(op, args[0], low, high, body, exact=exact)
    rule = _EXACT.get(op) if exact else _FLOAT.get(op)
    if rule is None:
        raise Irrational(op)
    if op == "pi":
        return lambda env: math.pi
    order = args[0] if op == "root" else None
    (one,) = inner
    return lambda env: rule(one(env), order)


def exactly(tree: Tree) -> Function:
    """The exact function, or one that always says that the value is irrational."""
    try:
        return compiled(tree, exact=True)
    except Irrational as error:
        why = str(error)

        def never(env: Mapping[str, Any]) -> Any:  # noqa: ANN401
            raise Irrational(why)

        return never


def _float(value: fmpq) -> float:
    """The nearest float; infinity beyond the largest one."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _index(value: Any) -> int:  # noqa: ANN401 - an fmpq, a float or an int
    if isinstance(value, fmpq) and value.denom() == 1:
        return int(value.numer())  # `round` would make a Fraction first
    nearest = round(value)
    if nearest != value:
        raise ValueError("an index, a bound or an exponent is not an integer")
    return int(nearest)


def _raised(base: Any, n: int) -> Any:  # noqa: ANN401
    if n > 64 and isinstance(base, fmpq) and n * base.height_bits() > _LONGEST_POWER:
        raise Irrational("a long power")
    return base**n


def _power(base: Any, n: int) -> Any:  # noqa: ANN401
    if isinstance(base, fmpq) and abs(n) > _HIGHEST_POWER:
        raise Irrational("a long power")
    return base**n


def _iterated(
    op: str, index: str, low: Function, high: Function, body: Function, *, exact: bool
) -> Function:
    start: Any = 0 if op == "sum" else 1
    combine, kind = (sum if op == "sum" else math.prod), (fmpq if exact else int)

    def value(env: Mapping[str, Any]) -> Any:  # noqa: ANN401
        first, last = _index(low(env)), _index(high(env))
        if last - first > _LONGEST_SUM:
            raise Irrational("a long sum")
        inside = dict(env)
        terms = []
        for k in range(first, last + 1):
            inside[index] = kind(k)
            terms.append(body(inside))
        return combine(terms, start=kind(start))

    return value


def _float_root(x: float, order: Any) -> float:  # noqa: ANN401
    if x < 0:
        raise ValueError("the root of a negative number")
    return math.sqrt(x) if order == 2 else x ** (1 / order)


def _exact_root(x: fmpq, order: Any) -> fmpq:  # noqa: ANN401
    if x < 0:
        raise ValueError("the root of a negative number")
    parts = []
    for part in (int(x.p), int(x.q)):
        if part.bit_length() > 900:
            raise Irrational("root")
        near = round(part ** (1 / order))
        found = next((n for n in (near - 1, near, near + 1) if n >= 0 and n**order == part), None)
        if found is None:
            raise Irrational("root")
        parts.append(found)
    return fmpq(*parts)


def _only(at: int, value: int) -> Callable[[Any, Any], fmpq]:
    """A function that is rational at one rational point only."""

    def rule(x: Any, _: Any) -> fmpq:  # noqa: ANN401
        if x != at:
            raise Irrational("exp or ln")
        return fmpq(value)

    return rule


_FLOAT: dict[str, Callable[[Any, Any], float]] = {
    "pi": lambda x, _: math.pi,
    "exp": lambda x, _: math.exp(x),
    "ln": lambda x, _: math.log(x),
    "erfc": lambda x, _: math.erfc(x),
    "root": _float_root,
}
_EXACT: dict[str, Callable[[Any, Any], fmpq]] = {
    "exp": _only(0, 1),
    "ln": _only(1, 0),
    "erfc": _only(0, 1),
    "root": _exact_root,
}


def cost(tree: Tree) -> int:
    """About how many operations one evaluation takes."""
    below = sum(cost(a) for a in tree[1:] if isinstance(a, list))
    return 1 + (6 * below if tree[0] in ("sum", "prod") else below)
