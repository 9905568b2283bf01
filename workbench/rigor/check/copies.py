"""Rules about copies of draws, vertices, best responses, and bounds with a rest that vanishes.

A copy X' of draws X[i], each in the set of a geometry, has the mean and, given what was before
X[i], the law of X[i], and is independent of all else given that.  A proof may take one, since there
is one for all draws; a theorem may have one that is drawn together with X.  A draw of the law
["vertices", 1] is a vertex of a simplex, e_j with the chance that is entry j of its mean.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.numbers import natural
from workbench.rigor.check.theorem.scope import HALF, Fact, Scope, Step
from workbench.rigor.check.theorem.symbols import declared, read_new
from workbench.rigor.check.theorem.terms import ONE, ZERO, less, minus, put
from workbench.rigor.check.trees import Malformed, Tree


def _drawn(scope: Scope, step: Step) -> tuple[str, Tree, Any, str]:
    """The name of a draw, its index and mean, and the geometry in whose set it is."""
    name, index = scope.terms.draw(step["draw"])
    symbol = scope.terms.symbols[name]
    if index is None or symbol["mean"] is None or symbol["geometry"] is None:
        raise Malformed(f"{name} has no index, no mean or no set that is told")
    return name, index, put(symbol["mean"], {symbol["index"]: index}), symbol["geometry"]


def _copy_of(scope: Scope, step: Step, name: str, index: Tree) -> Any:  # noqa: ANN401 - JSON
    other = step["copy"]
    if not isinstance(other, str) or scope.terms.symbols.get(other, {}).get("copy") != name:
        raise Malformed(f"{str(other)[:40]!r} is no copy of {name}")
    return ["at", other, index]


def copied(scope: Scope, step: Step) -> Fact:
    """E <a(X), X - m> = E <a(X) - a(X'), X - X'>/2, where a knows what was before X alone."""
    terms, drawn, hole = scope.terms, step["draw"], step["hole"]
    name, index, mean, of = _drawn(scope, step)
    other = _copy_of(scope, step, name, index)
    read_new([hole], scope.taken(), "what a step names")
    vector = step["vector"]
    if not terms.known_before(terms.within(declared(hole, of)).vector(vector), name, index):
        raise Malformed(f"what {name} meets is not visibly determined before it, beside itself")
    at, there = (put(vector, {hole: one}) for one in (drawn, other))
    pairs = ["*", HALF, ["dot", less(at, there), less(drawn, other)]]
    return [["E", ["dot", at, less(drawn, mean)]], "=", ["E", pairs]]


def _vertex(scope: Scope, step: Step) -> tuple[str, Tree, Any, str]:
    name, index, mean, of = _drawn(scope, step)
    law, count = scope.terms.symbols[name]["law"] or ("", ONE)
    if law != "vertices" or not scope.terms.zero(minus(count, ONE)):
        raise Malformed(f"{name} is no vertex")
    return name, index, mean, of


def unequal(scope: Scope, step: Step) -> Fact:
    """E |X - X'|_1^2 = 4 - 4 E |m|^2: a vertex and its copy differ with the chance 1 - |m|^2."""
    name, index, mean, of = _vertex(scope, step)
    apart = ["sq", of, less(step["draw"], _copy_of(scope, step, name, index))]
    return [["E", apart], "=", ["*", ["q", "4"], minus(ONE, ["E", ["dot", mean, mean]])]]


def vertex(scope: Scope, step: Step) -> Fact:
    """The Euclidean length of a vertex is 1."""
    _vertex(scope, step)
    return [["dot", step["draw"], step["draw"]], "=", ONE]


def uniform(scope: Scope, step: Step) -> Fact:
    """<u, c> = 1/size for a point u of a simplex and its centre c."""
    name, terms = step["geometry"], scope.terms
    if not isinstance(name, str) or terms.sort(name) != "simplex":
        raise Malformed(f"{str(name)[:40]!r} is no simplex")
    u, c = step["points"]
    terms.member(name, u), terms.member(name, c, inner="centre")
    return [["dot", u, c], "=", ["/", ONE, ["v", terms.symbols[name]["size"]]]]


def copy(scope: Scope, step: Step) -> Fact:
    """What follows with a copy of draws, of which it does not speak."""
    name, own, claimed = step["name"], step["draws"], step["conclusion"]
    read_new([name], scope.taken(), "what a step names")
    if not isinstance(own, str) or scope.terms.sort(own) != "draws":
        raise Malformed(f"{str(own)[:40]!r} are no draws")
    symbol = {k: v for k, v in scope.terms.symbols[own].items() if k not in ("with", "copy")}
    inner = scope.inside({**symbol, "name": name, "copy": own})
    scope.show("copy", inner, step["steps"], claimed)
    return list(claimed)


def limit(scope: Scope, step: Step) -> Fact:
    """From a <= b + c/M for all integers M >= 1 that a <= b, as c does not know M."""
    (left, op, right), rest, index = step["conclusion"], step["rest"], step["index"]
    read_new([index], scope.taken(), "what a step names")
    scope.terms.affine(rest)
    if op != "<=":
        raise Malformed("a limit of bounds says <=")
    inner = scope.inside(natural(index, 1))
    scope.show("limit", inner, step["steps"], [left, op, ["+", right, ["/", rest, ["v", index]]]])
    return [left, op, right]


def best(scope: Scope, step: Step) -> Fact:
    """What follows with the best response r to a point, of which it does not speak.

    r(a) is where F(a, .) - c D(., u) is largest over a simplex, for a number c > 0 and an inner
    point u that is fixed; for the first player where F(., a) + c D(., u) is least.  It is an inner
    point, continuous in a, and <grad F at r(a), w - r(a)> <= c (D(w, u) - D(w, r(a)) - D(r(a), u))
    for all points w, for the first player with -grad F: the first-order condition.
    """
    terms, name, function, which = scope.terms, step["name"], step["function"], step["which"]
    (a, w), weight, u, claimed = step["points"], step["weight"], step["centre"], step["conclusion"]
    read_new([name, a, w], scope.taken(), "what a step names")
    if terms.sort(function) != "saddle" or which not in ("x", "y"):
        raise Malformed(f"{str(function)[:40]!r} is no function of two points")
    own, other = (terms.symbols[function][k] for k in (which, "xy".replace(which, "")))
    if terms.sort(own) != "simplex" or not terms.positive(terms.scalar(weight)):
        raise Malformed("a best response is in a simplex, and its weight is visibly positive")
    if terms.is_random(terms.vector(u)):
        raise Malformed("the centre of a best response is fixed")
    terms.member(own, u, inner=True)
    symbol = {"name": name, "sort": "map", "geometry": own, "inner": True}
    inner = scope.inside(symbol)
    at, to = ["vec", a], ["vec", w]
    met = ["map", name, at]
    slope = ["grady", function, at, met] if which == "y" else ["gradx", function, met, at]
    gains = ["dot", ["v*", ["q", "1" if which == "y" else "-1"], slope], less(to, met)]
    near = ["+", ["breg", own, to, met], ["breg", own, met, u], ["neg", ["breg", own, to, u]]]
    inner.add([["sup", [[a, other], [w, own]], ["+", gains, ["*", weight, near]]], "<=", ZERO])
    scope.show("best response", inner, step["steps"], claimed)
    return list(claimed)


RULES = {rule.__name__: rule for rule in (copied, unequal, vertex, uniform, copy, limit, best)}
