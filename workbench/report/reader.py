"""Read a report and insist on its format.

A report reaches us as a plain dictionary (from the runner) or as a file (perhaps cut short, edited,
or written by a later version).  `read_report` turns it into the classes of `workbench.report.model`
or raises a `ReportError` that names the field, its value, the rule and the way out.  Every field of
the format is required; keys beyond it are ignored here and kept in the file.
"""

from collections import Counter
from pathlib import Path
from typing import Any

from workbench.report.document import read_document
from workbench.report.errors import ReportError
from workbench.report.model import (
    AIMS,
    DECISIONS,
    KINDS,
    MANNERS,
    PROFILES,
    PROVENANCES,
    SCHEMA,
    Report,
    ReportedBudget,
    ReportedClaim,
    ReportedCounterexample,
    ReportedEncoding,
    ReportedEvidence,
    ReportedFigure,
    ReportedItem,
    ReportedMutant,
    ReportedObligation,
    ReportedPaper,
    ReportedPlot,
    ReportedShare,
)
from workbench.report.node import Node, told
from workbench.report.status import GRADES, STATUSES


def load_report(path: Path) -> dict[str, Any]:
    """Read a report file as a dictionary and check it; keys beyond the format are kept."""
    document = read_document(path)
    try:
        read_report(document)
    except ReportError as error:
        raise ReportError(f"{path}: {error}") from error
    return dict(document)


def read_report(document: object) -> Report:
    """Read a report from plain data; raise `ReportError` where it is not one."""
    node = Node(document, "report")
    if (schema := node.text("schema")) != SCHEMA:
        why = (
            " An older report does not hold what its verdicts follow from."
            if schema in ("workbench-report/1", "workbench-report/2")
            else ""
        )
        raise ReportError(
            f"report.schema = {told(schema)}, and this version reads {SCHEMA!r}.{why}\n"
            "  Write it again with `workbench verify --out DIR`, or use the version of the"
            " workbench that wrote it."
        )
    report = Report(
        seed=node.whole("seed"),
        profile=node.choice("profile", PROFILES),
        versions=tuple(
            sorted((str(k), node.at("versions").text(k)) for k in node.at("versions").a(dict))
        ),
        command=node.text("command"),
        totals={str(k): node.at("totals").whole(k) for k in node.at("totals").a(dict)},
        ended=node.moment("ended"),
        seconds=node.number("seconds"),
        budget=_budget(node.at("budget")),
        papers=tuple(map(_paper, node.at("papers"))),
        failures=tuple((f.text("paper"), f.text("message")) for f in node.at("failures")),
        outside={str(k): node.at("outside").choice(k, KINDS) for k in node.at("outside").a(dict)},
        claims=tuple(read_claim(c) for c in node.at("claims")),
        digest=node.text("digest"),
    )
    _coherent(report)
    return report


def _paper(node: Node) -> ReportedPaper:
    items = tuple(
        ReportedItem(i.text("section"), i.text("label"), i.texts("claims"))
        for i in node.at("items")
    )
    title, authors, reference = map(node.text, ("title", "authors", "reference"))
    return ReportedPaper(node.name("id"), title, authors, reference, items)


def totals_of(statuses: list[str]) -> dict[str, int]:
    """Count statuses the way a report states its totals: every status, and all the claims."""
    counts = Counter(statuses)
    return {"claims": len(statuses)} | {status: counts[status] for status in STATUSES}


def _coherent(report: Report) -> None:
    """Reject a report that contradicts itself."""
    checks = [f"{c.id}::{e.check}" for c in report.claims for e in c.evidence]
    for name, ids in (
        ("papers", [p.id for p in report.papers]),
        ("claims", [c.id for c in report.claims]),
        ("claims.evidence", checks),
    ):
        twice = sorted(i for i, times in Counter(ids).items() if times > 1)
        if twice:
            raise ReportError(
                f"report.{name} holds {twice[0]!r} twice: ids are unique.\n"
                "  Two reports were joined, or a paper was registered twice; write it again."
            )
    papers = {p.id for p in report.papers}
    for place, claim in enumerate(report.claims):
        if claim.paper not in papers:
            raise ReportError(
                f"report.claims[{place}].paper = {claim.paper!r} is not among the papers"
                f" ({', '.join(sorted(papers)) or 'none'}).\n  Add the paper, or correct the claim."
            )
    true = totals_of([c.status for c in report.claims])
    for key, count in true.items():
        if report.totals.get(key) != count:
            raise ReportError(
                f"report.totals[{key!r}] = {report.totals.get(key)}, but the claims count"
                f" {count}.\n"
                "  The file was edited or cut; write it again with `workbench verify --out DIR`."
            )


