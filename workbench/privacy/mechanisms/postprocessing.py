"""Post-processing: whatever is done to a release without the data costs nothing.

`PostProcessed(noise, function)` adds the noise to a value and applies the function, for instance a
projection.  Every cost is that of the noise; it is an upper bound, since a function may hide what
the noise let through, so the bracket of the curve starts at zero.  The law of the output has atoms
and no density: an audit uses the log-ratio of the noise before the function.

The projections work on the last axis.  Each is the nearest point in Euclidean norm, hence never
moves two points apart: outside the ball the l1 projection shrinks every entry by one threshold
(found by sorting), the simplex likewise after a shift.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import ParameterError
from workbench.privacy.arrays import Array, as_points, like, namespace, row_max, row_sum
from workbench.privacy.composition.balls import Bounds
from workbench.privacy.composition.checks import check_count, check_positive
from workbench.privacy.composition.release import Release
from workbench.privacy.mechanisms.additive import AdditiveNoise
from workbench.privacy.mechanisms.cards import MechanismCard


@dataclass(frozen=True, slots=True)
class PostProcessed(MechanismCard):
    """A function of value plus noise; `function` maps an array (trials, ...) to one of trials."""

    noise: AdditiveNoise
    function: Callable[[Array], Array]

    @property
    def norm(self) -> str:
        """Norm of the sensitivity of the value."""
        return self.noise.norm

    def sample(self, rng: np.random.Generator, value: ArrayLike, *, trials: int) -> Array:
        """Outputs for one value (a vector), shape (trials, ...)."""
        check_count("trials", trials)
        centre = np.asarray(value, dtype=np.float64)
        own = getattr(self.noise, "dimension", None)  # noise that is a vector by itself
        shape = (trials, *centre.shape) if own is None else (trials, *centre.shape[:-1])
        output = np.asarray(self.function(centre + self.noise.sample(rng, shape)))
        if output.ndim == 0 or output.shape[0] != trials:
            raise ParameterError(
                f"function answers shape {output.shape} for {trials} trials.\n"
                "  Keep the trial as the leading axis."
            )
        return output

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Zero to the curve of the noise."""
        return Bounds(0.0, self.noise.delta_bounds(epsilon, sensitivity=sensitivity).upper)

    def delta(self, epsilon: float, *, sensitivity: float) -> float:
        """Proven delta at epsilon."""
        return self.delta_bounds(epsilon, sensitivity=sensitivity).upper

    def epsilon_at(self, delta: float, *, sensitivity: float) -> float:
        """Proven epsilon at delta."""
        return self.noise.epsilon_at(delta, sensitivity=sensitivity)

    def release(self, *, sensitivity: float, neighbouring: str) -> Release:
        """What is proven about the noise; its dominating pair may no longer be attained."""
        one = self.noise.release(sensitivity=sensitivity, neighbouring=neighbouring)
        pair = None if one.pair is None else replace(one.pair, attained=False)
        return replace(one, pair=pair)


def project_l2_ball(z: Array, *, radius: float) -> Array:
    """Nearest point of the Euclidean ball.

    >>> project_l2_ball(np.array([6.0, 8.0]), radius=5.0).tolist()
    [3.0, 4.0]
    """
    check_positive("radius", radius)
    points = as_points(z)
    xp = namespace(points)
    top = row_max(xp.abs(points))
    unit = points / xp.where(top > 0, top, 1.0)  # squares stay finite
    size = top * xp.sqrt(row_sum(unit * unit))
    return points * (radius / xp.maximum(size, like(radius, size)))


def project_linf_ball(z: Array, *, radius: float) -> Array:
    """Nearest point of the cube [-radius, radius]^d."""
    check_positive("radius", radius)
    points = as_points(z)
    return namespace(points).clip(points, -radius, radius)


def project_simplex(z: Array, *, total: float = 1.0) -> Array:
    """Nearest point with nonnegative entries that add up to `total`.

    >>> project_simplex(np.array([0.5, 2.0])).tolist()
    [0.0, 1.0]
    """
    check_positive("total", total)
    points = as_points(z)
    return _positive(points - _threshold(points, total))


def project_l1_ball(z: Array, *, radius: float) -> Array:
    """Nearest point of the l1 ball: entries shrink towards zero by one threshold.

    >>> project_l1_ball(np.array([3.0, -1.0]), radius=2.0).tolist()
    [2.0, 0.0]
    """
    check_positive("radius", radius)
    points = as_points(z)
    xp = namespace(points)
    size = xp.abs(points)
    inside = row_sum(size) <= radius
    shrunk = xp.sign(points) * _positive(size - _threshold(size, radius))
    return xp.where(inside, points, shrunk + 0.0)  # no negative zeros


def _threshold(z: Array, total: float) -> Array:
    """The t with sum (z - t)_+ = total along the last axis (kept, of length one)."""
    xp = namespace(z)
    down = -xp.sort(-z, axis=-1)
    excess = (xp.cumulative_sum(down, axis=-1) - total) / like(np.arange(1.0, z.shape[-1] + 1), z)
    active = xp.count_nonzero(down > excess, axis=-1, keepdims=True)
    return xp.take_along_axis(excess, xp.clip(active, min=1) - 1, axis=-1)


def _positive(z: Array) -> Array:
    """The positive part."""
    xp = namespace(z)
    return xp.where(z > 0, z, xp.zeros_like(z))
