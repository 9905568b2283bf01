"""What a run is compared with: of each claim its status, and digests of statement and evidence.

    baseline_of(report)        the baseline as plain data, from a report that `load_report` accepted
    load_baseline(path)        what a baseline records, by id; a whole report records it as well
    brought()                  what the installed papers bring along in their distributions
    compare(old, new)          the same classes as those of two reports

A baseline (format `workbench-baseline/1`, reports/workbench-baseline-1.schema.json) is small
enough to be kept under version control, with a line for each claim.  The last digits of figures
differ between machines, and so does the digest of evidence; claims that differ in nothing else are
therefore counted and not named.  Of a certified claim it also records the hypotheses without which
its certificate is accepted (`workbench.referee.spare`), which takes too long for every run: a page
shows them while the statement is the recorded one.
"""

import importlib.metadata
import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from workbench.claims import Claim
from workbench.claims.paper import GROUP
from workbench.referee.digests import findings_digest, statement_digest
from workbench.report.canonical import canonical_json
from workbench.report.comparison import RESTATED, Diff, classify
from workbench.report.document import read_document
from workbench.report.errors import ReportError
from workbench.report.node import Node, told
from workbench.report.reader import read_report
from workbench.report.status import STATUSES

SCHEMA = "workbench-baseline/1"
_ANY_VERSION = "workbench-baseline/"
_AGAIN = "make it again with `workbench report RUN.json --baseline -o FILE`"
_LINES = 2  # levels that are laid out over lines: the document and its list of claims


@dataclass(frozen=True, slots=True)
class Recorded:
    """What is recorded of one claim: its status and two digests (64 hexadecimal digits each).

    unused: the hypotheses, as LaTeX, without which its certificate is accepted, each left out alone
    """

    status: str
    statement: str
    evidence: str
    unused: tuple[str, ...] = ()


def recorded_in(report: Mapping[str, Any]) -> dict[str, Recorded]:
    """What a report says of its claims, by id; the digests are made from its contents."""
    return {
        c["id"]: Recorded(c["status"], statement_digest(c), findings_digest(c))
        for c in report["claims"]
    }


def unused_in(
    claims: Iterable[Mapping[str, Any]], recorded: Mapping[str, Recorded]
) -> dict[str, tuple[str, ...]]:
    """What is recorded as not needed by certified claims of a report, of the same statements."""
    return {
        c["id"]: one.unused
        for c in claims
        if (one := recorded.get(c["id"])) is not None and one.unused
        and c["status"] == "certified" and one.statement == statement_digest(c)
    }  # fmt: skip


def statement_of(claim: Claim) -> dict[str, Any]:
    """What a report says of a claim itself, in the fields that a digest of its statement covers."""
    return {
        "kind": claim.kind,
        "provenance": claim.provenance,
        "statement": claim.statement,
        "hypotheses": list(claim.hypotheses),
        "parts": list(claim.parts),
        "encoded": [{"part": part, "digest": one.digest} for part, one in claim.statements()],
        "citation": claim.citation,
    }


def baseline_of(
    report: Mapping[str, Any], unused: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> dict[str, Any]:
    """The baseline of a report, its claims sorted by id.

    unused: of some claims, the hypotheses that their certificates do without

    Raises:
        ReportError: a paper of the report could not be loaded, so its claims would be missing.
    """
    if report["failures"]:
        names = ", ".join(sorted(f["paper"] for f in report["failures"]))
        raise ReportError(
            f"the report lacks the claims of {names}, which could not be loaded: no baseline is"
            " made from it.\n"
            "  Mend the paper and run `workbench verify --out DIR` again."
        )
    return {
        "schema": SCHEMA,
        "claims": [
            {
                "id": id,
                "status": one.status,
                "statement": one.statement,
                "evidence": one.evidence,
            }
            | ({"unused": list(unused[id])} if unused.get(id) else {})
            for id, one in sorted(recorded_in(report).items())
        ],
    }


def baseline_json(
    report: Mapping[str, Any], unused: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> str:
    """The text of the baseline of a report: one line for each claim."""
    return canonical_json(baseline_of(report, unused), depth=_LINES)


def read_baseline(document: object) -> dict[str, Recorded]:
    """Read what a baseline, or a report, records; raise `ReportError` where it is neither."""
    node = Node(document, "baseline", _AGAIN)
    schema = node.text("schema")
    if schema.startswith("workbench-report/"):
        read_report(document)
        return recorded_in(node.a(dict))
    if schema != SCHEMA:
        raise ReportError(
            f"baseline.schema = {told(schema)}, and this version reads {SCHEMA!r}.\n"
            f"  If it is an older one, {_AGAIN}."
        )
    found: dict[str, Recorded] = {}
    for claim in node.at("claims"):
        id = claim.name("id")
        if id in found:
            raise claim.at("id").fault("stands there twice, and ids are unique")
        status = claim.choice("status", STATUSES)
        unused = claim.texts("unused") if "unused" in claim.a(dict) else ()
        found[id] = Recorded(status, claim.digest("statement"), claim.digest("evidence"), unused)
    return found


def load_baseline(path: Path) -> dict[str, Recorded]:
    """What the file of a baseline, or of a report, records of each claim, by id."""
    document = read_document(path)
    try:
        return read_baseline(document)
    except ReportError as error:
        raise ReportError(f"{path}: {error}") from error


BROUGHT = "extra_metadata/baseline.json"
"""Where the metadata of a distribution of papers holds what is recorded of their claims."""


def brought(beside: Container[str] = ()) -> dict[str, Recorded]:
    """What the installed papers record of their own claims, by id; those in `beside` left out.

    Raises:
        ReportError: what a distribution brings is no baseline.
    """
    of: dict[str, list[str]] = {}  # the papers by the text that brings what is recorded of them
    names: dict[str, str] = {}
    for point in importlib.metadata.entry_points(group=GROUP):
        if point.name in beside or point.dist is None:
            continue
        if (text := point.dist.read_text(BROUGHT)) is not None:
            of.setdefault(text, []).append(point.name)
            names.setdefault(text, point.dist.name)
    found: dict[str, Recorded] = {}
    for text, papers in of.items():
        try:
            told = read_baseline(json.loads(text))
        except (ValueError, RecursionError, ReportError) as error:
            raise ReportError(f"the baseline of {names[text]}: {error}") from error
        found |= {id: one for id, one in told.items() if id.split(".", 1)[0] in papers}
    return found


def is_baseline(path: Path) -> bool:
    """Whether a file calls itself a baseline, of whatever version."""
    document = read_document(path)
    return isinstance(document, dict) and str(document.get("schema")).startswith(_ANY_VERSION)


def compare(old: Mapping[str, Recorded], new: Mapping[str, Recorded]) -> Diff:
    """Compare what is recorded of claims by status and statement; count the rest."""
    found = classify(
        {id: one.status for id, one in old.items()},
        {id: one.status for id, one in new.items()},
        what=lambda id: RESTATED if old[id].statement != new[id].statement else "",
    )
    named = {change.id for change in (*found.worse, *found.better, *found.restated)}
    other = [id for id in old.keys() & new.keys() - named if old[id].evidence != new[id].evidence]
    return replace(found, other_evidence=len(other))
