"""The two semidefinite programmes of a performance estimation problem, in one form.

    minimise cost z   subject to   E z = e (exact),   H z + h >= 0,   mat(B z + d) >= 0 for blocks

`dual` searches for multipliers (an upper bound), `primal` for a Gram matrix and function values
(an instance).  The equations are exact, because a rounded answer has to satisfy them exactly; all
else is floating point, because whatever is found is put to the checker.
"""

from __future__ import annotations

import importlib
import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from workbench.rigor.check.worst_case_terms import Constraint, Form, Gram, Problem

Row = dict[int, fmpq]
Affine = tuple[Row, fmpq]  # row . z + constant
Array = np.ndarray
_PRECISE = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11, "max_iter": 300}


@dataclass(slots=True)
class Programme:
    """One programme in `size` unknowns; blocks are (n, B of shape (n * n, size), d).

    `groups` are rows of the first block that belong to vectors of one role (only gradients, only
    points).  `exact_line(i)` is the i-th inequality and `exact_entries[k](i, j)` an entry of the k-th block,
    both exact: what turns out to be forced to 0 becomes an equation.
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


@dataclass(frozen=True, slots=True)
class Found:
    """What the solver returned: its status, and unknowns if there are any."""

    status: str
    z: Array | None
    value: float


class Lowered:
    """The constraints of a problem as floating-point matrices over the vectors that matter.

    Where every matrix has a common kernel (only differences of points occur), some vectors can be
    taken to be 0; `kept` are the indices of the others.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.rows = np.array(
            [[real(problem.rows[i, j]) for j in range(problem.free)]
             for i in range(len(problem.names))]
        )  # fmt: skip
        self.constraints = [c for c in problem.constraints() if not is_trivial(c.form)]
        self.grams = list(problem.grams())
        forms = [c.form for c in self.constraints] + problem.measures
        forms += [form for gram in self.grams for form in gram.entries.values()]
        self.kept = _kept(problem, forms)
        self.at = {name: k for k, name in enumerate(problem.free_numbers)}

    def matrix(self, form: Form) -> Array:
        """The symmetric matrix of the form's inner products, over the kept vectors."""
        if not form.products:
            return np.zeros((len(self.kept),) * 2)
        keys = np.array(list(form.products))
        weights = np.array([real(v) for v in form.products.values()])
        left, right = self.rows[keys[:, 0]][:, self.kept], self.rows[keys[:, 1]][:, self.kept]
        half = (left.T * weights) @ right / 2
        return half + half.T

    def numbers(self, form: Form) -> Array:
        """The coefficients of the free numbers."""
        out = np.zeros(len(self.at))
        for name, value in form.numbers.items():
            out[self.at[name]] = real(value)
        return out

    def roles(self) -> list[list[int]]:
        """The kept vectors that occur in no point of a call, and those that occur in no gradient."""
        found = []
        for part in (0, 1):
            used = {call[part] for o in self.problem.oracles for call in (*o.calls, *o.adjoint)}
            inside = np.abs(self.rows[sorted(used)][:, self.kept]).max(axis=0, initial=0.0)
            found.append([int(k) for k in np.flatnonzero(inside == 0)])
        return found

    def exact_entry(self, form: Form, i: int, j: int) -> fmpq:
        """One entry of the matrix, exact."""
        rows, a, b = self.problem.rows, self.kept[i], self.kept[j]
        total = fmpq(0)
        for (u, v), weight in form.products.items():
            total += weight * (rows[u, a] * rows[v, b] + rows[u, b] * rows[v, a])
        return total / 2


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
    out = Programme(size, np.array([real(f.constant) * s for f, s in zip(forms, scale, strict=True)]))
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
        for k, (form, weight) in enumerate(zip(forms, weights, strict=True)):
            value = -weight * low.exact_entry(form, i, j)
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
        out.exact_entries.append(
            lambda i, j, index=index: ({index[min(i, j), max(i, j)]: fmpq(1)}, fmpq(0))
        )
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
    out = Programme(size, cost)
    upper = np.array([i * n + j for i, j in places], dtype=int)
    twice = np.array([1.0 if i == j else 2.0 for i, j in places])

    def row(form: Form) -> Array:
        entries = low.matrix(form).ravel()[upper] * twice if n else np.zeros(0)
        return np.concatenate([entries, low.numbers(form), [0.0]])

    def exact_row(form: Form) -> Affine:
        exact, line = _exact_matrix(problem, form), {}
        for k, (i, j) in enumerate(places):
            value = exact[low.kept[i], low.kept[j]] * (1 if i == j else 2)
            if value != 0:
                line[k] = value
        line |= {len(places) + low.at[m]: v for m, v in form.numbers.items() if v != 0}
        return line, form.constant

    for c in low.constraints:
        if c.equation:
            line, constant = exact_row(c.form)
            out.rows.append(line)
            out.right.append(-constant)
    unequal = [c.form for c in low.constraints if not c.equation]
    lines = [row(f) for f in unequal]
    for measure in problem.measures:
        lines.append(row(measure))
        lines[-1][-1] = -1.0
    out.H = np.array(lines)
    out.h = np.array([real(f.constant) for f in (*unequal, *problem.measures)])
    out.exact_line = lambda i: exact_row(unequal[i])
    whole = np.zeros((n * n, size))
    for k, (i, j) in enumerate(places):
        whole[i * n + j, k] = whole[j * n + i, k] = 1.0
    if n:
        index = {ij: k for k, ij in enumerate(places)}
        out.blocks.append((n, whole, np.zeros(n * n)))
        out.exact_entries.append(lambda i, j: ({index[min(i, j), max(i, j)]: fmpq(1)}, fmpq(0)))
    for gram in low.grams:
        side = gram.size
        B, d = np.zeros((side * side, size)), np.zeros(side * side)
        for (i, j), form in gram.entries.items():
            B[i * side + j] = B[j * side + i] = row(form)
            d[i * side + j] = d[j * side + i] = real(form.constant)
        out.exact_entries.append(
            lambda i, j, gram=gram: exact_row(gram.entries[min(i, j), max(i, j)])
        )
        out.blocks.append((side, B, d))
    return out


