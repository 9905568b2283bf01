"""A proof of one relation between numbers, with facts on the way, as a part of a larger proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from workbench.rigor.provers.attempts import Evidence, Fact, as_relation
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.expectations import NotProved, is_proved, seen_or_found
from workbench.rigor.provers.falsify import falsify
from workbench.rigor.provers.lemmas import with_facts
from workbench.rigor.provers.remembering import remembered, text_of
from workbench.rigor.provers.run import METHODS, ProofSearch
from workbench.rigor.provers.sight import at_sight
from workbench.symbolic import Relation
from workbench.symbolic.plain import plain

_POINTS = 20  # at which what is to be shown is tried first


def searched(
    statement: dict[str, Any], facts: Iterable[Fact] = (), *, seconds: float,
    methods: Sequence[str] = METHODS,
) -> dict[str, Any]:  # fmt: skip
    """A proof of a statement about numbers; raises NotProved where none is found."""
    r, budget, given = as_relation(statement), Budget(seconds=seconds), list(facts)
    asked = text_of(budget, methods, None, given)
    return seen_or_found(r, given, asked and ["shown", r.bare, seconds, asked],
                         lambda: _found(r, given, methods, budget))  # fmt: skip


def _found(
    r: Relation, facts: Sequence[Fact], methods: Sequence[str], budget: Budget
) -> dict[str, Any]:
    if not facts and falsify(r, _POINTS) is not None:
        raise NotProved(f"{plain(r.left)} {r.op} {plain(r.right)} is false for some values")

    def attempt(part: Relation) -> Evidence:  # general facts serve several times
        if (seen := at_sight(part, methods)) is not None:
            return seen, ""
        asked = ["part", part.bare, budget.seconds, text_of(budget, methods, None, ())]
        search = ProofSearch(part, budget)
        return remembered(asked, lambda: search.attempt(part, methods), is_proved)

    evidence, why = with_facts(r, facts, attempt)
    if evidence is None:
        raise NotProved(f"{plain(r.left)} {r.op} {plain(r.right)} is not proved: {why}")
    return evidence
