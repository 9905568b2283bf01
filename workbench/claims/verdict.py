"""From the outcomes of checks to the verdict on a claim.

Evidence is a record (level, trust, assumes, errors).  Two pieces that are both needed meet:
the weaker level, the union of what they rest on.  Alternative arguments for one claim are kept as
a Pareto front.  A refuted claim does not refute those that use it: it takes away their argument,
and they are BROKEN when no other argument is left.  A claim whose own proof is refused is
INCONCLUSIVE: nothing speaks against it.  Local evidence that contradicts itself without
any assumption is INCONSISTENT, a fault of the workbench.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from workbench.claims.cards import VerdictCard
from workbench.claims.check import Check
from workbench.claims.claim import Claim
from workbench.claims.graph import order
from workbench.claims.outcome import Grade, Outcome

Status = Literal[
    "proved",
    "certified",
    "argued",
    "derived",
    "supported",
    "assumed",
    "inconclusive",
    "refuted",
    "disputed",
    "broken",
    "inconsistent",
    "error",
]

_MOST_ALTERNATIVES = 32  # undominated arguments that are followed further, the best ones first


@dataclass(frozen=True, slots=True)
class Evidence:
    """How strong, by means of which software, resting on which claims, at which error levels."""

    level: Grade
    trust: frozenset[str] = frozenset()
    assumes: frozenset[str] = frozenset()
    errors: frozenset[tuple[str, Fraction]] = frozenset()

    def __and__(self, other: Evidence) -> Evidence:
        """Both are needed: the weaker level, the union of everything they rest on."""
        return Evidence(
            min(self.level, other.level),
            self.trust | other.trust,
            self.assumes | other.assumes,
            self.errors | other.errors,
        )

    @property
    def alpha(self) -> Fraction:
        """Total error probability: each test counts once, however often it is used."""
        return min(Fraction(1), sum((a for _, a in self.errors), Fraction(0)))

    def at_least(self, other: Evidence) -> bool:
        """Whether this is as good in every respect."""
        return (
            self.level >= other.level
            and self.trust <= other.trust
            and self.assumes <= other.assumes
            and self.errors <= other.errors
        )


TOP = Evidence(Grade.PROVED)
CITED = "the cited reference"


def pareto(alternatives: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The alternatives that no other one beats in every respect, best level first."""
    front: list[Evidence] = []
    for one in dict.fromkeys(alternatives):
        if any(other.at_least(one) for other in front):
            continue
        front = [other for other in front if not one.at_least(other)] + [one]
    return tuple(sorted(front, key=_rank))


def _rank(e: Evidence) -> tuple[object, ...]:
    return (-e.level, len(e.assumes), sorted(e.assumes), sorted(e.trust), sorted(e.errors))


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A check together with what it and its mutants came out with."""

    check: Check
    outcome: Outcome
    mutants: tuple[Outcome, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether the check has mutants and rejects each of them."""
        return bool(self.mutants) and all(self.check.rejects(m) for m in self.mutants)


@dataclass(frozen=True, slots=True)
class Verdict(VerdictCard):
    """What is to be said of one claim.

    status:    the headline
    grade:     the level that its own evidence earned for the whole statement
    assumes:   the cited or open claims at the leaves of its best argument
    effective: all undominated arguments, those of the claims it uses included
    weak:      the claims below it that earned less than a certificate and are not cited facts
    """

    status: Status
    grade: Grade
    reason: str
    assumes: tuple[str, ...] = ()
    trust: tuple[str, ...] = ()
    alpha: Fraction = Fraction(0)
    effective: tuple[Evidence, ...] = field(default=())
    weak: tuple[str, ...] = ()


_DEAD: tuple[Status, ...] = ("refuted", "broken", "inconsistent")
_OPEN: tuple[Status, ...] = ("inconclusive", "disputed", "error")
_SHOWN: tuple[Status, ...] = ("proved", "certified", "argued", "assumed")


