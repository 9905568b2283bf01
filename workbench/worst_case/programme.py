"""The two semidefinite programmes of a performance estimation problem, in one form.

    minimise cost z   subject to   E z = e (exact),   H z + h >= 0,   mat(B z + d) >= 0 for blocks

`dual` searches for multipliers (an upper bound), `primal` for a Gram matrix and function values
(an instance).  The equations are exact, because a rounded answer has to satisfy them exactly; all
else is floating point, because whatever is found is put to the checker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from flint import fmpq

from workbench.rigor.check.worst_case_forms import Form, Gram
from workbench.worst_case.lowered import Array, Lowered, exact_matrix, real

Row = dict[int, fmpq]
Affine = tuple[Row, fmpq]  # row . z + constant


@dataclass(slots=True)
class Programme:
    """One programme in `size` unknowns; blocks are (n, B of shape (n * n, size), d).

    `groups` are rows of the first block that belong to vectors of one role (only gradients, only
    points).  `exact_line(i)` is the i-th inequality, `exact_entries[k](i, j)` an entry of the k-th
    block, both exact: what turns out to be forced to 0 becomes an equation.
    """

    size: int
    cost: Array
    rows: list[Row] = field(default_factory=list)  # E
    right: list[fmpq] = field(default_factory=list)  # e
    H: Array = field(default_factory=lambda: np.zeros((0, 0)))
    h: Array = field(default_factory=lambda: np.zeros(0))
    blocks: list[tuple[int, Array, Array]] = field(default_factory=list)
    exact_line: Callable[[int], Affine] = field(default=lambda _: ({}, fmpq(0)))
    exact_entries: list[Callable[[int, int], Affine]] = field(default_factory=list)
    exact_cost: Row = field(default_factory=dict)
    groups: list[list[int]] = field(default_factory=list)  # of rows of the first block

    def equations(self) -> tuple[Array, Array]:
        """E and e in floating point."""
        E = np.zeros((len(self.rows), self.size))
        for i, row in enumerate(self.rows):
            for j, value in row.items():
                E[i, j] = real(value)
        return E, np.array([real(v) for v in self.right])

    def margin(self, z: Array) -> float:
        """The smallest inequality or eigenvalue of a block at z (1 if there is none)."""
        worst = float(min(self.H @ z + self.h, default=1.0))
        for n, B, d in self.blocks:
            worst = min(worst, float(np.linalg.eigvalsh((B @ z + d).reshape(n, n))[0]))
        return worst


def dual(low: Lowered) -> Programme:
    """Unknowns: a weight of every measure, a multiplier of every constraint, entries of blocks."""
    problem = low.problem
    forms = [*problem.measures, *(c.form for c in low.constraints)]
    signed = [True] * len(problem.measures) + [not c.equation for c in low.constraints]
    weights = [fmpq(1)] * len(forms)
    blocks: list[tuple[int, dict[int, tuple[int, int]]]] = []
    for gram in low.grams:
        places = {len(forms) + k: ij for k, ij in enumerate(gram.entries)}
        forms += list(gram.entries.values())
        weights += [fmpq(1 if i == j else 2) for i, j in gram.entries]
        blocks.append((gram.size, places))
    size, n = len(forms), len(low.kept)
    scale = [real(w) for w in weights]
    out = Programme(
        size, np.array([real(f.constant) * s for f, s in zip(forms, scale, strict=True)])
    )
    out.exact_cost = {
        k: f.constant * w for k, (f, w) in enumerate(zip(forms, weights, strict=True))
        if f.constant != 0
    }  # fmt: skip
    by_number: dict[str, Row] = {name: {} for name in problem.free_numbers}
    for k, (form, weight) in enumerate(zip(forms, weights, strict=True)):
        for name, value in form.numbers.items():
            if value != 0:
                by_number[name][k] = value * weight
    out.rows = [row for row in by_number.values() if row]
    out.right = [fmpq(0)] * len(out.rows)
    out.rows.append({k: fmpq(1) for k in range(len(problem.measures))})
    out.right.append(fmpq(1))
    positive = [k for k, s in enumerate(signed) if s]
    out.H = np.eye(size)[positive]
    out.h = np.zeros(len(out.H))
    out.exact_line = lambda i: ({positive[i]: fmpq(1)}, fmpq(0))

    def slack_entry(i: int, j: int) -> Affine:
        row: Row = {}
        for k in map(int, np.flatnonzero(slack[i * n + j])):
            value = -weights[k] * low.exact_entry(forms[k], i, j)
            if value != 0:
                row[k] = value
        return row, fmpq(0)

    slack = np.array([-s * low.matrix(f).ravel() for f, s in zip(forms, scale, strict=True)]).T
    if n:
        out.blocks.append((n, slack, np.zeros(n * n)))
        out.exact_entries.append(slack_entry)
        out.groups = low.roles()
    for side, places in blocks:
        index = {ij: k for k, ij in places.items()}
        out.exact_entries.append(partial(_single, index))
        B = np.zeros((side * side, size))
        for k, (i, j) in places.items():
            B[i * side + j, k] = B[j * side + i, k] = 1.0
        out.blocks.append((side, B, np.zeros(side * side)))
    return out


def primal(low: Lowered) -> Programme:
    """Unknowns: entries i <= j of the Gram matrix of the kept vectors, numbers, the measure."""
    problem, n = low.problem, len(low.kept)
    places = [(i, j) for i in range(n) for j in range(i, n)]
    size = len(places) + len(low.at) + 1
    cost = np.zeros(size)
    cost[-1] = -1.0
    out = Programme(size, cost, exact_cost={size - 1: fmpq(-1)})
    upper = np.array([i * n + j for i, j in places], dtype=int)
    twice = np.array([1.0 if i == j else 2.0 for i, j in places])

    def row(form: Form) -> Array:
        entries = low.matrix(form).ravel()[upper] * twice if n else np.zeros(0)
        return np.concatenate([entries, low.numbers(form), [0.0]])

    unequal = [c.form for c in low.constraints if not c.equation]

    def exact_row(form: Form) -> Affine:
        exact, line = exact_matrix(problem, form), {}
        for k, (i, j) in enumerate(places):
            value = exact[low.kept[i], low.kept[j]] * (1 if i == j else 2)
            if value != 0:
                line[k] = value
        line |= {len(places) + low.at[m]: v for m, v in form.numbers.items() if v != 0}
        return line, form.constant

    def exact_line(i: int) -> Affine:
        if i < len(unequal):
            return exact_row(unequal[i])
        line, constant = exact_row(problem.measures[i - len(unequal)])
        return {**line, size - 1: fmpq(-1)}, constant

    def entry_of(gram: Gram, i: int, j: int) -> Affine:
        return exact_row(gram.entries[min(i, j), max(i, j)])

    for c in low.constraints:
        if c.equation:
            line, constant = exact_row(c.form)
            out.rows.append(line)
            out.right.append(-constant)
    lines = [row(f) for f in unequal]
    for measure in problem.measures:
        lines.append(row(measure))
        lines[-1][-1] = -1.0
    out.H = np.array(lines)
    out.h = np.array([real(f.constant) for f in (*unequal, *problem.measures)])
    out.exact_line = exact_line
    whole = np.zeros((n * n, size))
    for k, (i, j) in enumerate(places):
        whole[i * n + j, k] = whole[j * n + i, k] = 1.0
    if n:
        index = {ij: k for k, ij in enumerate(places)}
        out.blocks.append((n, whole, np.zeros(n * n)))
        out.exact_entries.append(partial(_single, index))
    for gram in low.grams:
        side = gram.size
        B, d = np.zeros((side * side, size)), np.zeros(side * side)
        for (i, j), form in gram.entries.items():
            B[i * side + j] = B[j * side + i] = row(form)
            d[i * side + j] = d[j * side + i] = real(form.constant)
        out.exact_entries.append(partial(entry_of, gram))
        out.blocks.append((side, B, d))
    return out


def _single(index: dict[tuple[int, int], int], i: int, j: int) -> Affine:
    """An entry of a block that is an unknown."""
    return {index[min(i, j), max(i, j)]: fmpq(1)}, fmpq(0)