def _budget(node: Node) -> ReportedBudget:
    tests = tuple(
        ReportedShare(t.text("claim"), t.text("check"), t.rational("alpha"))
        for t in node.at("tests")
    )
    return ReportedBudget(node.rational("total"), tests, node.rational("spent"))


def read_claim(node: Node) -> ReportedClaim:
    """Read one claim."""
    return ReportedClaim(
        id=node.name("id"),
        paper=node.name("paper"),
        kind=node.choice("kind", KINDS),
        title=node.text("title"),
        source=node.text("source"),
        provenance=node.choice("provenance", PROVENANCES),
        statement=node.text("statement"),
        hypotheses=node.texts("hypotheses"),
        encoded=tuple((e.text("part"), e.text("digest")) for e in node.at("encoded")),
        citation=node.text("citation"),
        note=node.text("note"),
        status=node.choice("status", STATUSES),
        grade=node.choice("grade", GRADES),
        reason=node.text("reason"),
        assumes=node.texts("assumes"),
        trust=node.texts("trust"),
        alpha=node.rational("alpha"),
        weak=node.texts("weak"),
        repairs=node.texts("repairs"),
        repaired_by=node.texts("repaired_by"),
        uses=node.texts("uses"),
        parts=node.texts("parts"),
        module=node.text("module"),
        digest=node.text("digest"),
        evidence=tuple(read_evidence(e) for e in node.at("evidence")),
    )


def read_evidence(node: Node) -> ReportedEvidence:
    """Read the evidence of one check."""
    decision = node.choice("decision", DECISIONS)
    looks, certificate = node.maybe("looks"), node.maybe("certificate")
    encoded = tuple(ReportedEncoding(e.text("label"), e.text("latex")) for e in node.at("encoded"))
    if certificate is not None:
        certificate.text("kind"), certificate.text("digest")
        if encoded:
            raise node.at("encoded").fault(
                "stands beside a certificate, which shows what it shows by itself"
            )
    return ReportedEvidence(
        check=node.name("check"),
        doc=node.text("doc"),
        aim=node.choice("aim", AIMS),
        manner=node.choice("manner", MANNERS),
        method=node.text("method"),
        decision=decision,
        grade=node.choice("grade", GRADES),
        summary=node.text("summary"),
        part=node.text("part"),
        corner=node.text("corner"),
        stronger=node.text("stronger"),
        uses=None if node.maybe("uses") is None else node.texts("uses"),
        reason=node.text("reason"),
        encoded=encoded,
        figures=tuple(_figure(f) for f in node.at("figures")),
        counterexample=_counterexample(node.maybe("counterexample")),
        certificate=None if certificate is None else certificate.a(dict),
        obligations=tuple(
            ReportedObligation(
                o.text("latex"), o.choice("status", ("discharged", "open")), o.text("by")
            )
            for o in node.at("obligations")
        ),
        alpha=None if node.maybe("alpha") is None else node.rational("alpha"),
        looks=None if looks is None else looks.a(int),
        power=node.text("power"),
        assumes=node.texts("assumes"),
        trust=node.texts("trust"),
        joints=node.texts("joints"),
        plots=tuple(
            ReportedPlot(p.text("title"), p.text("alt"), p.text("svg")) for p in node.at("plots")
        ),
        mutants=tuple(_mutant(m) for m in node.at("mutants")),
        seed=node.whole("seed"),
        seconds=node.number("seconds"),
        repeat=node.text("repeat"),
        trace=node.text("trace"),
        digest=node.text("digest"),
    )


def _figure(node: Node) -> ReportedFigure:
    value = node.at("value")
    exact = isinstance(value.value, str)
    if not exact:
        node.number("value")
    return ReportedFigure(node.text("name"), value.value, node.text("unit"), node.text("note"))


def _counterexample(node: Node | None) -> ReportedCounterexample | None:
    if node is None:
        return None
    point = tuple((p.text("name"), p.text("value")) for p in node.at("point"))
    return ReportedCounterexample(point, node.text("text"))


def _mutant(node: Node) -> ReportedMutant:
    return ReportedMutant(
        node.text("name"),
        node.text("doc"),
        node.choice("decision", DECISIONS),
        node.flag("rejected"),
        node.text("summary"),
    )
