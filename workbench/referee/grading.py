"""The grade of an outcome: what its certificate is worth, never what its author says.

    outcome                ruling on its certificate        graded outcome
    no certificate                                          as it is, which is DERIVED at most
    with a certificate     accepted, obligations met        as it is, which is CERTIFIED at most
    claims ARGUED or more  accepted, an obligation open     DERIVED, with the obligations
    claims ARGUED or more  not checked: too large           DERIVED, with the reason
    with a certificate     rejected                         an error: it shows nothing

What is ARGUED says in words how its certificate shows the statement.  Otherwise, where the claim
declares its statement to the machine (`encoded`), a check of the whole statement is CERTIFIED only
if its certificate ends in each of these statements, and a check that fails only if its certificate
violates one of them at the point that it shows.

The parts of a claim show each of these statements together, or they are DERIVED.

A proof may take theorems from other claims.  It says so among what it assumes, and each of these
claims is looked at in the same run and declares that very theorem; otherwise it is DERIVED.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from workbench.claims.claim import Check, Claim
from workbench.claims.outcome import Decision, Grade, Outcome
from workbench.referee.answer import Ruling
from workbench.referee.checkers import conclusions_of


def graded(outcome: Outcome, ruling: Ruling | None, *, encoded: Iterable[str] = ()) -> Outcome:
    """The outcome at the grade that it earned; `ruling` is that on its certificate, if it has one.

    encoded: digests (see `statement_digest`) of the statements that a holding outcome has to show,
             and one of which a failing one has to violate.
    """
    encoded = tuple(encoded)
    if outcome.certificate is None:
        return outcome
    if ruling is None:
        raise ValueError("an outcome with a certificate is graded by the ruling on it")
    if ruling.verdict == "rejected":
        reason = f"the checker rejects its certificate: {ruling.message}"
        return _error(outcome, "its certificate is not accepted", reason)
    if outcome.grade < Grade.ARGUED:
        return outcome
    if ruling.verdict == "not checked":
        return _lowered(outcome, f"its certificate was not checked: {ruling.message}")
    if ruling.open_duties:
        kinds = ", ".join(sorted({str(duty["kind"]) for duty in ruling.open_duties}))
        return _lowered(
            outcome,
            f"{len(ruling.open_duties)} domain obligations of what the certificate shows are open"
            f" ({kinds})",
        )
    if outcome.decision == "fails" and (
        wrong := _wrong_point(outcome, ruling.conclusions, encoded)
    ):
        return _lowered(outcome, wrong)
    taken = {id for id, _ in _taken(outcome.certificate)}
    if silent := sorted(taken.difference(outcome.assumes)):
        return _lowered(outcome, f"its proof rests on {', '.join(silent)}, and it does not say so")
    if outcome.decision == "holds" and outcome.grade > Grade.ARGUED:
        shown = set(map(statement_digest, relations(ruling.conclusions)))
        if missing := [one for one in encoded if one not in shown]:
            return _lowered(
                outcome,
                f"the certificate does not show {len(missing)} of the statements that the claim"
                " declares",
            )
    return outcome


def earned(claim: Claim, check: Check, outcome: Outcome, ruling: Ruling | None) -> Outcome:
    """What a check found for its claim, at the grade that it earned by itself; see `tied`."""
    if outcome.decision == "fails" and (wrong := _mislabelled(claim, check, ruling)):
        return _error(outcome, "it is called something that it is not", wrong)
    return graded(outcome, ruling, encoded=_declared(claim, check, outcome.decision))


def _declared(claim: Claim, check: Check, decision: Decision) -> list[str]:
    """The digests of the statements that a check has to decide: those of its claim, or none.

    A check of a part or of a corner shows less than the whole, but where it fails, the whole does,
    at the same point.  What is stronger than the whole shows it, but refutes nothing.
    """
    other = check.stronger if decision == "fails" else check.part or check.corner
    return [] if other else [one.digest for one in claim.encoded]


def _mislabelled(claim: Claim, check: Check, ruling: Ruling | None) -> str:
    """Why a check is not of something stronger, as it says: it violates what its claim declares."""
    if not check.stronger or ruling is None:
        return ""
    violated = [one["statement"] for one in ruling.conclusions if one["says"] == "violated"]
    if {one.digest for one in claim.encoded}.isdisjoint(map(statement_digest, violated)):
        return ""
    return (
        f"it is called stronger than the statement ({check.stronger}), and its certificate violates"
        " what the claim declares; drop `stronger`"
    )


def relations(conclusions: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The statements among what a certificate shows."""
    return [one["statement"] for one in conclusions if one["says"] in ("relation", "theorem")]


