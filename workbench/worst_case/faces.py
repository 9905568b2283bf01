"""Facial reduction: what no feasible point keeps away from 0 becomes an exact equation.

Where a programme has no interior, some inequality is an equation in disguise, or some vector lies
in the kernel of a block at every feasible point.  Which ones is read off a numerical point that has
a margin wherever one is possible; each finding is then an exact linear equation.  A wrong finding
does no harm: the equations have no solution, or the checker refuses what comes out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import scipy.linalg
from flint import fmpq

from workbench.worst_case.lowered import Array
from workbench.worst_case.programme import Affine, Programme, Row
from workbench.worst_case.solver import LARGE, interior, spread

NOTHING = 1e-6  # a margin below this is none
_PLENTY = 1e-4  # a margin that leaves nothing to look for
_ENOUGH = (1e-3, 1.0)  # small margins find the smallest face; large ones are easier to solve for
_TINY = 1e-10  # rounding errors, for data of size about 1
_DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 1000)  # of the coordinates of a kernel vector


def simplified(p: Programme) -> Programme:
    """The programme without what signs alone force to 0.

    A diagonal entry of a block without positive terms is 0, and so are its terms and its row; so
    are the terms of an equation with one sign and right side 0.
    """
    positive = {int(np.flatnonzero(row)[0]) for row, h in zip(p.H, p.h, strict=True)
                if h == 0 and np.count_nonzero(row) == 1 and row.max() > 0}  # fmt: skip
    zero: set[int] = set()
    rows, right = list(p.rows), list(p.right)
    kept = [list(range(n)) for n, _, _ in p.blocks]
    changed = True
    while changed:
        changed = False
        for row, value in zip(rows, right, strict=True):
            terms = {k: c for k, c in row.items() if k not in zero}
            signs = {c > 0 for c in terms.values()}
            if value == 0 and len(signs) == 1 and set(terms) <= positive:
                zero |= set(terms)
                changed = True
        for (n, B, d), entry, alive in zip(p.blocks, p.exact_entries, kept, strict=True):
            for i in list(alive):
                row = B[i * n + i]
                found = {int(k) for k in np.flatnonzero(row)} - zero
                if d[i * n + i] != 0 or any(row[k] > 0 or k not in positive for k in found):
                    continue
                zero |= found
                alive.remove(i)
                for j in range(n):
                    line, constant = entry(i, j)
                    if any(k not in zero for k in line):
                        rows.append(line)
                        right.append(-constant)
                changed = True
    if not zero and all(len(k) == n for k, (n, _, _) in zip(kept, p.blocks, strict=True)):
        return _on_the_plane(p)
    rows += [{k: fmpq(1)} for k in sorted(zero)]
    right += [fmpq(0)] * len(zero)
    lines = [i for i, row in enumerate(p.H) if not (
        np.count_nonzero(row) == 1 and int(np.flatnonzero(row)[0]) in zero)]  # fmt: skip
    return _on_the_plane(_restricted(p, rows, right, lines, kept))


def _on_the_plane(p: Programme) -> Programme:
    """The programme without what its equations alone force to 0, exact up to rounding errors.

    On the plane E z = e some inequalities vanish, a diagonal entry may (then its row has to), and
    a block may have a kernel that never changes: then some of its rows determine the others.
    """
    for _ in range(6):
        E, e = p.equations()
        if not len(E):
            return p
        start = np.linalg.lstsq(E, e, rcond=None)[0]
        plane = scipy.linalg.null_space(E, rcond=1e-11)
        basis = np.column_stack([start, plane])
        lines = [i for i, row in enumerate(p.H @ basis + np.outer(p.h, np.eye(1, basis.shape[1])))
                 if np.abs(row).max() > _TINY]  # fmt: skip
        rows, right = list(p.rows), list(p.right)
        kept: list[list[int]] = []
        for (n, B, d), entry in zip(p.blocks, p.exact_entries, strict=True):
            values = B @ basis
            values[:, 0] += d
            alive = []
            for i in range(n):
                if np.abs(values[i * n + i]).max() > _TINY:
                    alive.append(i)
                    continue
                for j in range(n):
                    if np.abs(values[i * n + j]).max() > _TINY:
                        row, constant = entry(i, j)
                        rows.append(row)
                        right.append(-constant)
            if not kept:  # the first block: a kernel within a group is a kernel of the whole
                for group in p.groups:
                    inside = [i for i in group if i in alive]
                    flat = [i * n + j for i in inside for j in inside]
                    for vector, pivot in _common_kernel(values[flat], len(inside)):
                        for j in range(n):
                            rows_of = [(v, entry(inside[i], j)) for i, v in vector.items()]
                            row, constant = _combined(rows_of)
                            rows.append(row)
                            right.append(-constant)
                        alive.remove(inside[pivot])
            flat = [i * n + j for i in alive for j in alive]
            stacked = values[flat].T.reshape(-1, max(1, len(alive)))
            kept.append([alive[k] for k in _independent(stacked)] if alive else [])
        same = len(rows) == len(p.rows) and len(lines) == len(p.H)
        if same and all(len(k) == n for k, (n, _, _) in zip(kept, p.blocks, strict=True)):
            return p
        p = _restricted(p, rows, right, lines, kept)
    return p


def _common_kernel(values: Array, n: int) -> list[tuple[dict[int, fmpq], int]]:
    """Short kernel vectors of all n by n matrices in the columns of `values`."""
    if n == 0:
        return []
    stacked = values.T.reshape(-1, n)
    return _kernel(stacked.T @ stacked, _TINY)


def _independent(stacked: Array) -> list[int]:
    """A largest set of independent columns."""
    _, R, order = scipy.linalg.qr(stacked, mode="economic", pivoting=True)
    diagonal = np.abs(np.diag(R))
    return sorted(int(k) for k in order[: int((diagonal > _TINY * max(1.0, diagonal[0])).sum())])


def _restricted(
    p: Programme, rows: list[Row], right: list[fmpq], lines: list[int], kept: list[list[int]]
) -> Programme:
    """The programme with these equations, some inequalities, and parts of the blocks."""
    blocks = []
    entries: list[Callable[[int, int], Affine]] = []
    place = {i: k for k, i in enumerate(kept[0])} if kept else {}
    groups = [[place[i] for i in group if i in place] for group in p.groups]
    for (n, B, d), entry, alive in zip(p.blocks, p.exact_entries, kept, strict=True):
        if alive:
            flat = [i * n + j for i in alive for j in alive]
            blocks.append((len(alive), B[flat], d[flat]))
            entries.append(partial(_part, entry, alive))
    return replace(
        p, rows=rows, right=right, H=p.H[lines], h=p.h[lines], blocks=blocks, exact_entries=entries,
        groups=groups if place else [],
        exact_line=partial(_line, p.exact_line, lines),
    )  # fmt: skip


def _part(entry: Callable[[int, int], Affine], alive: list[int], i: int, j: int) -> Affine:
    return entry(alive[i], alive[j])


def _line(line: Callable[[int], Affine], lines: list[int], i: int) -> Affine:
    return line(lines[i])


def with_interior(p: Programme, *, at_most: float, size: float) -> tuple[Programme, Array | None]:
    """The programme, reduced where necessary, and an inner point (None: none was found)."""
    inner = interior(p, at_most=at_most, size=size)
    if inner is not None and p.margin(inner) > NOTHING:
        return p, inner
    for enough in _ENOUGH if p.size <= LARGE else ():
        face = p
        for _ in range(4):
            point = spread(face, at_most=at_most, size=size, enough=enough)
            if point is None or (smaller := _reduced(face, point)) is None:
                break
            face = smaller
            inner = point if face.margin(point) > _PLENTY else None
            inner = interior(face, at_most=at_most, size=size) if inner is None else inner
            inner = point if inner is None else inner
            if face.margin(inner) > NOTHING:
                return face, inner
    return p, None


def _reduced(p: Programme, z: Array) -> Programme | None:
    """The programme on a smaller face, or None if nothing is forced."""
    rows, right = list(p.rows), list(p.right)

    def equation(affine: Affine) -> None:
        row, constant = affine
        if row:
            rows.append(row)
            right.append(-constant)

    slack = p.H @ z + p.h
    alive = [i for i in range(len(slack)) if slack[i] > NOTHING]
    for i in range(len(slack)):
        if slack[i] <= NOTHING:
            equation(p.exact_line(i))
    left = []
    clear = len(alive) < len(slack)
    for (n, B, d), entry in zip(p.blocks, p.exact_entries, strict=True):
        matrix = (B @ z + d).reshape(n, n)
        kept = [i for i in range(n) if matrix[i, i] > NOTHING]
        for i in set(range(n)) - set(kept):
            for j in range(n):
                equation(entry(i, j))
        clear = clear or len(kept) < n
        dropped = set()
        for vector, pivot in [] if clear else _kernel(matrix[np.ix_(kept, kept)]):
            dropped.add(kept[pivot])
            for j in kept:
                equation(_combined([(v, entry(kept[i], j)) for i, v in vector.items()]))
        left.append([i for i in kept if i not in dropped])
    if len(alive) == len(slack) and all(
        len(kept) == n for kept, (n, _, _) in zip(left, p.blocks, strict=True)
    ):
        return None
    return simplified(_restricted(p, rows, right, alive, left))


def _kernel(matrix: Array, limit: float = NOTHING) -> list[tuple[dict[int, fmpq], int]]:
    """Kernel vectors with short rational coordinates, each with a coordinate of its own."""
    if not len(matrix):
        return []
    values, vectors = np.linalg.eigh(matrix)
    basis = vectors[:, values <= limit].T
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
    """The shortest coordinates that fit: errors of a kernel vector are as large as 1e-3."""
    for d in _DENOMINATORS:
        short = [Fraction(float(v)).limit_denominator(d) for v in row]
        error = max(abs(float(s) - v) for s, v in zip(short, row, strict=True))
        if error <= 1 / (100 * d * d) or d == _DENOMINATORS[-1]:
            break
    return {i: fmpq(v.numerator, v.denominator) for i, v in enumerate(short) if v}


def _combined(terms: list[tuple[fmpq, Affine]]) -> Affine:
    out: Row = {}
    constant = fmpq(0)
    for factor, (row, c) in terms:
        constant += factor * c
        for k, value in row.items():
            out[k] = out.get(k, fmpq(0)) + factor * value
    return {k: v for k, v in out.items() if v != 0}, constant
