"""Random bounds, and what is known about them without the engine: linear programs in floats.

In logarithms the least largest term of a bound is the value of a linear program over the
parameters.  scipy solves it for one choice of the data at a time; the engine solves it for all.
"""

from fractions import Fraction
from itertools import combinations

import numpy as np
import sympy as sp
from scipy.optimize import linprog

from workbench.rates.powers import PowerProduct
from workbench.rates.problem import RateProblem, make_problem

FREE = ("T", "K", "tau")
DATA = ("n", "d", "ell")
EXPONENTS = [Fraction(k, 2) for k in (-4, -3, -2, -1, 1, 2, 3, 4)]
# HiGHS keeps rows to 1e-7; duals of these small programs are below 100
ACCURACY = 1e-5


def random_problem(rng: np.random.Generator, *, coefficients: bool = False) -> RateProblem:
    """Two to four terms, up to three constraints (sums among them), one to three parameters."""
    free = FREE[: rng.integers(1, 4)]
    data = DATA[: rng.integers(1, 4)]

    def monomial(symbols: tuple[str, ...]) -> PowerProduct:
        exponents = {
            s: EXPONENTS[rng.integers(len(EXPONENTS))] for s in symbols if rng.random() < 0.6
        }
        text = str(PowerProduct.of(exponents))
        if coefficients:
            text = f"{rng.integers(1, 9)}/{rng.integers(1, 9)}*{text}"
        return text

    terms = [monomial(free + data) for _ in range(rng.integers(2, 5))]
    terms += [f"{p}*n" for p in free]  # each parameter occurs
    constraints = [
        " + ".join(monomial(free + data) for _ in range(rng.integers(1, 3)))
        for _ in range(rng.integers(0, 4))
    ]
    if not coefficients:  # a sum of equal terms would bring a coefficient
        constraints = [c for c in constraints if len(set(c.split(" + "))) == len(c.split(" + "))]
    region = [f"1/{s}" for s in data if rng.random() < 0.5]
    return make_problem(terms, constraints, free=free, region=region)


def logs(row: PowerProduct, point: dict[str, float]) -> float:
    """The logarithm of the power product without its coefficient; `point` holds logarithms."""
    return float(sum(float(e) * point[s] for s, e in row.powers if s in point))


def least_order(problem: RateProblem, point: dict[str, float]) -> float:
    """The least largest term at data of these logarithms; -inf if unbounded, nan if infeasible."""
    count, width = len(problem.terms), len(problem.free)
    rows, limits = [], []
    for i, row in enumerate(problem.rows):
        rows.append([float(row.exponent(p)) for p in problem.free] + [-1.0 if i < count else 0.0])
        limits.append(-logs(row, point))
    found = linprog([0.0] * width + [1.0], rows, limits, bounds=[(None, None)] * (width + 1))
    if found.status == 4:  # HiGHS could not tell unbounded from infeasible: ask about feasibility
        found = linprog([0.0] * (width + 1), rows, limits, bounds=[(None, None)] * (width + 1))
        return np.nan if found.status == 2 else -np.inf
    return {0: found.fun, 2: np.nan, 3: -np.inf}[found.status]


def vertices_by_brute_force(problem: RateProblem) -> set[tuple[Fraction, ...]]:
    """All vertices of the dual polyhedron: every small choice of rows with a unique solution."""
    rows, count = problem.rows, len(problem.terms)
    matrix = sp.Matrix(
        [[sp.Rational(*row.exponent(p).as_integer_ratio()) for row in rows] for p in problem.free]
        + [[int(i < count) for i in range(len(rows))]]
    )
    right = sp.Matrix([0] * len(problem.free) + [1])
    found = set()
    for size in range(1, matrix.rows + 1):
        for chosen in combinations(range(len(rows)), size):
            part = matrix[:, list(chosen)]
            if part.rank() < size or part.row_join(right).rank() > size:
                continue
            solution = part.pinv_solve(right)
            if all(z > 0 for z in solution):
                point = [Fraction(0)] * len(rows)
                for i, z in zip(chosen, solution, strict=True):
                    point[i] = Fraction(int(z.p), int(z.q))
                found.add(tuple(point))
    return found
