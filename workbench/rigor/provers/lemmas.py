"""Facts that an author names on the way to a statement: each is proved, and then a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from workbench.errors import ClaimError
from workbench.rigor.check.lemmas import instance
from workbench.rigor.check.trees import Malformed, Tree
from workbench.rigor.provers.attempts import Evidence, Fact, Unfit, expression
from workbench.rigor.provers.sums import termwise
from workbench.symbolic import Condition, Relation
from workbench.symbolic.freezer import Freezer
from workbench.symbolic.plain import plain_relation, plain_sides
from workbench.symbolic.variables import Op

Attempt = Callable[[Relation], Evidence]


def with_facts(r: Relation, facts: Iterable[Fact], attempt: Attempt) -> Evidence:
    """Evidence for `r`, each fact proved first with the help of those before it.

    r: the statement
    facts: what is shown on the way
    attempt: what searches for a proof of one relation
    """
    proofs, here = [], r
    for fact in facts:
        if isinstance(fact, tuple) and len(fact) == 2:
            made, part, why = _instance(here, fact[0], fact[1], attempt)
        else:
            part = _stated(here, fact)
            evidence, why = _term_by_term(part, fact, attempt) or attempt(part)
            triple = [part.left.tree, part.op, part.right.tree]
            made = None if evidence is None else {"fact": triple, "proof": evidence}
        if made is None:
            return None, f"the fact {plain_sides(part)} is not proved: {why}"
        proofs.append(made)
        here = replace(here, where=(*here.where, Condition(part.left, part.op, part.right)))
    evidence, why = attempt(here)
    if evidence is None or not proofs:
        return evidence, why
    return {"kind": "lemmas", "facts": proofs, "proof": evidence}, ""


def _instance(
    r: Relation, general: Relation, values: Mapping[str, Any], attempt: Attempt
) -> tuple[dict[str, Any] | None, Relation, str]:
    """The evidence that a general statement holds at some expressions, what it says there, why."""
    freezer = Freezer()
    at = {name: freezer(value).tree for name, value in values.items()}
    stated = general.bare
    try:
        parts, (left, op, right) = instance(r.bare, stated, at)
    except Malformed as error:
        own = ", ".join(v.name for v in general.variables)
        raise ClaimError(
            f"{plain_relation(general)} cannot be used at {', '.join(sorted(at))}: {error}. Give"
            f" each of its variables, {own}, an expression of its sort in the variables of the"
            " statement; e in a text is Euler's number and no variable."
        ) from None
    said = _with_sides(r, left, op, right)
    inside = []
    for part in (_with_sides(r, one["left"], one["op"], one["right"]) for one in parts):
        evidence, why = attempt(part)
        if evidence is None:
            return None, said, f"its condition {plain_sides(part)} is open: {why}"
        inside.append(evidence)
    evidence, why = attempt(general)
    if evidence is None:
        return None, said, why
    return {"general": stated, "at": at, "inside": inside, "proof": evidence}, said, ""


def _with_sides(r: Relation, left: Tree, op: Op, right: Tree) -> Relation:
    """Another relation on the same domain, whose conditions are read already."""
    return replace(r, left=expression(left), op=op, right=expression(right), extra=())


def _term_by_term(r: Relation, fact: Any, attempt: Attempt) -> Evidence | None:  # noqa: ANN401
    """The evidence for sums whose terms have facts of their own, the index being `TERM`."""
    if isinstance(fact, Relation) or len(fact) != 4:
        return None
    try:
        return termwise(r, lambda term: with_facts(term, fact[3], attempt))
    except Unfit as error:
        return None, str(error)


def _stated(r: Relation, fact: Any) -> Relation:  # noqa: ANN401 - a Fact, but no instance
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
            f"the fact {plain_sides(made)} mentions {strange[0]}, which the statement does not: a"
            f" fact is about its variables ({', '.join(sorted(known))}). State it in these."
        )
    return made
