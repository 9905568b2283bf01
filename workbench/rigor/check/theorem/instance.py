"""A theorem of the library at other symbols: its conclusion, once its hypotheses are duties met.

Every symbol of the theorem is given something in the caller's symbols.

    real, int        a scalar, visibly of the sort and in the interval
    seq              a sequence with the same interval
    vector, point    a vector in which nothing is random, and that is in the set
    random           a vector; where the theorem draws, one that is determined before its first draw
    draw             a draw of the same law, centred if it has to be, drawn in the same order;
                     where no law is asked for, a combination of draws with fixed coefficients
    function, map    one of the same class, with the same minimiser
    draws, iterates, prox, geometry
                     one with the same law, the same equations, or the same steps; what is drawn
                     together is given what is drawn together

The caller's index may occur in what is put in; bound names are renamed first, so none is captured.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from workbench.rigor.check.numbers import SCALARS, Symbol, natural
from workbench.rigor.check.theorem.rules import told
from workbench.rigor.check.theorem.scope import Fact, Scope, Step, entries
from workbench.rigor.check.theorem.symbols import GEOMETRIES, rank
from workbench.rigor.check.theorem.terms import Terms, minus, pure, put, put_all
from workbench.rigor.check.trees import Malformed, Tree, whole

Values = Mapping[str, Any]
Draws = list[tuple[str, Tree | None]]
_OPEN = "k~"  # an index that nothing else can be called


def by(scope: Scope, step: Step) -> Fact:
    """A theorem of the library at other symbols; raises Malformed where a duty is not met."""
    values, place = step["put"], whole(step["theorem"])
    if not 0 <= place < len(scope.library):
        raise Malformed(f"there is no earlier theorem {place}")
    theorem = scope.library[place]
    symbols = {s["name"]: s for s in theorem["symbols"]}
    if set(values) != set(symbols):
        raise Malformed("every symbol of the theorem, and no other name, is given something")
    if theorem["dimension"] is not None and (
        scope.terms.dimension is None
        or values[theorem["dimension"]] != ["v", scope.terms.dimension]
    ):
        raise Malformed("the theorem speaks of the dimension, and this is another one")
    drawn: Draws = []
    for symbol in symbols.values():
        if symbol["sort"] == "draw":
            _fits_draw(scope, symbol, values, drawn)
        elif symbol["sort"] in (*SCALARS, "vector", "point"):
            _fits_fixed(scope, symbol, values)
        elif symbol["sort"] != "random":
            _fits_object(scope, symbol, values)
    for name in (n for n, s in symbols.items() if s["sort"] == "random"):
        vector = scope.terms.vector(values[name])
        if not all(scope.terms.known_before(vector, *one) for one in drawn):
            raise Malformed(f"{name} is known before the draws, and what it is given is not")
    _in_order(scope, symbols, values)
    for number, hypothesis in enumerate(theorem["given"]):
        if not _meets(scope, hypothesis, values):
            raise Malformed(f"hypothesis {number} of the theorem is not met")
    return put_all(theorem["conclusion"], values)


def _fits_fixed(scope: Scope, symbol: Symbol, values: Values) -> None:
    value = values[symbol["name"]]
    terms, name, sort = scope.terms, symbol["name"], symbol["sort"]
    if sort == "seq":
        other = terms.symbols.get(value) if isinstance(value, str) else None
        if other is None or dict(other) != {**symbol, "name": value}:
            raise Malformed(f"{name} is a sequence, and what it is given is not the like")
        return
    if sort == "point":
        terms.member(values[symbol["geometry"]], value, inner=symbol["inner"])
    if sort in ("vector", "point"):
        if terms.is_random(terms.vector(value)):
            raise Malformed(f"{name} is a fixed vector, and what it is given is random")
        return
    if not pure(value) or isinstance(value, str):
        raise Malformed(f"{name} is a number, and what it is given is none")
    terms.scalar(value)
    if sort == "int":
        terms.integer(value)
    for end in ("low", "high"):
        if symbol[end] is not None:
            op = ("<" if end == "low" else ">") + ("" if symbol[f"{end}_open"] else "=")
            if not scope.visible([["q", symbol[end]], op, value]):
                raise Malformed(f"what {name} is given is not visibly in its interval")


def _fits_draw(scope: Scope, symbol: Symbol, values: Values, drawn: Draws) -> None:
    """One draw of the same law; or, where no law is asked for, a combination of draws."""
    terms, value = scope.terms, values[symbol["name"]]
    asked = {key: put(symbol[key], values) for key in ("law", "mean")}
    plain = asked["law"] is None and asked["mean"] in (None, ["zero"]) and not symbol["geometry"]
    made = terms.draws_in(value) if plain else [terms.draw(value)]
    for name, index in made:
        own = terms.symbols[name]
        _same_law(terms, symbol, asked, own, told(own, index), values)
        for other, when in drawn:
            before = ["vec", other] if when is None else ["at", other, when]
            if not terms.known_before(terms.vector(before), name, index):
                raise Malformed(f"{symbol['name']} is not drawn later, as it is in the theorem")
    drawn += made


def _same_law(
    terms: Terms, symbol: Symbol, asked: Values, own: Symbol, others: Values, values: Values
) -> None:
    law, other = asked["law"], others["law"]
    if asked["mean"] is not None and (
        others["mean"] is None
        or not terms.same(terms.vector(asked["mean"]), terms.vector(others["mean"]))
    ):
        raise Malformed(f"{symbol['name']} has a mean, and that of {own['name']} is not the like")
    if symbol["geometry"] is not None and values[symbol["geometry"]] != own["geometry"]:
        raise Malformed(f"{symbol['name']} is drawn in a set, and {own['name']} is not")
    if law is not None and (
        other is None or law[0] != other[0] or not terms.zero(minus(law[1], terms.scalar(other[1])))
    ):
        raise Malformed(f"{symbol['name']} has another law than {own['name']}")


def _fits_object(scope: Scope, symbol: Symbol, values: Values) -> None:
    """A function, map, sequence of draws or of iterates: the like of it, by name."""
    terms, name, sort = scope.terms, values[symbol["name"]], symbol["sort"]
    likes = GEOMETRIES[GEOMETRIES.index(sort) :] if sort in GEOMETRIES else (sort,)
    if not isinstance(name, str) or terms.sort(name) not in likes:
        raise Malformed(f"{symbol['name']} is a {sort}, and what it is given is none")
    own = terms.symbols[name]
    for key in ("on", "x", "y", "geometry"):
        if key in symbol and (symbol[key] and values[symbol[key]]) != own[key] and sort != "draws":
            raise Malformed(f"the geometry of {symbol['name']} is another one than that of {name}")
    if sort == "simplex" and values[symbol["size"]] != ["v", own["size"]]:
        raise Malformed(f"{symbol['name']} has another size than {name}")
    asked, others = (told(s, ["v", _OPEN] if "index" in s else None) for s in (symbol, own))
    asked = {key: put(one, values) for key, one in asked.items()}
    inner = terms.within(natural(_OPEN, 0))
    if sort == "draws":
        copied = "copy" in symbol and own.get("copy") != values[symbol["copy"]]
        if copied or ("late" in symbol) != ("late" in own):
            raise Malformed(f"{symbol['name']} is a copy, or drawn late, and {name} is not")
        _same_law(inner, symbol, asked, own, others, values)
    pairs = [(asked[k], others[k]) for k in ("step", "next") if k in asked]
    pairs += [(values[symbol[k]], ["vec", own[k]]) for k in ("start", "minimiser")
              if symbol.get(k) is not None]  # fmt: skip
    if sort == "iterates":
        pairs += [(put(symbol["first"][k], values), own["first"][k]) for k in ("-1", "0")]
    numbers = [(asked[k], others[k]) for k in ("strong", "smooth") if asked.get(k) is not None]
    if not all(b is not None and terms.zero(minus(terms.scalar(a), b)) for a, b in numbers) or (
        not all(inner.same(inner.vector(a), inner.vector(b)) for a, b in pairs)
    ):
        raise Malformed(f"{symbol['name']} has another class, minimiser or equation than {name}")


def _in_order(scope: Scope, symbols: Mapping[str, Symbol], values: Values) -> None:
    """Sequences of draws keep their order, and stay different."""
    own = {values[n]: "with" in s for n, s in symbols.items() if s["sort"] == "draws"}
    places = [(rank(scope.terms.symbols, name), together) for name, together in own.items()]
    wrong = any(a != b if together else a >= b for (a, _), (b, together) in pairwise(places))
    if wrong or len(own) < sum(s["sort"] == "draws" for s in symbols.values()):
        raise Malformed("the draws of the theorem are given draws in another order, or one twice")


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
    return any(
        terms.equal(put_all(f[3], {f[1]: there}), wanted)
        for f in scope.facts
        if f[0] == "all" and f[2] == first
    )
