"""Random certificates on boxes, half lines and intervals: boxes, Bernstein, squares, chains.

Nothing here proves anything: a maker writes down a statement with some evidence, and the checker
says whether it is accepted.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.campaigns.statements import (
    ONE,
    ZERO,
    Statement,
    Tree,
    high_of,
    nearly_true,
    q,
    state,
    sub,
    tree,
    v,
    var,
    variable,
)

Certificate = dict[str, Any]
_BOUNDED = (("0", "1"), ("-1", "2"), ("1/2", "3"), ("1", "4"), ("-2", "0"))
_ENDS = ("[]", "[]", "(]", "[)", "()")


def boxed(rng: random.Random, *, plain: str = "", most: int = 2) -> Statement:
    """A nearly true inequality on a bounded box."""
    variables = []
    for name in rng.sample(("x", "y", "n"), rng.randint(1, most)):
        low, high = rng.choice(_BOUNDED)
        sort = "int" if name == "n" else "real"
        variables.append(var(name, sort, low, high, "[]" if sort == "int" else rng.choice(_ENDS)))
    where = []
    if rng.random() < 0.3:
        x = rng.choice(variables)["name"]
        where.append([v(x), rng.choice(("<=", ">", "=")), tree(rng, 1, variables, plain=plain)])
    t = tree(rng, rng.choice((1, 2, 3)), variables, plain=plain)
    op = rng.choice(("<=", "<", ">=", ">"))
    return nearly_true(rng, state(variables, ZERO, op, t, where))


def halvings(rng: random.Random, names: list[str], leaves: str, depth: int) -> Any:
    """A tree of halvings."""
    if depth <= 0 or not names:
        return rng.choice(leaves)
    below, above = (halvings(rng, names, leaves, depth - 1) for _ in "ab")
    return [rng.choice(names), below, above]


def boxes(rng: random.Random) -> Certificate:
    s = boxed(rng)
    names = [w["name"] for w in s["vars"]]
    leaves = rng.choice(("n", "n", "m", "c", "nmc", "nmco"))
    return {
        "kind": "boxes",
        "statement": s,
        "bits": rng.choice((64, 64, 8)),
        "tree": halvings(rng, names, leaves, rng.choice((0, 1, 3, 5))),
    }


def bernstein(rng: random.Random) -> Certificate:
    s = boxed(rng, plain="polynomial")
    names = [w["name"] for w in s["vars"]]
    return {
        "kind": "bernstein",
        "statement": s,
        "tree": halvings(rng, names, "b", rng.choice((0, 0, 1, 2))),
    }


def sos(rng: random.Random) -> Certificate:
    """Squares with multipliers, and the polynomial that they add up to (or nearly so)."""
    variables = [
        variable(rng, name, sorts="r") for name in rng.sample(("x", "y"), rng.randint(1, 2))
    ]
    ends: list[Tree] = []
    for w in variables:
        if w["low"] is not None:
            ends.append(sub(v(w["name"]), q(w["low"])))
        if w["high"] is not None:
            ends.append(sub(q(w["high"]), v(w["name"])))
    where = []
    for _ in range(rng.choice((0, 0, 1))):
        a, b = (tree(rng, 1, variables, plain="polynomial") for _ in "ab")
        op = rng.choice(("<=", ">=", "="))
        where.append([a, op, b])
        if op != "=":
            ends.append(sub(b, a) if op == "<=" else sub(a, b))
    names, terms = sorted(w["name"] for w in variables), []
    margin = rng.choice(("0", "0", "1/10", "-1/10"))
    total: list[Tree] = [q(margin)]
    for _ in range(rng.choice((1, 2))):
        basis = [[rng.choice((0, 1, 2)) for _ in names] for _ in range(rng.choice((1, 2)))]
        size = range(len(basis))
        lower = [
            [str(rng.choice((0, 1, -1, 2))) if j < i else str(int(i == j)) for j in size]
            for i in size
        ]
        pivots = [
            str(rng.choice((0, 1, 2, "1/2", -1) if rng.random() < 0.2 else (1, 2))) for _ in basis
        ]
        times = [rng.randrange(len(ends)) for _ in range(rng.choice((0, 1, 2)) if ends else 0)]
        monomials = [
            ["*", ONE, *(["^", v(n), k] for n, k in zip(names, b, strict=True))] for b in basis
        ]
        for j in size:
            column = ["+", *(["*", q(lower[i][j]), monomials[i]] for i in size)]
            total.append(["*", q(pivots[j]), ["^", column, 2], *(ends[k] for k in times)])
        terms.append({"times": times, "basis": basis, "L": lower, "D": pivots})
    right: Tree = ["+", *total]
    if rng.random() < 0.2:
        right = ["+", right, q(rng.choice(("-1/10", "1")))]
    op = "<" if margin != "0" and rng.random() < 0.5 else rng.choice(("<=", "<=", "<"))
    s = state(variables, ZERO, op, right, where)
    return {"kind": "sos", "statement": s, "margin": margin, "terms": terms}


def chain(rng: random.Random) -> Certificate:
    """An exponential polynomial on a half line, cut off from below by its Taylor polynomial."""
    x = v("x")
    low, high, ends = rng.choice(
        (
            ("0", None, "[]"),
            ("0", None, "(]"),
            (None, "0", "[]"),
            ("0", "1", "[)"),
            (None, "0", "[)"),
        )
    )
    parts: list[Tree] = []
    for _ in range(rng.choice((1, 2, 3))):
        k = rng.choice("1 -1 2 1/2 -2".split())
        grow = rng.choice((["exp", ["*", q(k), x]], ONE, ["exp", x]))
        parts.append(
            ["*", q(rng.choice("1 -1 2 -2 1/2".split())), ["^", x, rng.randrange(4)], grow]
        )
    s = state(
        [var("x", "real", low, high, ends)], ZERO, rng.choice(("<=", "<", ">=")), ["+", *parts]
    )
    return {"kind": "chain", "statement": nearly_true(rng, s)}


def logchain(rng: random.Random) -> Certificate:
    """A sum with logarithms that starts at 0 at one end; after some derivatives it is rational."""
    x, (low, high) = (
        v("x"),
        rng.choice((("0", "1"), ("1", None), ("0", None), ("1", "4"), ("1/2", "3"))),
    )
    parts: list[Tree] = []
    for _ in range(rng.choice((1, 2, 3))):
        inner = rng.choice((x, ["+", ONE, x], sub(q(5), x), q(3)))
        power = rng.choice((ONE, ONE, x, ["/", ONE, x], ["^", x, 2]))
        parts.append(
            [
                "*",
                q(rng.choice("1 -1 2 -2".split())),
                power,
                rng.choice((["ln", inner], ONE, inner)),
            ]
        )
    end, gap = rng.choice(("low", "high") if high else ("low",)), ["+", *parts]
    at = low if end == "low" else high
    if at != "0":
        gap = sub(gap, high_of(gap, "x", q(at)))
    s = state(
        [var("x", "real", low, high, rng.choice(_ENDS))], ZERO, rng.choice(("<=", "<", ">")), gap
    )
    times = ("1", "1", "1", "x", "1/x", "x2")
    trees = {"1": ONE, "x": x, "1/x": ["/", ONE, x], "x2": ["^", x, 2]}
    steps = [
        {"times": trees[rng.choice(times)], "from": end if rng.random() < 0.8 else "low"}
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))
    ]
    s = nearly_true(rng, s) if rng.random() < 0.2 else s
    return {"kind": "logchain", "statement": s, "steps": steps}


MAKERS: dict[str, Callable[[random.Random], Certificate]] = {
    made.__name__: made for made in (boxes, bernstein, sos, chain, logchain)
}