def judge(
    claims: Mapping[str, Claim], findings: Mapping[str, Sequence[CheckResult]]
) -> dict[str, Verdict]:
    """The verdict on every claim, computed along the dependency graph."""
    verdicts: dict[str, Verdict] = {}
    assumed = {id: {a for f in fs for a in f.outcome.assumes} for id, fs in findings.items()}
    for id in order(claims, assumed):
        verdicts[id] = _judge_one(claims[id], findings.get(id, ()), verdicts)
    return {id: verdicts[id] for id in claims}


def _judge_one(
    claim: Claim, findings: Sequence[CheckResult], verdicts: Mapping[str, Verdict]
) -> Verdict:
    per_part = _arguments(claim, findings)
    ways = _combined(per_part)
    standing_ways = _combined([[w for w in p if not _dead(w, verdicts)] for p in per_part])
    alive = [(w.local, whole) for w in standing_ways for whole in _through(w, verdicts)]
    # the headline: the level that the claim's own checks earned, on the argument that earned it
    own = max((w.local.level for w in standing_ways or ways), default=Grade.INCONCLUSIVE)
    standing = pareto(whole for local, whole in alive if local.level == own)
    effective = pareto(whole for _, whole in alive)
    best = standing[0] if standing else Evidence(own, assumes=frozenset({claim.id}))
    if claim.kind == "cited":
        # its checks are instances: they never take the place of the reference
        best = Evidence(Grade.ASSUMED, frozenset({CITED}), frozenset({claim.id}))
        effective = (best,)

    weak = _weak(ways, verdicts)

    def verdict(
        status: Status, grade: Grade, reason: str, alpha: Fraction | None = None
    ) -> Verdict:
        return Verdict(
            status,
            grade,
            reason,
            tuple(sorted(best.assumes)) if claim.kind == "cited" or effective else (),
            tuple(sorted(best.trust)),
            best.alpha if alpha is None else alpha,
            effective,
            weak,
        )

    errors = [f for f in findings if f.outcome.decision == "error"]
    unsound = [f for f in findings if f.outcome.decision in ("holds", "fails") and not f.sound]
    fault = _fault(claim, findings, verdicts)
    # what shows more than the statement takes away an argument when it fails, and refutes nothing
    failed = [f for f in findings if f.outcome.decision == "fails" and f.sound]
    against = [f for f in failed if not f.check.stronger]
    exact = [f for f in against if _exact(f)]
    if not fault and (found := next((f for f in exact if not _shaky(f, verdicts)), None)):
        if any(e.level >= Grade.ARGUED and not e.assumes for e in effective):
            return verdict(
                "inconsistent",
                found.outcome.grade,
                f"{_STATUS[own]} without assumptions, and refuted by {found.check.name}:"
                " a fault of the workbench, or of the words that join its certificates to it",
            )
        below = _leaves(found, verdicts)
        return Verdict(
            "refuted",
            found.outcome.grade,
            found.outcome.summary,
            tuple(sorted(below.assumes - frozenset({claim.id}))),
            tuple(sorted(below.trust)),
            Fraction(0),
            effective,
            weak,
        )
    if errors:
        return verdict("error", own, f"{errors[0].check.name}: {errors[0].outcome.reason}")
    if fault:
        return verdict("error", own, fault)
    if unsound:
        return verdict(
            "error", own, f"{unsound[0].check.name} has no mutant, or accepts one of its mutants"
        )
    if doubtful := [f for f in against if not _exact(f)]:
        alpha = min(Fraction(1), sum((f.outcome.alpha for f in doubtful), Fraction(0)))
        return verdict("disputed", doubtful[0].outcome.grade, doubtful[0].outcome.summary, alpha)
    if exact:
        return verdict(
            "inconclusive",
            Grade.INCONCLUSIVE,
            f"{exact[0].check.name} has a counterexample that rests on what is not established:"
            f" {', '.join(_shaky(exact[0], verdicts))}",
        )
    if claim.kind == "cited":
        return verdict("assumed", Grade.ASSUMED, claim.citation)
    if stuck := next((f for f in findings if f.outcome.decision == "refused"), None):
        # whatever else speaks for the claim, its author offers a proof, and it is none
        return verdict(
            "inconclusive",
            Grade.INCONCLUSIVE,
            f"its proof {stuck.check.name} is refused: {stuck.outcome.reason}",
        )
    if ways and not effective:
        needed = {u for w in ways for u in (*w.uses, *w.local.assumes)}
        dead = sorted(u for u in needed if u in verdicts and verdicts[u].status in _DEAD)
        return verdict("broken", own, f"every argument for it uses {', '.join(dead)}")
    if not ways:
        return verdict("inconclusive", own, _why_open(claim, findings))
    beyond = [f for f in failed if f.check.stronger]
    if own < Grade.ARGUED and (met := [f for f in beyond if _exact(f)]):
        return verdict(
            "inconclusive",
            Grade.INCONCLUSIVE,
            f"{met[0].check.name} has an exact counterexample to what it calls more than the"
            f" statement ({met[0].check.stronger}); only a certificate can show that the statement"
            " itself survives it",
        )
    reason = _why(best, weak, verdicts)
    for f in beyond:
        reason += f"; {f.check.name} failed for more than the statement ({f.check.stronger})"
    return verdict(_STATUS[own], own, reason)


