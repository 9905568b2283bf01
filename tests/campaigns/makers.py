"""Random certificates of the kinds about statements: any ones, true ones, and near misses.

Nothing here proves anything: a maker writes down a statement with some evidence, and the checker
says whether it is accepted.  Most makers begin from something true and often spoil a part of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.campaigns.domain import draw, names_in
from tests.campaigns.statements import (
    ONE,
    ZERO,
    Statement,
    Tree,
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
_BOUNDED = (("0", "1"), ("-1", "2"), ("1/2", "3"), ("1", "4"), ("-2", "0"))
_ENDS = ("[]", "[]", "(]", "[)", "()")


def identity(rng: random.Random) -> Certificate:
    """An expression and another form of it; or a constant, or a number."""
    s = any_statement(rng, equation=True)
    left, right = s["left"], s["right"]
    match rng.randrange(6):
        case 0 | 1:  # a value: of constants, at ends of domains
            names = [w for w in s["vars"] if w["sort"] != "seq"]
            points = [[v(w["name"]), "=", q(rng.choice("0 1 1/4 -1 2".split()))] for w in names]
            if rng.random() < 0.3:
                names, points = [], []
            one = tree(rng, 1, s["vars"])
            inner = rng.choice((one, one, sub(one, one), ["*", one, ZERO]))
            t = ["root", rng.choice((2, 3)), inner] if rng.random() < 0.5 else right
            s = {**s, "where": points}
            left, right = t, q(rng.choice("0 1 1 2 -1 1/2".split()))
        case 2:  # a telescoping sum
            k = rng.choice((0, 0, 1))
            n = var("n", "int", str(rng.choice((0, 1))))
            body = tree(rng, 2, [var("k", "int")])
            before = high_of(body, "k", sub(v("k"), ONE))
            first = high_of(body, "k", q(k - 1 + rng.choice((0, 0, 0, 1))))
            left = ["sum", "k", q(k), v("n"), sub(body, before)]
            right, s = sub(high_of(body, "k", v("n")), first), {**s, "vars": [n], "where": []}
        case _:
            left = rewritten(rng, rewritten(rng, right) if rng.random() < 0.7 else right)
            if rng.random() < 0.2:
                right = ["+", right, q(rng.choice((0, 1)))]
    return {"kind": "identity", "statement": {**s, "left": left, "right": right}}


def valueless_gap(rng: random.Random) -> Certificate:
    """A square that may be 0, told as 1/(1/t)^2: it has no value there, and neither may the side.

    What is added to the side is nothing, and has a value at t = 0 only where a range is empty; or
    it is the statement that asks for t other than 0, in vain.
    """
    variables = [variable(rng, "x"), var("n", "int", rng.choice(("0", "0", "1", "-1")))]
    t = rng.choice((v("x"), v("n"), sub(v("x"), ONE), ["abs", v("x")], ["*", v("x"), v("n")]))
    over, low = ["/", ONE, t], q(rng.choice((0, 1, 1, 2)))
    high = rng.choice((v("n"), ["+", v("n"), ONE], ["+", v("n"), q(-1)], q(0), q(3)))
    nothing = rng.choice((
        ["sum", "i", low, high, over], ["prod", "i", low, high, over], ZERO, ZERO,
        ["sum", "i", ONE, q(3), ["sum", "j", v("i"), high, over]],
    ))  # fmt: skip
    s = state(variables, ZERO, "<", ["+", ["^", t, 2], ["*", ZERO, nothing]])
    if rng.random() < 0.5:
        s["requires"] = [{"kind": "nonzero", "tree": t, "bound": []}]
    return {"kind": "sign", "statement": s, "gap": ["/", ONE, ["^", over, 2]]}


def sign(rng: random.Random) -> Certificate:
    """An inequality, half of the time with another form of its gap."""
    if rng.random() < 0.15:
        return valueless_gap(rng)
    s = any_statement(rng)
    if rng.random() < 0.5:
        s = nearly_true(rng, s)
    made: Certificate = {"kind": "sign", "statement": s}
    if rng.random() < 0.4:
        gap = sub(s["right"], s["left"]) if "<" in s["op"] else sub(s["left"], s["right"])
        made["gap"] = rewritten(rng, gap)
    return made


def counterexample(rng: random.Random) -> Certificate:
    """A statement, and a point that may or may not be in its domain."""
    s = any_statement(rng, equation=rng.random() < 0.3)
    if rng.random() < 0.4 and s["op"] != "=":
        s = nearly_true(rng, s)
    point: dict[str, Any] = {}
    for w in s["vars"]:
        free = var(w["name"], w["sort"]) if rng.random() < 0.1 else w
        one = str(draw(rng, free))
        point[w["name"]] = (
            {str(k): str(draw(rng, w)) for k in range(-2, 8)} if (w["sort"] == "seq") else one
        )
    return {"kind": "counterexample", "statement": s, "point": point}


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
    made.__name__: made
    for made in (
        identity,
        sign,
        counterexample,
        boxes,
        bernstein,
        sos,
        chain,
        logchain,
        growth,
        cover,
        factors,
        substitution,
        logarithms,
        termwise,
    )
}
