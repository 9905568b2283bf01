"""From a finished run to the dictionary of a report, `workbench-report/3`.

Everything in it follows from the claims, the evidence and the setting; only the times, `ended` and
`seconds`, differ from run to run.  How many workers there were, and where files were put, is not
part of it.  It holds all that its verdicts were computed from, so that `workbench.referee.rebuild`
can do that again.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from workbench.claims import Check, Claim, Grade, Library, PaperFailure, Verdict
from workbench.claims.deciding import cited
from workbench.claims.graph import uses_of
from workbench.claims.paper import GROUP, Item
from workbench.referee.digests import stamped
from workbench.report.baseline import statement_of
from workbench.report.model import SCHEMA
from workbench.report.moment import moment
from workbench.report.reader import totals_of
from workbench.runner import Record, Session, Task, command, versions


def build_report(
    session: Session, *, wanted: Iterable[str] = (), expression: str = ""
) -> dict[str, Any]:
    """The report on a run; `wanted` and `expression` are the selection as the user gave it."""
    library, setting = session.library, session.plan.setting
    wanted = tuple(wanted)
    repaired_by: dict[str, list[str]] = {}
    for claim in library.claims.values():
        for target in claim.repairs:
            repaired_by.setdefault(target, []).append(claim.id)
    rows: dict[str, list[tuple[Task, Record]]] = {id: [] for id in session.plan.claims}
    for task in session.plan.tasks:
        rows[task.claim].append((task, session.records[task.name]))
    claims = [
        _claim(session, library[id], rows[id], session.verdicts[id], repaired_by.get(id, ()))
        for id in session.plan.claims
    ]
    lost = concerned(library, wanted)
    claims += [_unloaded(session, failure) for failure in lost]
    shown = {claim["paper"] for claim in claims}
    report = {
        "schema": SCHEMA,
        "seed": setting.seed,
        "profile": setting.profile,
        "versions": versions() | _distributions(shown),
        "command": command(setting, wanted, expression=expression),
        "totals": totals_of([claim["status"] for claim in claims]),
        "ended": moment(),
        "seconds": round(sum(r.seconds for r in session.records.values()), 3),
        "budget": {
            "total": str(setting.budget),
            "tests": [
                {"claim": s.claim, "check": s.check, "alpha": str(s.alpha)}
                for s in session.plan.shares
            ],
            "spent": str(session.spent),
        },
        "papers": [
            _paper(p.id, p.title, p.authors, p.reference, p.items())
            for p in library.papers
            if p.id in shown
        ]
        + [_paper(f.name, "could not be loaded", "", f.module, ()) for f in lost],
        "failures": [
            {"paper": f.name, "module": f.module, "message": f.message} for f in library.failures
        ],
        "outside": _outside(session),
        "claims": claims,
    }
    return stamped(report)


def _distributions(papers: set[str]) -> dict[str, str]:
    """Name and version of each distribution that some papers came in."""
    points = importlib.metadata.entry_points(group=GROUP)
    return {p.dist.name: p.dist.version for p in points if p.name in papers and p.dist is not None}


def _paper(
    id: str, title: str, authors: str, reference: str, items: Iterable[Item]
) -> dict[str, Any]:
    return {
        "id": id,
        "title": title,
        "authors": authors,
        "reference": reference,
        "items": [
            {"section": i.section, "label": i.label, "claims": list(i.claims)} for i in items
        ],
    }


def _outside(session: Session) -> dict[str, str]:
    """The kinds of the claims that are not in the report, and that something in it rests on."""
    inside = set(session.plan.claims)
    named = [u for id in session.plan.claims for u in uses_of(session.library[id])]
    named += [a for record in session.records.values() for a in record.outcome.assumes]
    known = session.library.claims
    return {id: known[id].kind for id in sorted(set(named) - inside) if id in known}


def concerned(library: Library, wanted: Iterable[str]) -> list[PaperFailure]:
    """The papers that could not be loaded although the selection covers them."""
    names = {name.split(".", 1)[0] for name in wanted}
    return [f for f in library.failures if not names or f.name in names]


def _unloaded(session: Session, failure: PaperFailure) -> dict[str, Any]:
    """The row of a paper that could not be loaded: an error, since nothing in it was checked."""
    paper = Claim(
        f"{failure.name}.could-not-be-loaded",
        title=f"The paper {failure.name} could not be loaded",
        ours=("remark", failure.module),
        statement="",
        note="Stands for all claims of the paper, none of which was checked.",
        module=failure.module,
    )
    verdict = Verdict("error", Grade.INCONCLUSIVE, failure.message)
    return _claim(session, paper, (), verdict, ())


def _claim(
    session: Session,
    claim: Claim,
    rows: Iterable[tuple[Task, Record]],
    verdict: Verdict,
    repaired_by: Iterable[str],
) -> dict[str, Any]:
    checks = {check.name: check for check in claim.checks}
    evidence = [_evidence(checks[task.check], task, record) for task, record in rows]
    if claim.kind == "cited":
        evidence.insert(0, _citation(session, claim))
    return statement_of(claim) | {
        "id": claim.id,
        "paper": claim.paper,
        "title": claim.title,
        "source": claim.source,
        "note": claim.note,
        "status": verdict.status,
        "grade": verdict.grade.name,
        "reason": verdict.reason,
        "assumes": list(verdict.assumes),
        "trust": list(verdict.trust),
        "alpha": str(verdict.alpha),
        "weak": list(verdict.weak),
        "repairs": list(claim.repairs),
        "repaired_by": sorted(repaired_by),
        "uses": list(claim.uses),
        "module": claim.module,
        "evidence": evidence,
    }


def _evidence(check: Check, task: Task, record: Record) -> dict[str, Any]:
    outcome = record.outcome
    # A record holds its certificate as plain data: to copy it would take longer than all the rest.
    data = replace(outcome, certificate=None, grade=Grade.INCONCLUSIVE, joints=()).to_json()
    return {
        "check": check.name,
        "doc": check.doc,
        "aim": check.aim,
        "manner": check.manner,
        "method": outcome.method,
        "decision": outcome.decision,
        "grade": outcome.grade.name,
        "summary": outcome.summary,
        "part": check.part,
        "corner": check.corner,
        "stronger": check.stronger,
        "uses": None if check.uses is None else list(check.uses),
        "reason": outcome.reason,
        "encoded": [] if outcome.certificate else data["encoded"],
        "figures": data["figures"],
        "counterexample": data["counterexample"],
        "certificate": _stamped(outcome.certificate),
        "obligations": data["obligations"],
        "alpha": data["alpha"] if outcome.alpha else None,
        "looks": outcome.looks,
        "power": outcome.power,
        "assumes": list(outcome.assumes),
        "trust": list(outcome.trust),
        "joints": list(outcome.joints),
        "plots": data["plots"],
        "mutants": [
            {
                "name": m.name,
                "doc": m.doc,
                "decision": m.outcome.decision,
                "rejected": check.rejects(m.outcome),
                "summary": m.outcome.reason or m.outcome.summary,
            }
            for m in record.mutants
        ],
        "seed": record.seed,
        "seconds": record.seconds,
        "repeat": task.repeat,
        "trace": record.trace,
    }


def _stamped(certificate: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The certificate with its kind and digest, by which a page names it."""
    if certificate is None:
        return None
    named = {"kind": "unnamed"} | dict(certificate)
    if "digest" not in named:
        text = json.dumps(certificate, sort_keys=True, separators=(",", ":"))
        named["digest"] = hashlib.sha256(text.encode()).hexdigest()[:16]
    return named


def _citation(session: Session, claim: Claim) -> dict[str, Any]:
    """The standing evidence of a cited claim, shown like that of a check."""
    outcome = cited(claim.id, claim.citation)
    return {
        "check": "citation",
        "doc": claim.citation,
        "aim": "support",
        "manner": "cited",
        "method": outcome.method,
        "decision": outcome.decision,
        "grade": Grade.ASSUMED.name,
        "summary": outcome.summary,
        "part": "",
        "corner": "",
        "stronger": "",
        "uses": None,
        "reason": "",
        "encoded": [
            {"label": part or "statement", "latex": one.latex()} for part, one in claim.statements()
        ],
        "figures": [],
        "counterexample": None,
        "certificate": None,
        "obligations": [],
        "alpha": None,
        "looks": None,
        "power": "",
        "assumes": list(outcome.assumes),
        "trust": list(outcome.trust),
        "joints": [],
        "plots": [],
        "mutants": [],
        "seed": session.plan.setting.seed,
        "seconds": 0.0,
        "repeat": f"workbench show {claim.id}",
        "trace": "",
    }
