"""Facts that an author names on the way to a statement: each is proved, and then a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from workbench.errors import ClaimError
from workbench.rigor.provers.attempts import Evidence
from workbench.symbolic import Condition, Relation
from workbench.symbolic.freezer import Freezer

Fact = Relation | tuple[Any, Any, Any]  # of a relation only its two sides and their sign


def with_facts(
    r: Relation, facts: Iterable[Fact], attempt: Callable[[Relation], Evidence]
) -> Evidence:
    """Evidence for `r`, each fact proved first with the help of those before it.

    r: the statement
    facts: relations between expressions in its variables, or (left, op, right)
    attempt: what searches for a proof of one relation
    """
    proofs, here = [], r
    for fact in facts:
        part = _stated(here, fact)
        evidence, why = attempt(part)
        if evidence is None:
            return None, f"the fact {part.latex()} is not proved: {why}"
        triple = [part.left.tree, part.op, part.right.tree]
        proofs.append({"fact": triple, "proof": evidence})
        here = replace(here, where=(*here.where, Condition(part.left, part.op, part.right)))
    evidence, why = attempt(here)
    if evidence is None or not proofs:
        return evidence, why
    return {"kind": "lemmas", "facts": proofs, "proof": evidence}, ""


def _stated(r: Relation, fact: Fact) -> Relation:
    if isinstance(fact, Relation):
        left, op, right = fact.left, fact.op, fact.right
    else:
        freezer = Freezer()
        left, op, right = freezer(fact[0]), fact[1], freezer(fact[2])
    made = replace(r, left=left, op=op, right=right, extra=())
    known = {v.name for v in r.variables}
    used = left.free() | right.free() | left.sequences() | right.sequences()
    if strange := sorted(used - known):
        raise ClaimError(
            f"the fact {made.latex()} mentions {strange[0]}, which the statement does not: a fact"
            f" is about its variables ({', '.join(sorted(known))}). State it in these."
        )
    return made
