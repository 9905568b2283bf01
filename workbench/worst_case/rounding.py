"""From floating-point unknowns to exact ones that satisfy the equations exactly.

A solution at the optimum lies on the boundary, where rounding breaks it.  It is moved a little
towards a point that has a margin, by as little as is needed; the unknowns are rounded to a power of
two, and a few of them, chosen well inside, are solved for exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from flint import fmpq, fmpq_mat
from scipy.linalg import qr

from workbench.worst_case.lowered import Array, real
from workbench.worst_case.programme import Programme

_STEPS = tuple(m * 10.0**e for e in range(-10, 0) for m in (1, 3))
_LEAST = 1e-12  # a margin below this is a rounding error
_SHORT = 10**6  # denominators


class Equations:
    """E z = e with a choice of unknowns that the others determine."""

    def __init__(self, p: Programme, z: Array) -> None:
        self.rows, self.right = p.rows, p.right
        self.pivots: list[int] = []
        if not p.rows:
            return
        E, _ = p.equations()
        norms = np.maximum(np.abs(E).max(axis=1), 1e-300)
        weighted = E / norms[:, None] * (np.abs(z) + 1e-6 * (1 + np.abs(z).max()))
        _, R, order = qr(weighted, mode="economic", pivoting=True)
        diagonal = np.abs(np.diag(R))
        rank = int((diagonal > 1e-11 * max(diagonal[0], 1e-300)).sum())
        self.pivots = sorted(int(k) for k in order[:rank])
        _, _, lines = qr(E[:, self.pivots].T, mode="economic", pivoting=True)
        self.lines = sorted(int(k) for k in lines[:rank])
        self.inverse = fmpq_mat(
            [[p.rows[i].get(j, fmpq(0)) for j in self.pivots] for i in self.lines]
        ).inv()

    def solved(self, z: list[fmpq]) -> list[fmpq] | None:
        """The same with the chosen unknowns solved for; None if the equations contradict."""
        if not self.pivots:
            return z if all(self._missing(i, z) == 0 for i in range(len(self.rows))) else None
        out = list(z)
        for k in self.pivots:
            out[k] = fmpq(0)
        wanted = fmpq_mat([[self._missing(i, out)] for i in self.lines])
        found = self.inverse * wanted
        for k, value in zip(self.pivots, found.entries(), strict=True):
            out[k] = value
        return out if all(self._missing(i, out) == 0 for i in range(len(self.rows))) else None

    def _missing(self, i: int, z: list[fmpq]) -> fmpq:
        return self.right[i] - sum((c * z[j] for j, c in self.rows[i].items()), fmpq(0))


def as_it_is(p: Programme, best: Array) -> Iterator[list[fmpq]]:
    """The point itself, where its margin is larger than what rounding does."""
    margin = p.margin(best)
    if margin > _LEAST:
        yield from _rounded(p, best, best, margin)


def _rounded(p: Programme, best: Array, inside: Array, margin: float) -> Iterator[list[fmpq]]:
    try:
        equations = Equations(p, inside)
    except (ZeroDivisionError, np.linalg.LinAlgError, ValueError):
        return
    bits = max(20, min(120, math.ceil(math.log2(100 * p.size / margin))))
    exact = equations.solved([dyadic(v, bits) for v in best])
    if exact is not None:
        yield exact


def candidates(p: Programme, best: Array, inner: Array) -> Iterator[list[fmpq]]:
    """Exact points between the best and the inner one, nearest to the best first."""
    missed, margin = max(0.0, -p.margin(best)), p.margin(inner)
    if margin <= _LEAST:
        return
    try:
        equations = Equations(p, best + 0.5 * (inner - best))
    except (ZeroDivisionError, np.linalg.LinAlgError, ValueError):
        return
    for step in _STEPS:
        if step * margin < 0.5 * missed:
            continue
        mixed = best + step * (inner - best)
        if p.margin(mixed) <= _LEAST:
            continue
        bits = max(20, min(120, math.ceil(math.log2(100 * p.size / (step * margin)))))
        rounded = [dyadic(v, bits) for v in mixed]
        exact = equations.solved(rounded)
        if exact is not None:
            yield exact


def dyadic(value: float, bits: int) -> fmpq:
    """The nearest multiple of 2^-bits."""
    top, bottom = float(value).as_integer_ratio()
    return fmpq((2 * top * 2**bits + bottom) // (2 * bottom), 2**bits)


def outward(value: fmpq, direction: int, *, digits: int = 15) -> fmpq:
    """The next decimal of this many digits above (direction 1) or below (-1) a number.

    A number with a short denominator stays as it is.
    """
    if int(value.q) < _SHORT:
        return value
    size = math.floor(math.log10(abs(real(value)))) if real(value) else 0
    unit = fmpq(10) ** (digits - 1 - size)
    scaled = value * unit
    return fmpq(scaled.ceil() if direction > 0 else scaled.floor()) / unit
