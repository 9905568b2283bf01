"""The report as typed, frozen data: what the format `workbench-report/3` means.

The same format is written down as a JSON Schema in reports/workbench-report-3.schema.json; the
reader is in `workbench.report.reader`, and the tests hold the three together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from workbench.claims.check import Manner
from workbench.claims.source import Kind

SCHEMA = "workbench-report/3"
AIMS = ("support", "refute")
KINDS: tuple[str, ...] = get_args(Kind)
MANNERS: tuple[str, ...] = get_args(Manner)
DECISIONS = ("holds", "fails", "refused", "inconclusive", "error")
PROVENANCES = {
    "printed": "as printed",
    "reconstructed": "reconstructed",
    "reading": "one reading of the text",
    "boundary": "at the ends of a range that the text leaves open",
    "ours": "ours, not in the paper",
}
PROFILES = ("quick", "full")


@dataclass(frozen=True, slots=True)
class ReportedFigure:
    """A number that a check computed; an exact one is kept as text."""

    name: str
    value: str | float | int
    unit: str
    note: str


@dataclass(frozen=True, slots=True)
class ReportedEncoding:
    """An expression as the machine holds it."""

    label: str
    latex: str


@dataclass(frozen=True, slots=True)
class ReportedCounterexample:
    """A point that meets the hypotheses and violates the statement."""

    point: tuple[tuple[str, str], ...]
    text: str


@dataclass(frozen=True, slots=True)
class ReportedObligation:
    """A condition that the expression needs to have a meaning, and what discharged it."""

    latex: str
    status: str
    by: str


@dataclass(frozen=True, slots=True)
class ReportedPlot:
    """A picture as SVG text, and the words that replace it."""

    title: str
    alt: str
    svg: str


@dataclass(frozen=True, slots=True)
class ReportedMutant:
    """A nearby false variant, and whether the check rejected it."""

    name: str
    doc: str
    decision: str
    rejected: bool
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedEvidence:
    """What one check found; `decision` speaks about the claim, whatever the check aimed at.

    `uses` is None for a check that rests on what its claim rests on.  `encoded` is what the author
    of a check shows that has no certificate; what a certificate shows is read off the certificate.
    `joints` are the sentences that lead from there to the statement.
    """

    check: str
    doc: str
    aim: str
    manner: str
    method: str
    decision: str
    grade: str
    summary: str
    part: str
    corner: str
    stronger: str
    uses: tuple[str, ...] | None
    reason: str
    encoded: tuple[ReportedEncoding, ...]
    figures: tuple[ReportedFigure, ...]
    counterexample: ReportedCounterexample | None
    certificate: Mapping[str, Any] | None
    obligations: tuple[ReportedObligation, ...]
    alpha: str | None
    looks: int | None
    power: str
    assumes: tuple[str, ...]
    trust: tuple[str, ...]
    joints: tuple[str, ...]
    plots: tuple[ReportedPlot, ...]
    mutants: tuple[ReportedMutant, ...]
    seed: int
    seconds: float
    repeat: str
    trace: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedClaim:
    """One statement with its status, the evidence for it and what it rests on.

    `encoded` holds the digests of the statements as the machine reads them, each with its part;
    `weak` the claims below it that earned less than a certificate and are not cited.
    """

    id: str
    paper: str
    kind: str
    title: str
    source: str
    provenance: str
    statement: str
    hypotheses: tuple[str, ...]
    encoded: tuple[tuple[str, str], ...]
    citation: str
    note: str
    status: str
    grade: str
    reason: str
    assumes: tuple[str, ...]
    trust: tuple[str, ...]
    alpha: str
    weak: tuple[str, ...]
    repairs: tuple[str, ...]
    repaired_by: tuple[str, ...]
    uses: tuple[str, ...]
    parts: tuple[str, ...]
    module: str
    digest: str
    evidence: tuple[ReportedEvidence, ...]

    @property
    def slug(self) -> str:
        """The id without its paper."""
        return self.id.removeprefix(self.paper + ".")

    @property
    def depends_on(self) -> tuple[str, ...]:
        """The claims that it or one of its checks rests on, in order of mention."""
        named = [*self.uses, *(u for e in self.evidence for u in e.uses or ())]
        return tuple(dict.fromkeys(named))


@dataclass(frozen=True, slots=True)
class ReportedItem:
    """An item of a paper's contents: its label and the ids of its claims."""

    section: str
    label: str
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportedPaper:
    """Whose claims these are, and the paper's own contents."""

    id: str
    title: str
    authors: str
    reference: str
    items: tuple[ReportedItem, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportedShare:
    """The part of the error budget that one statistical check may spend."""

    claim: str
    check: str
    alpha: str


@dataclass(frozen=True, slots=True)
class ReportedBudget:
    """The probability that any statistical check of the report errs, and its division."""

    total: str
    tests: tuple[ReportedShare, ...]
    spent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that a run found.

    `ended` is when the run ended, in UTC.  `outside` maps claims that are not in the report, but
    that something in it rests on, to their kinds; `failures` are the papers that could not be
    loaded, with the reason.
    """

    seed: int
    profile: str
    versions: tuple[tuple[str, str], ...]
    command: str
    totals: Mapping[str, int]
    ended: str
    seconds: float
    budget: ReportedBudget
    papers: tuple[ReportedPaper, ...]
    failures: tuple[tuple[str, str], ...]
    outside: Mapping[str, str]
    claims: tuple[ReportedClaim, ...]
    digest: str

    def with_status(self, *statuses: str) -> tuple[ReportedClaim, ...]:
        """The claims of these statuses, in the order of the report."""
        return tuple(c for c in self.claims if c.status in statuses)
