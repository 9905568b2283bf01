"""The verdicts of a report, computed again from its evidence alone, and compared with what it says.

    statement -> certificate -> duties -> grade -> verdict -> totals

Nothing is believed because it stands there.  Every certificate has been ruled on anew; the grade of
its row follows from the ruling and from what the claim declares; the verdicts follow from the rows
along the dependency graph, by the `judge` that a run uses.

What is left to trust: rows without a certificate (what a statistical test found, what a mutant came
to, figures), whether the words of a statement say what the formula of its certificate says, and
that nothing is missing which nothing here mentions.  The published digest covers those.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.claims import (
    Check,
    CheckResult,
    Claim,
    Grade,
    Outcome,
    Verdict,
    derive_seed,
    judge,
)
from workbench.errors import ClaimError, EvidenceError
from workbench.referee.answer import Ruling
from workbench.referee.digests import edited
from workbench.referee.grading import earned, tied
from workbench.referee.rows import (
    Row,
    check_of,
    claim_of,
    claim_outside,
    failed,
    mutant_of,
    outcome_of,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """One place of a report that does not follow from its evidence, and why."""

    where: str
    what: str


def certificates_of(report: Row) -> dict[str, Any]:
    """The certificates of a report by "claim::check"."""
    return {
        f"{claim['id']}::{row['check']}": row["certificate"]
        for claim in report["claims"]
        for row in claim["evidence"]
        if row["certificate"] is not None
    }


def rebuild(report: Row, rulings: Mapping[str, Ruling]) -> list[Difference]:
    """Everything in a well-formed report (`load_report`) that does not follow from its evidence.

    rulings: what the referee says of each of `certificates_of(report)`, by the same names.
    """
    found = _Differences(report, rulings)
    for where in edited(report):
        found.say(where, "its digest is not that of its content: it was edited")
    try:
        verdicts = found.verdicts()
    except ClaimError as error:  # a claim that cannot be, or claims that use each other in a circle
        found.say("the report", str(error))
        return found.list
    for row in report["claims"]:
        found.compare_verdict(row, verdicts[row["id"]])
        found.compare_run(row)
    found.compare_totals(verdicts)
    found.compare_budget()
    found.compare_command()
    found.compare_repairs()
    return found.list


class _Differences:
    """What was found so far."""

    def __init__(self, report: Row, rulings: Mapping[str, Ruling]) -> None:
        self.report, self.rulings = report, rulings
        self.list: list[Difference] = []
        self.declared = {
            row["id"]: [one["digest"] for one in row["encoded"]] for row in report["claims"]
        }

    def say(self, where: str, what: str) -> None:
        self.list.append(Difference(where, what))

    def verdicts(self) -> dict[str, Verdict]:
        """The verdicts that follow from the rows; raises ClaimError."""
        claims = {row["id"]: claim_of(row) for row in self.report["claims"]}
        findings: dict[str, list[CheckResult]] = {}
        for row in self.report["claims"]:
            claim = claims[row["id"]]
            citations = [e for e in row["evidence"] if e["manner"] == "cited"]
            self.compare_citation(row, citations)
            rest = [e for e in row["evidence"] if e["manner"] != "cited"]
            findings[claim.id] = [self.finding(claim, e) for e in rest]
            claim.checks += [f.check for f in findings[claim.id]]
        for id, kind in self.report["outside"].items():
            claims.setdefault(id, claim_outside(id, kind))
        verdicts = judge(claims, findings)
        for failure in self.report["failures"]:
            id = f"{failure['paper']}.could-not-be-loaded"
            if id in verdicts and not findings.get(id):
                verdicts[id] = Verdict("error", Grade.INCONCLUSIVE, failure["message"])
        return verdicts

    def finding(self, claim: Claim, row: Row) -> CheckResult:
        """A row of evidence at the grade that it earns."""
        check = check_of(claim.id, row)
        where = f"{claim.id}::{check.name}"
        mutants = tuple(mutant_of(m) for m in row["mutants"])
        for said, mutant in zip(row["mutants"], mutants, strict=True):
            if said["rejected"] != check.rejects(mutant):
                word = "rejected" if said["rejected"] else "accepted"
                self.say(where, f"its mutant {said['name']} is not {word}: {mutant.decision}")
        return CheckResult(check, self.outcome(claim, check, where, row), mutants)

    def outcome(self, claim: Claim, check: Check, where: str, row: Row) -> Outcome:
        try:
            stated = outcome_of(row)
        except EvidenceError as error:
            self.say(where, str(error))
            return failed(str(error))
        found = tied(earned(claim, check, stated, self.rulings.get(where)), self.declared)
        if (found.decision, found.grade) != (stated.decision, stated.grade):
            self.say(
                where,
                f"it says {stated.decision} {stated.grade.name}, and what it holds earns"
                f" {found.decision} {found.grade.name}: {found.reason}",
            )
        return found

    def compare_citation(self, row: Row, citations: list[Row]) -> None:
        if len(citations) != (row["kind"] == "cited"):
            self.say(row["id"], "a cited claim has one citation, and another claim has none")
        for one in citations:
            said = (one["doc"], one["summary"], one["decision"], one["grade"], one["assumes"])
            if said != (row["citation"], row["citation"], "holds", "ASSUMED", [row["id"]]):
                self.say(f"{row['id']}::{one['check']}", "it is not the citation of the claim")

    def compare_verdict(self, row: Row, found: Verdict) -> None:
        follows = {
            "status": found.status,
            "grade": found.grade.name,
            "reason": found.reason,
            "assumes": list(found.assumes),
            "trust": list(found.trust),
            "alpha": str(found.alpha),
            "weak": list(found.weak),
        }
        wrong = [name for name, value in follows.items() if row[name] != value]
        if wrong:
            name, *rest = wrong
            more = f"; {', '.join(rest)} differ too" if rest else ""
            self.say(
                row["id"],
                f"{name} = {_told(row[name])}, and from its evidence follows"
                f" {_told(follows[name])}{more}",
            )

    def compare_run(self, row: Row) -> None:
        """The paper of a claim, and with which seed and by which command its checks run again."""
        id, seed = row["id"], self.report["seed"]
        if row["paper"] != id.partition(".")[0]:
            self.say(id, f"its paper is not {row['paper']}")
        setting = ["--seed", str(seed), "--profile", self.report["profile"]]
        for one in row["evidence"]:
            follows = {
                "seed": derive_seed(seed, id, one["check"]),
                "repeat": shlex.join(["workbench", "verify", id, *setting, "--fresh"]),
            }
            if one["manner"] == "cited":
                follows = {"seed": seed, "repeat": f"workbench show {id}"}
            for name, value in follows.items():
                if one[name] != value:
                    where = f"{id}::{one['check']}"
                    self.say(where, f"{name} = {_told(one[name])}, and it is {value} in this run")

    def compare_command(self) -> None:
        """The command of the run, which a reader may well run: no other program, one setting."""
        said, report = self.report["command"], self.report
        end = shlex.join(["--seed", str(report["seed"]), "--profile", report["profile"]])
        try:
            words = shlex.split(said)
        except ValueError:
            words = []
        plain = shlex.join(words) == said and words[:2] == ["workbench", "verify"]
        if not (plain and said.endswith(f" {end}")):
            self.say("command", f"{_told(said)} is no `workbench verify ... {end}`")

    def compare_totals(self, verdicts: Mapping[str, Verdict]) -> None:
        inside = [verdicts[row["id"]].status for row in self.report["claims"]]
        counts = Counter({"claims": len(inside)}) + Counter(inside)
        for name, stated in self.report["totals"].items():
            if stated != counts[name]:
                self.say("totals", f"{name} = {stated}, and the evidence gives {counts[name]}")

    def compare_budget(self) -> None:
        budget = self.report["budget"]
        shares = {f"{t['claim']}::{t['check']}": Fraction(t["alpha"]) for t in budget["tests"]}
        if sum(shares.values()) > Fraction(budget["total"]):
            self.say("budget", f"its shares are more than {budget['total']} together")
        spent = Fraction(0)
        for claim in self.report["claims"]:
            for row in claim["evidence"]:
                alpha = Fraction(row["alpha"] or 0)
                spent += alpha
                where = f"{claim['id']}::{row['check']}"
                if alpha > shares.get(where, 0):
                    self.say(where, f"it spends {alpha}, and its share is {shares.get(where, 0)}")
        if spent != Fraction(budget["spent"]):
            self.say("budget", f"spent = {budget['spent']}, and the evidence spends {spent}")

    def compare_repairs(self) -> None:
        inside = {row["id"] for row in self.report["claims"]}
        repaired: dict[str, list[str]] = {id: [] for id in inside}
        for row in self.report["claims"]:
            for target in inside.intersection(row["repairs"]):
                repaired[target].append(row["id"])
        for row in self.report["claims"]:
            if sorted(inside.intersection(row["repaired_by"])) != sorted(repaired[row["id"]]):
                self.say(row["id"], "repaired_by is not what the repairs of the claims say")


def _told(value: object) -> str:
    text = ", ".join(value) or "nothing" if isinstance(value, list) else str(value)
    return text if len(text) <= 200 else text[:197] + "..."
