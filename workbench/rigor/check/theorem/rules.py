"""The rules of inference: each takes a step of a proof and gives the fact that it establishes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.rigor.check import copies
from workbench.rigor.check.theorem import geometry
from workbench.rigor.check.theorem.scope import HALF, Fact, Scope, Step
from workbench.rigor.check.theorem.terms import ONE, ZERO, Terms, less, minus, pure, put, put_all
from workbench.rigor.check.trees import Malformed, Tree, whole


def scalar(scope: Scope, step: Step) -> Fact:
    """A relation between numbers under all that is known of them."""
    left, op, right = step["conclusion"]
    for side in (left, right):
        scope.terms.scalar(side)
    statement = {**scope.terms.domain, "left": left, "op": op, "right": right}
    answer = scope.prove(statement, step["certificate"])
    if not answer.accepted:
        raise Malformed(f"the certificate of a scalar step: {answer.message}")
    return [left, op, right]


def _function(scope: Scope, step: Step, knows: str) -> tuple[str, Tree]:
    name = step["function"]
    if scope.terms.sort(name) != "function" or scope.terms.symbols[name][knows] is None:
        raise Malformed(f"{str(name)[:40]!r} is no function whose class says {knows!r}")
    return name, scope.terms.symbols[name][knows]


def between(scope: Scope, step: Step) -> Fact:
    """Strong convexity (convexity) or smoothness (the others) between two points."""
    (to, at), which, terms = step["points"], step["rule"], scope.terms
    name, modulus = _function(scope, step, "strong" if which == "convexity" else "smooth")
    on, moved = terms.symbols[name]["on"], less(to, at)
    terms.places(name, to), terms.places(name, at)
    if which == "lipschitz":
        slopes = less(["grad", name, to], ["grad", name, at])
        if on is None:
            return [["len", slopes], "<=", ["*", modulus, ["len", moved]]]
        return [["dual", on, slopes], "<=", ["*", ["^", modulus, 2], ["sq", on, moved]]]
    size = ["dot", moved, moved] if on is None else ["sq", on, moved]
    bend = ["*", HALF, ["neg", modulus] if which == "ascent" else modulus, size]
    model = ["+", ["value", name, at], ["dot", ["grad", name, at], moved], bend]
    value = ["value", name, to]
    return [value, "<=", model] if which == "descent" else [model, "<=", value]


def minimum(scope: Scope, step: Step) -> Fact:
    """The minimum against the value at a point."""
    name, least = _function(scope, step, "minimiser")
    return [["value", name, ["vec", least]], "<=", ["value", name, step["point"]]]


def gram(scope: Scope, step: Step) -> Fact:
    """A non-negative combination, compared in normal form."""
    terms, (left, op, right) = scope.terms, step["conclusion"]
    rest: list[Any] = [right, ["neg", left]]
    for multiple, place in step["premises"]:
        low, sign, high = scope.fact(place)
        if sign not in ("<=", "="):
            raise Malformed("a premise of a gram step says <= or =")
        if sign != "=" and (op == "=" or not terms.nonnegative(multiple)):
            raise Malformed("the multiple of a premise is not visibly non-negative")
        rest.append(["*", terms.scalar(multiple), ["+", low, ["neg", high]]])
    for key, wrap in (("squares", lambda a: a), ("mean squares", lambda a: ["E", a])):
        for multiple, vector in step.get(key, []):
            if op == "=" or not terms.nonnegative(multiple):
                raise Malformed("the multiple of a square is not visibly non-negative")
            rest.append(["*", ["neg", multiple], wrap(["dot", vector, vector])])
    if op not in ("<=", "="):
        raise Malformed("a gram step concludes <= or =")
    found = terms.affine(["+", *rest])
    number = found.pop(None, ZERO)
    if found:
        raise Malformed(f"{len(found)} inner products or values are left in a gram step")
    if not (terms.zero(number) or (op == "<=" and terms.nonnegative(number))):
        raise Malformed(f"the number that is left in a gram step: {str(number)[:200]}")
    return [left, op, right]


def expect(scope: Scope, step: Step) -> Fact:
    """Expectations keep <= and =; normal forms see to it that they exist."""
    left, op, right = scope.fact(step["premise"])
    fact = [["E", left], op, ["E", right]]
    scope.terms.gap(fact)
    return fact


def _draw(scope: Scope, step: Step) -> tuple[Mapping[str, Any], Any, Tree | None]:
    name, index = scope.terms.draw(step["draw"])
    return scope.terms.symbols[name], step["draw"], index


def centred(scope: Scope, step: Step) -> Fact:
    """A centred draw against what is determined before it."""
    symbol, vector, index = _draw(scope, step)
    if symbol["mean"] is None:
        raise Malformed(f"the mean of {symbol['name']} is not told")
    against, middle = step["against"], told_at(symbol, "mean", index)
    if not scope.terms.known_before(scope.terms.vector(against), symbol["name"], index):
        raise Malformed(f"what {symbol['name']} meets is not visibly determined before it")
    return [["E", ["dot", less(vector, middle), against]], "=", ZERO]


def told_at(symbol: Mapping[str, Any], key: str, index: Tree | None) -> Any:  # noqa: ANN401 - JSON
    """The law or the mean of a draw, at its index."""
    return put_told(symbol[key], {} if index is None else {symbol["index"]: index})


def put_told(told: Any, values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON
    """The law or the mean of a draw of a theorem in other symbols, where it is told."""
    return told if told is None else put(told, values)


def moment(scope: Scope, step: Step) -> Fact:
    """The second moment of noise of a declared law."""
    symbol, vector, index = _draw(scope, step)
    law, size = told_at(symbol, "law", index), scope.terms.dimension
    if law is None or law[0] != "laplace" or size is None:
        raise Malformed(f"{symbol['name']} has no law that gives a second moment")
    scale = scope.terms.scalar(law[1])
    return [["E", ["dot", vector, vector]], "=", ["*", ["q", "2"], ["v", size], ["^", scale, 2]]]


def form(scope: Scope, step: Step) -> Fact:
    """The form of a positive semidefinite matrix, at as many vectors as it has rows."""
    number, vectors = whole(step["premise"]), step["vectors"]
    if not 0 <= number < len(scope.facts) or scope.facts[number][0] != "psd":
        raise Malformed(f"fact {number} is not about a matrix")
    parts = [
        ["*", entry, ["dot", u, v]]
        for row, u in zip(scope.facts[number][1], vectors, strict=True)
        for entry, v in zip(row, vectors, strict=True)
    ]
    return [ZERO, "<=", ["+", *parts]]


def rewrite(scope: Scope, step: Step) -> Fact:
    """A premise with an equation (or a <= b where b <= a is a fact) between numbers put in."""
    left, op, right = scope.fact(step["equation"])
    equal = op == "=" or (op == "<=" and [right, op, left] in scope.facts)
    if not (equal and pure(left) and pure(right)):
        raise Malformed("what is put in is no equation between numbers")

    def told(term: Any) -> Any:  # noqa: ANN401 - JSON
        if not isinstance(term, list) or term[:1] in (["sum"], ["prod"]):  # whose index may shadow
            return term
        return right if term == left else [told(a) for a in term]

    wanted, known = step["conclusion"], scope.fact(step["premise"])
    scope.terms.gap(wanted)
    if not scope.terms.equal([told(a) for a in wanted], [told(a) for a in known]):
        raise Malformed("with the equation put in, the fact is not the premise")
    return list(wanted)


def at(scope: Scope, step: Step) -> Fact:
    """An instance of a fact about all indices."""
    number = whole(step["premise"])
    if not 0 <= number < len(scope.facts) or scope.facts[number][0] != "all":
        raise Malformed(f"fact {number} is not about all indices")
    _, index, first, relation = scope.facts[number]
    return put_all(relation, {index: scope.terms.index(step["index"], first)})


def unfold(scope: Scope, step: Step) -> Fact:
    """A fact that becomes the premise when equations of iterates are put in."""
    terms, conclusion = scope.terms, step["conclusion"]
    told = [(n, terms.index(i, -1), equation(terms, n, i)) for n, i in step["iterates"]]

    def opened(term: Any) -> Any:  # noqa: ANN401 - JSON
        if not isinstance(term, list) or pure(term):
            return term
        for name, index, value in told:
            if term[:2] == ["at", name] and terms.zero(minus(term[2], index)):
                return value
        return [term[0], *map(opened, term[1:])]

    left, op, right = conclusion
    terms.gap(conclusion)
    if not terms.equal([opened(left), op, opened(right)], scope.fact(step["premise"])):
        raise Malformed("with its equations put in, the fact is not the premise")
    return [left, op, right]


def equation(terms: Terms, name: str, index: Tree) -> Any:  # noqa: ANN401 - JSON
    """What the equations of a method say of one iterate."""
    if terms.sort(name) != "iterates":
        raise Malformed(f"{name} is not defined by equations")
    symbol = terms.symbols[name]
    if index[0] == "q" and index[1] in symbol["first"]:
        return symbol["first"][index[1]]
    before = terms.index(minus(index, ONE), 0)
    return put(symbol["next"], {symbol["index"]: before})


RULES: dict[str, Callable[[Scope, Step], Fact]] = {
    **dict.fromkeys(("convexity", "descent", "ascent", "lipschitz"), between), **copies.RULES,
    **{rule.__name__: rule for rule in (
        scalar, minimum, gram, expect, centred, moment, form, rewrite, at, unfold,
        geometry.prox, geometry.strong, geometry.young, geometry.scaled, geometry.norm,
        geometry.diameter, geometry.entropy, geometry.parallel, geometry.saddle, geometry.under,
        geometry.triangle, geometry.cauchy, geometry.middle,
    )},
}  # fmt: skip
