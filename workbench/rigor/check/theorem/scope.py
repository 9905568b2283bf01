"""The facts of a proof: hypotheses, which something has to meet, and what has been found so far.

Hypotheses about vectors, functions and chance are read one by one, and met all at once where
vectors, maps and gradients are 0, and the points of a simplex its centre.  Of those about numbers
alone see `vacuous`, where instances of what is said for all indices are compared as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Self

from workbench.rigor.check.numbers import ZERO, Symbol, minus, natural, pure, put_all
from workbench.rigor.check.signs import difference
from workbench.rigor.check.theorem.symbols import read_new
from workbench.rigor.check.theorem.terms import Terms
from workbench.rigor.check.theorem.vectors import GRADIENTS
from workbench.rigor.check.trees import Malformed, Tree, read_statement, whole
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
        refuse_vacuous(conditions)

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
        read_new([s["name"] for s in symbols], self.taken(), "what a step names")
        inner = copy(self)
        inner.terms, inner.facts = self.terms.within(*symbols), list(self.facts)
        inner.depth += 1
        return inner

    def taken(self) -> set[str]:
        """The names of symbols, and of indices of symbols and of facts."""
        names = {s["index"] for s in self.terms.symbols.values() if "index" in s}
        return {*self.terms.symbols, *names, *(f[1] for f in self.facts if f[0] == "all")}

    def fact(self, place: Any, kind: str = "relation") -> Fact:  # noqa: ANN401 - JSON
        """The fact of a place, if it is a relation, or about "all" indices, or a matrix, "psd"."""
        number = whole(place)
        if not 0 <= number < len(self.facts):
            raise Malformed(f"there is no fact {number} at this step")
        found = self.facts[number]
        if ("relation" if is_relation(found) else found[0]) != kind:
            raise Malformed(f"fact {number} is not of the kind {kind}: take an instance")
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
        if op == "=":
            return self.terms.zero(gap)
        return (self.terms.positive if op in ("<", ">") else self.terms.nonnegative)(gap)


def entries(rows: list[list[Tree]]) -> dict[tuple[int, int], Tree]:
    """The numbers of a matrix by their places."""
    return {(j, k): a for j, row in enumerate(rows) for k, a in enumerate(row)}


def about_numbers(given: list[Fact]) -> list[Fact]:
    """What hypotheses say of numbers: of those for all indices the first instances and a late one.

    The numbers on the diagonal of a positive semidefinite matrix are at least 0.
    """
    found: list[Fact] = []
    for fact in given:
        if fact[0] == "psd":
            found += [[ZERO, "<=", row[place]] for place, row in enumerate(fact[1])]
        elif fact[0] == "all":
            found += [put_all(fact[3], {fact[1]: ["q", str(whole(fact[2]) + k)]}) for k in _PROBES]
        else:
            found.append(fact)
    return [f for f in found if pure(f[0]) and pure(f[2])]


def read_hypothesis(fact: Fact, terms: Terms) -> None:
    """Refuse a hypothesis that is malformed, or that perhaps nothing meets."""
    if fact[0] == "psd":
        found = entries(fact[1])
        if not all(terms.zero(minus(terms.scalar(a), found[k, j])) for (j, k), a in found.items()):
            raise Malformed("a matrix of a hypothesis is not visibly symmetric")
        return
    if not is_relation(fact):
        _, index, first, fact = fact
        read_new([index], terms.symbols, "the index of a hypothesis")
        terms = terms.within(natural(index, whole(first)))
        terms.gap(fact)
    if not (pure(fact[0]) and pure(fact[2])):
        _read_objects(terms, fact)


def _read_objects(terms: Terms, relation: Any) -> None:  # noqa: ANN401 - JSON
    """Refuse a hypothesis that perhaps nothing meets: it has to hold of vectors that are 0.

    Where all vectors and maps are 0 and functions (strong/2) |u|^2, so is every atom.
    """
    (number, named, bare), symbols = terms.at_zero(relation), terms.symbols
    if not (terms.zero(number) or (relation[1] == "<=" and terms.nonnegative(number))):
        raise Malformed("a hypothesis is not visibly met where all vectors are 0")
    if not bare <= {*symbols}:
        raise Malformed("a hypothesis about all points of a set says more than what gradients are")
    made = any(symbols[name]["sort"] in ("iterates", "prox") for name in named & {*symbols})
    if any(s.get("law") and (made or s["name"] in named) for s in symbols.values()):
        raise Malformed("a hypothesis about a draw of declared law, of which no more is known")
    beside = any(s["sort"] == "simplex" for s in symbols.values())
    if beside and not all(_may_be_0(symbols[name], symbols) for name in bare):
        raise Malformed("a hypothesis about vectors beside a simplex, which does not hold 0")


def _may_be_0(symbol: Symbol, symbols: Mapping[str, Symbol]) -> bool:
    """Whether a vector may be 0 beside a simplex, whose points are not, where slopes, maps are."""
    of, mean = symbol.get("geometry"), symbol.get("mean")
    if symbol["sort"] == "draws":
        return of is None and (mean is None or mean[0] in ("zero", "map", *GRADIENTS[1:]))
    return symbol["sort"] != "iterates" and (of is None or symbols[of]["sort"] != "simplex")
