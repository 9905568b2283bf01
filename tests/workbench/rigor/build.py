"""Statements and certificates written by hand, without the code that the provers use."""

from __future__ import annotations

import copy
from typing import Any

Tree = list[Any]


def q(value: object) -> Tree:
    """A rational literal."""
    return ["q", str(value)]


def v(name: str) -> Tree:
    """A variable."""
    return ["v", name]


def tree(value: Any) -> Tree:
    """An int or a text stands for a literal or a variable."""
    if isinstance(value, list):
        return value
    return q(value) if isinstance(value, int) else v(value)


def op(name: str, *args: Any) -> Tree:
    """A node; ints are literals and texts are variables."""
    return [name, *map(tree, args)]


def add(*args: Any) -> Tree:
    return op("+", *args)


def mul(*args: Any) -> Tree:
    return op("*", *args)


def div(a: Any, b: Any) -> Tree:
    return op("/", a, b)


def neg(a: Any) -> Tree:
    return op("neg", a)


def sub(a: Any, b: Any) -> Tree:
    return add(a, neg(b))


def power(a: Any, n: int) -> Tree:
    return ["^", tree(a), n]


def root(k: int, a: Any) -> Tree:
    return ["root", k, tree(a)]


def idx(name: str, at: Any) -> Tree:
    return ["idx", name, tree(at)]


def total(index: str, low: Any, high: Any, body: Any, kind: str = "sum") -> Tree:
    return [kind, index, tree(low), tree(high), tree(body)]


def var(name: str, sort: str = "real", low: Any = None, high: Any = None, ends: str = "[]") -> dict:
    """A variable; `ends` are the brackets of its interval."""
    return {
        "name": name,
        "sort": sort,
        "low": None if low is None else str(low),
        "low_open": ends[0] == "(",
        "high": None if high is None else str(high),
        "high_open": ends[1] == ")",
    }


def positive(name: str, sort: str = "real") -> dict:
    return var(name, sort, 1 if sort == "int" else 0, ends="[]" if sort == "int" else "(]")


def state(variables: list, left: Any, relation: str, right: Any, where: list | None = None) -> dict:
    """A statement without its list of obligations: the checkers must find those themselves."""
    return {
        "vars": variables,
        "where": [[tree(a), o, tree(b)] for a, o, b in where or []],
        "left": tree(left),
        "op": relation,
        "right": tree(right),
        "requires": [],
    }


def certificate(kind: str, statement: dict, **more: Any) -> dict:
    return {"kind": kind, "statement": statement, **more}


def put(of: dict[str, Any], *path: Any, to: Any) -> dict[str, Any]:
    """A certificate with one part replaced; the path leads to it."""
    made = copy.deepcopy(of)
    *way, last = path
    here: Any = made
    for key in way:
        here = here[key]
    here[last] = to
    return made
