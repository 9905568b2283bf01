"""Programmes put to the solver: their optimum, a point inside, a point as far inside as it goes.

Clarabel is called directly: these programmes are small, and to state one through a modelling
language takes ten times as long as to solve it.
"""

from __future__ import annotations

import importlib
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse

from workbench.worst_case.lowered import Array
from workbench.worst_case.programme import Programme

_TIGHT = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11, "max_iter": 300}
_REFINED = {
    "iterative_refinement_max_iter": 50, "iterative_refinement_reltol": 1e-15,
    "iterative_refinement_abstol": 1e-15,
}  # fmt: skip
_ROUGH = {"tol_gap_abs": 1e-6, "tol_gap_rel": 1e-3, "tol_feas": 1e-9}  # for any point inside
_MARGIN = 3e-10  # thirty times the solver's accuracy
SETTINGS: tuple[dict[str, Any], ...] = (
    {**_TIGHT, **_REFINED}, {**_TIGHT, "equilibrate_enable": False}, _TIGHT, {},
)  # fmt: skip
"""Of the solver: none is best for all programmes, and which one is decides only the accuracy."""


LARGE = 600  # unknowns: beyond it one solve takes seconds, and no further ones are tried


@dataclass(frozen=True, slots=True)
class SolverResult:
    """What the solver returned: its status, and unknowns if there are any."""

    status: str
    z: Array | None
    value: float


@dataclass(frozen=True, slots=True)
class _Conic:
    """minimise cost z where E z = e, H z + h >= 0 and mat(B z + d) is semidefinite per block."""

    cost: Array
    E: Array
    e: Array
    H: Array
    h: Array
    blocks: list[tuple[int, Array, Array]]


def optimum(p: Programme, *, margin: float = 0.0, first: int = 0) -> SolverResult:
    """The smallest cost where every inequality and block keeps this margin.

    `first` is the setting of the solver to begin with; the later ones are tried where it fails.
    """
    blocks = [(n, B, d - margin * np.eye(n).ravel()) for n, B, d in p.blocks]
    shifted = _Conic(p.cost, *p.equations(), p.H, p.h - margin, blocks)
    return _solved(shifted, SETTINGS[first:] if p.size <= LARGE else SETTINGS[-1:])


def just_inside(p: Programme) -> SolverResult:
    """The optimum that keeps a margin which rounding cannot use up; the optimum where none does."""
    found = optimum(p, margin=_MARGIN, first=1) if p.size <= LARGE else optimum(p)
    return found if found.z is not None else optimum(p)


def interior(p: Programme, *, at_most: float, size: float | None = None) -> Array | None:
    """The point with the largest margin (up to 1) in every inequality and block.

    Its cost is at most `at_most`, and no unknown is above `size`, if there is one.
    """
    E, e = p.equations()
    n = p.size
    limits = -p.cost[None] if size is None else _limits(p, 0)
    sizes = [at_most] if size is None else [at_most, *[size] * (2 * n)]
    H = np.vstack([p.H, limits, np.zeros(n)])
    margins = np.concatenate([-np.ones(len(p.H)), np.zeros(len(limits)), [-1.0]])
    h = np.concatenate([p.h, sizes, [1.0]])
    blocks = [(k, np.hstack([B, -np.eye(k).reshape(-1, 1)]), d) for k, B, d in p.blocks]
    cost = np.append(np.zeros(n), -1.0)
    conic = _Conic(
        cost, np.hstack([E, np.zeros((len(E), 1))]), e, np.column_stack([H, margins]), h, blocks
    )
    found = _solved(conic, SETTINGS if size else (_ROUGH,))
    return None if found.z is None else found.z[:n]


def spread(p: Programme, *, at_most: float, size: float, enough: float) -> Array | None:
    """A point with a margin in each inequality and diagonal entry that can have one.

    No margin counts beyond `enough`: where it is small, none is given up for another's sake.
    """
    E, e = p.equations()
    n, lines = p.size, len(p.H)
    margins = lines + sum(k for k, _, _ in p.blocks)
    H = np.vstack([
        np.hstack([p.H, -np.eye(lines, margins)]), _limits(p, margins),
        np.hstack([np.zeros((margins, n)), np.eye(margins)]),
        np.hstack([np.zeros((margins, n)), -np.eye(margins)]),
    ])  # fmt: skip
    h = np.concatenate([p.h, [at_most], np.full(2 * n, size), np.zeros(margins),
                        np.full(margins, enough)])  # fmt: skip
    blocks, at = [], lines
    for k, B, d in p.blocks:
        edges = np.zeros((k * k, margins))
        edges[np.arange(k) * (k + 1), at + np.arange(k)] = -1.0
        blocks.append((k, np.hstack([B, edges]), d))
        at += k
    cost = np.concatenate([np.zeros(n), -np.ones(margins)])
    E = np.hstack([E, np.zeros((len(E), margins))])
    found = _solved(_Conic(cost, E, e, H, h, blocks), SETTINGS)
    return None if found.z is None else found.z[:n]


def _limits(p: Programme, more: int) -> Array:
    """Rows of -cost, of -z and of z, with columns for more unknowns."""
    rows = np.vstack([-p.cost, -np.eye(p.size), np.eye(p.size)])
    return np.hstack([rows, np.zeros((len(rows), more))])


def _solved(c: _Conic, settings: tuple[dict[str, Any], ...]) -> SolverResult:
    clarabel: Any = importlib.import_module("clarabel")  # only needed here
    rows, right, cones = [c.E, -c.H], [c.e, c.h], []
    if len(c.E):
        cones.append(clarabel.ZeroConeT(len(c.E)))
    if len(c.H):
        cones.append(clarabel.NonnegativeConeT(len(c.H)))
    for n, B, d in c.blocks:
        flat, scale = _triangle(n)
        rows.append(-B[flat] * scale[:, None])
        right.append(d[flat] * scale)
        cones.append(clarabel.PSDTriangleConeT(n))
    size = len(c.cost)
    A = scipy.sparse.csc_matrix(np.vstack([r.reshape(-1, size) for r in rows]))
    b, P = np.concatenate(right), scipy.sparse.csc_matrix((size, size))
    status = "nothing"
    for options in settings:
        chosen = clarabel.DefaultSettings()
        chosen.verbose = False
        for name, value in options.items():
            setattr(chosen, name, value)
        try:
            with _without_traces():
                found = clarabel.DefaultSolver(P, c.cost, A, b, cones, chosen).solve()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            status = f"failed: {type(error).__name__}"
            continue
        status = str(found.status)
        z = np.asarray(found.x, dtype=float)
        if status in ("Solved", "AlmostSolved") and np.isfinite(z).all():
            return SolverResult(status, z, float(c.cost @ z))
        if status in ("PrimalInfeasible", "DualInfeasible"):
            break
    return SolverResult(status, None, float("nan"))


@contextmanager
def _without_traces() -> Iterator[None]:
    """Nothing on standard error: a panic is caught, and its trace would be taken for a fault."""
    kept = os.dup(2)
    try:
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _triangle(n: int) -> tuple[Array, Array]:
    """Upper triangle of an n by n matrix, column by column, and the factors of its entries."""
    places = [(i, j) for j in range(n) for i in range(j + 1)]
    flat = np.array([i * n + j for i, j in places], dtype=int)
    return flat, np.array([1.0 if i == j else math.sqrt(2.0) for i, j in places])
