"""Semidefinite matrices: L D L^T with D >= 0, or a vector along which the form is negative."""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpq_mat

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.trees import Malformed

_LARGEST = 200  # rows


def check_psd(c: Certificate) -> Answer:
    """Check that `matrix` is L D L^T with D >= 0; if `strict`, with D > 0 and L unit-like."""
    m, lower, pivots = matrix(c["matrix"]), matrix(c["L"]), [as_fmpq(x) for x in c["D"]]
    n, strict = m.nrows(), c.get("strict", False)
    sizes = {m.ncols(), lower.nrows(), lower.ncols(), len(pivots)}
    if not isinstance(strict, bool) or sizes != {n}:
        raise Malformed("the sizes of the matrix, L and D do not fit")
    if any(p < 0 for p in pivots) or (strict and any(p == 0 for p in pivots)):
        return Answer(False, "psd: a pivot has the wrong sign")
    if strict and any(lower[i, i] == 0 for i in range(n)):
        return Answer(False, "psd: L is singular")
    if strict and any(lower[i, j] != 0 for i in range(n) for j in range(i + 1, n)):
        return Answer(False, "psd: L is not lower triangular")
    zero = fmpq(0)
    diagonal = fmpq_mat(n, n, [pivots[i] if i == j else zero for i in range(n) for j in range(n)])
    if lower * diagonal * lower.transpose() != m:
        return Answer(False, "psd: L D L^T is not the matrix")
    shown = "positive" if strict else "non-negative"
    return Answer(True, f"psd: L D L^T is the matrix and its {n} pivots are {shown}")


def check_not_psd(c: Certificate) -> Answer:
    """Check that x^T M x < 0 for `vector` x and a symmetric `matrix` M."""
    m, x = matrix(c["matrix"]), matrix([[v] for v in c["vector"]])
    if m != m.transpose():
        raise Malformed("the matrix is not symmetric")
    value = (x.transpose() * m * x)[0, 0]
    if value < 0:
        return Answer(True, f"not-psd: x^T M x = {value} < 0")
    return Answer(False, f"not-psd: x^T M x = {value} is not negative")


def matrix(rows: Any) -> fmpq_mat:  # noqa: ANN401 - JSON
    """A rational matrix of at most 200 rows and columns, from lists of exact numbers as text."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise Malformed("a matrix is not a list of rows")
    if any(len(row) != len(rows[0]) for row in rows):
        raise Malformed("a matrix has rows of different lengths")
    if max(len(rows), len(rows[0])) > _LARGEST:
        raise Malformed(f"a matrix of more than {_LARGEST} rows or columns")
    longest = max((len(x) for row in rows for x in row if isinstance(x, str)), default=0)
    spend(max(len(rows), len(rows[0])) ** 3 * (1 + longest // 64), "products of matrices")
    return fmpq_mat(len(rows), len(rows[0]), [as_fmpq(x) for row in rows for x in row])
