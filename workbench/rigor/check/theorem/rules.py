"""The rules of inference: each takes a step of a proof and gives the fact that it establishes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.rigor.check.answer import demand
from workbench.rigor.check.numbers import ONE, ZERO, less, minus, pure, put, put_all
from workbench.rigor.check.theorem.scope import HALF, Fact, Scope, Step
from workbench.rigor.check.theorem.symbols import GEOMETRIES
from workbench.rigor.check.theorem.terms import Terms
from workbench.rigor.check.trees import Tree

_CLASS = {"convexity": "strong", "minimum": "minimiser"}  # what a rule takes from it, or `smooth`


def scalar(scope: Scope, step: Step) -> Fact:
    """A relation between numbers under all that is known of them."""
    left, op, right = step["conclusion"]
    statement = {**scope.terms.domain, "left": left, "op": op, "right": right}
    answer = scope.prove(statement, step["certificate"])
    demand(answer.accepted, f"the certificate of a scalar step: {answer.message}")
    return [left, op, right]


def between(scope: Scope, step: Step) -> Fact:
    """Strong convexity (convexity), the minimum, or smoothness (the others) between two points."""
    which, name = step["rule"], step["function"]
    own, knows = scope.terms.symbol(name, "function"), _CLASS.get(which, "smooth")
    modulus, on = own[knows], own["on"]
    demand(modulus is not None, f"{name} is no function whose class says {knows!r}")
    if which == "minimum":
        return [["value", name, ["vec", modulus]], "<=", ["value", name, step["point"]]]
    to, at = step["points"]
    moved = less(to, at)
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


def gram(scope: Scope, step: Step) -> Fact:
    """A non-negative combination, compared in normal form."""
    terms, (left, op, right) = scope.terms, step["conclusion"]
    rest: list[Any] = [right, ["neg", left]]
    facts = [(multiple, scope.fact(place)) for multiple, place in step["premises"]]
    for key, wrap in (("squares", lambda a: a), ("mean squares", lambda a: ["E", a])):
        facts += [(c, [ZERO, "<=", wrap(["dot", u, u])]) for c, u in step.get(key, [])]
    for multiple, (low, sign, high) in facts:
        demand(sign in ("<=", "="), "a premise of a gram step says <= or =")
        fits = sign == "=" or (op != "=" and terms.nonnegative(multiple))
        demand(fits, "the multiple of a premise or of a square is not visibly non-negative")
        rest.append(["*", terms.scalar(multiple), ["+", low, ["neg", high]]])
    demand(op in ("<=", "="), "a gram step concludes <= or =")
    found = terms.affine(["+", *rest])
    number, left_over = found.get(None, ZERO), found.keys() - {None}
    demand(not left_over, f"{len(left_over)} inner products or values are left in a gram step")
    settled = terms.zero(number) or (op == "<=" and terms.nonnegative(number))
    demand(settled, f"the number that is left in a gram step: {str(number)[:200]}")
    return [left, op, right]


def expect(scope: Scope, step: Step) -> Fact:
    """Expectations keep <= and =; normal forms see to it that they exist."""
    left, op, right = scope.fact(step["premise"])
    return [["E", left], op, ["E", right]]


def centred(scope: Scope, step: Step) -> Fact:
    """A centred draw against what is determined before it."""
    (drawn, index), against = scope.terms.draw(step["draw"]), step["against"]
    demand(drawn["mean"] is not None, f"the mean of {drawn['name']} is not told")
    known = scope.terms.known_before(scope.terms.vector(against), drawn["name"], index)
    demand(known, f"what {drawn['name']} meets is not visibly determined before it")
    return [["E", ["dot", less(step["draw"], drawn["mean"]), against]], "=", ZERO]


def moment(scope: Scope, step: Step) -> Fact:
    """The second moment of noise of a declared law."""
    (drawn, _), u, size = scope.terms.draw(step["draw"]), step["draw"], scope.terms.dimension
    law, scale = drawn["law"] or ("", ZERO)
    demand(law == "laplace" and size is not None, f"{drawn['name']} has no known second moment")
    return [["E", ["dot", u, u]], "=", ["*", ["q", "2"], ["v", size], ["^", scale, 2]]]


def form(scope: Scope, step: Step) -> Fact:
    """The form of a positive semidefinite matrix, at as many vectors as it has rows."""
    (_, rows), vectors = scope.fact(step["premise"], "psd"), step["vectors"]
    lines = zip(rows, vectors, strict=True)
    parts = ([a, ["dot", u, v]] for row, u in lines for a, v in zip(row, vectors, strict=True))
    return [ZERO, "<=", ["+", *(["*", *part] for part in parts)]]


def rewrite(scope: Scope, step: Step) -> Fact:
    """A fact that is the premise once equations are put in: of iterates, or one of numbers."""
    terms, unfolds = scope.terms, step["rule"] == "unfold"
    if unfolds:
        equations = [(["at", n, i], equation(terms, n, i)) for n, i in step["iterates"]]
    else:
        left, op, right = scope.fact(step["equation"])
        equal = op == "=" or (op == "<=" and [right, op, left] in scope.facts)
        demand(equal and pure(left) and pure(right), "what is put in is no equation of numbers")
        equations = [(left, right)]

    def opened(term: Any) -> Any:  # noqa: ANN401 - JSON
        if not isinstance(term, list):
            return term
        for what, value in equations:
            entry = unfolds and term[:2] == what[:2] and terms.zero(minus(term[2], what[2]))
            if entry or term == what:
                return value
        if (unfolds or term[0] in ("sum", "prod")) and pure(term):  # whose index may shadow
            return term
        return [opened(a) for a in term]

    wanted, known = step["conclusion"], scope.fact(step["premise"])
    same = terms.equal(*([opened(a), op, opened(b)] for a, op, b in (wanted, known)))
    demand(same, "with its equations put in, the fact is not the premise")
    return list(wanted)


def at(scope: Scope, step: Step) -> Fact:
    """An instance of a fact about all indices."""
    _, index, first, relation = scope.fact(step["premise"], "all")
    return put_all(relation, {index: scope.terms.index(step["index"], first)})


def equation(terms: Terms, name: str, index: Tree) -> Any:  # noqa: ANN401 - JSON
    """What the equations of a method say of one iterate."""
    symbol = terms.symbol(name, "iterates")
    if index in (["q", "-1"], ["q", "0"]):
        return symbol["first"][index[1]]
    return put(symbol["next"], {symbol["index"]: terms.index(minus(index, ONE), 0)})


AXIOMS = {"norm": "convex", "scaled": "convex", "parallel": "convex", "young": "convex",
          "strong": "geometry",
          "diameter": "simplex", "entropy": "simplex", "uniform": "simplex"}  # fmt: skip


def axiom(scope: Scope, step: Step) -> Fact:
    """What is so of every norm and its dual, of a divergence, or of a simplex."""
    terms, rule, name, which = scope.terms, step["rule"], step["geometry"], step.get("which", "sq")
    size = terms.symbol(name, *GEOMETRIES[AXIOMS[rule]]).get("size")
    demand(which in ("sq", "dual"), "a norm is the one of its geometry, or the dual one")
    u, v = step.get("points") or step.get("vectors") or (step["vector"], None)
    if AXIOMS[rule] == "simplex":  # of two points, or of one and the centre
        terms.member(name, u), terms.member(name, v, inner=rule != "diameter" and "centre")
    c, half, apart = step.get("factor"), ["*", HALF], ["sq", name, less(u, v)]
    return {
        "norm": [ZERO, "<=", [which, name, u]],
        "scaled": [[which, name, ["v*", c, u]], "=", ["*", ["^", c, 2], [which, name, u]]],
        # the square of |u| + |v| is at most that
        "parallel": [[which, name, ["v+", u, v]], "<=",
                     ["*", ["q", "2"], ["+", [which, name, u], [which, name, v]]]],
        # Hoelder, and the means of two squares
        "young": [["dot", u, v], "<=", [*half, ["+", ["dual", name, u], ["sq", name, v]]]],
        "strong": [[*half, apart], "<=", ["breg", name, u, v]],  # of omega, in the norm
        "diameter": [apart, "<=", ["q", "4"]],
        "entropy": [["breg", name, u, v], "<=", ["ln", ["v", size]]],
        "uniform": [["dot", u, v], "=", ["/", ONE, ["v", size]]],
    }[rule]  # fmt: skip


def prox(scope: Scope, step: Step) -> Fact:
    """The first-order condition of a prox step, by the three-point identity."""
    name, index, u = step["prox"], step["index"], step["point"]
    symbol = scope.terms.symbol(name, "prox")
    of, now, then = symbol["geometry"], ["at", name, index], ["at", name, ["+", index, ONE]]
    moved = ["dot", put(symbol["step"], {symbol["index"]: index}), less(then, u)]
    gaps = (["neg", ["breg", of, *pair]] for pair in ((u, then), (then, now)))
    return [moved, "<=", ["+", ["breg", of, u, now], *gaps]]


def slope(scope: Scope, step: Step, at: Sequence[Any], to: Any) -> Any:  # noqa: ANN401 - JSON
    """<grad F, to - u> for a function F of two points, of which u is the one that moves."""
    name, which = step["function"], step["which"]
    demand(scope.terms.sort(name) == "saddle" and which in ("x", "y"), "no function of two points")
    return ["dot", [f"grad{which}", name, *at], less(to, at[which == "y"])]


def saddle(scope: Scope, step: Step) -> Fact:
    """Convex in the first point, concave in the second."""
    name, first, to, (u, w) = step["function"], step["which"] == "x", step["to"], step["at"]
    model = ["+", ["value", name, u, w], slope(scope, step, (u, w), to)]
    there = ["value", name, to, w] if first else ["value", name, u, to]
    return [model, "<=", there] if first else [there, "<=", model]


def under(scope: Scope, step: Step) -> Fact:
    """A supremum is at least what it is of; a random point may not be put inside of a mean."""
    terms, (op, bound, body), points = scope.terms, step["sup"], step["points"]
    for (_, of), u in zip(bound, points, strict=True):
        terms.member(of, u)
    random = inside(body) and any(terms.is_random(terms.vector(u)) for u in points)
    demand(not random, "a random point would stand inside of an expectation")
    demand(op == "sup", "what is taken at points is no supremum")
    return [put(body, {n: u for (n, _), u in zip(bound, points, strict=True)}), "<=", step["sup"]]


def inside(body: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether a term holds a mean or a chance, inside of which no random point may be put."""
    return "'E'" in str(body) or "'chance'" in str(body)


