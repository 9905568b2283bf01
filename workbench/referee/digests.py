"""Digests of a report: one of each piece of evidence, one of each claim, one of the whole.

A digest covers everything that stands there except times: that of a claim covers the
digests of its evidence, and that of the report those of its claims.  Whoever has the one line that
was published can tell whether a file is the one that it was published with.  Against somebody who
writes all digests anew there is `workbench.referee.rebuild`, which trusts none of them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Row = Mapping[str, Any]
TIMES = ("ended", "seconds")
"""The fields that differ between equal runs: when a run ended, and how long things took."""
_NOT_COVERED = ("digest", *TIMES)
_STATEMENT = ("kind", "provenance", "statement", "hypotheses", "parts", "encoded", "citation")


def evidence_digest(evidence: Row) -> str:
    """The digest of what one check found."""
    return _digest(_covered(evidence))


def claim_digest(claim: Row) -> str:
    """The digest of a claim and of its evidence, made from the contents."""
    return _of_claim(claim, [evidence_digest(e) for e in claim["evidence"]])


def _of_claim(claim: Row, evidence: list[str]) -> str:
    return _digest(_covered(claim) | {"evidence": evidence})


def findings_digest(claim: Row) -> str:
    """The digest of all that the checks of a claim found, in their order."""
    return _digest([evidence_digest(e) for e in claim["evidence"]])


def statement_digest(claim: Row) -> str:
    """The digest of what is claimed: another one means another statement."""
    said = {key: claim[key] for key in _STATEMENT}
    return _digest(said | {"statement": " ".join(claim["statement"].split())})


def report_digest(report: Row) -> str:
    """The root: the digest of the whole report, made from the contents."""
    return _of_report(report, [claim_digest(c) for c in report["claims"]])


def _of_report(report: Row, claims: list[str]) -> str:
    return _digest(_covered(report) | {"claims": claims})


def stamped(report: Row) -> dict[str, Any]:
    """The report with all its digests, whatever stood there."""
    claims = []
    for claim in report["claims"]:
        evidence = [e | {"digest": evidence_digest(e)} for e in claim["evidence"]]
        own = _of_claim(claim, [e["digest"] for e in evidence])
        claims.append(claim | {"evidence": evidence, "digest": own})
    root = _of_report(report, [claim["digest"] for claim in claims])
    return {**report, "claims": claims, "digest": root}


def edited(report: Row) -> Iterator[str]:
    """Where a digest is not that of what stands there."""

    def differs(row: Row, made: Callable[[Row], str]) -> bool:
        return row["digest"] != made(row)

    for claim in report["claims"]:
        for evidence in claim["evidence"]:
            if differs(evidence, evidence_digest):
                yield f"{claim['id']}::{evidence['check']}"
        if differs(claim, claim_digest):
            yield claim["id"]
    if differs(report, report_digest):
        yield "the report"


def _covered(row: Row) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in _NOT_COVERED}


def _digest(data: object) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), check_circular=False)
    return hashlib.sha256(text.encode()).hexdigest()
