"""Programmes put to the solver: their optimum, a point inside, a point as far inside as it goes."""

from __future__ import annotations

import importlib
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.worst_case.lowered import Array
from workbench.worst_case.programme import Programme

_TIGHT = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11, "max_iter": 300}
_REFINED = {
    "iterative_refinement_max_iter": 50, "iterative_refinement_reltol": 1e-15,
    "iterative_refinement_abstol": 1e-15,
}  # fmt: skip
SETTINGS: tuple[dict[str, Any], ...] = (
    {**_TIGHT, **_REFINED}, {**_TIGHT, "equilibrate_enable": False}, _TIGHT, {},
)  # fmt: skip
"""Of the solver: none is best for all programmes, and which one is decides only the accuracy."""


LARGE = 600  # unknowns: beyond it one solve takes seconds, and no further ones are tried


@dataclass(frozen=True, slots=True)
class SolverResult:
    """What the solver returned: its status, and unknowns if there are any."""

    status: str
    z: Array | None
    value: float


def optimum(p: Programme, *, margin: float = 0.0, first: int = 0) -> SolverResult:
    """The smallest cost where every inequality and block keeps this margin.

    `first` is the setting of the solver to begin with; the later ones are tried where it fails.
    """
    cp = _cvxpy()
    z = cp.Variable(p.size)
    return _solved(cp.Problem(cp.Minimize(p.cost @ z), _rules(p, z, margin)), z, first)


def interior(p: Programme, *, at_most: float, size: float) -> Array | None:
    """The point with the largest margin (up to 1) in every inequality and block.

    Its cost is at most `at_most` and no unknown is above `size`.
    """
    cp = _cvxpy()
    z, margin = cp.Variable(p.size), cp.Variable()
    rules = [*_rules(p, z, margin), p.cost @ z <= at_most, margin <= 1, cp.abs(z) <= size]
    return _solved(cp.Problem(cp.Maximize(margin), rules), z).z


def spread(p: Programme, *, at_most: float, size: float, enough: float) -> Array | None:
    """A point with a margin in each inequality and diagonal entry that can have one.

    No margin counts beyond `enough`: where it is small, none is given up for another's sake.
    """
    cp = _cvxpy()
    z, lines = cp.Variable(p.size), cp.Variable(max(1, len(p.H)))
    E, e = p.equations()
    rules = [E @ z == e] if len(E) else []
    rules += [p.H @ z + p.h >= lines] if len(p.H) else []
    rules += [p.cost @ z <= at_most, cp.abs(z) <= size, lines >= 0, lines <= enough]
    total = cp.sum(lines)
    for n, B, d in p.blocks:
        edge = cp.Variable(n)
        rules += [cp.reshape(B @ z + d, (n, n), order="C") - cp.diag(edge) >> 0]
        rules += [edge >= 0, edge <= enough]
        total += cp.sum(edge)
    return _solved(cp.Problem(cp.Maximize(total), rules), z).z


def _rules(p: Programme, z: Any, margin: Any) -> list[Any]:  # noqa: ANN401
    cp = _cvxpy()
    E, e = p.equations()
    rules = [E @ z == e] if len(E) else []
    if len(p.H):
        rules.append(p.H @ z + p.h >= margin)
    for n, B, d in p.blocks:
        rules.append(cp.reshape(B @ z + d, (n, n), order="C") - margin * np.eye(n) >> 0)
    return rules


def _solved(problem: Any, z: Any, first: int = 0) -> SolverResult:  # noqa: ANN401
    cp = _cvxpy()
    status = "nothing"
    for options in SETTINGS[first:] if z.size <= LARGE else SETTINGS[-1:]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # inaccurate or not, the answer is checked exactly
                problem.solve(solver=cp.CLARABEL, **options)
        except (cp.SolverError, ArithmeticError, ValueError) as error:
            status = f"failed: {error}"
            continue
        status = str(problem.status)
        if z.value is not None and problem.status in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            return SolverResult(status, np.asarray(z.value, dtype=float), float(problem.value))
        if problem.status in (cp.INFEASIBLE, cp.UNBOUNDED):
            break
    return SolverResult(status, None, float("nan"))


def _cvxpy() -> Any:  # noqa: ANN401
    return importlib.import_module("cvxpy")  # slow to import, and only needed here
