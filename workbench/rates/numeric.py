"""The same problems solved numerically, as geometric programs in cvxpy: a second opinion.

Nothing in here enters a certificate.  cvxpy is imported on first use.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.errors import SolverError
from workbench.rates.duality import Vertex
from workbench.rates.problem import RateProblem

_TIGHT = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}


@dataclass(frozen=True, slots=True)
class NumericalBest:
    """The least value that a solver found, the parameters there, and the bound evaluated there."""

    value: float
    parameters: Mapping[str, float]


def solve_gp(problem: RateProblem, data: Mapping[str, float]) -> NumericalBest:
    """The least value of the bound at the given data."""
    import cvxpy as cp

    variables = {p: cp.Variable(pos=True, name=p) for p in problem.free}

    def expression(i: int) -> Any:  # noqa: ANN401 - a cvxpy expression
        row = problem.rows[i]
        logs = [float(e) * math.log(data[s]) for s, e in row.powers if s not in variables]
        made: Any = math.exp(math.fsum([row.coefficient.log(), *logs]))
        for s, e in row.powers:
            if s in variables:
                made = made * variables[s] ** float(e)
        return cp.Constant(made) if isinstance(made, float) else made

    count = len(problem.terms)
    terms = [expression(i) for i in range(count)]
    limits = [
        sum(expression(count + k) for k, g in enumerate(problem.groups) if g == j) <= 1
        for j in range(len(problem.constraints))
    ]
    program = cp.Problem(cp.Minimize(sum(terms[1:], terms[0])), limits)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an inaccurate solution is refused by its status
        program.solve(gp=True, solver=cp.CLARABEL, **_TIGHT)  # type: ignore[no-untyped-call]
    if program.status != cp.OPTIMAL:
        raise SolverError(
            f"geometric program at {dict(data)}: the solver says {program.status}.\n"
            "  The constraints may have no common point there, or the bound no least value."
        )
    found: Any = program.value
    values: dict[str, Any] = {p: v.value for p, v in variables.items()}
    return NumericalBest(float(found), {p: float(v) for p, v in values.items()})


def constant_of(problem: RateProblem, vertices: Sequence[Vertex]) -> float:
    """The limit of best value / power product where these vertices share the largest floor.

    In the limit only rows with a weight in one of them matter; the data cancel and are set to 1.
    """
    support = {i for v in vertices for i in v.support}
    count = len(problem.terms)
    limits = []
    for j in range(len(problem.constraints)):
        rows = [count + k for k, g in enumerate(problem.groups) if g == j and count + k in support]
        if rows:
            limits.append(tuple(problem.rows[i] for i in rows))
    terms = tuple(t for i, t in enumerate(problem.terms) if i in support)
    used = {s for p in (*terms, *(p for c in limits for p in c)) for s in p.symbols}
    reduced = replace(
        problem,
        terms=terms,
        constraints=tuple(limits),
        free=tuple(p for p in problem.free if p in used),
    )
    return solve_gp(reduced, dict.fromkeys(problem.data, 1.0)).value
