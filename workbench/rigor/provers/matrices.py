"""Positive semidefinite matrices by exact L D L^T, or a rational vector that shows they are not."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.claims import Counterexample, Figure, Grade, Outcome, fails, holds, inconclusive
from workbench.errors import ClaimError
from workbench.rigor.asking import check_certificate
from workbench.rigor.provers.outcomes import TRUST, exact, short, stamped


def positive_semidefinite(
    matrix: Sequence[Sequence[Any]], *, strict: bool = False, label: str = "matrix"
) -> Outcome:
    """A symmetric rational matrix is (strictly) positive semidefinite, by exact L D L^T.

    A zero pivot is allowed only when the rest of its column vanishes; otherwise a rational vector x
    with x^T M x < 0 is returned as the counterexample.
    """
    m = [[Fraction(exact(label, x)) for x in row] for row in matrix]
    n = len(m)
    square = n > 0 and all(len(row) == n for row in m)
    if not square or any(m[i][j] != m[j][i] for i in range(n) for j in range(i)):
        raise ClaimError(
            f"{label} is not a square symmetric matrix: only those have L D L^T."
            " Symmetrise the quadratic form first."
        )
    lower, pivots, bad = ldl(m, strict=strict)
    text = [[str(x) for x in row] for row in m]
    if bad is None:
        certificate = stamped(
            {"kind": "psd", "matrix": text, "L": [[str(x) for x in row] for row in lower],
             "D": [str(d) for d in pivots], "strict": strict}
        )  # fmt: skip
        answer = check_certificate(certificate)
        if answer.accepted:
            return holds(
                "exact LDL^T",
                f"{label} is positive {'definite' if strict else 'semidefinite'}",
                grade=Grade.CERTIFIED,
                certificate=certificate,
                figures=tuple(Figure(f"pivot {i + 1}", short(d)) for i, d in enumerate(pivots)),
                trust=TRUST,
            )
        return inconclusive("exact LDL^T", answer.message)
    certificate = stamped({"kind": "not-psd", "matrix": text, "vector": [str(x) for x in bad]})
    answer = check_certificate(certificate)
    if not answer.accepted:
        return inconclusive("exact LDL^T", f"{label} is singular, and definiteness was asked for")
    return fails(
        "exact LDL^T",
        f"{label} is indefinite: {answer.message}",
        grade=Grade.CERTIFIED,
        counterexample=Counterexample((("x", str([str(x) for x in bad])),), answer.message),
        certificate=certificate,
        trust=TRUST,
    )


def ldl(
    m: list[list[Fraction]], *, strict: bool
) -> tuple[list[list[Fraction]], list[Fraction], list[Fraction] | None]:
    """L (unit lower triangular), D, and a vector of negative or zero form when it fails."""
    n = len(m)
    lower = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    rest = [row[:] for row in m]
    pivots: list[Fraction] = []
    for k in range(n):
        pivot = rest[k][k]
        column = [rest[i][k] for i in range(k + 1, n)]
        if pivot < 0 or (pivot == 0 and (strict or any(column))):
            return lower, pivots, _negative_vector(lower, rest, k)
        pivots.append(pivot)
        for i in range(k + 1, n):
            lower[i][k] = rest[i][k] / pivot if pivot else Fraction(0)
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                rest[i][j] -= lower[i][k] * pivot * lower[j][k]
    return lower, pivots, None


def _negative_vector(
    lower: list[list[Fraction]], rest: list[list[Fraction]], k: int
) -> list[Fraction]:
    """Find x with x^T M x <= 0, from the Schur complement `rest` at step k; solve L^T x = y."""
    n = len(rest)
    y = [Fraction(0)] * n
    y[k] = Fraction(1)
    if rest[k][k] == 0:
        for j in range(k + 1, n):
            if rest[k][j]:
                # (t e_k + e_j): 2 t r_kj + r_jj < 0 for a suitable t
                y[j] = Fraction(1)
                y[k] = -(abs(rest[j][j]) + 1) / rest[k][j]
                break
    x = y[:]
    for i in range(k - 1, -1, -1):
        x[i] = y[i] - sum((lower[j][i] * x[j] for j in range(i + 1, n)), Fraction(0))
    return x
