"""Reference decoders for sparse recovery, with a gap recomputed from the data.

    least_l1       min |z|_1 subject to A z = b          a linear program
    in_l1_ball     min |A z - b|_2 subject to |z|_1 <= R     a second-order cone program

The solver's word is not taken.  Its point is moved onto A z = b (or into the ball), and

    |z|_1 - b^T y / max(1, |A^T y|_inf),        <g, z> + R |g|_inf with g = A^T (A z - b)

bound how far its l1 norm (half its squared residual) is above the least.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.errors import SolverError, require

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Decoding:
    """A point of shape (d,), its value, and a bound on the excess of the value."""

    z: Array
    value: float
    gap: float


def least_l1(A: Array, b: Array, *, accuracy: float = 1e-7) -> Decoding:
    """The feasible point of least l1 norm; `accuracy` is relative.

    >>> least_l1(np.array([[1.0, 2.0]]), np.array([4.0])).z.round(6).tolist()
    [0.0, 2.0]
    """
    _check(A, b)
    z, y = _solve(A, b, None)
    z = z - A.T @ np.linalg.solve(A @ A.T, A @ z - b)
    y = y if b @ y > 0 else -y  # the sign of a multiplier is the solver's convention
    y = y / max(1.0, float(np.abs(A.T @ y).max()))
    value = float(np.abs(z).sum())
    return _verified(z, value, value - float(b @ y), accuracy * value)


def in_l1_ball(A: Array, b: Array, *, radius: float, accuracy: float = 1e-7) -> Decoding:
    """The point of the l1 ball with the least |A z - b|^2 / 2; `accuracy` relative to |b|^2.

    >>> in_l1_ball(np.eye(2), np.array([3.0, 1.0]), radius=2.0).z.round(3).tolist()
    [2.0, 0.0]
    """
    _check(A, b)
    require(radius > 0, "radius", radius, "is not positive", "Pass a radius > 0.")
    z, _y = _solve(A, b, radius)
    z = z * min(1.0, radius / max(float(np.abs(z).sum()), 1e-300))
    residual = A @ z - b
    g = A.T @ residual
    gap = float(g @ z) + radius * float(np.abs(g).max())
    return _verified(z, float(residual @ residual) / 2, gap, accuracy * float(b @ b))


def _solve(A: Array, b: Array, radius: float | None) -> tuple[Array, Array]:
    """The solver's point and, for the linear program, its multipliers."""
    cp: Any = importlib.import_module("cvxpy")  # slow to import, and only needed here
    x = cp.Variable(A.shape[1])
    if radius is None:
        limit = A @ x == b
        program = cp.Problem(cp.Minimize(cp.norm1(x)), [limit])
    else:
        limit = cp.norm1(x) <= radius
        program = cp.Problem(cp.Minimize(cp.sum_squares(A @ x - b)), [limit])
    exact = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}
    try:
        program.solve(solver=cp.CLARABEL, **exact)
    except cp.SolverError as error:
        raise SolverError(f"sparse decoding: {error}\n  Rescale the measurements.") from error
    if x.value is None:
        raise SolverError(f"sparse decoding: {program.status}\n  Rescale the measurements.")
    return np.asarray(x.value, dtype=np.float64), np.asarray(limit.dual_value, dtype=np.float64)


def _verified(z: Array, value: float, gap: float, wanted: float) -> Decoding:
    if not gap <= wanted:
        raise SolverError(
            f"sparse decoding: gap {gap:.1e}, wanted {wanted:.1e}.\n"
            "  Likely cause: rows that are nearly dependent.  Pass a larger accuracy."
        )
    return Decoding(z, value, max(gap, 0.0))


def _check(A: Array, b: Array) -> None:
    ok = A.ndim == 2 and b.shape == A.shape[:1]
    require(ok, "b", f"of shape {b.shape}", "does not fit A", "One number for each row of A.")
    rule = "has more rows than columns: A z = b has no solution"
    require(A.shape[0] <= A.shape[1], "A", f"of shape {A.shape}", rule, "Measure less often.")
