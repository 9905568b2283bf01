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

import json
from collections.abc import Mapping
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
        """Plain data, with exact numbers as text; the certificate as it is, for `as_text`."""
        data: dict[str, Any] = {"certificate": self.certificate}  # which is nearly all of it
        for entry in fields(self):
            if entry.name not in data:
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


def as_text(data: Any, *, sort_keys: bool = False) -> str:  # noqa: ANN401 - nearly JSON
    """The JSON of what `to_json` gives; raises TypeError, ValueError or RecursionError."""
    return json.dumps(
        data,
        sort_keys=sort_keys,
        ensure_ascii=False,
        allow_nan=False,
        check_circular=False,  # a third of the time; what holds itself is nested too deeply
        default=_as_json,
    )


def _as_json(value: Any) -> Any:  # noqa: ANN401 - of any type
    """What JSON has no form for, as what it has one for."""
    plain = _plain(value)
    if plain is value:
        raise TypeError(f"{value!r} is not JSON")
    return plain


def _plain(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, Figure | Encoded | Obligation | Plot):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value