def _fault(claim: Claim, findings: Sequence[CheckResult], verdicts: Mapping[str, Verdict]) -> str:
    """What no evidence may do: rest on its own claim, or on one that nobody knows."""
    for f in findings:
        if claim.id in f.outcome.assumes or claim.id in (f.check.uses or ()):
            return f"{f.check.name} assumes the claim itself: that proves nothing"
    unknown = sorted({a for f in findings for a in f.outcome.assumes} - verdicts.keys())
    if unknown:
        return f"its evidence assumes {', '.join(unknown)}, which is no known claim"
    return ""


def _exact(finding: CheckResult) -> bool:
    """Whether a failure is a counterexample that the small checker accepted."""
    o = finding.outcome
    return o.counterexample is not None and o.grade >= Grade.CERTIFIED and not o.alpha


def _needs(finding: CheckResult) -> tuple[str, ...]:
    """The claims that a counterexample rests on: those of its check, never those of the claim."""
    return tuple(sorted({*finding.outcome.assumes, *(finding.check.uses or ())}))


def _shaky(finding: CheckResult, verdicts: Mapping[str, Verdict]) -> list[str]:
    """What a counterexample rests on without a certificate or a citation, with its status."""
    found = {}
    for id in _needs(finding):
        one = verdicts.get(id)
        if one is None:
            found[id] = "not looked at in this run"
        elif one.status not in _SHOWN:
            found[id] = one.reason if one.reason == _NOT_RUN else one.status
        else:
            below = {w: verdicts[w].status if w in verdicts else "open" for w in one.weak}
            found |= {w: status for w, status in below.items() if status not in _SHOWN}
    return [f"{id} ({status})" for id, status in sorted(found.items())]


def _leaves(finding: CheckResult, verdicts: Mapping[str, Verdict]) -> Evidence:
    """What a counterexample rests on, down to the cited claims."""
    own = _Argument(_local(finding), frozenset(_needs(finding)))
    return _through(own, verdicts)[0]


_STATUS: dict[Grade, Status] = {
    Grade.PROVED: "proved",
    Grade.CERTIFIED: "certified",
    Grade.ARGUED: "argued",
    Grade.DERIVED: "derived",
    Grade.SUPPORTED: "supported",
    Grade.ASSUMED: "assumed",
    Grade.INCONCLUSIVE: "inconclusive",
}


_NOT_RUN = "no check was run"


@dataclass(frozen=True, slots=True)
class _Argument:
    """What checks of the claim itself earned, and the claims that they use."""

    local: Evidence
    uses: frozenset[str]

    def at_least(self, other: _Argument) -> bool:
        return self.uses <= other.uses and self.local.at_least(other.local)


def _arguments(claim: Claim, findings: Sequence[CheckResult]) -> list[list[_Argument]]:
    """For each part of the statement, the arguments of the checks that cover it."""
    # a refutation that does not succeed is no evidence: only one point was looked at
    usable = [
        f
        for f in findings
        if f.check.aim == "support" and f.outcome.decision == "holds" and f.sound
    ]
    return [
        [
            _Argument(_local(f), frozenset(claim.uses if f.check.uses is None else f.check.uses))
            for f in usable
            if f.check.part in ("", part)
        ]
        for part in claim.parts or ("",)
    ]


