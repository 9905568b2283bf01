"""Random certificates of the kinds that reduce a statement to others, and of finite statements.

Each maker writes the shape that its rule is about (a square about a centre, a homogeneous gap, a
root of a power) and then often spoils it.  A quarter are changes to certificates that are known to
be about false statements: the near misses of the unit tests.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.campaigns.mutate import mutated
from tests.campaigns.parts import Certificate, proof
from tests.campaigns.regions import boxed
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
from tests.campaigns.variations import variation
from tests.workbench.rigor import test_enumeration, test_reductions
from workbench.rigor.check.trees import replace

_NEAR_MISSES: dict[str, list[Certificate]] = {}
for one in (*test_reductions.FALSE.values(), *test_enumeration.FALSE.values()):
    _NEAR_MISSES.setdefault(one["kind"], []).append(one)
_WEAK = ("<=", "<=", "<", ">=", ">")


def _names(s: Statement) -> list[str]:
    return [w["name"] for w in s["vars"]]


def _proof(rng: random.Random, s: Statement) -> Certificate:
    return proof(rng, _names(s), 1) if rng.random() < 0.5 else {"kind": "sign"}


def _some(rng: random.Random) -> Statement:
    return nearly_true(rng, any_statement(rng)) if rng.random() < 0.4 else boxed(rng)


def taylor(rng: random.Random) -> Certificate:
    """What touches 0 about a centre, to an even or odd order; or anything else."""
    x, y = (variable(rng, name, sorts="r") for name in "xy")
    variables = [x, y] if rng.random() < 0.5 else [x]
    centre = rng.choice(
        [q(rng.choice("0 1 1/2 -1".split())), *(v(w["name"]) for w in variables[1:])]
    )
    order, shape = (
        rng.choice((1, 2, 2, 3, 4)),
        rng.choice((tree(rng, 1, variables), ONE, ["exp", v("x")])),
    )
    gap = ["*", ["^", sub(v("x"), centre), rng.choice((order, order, order, 1))], shape]
    gap = rng.choice(
        (gap, gap, ["+", gap, q(rng.choice("0 1 -1/100".split()))], tree(rng, 2, variables))
    )
    s = state(variables, ZERO, rng.choice(_WEAK), gap, [])
    if rng.random() < 0.3:
        s["where"] = [[v("x"), rng.choice(("<=", "<", ">=")), tree(rng, 1, variables)]]
    parts = [
        "low",
        "high",
        "last",
        *(f"{what} {k}" for what in ("condition", "term", "value") for k in range(3)),
    ]
    proofs = {name: None if rng.random() < 0.2 else _proof(rng, s) for name in parts}
    for name in ("term 0", "term 1"):
        proofs[name] = None if rng.random() < 0.7 else proofs[name]
    return {"kind": "taylor", "statement": s, "variable": "x", "centre": centre, "order": order,
            "proofs": proofs}  # fmt: skip


def symmetry(rng: random.Random) -> Certificate:
    """A gap that is homogeneous, or that depends on differences, or nearly so."""
    group, names = rng.choice(("scale", "scale", "shift")), ["x", "y", "z"][: rng.choice((2, 2, 3))]
    ends = ("0", None, "(]") if group == "scale" else (None, None, "[]")
    variables = [
        variable(rng, n, sorts="r") if rng.random() < 0.1 else var(n, "real", *ends) for n in names
    ]
    degree, parts = rng.choice((0, 1, 2, 3)) if group == "scale" else 0, []
    for _ in range(rng.choice((2, 3))):
        of = degree + rng.choice((0,) * 9 + (1,))
        picks = [v(rng.choice(names)) for _ in range(of)]
        if group == "shift":
            picks = [["^", sub(v(rng.choice(names)), v(rng.choice(names))), rng.choice((1, 2, 2))]]
        ratio = ["/", v(rng.choice(names)), v(rng.choice(names))]
        more = (
            [rng.choice((ratio, ["exp", ratio]))] if group == "scale" and rng.random() < 0.4 else []
        )
        parts.append(["*", q(rng.choice("1 1 1 2 -1 -1/2".split())), *picks, *more])
    where = []
    if rng.random() < 0.4:
        where = [
            [
                v(rng.choice(names)),
                rng.choice(("<=", "<", ">=")),
                rng.choice((v(rng.choice(names)), ONE)),
            ]
        ]
    s = state(variables, ZERO, rng.choice(_WEAK), ["+", *parts], where)
    return {"kind": "symmetry", "statement": s, "variable": rng.choice(names), "group": group,
            "degree": degree, "proof": _proof(rng, s)}  # fmt: skip


def radicals(rng: random.Random) -> Certificate:
    """Roots of variables and of products of them; ends that have no rational root."""
    names = ["x", "y"][: rng.choice((1, 2))]
    ends = (("0", None), ("0", "1"), ("0", "2"), ("1", "4"), ("1/4", "3"), ("-1", None))
    brackets = ("[]", "[]", "(]", "()")
    variables = [var(n, "real", *rng.choice(ends), rng.choice(brackets)) for n in names]
    t = tree(rng, 2, [*variables, var("r", "real", "0")])
    inner = rng.choice((v("x"), ["*", *map(v, names)], ["/", v("x"), q(4)], ["^", v("x"), 3]))
    t = high_of(t, "r", ["root", rng.choice((2, 2, 3)), inner])
    s = state(variables, ZERO, rng.choice(_WEAK), t)
    if rng.random() < 0.3:
        s["where"] = [[rng.choice((v("x"), t)), rng.choice(("<=", ">=")), tree(rng, 1, variables)]]
    powers = {n: rng.choice((2, 2, 3, 4, 6)) for n in rng.sample(names, rng.randint(1, len(names)))}
    s = nearly_true(rng, s) if rng.random() < 0.7 else s
    return {"kind": "radicals", "statement": s, "powers": powers, "proof": _proof(rng, s)}


def powers(rng: random.Random) -> Certificate:
    """Two sides that are compared by their squares or higher powers."""
    s = _some(rng)
    k = rng.choice((2, 2, 3, 4))
    lower, upper = (tree(rng, rng.choice((1, 2)), s["vars"]) for _ in "ab")
    lower = rng.choice((lower, ["root", k, lower], ["neg", lower]))
    more = ["+", lower, ["abs", upper]]
    upper = rng.choice(
        (upper, ["root", k, upper], ["abs", upper], ["^", upper, 2], more, [*more, ONE])
    )
    down = "<" in s["op"]
    s = {**s, "left": lower if down else upper, "right": upper if down else lower}
    if rng.random() < 0.5:
        s = nearly_true(rng, s)
        lower, upper = (s["left"], s["right"]) if down else (s["right"], s["left"])
    return {"kind": "powers", "statement": s, "lower": lower, "upper": upper, "power": k,
            "sign": _proof(rng, s), "proof": _proof(rng, s)}  # fmt: skip


def between(rng: random.Random) -> Certificate:
    """A middle that is one of the sides in another form, a number, or anything."""
    s = _some(rng)
    if absent := rng.random() < 0.2:  # positive where its logarithm has a value, if it has one
        s = {**s, "left": ZERO, "op": rng.choice(("<", "<=")), "right": _squared(rng, s)}
    side = rng.choice((s["left"], s["right"]))
    shifted = ["+", side, q(rng.choice("1 -1 1/100".split()))]
    middle = rng.choice(
        (
            *(side, rewritten(rng, side), shifted),
            *(q(rng.choice("0 1 -1".split())), tree(rng, 1, s["vars"])),
        )
    )
    if absent:
        middle = ["exp", ["ln", s["right"]]]
    return {
        "kind": "between",
        "statement": s,
        "middle": middle,
        "left": _proof(rng, s),
        "right": _proof(rng, s),
    }


def _squared(rng: random.Random, s: Statement) -> Tree:
    """Something that is not negative, and often 0 somewhere."""
    t = tree(rng, rng.choice((0, 1)), s["vars"])
    return rng.choice((["^", t, 2], ["abs", t]))


def lemmas(rng: random.Random) -> Certificate:
    """A statement with something true, nearly true, or without a value on the way."""
    s = _some(rng)
    if rng.random() < 0.3:  # positive where its logarithm has a value, if it has one
        side = _squared(rng, s)
        s = {**s, "left": ZERO, "op": "<", "right": side}
        value = {"fact": [["ln", side], "=", ["ln", side]], "proof": {"kind": "identity"}}
        between = {"kind": "between", "middle": ["exp", ["ln", side]], "left": {"kind": "sign"}}
        proof = {**between, "right": {"kind": "sign"}}
        return {"kind": "lemmas", "statement": s, "facts": [value], "proof": proof}
    if rng.random() < 0.3:  # itself, elsewhere
        at = {w["name"]: tree(rng, rng.choice((0, 1)), s["vars"]) for w in s["vars"]}
        ends = [w[end] for w in s["vars"] for end in ("low", "high") if w[end] is not None]
        inside = [{"kind": "sign"} for _ in (*ends, *s["where"])]
        one = {"general": s, "at": at, "inside": inside, "proof": _proof(rng, s)}
        left, right = replace(s["left"], at), replace(s["right"], at)
        here = {**s, "left": left, "right": right, "where": []}
        return {"kind": "lemmas", "statement": here, "facts": [one], "proof": {"kind": "sign"}}
    facts = []
    for _ in range(rng.choice((1, 1, 2))):
        side = rng.choice((s["left"], s["right"], tree(rng, 1, s["vars"])))
        fact = rng.choice(
            (
                [ZERO, "<=", _squared(rng, s)],
                [s["left"], s["op"], s["right"]],
                [side, rng.choice(_WEAK), rewritten(rng, side)],
            )
        )
        facts.append({"fact": fact, "proof": _proof(rng, s)})
    return {"kind": "lemmas", "statement": s, "facts": facts, "proof": _proof(rng, s)}


def exponentials(rng: random.Random) -> Certificate:
    """Logarithms against each other, or against anything."""
    s = _some(rng)
    left, right = (["ln", s[k]] if rng.random() < 0.7 else s[k] for k in ("left", "right"))
    s = {**s, "left": left, "right": right}
    return {"kind": "exponentials", "statement": s, "proof": _proof(rng, s)}


def cases(rng: random.Random) -> Certificate:
    """A statement with absolute values of an expression, of which the sign is told."""
    s = _some(rng)
    t = tree(rng, rng.choice((0, 1, 1)), s["vars"])
    t = sub(t, tree(rng, 0, s["vars"])) if rng.random() < 0.4 else t
    gap = high_of(tree(rng, 2, [*s["vars"], var("t")]), "t", ["abs", t])
    gap = rng.choice((gap, sub(["abs", t], t), ["+", ["abs", t], t], sub(["abs", t], gap)))
    if rng.random() < 0.7:
        s = nearly_true(rng, {**s, "left": ZERO, "right": gap})
    return {
        "kind": "cases",
        "statement": s,
        "tree": t,
        "above": _proof(rng, s),
        "below": _proof(rng, s),
    }


def enumeration(rng: random.Random) -> Certificate:
    """Integers between two ends, some with a sequence that a recurrence defines."""
    variables = []
    for name in rng.sample(("n", "m"), rng.choice((1, 1, 2))):
        low = rng.choice((0, 1, -1, -2))
        variables.append(
            var(
                name,
                "int",
                str(low),
                str(low + rng.choice((0, 1, 3, 5))),
                rng.choice(("[]", "[]", "()")),
            )
        )
    made: Certificate = {"kind": "enumeration", "bits": rng.choice((64, 64, 20, 200))}
    inside = list(variables)
    if rng.random() < 0.4:
        last, entry = rng.choice((3, 6, 7)), ["idx", "w", v("t")]
        start = rng.choice((-2, -1, 0, 0, 1))
        body = rng.choice((["+", entry, v("t")], ["*", q(rng.choice("2 1/2 -1".split())), entry],
                           ["/", entry, v("t")], ["root", 2, entry], ["^", entry, 2],
                           ["+", entry, tree(rng, 1, [var("t", "int")])]))  # fmt: skip
        made |= {"rules": [{"name": "w", "index": "t", "shift": rng.choice((1, 1, 2)),
                            "from": start, "body": body}],
                 "base": [{"name": "w", "at": start, "to": start + rng.choice((0, 0, 1)),
                           "value": q(rng.choice("0 1 2 1/2".split()))}],
                 "last": last}  # fmt: skip
        inside.append(variable(rng, "w", sorts="s") if rng.random() < 0.1 else var("w", "seq"))
    elif rng.random() < 0.2:
        variables.append(var("x"))
        inside = variables
    right = tree(rng, rng.choice((1, 2, 3)), inside)
    if "rules" in made:
        right = rng.choice((right, ["+", right, ["idx", "w", v(inside[0]["name"])]]))
    s = state(inside, ZERO, rng.choice((*_WEAK, "=")), right)
    if inside is variables and variables[-1]["name"] == "x":
        s["where"] = [[v("x"), "=", tree(rng, 1, variables[:-1])]]
    elif rng.random() < 0.4:
        s["where"] = [[tree(rng, 0, inside), rng.choice(("<=", ">", "=")), tree(rng, 1, inside)]]
    if s["op"] == "=":
        s["left"] = rewritten(rng, right)
    elif "rules" not in made:
        s = nearly_true(rng, s)
    return {**made, "statement": s}


def _with_near_misses(
    make: Callable[[random.Random], Certificate],
) -> Callable[[random.Random], Certificate]:
    def made(rng: random.Random) -> Certificate:
        known = _NEAR_MISSES.get(make.__name__)
        if known and rng.random() < 0.25:
            c = mutated(rng, rng.choice(known))
            return mutated(rng, c) if rng.random() < 0.5 else c
        return make(rng)

    return made


MAKERS: dict[str, Callable[[random.Random], Certificate]] = {
    make.__name__: _with_near_misses(make)
    for make in (
        *(taylor, variation, symmetry, radicals, powers, between, cases, lemmas, exponentials),
        enumeration,
    )
}
