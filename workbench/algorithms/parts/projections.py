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
from workbench.privacy.arrays import (
    Array,
    as_points,
    beside,
    like,
    namespace,
    pick,
    row_sum,
    to_numpy,
)


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
        return np.asarray(np.linalg.norm(to_numpy(x), ord=order, axis=1))


def project_l1(z: Array, *, radius: float) -> Array:
    """Nearest point of the l1 ball, which may be the origin alone.

    >>> project_l1(np.array([[3.0, -1.0], [0.0, 0.5]]), radius=2.0).tolist()
    [[2.0, 0.0], [0.0, 0.5]]
    """
    _check_radius("radius", radius)
    return project_l1_ball(z, radius=radius) if radius else 0 * as_points(z)


def project_l2(z: Array, *, radius: float) -> Array:
    """Nearest point of the l2 ball, which may be the origin alone."""
    _check_radius("radius", radius)
    return project_l2_ball(z, radius=radius) if radius else 0 * as_points(z)


def project_l1_l2(z: Array, *, l1: float, l2: float) -> Array:
    """Nearest point with |x|_1 <= l1 and |x|_2 <= l2.

    Where both bind, x = l2 S / |S|_2 with S = sign(z) (|z| - t)_+ and |S|_1 / |S|_2 = l1 / l2; the
    ratio falls as t grows, from segment to segment of the sorted sizes.

    >>> project_l1_l2(np.array([[5.0, 4.0, 1.0]]), l1=1.4, l2=1.0).round(6).tolist()
    [[0.8, 0.6, 0.0]]
    """
    _check_radius("l1", l1)
    _check_radius("l2", l2)
    z = as_points(z)
    if l1 == 0 or l2 == 0:
        return 0 * z
    xp = namespace(z)
    by_l1, by_l2 = project_l1(z, radius=l1), project_l2(z, radius=l2)
    long = _norm(by_l1) > l2
    both = long & (row_sum(xp.abs(by_l2))[:, 0] > l1)
    answer = pick(long, by_l2, by_l1)
    if xp.any(both):
        answer[both] = _both_bind(z[both], l1, l2)
    return answer


def project_linf(z: Array, *, onto: Ball) -> Array:
    """The point of the ball that is nearest in l_inf norm, by the smallest soft threshold.

    >>> project_linf(np.array([[4.0, -3.0, 0.5]]), onto=Ball(1.0)).round(6).tolist()
    [[1.0, 0.0, 0.0]]
    """
    z = as_points(z)
    if onto.radius == 0:
        return 0 * z
    if onto.norm == "linf":  # clipping moves no entry by more than the threshold would
        return project_linf_ball(z, radius=onto.radius)
    if onto.norm == "l1":  # the soft threshold that is nearest in Euclidean norm, too
        return project_l1(z, radius=onto.radius)
    outside = _norm(z) > onto.radius
    answer = z + 0.0
    if namespace(z).any(outside):
        answer[outside] = _l2_threshold(z[outside], onto.radius)
    return answer


def soft_threshold(z: Array, t: Array) -> Array:
    """sign(z) (|z| - t)_+, without negative zeros; t has shape (trials, 1)."""
    xp = namespace(z)
    return xp.sign(z) * xp.clip(xp.abs(z) - t, min=0.0) + 0.0


def _l2_threshold(z: Array, radius: float) -> Array:
    """Soft threshold at which the l2 norm is the radius."""
    xp = namespace(z)
    top = _top(-xp.sort(-xp.abs(z), axis=1), lambda total, squares: squares <= radius**2)
    # k entries are left: their squares add up to k (variance + (mean - t)^2)
    t = top.mean - xp.sqrt(xp.clip(radius**2 / top.k - top.variance, min=0.0))
    t = xp.minimum(xp.maximum(t, top.low), top.high)
    return project_l2(soft_threshold(z, t), radius=radius)  # takes back the last rounding


def _both_bind(z: Array, l1: float, l2: float) -> Array:
    """The soft threshold with |S|_1 / |S|_2 = l1 / l2, scaled to |S|_2 = l2."""
    xp = namespace(z)
    ratio = (l1 / l2) ** 2
    top = _top(-xp.sort(-xp.abs(z), axis=1), lambda total, squares: total**2 <= ratio * squares)
    # (k (mean - t))^2 / (k (variance + (mean - t)^2)) = (l1 / l2)^2
    room = xp.clip(top.k * l2**2 - l1**2, min=float(np.finfo(np.float64).tiny))
    t = top.mean - l1 * xp.sqrt(top.variance / room)
    t = xp.minimum(xp.maximum(t, top.low), top.high)
    # any threshold below ties leaves the same direction
    kept = soft_threshold(z, xp.where(top.variance == 0, top.low, t))
    return kept * (l2 / _norm(kept)[:, None])


class _Top(NamedTuple):
    """The k entries above the threshold, every part of shape (trials, 1).

    Their number as a float, their mean and variance; low <= threshold <= high.
    """

    k: Array
    mean: Array
    variance: Array
    low: Array
    high: Array


def _top(down: Array, small: Callable[[Array, Array], NDArray[np.bool_]]) -> _Top:
    """The entries that are above the threshold where `small` begins to fail.

    `down` falls along every row.  `small(total, squares)` says of what a threshold leaves, its sum
    and its sum of squares, whether that is too little; it is asked at every entry.  With u the
    distances from the first entry, the threshold at entry j leaves u_j - u_i of each entry before
    it, so that both sums follow from running ones; they are at least u_j and u_j^2, and so keep
    their digits.
    """
    xp = namespace(down)
    count = like(np.arange(1.0, down.shape[1] + 1), down)
    u = down[:, :1] - down
    first, second = xp.cumulative_sum(u, axis=1), xp.cumulative_sum(u * u, axis=1)
    total, squares = count * u - first, (count * u - 2 * first) * u + second
    number = xp.clip(xp.count_nonzero(small(total, squares), axis=1, keepdims=True), min=1)
    wide = beside(down, xp.zeros_like(down[:, :1]))
    low = xp.take_along_axis(wide, number, axis=1)
    high = xp.take_along_axis(down, number - 1, axis=1)
    k = xp.astype(number, xp.float64)
    kept, none = count <= k, xp.zeros_like(down)
    mean = row_sum(xp.where(kept, down, none)) / k
    spread = row_sum(xp.where(kept, down - mean, none) ** 2)
    variance = xp.where(down[:, :1] == high, 0.0, spread / k)
    return _Top(k, mean, variance, low, high)


def _norm(x: Array) -> Array:
    xp = namespace(x)
    return xp.sqrt(row_sum(x * x)[:, 0])


def _check_radius(name: str, radius: float) -> None:
    ok = 0 <= radius < np.inf
    require(ok, name, radius, "is negative or not finite", "Pass a radius >= 0.")
