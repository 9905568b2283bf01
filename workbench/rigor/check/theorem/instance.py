"""A theorem of the library at other symbols: its conclusion, once its hypotheses are duties met.

Every symbol of the theorem is given something in the caller's symbols.

    real, int        a scalar, visibly of the sort and in the interval
    vector, point    a vector, in the set; nothing in it is random, unless the theorem speaks of
                     no chance at all and thus holds for every outcome
    all others       the name of a symbol of which the same is told, in the caller's terms: one
                     with the same interval, class, minimiser, law, mean, set, steps or equations

Draws keep their order, and what is drawn together is given what is drawn together.  The caller's
index may occur in what is put in; bound names are renamed first, so none is captured.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from workbench.rigor.check.answer import demand
from workbench.rigor.check.numbers import Symbol, natural, put, put_all
from workbench.rigor.check.theorem.rules import inside
from workbench.rigor.check.theorem.scope import Fact, Scope, Step, entries
from workbench.rigor.check.theorem.symbols import GEOMETRIES, VECTORS, rank, told
from workbench.rigor.check.theorem.terms import Terms
from workbench.rigor.check.trees import Tree, whole

Values = Mapping[str, Any]
_OPEN = "k~"  # an index that nothing else can be called


def by(scope: Scope, step: Step) -> Fact:
    """A theorem of the library at other symbols; raises Malformed where a duty is not met."""
    values, place = step["put"], whole(step["theorem"])
    demand(0 <= place < len(scope.library), f"there is no earlier theorem {place}")
    theorem = scope.library[place]
    symbols, size = {s["name"]: s for s in theorem["symbols"]}, theorem["dimension"]
    demand(set(values) == set(symbols), "every symbol of the theorem is given something, no other")
    own_size = size is None or values[size] == ["v", scope.terms.dimension]
    demand(own_size, "the theorem speaks of the dimension, and this is another one")
    chance = inside(theorem) or any(s["sort"] == "draws" for s in symbols.values())
    for symbol in symbols.values():
        if symbol["sort"] in ("real", "int", *VECTORS):
            _fits_fixed(scope, symbol, values, chance=chance)
        else:
            _fits_named(scope.terms, symbol, values)
    _in_order(scope, symbols, values)
    for number, hypothesis in enumerate(theorem["given"]):
        demand(_meets(scope, hypothesis, values), f"hypothesis {number} of the theorem is not met")
    return put_all(theorem["conclusion"], values)


def _fits_fixed(scope: Scope, symbol: Symbol, values: Values, *, chance: bool) -> None:
    """A number in its interval, or a vector; a random one only where the theorem has no chance."""
    terms, name, sort, value = scope.terms, symbol["name"], symbol["sort"], values[symbol["name"]]
    if sort == "point":
        terms.member(values[symbol["geometry"]], value, inner=symbol["inner"])
    if sort in VECTORS:
        random = terms.is_random(terms.vector(value))
        demand(not (random and chance), f"{name} is a fixed vector, and what it is given is random")
        return
    (terms.integer if sort == "int" else terms.scalar)(value)
    for end, op in (("low", "<"), ("high", ">")):
        ends = [["q", symbol[end]], op if symbol[f"{end}_open"] else f"{op}=", value]
        within = symbol[end] is None or scope.visible(ends)
        demand(within, f"what {name} is given is not visibly in its interval")


def _fits_named(terms: Terms, symbol: Symbol, values: Values) -> None:
    """A function, map, geometry or sequence, given the name of one of which the same is told."""
    name, sort = values[symbol["name"]], symbol["sort"]
    own = terms.symbol(name, *GEOMETRIES.get(sort, (sort,)))
    inner = terms.within(natural(_OPEN, 0))
    asked, found = (told(one, {one.get("index", ""): ["v", _OPEN]}) for one in (symbol, own))
    asked = told(asked, values)
    for key in (*symbol, "late"):
        alike = _alike(inner, key, asked.get(key), found.get(key), values)
        demand(alike, f"the {key} of {symbol['name']} is not that of {name}")


def _alike(terms: Terms, key: str, asked: Any, own: Any, values: Values) -> bool:  # noqa: ANN401
    """Whether what is asked of a symbol is told of the one that it is given."""
    match key:
        case "name" | "sort" | "index" | "with":  # these are compared elsewhere
            return True
        case "on" | "late" if asked is None:  # where a function is defined, and what is not late
            return own is None
        case _ if asked is None or own is None:  # else it may be anything
            return asked is None
        case "law":
            return bool(asked[0] == own[0] and terms.equals(terms.scalar(asked[1]), own[1]))
        case "strong" | "smooth":
            return terms.equals(terms.scalar(asked), own)
        case "mean" | "step" | "next":
            return terms.same(terms.vector(asked), terms.vector(own))
        case "first":
            starts = ((put(asked[k], values), own[k]) for k in own)
            return all(terms.same(terms.vector(a), terms.vector(b)) for a, b in starts)
    return values.get(asked, asked) in (own, ["v", own], ["vec", own])  # a name, or as it is told


def _in_order(scope: Scope, symbols: Mapping[str, Symbol], values: Values) -> None:
    """Sequences of draws keep their order, and stay different."""
    own = [(values[n], "with" in s) for n, s in symbols.items() if s["sort"] == "draws"]
    places = [(rank(scope.terms.symbols, name), together) for name, together in own]
    keep = all(a == b if together else a < b for (a, _), (b, together) in pairwise(places))
    keep = keep and len(dict(own)) == len(own)
    demand(keep, "the draws of the theorem are given draws in another order, or one twice")


def _meets(scope: Scope, hypothesis: Fact, values: Values) -> bool:
    if hypothesis[0] == "psd":
        matrix = {place: put(a, values) for place, a in entries(hypothesis[1]).items()}
        known = [entries(f[1]) for f in scope.facts if f[0] == "psd"]
        return any(matrix.keys() == one.keys() and scope.terms.same(matrix, one) for one in known)
    if hypothesis[0] != "all":
        return scope.known(put_all(hypothesis, values))
    _, index, first, relation = hypothesis
    terms = scope.terms.within(natural(_OPEN, first))
    there: Tree = ["v", _OPEN]
    wanted = put_all(put_all(relation, {index: there}), values)
    found = (put_all(f[3], {f[1]: there}) for f in scope.facts if f[0] == "all" and f[2] == first)
    return any(terms.equal(one, wanted) for one in found)