def triangle(scope: Scope, step: Step) -> Fact:
    """|sum c_j u_j| <= sum |c_j| |u_j|, where the sign of each c_j is visible."""
    terms, sizes = scope.terms, []
    for factor, u in step["parts"]:
        size = factor if terms.nonnegative(factor) else ["neg", factor]
        demand(terms.nonnegative(size), "the sign of a factor is not visible")
        sizes.append(["*", size, ["len", u]])
    return [["len", ["v+", *(["v*", c, u] for c, u in step["parts"])]], "<=", ["+", *sizes]]


def cauchy(scope: Scope, step: Step) -> Fact:
    """<u, v> <= a |v|, where it is known that |u| <= a for a number a."""
    (left, _, bound), v = scope.fact(step["premise"]), step["vector"]
    demand(left[0] == "len" and pure(bound), "it is not known that a length is at most a number")
    return [["dot", left[1], v], "<=", ["*", bound, ["len", v]]]


def middle(scope: Scope, step: Step) -> Fact:
    """|u| <= (|u|^2/c + c)/2 for a number c > 0, also in the norm of a geometry."""
    c, u, of = step["number"], step["vector"], step.get("geometry")
    size, square = (["len", u], ["dot", u, u]) if of is None else (["norm", of, u], ["sq", of, u])
    demand(scope.terms.positive(c), "the number is not visibly positive")
    return [size, "<=", ["*", HALF, ["+", ["/", square, c], c]]]


RULES: dict[str, Callable[[Scope, Step], Fact]] = {
    **dict.fromkeys(("convexity", "minimum", "descent", "ascent", "lipschitz"), between),
    **dict.fromkeys(("rewrite", "unfold"), rewrite),
    **dict.fromkeys(AXIOMS, axiom),
    **{rule.__name__: rule for rule in (scalar, gram, expect, centred, moment, form, at, prox,
                                        saddle, under, triangle, cauchy, middle)},
}  # fmt: skip
