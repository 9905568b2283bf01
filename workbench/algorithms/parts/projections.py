"""Projections that follow a release: Euclidean onto l1 and l1-and-l2 balls, and in l_inf norm.

Points have shape (trials, d) and every trial is projected; the cost is that of sorting, d log d.

    project_l1         nearest point of |x|_1 <= R in Euclidean norm: one soft threshold
    project_l1_l2      nearest point of |x|_1 <= R, |x|_2 <= L: a soft threshold, then a factor
    project_linf       nearest point of a ball in l_inf norm: the smallest soft threshold that fits

The nearest point in l_inf norm is not unique; the soft threshold is a fixed choice that looks at
nothing but the point.  It works for every ball that contains x with any of its entries shrunk.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.errors import require
from workbench.privacy import project_l1_ball, project_l2_ball, project_linf_ball
from workbench.privacy.arrays import Array, Ints


@dataclass(frozen=True, slots=True)
class Ball:
    """All x of norm at most radius; the norm is 1, 2 or infinity."""

    radius: float
    norm: Literal["l1", "l2", "linf"] = "l2"

    def __post_init__(self) -> None:
        """Check the radius and the norm."""
        _check_radius("radius", self.radius)
        ok = self.norm in {"l1", "l2", "linf"}
        require(ok, "norm", self.norm, "is unknown", 'Choose "l1", "l2" or "linf".')

    def size(self, x: Array) -> Array:
        """Norm of points of shape (trials, d); shape (trials,)."""
        order = {"l1": 1, "l2": 2, "linf": np.inf}[self.norm]
        return np.asarray(np.linalg.norm(x, ord=order, axis=1))


def project_l1(z: Array, *, radius: float) -> Array:
    """Nearest point of the l1 ball, which may be the origin alone.

    >>> project_l1(np.array([[3.0, -1.0], [0.0, 0.5]]), radius=2.0).tolist()
    [[2.0, 0.0], [0.0, 0.5]]
    """
    _check_radius("radius", radius)
    return project_l1_ball(z, radius=radius) if radius else np.zeros(np.shape(z))


def project_l2(z: Array, *, radius: float) -> Array:
    """Nearest point of the l2 ball, which may be the origin alone."""
    _check_radius("radius", radius)
    return project_l2_ball(z, radius=radius) if radius else np.zeros(np.shape(z))


def project_l1_l2(z: Array, *, l1: float, l2: float) -> Array:
    """Nearest point with |x|_1 <= l1 and |x|_2 <= l2.

    Where both bind, x = l2 S / |S|_2 with S = sign(z) (|z| - t)_+ and |S|_1 / |S|_2 = l1 / l2; the
    ratio falls as t grows, from segment to segment of the sorted sizes.

    >>> project_l1_l2(np.array([[5.0, 4.0, 1.0]]), l1=1.4, l2=1.0).round(6).tolist()
    [[0.8, 0.6, 0.0]]
    """
    _check_radius("l1", l1)
    _check_radius("l2", l2)
    z = np.asarray(z, dtype=np.float64)
    if l1 == 0 or l2 == 0:
        return np.zeros(z.shape)
    by_l1, by_l2 = project_l1(z, radius=l1), project_l2(z, radius=l2)
    both = (_norm(by_l1) > l2) & (np.abs(by_l2).sum(axis=1) > l1)
    answer = np.where((_norm(by_l1) > l2)[:, None], by_l2, by_l1)
    if both.any():
        answer[both] = _both_bind(z[both], l1, l2)
    return answer


def project_linf(z: Array, *, onto: Ball) -> Array:
    """The point of the ball that is nearest in l_inf norm, by the smallest soft threshold.

    >>> project_linf(np.array([[4.0, -3.0, 0.5]]), onto=Ball(1.0)).round(6).tolist()
    [[1.0, 0.0, 0.0]]
    """
    z = np.asarray(z, dtype=np.float64)
    if onto.radius == 0:
        return np.zeros(z.shape)
    if onto.norm == "linf":  # clipping moves no entry by more than the threshold would
        return project_linf_ball(z, radius=onto.radius)
    if onto.norm == "l1":  # the soft threshold that is nearest in Euclidean norm, too
        return project_l1(z, radius=onto.radius)
    outside = _norm(z) > onto.radius
    answer = z.copy()
    if outside.any():
        answer[outside] = _l2_threshold(z[outside], onto.radius)
    return answer


def soft_threshold(z: Array, t: Array) -> Array:
    """sign(z) (|z| - t)_+, without negative zeros; t has shape (trials, 1)."""
    return np.sign(z) * np.maximum(np.abs(z) - t, 0.0) + 0.0


def _l2_threshold(z: Array, radius: float) -> Array:
    """Soft threshold at which the l2 norm is the radius."""
    down = -np.sort(-np.abs(z), axis=1)
    top = _top(down, lambda left: np.asarray(_norm(left) <= radius))
    # k entries are left: their squares add up to k (variance + (mean - t)^2)
    t = top.mean - np.sqrt(np.maximum(radius**2 / top.k - top.variance, 0.0))
    shrunk = soft_threshold(z, np.clip(t, top.low, top.high)[:, None])
    return project_l2(shrunk, radius=radius)  # takes back the last rounding


def _both_bind(z: Array, l1: float, l2: float) -> Array:
    """The soft threshold with |S|_1 / |S|_2 = l1 / l2, scaled to |S|_2 = l2."""
    down = -np.sort(-np.abs(z), axis=1)
    top = _top(down, lambda left: np.asarray(left.sum(axis=1) * l2 <= l1 * _norm(left)))
    # (k (mean - t))^2 / (k (variance + (mean - t)^2)) = (l1 / l2)^2
    room = np.maximum(top.k * l2**2 - l1**2, np.finfo(np.float64).tiny)
    t = np.clip(top.mean - l1 * np.sqrt(top.variance / room), top.low, top.high)
    ties = top.variance == 0  # any threshold below them leaves the same direction
    kept = soft_threshold(z, np.where(ties, top.low, t)[:, None])
    return np.asarray(kept * (l2 / _norm(kept))[:, None])


class _Top(NamedTuple):
    """The k entries above the threshold: number, mean, variance; low <= threshold <= high."""

    k: Ints
    mean: Array
    variance: Array
    low: Array
    high: Array


def _top(down: Array, small: Callable[[Array], NDArray[np.bool_]]) -> _Top:
    """The entries that are above the threshold where `small` begins to hold, by bisection.

    `down` falls along every row; `small` says whether too little is left, (trials, d) -> (trials,).
    """
    trials, d = down.shape
    k, end = np.zeros(trials, dtype=np.int64), np.full(trials, d)
    while (open_ := k < end).any():
        middle = (k + end) // 2
        t = np.take_along_axis(down, np.minimum(middle, d - 1)[:, None], axis=1)
        above = small(np.maximum(down - t, 0.0))
        k, end = (
            np.where(open_ & above, middle + 1, k),
            np.where(open_ & ~above, middle, end),
        )
    wide = np.column_stack([down, np.zeros(trials)])
    low = np.take_along_axis(wide, k[:, None], axis=1)[:, 0]
    high = np.take_along_axis(down, k[:, None] - 1, axis=1)[:, 0]
    kept = np.arange(d) < k[:, None]
    mean = np.where(kept, down, 0.0).sum(axis=1) / k
    squares = np.where(kept, down - mean[:, None], 0.0) ** 2
    variance = np.where(down[:, 0] == high, 0.0, squares.sum(axis=1) / k)
    return _Top(k, mean, variance, low, high)


def _norm(x: Array) -> Array:
    return np.asarray(np.sqrt((x**2).sum(axis=1)))


def _check_radius(name: str, radius: float) -> None:
    ok = 0 <= radius < np.inf
    require(ok, name, radius, "is negative or not finite", "Pass a radius >= 0.")
