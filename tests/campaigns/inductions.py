"""Random inductions: sums and sequences with their closed forms, right ones and near misses."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.campaigns.parts import Certificate, proof
from tests.campaigns.statements import (
    ONE,
    ZERO,
    Tree,
    high_of,
    q,
    state,
    sub,
    tree,
    v,
    var,
    variable,
)


def induction(rng: random.Random) -> Certificate:
    """Equations in n whose gap is multiplied by a factor in each step; some with recurrences."""
    frame, gap, ahead = _frame(rng)
    after = ahead(gap)
    left, right = gap, ZERO
    if gap[0] == "+" and gap[2][0] == "neg":
        left, right = gap[1], gap[2][1]
    frame["statement"] = {**frame["statement"], "left": left, "op": "=", "right": right}
    frame["factor"] = rng.choice((ONE, *[["/", after, gap]] * 3, q(2), v("n")))
    return {"kind": "induction", **frame}


def inductive(rng: random.Random) -> Certificate:
    frame, gap, ahead = _frame(rng)
    op = rng.choice(("<=", "<=", "<"))
    frame["statement"] = {**frame["statement"], "left": ZERO, "op": op, "right": gap}
    gap = rng.choice((gap, gap, ["+", gap, ONE], ["^", gap, 2]))
    after = ahead(gap)
    factor = rng.choice((ONE, ONE, ["/", after, gap], q(2), q("1/2"), ["+", ONE, v("n")]))
    slack = sub(after, ["*", factor, gap]) if rng.random() < 0.8 else ZERO
    names = ["n"]
    return {
        "kind": "inductive",
        **frame,
        "factor": factor,
        "slack": slack,
        "strict": rng.choice(("factor", "slack")),
        "proofs": {name: proof(rng, names, 0) for name in ("start", "factor", "slack")},
    }


def _same_index(rng: random.Random, rules: list[Any], names: tuple[str, ...]) -> list[Any]:
    """Recurrences whose index is called like a variable of the statement, now and then."""
    if rng.random() < 0.8:
        return rules
    name = rng.choice(names)
    return [{**r, "index": name, "body": high_of(r["body"], r["index"], v(name))} for r in rules]


def _frame(rng: random.Random) -> tuple[dict[str, Any], Tree, Callable[[Tree], Tree]]:
    """Definitions and start of an induction, a gap, and how gaps at n become gaps at n + 1."""
    low = rng.choice((0, 1, 2, 1, -1))
    n = var("n", "int", str(low), rng.choice((None, None, None, str(low + 3))))
    variables = [n, *([variable(rng, "x", sorts="r")] if rng.random() < 0.3 else [])]
    start = low + rng.choice((0, 0, 0, -1, -2))
    value = tree(rng, rng.choice((1, 2)), [var("k", "int"), *variables[1:]], plain="rational")
    at = {
        k: high_of(value, "k", t)
        for k, t in (
            ("n", v("n")),
            ("t", v("t")),
            ("start", q(start)),
            ("t+1", ["+", v("t"), ONE]),
            ("k-1", ["+", v("k"), q(-1)]),
            ("start-1", q(start - 1)),
        )
    }
    made = {
        "statement": state(variables, ZERO, "=", ZERO),
        "variable": "n",
        "start": start,
        "rules": [],
        "base": [],
    }
    m = ["+", v("n"), q(rng.choice((0, 0, 1, -1, -start, -start)))]
    if rng.random() < 0.5:
        positive = var("w", "seq", "0", None, "(]")
        variables.append(positive if rng.random() < 0.5 else variable(rng, "w", sorts="s"))
        first, ratio = (q(rng.choice("0 1 0 1/2 2".split())) for _ in "ab")
        entry, w = ["idx", "w", v("t")], ["idx", "w", v("n")]
        step, closed = rng.choice(
            (
                (["+", entry, sub(at["t+1"], at["t"])], ["+", first, sub(at["n"], at["start"])]),
                (["+", entry, ONE], ["+", first, ["+", v("n"), q(-start)]]),
                (["*", ratio, entry], ["*", first, ["npow", ratio, ["+", v("n"), q(-start)]]]),
                (entry, first),
                (rng.choice((["^", entry, 2], ["/", entry, q(2)], ["*", entry, v("t")])), first),
            )
        )
        begin = start - rng.choice((0, 0, 0, 0, 1))
        made["rules"] = [{"name": "w", "index": "t", "shift": 1, "from": begin, "body": step}]
        made["rules"] = _same_index(rng, made["rules"], ("n", "x", "w", "k"))
        made["base"] = [{"name": "w", "at": begin, "value": first}]
        gap = rng.choice((sub(w, closed), sub(w, closed), w, w, sub(w, tree(rng, 1, variables))))
        body = high_of(step, "t", v("n"))
        return made, gap, lambda g: _put(high_of(g, "n", ["+", v("n"), ONE]), body)
    total = ["sum", "k", q(start), v("n"), sub(value, at["k-1"])]
    gap = rng.choice(
        (
            m,
            ["*", m, ["+", m, ONE]],
            sub(["npow", q(2), m], ONE),
            sub(total, sub(at["n"], at["start-1"])),
            sub(total, sub(at["n"], at["start-1"])),
            ["*", m, tree(rng, 1, variables)],
            total,
            sub(["sum", "k", q(1), v("n"), v("k")], ["/", ["*", v("n"), ["+", v("n"), ONE]], q(2)]),
            ["+", ["*", m, ["+", m, q(-1)]], ["/", ZERO, ["+", m, q(-1)]]],
            tree(rng, 2, variables),
        )
    )
    return made, gap, lambda g: high_of(g, "n", ["+", v("n"), ONE])


def _put(t: Tree, body: Tree) -> Tree:
    """The tree with the body for w[n + 1]."""
    if t[:2] == ["idx", "w"] and t[2] == ["+", v("n"), ONE]:
        return body
    return [t[0], *(_put(a, body) if isinstance(a, list) else a for a in t[1:])]


MAKERS: dict[str, Callable[[random.Random], Certificate]] = {
    "induction": induction,
    "inductive": inductive,
}
