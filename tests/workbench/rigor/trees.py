"""Random trees, and what they are worth by other people's arithmetic: Fraction, math, sympy."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import sympy as sp

Tree = list[Any]
NUMBERS = tuple(
    Fraction(a, b) for a, b in ((0, 1), (1, 1), (-1, 1), (2, 1), (1, 2), (-3, 2), (5, 3))
)


def random_tree(
    rng: random.Random, depth: int, names: tuple[str, ...], *, rational: bool = False
) -> Tree:
    """A tree over these variables; `rational` leaves out whatever is not."""
    if depth == 0:
        if rng.random() < 0.6:
            return ["v", rng.choice(names)]
        return ["q", str(rng.choice(NUMBERS))]

    def below() -> Tree:
        return random_tree(rng, depth - rng.choice((1, 1, 2)) if depth > 1 else 0, names,
                           rational=rational)  # fmt: skip

    ops = ["+", "+", "*", "*", "/", "neg", "^", "npow", "abs", "sum", "prod"]
    op = rng.choice(ops if rational else [*ops, "exp", "ln", "root", "root", "erfc"])
    match op:
        case "+" | "*":
            return [op, *(below() for _ in range(rng.choice((2, 2, 3))))]
        case "/":
            return [op, below(), below()]
        case "^":
            return [op, below(), rng.choice((0, 1, 2, 3))]
        case "npow":
            return [op, below(), ["q", str(rng.choice((-2, -1, 0, 1, 2)))]]
        case "root":
            return [op, rng.choice((2, 3)), below()]
        case "sum" | "prod":
            index = rng.choice(("i", "j", *names))  # an index may hide a variable
            low = rng.choice((-1, 0, 1))
            body = random_tree(rng, depth - 1, (*names, index), rational=rational)
            return [op, index, ["q", str(low)], ["q", str(low + rng.choice((-2, -1, 0, 2)))], body]
    return [op, below()]


def by_fractions(tree: Tree, env: dict[str, Fraction]) -> Fraction:
    """The value of a rational tree; raises ZeroDivisionError where there is none."""
    op, *args = tree
    if op == "q":
        return Fraction(args[0])
    if op == "v":
        return env[args[0]]
    if op in ("sum", "prod"):
        index, low, high, body = args
        first, last = by_fractions(low, env), by_fractions(high, env)
        values = [
            by_fractions(body, {**env, index: Fraction(k)})
            for k in range(int(first), int(last) + 1)
        ]
        return Fraction(sum(values)) if op == "sum" else Fraction(math.prod(values))
    if op == "^":
        return by_fractions(args[0], env) ** args[1]
    parts = [by_fractions(a, env) for a in args]
    match op:
        case "+":
            return sum(parts, Fraction(0))
        case "*":
            return math.prod(parts, start=Fraction(1))
        case "/":
            return parts[0] / parts[1]
        case "neg":
            return -parts[0]
        case "abs":
            return abs(parts[0])
        case "npow":
            return parts[0] ** int(parts[1])
    raise AssertionError(op)


def by_sympy(tree: Tree, env: dict[str, Any]) -> Any:
    """The value as a sympy expression with numbers put in; sums are written out here."""
    op, *args = tree
    match op:
        case "q":
            return sp.Rational(args[0])
        case "v":
            return env[args[0]]
        case "sum" | "prod":
            index, low, high, body = args
            terms = [
                by_sympy(body, {**env, index: sp.Integer(k)})
                for k in range(int(low[1]), int(high[1]) + 1)
            ]
            return sp.Add(*terms) if op == "sum" else sp.Mul(*terms)
        case "^":
            return by_sympy(args[0], env) ** args[1]
        case "root":
            return by_sympy(args[1], env) ** sp.Rational(1, args[0])
    parts = [by_sympy(a, env) for a in args]
    match op:
        case "+":
            return sp.Add(*parts)
        case "*":
            return sp.Mul(*parts)
        case "/":
            return parts[0] / parts[1]
        case "neg":
            return -parts[0]
        case "npow":
            return parts[0] ** parts[1]
    return {"exp": sp.exp, "ln": sp.log, "abs": sp.Abs, "erfc": sp.erfc}[op](parts[0])


def pieces(tree: Tree) -> list[Tree]:
    """All nodes."""
    return [tree, *(n for a in tree[1:] if isinstance(a, list) for n in pieces(a))]
