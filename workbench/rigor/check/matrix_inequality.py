"""Linear matrix inequalities with rational data: a solution, or a proof that there is none.

solved       F_0 + y_1 F_1 + ... + y_k F_k = L D L^T,  D >= 0
unsolvable   Z = L D L^T with D >= 0,  <F_i, Z> = 0 for all i >= 1,  <F_0, Z> < 0:
             a solution S would give  0 <= <S, Z> = <F_0, Z>
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpq_mat

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.matrices import matrix
from workbench.rigor.check.trees import Malformed

_LARGEST = 200  # matrices


def check_matrix_inequality(c: Certificate) -> Answer:
    """Check `matrices` [F_0, F_1, ...] with `y`, `L`, `D`: they add up to a matrix >= 0."""
    matrices, total = _read(c)
    y = [as_fmpq(e) for e in c["y"]]
    if len(y) != len(matrices) - 1:
        raise Malformed("y has not one entry for each matrix after the first")
    found = matrices[0]
    for value, part in zip(y, matrices[1:], strict=True):
        found = found + part * value
    if found != total:
        return Answer(False, "matrix-inequality: F_0 + sum_i y_i F_i is not L D L^T")
    return Answer(True, "matrix-inequality: F_0 + sum_i y_i F_i = L D L^T with D >= 0")


def check_no_solution(c: Certificate) -> Answer:
    """Check `matrices` [F_0, F_1, ...] with `L`, `D`: no combination is positive semidefinite."""
    matrices, z = _read(c)
    products = [_product(m, z) for m in matrices]
    if any(p != 0 for p in products[1:]):
        return Answer(False, "no-matrix-inequality: some <F_i, Z> is not 0")
    if products[0] >= 0:
        return Answer(False, f"no-matrix-inequality: <F_0, Z> = {products[0]} is not negative")
    return Answer(True, f"no-matrix-inequality: <F_i, Z> = 0 and <F_0, Z> = {products[0]} < 0")


def _read(c: Certificate) -> tuple[list[fmpq_mat], fmpq_mat]:
    """The symmetric matrices of the statement, and L D L^T of their size."""
    rows = c["matrices"]
    if not isinstance(rows, list) or not 0 < len(rows) <= _LARGEST:
        raise Malformed("the matrices are not a list of 1 to 200")
    matrices = [_square(m) for m in rows]
    lower, pivots = _square(c["L"]), [as_fmpq(d) for d in c["D"]]
    n = lower.nrows()
    if any(m.nrows() != n for m in matrices) or len(pivots) != n:
        raise Malformed("the sizes of the matrices, L and D do not fit")
    if any(m != m.transpose() for m in matrices):
        raise Malformed("a matrix is not symmetric")
    if any(d < 0 for d in pivots):
        raise Malformed("a pivot is negative")
    zero = fmpq(0)
    diagonal = fmpq_mat(n, n, [pivots[i] if i == j else zero for i in range(n) for j in range(n)])
    return matrices, lower * diagonal * lower.transpose()


def _square(rows: Any) -> fmpq_mat:  # noqa: ANN401 - JSON
    made = matrix(rows)
    if made.nrows() != made.ncols():
        raise Malformed("a matrix is not square")
    return made


def _product(a: fmpq_mat, b: fmpq_mat) -> fmpq:
    return sum((x * y for x, y in zip(a.entries(), b.entries(), strict=True)), fmpq(0))
