"""A solver's numbers, and rational ones beside them that meet linear equations exactly."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

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
