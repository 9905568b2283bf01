"""The constraints of a problem as matrices over the vectors that matter, floating and exact."""

from __future__ import annotations

import random

import numpy as np
from flint import fmpq, fmpq_mat

from workbench.rigor.check.worst_case_forms import Form, Label
from workbench.rigor.check.worst_case_terms import StatedProblem

Array = np.ndarray


class Lowered:
    """The constraints of a problem as floating-point matrices over the vectors that matter.

    Where every matrix has a common kernel (only differences of points occur), some vectors can be
    taken to be 0; `kept` are the indices of the others, and `kernel` gives for each of the former
    the vector of the kernel that has a 1 there.
    """

    def __init__(self, problem: StatedProblem, *, without: frozenset[Label] = frozenset()) -> None:
        self.problem = problem
        self.rows = np.array(
            [[real(problem.rows[i, j]) for j in range(problem.free)]
             for i in range(len(problem.names))]
        )  # fmt: skip
        self.constraints = [c for c in problem.constraints()
                            if c.label not in without and not is_trivial(c.form)]  # fmt: skip
        self.grams = list(problem.grams())
        forms = [c.form for c in self.constraints] + problem.measures
        forms += [form for gram in self.grams for form in gram.entries.values()]
        reduced, self.kept = _reduced(problem, forms)
        self.kernel = {
            d: {j: -reduced[i, d] for i, j in enumerate(self.kept) if reduced[i, d] != 0}
            for d in set(range(problem.free)) - set(self.kept)
        }
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
        """The kept vectors that occur in no point of a call, and those in no gradient."""
        found = []
        calls = [call for o in self.problem.oracles for call in (*o.calls, *o.adjoint)]
        for used in ({x for x, _, _ in calls}, {g for _, g, _ in calls}):
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


def real(value: fmpq) -> float:
    """The nearest floating-point number."""
    return int(value.p) / int(value.q)


def is_trivial(form: Form) -> bool:
    """Whether nothing is left of the form."""
    parts = (*form.numbers.values(), *form.products.values(), form.constant)
    return all(v == 0 for v in parts)


def exact_matrix(problem: StatedProblem, form: Form) -> fmpq_mat:
    """The symmetric matrix of the form's inner products over all free vectors."""
    total = fmpq_mat(len(problem.names), len(problem.names))
    for (a, b), value in form.products.items():
        total[a, b] += value / 2
        total[b, a] += value / 2
    return problem.rows.transpose() * total * problem.rows


def _reduced(problem: StatedProblem, forms: list[Form]) -> tuple[fmpq_mat, list[int]]:
    """Random combinations of all matrices, reduced, and their pivots: the others may be set to 0.

    Combinations are added until two in a row bring nothing new.
    """
    rng, n = random.Random(0), problem.free
    reduced, rank, idle = fmpq_mat(1, n), 0, 0
    while idle < 2 and rank < n:
        mixed = Form()
        for form in forms:
            mixed.add(Form(products=form.products), fmpq(rng.randint(1, 10**6)))
        stacked = reduced.tolist()[:rank] + exact_matrix(problem, mixed).tolist()
        before = rank
        reduced, rank = fmpq_mat(stacked).rref()
        idle = idle + 1 if rank == before else 0
    return reduced, [next(j for j in range(n) if reduced[i, j] != 0) for i in range(rank)]