def tied(
    claim: Claim, found: Sequence[tuple[Check, Outcome]], claims: Mapping[str, Iterable[str]]
) -> list[Outcome]:
    """What the checks of a claim earn beside each other and beside other claims.

    found:  its checks and their graded outcomes
    claims: for each claim that is looked at in the same run, the digests of what it declares
    """
    alone = [_borrowing(outcome, claims) for _, outcome in found]
    in_parts = [bool(c.part) and _shows(o) for (c, _), o in zip(found, alone, strict=True)]
    if not (claim.encoded and any(in_parts)):
        return alone
    shown = [conclusions_of(o.certificate) for o in alone if _shows(o)]
    known = {statement_digest(s) for one in shown for s in relations(one)}
    missing = sum(one.digest not in known for one in claim.encoded)
    why = f"the certificates of all parts do not show {missing} of the statements that it declares"
    return [
        _lowered(o, why) if part and missing and o.grade > Grade.ARGUED else o
        for part, o in zip(in_parts, alone, strict=True)
    ]


def _shows(outcome: Outcome) -> bool:
    return outcome.decision == "holds" and outcome.grade >= Grade.ARGUED


def _borrowing(outcome: Outcome, claims: Mapping[str, Iterable[str]]) -> Outcome:
    """DERIVED at most, if it takes a theorem that its claim does not declare."""
    if outcome.certificate is None or outcome.grade < Grade.ARGUED:
        return outcome
    for id, theorem in _taken(outcome.certificate):
        if statement_digest(theorem) not in claims.get(id, ()):
            why = "does not declare it" if id in claims else "is not looked at in this run"
            return _lowered(outcome, f"its proof takes a theorem from {id}, which {why}")
    return outcome


def _taken(certificate: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The theorems that an accepted certificate takes without a proof, and from which claims."""
    if certificate["kind"] == "all":
        for member in certificate["members"]:
            yield from _taken(member)
    if certificate["kind"] == "theorem":
        yield from ((e["claim"], e["theorem"]) for e in certificate["library"] if "claim" in e)


def _wrong_point(
    outcome: Outcome, conclusions: Iterable[Mapping[str, Any]], encoded: tuple[str, ...]
) -> str:
    """Why the counterexample that an outcome shows is not one that its certificate shows."""
    said = list(conclusions)
    violated = [one for one in said if one["says"] == "violated"]
    if encoded:
        violated = [one for one in violated if statement_digest(one["statement"]) in encoded]
        if not violated:
            return "the certificate violates none of the statements that the claim declares"
    example = outcome.counterexample
    shown = {} if example is None else dict(example.point)
    if violated and not any(_is_point(shown, one) for one in violated):
        return "the counterexample that it shows is not that of its certificate"
    if not violated and shown and all(one["says"] == "relation" for one in said):
        return "it shows a counterexample, and its certificate shows none"
    return ""


def _is_point(shown: Mapping[str, str], violated: Mapping[str, Any]) -> bool:
    """Whether a point gives the variables of a statement the values at which it is violated."""
    names = {v["name"] for v in violated["statement"]["vars"]}
    return {k: v for k, v in shown.items() if k in names} == _written(violated["point"])


def _written(point: Mapping[str, Any]) -> dict[str, str]:
    """A point of a certificate as counterexamples write it."""

    def text(value: Any) -> str:  # noqa: ANN401 - a number, or the entries of a sequence
        if isinstance(value, Mapping):
            return "{" + ", ".join(f"{k}: {v}" for k, v in value.items()) + "}"
        return f"({', '.join(value)})" if isinstance(value, list) else str(value)

    return {name: text(value) for name, value in point.items()}


def statement_digest(statement: Mapping[str, Any]) -> str:
    """The digest of a statement as data; that of `workbench.symbolic.Relation` is the same."""
    text = json.dumps(statement, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _error(outcome: Outcome, summary: str, reason: str) -> Outcome:
    return Outcome(
        decision="error",
        grade=Grade.INCONCLUSIVE,
        method=outcome.method,
        summary=summary,
        reason=reason,
    )


def _lowered(outcome: Outcome, reason: str) -> Outcome:
    told = f"{outcome.reason}; {reason}" if outcome.reason else reason
    return replace(outcome, grade=Grade.DERIVED, reason=told)
