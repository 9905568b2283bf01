"""Random certificates whose parts have evidence of their own: growth, covers, factors, and so on.

A part is a statement that the checker writes itself; `proof` draws evidence for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.campaigns.domain import names_in
from tests.campaigns.regions import boxed, chain, halvings
from tests.campaigns.statements import (
    ONE,
    ZERO,
    Statement,
    any_statement,
    high_of,
    nearly_true,
    q,
    rewritten,
    state,
    sub,
    tree,
    v,
    var,
    variable,
)

Certificate = dict[str, Any]


def proof(rng: random.Random, names: list[str], depth: int = 1) -> Certificate:
    """Evidence for a statement that the checker writes itself."""
    match rng.randrange(8):
        case 0:
            return {"kind": "boxes", "tree": halvings(rng, names, "nmc", rng.choice((0, 1, 2)))}
        case 1:
            return {"kind": "chain"}
        case 2 if depth and names:
            pieces = {
                "at": [rng.choice(names), rng.choice("0 1 1/2 2".split())],
                "below": proof(rng, names, depth - 1),
                "above": proof(rng, names, depth - 1),
            }
            return {"kind": "cover", "pieces": pieces}
        case 3 if depth and names:
            return {
                "kind": "growth",
                "variable": rng.choice(names),
                "from": rng.choice(("low", "high")),
                "strict": rng.choice(("start", "slope")),
                "start": proof(rng, names, depth - 1),
                "slope": proof(rng, names, depth - 1),
            }
        case 4:
            return {
                "kind": "logchain",
                "steps": [{"times": ONE, "from": "low"}] * rng.choice((1, 2)),
            }
    return {"kind": "sign"}


def _names(s: Statement) -> list[str]:
    return [w["name"] for w in s["vars"]]


def growth(rng: random.Random) -> Certificate:
    """A gap that starts at 0 (or nearly) at one end of a variable, and may grow from there."""
    s = (
        any_statement(rng)
        if rng.random() < 0.4
        else rng.choice((boxed, lambda r: chain(r)["statement"]))(rng)
    )
    reals = [w for w in s["vars"] if w["sort"] == "real"] or [var("x")]
    x, names = rng.choice(reals), _names(s)
    end = rng.choice([e for e in ("low", "high") if x[e] is not None] or ["low"])
    if x[end] is not None and rng.random() < 0.7:
        gap = sub(s["right"], s["left"])
        gap = rng.choice((gap, ["exp", v(x["name"])], ["*", gap, v(x["name"])], ["exp", gap]))
        s = {**s, "left": high_of(gap, x["name"], q(x[end])), "right": gap}
    if rng.random() < 0.8:
        s["where"] = [w for w in s["where"] if x["name"] not in names_in(w[0]) | names_in(w[2])]
    strict = "slope" if x[f"{end}_open"] or rng.random() < 0.2 else "start"
    return {
        "kind": "growth",
        "statement": s,
        "variable": x["name"],
        "from": end,
        "strict": strict,
        "start": proof(rng, names, 0),
        "slope": proof(rng, names),
    }


def cover(rng: random.Random) -> Certificate:
    s = boxed(rng) if rng.random() < 0.6 else chain(rng)["statement"]
    if rng.random() < 0.4:  # on both sides of 0: each half is a chain
        s = {**s, "vars": [{**w, "low": None, "high": None} for w in s["vars"]]}
    names = _names(s)

    def pieces(depth: int, inside: dict[str, dict[str, Any]]) -> Any:
        x = rng.choice(list(inside.values()))
        low, high = (None if x[e] is None else Fraction(x[e]) for e in ("low", "high"))
        cut = Fraction(rng.choice("0 0 1 1/2 2 3/2 -1/2".split()))
        if low is not None and high is not None:
            cut = (low + high) / 2 if rng.random() < 0.8 else cut
        if depth <= 0 or (low is not None and cut <= low) or (high is not None and cut >= high):
            return rng.choice(
                (
                    proof(rng, names),
                    {"kind": "sign"},
                    {"kind": "chain"},
                    {"kind": "boxes", "tree": "n"},
                )
            )
        return {
            "at": [x["name"], str(cut)],
            "below": pieces(depth - 1, {**inside, x["name"]: {**x, "high": str(cut)}}),
            "above": pieces(depth - 1, {**inside, x["name"]: {**x, "low": str(cut)}}),
        }

    inside = {w["name"]: w for w in s["vars"]}
    return {"kind": "cover", "statement": s, "pieces": pieces(rng.choice((1, 2)), inside)}


def factors(rng: random.Random) -> Certificate:
    s = any_statement(rng, plain=rng.choice(("", "rational", "polynomial")))
    parts = []
    for _ in range(rng.choice((1, 2, 2, 3))):
        t = tree(rng, rng.choice((0, 1, 2)), s["vars"])
        t = rng.choice((t, ["^", t, 2], ["exp", t], ["+", ["abs", t], ONE], ["abs", t]))
        power = rng.choice((1, 1, 2, -1, 3, -2))
        even = power in (2, -2) and s["op"] in ("<=", ">=") and rng.random() < 0.7
        parts.append(
            {"tree": t, "power": power, "proof": None if even else proof(rng, _names(s), 0)}
        )
    gap = ["*", ONE, *(["npow", p["tree"], q(p["power"])] for p in parts)]
    gap = rewritten(rng, gap) if rng.random() < 0.5 else gap
    left, right = (ZERO, gap) if "<" in s["op"] else (gap, ZERO)
    return {"kind": "factors", "statement": {**s, "left": left, "right": right}, "factors": parts}


def substitution(rng: random.Random) -> Certificate:
    s = any_statement(rng)
    t = tree(rng, rng.choice((1, 2)), s["vars"])
    t = rng.choice((t, ["exp", t], ["abs", t], ["^", t, 2]))
    new = variable(rng, "u", sorts="r")
    gap = tree(rng, 2, [*(w for w in s["vars"] if rng.random() < 0.3), new])
    back = high_of(gap, "u", t)
    left, right = (ZERO, back) if "<" in s["op"] else (back, ZERO)
    names = _names(s)
    return {
        "kind": "substitution",
        "statement": {**s, "left": left, "right": right},
        "variable": new,
        "tree": t,
        "gap": gap,
        "low": proof(rng, names, 0),
        "high": proof(rng, names, 0),
        "proof": proof(rng, [*names, "u"]),
    }


def logarithms(rng: random.Random) -> Certificate:
    s = boxed(rng) if rng.random() < 0.5 else nearly_true(rng, any_statement(rng))
    left, right = (["exp", s[k]] if rng.random() < 0.7 else s[k] for k in ("left", "right"))
    return {
        "kind": "logarithms",
        "statement": {**s, "left": left, "right": right},
        "proof": proof(rng, _names(s)),
    }


def termwise(rng: random.Random) -> Certificate:
    """A sum of terms, each of which may be non-negative; or a part of such a sum."""
    low = rng.choice((0, 1))
    variables = [variable(rng, "a", sorts="s"), var("n", "int", str(rng.choice((0, 1, -1))))]
    if rng.random() < 0.5:
        variables.append(variable(rng, "x"))
    inner = [variable(rng, "t"), *variables[1:], var("i", "int")]
    term = tree(rng, rng.choice((1, 2)), inner)
    term = rng.choice((term, ["^", term, 2], ["abs", term]))
    term = high_of(term, "t", ["idx", "a", v("i")])
    high = rng.choice((v("n"), ["+", v("n"), ONE], q(3)))
    total = ["sum", "i", q(low), high, term]
    right = rewritten(rng, total) if rng.random() < 0.3 else total
    s = state(variables, ZERO, rng.choice(("<=", "<=", "<")), right)
    return {
        "kind": "termwise",
        "statement": s,
        "index": "i",
        "low": q(low),
        "high": high,
        "term": term,
        "proof": proof(rng, ["i", "a_i"], 0),
    }


MAKERS: dict[str, Callable[[random.Random], Certificate]] = {
    made.__name__: made for made in (growth, cover, factors, substitution, logarithms, termwise)
}
