"""How much of each statement is in the language of the machine, read off a report.

A claim declares its statement, or some of its parts; a refutation of a claim that declares none
still puts a case of it to the machine; other certificates show what words join to the statement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from workbench.report.markdown import code
from workbench.report.model import Report, ReportedClaim
from workbench.report.reading import a_case
from workbench.report.status import STATUSES

EXTENTS = {
    "whole": "the whole statement is declared",
    "part": "some of its parts are declared",
    "case": "a case of it is refuted",
    "words": "words join certificates to it",
    "none": "no certificate",
}


def extent(claim: ReportedClaim) -> str:
    """How much of the statement is encoded: one of `EXTENTS`."""
    declared = {part for part, _ in claim.encoded}
    if declared:
        return "whole" if "" in declared or declared >= set(claim.parts) else "part"
    if any(e.decision == "fails" and a_case(claim, e) for e in claim.evidence):
        return "case"
    return "words" if any(e.certificate is not None for e in claim.evidence) else "none"


def said_of(claim: ReportedClaim) -> str:
    """The same in one sentence, for the page of the claim."""
    match extent(claim):
        case "whole":
            return "the whole statement"
        case "part":
            declared = dict.fromkeys(part for part, _ in claim.encoded)
            left = [part for part in claim.parts if part not in declared]
            return f"the parts {', '.join(declared)}; in words: {', '.join(left)}"
        case "case":
            return (
                "a case of the statement, which is refuted; words say why the statement implies it"
            )
        case "words":
            return "not as a whole; words join what certificates show to the statement"
    return "nothing: the statement stands in words"


def encoding_markdown(report: Report) -> str:
    """How many statements are encoded, by status and by kind of certificate, and which are not."""
    of = {claim.id: extent(claim) for claim in report.claims}
    by_status = Counter((claim.status, of[claim.id]) for claim in report.claims)
    by_kind = Counter(
        (kind, of[claim.id]) for claim in report.claims for kind in sorted(_kinds_of(claim))
    )
    lines = ["# What is encoded", "", f"{len(report.claims)} claims. A claim counts once for each"
             " kind of its certificates.", ""]  # fmt: skip
    lines += [*_table("status", STATUSES, by_status), ""]
    lines += [*_table("certificate", sorted({kind for kind, _ in by_kind}), by_kind), ""]
    for one in ("part", "case", "words", "none"):
        there = [claim for claim in report.claims if of[claim.id] == one]
        lines += [f"## {EXTENTS[one].capitalize()}: {len(there)}", ""]
        lines += [f"- {code(claim.id)} ({claim.status})" for claim in there] + [""]
    return "\n".join(lines).rstrip() + "\n"


def _table(name: str, rows: Iterable[str], counts: Mapping[tuple[str, str], int]) -> Iterator[str]:
    yield f"| {name} | {' | '.join(EXTENTS.values())} |"
    yield "|---" * (len(EXTENTS) + 1) + "|"
    for row in rows:
        numbers = [counts.get((row, one), 0) for one in EXTENTS]
        if any(numbers):
            yield f"| {row} | {' | '.join(map(str, numbers))} |"


def _kinds_of(claim: ReportedClaim) -> set[str]:
    from workbench.referee.checkers import members_of

    return {
        str(member.get("kind"))
        for e in claim.evidence if e.certificate is not None
        for member in members_of(e.certificate) if isinstance(member, dict)
    }  # fmt: skip
