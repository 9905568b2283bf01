"""Terms that grant a rule whatever it asks of them, for proofs that the checker has accepted.

A rule asks something of the terms of its step (is this zero, is it known before that draw) and
then writes its fact down.  Where the checker has had its answers, only the fact is wanted, and to
compute normal forms and signs once more would take longer than to print the proof.  Nothing is
shown by it: what a certificate is worth, the referee has said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Self

from workbench.rigor.check.answer import Answer
from workbench.rigor.check.numbers import Symbol
from workbench.rigor.check.theorem.proof import RULES
from workbench.rigor.check.theorem.scope import Fact, Scope, Step
from workbench.rigor.check.theorem.symbols import told
from workbench.rigor.check.theorem.terms import Terms
from workbench.rigor.check.trees import Tree


def granted(theorem: Mapping[str, Any], library: Sequence[Any]) -> Scope:
    """The hypotheses of a theorem, for rules that are granted what they ask for."""
    symbols = {one["name"]: one for one in theorem["symbols"]}
    terms: Any = _Granted(symbols, theorem["dimension"])
    scope = Scope(terms, lambda *_: Answer(True, "granted"), lambda *_: None, library)
    for fact in theorem["given"]:
        scope.add(fact)
    return scope


def fact_of(scope: Scope, step: Step) -> Fact:
    """The fact that a step adds; `triangle` writes the sign of a factor down, so that is read."""
    terms: Any = scope.terms
    terms.looks = step["rule"] == "triangle"
    return RULES[step["rule"]](scope, step)


class _Granted:
    """What rules ask of `Terms`: symbols as they are declared, and yes to all else."""

    def __init__(self, symbols: Mapping[str, Symbol], dimension: str | None) -> None:
        self.symbols, self.dimension = symbols, dimension
        self.where: list[Fact] = []
        self.domain: dict[str, Any] = {}  # what a scalar step is proved on
        self.looks = False

    def within(self, *symbols: Symbol) -> Self:
        """The same with more symbols, for the steps inside of a step."""
        inside = copy(self)
        inside.symbols = {**self.symbols, **{one["name"]: one for one in symbols}}
        inside.where = list(self.where)
        return inside

    def symbol(self, name: str, *_sorts: str) -> Symbol:
        """The declaration of a symbol."""
        return self.symbols[name]

    def sort(self, name: str) -> str:
        """The sort of a symbol."""
        return str(self.symbols[name]["sort"])

    def draw(self, term: Any) -> tuple[Symbol, Tree]:  # noqa: ANN401 - JSON
        """What is told of a draw at its index, and that index."""
        _, name, index = term
        drawn = self.symbols[name]
        return told(drawn, {drawn["index"]: index}), index

    def scalar(self, tree: Tree) -> Tree:
        """A tree, which has a value."""
        return tree

    def index(self, tree: Tree, _low: int) -> Tree:
        """A tree, which is such an integer."""
        return tree

    def affine(self, _term: Any) -> dict[Any, Tree]:  # noqa: ANN401 - JSON
        """No normal form is looked at."""
        return {}

    vector = gap = affine

    def member(self, _geometry: str, _term: Any, *, inner: Any = False) -> int:  # noqa: ANN401
        """A point, which is in the set."""
        return 0

    def is_random(self, _vector: Any) -> bool:  # noqa: ANN401
        """Nothing is random where it must not be."""
        return False

    def zero(self, *_: Any, **__: Any) -> bool:  # noqa: ANN401
        """Yes, as to whatever a rule has to know."""
        return True

    equals = equal = same = positive = integer = known_before = zero

    def nonnegative(self, tree: Tree) -> bool:
        """Whether a number is at least 0: read off what is known if `looks` says so, else yes."""
        if not self.looks:
            return True
        return Terms(self.symbols, dimension=self.dimension, where=self.where).nonnegative(tree)
