"""The facts of a proof that have been found so far, and what is visible of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.rigor.check.signs import difference
from workbench.rigor.check.theorem.terms import Terms, pure
from workbench.rigor.check.trees import Malformed, Tree, whole

Fact = list[Any]  # [left, op, right]; ["all", index, first, [left, op, right]]; ["psd", rows]
Step = Mapping[str, Any]
Prove = Callable[[dict[str, Any], Any], Any]
HALF: Tree = ["q", "1/2"]


def is_relation(fact: Fact) -> bool:
    """Whether a fact is a single relation."""
    return isinstance(fact[0], list)


class Scope:
    """The symbols of a theorem and the facts found so far."""

    def __init__(self, terms: Terms, prove: Prove) -> None:
        self.terms, self.prove = terms, prove
        self.facts: list[Fact] = []

    def add(self, fact: Fact) -> None:
        """Note a fact; one about numbers alone is a condition for all signs from now on."""
        self.facts.append(fact)
        if is_relation(fact) and pure(fact[0]) and pure(fact[2]):
            self.terms.where.append(fact)

    def fact(self, place: Any) -> Fact:  # noqa: ANN401 - JSON
        """The fact of a place, if it is a relation."""
        number = whole(place)
        if not 0 <= number < len(self.facts):
            raise Malformed(f"there is no fact {number} at this step")
        if not is_relation(self.facts[number]):
            raise Malformed(f"fact {number} is about all indices, or a matrix: take an instance")
        return self.facts[number]

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
