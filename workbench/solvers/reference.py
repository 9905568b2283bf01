"""Reference solutions of convex-concave saddle points on two simplices, with a recomputed gap.

    min over x in Delta_n, max over y in Delta_m of
        f(x, y) = x^T A y + x^T Q x / 2 - y^T R y / 2 + b^T x - c^T y,       Q, R >= 0

A matrix game (Q = R = 0) is a linear program; otherwise the inner maximum is replaced by its dual,
min over l, w of l + w^T R w / 2 subject to A^T x - c - R w <= l, a convex quadratic program in
(x, l, w) whose multipliers are y.

The solver's word is not taken: its x and y are put back onto the simplices, and the gap

    max_j (grad_y f)_j - grad_y f . y  +  grad_x f . x - min_i (grad_x f)_i   at (x, y)

is computed from the data, rounding included.  It bounds max f(x, .) - min f(., y) (the two are
equal for a matrix game), because f is convex in x and concave in y.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linprog

from workbench.errors import ParameterError, SolverError, require

Array = NDArray[np.float64]

ACCURACY = 1e-8
_ROUNDOFF = 2.0**-53


@dataclass(frozen=True, slots=True, eq=False)
class SimplexSaddle:
    """f(x, y) = x^T A y + x^T Q x / 2 - y^T R y / 2 + b^T x - c^T y; see `simplex_saddle`."""

    A: Array
    Q: Array
    R: Array
    b: Array
    c: Array
    name: str

    @property
    def size(self) -> float:
        """Largest entry of the data: what an accuracy is relative to."""
        largest = max(
            float(np.abs(part).max()) for part in (self.A, self.Q, self.R, self.b, self.c)
        )
        return largest if largest > 0 else 1.0

    def value(self, x: Array, y: Array) -> float:
        """f(x, y)."""
        quadratic = x @ self.Q @ x / 2 - y @ self.R @ y / 2
        return float(x @ self.A @ y + quadratic + self.b @ x - self.c @ y)

    def gap(self, x: Array, y: Array) -> float:
        """A bound on max f(x, .) - min f(., y) at points of the simplices, rounding included."""
        down = self.A @ y + self.Q @ x + self.b
        up = self.A.T @ x - self.R @ y - self.c
        gap = float(up.max() - up @ y + down @ x - down.min())
        # each gradient is a sum of at most n + m + 1 terms, each product of at most n or m more,
        # of numbers below 3 size; x and y sum to 1 up to n or m units
        return gap + 12 * (len(x) + len(y) + 4) * _ROUNDOFF * self.size


@dataclass(frozen=True, slots=True, eq=False)
class SaddlePoint:
    """Points of the two simplices, f there, and a bound on the duality gap."""

    x: Array
    y: Array
    value: float
    gap: float


def simplex_saddle(
    A: ArrayLike,
    *,
    Q: ArrayLike | None = None,
    R: ArrayLike | None = None,
    b: ArrayLike | None = None,
    c: ArrayLike | None = None,
    name: str = "game",
) -> SimplexSaddle:
    """Check the data of a saddle point; what is left out is zero.

    >>> simplex_saddle([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]).size
    1.0
    """
    payoff = np.array(A, dtype=np.float64)
    ok = payoff.ndim == 2 and payoff.size > 0
    require(ok, "A", f"of shape {payoff.shape}", "is not a matrix", "Pass rows of payoffs.")
    n, m = payoff.shape
    parts = {
        "Q": _part("Q", Q, (n, n)),
        "R": _part("R", R, (m, m)),
        "b": _part("b", b, (n,)),
        "c": _part("c", c, (m,)),
    }
    for key, part in {"A": payoff, **parts}.items():
        finite = bool(np.isfinite(part).all())
        require(finite, key, "given", "has an entry that is not finite", "Remove infinities, nan.")
    for key in ("Q", "R"):
        _require_psd(key, parts[key])
    return SimplexSaddle(payoff, name=name, **parts)


def saddle_point(problem: SimplexSaddle, *, accuracy: float = ACCURACY) -> SaddlePoint:
    """Solve, put the answer back onto the simplices, and verify its gap there.

    `accuracy` is relative to the largest entry of the data; a larger gap is a SolverError.

    >>> rps = simplex_saddle([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], name="rps")
    >>> point = saddle_point(rps)
    >>> bool(abs(point.x - 1 / 3).max() < 1e-8), point.gap < 1e-8
    (True, True)
    """
    require(0 < accuracy < 1, "accuracy", accuracy, "is outside (0, 1)", "Pass 1e-8, say.")
    linear = not (problem.Q.any() or problem.R.any())
    x, y = _linear(problem) if linear else _quadratic(problem)
    x, y = onto_simplex(problem.name, x), onto_simplex(problem.name, y)
    gap = problem.gap(x, y)
    require_gap(problem.name, gap, accuracy * problem.size)
    return SaddlePoint(x, y, problem.value(x, y), gap)


def require_gap(name: str, gap: float, wanted: float) -> None:
    """Refuse an answer whose gap is larger than was asked for."""
    if not gap <= wanted:
        raise SolverError(
            f"saddle point of instance {name!r}: gap {gap:.1e}, wanted {wanted:.1e}.\n"
            "  Likely causes: (a) the entries span many orders of magnitude; (b) the solver"
            " stopped early.\n  Rescale the data, or pass a larger accuracy."
        )


def unsolved(name: str, said: object) -> SolverError:
    """The error for a solver that gave no answer."""
    return SolverError(
        f"saddle point of instance {name!r}: {said}\n"
        "  Likely cause: the entries span many orders of magnitude.  Rescale the data."
    )


def onto_simplex(name: str, point: object) -> Array:
    """Clip to zero and divide by the sum."""
    clipped = np.maximum(np.asarray(0.0 if point is None else point, dtype=np.float64), 0.0)
    total = float(clipped.sum())
    if not (np.isfinite(total) and total > 0):
        raise unsolved(name, "the solver returned no point.")
    return clipped / total


def _linear(problem: SimplexSaddle) -> tuple[Array, Array]:
    """Minimise l + b^T x subject to A^T x - c <= l; y is the multiplier."""
    A, size = problem.A / problem.size, problem.size
    n, m = A.shape
    answer = linprog(
        np.append(problem.b / size, 1.0),
        A_ub=np.hstack([A.T, -np.ones((m, 1))]),
        b_ub=problem.c / size,
        A_eq=np.append(np.ones(n), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if answer.x is None:
        raise unsolved(problem.name, answer.message)
    return answer.x[:n], -answer.ineqlin.marginals


def _quadratic(problem: SimplexSaddle) -> tuple[Array, Array]:
    """The convex quadratic program of the module's docstring, by an interior-point method."""
    cp: Any = importlib.import_module("cvxpy")  # slow to import, and only needed here

    size = problem.size
    n, m = problem.A.shape
    x, w, top = cp.Variable(n, nonneg=True), cp.Variable(m), cp.Variable()
    curve = cp.quad_form(x, cp.psd_wrap(problem.Q / size))
    curve += cp.quad_form(w, cp.psd_wrap(problem.R / size))
    rows = (problem.A.T / size) @ x - problem.c / size - (problem.R / size) @ w <= top
    program = cp.Problem(
        cp.Minimize(top + curve / 2 + (problem.b / size) @ x), [rows, cp.sum(x) == 1]
    )
    exact = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12, "tol_feas": 1e-12}
    try:
        program.solve(solver=cp.CLARABEL, **exact)
    except cp.SolverError as error:
        raise unsolved(problem.name, error) from error
    if x.value is None or rows.dual_value is None:
        raise unsolved(problem.name, f"the solver says {program.status!r}.")
    return np.asarray(x.value), np.asarray(rows.dual_value)


def _part(key: str, given: ArrayLike | None, shape: tuple[int, ...]) -> Array:
    part = np.zeros(shape) if given is None else np.array(given, dtype=np.float64)
    if part.shape != shape:
        raise ParameterError(
            f"{key} = an array of shape {part.shape} does not fit A.\n  Pass one of shape {shape}."
        )
    return part


def _require_psd(key: str, matrix: Array) -> None:
    """Symmetric, and no eigenvalue below the rounding error of computing it."""
    require(bool((matrix == matrix.T).all()), key, "given", "is not symmetric", "Symmetrise it.")
    least = float(np.linalg.eigvalsh(matrix).min())
    room = len(matrix) * 2.0**-50 * float(np.abs(matrix).max())
    rule = f"has the eigenvalue {least:.3g}: f is not convex-concave"
    require(least >= -room, key, "given", rule, "Pass a positive semidefinite matrix.")
