"""The facts of a proof: hypotheses, which something has to meet, and what has been found so far.

Hypotheses about vectors, functions and chance are read one by one, and met all at once where
vectors, maps and gradients are 0, and the points of a simplex its centre.  Of those about numbers
alone see `vacuous`, where instances of what is said for all indices are compared as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Self

from workbench.rigor.check.answer import demand
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.numbers import ONE, ZERO, Symbol, minus, natural, pure, put_all
from workbench.rigor.check.theorem.symbols import read_new
from workbench.rigor.check.theorem.terms import Affine, Terms
from workbench.rigor.check.theorem.vectors import GRADIENTS, Linear
from workbench.rigor.check.trees import Tree, read_statement, whole
from workbench.rigor.check.vacuous import refuse_vacuous

Fact = list[Any]  # [left, op, right]; ["all", index, first, [left, op, right]]; ["psd", rows]
Step = Mapping[str, Any]
Prove = Callable[[dict[str, Any], Any], Any]
Show = Callable[[str, Any, object, Fact], None]  # that steps show a fact, in a scope of a name
HALF: Tree = ["q", "1/2"]
_PROBES = (0, 1, 1000)  # how far after the first index an instance is compared


def is_relation(fact: Fact) -> bool:
    """Whether a fact is a single relation."""
    return isinstance(fact[0], list)


class Scope:
    """The symbols of a theorem, the facts found so far, and the theorems that may be used."""

    depth = 0  # how many steps it is inside of

    def __init__(self, terms: Terms, prove: Prove, show: Show, library: Sequence[Any]) -> None:
        self.terms, self.prove, self.show, self.library = terms, prove, show, library
        self.facts: list[Fact] = []

    def assume(self, given: list[Fact]) -> None:
        """Read and note the hypotheses, which something has to meet."""
        conditions = {**self.terms.domain, "where": about_numbers(given)}
        read_statement(conditions)
        for fact in given:
            read_hypothesis(fact, self.terms)
            self.add(fact)
        refuse_vacuous(conditions, semidefinite=[fact[1] for fact in given if fact[0] == "psd"])

    def add(self, fact: Fact) -> None:
        """Read and note a fact; one about numbers alone is a condition for signs from now on."""
        self.facts.append(fact)
        if is_relation(fact) and pure(fact[0]) and pure(fact[2]):
            self.terms.scalar(fact[0]), self.terms.scalar(fact[2])
            self.terms.where.append(fact)
        elif is_relation(fact):
            self.terms.gap(fact)

    def inside(self, *symbols: Symbol) -> Self:
        """The same facts, with more symbols of new names, for the steps inside of a step."""
        indices = {s["index"] for s in self.terms.symbols.values() if "index" in s}
        taken = {*self.terms.symbols, *indices, *(f[1] for f in self.facts if f[0] == "all")}
        read_new([s["name"] for s in symbols], taken, "what a step names")
        inner = copy(self)
        inner.terms, inner.facts = self.terms.within(*symbols), list(self.facts)
        inner.depth += 1
        return inner

    def shows(self, step: Step, wanted: Fact, *symbols: Symbol, given: Sequence[Fact] = ()) -> Fact:
        """What the steps inside of a step show, with more symbols and what is given of these."""
        inner = self.inside(*symbols)
        for fact in given:
            inner.add(fact)
        self.show(step["rule"], inner, step["steps"], wanted)
        return list(wanted)

    def fact(self, place: Any, kind: str = "relation") -> Fact:  # noqa: ANN401 - JSON
        """The fact of a place, if it is a relation, or about "all" indices, or a matrix, "psd"."""
        number = whole(place)
        demand(0 <= number < len(self.facts), f"there is no fact {number} at this step")
        found = self.facts[number]
        fits = ("relation" if is_relation(found) else found[0]) == kind
        demand(fits, f"fact {number} is not of the kind {kind}: take an instance")
        return found

    def known(self, wanted: Fact) -> bool:
        """Whether a relation is a fact, or is visibly true of numbers."""
        if pure(wanted[0]) and pure(wanted[2]):
            return wanted in self.facts or self.visible(wanted)
        return any(is_relation(f) and self.terms.equal(f, wanted) for f in self.facts)

    def visible(self, wanted: Fact) -> bool:
        """Whether a relation between numbers can be read off the domain."""
        left, op, right = wanted
        gap = difference(self.terms.scalar(left), op, self.terms.scalar(right))
        ways = {"=": self.terms.zero, "<": self.terms.positive, ">": self.terms.positive}
        return ways.get(op, self.terms.nonnegative)(gap)


def entries(rows: list[list[Tree]]) -> dict[tuple[int, int], Tree]:
    """The numbers of a matrix by their places."""
    return {(j, k): a for j, row in enumerate(rows) for k, a in enumerate(row)}


def about_numbers(given: list[Fact]) -> list[Fact]:
    """What hypotheses say of numbers: of those for all indices the first instances and a late one.

    What it is for a matrix to be positive semidefinite, `vacuous` knows.
    """
    found: list[Fact] = []
    for fact in given:
        if fact[0] == "all":
            found += [put_all(fact[3], {fact[1]: ["q", str(whole(fact[2]) + k)]}) for k in _PROBES]
        elif fact[0] != "psd":
            found.append(fact)
    return [f for f in found if pure(f[0]) and pure(f[2])]


def read_hypothesis(fact: Fact, terms: Terms) -> None:
    """Refuse a hypothesis that is malformed, or that perhaps nothing meets.

    One about objects has to hold of vectors that are 0.  There maps are 0, too, and functions
    (strong/2) |u|^2; noise of a declared law is as it is.
    """
    if fact[0] == "psd":
        found = entries(fact[1])
        same = (terms.zero(minus(terms.scalar(a), found[k, j])) for (j, k), a in found.items())
        return demand(all(same), "a matrix of a hypothesis is not visibly symmetric")
    if not is_relation(fact):
        _, index, first, fact = fact
        read_new([index], terms.symbols, "the index of a hypothesis")
        terms = terms.within(natural(index, whole(first)))
        terms.gap(fact)
    if pure(fact[0]) and pure(fact[2]):
        return
    symbols, below = terms.symbols.values(), fact[1] == "<="
    laws = [s["name"] for s in symbols if s.get("law")]
    made = [s["name"] for s in symbols if laws and s["sort"] in ("iterates", "prox")]
    drawn = any(f"'at', '{name}', " in str(fact) for name in (*laws, *made))
    demand(not drawn, "a hypothesis about a draw of declared law, of which no more is known")
    number = _there(terms, terms.gap(fact), "sup" if below else "")
    met = terms.zero(number) or (below and terms.nonnegative(number))
    demand(met, "a hypothesis is not visibly met where all vectors are 0")


def _there(terms: Terms, form: Affine, drops: str = "") -> Tree:
    """The number that a normal form is where all is 0; Malformed where something else is left.

    drops: or that it is at least, as suprema that are taken away are less without the norms and
    squares that they take away; in these, it is those that are left out
    """
    number = form.get(None, ZERO)
    for atom, factor in form.items():
        kind, *rest = ("number",) if atom is None else terms.things[atom]
        taken = kind in drops.split() and terms.nonnegative(["neg", factor])
        if kind == "sup":
            most = _there(terms, terms.things[rest[1]], "norm sq" if taken else "")
            number = ["+", number, ["*", factor, most]]
        elif kind in ("E", "sum"):
            inner = _there(terms, {rest[0]: ONE})
            demand(terms.zero(inner), "a sum of suprema in a hypothesis")
        else:
            known = atom is None or taken or _is_0(terms, atom)
            demand(known, "a hypothesis about a chance, or about all points of a set, more than "
                          "what gradients are, or about vectors beside a simplex")  # fmt: skip
    return number


def _is_0(terms: Terms, atom: int) -> bool:
    """Whether an atom is 0: a value, a product with slopes, or what is made of vectors that are."""
    kind, vectors = terms.things[atom][0], terms.made_of(atom)
    bare = [{b: c for b, c in v.items() if not _is_slope(terms, b)} for v in vectors]
    product = kind == "dot" and any(_vanishes(terms, v) for v in bare)
    zero = product or _is_slope(terms, atom) or all(_vanishes(terms, v) for v in bare)
    return zero and kind != "chance"


def _vanishes(terms: Terms, vector: Linear) -> bool:
    """Whether a vector is 0: a difference of points of one set, or made of those that are 0.

    Of any point of a set nothing is known.  Beside a simplex, of which all points are one point,
    iterates may be made of that, and draws have it as their mean.
    """
    symbols = terms.symbols
    of = {symbols.get(terms.things[place][1], {}).get("geometry") for place in vector}
    if len(of) == 1 and None not in of and terms.zero(["+", ZERO, *vector.values()]):
        return True
    simplices = {name for name, s in symbols.items() if s["sort"] == "simplex"}
    still = ("zero", "map", *GRADIENTS[1:])  # means that are 0
    known = symbols.keys() if not simplices else {
        name for name, s in symbols.items()
        if s["sort"] != "iterates" and s.get("geometry") not in simplices
        and (s["sort"] != "draws" or s["geometry"] is None)
        and (s.get("mean") or ["zero"])[0] in still
    }  # fmt: skip
    return {terms.things[place][1] for place in terms.leaves(vector)} <= known


def _is_slope(terms: Terms, place: int) -> bool:
    """Whether a value, a gradient or a map is 0 at all points: not if its function bends."""
    kind, name, *_ = terms.things[place]
    own = terms.symbols[name] if kind in ("value", "map", *GRADIENTS) else {"strong": ONE}
    return bool(own.get("on") or own.get("strong") in (None, ZERO))
