"""Reference saddle points whose convex parts are sums of scalar losses, by conjugates.

    min over x in Delta_n, max over y in Delta_m of
        f(x, y) = sum_i u_i phi(a_i^T x + p_i) + x^T A y - sum_j v_j psi(c_j^T y + q_j)

with phi, psi convex and u, v > 0.  Since -psi(t) = min over s of psi*(s) - s t, the inner maximum
is that of a linear function of y, and the whole a convex program without y:

    min over x in Delta_n, s, l of
        sum_i u_i phi(a_i^T x + p_i) + l + sum_j v_j (psi*(s_j) - s_j q_j)
    subject to   A^T x - sum_j v_j s_j c_j <= l,        whose multipliers are y.

As in `reference`, the answer is put back onto the simplices and the gap

    max_j (grad_y f)_j - grad_y f . y  +  grad_x f . x - min_i (grad_x f)_i

is recomputed there from the data, rounding included: it bounds max f(x, .) - min f(., y).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from workbench.errors import require
from workbench.solvers.reference import (
    ACCURACY,
    SaddlePoint,
    onto_simplex,
    require_gap,
    unsolved,
)

Array = NDArray[np.float64]

_ROUNDOFF = 2.0**-53


@dataclass(frozen=True, slots=True)
class Loss:
    """A smooth convex function of one number, with its slope, and how cvxpy writes it.

    `conjugate` takes the solver's module and a variable, and gives the conjugate together with the
    constraints of its domain.  `curvature` bounds the second derivative.
    """

    name: str
    value: Callable[[Array], Array]
    slope: Callable[[Array], Array]
    curvature: float
    expression: Callable[[Any, Any], Any]
    conjugate: Callable[[Any, Any], tuple[Any, list[Any]]]


SOFTPLUS = Loss(
    name="softplus",
    value=lambda t: np.logaddexp(0.0, t),
    slope=lambda t: np.asarray(expit(t)),
    curvature=0.25,
    expression=lambda cp, t: cp.logistic(t),
    conjugate=lambda cp, s: (-cp.entr(s) - cp.entr(1 - s), []),
)
SQUARE = Loss(
    name="square",
    value=lambda t: t * t / 2,
    slope=lambda t: t,
    curvature=1.0,
    expression=lambda cp, t: cp.square(t) / 2,
    conjugate=lambda cp, s: (cp.square(s) / 2, []),
)
SQUARED_HINGE = Loss(
    name="squared hinge",
    value=lambda t: np.maximum(t, 0.0) ** 2 / 2,
    slope=lambda t: np.maximum(t, 0.0),
    curvature=1.0,
    expression=lambda cp, t: cp.square(cp.pos(t)) / 2,
    conjugate=lambda cp, s: (cp.square(s) / 2, [s >= 0]),
)


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """sum_i weights_i loss(features_i^T z + offsets_i) for z in a simplex; features (k, n)."""

    loss: Loss
    features: Array
    weights: Array
    offsets: Array

    def value(self, z: Array) -> float:
        """The sum at z."""
        return float(self.weights @ self.loss.value(self.features @ z + self.offsets))

    def gradient(self, z: Array) -> Array:
        """Its gradient at z."""
        return self.features.T @ (self.weights * self.loss.slope(self.features @ z + self.offsets))

    def magnitude(self, z: Array) -> float:
        """A bound on the sizes that rounding errors of the gradient are relative to."""
        reach = np.abs(self.features).max(axis=1, initial=0.0)
        slope = np.abs(self.loss.slope(self.features @ z + self.offsets))
        moved = self.loss.curvature * (reach + np.abs(self.offsets))
        return float(self.weights @ (reach * (slope + moved)))


@dataclass(frozen=True, slots=True, eq=False)
class CompositeObjective:
    """f(x, y) = left(x) + x^T A y - right(y); see `composite_saddle`."""

    A: Array
    left: Losses
    right: Losses
    name: str

    def value(self, x: Array, y: Array) -> float:
        """f(x, y)."""
        return float(x @ self.A @ y) + self.left.value(x) - self.right.value(y)

    def gap(self, x: Array, y: Array) -> float:
        """A bound on max f(x, .) - min f(., y) at points of the simplices, rounding included."""
        down = self.A @ y + self.left.gradient(x)
        up = self.A.T @ x - self.right.gradient(y)
        gap = float(up.max() - up @ y + down @ x - down.min())
        terms = sum(self.A.shape) + len(self.left.weights) + len(self.right.weights)
        return gap + 12 * (terms + 8) * _ROUNDOFF * self.magnitude(x, y)

    def magnitude(self, x: Array, y: Array) -> float:
        """The size that an accuracy is relative to at a point."""
        sizes = (np.abs(self.A).max(), self.left.magnitude(x), self.right.magnitude(y))
        return float(sum(sizes)) or 1.0


def losses(
    loss: Loss,
    features: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    offsets: ArrayLike = 0.0,
) -> Losses:
    """Check the data of a sum of losses: features (k, n), weights (k,) > 0, by default 1/k.

    >>> losses(SOFTPLUS, [[1.0, -1.0]]).value(np.array([0.5, 0.5])).__round__(6)
    0.693147
    """
    rows = np.array(features, dtype=np.float64)
    ok = rows.ndim == 2 and rows.size > 0
    require(ok, "features", f"of shape {rows.shape}", "is not a matrix", "Pass one row per loss.")
    k = len(rows)
    mass = np.full(k, 1 / k) if weights is None else np.array(weights, dtype=np.float64)
    ok = mass.shape == (k,) and bool((mass > 0).all())
    require(ok, "weights", "given", f"are not {k} positive numbers", "Drop losses of weight 0.")
    shift = np.broadcast_to(np.asarray(offsets, dtype=np.float64), (k,)).copy()
    for key, part in (("features", rows), ("weights", mass), ("offsets", shift)):
        finite = bool(np.isfinite(part).all())
        require(finite, key, "given", "has an entry that is not finite", "Remove infinities, nan.")
    return Losses(loss, rows, mass, shift)


def composite_saddle(
    A: ArrayLike, *, left: Losses, right: Losses, name: str = "game"
) -> CompositeObjective:
    """Check that payoffs A (n, m) and the losses of both players fit together."""
    payoff = np.array(A, dtype=np.float64)
    ok = payoff.ndim == 2 and payoff.size > 0 and bool(np.isfinite(payoff).all())
    require(ok, "A", f"of shape {payoff.shape}", "is no finite matrix", "Pass rows of payoffs.")
    for key, part, wanted in (("left", left, 0), ("right", right, 1)):
        have, want = part.features.shape[1], payoff.shape[wanted]
        words = f"has {have} columns, while A has {want} {'rows' if wanted == 0 else 'columns'}"
        require(have == want, key, "given", words, "Make them agree.")
    return CompositeObjective(payoff, left, right, name)


def composite_saddle_point(
    problem: CompositeObjective, *, accuracy: float = ACCURACY
) -> SaddlePoint:
    """Solve by the conjugate program, and verify the gap of the answer on the simplices.

    `accuracy` is relative to the size of the gradients; a larger gap is a SolverError.

    >>> flat = losses(SQUARE, np.eye(2), weights=[1.0, 1.0])
    >>> point = composite_saddle_point(composite_saddle(np.zeros((2, 2)), left=flat, right=flat))
    >>> point.x.round(6).tolist(), point.gap < 1e-7
    ([0.5, 0.5], True)
    """
    require(0 < accuracy < 1, "accuracy", accuracy, "is outside (0, 1)", "Pass 1e-8, say.")
    x, y = (onto_simplex(problem.name, z) for z in _solve(problem))
    gap = problem.gap(x, y)
    require_gap(problem.name, gap, accuracy * problem.magnitude(x, y))
    return SaddlePoint(x, y, problem.value(x, y), gap)


def _solve(problem: CompositeObjective) -> tuple[Any, Any]:
    """The conjugate program of the module's docstring, by an interior-point method."""
    cp: Any = importlib.import_module("cvxpy")  # slow to import, and only needed here

    left, right = problem.left, problem.right
    x, s, top = (
        cp.Variable(len(problem.A), nonneg=True),
        cp.Variable(len(right.weights)),
        cp.Variable(),
    )
    conjugate, domain = right.loss.conjugate(cp, s)
    rows = problem.A.T @ x - right.features.T @ cp.multiply(right.weights, s) <= top
    goal = left.weights @ left.loss.expression(cp, left.features @ x + left.offsets)
    goal += top + right.weights @ (conjugate - cp.multiply(right.offsets, s))
    program = cp.Problem(cp.Minimize(goal), [rows, cp.sum(x) == 1, *domain])
    exact = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12, "tol_feas": 1e-12}
    try:
        program.solve(solver=cp.CLARABEL, **exact)
    except cp.SolverError as error:
        raise unsolved(problem.name, error) from error
    return x.value, rows.dual_value
