"""Both sides of a worst case, each with a certificate that the checker has accepted."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.claims import Counterexample, Figure, Outcome, fails, holds, inconclusive
from workbench.display import card
from workbench.errors import ParameterError
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.trees import Malformed
from workbench.rigor.check.worst_case_terms import StatedProblem as Reading
from workbench.worst_case.faces import simplified
from workbench.worst_case.language import PerformanceProblem
from workbench.worst_case.lowered import Lowered
from workbench.worst_case.numbers import Json, exact, simplest
from workbench.worst_case.programme import Programme, dual, primal
from workbench.worst_case.sides import empty, lower, unbounded, upper
from workbench.worst_case.sides import sharp as exactly
from workbench.worst_case.solver import SolverResult, just_inside

_METHOD = "performance estimation, rounded"


@dataclass(frozen=True, slots=True)
class Seconds:
    """Processor time: of the numerical optima, of what makes them exact, of checking one side."""

    solve: float
    certify: float
    check: float


@dataclass(frozen=True, slots=True)
class WorstCaseBounds:
    """lower <= worst case <= upper, each None where nothing is shown; `reason` then says why.

    certificate  side "upper"; or "empty", which shows that no member of the classes meets the
                 conditions, so that there is no worst case
    instance     side "lower"; or "unbounded", a ray of instances, so that there is no upper bound
    """

    upper: Fraction | None
    lower: Fraction | None
    certificate: Json | None
    instance: Json | None
    seconds: Seconds
    reason: str = ""

    @property
    def gap(self) -> float:
        """(upper - lower) / max(|upper|, |lower|); infinite if a side is missing."""
        if self.upper is None or self.lower is None:
            return float("inf")
        size = max(abs(self.upper), abs(self.lower))
        return float((self.upper - self.lower) / size) if size else 0.0

    def _repr_html_(self) -> str:
        rows = [
            ("at most", self._side(self.upper, "the multipliers of a certificate")),
            ("at least", self._side(self.lower, "an instance in rational numbers")),
            ("gap", f"{self.gap:.3g}"),
            ("reason", self.reason),
        ]
        return card("The worst case, between exact bounds", rows)

    @staticmethod
    def _side(bound: Fraction | None, by: str) -> str:
        return "not shown" if bound is None else f"{bound} = {float(bound):.10g}, by {by}"


def worst_case(
    problem: PerformanceProblem | Mapping[str, Any], *, sharp: bool = False
) -> WorstCaseBounds:
    """The certified bracket of a `PerformanceProblem`, or of one in the checker's form.

    With `sharp`, the shortest fraction in the bracket is tried as the exact worst case: a side that
    reaches it takes its place.

    A solver that fails, or an answer that no rounding makes exact, leaves a side None: that is
    never a verdict.  Raises ParameterError for a problem that is not well-formed.
    """
    start = time.process_time()
    data = problem.data() if isinstance(problem, PerformanceProblem) else dict(problem)
    try:
        reading = Reading(data)
        low = Lowered(reading)
    except (Malformed, KeyError, TypeError, ValueError) as error:
        raise ParameterError(
            f"problem = {str(data)[:60]}... is not well-formed: {error}.\n"
            "  workbench.rigor.check.worst_case_terms describes the form; Problem builds it."
        ) from error
    above, below = simplified(dual(low)), simplified(primal(low))
    found = just_inside(above), just_inside(below)
    solved = time.process_time()
    tight = all(oracle.kind.tight for oracle in reading.oracles)
    goals = [-one.value if one.z is not None else other.value for one, other in
             zip(found[::-1], found, strict=True)]  # fmt: skip
    certificate, instance = upper(data, low, above, found[0], goals[0]), None
    if tight:
        instance = lower(data, low, below, found[1], goals[1])
        if found[1].z is None and certificate is None:
            instance = unbounded(data, low, primal(low))
    if found[1].z is None and instance is None:
        certificate = empty(data, low, dual(low)) or certificate
    if sharp:
        certificate, instance = _sharpened(data, low, (above, below), certificate, instance)
    done = time.process_time()
    shown = [c for c in (certificate, instance) if c is not None]
    for one in shown:
        check_certificate(one)
    checked = (time.process_time() - done) / max(1, len(shown))
    return WorstCaseBounds(
        _bound(certificate), _bound(instance), certificate, instance,
        Seconds(solved - start, done - solved, checked),
        _reason(found, certificate, instance, tight=tight),
    )  # fmt: skip


def _sharpened(
    data: Json,
    low: Lowered,
    programmes: tuple[Programme, Programme],
    certificate: Json | None,
    instance: Json | None,
) -> tuple[Json | None, Json | None]:
    """The same sides, or better ones whose bound is the shortest fraction between them."""
    top, bottom = _bound(certificate), _bound(instance)
    if top is None or bottom is None:
        return certificate, instance
    value = simplest((top + bottom) / 2, (top - bottom) / 2)
    made = [
        exactly(data, low, p, value, side=side)
        for p, side in zip(programmes, ("upper", "lower"), strict=True)
    ]
    return made[0] or certificate, made[1] or instance


def at_most(problem: PerformanceProblem | Mapping[str, Any], bound: object) -> Outcome:
    """The outcome of the claim that the worst case is at most `bound`, for a check of a paper."""
    limit, answer = exact("bound", bound), worst_case(problem, sharp=True)
    if answer.upper is not None and answer.upper <= limit:
        return holds(_METHOD, f"the worst case is at most {float(answer.upper):.9g}",
                     certificate=answer.certificate,
                     figures=(Figure("certified bound", str(answer.upper)),))  # fmt: skip
    side = answer.instance["side"] if answer.instance else ""
    if side == "unbounded" or (answer.lower is not None and answer.lower > limit):
        text = (
            "without bound" if side == "unbounded" else f"at least {float(answer.lower or 0):.9g}"
        )
        return fails(_METHOD, f"the worst case is {text}",
                     counterexample=Counterexample((("instance", "Gram matrix"),), text),
                     certificate=answer.instance)  # fmt: skip
    return inconclusive(
        _METHOD,
        f"{answer.lower} <= worst case <= {answer.upper} does not decide {limit};"
        f" {answer.reason or 'ask for a bound a little larger'}",
    )


def _bound(certificate: Json | None) -> Fraction | None:
    return Fraction(certificate["bound"]) if certificate and "bound" in certificate else None


def _reason(
    found: tuple[SolverResult, SolverResult],
    certificate: Json | None,
    instance: Json | None,
    *,
    tight: bool,
) -> str:
    if instance is not None and instance["side"] == "unbounded":
        return "the measure is unbounded: the conditions do not limit it"
    if certificate is not None and certificate["side"] == "empty":
        return "no member of the classes meets the conditions"
    said = []
    if certificate is None:
        said.append(f"no upper bound was made exact (solver: {found[0].status})")
    if not tight:
        said.append("no lower bound: the inequalities of a class are necessary, not sufficient")
    elif instance is None:
        said.append(f"no instance was made exact (solver: {found[1].status})")
    return "; ".join(said)
