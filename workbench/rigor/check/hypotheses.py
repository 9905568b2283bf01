"""The hypotheses of a theorem: something has to meet them.

Those about vectors, functions and chance are read one by one, and met all at once where vectors,
maps and gradients are 0, and the points of a simplex its centre.  Of those about numbers alone see
`vacuous`, where instances of what is said for all indices are compared as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.rigor.check.theorem.scope import Fact, is_relation
from workbench.rigor.check.theorem.symbols import natural
from workbench.rigor.check.theorem.terms import ZERO, Terms, minus, pure, put_all
from workbench.rigor.check.theorem.vectors import GRADIENTS
from workbench.rigor.check.trees import Malformed, whole
from workbench.rigor.check.words import is_word

_PROBES = (0, 1, 1000)  # how far after the first index an instance is compared


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
        pairs = zip(fact[1], zip(*fact[1], strict=True), strict=True)
        entries = [e for row, column in pairs for e in zip(row, column, strict=True)]
        if not all(terms.zero(minus(terms.scalar(a), b)) for a, b in entries):
            raise Malformed("a matrix of a hypothesis is not visibly symmetric")
    elif is_relation(fact) and pure(fact[0]) and pure(fact[2]):
        terms.scalar(fact[0]), terms.scalar(fact[2])
    elif is_relation(fact):
        _read_objects(terms, fact)
    else:
        _, index, first, relation = fact
        if not is_word(index) or index in terms.symbols:
            raise Malformed("the index of a hypothesis is no plain word, or a symbol")
        _read_objects(terms.within(natural(index, whole(first))), relation)


def _read_objects(terms: Terms, relation: Any) -> None:  # noqa: ANN401 - JSON
    """Refuse a hypothesis that perhaps nothing meets: it has to hold of vectors that are 0.

    Where all vectors and maps are 0 and functions (strong/2) |u|^2, so is every atom.
    """
    gap, below = terms.gap(relation), relation[1] == "<="
    if pure(relation[0]) and pure(relation[2]):
        return
    named, number = terms.named_in(gap), terms.at_zero(gap)
    bare = terms.named_in(gap, bare=True, below=below)
    laws = {s["name"]: s["law"] for s in terms.symbols.values() if "law" in s}
    met = terms.zero(number) or (below and terms.nonnegative(number))
    if not met:
        raise Malformed("a hypothesis is not visibly met where all vectors are 0")
    if not bare <= {*terms.symbols}:
        raise Malformed("a hypothesis about all points of a set says more than what gradients are")
    if {terms.sort(n) for n in named & {*terms.symbols}} & {"iterates", "prox"}:  # made of draws
        named |= set(laws)
    if any(laws.get(name) is not None for name in named):
        raise Malformed("a hypothesis about a draw of declared law, of which no more is known")
    simplexes = {s["name"] for s in terms.symbols.values() if s["sort"] == "simplex"}
    for symbol in (terms.symbols[name] for name in bare):
        if simplexes and (symbol["sort"] == "iterates" or symbol.get("geometry") in simplexes):
            raise Malformed("a hypothesis about points beside a simplex, which does not hold 0")
    drawn = named & set(laws)
    free = bare <= drawn and all(_is_0_with_gradients(terms.symbols[n]) for n in drawn)
    if drawn and not free and simplexes:
        raise Malformed("a hypothesis about draws beside a simplex, which does not hold 0")


def _is_0_with_gradients(draw: Mapping[str, Any]) -> bool:
    """Whether a draw may be 0 where maps and the gradients of functions of two points are."""
    mean = draw["mean"]
    return draw["geometry"] is None and (mean is None or mean[0] in ("zero", "map", *GRADIENTS[1:]))
