"""What one check found: a decision, how strongly it is held, and everything needed to judge it.

An outcome is plain data.  It survives a round trip through JSON, so that the evidence of a run can
be stored, compared and shown by code that never imports the check which produced it.

The grade of an outcome is what its author claims.  CERTIFIED can be claimed only together with a
certificate, and what counts is what `workbench.referee` makes of it: the runner puts every
certificate to the small checkers and decides the grade anew.  Where words join what the certificate
shows to the statement, each of them is a sentence among the joints, and the grade is ARGUED.
PROVED cannot be claimed at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum
from fractions import Fraction
from typing import Any, Literal, get_args

from workbench.claims.cards import OutcomeCard
from workbench.errors import EvidenceError

Decision = Literal["holds", "fails", "refused", "inconclusive", "error"]


class Grade(IntEnum):
    """How strong the evidence for a whole statement is, weakest first."""

    INCONCLUSIVE = 0
    ASSUMED = 1
    SUPPORTED = 2
    DERIVED = 3
    ARGUED = 4
    CERTIFIED = 5
    PROVED = 6


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a check computed: a float, or an exact rational kept as text."""

    name: str
    value: float | int | str
    unit: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Encoded:
    """An expression as the machine holds it, in LaTeX, with a label such as "left side"."""

    label: str
    latex: str


@dataclass(frozen=True, slots=True)
class Obligation:
    """A domain condition of the statement (no division by zero, ...) and what discharged it."""

    latex: str
    status: Literal["discharged", "open"]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A point that satisfies the hypotheses and violates the statement; values are exact text."""

    point: tuple[tuple[str, str], ...]
    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture as SVG text, with its title and a text that replaces it."""

    title: str
    alt: str
    svg: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(OutcomeCard):
    """The answer of one check.

    `refused` says that the checker did not accept a proof: nothing speaks against the statement.
    `alpha` is the probability that a true statement is decided `fails` (0 for exact methods);
    `looks` is the number of tests among which it was divided; `power` says what would have been
    found.  `certificate` is JSON data for `workbench.rigor.check`.  `joints` are the sentences that
    lead from what it shows to the statement, where the certificate itself does not say the whole.
    """

    decision: Decision
    grade: Grade
    method: str
    summary: str
    reason: str = ""
    encoded: tuple[Encoded, ...] = ()
    figures: tuple[Figure, ...] = ()
    counterexample: Counterexample | None = None
    certificate: Mapping[str, Any] | None = field(default=None, hash=False)
    obligations: tuple[Obligation, ...] = ()
    alpha: Fraction = Fraction(0)
    looks: int | None = None
    power: str = ""
    assumes: tuple[str, ...] = ()
    trust: tuple[str, ...] = ()
    joints: tuple[str, ...] = ()
    plots: tuple[Plot, ...] = ()

    def __post_init__(self) -> None:
        if self.decision not in get_args(Decision):
            raise EvidenceError(
                f"decision = {self.decision!r} is not one of {', '.join(get_args(Decision))}:"
                " an outcome decides one of these. Return workbench.claims.holds(...) and the like."
            )
        if self.decision in ("refused", "inconclusive") and not self.reason:
            raise EvidenceError(
                f"reason is empty: an outcome that is {self.decision} says where it is stuck."
                " Pass reason='...'."
            )
        if not 0 <= self.alpha <= 1:
            raise EvidenceError(
                f"alpha = {self.alpha} is outside [0, 1]: it is the probability that a true"
                " statement is decided `fails`. Pass such a probability, or 0 for an exact method."
            )
        if self.alpha and self.grade > Grade.SUPPORTED:
            raise EvidenceError(
                f"grade = {self.grade.name} with alpha = {self.alpha}: statistical evidence is at"
                " most SUPPORTED. Lower the grade, or drop alpha if the method is exact."
            )
        if self.grade >= Grade.ARGUED and self.certificate is None:
            raise EvidenceError(
                f"grade = {self.grade.name} without a certificate: such an outcome carries what"
                " the small checker accepts. Use a prover of workbench.rigor, or pass"
                " grade=Grade.DERIVED for an exact computation that nobody can check again."
            )
        if self.grade == Grade.PROVED:
            raise EvidenceError(
                "grade = PROVED is the word of a proof assistant's kernel, and no outcome can claim"
                " it. Pass the certificate and no grade."
            )
        joined = bool(self.joints) and self.grade >= Grade.ARGUED
        if (self.grade == Grade.ARGUED) != joined or (self.joints and self.decision != "holds"):
            raise EvidenceError(
                f"{self.decision} {self.grade.name} with {len(self.joints)} joints: what is argued"
                " holds, with the sentences that join its certificate to the statement, and what is"
                " certified has none. Use argued(outcome, 'sentence', ...)."
            )

    def with_figures(self, *figures: Figure) -> Outcome:
        """The same outcome with more numbers to show."""
        return replace(self, figures=self.figures + figures)

    def with_plots(self, *plots: Plot) -> Outcome:
        """The same outcome with more pictures to show."""
        return replace(self, plots=self.plots + plots)

    def because(self, summary: str) -> Outcome:
        """The same outcome told in the words of its claim."""
        return replace(self, summary=summary)

    def modulo(self, *assumed: str) -> Outcome:
        """The same outcome, resting in addition on cited claims."""
        return replace(self, assumes=tuple(sorted({*self.assumes, *assumed})))

    def to_json(self) -> dict[str, Any]:
        """Plain data, with exact numbers as text."""
        data: dict[str, Any] = {}
        for entry in fields(self):
            data[entry.name] = _plain(getattr(self, entry.name))
        data["grade"] = self.grade.name
        data["alpha"] = str(self.alpha)
        if self.counterexample is not None:
            data["counterexample"] = {
                "point": [{"name": n, "value": v} for n, v in self.counterexample.point],
                "text": self.counterexample.text,
            }
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        """The inverse of `to_json`; raises EvidenceError naming what is missing or wrong."""
        try:
            example = data["counterexample"]
            return cls(
                decision=data["decision"],
                grade=Grade[data["grade"]],
                method=data["method"],
                summary=data["summary"],
                reason=data["reason"],
                encoded=tuple(Encoded(**e) for e in data["encoded"]),
                figures=tuple(Figure(**f) for f in data["figures"]),
                counterexample=None
                if example is None
                else Counterexample(
                    tuple((p["name"], p["value"]) for p in example["point"]), example["text"]
                ),
                certificate=data["certificate"],
                obligations=tuple(Obligation(**o) for o in data["obligations"]),
                alpha=Fraction(data["alpha"]),
                looks=data["looks"],
                power=data["power"],
                assumes=tuple(data["assumes"]),
                trust=tuple(data["trust"]),
                joints=tuple(data["joints"]),
                plots=tuple(Plot(**p) for p in data["plots"]),
            )
        except (KeyError, TypeError, ValueError, ArithmeticError) as error:
            raise EvidenceError(
                f"outcome = {str(dict(data))[:80]}...: {type(error).__name__}: {error}."
                " It was not written by this version; run `workbench verify --fresh`."
            ) from error


def _plain(value: Any) -> Any:  # noqa: ANN401 - any JSON value passes through here
    if isinstance(value, Figure | Encoded | Obligation | Plot):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


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


def all_of(*outcomes: Outcome, summary: str = "") -> Outcome:
    """The outcome of a check that needs several results at once: the meet of them all.

    The decision is the worst one; what holds is as strong as its weakest part, what fails as its
    strongest counterexample.  Trust, assumptions and error probabilities add up (a union bound),
    except that an exact counterexample stands whatever was left to chance beside it.
    """
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
