"""The larger or smaller of expressions, told from how a tree has to say it.

The trees know no maximum.  A larger of two is written as a case, or as r + c |d|, which is the
larger of r + c d and r - c d for a number c > 0, and the smaller for c < 0.  Both are recognised by
exact arithmetic on the tree; the second only where the two are shorter than r and d, so that what
is an absolute value stays one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

Tree = list[Any]
Terms = dict[str, Fraction]  # the coefficient of each term, by the term as JSON
_ONE = json.dumps(["q", "1"])
_MOST = 40  # terms of a sum that are looked at


def extreme(tree: Tree) -> tuple[str, list[Tree]] | None:
    """What the tree is the "max" or "min" of, or None."""
    match tree:
        case ["if", [a, (">=" | ">" | "<=" | "<") as sign, b], yes, no]:
            larger = sign[0] == ">"
            if [yes, no] == [b, a]:
                larger = not larger
            elif [yes, no] != [a, b]:
                return None
            return _flat("max" if larger else "min", [a, b])
        case [("+" | "*" | "/"), *_] if _adds_absolute(tree):
            return _of_absolute(tree)
    return None


def _adds_absolute(tree: Tree) -> bool:
    """Whether one of the terms is a multiple of an absolute value, told without arithmetic."""
    match tree:
        case ["abs", _]:
            return True
        case ["+", *parts]:
            return any(map(_adds_absolute, parts))
        case ["neg", inner] | ["/", inner, ["q", _]]:
            return _adds_absolute(inner)
        case ["*", *factors]:  # of two factors that are no numbers the product is a term
            rest = [factor for factor in factors if factor[0] != "q"]
            return len(rest) == 1 and _adds_absolute(rest[0])
    return False


def _flat(which: str, parts: list[Tree]) -> tuple[str, list[Tree]]:
    """The parts, those that are extremes of the same kind opened."""
    found: list[Tree] = []
    for part in parts:
        inner = extreme(part)
        found += inner[1] if inner is not None and inner[0] == which else [part]
    return which, found


def _of_absolute(tree: Tree) -> tuple[str, list[Tree]] | None:
    terms = _terms(tree)
    absolute = [key for key in terms if key.startswith('["abs"')]
    if len(terms) > _MOST:
        return None
    for key in sorted(absolute, key=len, reverse=True):  # one that holds others before them
        rest = {other: value for other, value in terms.items() if other != key}
        inner = _terms(json.loads(key)[1])
        ends = [_plus(rest, inner, sign * abs(terms[key])) for sign in (1, -1)]
        if sum(map(len, ends)) < len(rest) + len(inner):
            return _flat("max" if terms[key] > 0 else "min", [_tree(one) for one in ends])
    return None


def _plus(terms: Terms, more: Terms, factor: Fraction) -> Terms:
    total = dict(terms)
    for key, value in more.items():
        total[key] = total.get(key, Fraction(0)) + factor * value
    return {key: value for key, value in total.items() if value}


def _terms(tree: Tree) -> Terms:
    """A tree as a sum of terms with their coefficients."""
    match tree:
        case ["q", text]:
            return {_ONE: Fraction(text)} if Fraction(text) else {}
        case ["neg", inner]:
            return _scaled(_terms(inner), Fraction(-1))
        case ["+", *parts]:
            total: Terms = {}
            for part in parts:
                for key, value in _terms(part).items():
                    total[key] = total[key] + value if key in total else value
            return {key: value for key, value in total.items() if value}
        case ["/", top, ["q", text]] if Fraction(text):
            return _scaled(_terms(top), 1 / Fraction(text))
        case ["/", top, bottom]:
            inner = _terms(top)
            if len(inner) == 1:
                ((key, value),) = inner.items()
                return {json.dumps(["/", json.loads(key), bottom]): value}
        case ["*", *factors]:
            return _product(factors)
    return {json.dumps(tree): Fraction(1)}


def _product(factors: list[Tree]) -> Terms:
    number, rest = Fraction(1), list[Tree]()
    for factor in factors:
        match factor:
            case ["q", text]:
                number *= Fraction(text)
            case ["neg", inner]:
                number, rest = -number, [*rest, inner]
            case _:
                rest.append(factor)
    if len(rest) == 1:
        return _scaled(_terms(rest[0]), number)
    key = json.dumps(["*", *rest]) if rest else _ONE
    return _scaled({key: Fraction(1)}, number)


def _scaled(terms: Terms, factor: Fraction) -> Terms:
    return {key: factor * value for key, value in terms.items() if factor}


def _tree(terms: Mapping[str, Fraction]) -> Tree:
    parts = [_multiple(json.loads(key), value) for key, value in terms.items()]
    if not parts:
        return ["q", "0"]
    return parts[0] if len(parts) == 1 else ["+", *parts]


def _multiple(term: Tree, factor: Fraction) -> Tree:
    if term == ["q", "1"]:
        return ["q", str(factor)]
    if abs(factor) != 1:
        number = ["q", str(abs(factor))]
        term = ["/", ["*", number, *_factors(term[1])], term[2]] if term[0] == "/" else [
            "*", number, *_factors(term)]  # fmt: skip
    return term if factor > 0 else ["neg", term]


def _factors(term: Tree) -> list[Tree]:
    if term == ["q", "1"]:
        return []
    return term[1:] if term[0] == "*" else [term]
