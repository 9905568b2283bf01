"""Small matrices of fractions, as tuples of rows: sums, products, and L D L^T factors."""

from __future__ import annotations

from fractions import Fraction

Matrix = tuple[tuple[Fraction, ...], ...]


def symmetric(a: Fraction, b: Fraction, c: Fraction) -> Matrix:
    """The 2x2 matrix [[a, b], [b, c]]."""
    return ((a, b), (b, c))


def combine(*terms: tuple[Fraction, Matrix]) -> Matrix:
    """Sum of weight * matrix over (weight, matrix) pairs of one shape."""
    rows, columns = range(len(terms[0][1])), range(len(terms[0][1][0]))
    return tuple(
        tuple(sum((w * m[i][j] for w, m in terms), Fraction(0)) for j in columns) for i in rows
    )


def multiply(a: Matrix, b: Matrix) -> Matrix:
    """Matrix product."""
    columns = tuple(zip(*b, strict=True))
    return tuple(
        tuple(sum((x * y for x, y in zip(row, col, strict=True)), Fraction(0)) for col in columns)
        for row in a
    )


def transpose(a: Matrix) -> Matrix:
    """Rows become columns."""
    return tuple(zip(*a, strict=True))


def inner(a: Matrix, b: Matrix) -> Fraction:
    """<A, B> = tr(A^T B)."""
    return sum(
        (x * y for ra, rb in zip(a, b, strict=True) for x, y in zip(ra, rb, strict=True)),
        Fraction(0),
    )


def factor(matrix: Matrix) -> tuple[Matrix, tuple[Fraction, ...]] | None:
    """Unit lower triangular L and pivots D >= 0 with L D L^T = matrix; None if it is not PSD.

    A zero pivot is allowed only where the rest of its column is zero; the column of L is then the
    unit vector.
    """
    n = len(matrix)
    rest = [list(row) for row in matrix]
    lower = [[Fraction(i == j) for j in range(n)] for i in range(n)]
    pivots = []
    for k in range(n):
        pivot = rest[k][k]
        pivots.append(pivot)
        if pivot < 0 or (pivot == 0 and any(rest[i][k] for i in range(k + 1, n))):
            return None
        if pivot == 0:
            continue
        for i in range(k + 1, n):
            lower[i][k] = rest[i][k] / pivot
            for j in range(k + 1, i + 1):
                rest[i][j] -= lower[i][k] * rest[j][k]
                rest[j][i] = rest[i][j]
    return tuple(map(tuple, lower)), tuple(pivots)