def optimum(p: Programme) -> Found:
    """The smallest cost."""
    cp = _cvxpy()
    z = cp.Variable(p.size)
    return _solved(cp.Problem(cp.Minimize(p.cost @ z), _rules(p, z, 0.0)), z)


def interior(p: Programme, *, at_most: float, size: float) -> Array | None:
    """The point with the largest margin (up to 1) in every inequality and block.

    Its cost is at most `at_most` and no unknown is above `size`.
    """
    cp = _cvxpy()
    z, margin = cp.Variable(p.size), cp.Variable()
    rules = [*_rules(p, z, margin), p.cost @ z <= at_most, margin <= 1, cp.abs(z) <= size]
    return _solved(cp.Problem(cp.Maximize(margin), rules), z).z


def spread(p: Programme, *, at_most: float, size: float) -> Array | None:
    """A point with a margin in each inequality and diagonal entry that can have one."""
    cp = _cvxpy()
    z, lines = cp.Variable(p.size), cp.Variable(max(1, len(p.H)))
    E, e = p.equations()
    rules = [E @ z == e] if len(E) else []
    rules += [p.H @ z + p.h >= lines] if len(p.H) else []
    rules += [p.cost @ z <= at_most, cp.abs(z) <= size, lines >= 0, lines <= 1]
    total = cp.sum(lines)
    for n, B, d in p.blocks:
        edge = cp.Variable(n)
        rules += [cp.reshape(B @ z + d, (n, n), order="C") - cp.diag(edge) >> 0]
        rules += [edge >= 0, edge <= 1]
        total += cp.sum(edge)
    return _solved(cp.Problem(cp.Maximize(total), rules), z).z


def _rules(p: Programme, z: Any, margin: Any) -> list[Any]:  # noqa: ANN401
    cp = _cvxpy()
    E, e = p.equations()
    rules = [E @ z == e] if len(E) else []
    if len(p.H):
        rules.append(p.H @ z + p.h >= margin)
    for n, B, d in p.blocks:
        rules.append(cp.reshape(B @ z + d, (n, n), order="C") - margin * np.eye(n) >> 0)
    return rules


def _solved(problem: Any, z: Any) -> Found:  # noqa: ANN401
    cp = _cvxpy()
    status = "nothing"
    for options in (_PRECISE, {}):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # inaccurate or not, the answer is checked exactly
                problem.solve(solver=cp.CLARABEL, **options)
        except (cp.SolverError, ArithmeticError, ValueError) as error:
            status = f"failed: {error}"
            continue
        status = str(problem.status)
        if z.value is not None and problem.status in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            return Found(status, np.asarray(z.value, dtype=float), float(problem.value))
        if problem.status in (cp.INFEASIBLE, cp.UNBOUNDED):
            break
    return Found(status, None, float("nan"))


def real(value: fmpq) -> float:
    """The nearest floating-point number."""
    return int(value.p) / int(value.q)


def is_trivial(form: Form) -> bool:
    """Whether nothing is left of the form."""
    parts = (*form.numbers.values(), *form.products.values(), form.constant)
    return all(v == 0 for v in parts)


def _exact_matrix(problem: Problem, form: Form) -> fmpq_mat:
    total = fmpq_mat(len(problem.names), len(problem.names))
    for (a, b), value in form.products.items():
        total[a, b] += value / 2
        total[b, a] += value / 2
    return problem.rows.transpose() * total * problem.rows


def _kept(problem: Problem, forms: list[Form]) -> list[int]:
    """The pivots of random combinations of all matrices: the other vectors may be set to 0.

    Combinations are added until two in a row bring nothing new.
    """
    rng, n = random.Random(0), problem.free
    reduced, rank, idle = fmpq_mat(1, n), 0, 0
    while idle < 2 and rank < n:
        mixed = Form()
        for form in forms:
            mixed.add(Form(products=form.products), fmpq(rng.randint(1, 10**6)))
        stacked = reduced.tolist()[:rank] + _exact_matrix(problem, mixed).tolist()
        before = rank
        reduced, rank = fmpq_mat(stacked).rref()
        idle = idle + 1 if rank == before else 0
    return [next(j for j in range(n) if reduced[i, j] != 0) for i in range(rank)]


def _cvxpy() -> Any:  # noqa: ANN401
    return importlib.import_module("cvxpy")  # slow to import, and only needed here


__all__ = ["Constraint", "Found", "Gram", "Lowered", "Programme", "dual", "interior", "optimum",
           "primal", "spread"]  # fmt: skip
