"""Claims, checks and outcomes as the engine knows them, read back from the rows of a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.claims import Check, Claim, Counterexample, Grade, Outcome
from workbench.errors import ClaimError

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Declared:
    """A statement that a claim declares to the machine, known by its digest."""

    digest: str

    def latex(self) -> str:
        return ""


def _encoded(said: Iterable[Row]) -> list[_Declared] | dict[str, list[_Declared]]:
    """The statements of the whole, or those of each part."""
    of: dict[str, list[_Declared]] = {}
    for one in said:
        of.setdefault(one["part"], []).append(_Declared(one["digest"]))
    return of.get("", []) if set(of) <= {""} else of


def _standing(row: Row) -> dict[str, Any]:
    """The kind of the claim and its place, under the name of its provenance."""
    return {row["provenance"]: (row["kind"], row["source"])}


def claim_of(row: Row) -> Claim:
    """The claim of a row, without its checks; raises ClaimError."""
    return Claim(
        row["id"],
        title=row["title"],
        statement=row["statement"],
        **_standing(row),
        uses=tuple(row["uses"]),
        repairs=tuple(row["repairs"]),
        parts=tuple(row["parts"]),
        encoded=_encoded(row["encoded"]),
        citation=row["citation"],
        module=row["module"] or "unknown",
    )


def claim_outside(id: str, kind: Any) -> Claim:  # noqa: ANN401 - one of the kinds of claims
    """A claim that is not in the report: its evidence is unknown, and a citation needs none."""
    return Claim(
        id,
        title="",
        ours=(kind, ""),
        statement="",
        citation="not in this report" if kind == "cited" else "",
        module="unknown",
    )


def check_of(claim: str, row: Row) -> Check:
    """The check of a row of evidence; it cannot be run."""
    return Check(
        claim=claim,
        name=row["check"],
        doc=row["doc"],
        body=_no_body,
        function=_no_body,
        aim=row["aim"],
        manner=row["manner"],
        part=row["part"],
        corner=row["corner"],
        stronger=row["stronger"],
        uses=None if row["uses"] is None else tuple(row["uses"]),
        seconds=0.0,
        profile="quick",
        module="unknown",
    )


def outcome_of(row: Row) -> Outcome:
    """What verdicts are computed from; raises EvidenceError where no outcome can be like this."""
    example = row["counterexample"]
    return Outcome(
        decision=row["decision"],
        grade=Grade[row["grade"]],
        method=row["method"],
        summary=row["summary"],
        reason=row["reason"],
        counterexample=None
        if example is None
        else Counterexample(
            tuple((p["name"], p["value"]) for p in example["point"]), example["text"]
        ),
        certificate=row["certificate"],
        alpha=Fraction(row["alpha"] or 0),
        assumes=tuple(row["assumes"]),
        trust=tuple(row["trust"]),
        joints=tuple(row["joints"]),
    )


def mutant_of(row: Row) -> Outcome:
    """What a mutant came to; a report holds its decision and no certificate of it."""
    return Outcome(
        decision=row["decision"],
        grade=Grade.INCONCLUSIVE,
        method="unknown",
        summary=row["summary"],
        reason="not part of a report",
    )


def failed(reason: str) -> Outcome:
    """The outcome of a row that cannot be believed."""
    return Outcome(
        decision="error", grade=Grade.INCONCLUSIVE, method="none", summary="", reason=reason
    )


def _no_body() -> Outcome:
    raise ClaimError("A check that is read from a report cannot be run: use `workbench verify`.")
