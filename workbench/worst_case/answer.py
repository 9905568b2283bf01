"""Both sides of a worst case, each with a certificate that the checker has accepted."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from workbench.rigor.check.worst_case import KIND, check_worst_case
from workbench.rigor.check.worst_case_terms import Problem
from workbench.worst_case.faces import simplified, with_interior
from workbench.worst_case.programme import (
    Found,
    Lowered,
    Programme,
    dual,
    optimum,
    primal,
    real,
)
from workbench.worst_case.rounding import first, outward

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seconds:
    """Wall time: of the numerical optima, of what makes them exact, and of one check."""

    solve: float
    certify: float
    check: float


@dataclass(frozen=True, slots=True)
class Answer:
    """lower <= worst case <= upper; None where nothing is shown, and `reason` says why.

    certificate: kind "worst-case", side "upper" (or "empty": no member meets the conditions)
    instance: side "lower" (or "unbounded": a ray of instances)
    """

    upper: Fraction | None
    lower: Fraction | None
    certificate: Json | None
    instance: Json | None
    seconds: Seconds
    reason: str = ""

    @property
    def gap(self) -> float:
        """(upper - lower) / max(|upper|, |lower|), infinite if a side is missing."""
        if self.upper is None or self.lower is None:
            return float("inf")
        size = max(abs(self.upper), abs(self.lower))
        return float((self.upper - self.lower) / size) if size else 0.0


def bracket(data: Json) -> Answer:
    """The worst case of a problem in the checker's form."""
    start = time.perf_counter()
    problem = Problem(data)
    low = Lowered(problem)
    programmes = [simplified(p) for p in (dual(low), primal(low))]
    found = [optimum(p) for p in programmes]
    solved = time.perf_counter()
    upper, lower = _upper(data, low, programmes[0], found[0]), None
    if all(oracle.kind.tight for oracle in problem.oracles):
        lower = _lower(data, low, programmes[1], found[1])
    end = time.perf_counter()
    for certificate in (upper, lower):
        if certificate is not None:
            check_worst_case(certificate)
            break
    checked = time.perf_counter() - end
    return Answer(
        Fraction(upper["bound"]) if upper else None,
        Fraction(lower["bound"]) if lower else None,
        upper, lower, Seconds(solved - start, end - solved, checked),
        _reason(problem, found, upper, lower),
    )  # fmt: skip


def _reason(problem: Problem, found: list[Found], upper: Json | None, lower: Json | None) -> str:
    said = []
    if upper is None:
        said.append(f"no upper bound: the solver said {found[0].status}")
    if lower is None:
        loose = not all(o.kind.tight for o in problem.oracles)
        said.append("no lower bound: " + (
            "the inequalities of a class are necessary, not sufficient" if loose
            else f"the solver said {found[1].status}"))  # fmt: skip
    return "; ".join(said)


def _upper(data: Json, low: Lowered, p: Programme, found: Found) -> Json | None:
    if found.z is None:
        return None
    accepted: list[Json] = []

    def accept(z: list[fmpq]) -> bool:
        made = _upper_certificate(data, low, z)
        if not check_worst_case(made).accepted:
            return False
        accepted.append(made)
        return True

    _search(p, found, accept)
    return accepted[0] if accepted else None


def _lower(data: Json, low: Lowered, p: Programme, found: Found) -> Json | None:
    if found.z is None:
        return None
    accepted: list[Json] = []

    def accept(z: list[fmpq]) -> bool:
        made = _lower_certificate(data, low, z)
        if not check_worst_case(made).accepted:
            return False
        accepted.append(made)
        return True

    _search(p, found, accept)
    return accepted[0] if accepted else None


def _search(p: Programme, found: Found, accept: Any) -> None:  # noqa: ANN401
    assert found.z is not None
    size = 1e2 * (1 + float(np.abs(found.z).max()))
    room = abs(found.value) if abs(found.value) > 1e-6 else 1.0
    reduced, inner = with_interior(p, at_most=found.value + room, size=size)
    if inner is None:
        return
    best = found.z if reduced is p else optimum(reduced).z
    first(reduced, found.z if best is None else best, inner, accept)


def _upper_certificate(data: Json, low: Lowered, z: list[fmpq]) -> Json:
    problem = low.problem
    k = len(problem.measures)
    bound = sum((w * m.constant for w, m in zip(z[:k], problem.measures, strict=True)), fmpq(0))
    multipliers = []
    for value, constraint in zip(z[k:], low.constraints, strict=False):
        bound += value * constraint.form.constant
        if value != 0:
            multipliers.append([*constraint.label, str(value)])
    at, matrices = k + len(low.constraints), []
    for gram in low.grams:
        W = [[fmpq(0)] * gram.size for _ in range(gram.size)]
        for (i, j), form in gram.entries.items():
            W[i][j] = W[j][i] = z[at]
            bound += z[at] * form.constant * (1 if i == j else 2)
            at += 1
        matrices.append([*gram.label, [[str(v) for v in row] for row in W]])
    return {"kind": KIND, "side": "upper", "problem": data, "bound": str(outward(bound, 1)),
            "weights": [str(w) for w in z[:k]], "multipliers": multipliers,
            "matrices": matrices}  # fmt: skip


def _lower_certificate(data: Json, low: Lowered, z: list[fmpq]) -> Json:
    problem, kept = low.problem, low.kept
    G = fmpq_mat(problem.free, problem.free)
    at = 0
    for i in range(len(kept)):
        for j in range(i, len(kept)):
            G[kept[i], kept[j]] = G[kept[j], kept[i]] = z[at]
            at += 1
    numbers = dict(zip(problem.free_numbers, z[at:], strict=False))
    full = problem.rows * G * problem.rows.transpose()
    values = [m.value(full, numbers) for m in problem.measures]
    return {"kind": KIND, "side": "lower", "problem": data, "bound": str(outward(min(values), -1)),
            "gram": [[str(v) for v in row] for row in G.tolist()],
            "numbers": {k: str(v) for k, v in numbers.items()}}  # fmt: skip


__all__ = ["Answer", "Seconds", "bracket", "real"]
