"""Facial reduction: what no feasible point keeps away from 0 becomes an exact equation.

Where a programme has no interior, some inequality is an equation in disguise, or some vector lies
in the kernel of a block at every feasible point.  Which ones is read off a numerical point that has
a margin wherever one is possible; each finding is then an exact linear equation.  A wrong finding
does no harm: the equations have no solution, or the checker refuses what comes out.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
from flint import fmpq

from workbench.worst_case.programme import Affine, Array, Programme, Row, interior, spread

_NOTHING = 1e-6  # a margin below this is none
_DENOMINATOR = 1000  # of the coordinates of a kernel vector


def with_interior(p: Programme, *, at_most: float, size: float) -> tuple[Programme, Array, float]:
    """The programme, reduced where necessary, with an inner point and its margin (0: none)."""
    inner, margin = interior(p, at_most=at_most, size=size)
    for _ in range(4):
        if inner is not None and margin > _NOTHING:
            return p, inner, margin
        point = spread(p, at_most=at_most, size=size)
        if point is None:
            break
        reduced = _reduced(p, point)
        if reduced is None:
            break
        p = reduced
        inner, margin = interior(p, at_most=at_most, size=size)
    return p, np.zeros(p.size) if inner is None else inner, 0.0 if inner is None else margin


def _reduced(p: Programme, z: Array) -> Programme | None:
    """The programme on a smaller face, or None if nothing is forced."""
    rows, right = list(p.rows), list(p.right)

    def equation(affine: Affine) -> None:
        row, constant = affine
        if row:
            rows.append(row)
            right.append(-constant)

    slack = p.H @ z + p.h
    alive = [i for i in range(len(slack)) if slack[i] > _NOTHING]
    for i in range(len(slack)):
        if slack[i] <= _NOTHING:
            equation(p.exact_line(i))
    blocks, entries, changed = [], [], len(alive) < len(slack)
    for (n, B, d), entry in zip(p.blocks, p.exact_entries, strict=True):
        matrix = (B @ z + d).reshape(n, n)
        kept = []
        for i in range(n):
            if matrix[i, i] > _NOTHING:
                kept.append(i)
                continue
            for j in range(n):
                equation(entry(i, j))
        dropped = set()
        for vector, pivot in _kernel(matrix[np.ix_(kept, kept)]):
            dropped.add(kept[pivot])
            for j in kept:
                equation(_combined([(v, entry(kept[i], j)) for i, v in vector.items()]))
        kept = [i for i in kept if i not in dropped]
        changed = changed or len(kept) < n
        if kept:
            flat = [i * n + j for i in kept for j in kept]
            blocks.append((len(kept), B[flat], d[flat]))
            entries.append(lambda i, j, entry=entry, kept=kept: entry(kept[i], kept[j]))
    if not changed:
        return None
    return replace(
        p, rows=rows, right=right, H=p.H[alive], h=p.h[alive], blocks=blocks, exact_entries=entries,
        exact_line=lambda i, line=p.exact_line: line(alive[i]),
    )  # fmt: skip


def _kernel(matrix: Array) -> list[tuple[dict[int, fmpq], int]]:
    """Kernel vectors with short rational coordinates, each with a coordinate of its own."""
    if not len(matrix):
        return []
    values, vectors = np.linalg.eigh(matrix)
    basis = vectors[:, values <= _NOTHING].T
    found = []
    free = list(range(len(matrix)))
    for k in range(len(basis)):
        row, column = divmod(int(np.abs(basis[k:][:, free]).argmax()), len(free))
        basis[[k, k + row]] = basis[[k + row, k]]
        pivot = free.pop(column)
        basis[k] /= basis[k, pivot]
        others = [i for i in range(len(basis)) if i != k]
        basis[others] -= np.outer(basis[others, pivot], basis[k])
        found.append(pivot)
    return [(_rational(row), pivot) for row, pivot in zip(basis, found, strict=True)]


def _rational(row: Array) -> dict[int, fmpq]:
    short = [Fraction(float(v)).limit_denominator(_DENOMINATOR) for v in row]
    return {i: fmpq(v.numerator, v.denominator) for i, v in enumerate(short) if v}


def _combined(terms: list[tuple[fmpq, Affine]]) -> Affine:
    out: Row = {}
    constant = fmpq(0)
    for factor, (row, c) in terms:
        constant += factor * c
        for k, value in row.items():
            out[k] = out.get(k, fmpq(0)) + factor * value
    return {k: v for k, v in out.items() if v != 0}, constant



