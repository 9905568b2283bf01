"""Statements about finitely many integers: all cases, or the first one that is not so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from workbench.claims import Grade, Outcome, fails, inconclusive
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.answer import Answer
from workbench.rigor.check.enclose import NoEnclosure, precision
from workbench.rigor.check.enumeration import Enumeration, Point, told
from workbench.rigor.check.fuel import OutOfFuel, tank
from workbench.rigor.check.trees import Malformed
from workbench.rigor.check.vacuous import refuse_vacuous
from workbench.rigor.provers.outcomes import TRUST, at_point, certified, encoded, with_encoded
from workbench.rigor.provers.remembering import remembered
from workbench.symbolic import Defined, First, Relation, Rule, Variable


def enumeration(
    stated: Relation | Defined,
    ranges: Mapping[Any, tuple[int, int]] | None = None,
    *,
    rules: Sequence[Rule] = (),
    base: Sequence[First] = (),
    last: int = 0,
    bits: int = 64,
    summary: str = "",
) -> Outcome:
    """A statement at every point of the ranges of its integer variables.

    stated: the relation; as a `Defined` with rules, base and last of its own
    ranges: the first and the last value of each integer variable, by symbol or name, where the
            statement does not have them
    rules:  recurrences of its sequences, used for entries up to `last`
    base:   their first values, or tables of values
    bits:   the precision at which both sides are enclosed
    summary: what the outcome says, in a sentence
    """
    if isinstance(stated, Defined):
        made = stated
    else:
        ends = {str(n): (str(low), str(high)) for n, (low, high) in (ranges or {}).items()}
        inside = tuple(_within(v, ends) for v in stated.variables)
        made = Defined(replace(stated, variables=inside), rules, base, last=last)
    certificate: dict[str, Any] = {"kind": "enumeration", "statement": made.relation.tree,
                                   "bits": bits}  # fmt: skip
    if made.names:
        certificate |= made.tree | {"last": made.last or 0}
    asked = ["enumeration", certificate, summary]
    return remembered(asked, lambda: _decided(made, certificate, summary))


def _decided(made: Defined, certificate: dict[str, Any], summary: str) -> Outcome:
    """All cases, or the first that is not so."""
    r = made.relation
    answer, wrong = _answer(certificate)
    shown = made.encoded()
    if answer.accepted:
        outcome = certified(made.relation, certificate, "enumeration", summary or answer.message)
        return with_encoded(outcome, *shown)
    if wrong is None:
        return inconclusive("enumeration", answer.message, encoded=(*encoded(r), *shown))
    if not made.names:
        return at_point(r, {name: str(value) for name, value in wrong.items()})
    return fails(
        "enumeration", f"not so at {told(wrong)}", grade=Grade.DERIVED, trust=TRUST,
        encoded=(*encoded(r), *shown),
    )  # fmt: skip


def _within(v: Variable, ends: Mapping[str, tuple[str, str]]) -> Variable:
    if v.name not in ends:
        return v
    low, high = ends[v.name]
    return replace(v, low=low, low_open=False, high=high, high_open=False)


def _answer(certificate: dict[str, Any]) -> tuple[Answer, Point | None]:
    """What the checker says, and where it says no the first point that is certainly false."""
    answer = check_certificate(certificate)
    if answer.accepted:
        return answer, None
    try:
        with precision(certificate["bits"]):
            with tank():  # as the checker does, and what it refuses is refused here
                refuse_vacuous(certificate["statement"])
                cases = Enumeration(certificate)
            inside = (p for p in cases.points() if not cases.is_outside(p))
            return answer, next((p for p in inside if cases.fails(p)), None)
    except (Malformed, NoEnclosure, LookupError, OutOfFuel):
        return answer, None  # which says what is wrong with it
