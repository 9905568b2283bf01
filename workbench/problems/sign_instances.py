"""Instances with random signs as features, and what their population risk is, exactly.

    signed means      l1 ball, -<z, x>, z_j = +-1 independent with mean m_j
                      L0 = 1, L1 = 0;   F(x) - F* = radius |m|_inf - <m, x>
    sign regression   l1 ball, (<a, x> - y)^2 / 2, y = <a, w> +- noise, a uniform on {-1, 1}^d
                      L0 = radius + |w|_1 + noise, L1 = 1;   F(x) - F* = |x - w|_2^2 / 2
    sign logistic     l1 ball, (s(<a, x>) - y)^2 / 2, P(y = 1) = s(<a, w>), s the logistic function
                      L0 = 4/27, L1 = 0.0770293; not convex; gradient of F by enumeration of the a
    steep ramps       d = 3, l1 ball: two records between which a difference of gradients swings by
                      as much as the constants allow

F* is a minimum over the ball, which contains w.  With |w|_1 <= radius everywhere.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from workbench.errors import require
from workbench.privacy.arrays import Array
from workbench.privacy.queries.datasets import Dataset
from workbench.problems.feasible_sets import L1Ball
from workbench.problems.predictor_losses import (
    LOGISTIC_SQUARE_CURVATURE,
    STEEPEST_LOGISTIC_SQUARE,
    HalfSquare,
    LogisticSquare,
    Negative,
    Ramp,
)
from workbench.problems.predictors import PredictorProblem

Points = Callable[[Array], Array]


@dataclass(frozen=True, slots=True, eq=False)
class ConvexInstance:
    """A problem and its excess population risk at points of shape (trials, d); shape (trials,)."""

    problem: PredictorProblem
    excess: Points


@dataclass(frozen=True, slots=True, eq=False)
class SmoothInstance:
    """A problem and the gradient of its population risk, (trials, d) -> (trials, d)."""

    problem: PredictorProblem
    gradient: Points

    def gap(self, x: Array) -> Array:
        """Frank-Wolfe gap of the population risk, shape (trials,)."""
        return self.problem.feasible.gap(self.gradient(x), x)


def _vector(w: ArrayLike, d: int, radius: float) -> Array:
    """The vector w, filled up with zeros; inside the ball."""
    given = np.atleast_1d(np.asarray(w, dtype=np.float64))
    rule = f"has more than d = {d} entries"
    require(given.size <= d, "w", given, rule, "Choose a larger d.")
    full = np.concatenate([given, np.zeros(d - given.size)])
    length = float(np.abs(full).sum())
    require(length <= radius, "|w|_1", length, f"is above {radius}", "Choose w inside the ball.")
    return full


def _signs(rng: np.random.Generator, n: int, d: int) -> Array:
    return rng.choice([-1.0, 1.0], (n, d))


def signed_means(*, means: ArrayLike, radius: float = 1.0) -> ConvexInstance:
    """Linear losses; `means` are the d means of the signs."""
    m = np.asarray(means, dtype=np.float64)
    ok = m.ndim == 1 and m.size > 0 and bool((np.abs(m) <= 1).all())
    require(ok, "means", m, "are not means of signs", "Pass d numbers in [-1, 1].")

    def law(rng: np.random.Generator, n: int) -> Array:
        z = np.where(rng.random((n, m.size)) < (1 + m) / 2, 1.0, -1.0)
        return np.column_stack([z, np.zeros(n)])

    problem = PredictorProblem(
        name="signed means",
        loss=Negative(),
        feasible=L1Ball(m.size, radius),
        slope=1.0,
        curvature=0.0,
        law=law,
    )
    return ConvexInstance(problem, lambda x: radius * np.abs(m).max() - x @ m)


def sign_regression(
    *, d: int, w: ArrayLike = (0.5, -0.2, 0.1), noise: float = 0.5, radius: float = 1.0
) -> ConvexInstance:
    """Least squares; the risk is half a squared distance since the signs are uncorrelated."""
    target = _vector(w, d, radius)
    length = float(np.abs(target).sum())

    def law(rng: np.random.Generator, n: int) -> Array:
        a = _signs(rng, n, d)
        return np.column_stack([a, a @ target + rng.choice([-noise, noise], n)])

    problem = PredictorProblem(
        name="sign regression",
        loss=HalfSquare(length + noise),
        feasible=L1Ball(d, radius),
        slope=radius + length + noise,
        curvature=1.0,
        law=law,
    )
    return ConvexInstance(problem, lambda x: ((x - target) ** 2).sum(axis=1) / 2)


def sign_logistic(*, d: int, w: ArrayLike = (2.0, -1.0), radius: float = 4.0) -> SmoothInstance:
    """Not convex; the population gradient is a sum over the 2^d features, d <= 12."""
    require(d <= 12, "d", d, "is above 12", "Enumerating 2^d features takes too long.")
    target = _vector(w, d, radius)
    every = np.array(np.meshgrid(*[[-1.0, 1.0]] * d)).reshape(d, -1).T
    chance = expit(every @ target)

    def law(rng: np.random.Generator, n: int) -> Array:
        a = _signs(rng, n, d)
        return np.column_stack([a, rng.random(n) < expit(a @ target)])

    def gradient(x: Array) -> Array:
        s = expit(x @ every.T)
        return np.asarray(((s - chance) * s * (1 - s)) @ every / len(every))

    problem = PredictorProblem(
        name="sign logistic",
        loss=LogisticSquare(),
        feasible=L1Ball(d, radius),
        slope=STEEPEST_LOGISTIC_SQUARE,
        curvature=LOGISTIC_SQUARE_CURVATURE,
        law=law,
    )
    return SmoothInstance(problem, gradient)


@dataclass(frozen=True, slots=True, eq=False)
class SteepPair:
    """Ramps along signs, and neighbours whose record `index` sees a step from -e_1 towards e_1.

    All other records pull to e_1, so that a method started at -radius e_1 makes that step, of
    relative length eta, when its noise is small.
    """

    problem: PredictorProblem
    first: Dataset
    second: Dataset


def steep_pair(
    *, n: int, index: int, eta: float, L0: float = 1.0, L1: float = 3.0, radius: float = 1.0
) -> SteepPair:
    """The features are (1, -1, 1) and (1, -1, -1): a vertex along the third axis tells them apart.

    With x the point -radius e_1 and y = x + eta (radius e_1 - x), both records have slope L0 at y,
    and L0 - 2 eta L1 radius at x.
    """
    require(0 <= index < n, "index", index, f"is outside 0..n - 1 = {n - 1}", "Pick a record.")
    problem = PredictorProblem(
        name="steep ramps",
        loss=Ramp(L0, L1),
        feasible=L1Ball(3, radius),
        slope=L0,
        curvature=L1,
    )
    end = radius * (2 * eta - 1)  # the first coordinate of y, and the prediction there
    rows = np.tile([-1.0, 0.0, 0.0, -2 * radius], (n, 1))
    rows[index] = [1.0, -1.0, 1.0, end]
    first = problem.dataset(rows)
    return SteepPair(problem, first, first.replace(index, [1.0, -1.0, -1.0, end]))
