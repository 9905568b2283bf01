"""Exact tests of matrices by elimination over the fractions, and the LMI of heavy ball built anew.

Nothing here is shared with the checkers: their matrices come from python-flint, these from lists
of fractions and from the definition of the LMI, entry by entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

Matrix = list[list[Fraction]]


def read(rows: Any) -> Matrix:
    """A matrix of texts."""
    return [[Fraction(x) for x in row] for row in rows]


def text(m: Matrix) -> list[list[str]]:
    """A matrix as texts."""
    return [[str(x) for x in row] for row in m]


def ldl(m: Matrix) -> tuple[Matrix, list[Fraction]] | None:
    """L (unit lower triangular) and D with m = L D L^T; None if m is not positive semidefinite."""
    n = len(m)
    rest = [list(row) for row in m]
    lower = [[Fraction(i == j) for j in range(n)] for i in range(n)]
    pivots = []
    for k in range(n):
        pivot = rest[k][k]
        column = [rest[i][k] for i in range(k, n)]
        if pivot < 0 or (pivot == 0 and any(column)):
            return None
        pivots.append(pivot)
        for i in range(k + 1, n) if pivot else ():
            lower[i][k] = rest[i][k] / pivot
        for i, j in product(range(k + 1, n), repeat=2):
            rest[i][j] -= lower[i][k] * pivot * lower[j][k]
    return lower, pivots


def is_psd(m: Matrix, *, strict: bool = False) -> bool:
    """Whether the quadratic form of a square matrix is non-negative (or positive)."""
    n = len(m)
    found = ldl([[(m[i][j] + m[j][i]) / 2 for j in range(n)] for i in range(n)])
    return found is not None and not (strict and 0 in found[1])


def combined(matrices: Sequence[Matrix], y: Sequence[Fraction]) -> Matrix:
    """F_0 + sum_i y_i F_i."""
    n, weights = len(matrices[0]), (Fraction(1), *y)
    return [[sum((w * m[i][j] for w, m in zip(weights, matrices, strict=True)), Fraction(0))
             for j in range(n)] for i in range(n)]  # fmt: skip


def inner(a: Matrix, b: Matrix) -> Fraction:
    """The sum of the products of the entries."""
    return sum(
        (x * y for r, s in zip(a, b, strict=True) for x, y in zip(r, s, strict=True)), Fraction(0)
    )


class HeavyBall:
    """The forms in (x, y, g), read off by polarisation from their values at vectors."""

    def __init__(self, parameters: dict[str, str]) -> None:
        self.mu, self.L, self.alpha, self.beta, self.rho2 = (
            Fraction(parameters[k]) for k in ("mu", "L", "alpha", "beta", "rho2")
        )

    def _next(self, u: Sequence[Fraction]) -> Fraction:
        x, y, g = u
        return x - self.alpha * g + self.beta * (x - y)

    def form(self, f: Any) -> Matrix:
        """The symmetric matrix of a quadratic form given as a function of a vector."""
        unit = [[Fraction(i == j) for j in range(3)] for i in range(3)]
        both = [[[a + b for a, b in zip(u, v, strict=True)] for v in unit] for u in unit]
        return [[(f(both[i][j]) - f(unit[i]) - f(unit[j])) / 2 for j in range(3)] for i in range(3)]

    def forms(self) -> tuple[Matrix, Matrix, Matrix]:
        """X0, X1 + (1 - rho^2) X2, and X2."""

        def cocoercive(u: Sequence[Fraction]) -> Fraction:
            return 2 * (u[2] - self.mu * u[0]) * (u[2] - self.L * u[0])

        def convex(u: Sequence[Fraction]) -> Fraction:
            return self.mu / 2 * u[0] ** 2 - u[2] * u[0]

        def gain(u: Sequence[Fraction]) -> Fraction:
            move = self._next(u) - u[0]
            return -u[2] * move - self.L / 2 * move**2 + (1 - self.rho2) * convex(u)

        return self.form(cocoercive), self.form(gain), self.form(convex)

    def energy_change(self, P: Matrix) -> Matrix:
        """(p, x) P (p, x)^T - rho^2 (x, y) P (x, y)^T."""

        def energy(a: Fraction, b: Fraction) -> Fraction:
            return P[0][0] * a * a + 2 * P[0][1] * a * b + P[1][1] * b * b

        return self.form(lambda u: energy(self._next(u), u[0]) - self.rho2 * energy(u[0], u[1]))

    def slack(self, P: Matrix, c0: Fraction, c: Fraction) -> Matrix:
        """S."""
        first, second, _ = self.forms()
        change = self.energy_change(P)
        return [
            [c0 * first[i][j] + c * second[i][j] - change[i][j] for j in range(3)] for i in range(3)
        ]

    def drift(self, Z: Matrix) -> Matrix:
        """The 2x2 matrix with <Phi(P), Z> = <P, drift>."""
        unit = {(0, 0): [[1, 0], [0, 0]], (1, 1): [[0, 0], [0, 1]], (0, 1): [[0, 1], [1, 0]]}
        found = {at: inner(self.energy_change(read(P)), Z) for at, P in unit.items()}
        off = found[0, 1] / 2
        return [[found[0, 0], off], [off, found[1, 1]]]

    def constants(self, P: Matrix, c: Fraction) -> tuple[Fraction, Fraction | None]:
        """kappa, and noise where kappa > 0."""
        bent = P[0][0] if P[1][1] == 0 else P[0][0] - P[0][1] ** 2 / P[1][1]
        kappa = c + 2 * bent / self.L
        return kappa, (P[0][0] + c * self.L / 2) / kappa if kappa > 0 else None

    def is_slower(self, curvature: Fraction) -> bool:
        """Whether the root of z^2 - tau z + beta at this curvature is beyond rho."""
        tau, r = 1 + self.beta - self.alpha * curvature, self.rho2
        return self.beta > r or tau * tau * r > (r + self.beta) ** 2
