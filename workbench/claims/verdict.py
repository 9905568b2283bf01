"""From the outcomes of checks to the verdict on a claim.

A refuted claim does not refute those that use it: it takes away their argument, and they are BROKEN
when no other argument is left.  A claim whose own proof is refused is INCONCLUSIVE: nothing speaks
against it.  Local evidence that contradicts itself without any assumption is INCONSISTENT, a fault
of the workbench.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from workbench.claims.arguments import (
    DEAD,
    Argument,
    arguments,
    combined,
    earned_by,
    is_dead,
    through,
    weak_below,
)
from workbench.claims.claim import Claim
from workbench.claims.evidence import (
    NO_POINT,
    RULES_ABOUT,
    CheckResult,
    Evidence,
    Status,
    Verdict,
    pareto,
)
from workbench.claims.graph import order
from workbench.claims.outcome import Grade

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
    per_part = arguments(claim, findings)
    ways = combined(per_part)
    standing_ways = combined([[w for w in p if not is_dead(w, verdicts)] for p in per_part])
    alive = [(w.local, whole) for w in standing_ways for whole in through(w, verdicts)]
    # the headline: the level that the claim's own checks earned, on the argument that earned it
    own = max((w.local.level for w in standing_ways or ways), default=Grade.INCONCLUSIVE)
    standing = pareto(whole for local, whole in alive if local.level == own)
    effective = pareto(whole for _, whole in alive)
    best = standing[0] if standing else Evidence(own, assumes=frozenset({claim.id}))
    if claim.kind == "cited":
        # its checks are instances: they never take the place of the reference
        best = Evidence(Grade.ASSUMED, assumes=frozenset({claim.id}))
        effective = (best,)

    weak = weak_below(ways, verdicts)

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
        told = max(doubtful, key=lambda f: f.outcome.alpha > 0).outcome  # a test before a bound
        return verdict("disputed", told.grade, told.summary, alpha)
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
        dead = sorted(u for u in needed if u in verdicts and verdicts[u].status in DEAD)
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
    own = Argument(earned_by(finding), frozenset(_needs(finding)))
    return through(own, verdicts)[0]


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
UNSEEN = "not looked at in this run"


def _why(best: Evidence, weak: tuple[str, ...], verdicts: Mapping[str, Verdict]) -> str:
    rests = sorted(best.assumes)
    text = f"holds modulo {', '.join(rests)}" if rests else "holds without assumptions"
    rules = sorted(one for one in best.trust if one.startswith(RULES_ABOUT))
    if rules and not rests:  # theorems of analysis, which the checker takes for granted
        text = f"holds by {' and '.join(rules)}"
    if NO_POINT in best.trust:
        text += "; of a statement that it shows, no point was found that meets the conditions"
    unseen = [id for id in weak if verdicts[id].reason == _NOT_RUN]
    if seen := [id for id in weak if id not in unseen]:
        text += "; rests on what is not certified: "
        text += ", ".join(f"{id} ({verdicts[id].status})" for id in seen)
    if unseen:
        text += f"; {UNSEEN}: {', '.join(unseen)}"
    return text


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
