"""Rules about averages, copies of draws, vertices, bounded steps, best responses, small rests.

A copy X' of draws X[i], each in the set of a geometry, has the mean and, given what was before
X[i], the law of X[i], and is independent of all else given that.  A proof may take one, since there
is one for all draws; a theorem may have one that is drawn together with X.  A draw of the law
["vertices", 1] is a vertex of a simplex, e_j with the chance that is entry j of its mean.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.rigor.check.answer import demand
from workbench.rigor.check.numbers import ONE, ZERO, less, minus, natural, put
from workbench.rigor.check.theorem.rules import centred, inside, slope
from workbench.rigor.check.theorem.scope import HALF, Fact, Scope, Step
from workbench.rigor.check.theorem.symbols import AVERAGES, declared


def _drawn(scope: Scope, step: Step) -> tuple[str, list[Any], Any, str]:
    """The name of a draw, its law and mean, and the geometry in whose set it is."""
    drawn, _ = scope.terms.draw(step["draw"])
    told = drawn["mean"] is not None and drawn["geometry"] is not None
    demand(told, f"{drawn['name']} has no mean or no set that is told")
    return drawn["name"], drawn["law"] or ["", ONE], drawn["mean"], drawn["geometry"]


def _met(scope: Scope, step: Step, *, beside: bool = False) -> Callable[[Any], Any]:
    """What a draw meets, as a function of it; it knows what was before, or averages `beside` it."""
    (drawn, index), hole, vector = scope.terms.draw(step["draw"]), step["hole"], step["vector"]
    name, known = drawn["name"], scope.inside(declared(hole, drawn["geometry"])).terms
    before = known.known_before(known.vector(vector), name, index, beside=beside)
    demand(before, f"what {name} meets may depend on it: not visibly determined before it")
    return lambda point: put(vector, {hole: point})


def exchange(scope: Scope, step: Step) -> Fact:
    """One point exchanged: E <a(w), w - its mean> <= b for an average w of K points.

    From <a(u) - a(v), p - q>/2 <= b for all points p, q, where u and v are averages of K - 1 parts
    of another point and one part of p, or of q: q is an independent copy of p.
    """
    (name, law, mean, of), names, bound = _drawn(scope, step), step["points"], step["bound"]
    demand(law[0] in AVERAGES, f"{name} is no average")
    scope.terms.scalar(bound)
    at = _met(scope, step, beside=True)
    rest, p, q = (["vec", n] for n in names)
    stay = ["v*", ["/", minus(law[1], ONE), law[1]], rest]
    u, v = (["v+", stay, ["v*", ["/", ONE, law[1]], point]] for point in (p, q))
    wanted = [["*", HALF, ["dot", less(at(u), at(v)), less(p, q)]], "<=", bound]
    scope.shows(step, wanted, *(declared(n, of) for n in (*names, step["hole"])))  # all differ
    if law[0] == "vertices":
        bound = ["*", bound, minus(ONE, ["E", ["dot", mean, mean]])]  # the chance that p is not q
    return [["E", ["dot", at(step["draw"]), less(step["draw"], mean)]], "<=", bound]


def copied(scope: Scope, step: Step) -> Fact:
    """E <a(X), X - m> = E <a(X) - a(X'), X - X'>/2, where a knows what was before X alone."""
    (name, _, mean, _), drawn, at = _drawn(scope, step), step["draw"], _met(scope, step)
    other = _copy_of(scope, step, name)
    pairs = ["*", HALF, ["dot", less(at(drawn), at(other)), less(drawn, other)]]
    return [["E", ["dot", at(drawn), less(drawn, mean)]], "=", ["E", pairs]]


def _copy_of(scope: Scope, step: Step, name: str) -> Any:  # noqa: ANN401 - JSON
    other = step["copy"]
    demand(scope.terms.symbol(other, "draws").get("copy") == name, f"this is no copy of {name}")
    return ["at", other, step["draw"][2]]


def vertex(scope: Scope, step: Step) -> Fact:
    """The Euclidean length of a vertex is 1."""
    name, law, *_ = _drawn(scope, step)
    demand(law[0] == "vertices" and scope.terms.equals(law[1], ONE), f"{name} is no vertex")
    return [["dot", step["draw"], step["draw"]], "=", ONE]


def unequal(scope: Scope, step: Step) -> Fact:
    """E |X - X'|_1^2 = 4 - 4 E |m|^2: a vertex and its copy differ with the chance 1 - |m|^2."""
    (name, _, mean, of), _ = _drawn(scope, step), vertex(scope, step)
    apart = ["sq", of, less(step["draw"], _copy_of(scope, step, name))]
    return [["E", apart], "=", ["*", ["q", "4"], minus(ONE, ["E", ["dot", mean, mean]])]]


def copy(scope: Scope, step: Step) -> Fact:
    """What follows with a copy of draws, of which it does not speak."""
    name, own = step["name"], step["draws"]
    drawn = scope.terms.symbol(own, "draws")
    symbol = {k: v for k, v in drawn.items() if k not in ("with", "copy")}
    return scope.shows(step, step["conclusion"], {**symbol, "name": name, "copy": own})


def limit(scope: Scope, step: Step) -> Fact:
    """From a <= b + c/M for all integers M >= 1 that a <= b, as c does not know M."""
    (left, op, right), rest, index = step["conclusion"], step["rest"], step["index"]
    scope.terms.affine(rest)
    demand(op == "<=", "a limit of bounds says <=")
    scope.shows(step, [left, op, ["+", right, ["/", rest, ["v", index]]]], natural(index, 1))
    return [left, op, right]


def best(scope: Scope, step: Step) -> Fact:
    """What follows with the best response r to a point, of which it does not speak.

    r(a) is where F(a, .) - c D(., u) is largest over a simplex, for a number c > 0 and an inner
    point u that is fixed; for the first player where F(., a) + c D(., u) is least.  It is an inner
    point, continuous in a, and <grad F at r(a), w - r(a)> <= c (D(w, u) - D(w, r(a)) - D(r(a), u))
    for all points w, for the first player with -grad F: the first-order condition.
    """
    terms, name, first = scope.terms, step["name"], step["which"] == "x"
    (a, w), weight, u = step["points"], step["weight"], step["centre"]
    pair = terms.symbol(step["function"], "saddle")
    own, other = (pair[k] for k in ("xy" if first else "yx"))
    scope.inside(*(declared(one, own) for one in (name, a, w)))  # all are new
    fits = terms.sort(own) == "simplex" and terms.positive(weight)
    demand(fits, "a best response is in a simplex, and its weight is visibly positive")
    demand(not terms.is_random(terms.vector(u)), "the centre of a best response is fixed")
    at, to, met = ["vec", a], ["vec", w], ["map", name, ["vec", a]]
    gains = slope(scope, step, (met, at) if first else (at, met), to)
    gains = ["neg", gains] if first else gains
    near = ["+", ["breg", own, to, met], ["breg", own, met, u], ["neg", ["breg", own, to, u]]]
    fact = [["sup", [[a, other], [w, own]], ["+", gains, ["*", weight, near]]], "<=", ZERO]
    response = {"name": name, "sort": "map", "geometry": own, "inner": True}
    return scope.shows(step, step["conclusion"], response, given=[fact])


def differences(scope: Scope, step: Step) -> Fact:
    """How far a(w) is from b, for averages w of as many vertices each: McDiarmid's inequality.

    The vertices have fixed means, so they are independent of all else.  It is known by how much
    a(w) grows at most as one of them becomes another one, and that the mean of a(w) - b is at most
    `far`.  With S, the sum over all vertices of the squares of the former, a(w) - b is at least
    `far` + `by` with a chance of exp(-2 by^2/S) at most.  Vectors are looked at along all points e
    of a simplex of m coordinates, with both signs: E of the largest <a(w) - b, e>^2 is at most the
    square of `far` + sqrt(S/4 (2 ln(2m) + 2)), by 2m tails; and so with c(w) in place of a(w) - b,
    if along all e these are never more than `off` apart, and `off` more.
    """
    terms, count, far, of = scope.terms, step["count"], step["far"], step["along"]
    (rest, p, q, end), drawn, (c, off) = step["points"], step["drawn"], step["seen"]
    ends, signs = ([], ["1"]) if of is None else ([[end, of]], ["1", "-1"])
    sides = (step["term"], step["near"], c)
    term, near, seen = sides if of is None else (["dot", u, ["vec", end]] for u in sides)
    gap = minus(term, near)
    points = [[hole, terms.symbol(name, "draws")["geometry"]] for name, hole, _ in drawn] + ends
    known = scope.inside(*(declared(*one) for one in points)).terms
    for term in (gap, seen):
        fixed = not inside(term) and known.same(known.affine(["E", term]), known.affine(term))
        demand(fixed, "something is random beside the averages, or is a mean itself")
    demand(len({name for name, *_ in drawn}) == len(drawn), "the same draws stand at two places")
    part, whole, spread, asked = ["/", ONE, terms.index(count, 1)], {}, ZERO, []
    for name, hole, size in drawn:
        symbol, index = terms.symbols[name], terms.symbols[name]["index"]
        inner, (law, _) = terms.within(natural(index, 0)), symbol["law"] or ("", ONE)
        fixed = law == "vertices" and not inner.is_random(inner.vector(symbol["mean"]))
        demand(fixed, f"{name} are no vertices of fixed means")
        each = ["v*", part, ["at", name, ["v", index]]]
        whole[hole] = ["vsum", index, ZERO, minus(count, ONE), each]
        stay = ["v*", minus(ONE, part), ["vec", rest]]
        u, v = (put(gap, {hole: ["v+", stay, ["v*", part, ["vec", n]]]}) for n in (p, q))
        others = [one for one in points if one[0] != hole]
        bound = [*([n, symbol["geometry"]] for n in (rest, p, q)), *others]
        asked.append([["sup", bound, minus(u, v)], "<=", size])
        spread = ["+", spread, ["*", count, ["^", terms.scalar(size), 2]]]
    for sign in signs:
        mean, apart = (["*", ["q", sign], one] for one in (put(gap, whole), minus(seen, gap)))
        asked.append([["sup", ends, ["E", mean]] if ends else ["E", mean], "<=", terms.scalar(far)])
        if terms.scalar(off) != ZERO or known.affine(apart):
            asked.append([["sup", points, apart], "<=", off])
    missing = [fact for fact in asked if not scope.known(fact)]
    demand(not missing, f"this is not known: {str(missing[:1])[:300]}")
    return _tails(scope, step, put(c, whole), ["+", far, off], spread)


def increments(scope: Scope, step: Step) -> Fact:
    """How far a(n) is from a(0), where each step is bounded given the past: Azuma's inequality.

    At each k < n a(k+1) - a(k) is shown to be at most <X[k] - m[k], u[k]> and its `cost`, and that
    product at most its `size`, with either sign.  The draw X[k] has the mean m[k] given all before,
    when u[k] is known: the product has the mean 0.  The costs add up to `far` at most, the squares
    of the sizes to `square`.  The rest is as in `differences`, with intervals of twice the size.
    """
    a, index, of, cost, size = (step[k] for k in ("term", "index", "along", "cost", "size"))
    last, now, signs = minus(scope.terms.index(step["count"], 1), ONE), ["v", index], ("1", "-1")
    inner = scope.inside(natural(index, 0), *([] if of is None else [declared(step["end"], of)]))
    inner.add([now, "<=", last])
    moved = centred(inner, {"draw": ["at", step["draw"], now], "against": step["against"]})[0][1]
    along = a if of is None else ["dot", a, ["vec", step["end"]]]
    grown = minus(minus(put(along, {index: ["+", now, ONE]}), along), moved)
    asked = [[["*", ["q", sign], moved], "<=", size] for sign in signs]
    asked += [[["*", ["q", s], grown], "<=", cost] for s in signs[: 1 if of is None else 2]]
    scope.show(step["rule"], inner, step["steps"], asked[-1])
    added = [[["sum", index, ZERO, last, inner.terms.scalar(each)], "<=", most] for each, most in (
        (cost, step["far"]), (["^", size, 2], step["square"]))]  # fmt: skip
    demand(all(map(inner.known, asked)), "a step is not known to be as small")
    demand(all(map(scope.known, added)), "all steps together are not known to be as small")
    gap = (minus if of is None else less)(*(put(a, {index: at}) for at in (step["count"], ZERO)))
    return _tails(scope, step, gap, step["far"], ["*", ["q", "4"], step["square"]])


def _tails(scope: Scope, step: Step, gap: Any, far: Any, spread: Any) -> Fact:  # noqa: ANN401
    """Hoeffding's bound for steps in intervals, of which `spread` adds up the squares."""
    terms, of, by = scope.terms, step["along"], step["by"]
    if of is None:
        demand(terms.nonnegative(by), "a bound on a tail is at least 0")
        least = ["exp", ["neg", ["/", ["*", ["q", "2"], ["^", by, 2]], spread]]]
        return [["chance", minus(gap, ["+", far, by])], "<=", least]
    level = ["*", ["q", "2"], ["v", terms.symbol(of, "simplex")["size"]]]
    root = ["root", 2, ["*", HALF, spread, ["+", ONE, ["ln", level]]]]
    return [["E", ["peak", of, gap]], "<=", ["^", ["+", far, root], 2]]


RULES = {rule.__name__: rule for rule in (
    exchange, copied, vertex, unequal, copy, limit, best, differences, increments,
)}  # fmt: skip
