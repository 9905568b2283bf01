"""Random certificates about one statement: identities, signs and counterexamples.

Nothing here proves anything: a maker writes down a statement with some evidence, and the checker
says whether it is accepted.  Most makers begin from something true and often spoil a part of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.campaigns.domain import draw
from tests.campaigns.statements import (
    ONE,
    ZERO,
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


MAKERS: dict[str, Callable[[random.Random], Certificate]] = {
    made.__name__: made for made in (identity, sign, counterexample)
}
