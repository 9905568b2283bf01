"""A solver's numbers, and rational ones beside them that meet linear equations exactly."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from scipy import sparse

DENOMINATORS = (1, 2, 12, 60, 10**3, 10**4, 10**5, 10**6, 10**8)
Row = Mapping[int, Fraction]


def cvxpy() -> Any:  # noqa: ANN401
    """The module, which is slow to import and only needed here."""
    return importlib.import_module("cvxpy")


def is_solved(problem: Any) -> bool:  # noqa: ANN401
    """Run the solver; whatever it warns of shows when its answer is rounded."""
    cp = cvxpy()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            problem.solve(solver=cp.CLARABEL)
    except (cp.SolverError, ArithmeticError, ValueError):
        return False
    return problem.status in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE)


Constraint = tuple[Mapping[int, float], float]  # coefficients of the unknowns, right-hand side


def semidefinite(
    equations: Sequence[Constraint], bounds: Sequence[Constraint], cones: Sequence[Constraint],
    sizes: Sequence[int], count: int, *, goal: Mapping[int, float],
) -> Any:  # noqa: ANN401  # fmt: skip
    """The unknowns that minimise the goal, in floating point; None if the solver has none.

    `equations` row x = b, `bounds` row x <= b, and `cones` b - row x as the triangles of positive
    semidefinite matrices of the given sizes.  The solver is that of cvxpy, without the layer that
    is slow to import.
    """
    clarabel: Any = importlib.import_module("clarabel")
    rows = [*equations, *bounds, *cones]
    entries = [(i, j, c) for i, (row, _) in enumerate(rows) for j, c in row.items()]
    i, j, c = zip(*entries, strict=True)
    matrix = sparse.coo_matrix((c, (i, j)), shape=(len(rows), count)).tocsc()
    cost = np.zeros(count)
    for place, weight in goal.items():
        cost[place] = weight
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_threads = False, 1
    kinds = [clarabel.ZeroConeT(len(equations)), clarabel.NonnegativeConeT(len(bounds)),
             *(clarabel.PSDTriangleConeT(n) for n in sizes)]  # fmt: skip
    solver = clarabel.DefaultSolver(
        sparse.csc_matrix((count, count)), cost, matrix, np.array([b for _, b in rows]), kinds,
        settings,
    )  # fmt: skip
    found = solver.solve()
    solved = (clarabel.SolverStatus.Solved, clarabel.SolverStatus.AlmostSolved)
    return np.array(found.x) if found.status in solved else None


def roundings(values: Sequence[float]) -> Iterator[list[Fraction]]:
    """The values with growing denominators: the simplest ones first."""
    for d in DENOMINATORS:
        yield [Fraction(round(float(v) * d), d) for v in values]


def projected(
    values: Sequence[Fraction], rows: Sequence[Row], right: Sequence[Fraction]
) -> list[Fraction] | None:
    """The nearest point to `values` with sum_j rows[i][j] x_j = right[i]; None if there is none.

    The step is A^T y with A A^T y = right - A values, which is solved exactly; equations that
    depend on each other are beyond it.
    """
    kept = [(row, b) for row, b in zip(rows, right, strict=True) if row or b]
    n = len(kept)
    if any(not row for row, _ in kept):
        return None
    if not n:
        return list(values)
    columns: dict[int, list[tuple[int, Fraction]]] = {}
    for i, (row, _) in enumerate(kept):
        for j, c in row.items():
            columns.setdefault(j, []).append((i, c))
    normal = [[Fraction(0)] * n for _ in range(n)]
    for column in columns.values():
        for i, c in column:
            for k, d in column:
                normal[i][k] += c * d
    missing = [b - sum((c * values[j] for j, c in row.items()), Fraction(0)) for row, b in kept]
    try:
        y = fmpq_mat(n, n, [_flint(x) for line in normal for x in line]).solve(
            fmpq_mat(n, 1, [_flint(x) for x in missing])
        )
    except ZeroDivisionError:
        return None
    multipliers = [Fraction(int(y[i, 0].p), int(y[i, 0].q)) for i in range(n)]
    return [
        value + sum((multipliers[i] * c for i, c in columns.get(j, [])), Fraction(0))
        for j, value in enumerate(values)
    ]


def _flint(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)
