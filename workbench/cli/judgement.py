"""From verdicts to an exit code: what was expected, what is worse, what is still open.

A status that the baseline records for the same statement is expected: a printed statement that is
known to be refuted does not fail the run.  An error and an inconsistency are never expected.
"Worse" means what `workbench diff` means by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.claims import Claim, Grade
from workbench.cli.common import BASELINE, Exit, narrate
from workbench.report.baseline import Recorded
from workbench.report.summary import News

AGAINST = ("refuted", "disputed", "broken")


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """One claim of the run beside its baseline; `code` is what it asks the run to exit with."""

    id: str
    status: str
    recorded: str
    code: Exit
    why: str

    @property
    def expected(self) -> bool:
        """Whether there is nothing to complain of."""
        return self.code == Exit.OK


def read_baseline(path: Path | None, option: str) -> dict[str, Recorded]:
    """What is recorded of claims, by id; the default file may be absent, a named one may not.

    Of papers that the default file does not know, it is what they bring themselves.

    option: the one that names the file, for the message
    """
    from workbench.errors import EvidenceError
    from workbench.report.baseline import brought, load_baseline

    try:
        if path is not None:
            return load_baseline(path)
        here = load_baseline(BASELINE) if BASELINE.is_file() else {}
        known = {id.split(".", 1)[0] for id in here}
        return here | brought(known)
    except EvidenceError as error:
        raise EvidenceError(
            f"{error}\n  It is the baseline of this run: name another one with {option} FILE, or"
            " pass --no-baseline."
        ) from error


def unused(claim: Claim) -> tuple[str, ...]:
    """The hypotheses without which the recorded certificate of this statement is accepted too."""
    from workbench.errors import EvidenceError
    from workbench.referee.digests import statement_digest
    from workbench.report.baseline import statement_of

    try:
        recorded = read_baseline(None, "--recorded").get(claim.id)
    except EvidenceError as error:  # a claim is shown all the same
        narrate(str(error))
        return ()
    if recorded is None or recorded.statement != statement_digest(statement_of(claim)):
        return ()
    return recorded.unused


def judge_run(
    claims: Iterable[Mapping[str, object]],
    baseline: Mapping[str, Recorded],
    *,
    require: Grade = Grade.INCONCLUSIVE,
) -> list[JudgedClaim]:
    """Compare the claims of a report with what is recorded of them (by id; may be empty)."""
    return [_one(claim, baseline.get(str(claim["id"])), require) for claim in claims]


def lost(
    claims: Iterable[Mapping[str, object]], baseline: Mapping[str, Recorded]
) -> list[JudgedClaim]:
    """The claims that a baseline records and a run of everything does not know any more."""
    here = {str(claim["id"]) for claim in claims}
    return [
        JudgedClaim(id, "gone", record.status, Exit.WORSE, f"the baseline records {record.status}")
        for id, record in baseline.items()
        if id not in here
    ]


def news_of(report: Mapping[str, Any], judged: Iterable[JudgedClaim]) -> list[News]:
    """What of a run was not expected, with the command that repeats it."""
    return [
        News(one.id, one.status, one.why, repeat(report, one.id))
        for one in judged
        if not one.expected
    ]


def repeat(report: Mapping[str, Any], id: str) -> str:
    """The command that checks a claim of a report again."""
    return f"workbench verify {id} --seed {report['seed']} --profile {report['profile']} --fresh"


def exit_code(judged: Iterable[JudgedClaim]) -> Exit:
    """The exit code of the whole run: the gravest one."""
    found = {one.code for one in judged}
    for code in (Exit.INCONSISTENT, Exit.WORSE, Exit.OPEN):
        if code in found:
            return code
    return Exit.OK


def _one(claim: Mapping[str, object], record: Recorded | None, require: Grade) -> JudgedClaim:
    from workbench.referee.digests import statement_digest
    from workbench.report.status import RANK

    id, status = str(claim["id"]), str(claim["status"])
    restated = record is not None and record.statement != statement_digest(claim)
    recorded = "" if record is None or restated else record.status
    unknown = f"the baseline records {'another statement' if restated else 'nothing of it'}"

    def found(code: Exit, why: str = "") -> JudgedClaim:
        return JudgedClaim(id, status, recorded, code, why)

    if status == "inconsistent":
        return found(Exit.INCONSISTENT, "certified and refuted at once")
    if status == "error":
        return found(Exit.WORSE, "a check could not be carried out")
    if recorded and status != recorded:
        if RANK[status] > RANK[recorded]:
            return found(Exit.WORSE, f"the baseline records {recorded}")
        if recorded == "refuted":
            return found(Exit.WORSE, "the baseline records refuted, and its counterexample is lost")
    if not recorded and status in AGAINST:
        return found(Exit.WORSE, unknown)
    if not recorded and status == "inconclusive":
        return found(Exit.OPEN, unknown)
    open_to_demands = claim["kind"] != "cited" and status not in AGAINST
    if open_to_demands and Grade[str(claim["grade"])] < require:
        return found(Exit.OPEN, f"--require {require.name}")
    return found(Exit.OK)