def _combined(per_part: Sequence[Sequence[_Argument]]) -> list[_Argument]:
    """The undominated ways to put the parts together into the whole statement."""
    total = [_Argument(TOP, frozenset())]
    for ways in per_part:
        front: list[_Argument] = []
        for a in dict.fromkeys(
            _Argument(x.local & y.local, x.uses | y.uses) for x in total for y in ways
        ):
            if not any(other.at_least(a) for other in front):
                front = [other for other in front if not a.at_least(other)] + [a]
        front.sort(key=lambda a: (_rank(a.local), len(a.uses), sorted(a.uses)))
        total = front[:_MOST_ALTERNATIVES]
    return total


def _local(finding: CheckResult) -> Evidence:
    """What one check earned; a check of a corner is no more than support for the whole."""
    o, c = finding.outcome, finding.check
    level = min(o.grade, Grade.SUPPORTED) if c.corner else o.grade
    errors = frozenset({(f"{c.claim}::{c.name}", o.alpha)}) if o.alpha else frozenset()
    return Evidence(level, frozenset(o.trust), frozenset(o.assumes), errors)


def _dead(argument: _Argument, verdicts: Mapping[str, Verdict]) -> bool:
    """Whether something that the argument rests on is gone."""
    needed = argument.uses | argument.local.assumes
    return any(id in verdicts and verdicts[id].status in _DEAD for id in needed)


def _through(argument: _Argument, verdicts: Mapping[str, Verdict]) -> tuple[Evidence, ...]:
    """The argument joined with the best arguments for each claim that it uses."""
    total: tuple[Evidence, ...] = (argument.local,)
    for id in sorted(argument.uses):
        verdict = verdicts.get(id)
        if verdict is None or not verdict.effective or verdict.status in _OPEN:
            below: tuple[Evidence, ...] = (Evidence(Grade.INCONCLUSIVE, assumes=frozenset({id})),)
        else:
            below = verdict.effective
        total = pareto(a & b for a in total for b in below)[:_MOST_ALTERNATIVES]
    return total


def _why(best: Evidence, weak: tuple[str, ...], verdicts: Mapping[str, Verdict]) -> str:
    rests = sorted(best.assumes)
    text = f"holds modulo {', '.join(rests)}" if rests else "holds without assumptions"
    unseen = [id for id in weak if verdicts[id].reason == _NOT_RUN]
    if seen := [id for id in weak if id not in unseen]:
        text += "; weaker than a certificate below it: "
        text += ", ".join(f"{id} ({verdicts[id].status})" for id in seen)
    if unseen:
        text += f"; not looked at in this run: {', '.join(unseen)}"
    return text


def _weak(ways: Iterable[_Argument], verdicts: Mapping[str, Verdict]) -> tuple[str, ...]:
    """Claims used, directly or not, that earned less than a certificate, or are open."""
    found: set[str] = set()
    for id in {u for w in ways for u in w.uses if u in verdicts}:
        found |= set(verdicts[id].weak)
        if verdicts[id].status in ("argued", "derived", "supported", *_OPEN):
            found.add(id)
    return tuple(sorted(found))


def _why_open(claim: Claim, findings: Sequence[CheckResult]) -> str:
    if not findings:
        return _NOT_RUN
    reasons = [f.outcome.reason for f in findings if f.outcome.decision == "inconclusive"]
    reasons += [
        f"{f.check.name} proves too much ({f.check.stronger}): {f.outcome.summary}"
        for f in findings
        if f.outcome.decision == "fails" and f.check.stronger
    ]
    held = [f for f in findings if f.outcome.decision == "holds"]
    reasons += [
        f"{f.check.name} found no counterexample: {f.outcome.summary}"
        for f in held
        if f.check.aim == "refute"
    ]
    covered = {f.check.part for f in held if f.check.aim == "support"}
    missing = [p for p in claim.parts if p not in covered and "" not in covered]
    if missing:
        reasons.insert(0, f"not covered: {', '.join(missing)}")
    return "; ".join(dict.fromkeys(reasons)) or "no check covers the whole statement"
