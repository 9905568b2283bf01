"""Rules about geometries: prox steps, a norm and its dual, and sums over an index.

prox       <step, v[i+1] - u> <= D(u, v[i]) - D(u, v[i+1]) - D(v[i+1], v[i]) for u in the set
strong     |u - v|^2 / 2 <= D(u, v)
young      <u, v> <= |u|_*^2 / 2 + |v|^2 / 2
scaled     |c u|^2 = c^2 |u|^2, of a norm or its dual
norm       0 <= |u|^2, of a norm or its dual
split      a sum is the same sum without its last term, and the last term
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.theorem.scope import HALF, Fact, Scope, Step
from workbench.rigor.check.theorem.terms import ONE, ZERO, minus, put
from workbench.rigor.check.trees import Malformed


def _geometry(scope: Scope, step: Step) -> str:
    name = step["geometry"]
    if not isinstance(name, str) or scope.terms.sort(name) != "geometry":
        raise Malformed(f"{str(name)[:40]!r} is no geometry")
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
    moved = ["dot", put(symbol["step"], {symbol["index"]: index}), _less(then, u)]
    gaps = [["breg", geometry, u, then], ["breg", geometry, then, now]]
    return [moved, "<=", ["+", ["breg", geometry, u, now], *(["neg", g] for g in gaps)]]


def _less(u: Any, v: Any) -> Any:  # noqa: ANN401 - JSON
    return ["v+", u, ["v*", ["q", "-1"], v]]


def strong(scope: Scope, step: Step) -> Fact:
    """Strong convexity of omega, in its norm."""
    name, (u, v) = _geometry(scope, step), step["points"]
    fact = [["*", HALF, ["sq", name, _less(u, v)]], "<=", ["breg", name, u, v]]
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


def split(scope: Scope, step: Step) -> Fact:
    """A sum that is not empty, and its last term."""
    terms, (op, index, low, high, body) = scope.terms, step["sum"]
    if op != "sum" or not terms.nonnegative(minus(high, low)):
        raise Malformed("a sum is split that is not visibly one of at least one term")
    terms.affine(step["sum"])
    shorter = ["sum", index, low, minus(high, ONE), body]
    return [step["sum"], "=", ["+", shorter, put(body, {index: high})]]
