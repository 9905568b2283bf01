"""Arguments for a claim: what its checks earned, joined over its parts and with what they use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from workbench.claims.claim import Claim
from workbench.claims.evidence import TOP, CheckResult, Evidence, Status, Verdict, pareto, rank
from workbench.claims.outcome import Grade

DEAD: tuple[Status, ...] = ("refuted", "broken", "inconsistent")
OPEN: tuple[Status, ...] = ("inconclusive", "disputed", "error")
_MOST_ALTERNATIVES = 32  # undominated arguments that are followed further, the best ones first


@dataclass(frozen=True, slots=True)
class Argument:
    """What checks of the claim itself earned, and the claims that they use."""

    local: Evidence
    uses: frozenset[str]

    def at_least(self, other: Argument) -> bool:
        return self.uses <= other.uses and self.local.at_least(other.local)


def arguments(claim: Claim, findings: Sequence[CheckResult]) -> list[list[Argument]]:
    """For each part of the statement, the arguments of the checks that cover it."""
    # a refutation that does not succeed is no evidence: only one point was looked at
    usable = [
        f
        for f in findings
        if f.check.aim == "support" and f.outcome.decision == "holds" and f.sound
    ]
    return [
        [
            Argument(earned_by(f), frozenset(claim.uses if f.check.uses is None else f.check.uses))
            for f in usable
            if f.check.part in ("", part)
        ]
        for part in claim.parts or ("",)
    ]


def combined(per_part: Sequence[Sequence[Argument]]) -> list[Argument]:
    """The undominated ways to put the parts together into the whole statement."""
    total = [Argument(TOP, frozenset())]
    for ways in per_part:
        front: list[Argument] = []
        for a in dict.fromkeys(
            Argument(x.local & y.local, x.uses | y.uses) for x in total for y in ways
        ):
            if not any(other.at_least(a) for other in front):
                front = [other for other in front if not a.at_least(other)] + [a]
        front.sort(key=lambda a: (rank(a.local), len(a.uses), sorted(a.uses)))
        total = front[:_MOST_ALTERNATIVES]
    return total


def earned_by(finding: CheckResult) -> Evidence:
    """What one check earned; a check of a corner is no more than support for the whole."""
    o, c = finding.outcome, finding.check
    level = min(o.grade, Grade.SUPPORTED) if c.corner else o.grade
    errors = frozenset({(f"{c.claim}::{c.name}", o.alpha)}) if o.alpha else frozenset()
    return Evidence(level, frozenset(o.trust), frozenset(o.assumes), errors)


def is_dead(argument: Argument, verdicts: Mapping[str, Verdict]) -> bool:
    """Whether something that the argument rests on is gone."""
    needed = argument.uses | argument.local.assumes
    return any(id in verdicts and verdicts[id].status in DEAD for id in needed)


def through(argument: Argument, verdicts: Mapping[str, Verdict]) -> tuple[Evidence, ...]:
    """The argument joined with the best arguments for each claim that it uses."""
    total: tuple[Evidence, ...] = (argument.local,)
    for id in sorted(argument.uses):
        verdict = verdicts.get(id)
        if verdict is None or not verdict.effective or verdict.status in OPEN:
            below: tuple[Evidence, ...] = (Evidence(Grade.INCONCLUSIVE, assumes=frozenset({id})),)
        else:
            below = verdict.effective
        total = pareto(a & b for a in total for b in below)[:_MOST_ALTERNATIVES]
    return total


def weak_below(ways: Iterable[Argument], verdicts: Mapping[str, Verdict]) -> tuple[str, ...]:
    """Claims used, directly or not, that earned less than a certificate, or are open."""
    found: set[str] = set()
    for id in {u for w in ways for u in w.uses if u in verdicts}:
        found |= set(verdicts[id].weak)
        if verdicts[id].status in ("argued", "derived", "supported", *OPEN):
            found.add(id)
    return tuple(sorted(found))
