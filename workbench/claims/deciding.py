"""How a check says what it found: the outcome that it returns, in the words of the field.

`holds` and `fails` decide, `inconclusive` and `refused` say why nothing is decided, `argued` adds
the sentences that join a certificate to the statement, and `all_of` is the meet of several.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import replace
from fractions import Fraction
from typing import Any

from workbench.claims.outcome import Decision, Grade, Outcome
from workbench.errors import EvidenceError


def holds(method: str, summary: str, *, grade: Grade | None = None, **more: Any) -> Outcome:  # noqa: ANN401
    """The statement, or the part that the check covers, was established.

    With `certificate=...` the referee decides the grade; without one `grade` says how strong the
    evidence is: DERIVED for an exact computation, SUPPORTED for what could have failed and did not.

    method: by what means, in two or three words
    summary: what was shown, in a sentence
    more: further fields of the Outcome, such as `certificate`, `assumes` and `figures`
    """
    return _decided("holds", method, summary, grade, more)


def fails(method: str, summary: str, *, grade: Grade | None = None, **more: Any) -> Outcome:  # noqa: ANN401
    """The statement is contradicted; certificate and `grade` are those of the counterexample.

    method: by what means, in two or three words
    summary: what was seen, in a sentence
    more: further fields of the Outcome, such as `certificate`, `counterexample` and `figures`
    """
    return _decided("fails", method, summary, grade, more)


def _decided(
    decision: Decision, method: str, summary: str, grade: Grade | None, more: dict[str, Any]
) -> Outcome:
    if grade is None:
        if more.get("certificate") is None:
            raise EvidenceError(
                f"{decision}({method!r}, ...) has neither certificate nor grade: nothing says how"
                " strong it is. Pass certificate=..., or grade=Grade.DERIVED, Grade.SUPPORTED, ..."
            )
        grade = Grade.CERTIFIED
    return Outcome(decision=decision, grade=grade, method=method, summary=summary, **more)


def inconclusive(method: str, reason: str, **more: Any) -> Outcome:  # noqa: ANN401
    """The check could not decide; `reason` says where it is stuck and what would decide it."""
    return Outcome(
        decision="inconclusive",
        grade=Grade.INCONCLUSIVE,
        method=method,
        summary="not decided",
        reason=reason,
        **more,
    )


def refused(method: str, reason: str, **more: Any) -> Outcome:  # noqa: ANN401
    """The checker does not accept a proof, for this reason; the statement may be true or false."""
    return Outcome(
        decision="refused",
        grade=Grade.INCONCLUSIVE,
        method=method,
        summary="the proof is refused",
        reason=reason,
        **more,
    )


def argued(outcome: Outcome, *joints: str) -> Outcome:
    """The outcome of certified computations that words join to the statement, a sentence each.

    A grade below CERTIFIED stays, and so does any other decision than `holds`.
    """
    if not joints or not all(j.strip() for j in joints):
        raise EvidenceError(
            f"joints = {joints!r}: each joint is a sentence that says what the certificate does not"
            " show. Pass at least one, or leave the outcome as it is."
        )
    if outcome.decision != "holds":
        return outcome
    grade = min(outcome.grade, Grade.ARGUED)
    told = tuple(_unique((*outcome.joints, *(" ".join(j.split()) for j in joints))))
    return replace(outcome, grade=grade, joints=told)


_WORST: dict[str, int] = {"error": 0, "fails": 1, "refused": 2, "inconclusive": 3, "holds": 4}


_DECIDES: ContextVar[frozenset[str]] = ContextVar(
    "what the first part decides", default=frozenset()
)


@contextlib.contextmanager
def first_rejection_decides(*, of_proof: bool = False) -> Iterator[None]:
    """In the block, `all_of` asks for no further part once one has failed with a certificate.

    So it is for a false variant of a check: that one part of it is false is all that is asked, and
    a search for proofs of the other parts would be the most of its work.

    of_proof: a part whose proof is refused rejects the variant as well
    """
    token = _DECIDES.set(frozenset({"fails", "refused"} if of_proof else {"fails"}))
    try:
        yield
    finally:
        _DECIDES.reset(token)


def rejections_decide() -> bool:
    """Whether a false variant is being decided."""
    return bool(_DECIDES.get())


def refusals_decide() -> bool:
    """Whether a false variant of a proof is being decided, which its first refusal rejects."""
    return "refused" in _DECIDES.get()


def asked(parts: Iterable[Outcome | Any]) -> Iterator[Any]:
    """The parts, one after the other, as far as they have to be asked for.

    Without a certificate a failure may be one of words or of chance, and the others are asked too.
    """
    for part in parts:
        yield part
        decisive = isinstance(part, Outcome) and part.decision in _DECIDES.get()
        if decisive and (part.decision == "refused" or part.grade is Grade.CERTIFIED):
            return


def all_of(*parts: Outcome | Iterable[Outcome], summary: str = "") -> Outcome:
    """The outcome of a check that needs several results at once: the meet of them all.

    The decision is the worst one; what holds is as strong as its weakest part, what fails as its
    strongest counterexample.  Trust, assumptions and error probabilities add up (a union bound),
    except that an exact counterexample stands whatever was left to chance beside it.  What is not
    computed yet, such as `map(certify, relations)`, is asked for one after the other, and for a
    false variant only until one of them has a counterexample.

    parts: outcomes, or iterables of them
    summary: what was shown, by default the summaries of the parts
    """
    outcomes: list[Outcome] = list(
        asked(o for part in parts for o in ((part,) if isinstance(part, Outcome) else part))
    )
    if not outcomes:
        raise EvidenceError("outcomes is empty: a check that checks nothing proves nothing.")
    worst = min(outcomes, key=lambda o: (_WORST[o.decision], -o.grade))
    certain = worst.decision == "fails" and worst.grade > Grade.SUPPORTED
    joints = _unique(j for o in outcomes for j in o.joints) if worst.decision == "holds" else ()
    grade = worst.grade if worst.decision == "fails" else min(o.grade for o in outcomes)
    if worst.decision not in ("holds", "fails"):
        grade = min(grade, Grade.DERIVED)  # nothing was decided, and so nothing is argued
    certificates = [o.certificate for o in outcomes if o.certificate is not None]
    looks = [o.looks for o in outcomes if o.looks is not None]
    return Outcome(
        decision=worst.decision,
        grade=grade,
        method=" + ".join(_unique(o.method for o in outcomes)),
        summary=summary or "; ".join(_unique(o.summary for o in outcomes)),
        reason="; ".join(_unique(o.reason for o in outcomes if o.reason)),
        encoded=sum((o.encoded for o in outcomes), ()),
        figures=sum((o.figures for o in outcomes), ()),
        counterexample=worst.counterexample,
        certificate=None
        if len(certificates) == 0
        else certificates[0]
        if len(certificates) == 1
        else {"kind": "all", "members": certificates},
        obligations=tuple(_unique(ob for o in outcomes for ob in o.obligations)),
        alpha=Fraction(0)
        if certain
        else min(Fraction(1), sum((o.alpha for o in outcomes), Fraction(0))),
        looks=sum(looks) if looks else None,
        power="; ".join(_unique(o.power for o in outcomes if o.power)),
        assumes=tuple(sorted({a for o in outcomes for a in o.assumes})),
        trust=tuple(sorted({t for o in outcomes for t in o.trust})),
        joints=tuple(joints),
        plots=sum((o.plots for o in outcomes), ()),
    )


def _unique(items: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(items))


def cited(claim: str, reference: str) -> Outcome:
    """The standing evidence of a cited claim: ASSUMED, with its reference."""
    return holds(
        "citation",
        reference,
        grade=Grade.ASSUMED,
        assumes=(claim,),
    )
