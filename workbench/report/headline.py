"""The first line of a report: what is refuted, and what is not decided.

A reader who stops after one line must not leave with a better opinion than the evidence allows, so
the line counts what speaks against the claims before anything else, then what nobody could decide,
then what was taken from the literature on trust, and names a check that accepted a false variant.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from workbench.report.model import Report, ReportedClaim
from workbench.report.numbers import count
from workbench.report.status import AGAINST, UNCHECKED

AT_ONCE = 12  # claims that the head of a page lists without being asked

_OWN = "as the text has them"
_STANDS = {
    "boundary": "at the ends of a range that it leaves open",
    "reading": "in one reading of it",
    "ours": "variants of ours",
}
_WORDS = {
    "inconsistent": "certified both true and false",
    "refuted": "refuted",
    "disputed": "disputed",
    "broken": "broken",
}


@dataclass(frozen=True, slots=True)
class Group:
    """The claims of one status that the first line counts."""

    status: str
    claims: tuple[ReportedClaim, ...]

    @property
    def long(self) -> bool:
        """Whether a list of these claims would push everything else off the first screen."""
        return len(self.claims) > AT_ONCE

    @property
    def by_paper(self) -> tuple[tuple[str, tuple[ReportedClaim, ...]], ...]:
        """The claims of each paper, in the order of the report."""
        papers = dict.fromkeys(claim.paper for claim in self.claims)
        return tuple((p, tuple(c for c in self.claims if c.paper == p)) for p in papers)


@dataclass(frozen=True, slots=True)
class Headline:
    """The first sentence of a report and the claims that it counts."""

    sentence: str
    groups: tuple[Group, ...]
    accepted: tuple[tuple[str, str], ...]  # (claim, check) that accepted one of its mutants


def headline(report: Report) -> Headline:
    """Say what is refuted or not decided."""
    groups = tuple(
        Group(status, report.with_status(status))
        for status in (*AGAINST, *UNCHECKED)
        if report.with_status(status)
    )
    accepted = tuple(
        (claim.id, evidence.check)
        for claim in report.claims
        for evidence in claim.evidence
        if not all(m.rejected for m in evidence.mutants)
    )
    against = [_counted(g) for g in groups if g.status in AGAINST] or ["nothing refuted"]
    unchecked = sum(len(g.claims) for g in groups if g.status in UNCHECKED)
    words = [
        f"{count(len(report.claims), 'claim')}: {', '.join(against)}",
        f"{unchecked} not decided" if unchecked else "all decided",
    ]
    cited = report.totals["assumed"]
    if cited:
        words.append(f"{cited} taken on trust")
    if accepted:
        words.append(f"{count(len(accepted), 'check')} accepting a false variant")
    if not report.claims:
        words = ["No claims: nothing was checked"]
    return Headline("; ".join(words) + ".", groups, accepted)


def of_the_text(claims: Iterable[ReportedClaim]) -> str:
    """How many of some claims are the text's own statements, and how many are something else."""
    found = Counter(_STANDS.get(claim.provenance, _OWN) for claim in claims)
    kinds = (_OWN, *_STANDS.values())
    return ", ".join(f"{found[words]} {words}" for words in kinds if found[words])


def _counted(group: Group) -> str:
    words = f"{len(group.claims)} {_WORDS[group.status]}"
    return f"{words} ({of_the_text(group.claims)})" if group.status == "refuted" else words
