"""Rules about geometries, lengths and suprema: prox steps, norms and their duals, saddles."""

from __future__ import annotations

from workbench.rigor.check.theorem.scope import HALF, Fact, Scope, Step
from workbench.rigor.check.theorem.symbols import GEOMETRIES
from workbench.rigor.check.theorem.terms import ONE, ZERO, less, pure, put
from workbench.rigor.check.trees import Malformed


def _geometry(scope: Scope, step: Step, least: str = "convex") -> str:
    name = step["geometry"]
    known = GEOMETRIES[GEOMETRIES.index(least) :]
    if not isinstance(name, str) or scope.terms.sort(name) not in known:
        raise Malformed(f"{str(name)[:40]!r} is no {least}")
    return name


def prox(scope: Scope, step: Step) -> Fact:
    """The first-order condition of a prox step, by the three-point identity."""
    terms, name, index, u = scope.terms, step["prox"], step["index"], step["point"]
    if terms.sort(name) != "prox":
        raise Malformed(f"{str(name)[:40]!r} makes no prox steps")
    symbol = terms.symbols[name]
    geometry, now = symbol["geometry"], ["at", name, terms.index(index, 0)]
    terms.member(geometry, u)
    then = ["at", name, ["+", index, ONE]]
    moved = ["dot", put(symbol["step"], {symbol["index"]: index}), less(then, u)]
    gaps = [["breg", geometry, u, then], ["breg", geometry, then, now]]
    return [moved, "<=", ["+", ["breg", geometry, u, now], *(["neg", g] for g in gaps)]]


def strong(scope: Scope, step: Step) -> Fact:
    """Strong convexity of omega, in its norm."""
    name, (u, v) = _geometry(scope, step, "geometry"), step["points"]
    fact = [["*", HALF, ["sq", name, less(u, v)]], "<=", ["breg", name, u, v]]
    scope.terms.gap(fact)
    return fact


def young(scope: Scope, step: Step) -> Fact:
    """A norm and its dual: Hoelder, and the means of two squares."""
    name, (u, v) = _geometry(scope, step), step["vectors"]
    squares = ["+", ["dual", name, u], ["sq", name, v]]
    return [["dot", u, v], "<=", ["*", HALF, squares]]


def _which(step: Step) -> str:
    if step["which"] not in ("sq", "dual"):
        raise Malformed("a norm is the one of its geometry, or the dual one")
    return str(step["which"])


def scaled(scope: Scope, step: Step) -> Fact:
    """Norms are homogeneous."""
    name, which, factor, u = _geometry(scope, step), _which(step), step["factor"], step["vector"]
    scope.terms.scalar(factor)
    return [[which, name, ["v*", factor, u]], "=", ["*", ["^", factor, 2], [which, name, u]]]


def norm(scope: Scope, step: Step) -> Fact:
    """Squares of norms are at least 0."""
    return [ZERO, "<=", [_which(step), _geometry(scope, step), step["vector"]]]


def parallel(scope: Scope, step: Step) -> Fact:
    """The square of a sum is at most twice the squares."""
    name, which, (u, v) = _geometry(scope, step), _which(step), step["vectors"]
    squares = ["+", [which, name, u], [which, name, v]]
    return [[which, name, ["v+", u, v]], "<=", ["*", ["q", "2"], squares]]


def diameter(scope: Scope, step: Step) -> Fact:
    """Two points of a simplex are at most 2 apart."""
    name, (u, v) = _geometry(scope, step, "simplex"), step["points"]
    scope.terms.member(name, u), scope.terms.member(name, v)
    return [["sq", name, less(u, v)], "<=", ["q", "4"]]


def entropy(scope: Scope, step: Step) -> Fact:
    """The size of the divergence from the centre of a simplex."""
    name, (u, v) = _geometry(scope, step, "simplex"), step["points"]
    scope.terms.member(name, u), scope.terms.member(name, v, inner="centre")
    return [["breg", name, u, v], "<=", ["ln", ["v", scope.terms.symbols[name]["size"]]]]


def saddle(scope: Scope, step: Step) -> Fact:
    """Convex in the first point, concave in the second."""
    name, which, to, (u, w) = step["function"], step["which"], step["to"], step["at"]
    if scope.terms.sort(name) != "saddle" or which not in ("x", "y"):
        raise Malformed(f"{str(name)[:40]!r} is no function of two points")
    first = which == "x"
    slope = ["dot", [f"grad{which}", name, u, w], less(to, u if first else w)]
    model = ["+", ["value", name, u, w], slope]
    there = ["value", name, to, w] if first else ["value", name, u, to]
    fact = [model, "<=", there] if first else [there, "<=", model]
    scope.terms.gap(fact)
    return fact


def under(scope: Scope, step: Step) -> Fact:
    """A supremum is at least what it is of; a random point may not be put inside of a mean."""
    terms, (op, bound, body), points = scope.terms, step["sup"], step["points"]
    places = [terms.member(g, u) for (_, g), u in zip(bound, points, strict=True)]
    if "'E'" in str(body) and any(terms.is_random(terms.vector(u)) for u in points):
        raise Malformed("a random point would stand inside of an expectation")
    fact = [put(body, {n: u for (n, _), u in zip(bound, points, strict=True)}), "<=", step["sup"]]
    terms.gap(fact)
    if op != "sup" or len(places) != len(bound):
        raise Malformed("what is taken at points is no supremum")
    return fact


def triangle(scope: Scope, step: Step) -> Fact:
    """|sum c_j u_j| <= sum |c_j| |u_j|, where the sign of each c_j is visible."""
    terms, sizes = scope.terms, []
    for factor, u in step["parts"]:
        size = factor if terms.nonnegative(factor) else ["neg", factor]
        if not terms.nonnegative(size):
            raise Malformed("the sign of a factor is not visible")
        sizes.append(["*", size, ["len", u]])
    return [["len", ["v+", *(["v*", c, u] for c, u in step["parts"])]], "<=", ["+", *sizes]]


def cauchy(scope: Scope, step: Step) -> Fact:
    """<u, v> <= a |v|, where it is known that |u| <= a for a number a."""
    (left, _, bound), v = scope.fact(step["premise"]), step["vector"]
    if left[0] != "len" or not pure(bound):
        raise Malformed("what is known is not that a length is at most a number")
    return [["dot", left[1], v], "<=", ["*", bound, ["len", v]]]


def middle(scope: Scope, step: Step) -> Fact:
    """|u| <= (|u|^2/c + c)/2 for a number c > 0."""
    c, u = step["number"], step["vector"]
    if not scope.terms.positive(c):
        raise Malformed("the number is not visibly positive")
    return [["len", u], "<=", ["*", HALF, ["+", ["/", ["dot", u, u], c], c]]]
