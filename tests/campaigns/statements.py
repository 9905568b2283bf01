"""Random statements: trees, domains, conditions; true ones, nearly true ones, and any others."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from tests.campaigns.domain import points
from tests.campaigns.evaluate import NoValue, Tree, Unknown, evaluate, iv

Statement = dict[str, Any]
ZERO, ONE = ["q", "0"], ["q", "1"]
_NUMBERS = "0 1 -1 2 1/2 -3/2 5/3 3 4 1/4 -2".split()
_DOMAINS = (
    (None, None, "[]"),
    ("0", None, "[]"),
    ("0", None, "(]"),
    ("1", None, "[]"),
    ("0", "1", "[]"),
    ("0", "1", "(]"),
    ("0", "1", "[)"),
    ("-1", "2", "[]"),
    (None, "0", "[]"),
    ("-2", None, "[]"),
    ("0", "1", "()"),
    ("1/2", "3", "[]"),
    ("-1", "1", "()"),
    ("1", "1", "[]"),
    ("1", "4", "[)"),
)


def q(value: object) -> Tree:
    """A number."""
    return ["q", str(value)]


def v(name: str) -> Tree:
    """A variable."""
    return ["v", name]


def sub(a: Tree, b: Tree) -> Tree:
    """A - b."""
    return ["+", a, ["neg", b]]


def var(
    name: str, sort: str = "real", low: str | None = None, high: str | None = None, ends: str = "[]"
) -> dict[str, Any]:
    """A variable with its domain."""
    return {
        "name": name,
        "sort": sort,
        "low": low,
        "low_open": low is not None and ends[0] == "(",
        "high": high,
        "high_open": high is not None and ends[1] == ")",
    }


def state(
    variables: list[dict[str, Any]],
    left: Tree,
    op: str,
    right: Tree,
    where: list[Any] | None = None,
) -> Statement:
    """A statement."""
    return {
        "vars": variables,
        "where": where or [],
        "left": left,
        "op": op,
        "right": right,
        "requires": [],
    }


def variable(rng: random.Random, name: str, *, sorts: str = "rri") -> dict[str, Any]:
    """A variable of a random domain."""
    sort = {"r": "real", "i": "int", "s": "seq"}[rng.choice(sorts)]
    low, high, ends = rng.choice(_DOMAINS)
    if sort == "int" and (low, high, ends) == ("0", "1", "()") and rng.random() < 0.5:
        ends = "[]"  # else there is no such integer
    return var(name, sort, low, high, ends)


def tree(
    rng: random.Random, depth: int, variables: list[dict[str, Any]], *, plain: str = ""
) -> Tree:
    """A tree over the variables; `plain` is "polynomial", "rational", or empty for any."""
    reals = [w["name"] for w in variables if w["sort"] != "seq"]
    integers = [w["name"] for w in variables if w["sort"] == "int"]
    sequences = [w["name"] for w in variables if w["sort"] == "seq"]
    if depth <= 0:
        if sequences and not plain and rng.random() < 0.3:
            at = v(rng.choice(integers)) if integers and rng.random() < 0.7 else q(rng.choice("12"))
            return ["idx", rng.choice(sequences), at]
        if reals and rng.random() < 0.6:
            return v(rng.choice(reals))
        return q(rng.choice(_NUMBERS))

    def below(*more: dict[str, Any]) -> Tree:
        return tree(rng, depth - rng.choice((1, 1, 2)), [*variables, *more], plain=plain)

    ops = "+ + * * neg ^"
    if plain != "polynomial":
        ops += " / npow abs"
    if not plain:
        ops += " exp ln root root erfc sum sum prod npow / abs"
    op = rng.choice(ops.split())
    match op:
        case "+" | "*":
            return [op, *(below() for _ in range(rng.choice((2, 2, 3))))]
        case "/":
            return [op, below(), below()]
        case "^":
            return [op, below(), rng.choice((0, 1, 2, 2, 3))]
        case "root":
            return [op, rng.choice((2, 2, 3)), below()]
        case "npow":
            if integers and rng.random() < 0.7:
                return [
                    op,
                    below(),
                    ["+", v(rng.choice(integers)), q(rng.choice("-1 0 1".split()))],
                ]
            return [op, below(), q(rng.choice((-2, -1, 0, 1, 2)))]
        case "sum" | "prod":
            index = rng.choice(("i", "j", *reals))  # an index may hide a variable
            low = rng.choice((-1, 0, 1, 1))
            if integers and rng.random() < 0.7:
                high = ["+", v(rng.choice(integers)), q(rng.choice((-1, 0, 1)))]
            else:
                high = q(low + rng.choice((-2, -1, 0, 2)))
            hidden = [w for w in variables if w["name"] != index]
            body = tree(rng, depth - 1, [*hidden, var(index, "int")], plain=plain)
            return [op, index, q(low), high, body]
    return [op, below()]


def any_statement(rng: random.Random, *, equation: bool = False, plain: str = "") -> Statement:
    """Any statement about up to three variables."""
    names = rng.sample(("x", "y", "n", "m"), rng.choice((0, 1, 1, 2, 2, 3)))
    variables = [variable(rng, name) for name in names]
    if not plain and rng.random() < 0.2:
        variables.append(variable(rng, "a", sorts="s"))
    where: list[Any] = []
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        one = tree(rng, rng.choice((0, 0, 1)), variables, plain=plain or "rational")
        op = rng.choice(("<=", "<", "=", ">=", ">"))
        where.append([one, op, tree(rng, 1, variables, plain=plain)])
    where += special_conditions(rng, variables) if rng.random() < 0.25 else []
    op = "=" if equation else rng.choice(("<=", "<", ">=", ">"))
    right = tree(rng, rng.choice((1, 2, 3)), variables, plain=plain)
    s = state(variables, q(rng.choice("0 0 0 1 -1".split())), op, right, where)
    return shadowed(rng, s) if rng.random() < 0.3 else s


def special_conditions(rng: random.Random, variables: list[dict[str, Any]]) -> list[Any]:
    """Conditions on products, which say "or"; some that hold in one point, or contradict."""
    names = [w["name"] for w in variables if w["sort"] != "seq"]
    if not names:
        return []
    x, y = v(rng.choice(names)), v(rng.choice(names))
    a, b = (q(rng.choice("0 1 2 -1 1/2".split())) for _ in "ab")
    both = ["*", sub(x, a), sub(y, b)]
    square = ["^", sub(x, a), 2]
    return rng.choice((
        [[both, rng.choice(("<=", "<", "=", ">=", ">")), ZERO]],
        [[["*", x, y], rng.choice(("<=", ">=")), a]],
        [[square, rng.choice(("<=", "=")), ZERO]],
        [[["+", square, ["^", sub(y, b), 2]], "<=", ZERO]],
        [[x, "<=", a], [x, ">=", a]],
        [[["+", x, y], "<=", a], [["+", y, x], ">=", ["+", a, rng.choice((ONE, ZERO))]]],
        [[square, "<", ZERO]],
    ))  # fmt: skip


def shadowed(rng: random.Random, s: Statement) -> Statement:
    """The statement with its bound names called like its variables, and all alike."""
    names = [w["name"] for w in s["vars"] if w["sort"] != "seq"]
    name = rng.choice([*names, "i"])

    def called(t: Any) -> Any:
        if not isinstance(t, list) or not t:
            return t
        if t[0] in ("sum", "prod") and rng.random() < 0.7:  # what it binds is called so, too
            op, index, low, high, body = t
            inner = called(body if index == name else high_of(body, index, v(name)))
            return [op, name, called(low), called(high), inner]
        return [t[0], *map(called, t[1:])]

    return {**s, "left": called(s["left"]), "right": called(s["right"])}


def nearly_true(rng: random.Random, s: Statement) -> Statement:
    """The inequality with a constant added, so that it just holds, or just fails, at the points."""
    gap = sub(s["right"], s["left"]) if "<" in s["op"] else sub(s["left"], s["right"])
    least: Fraction | None = None
    for env in points(s, rng, 8):
        iv.prec = 53
        try:
            value = evaluate(gap, env)
        except (NoValue, Unknown):
            continue
        if not isinstance(value, Fraction) and not abs(value) <= 10**30:
            continue
        one = value if isinstance(value, Fraction) else rounded(float(value.a))
        least = one if least is None else min(least, one)
    if least is None:
        return s
    shift = rng.choice((0, 0, 0, -1, Fraction(1, 100), Fraction(-1, 100), Fraction(-1, 2)))
    moved = ["+", s["left"], q(least + shift if "<" in s["op"] else -least - shift)]
    return {**s, "left": moved}


def rounded(value: float) -> Fraction:
    """A short fraction near a number."""
    return Fraction(value).limit_denominator(10**6)


def rewritten(rng: random.Random, t: Tree) -> Tree:
    """The same value (where there is one) in another form, or nearly the same."""
    if rng.random() < 0.4 or t[0] in ("sum", "prod"):
        return _law(rng, t)
    op, *args = t
    at = [k for k, a in enumerate(args) if isinstance(a, list)]
    if not at:
        return _law(rng, t)
    k = rng.choice(at)
    return [op, *args[:k], rewritten(rng, args[k]), *args[k + 1 :]]


def _law(rng: random.Random, t: Tree) -> Tree:
    """A law of arithmetic, some of which hold only on a part of the domain."""
    r = q(rng.choice("2 3 1/2".split()))
    laws: list[Tree] = [
        ["+", t, ZERO],
        ["*", t, ONE],
        ["neg", ["neg", t]],
        ["/", t, ONE],
        ["npow", t, ONE],
        ["^", t, 1],
        ["*", r, ["/", t, r]],
        ["abs", t],
        ["root", 2, ["^", t, 2]],
        ["^", ["root", 2, t], 2],
        ["ln", ["exp", t]],
        ["exp", ["ln", t]],
        ["/", ["^", t, 2], t],
        ["*", t, ["npow", t, ZERO]],
        ["sum", "k", ONE, ONE, t],
        ["sum", "k", ONE, q(2), ["/", t, q(2)]],
        ["root", 3, ["^", t, 3]],
        ["*", ["root", 2, t], ["root", 2, t]],
    ]
    op, *args = t
    if op in ("sum", "prod"):
        index, low, high, body = args
        last = high_of(body, index, high)
        joined = "+" if op == "sum" else "*"
        laws += [[joined, [op, index, low, sub(high, ONE), body], last]] * 6
        if op == "sum":
            laws += [["*", ["sum", index, low, high, ["*", body, r]], ["/", ONE, r]]] * 3
    if op == "exp" and args[0][0] == "+":
        laws += [["*", *(["exp", a] for a in args[0][1:])]] * 8
    if op == "root" and args[1][0] == "*":
        laws += [["*", *(["root", args[0], a] for a in args[1][1:])]] * 8
    if op == "ln" and args[0][0] == "*":
        laws += [["+", *(["ln", a] for a in args[0][1:])]] * 8
    if op == "npow" and args[1][0] == "+":
        laws += [["*", *(["npow", args[0], a] for a in args[1][1:])]] * 8
    return rng.choice(laws)


def high_of(body: Tree, index: str, value: Tree) -> Tree:
    """The body at a value of the index (the index renamed by hand: no sum inside may capture)."""
    op, *args = body
    if op == "v":
        return value if args[0] == index else body
    if op in ("sum", "prod"):
        low, high = high_of(args[1], index, value), high_of(args[2], index, value)
        inner = args[3] if args[0] == index else high_of(args[3], index, value)
        return [op, args[0], low, high, inner]
    return [op, *(high_of(a, index, value) if isinstance(a, list) else a for a in args)]
