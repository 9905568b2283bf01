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
from workbench.privacy.arrays import Array
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
    points = np.asarray(z, dtype=np.float64)
    top = np.abs(points).max(axis=-1, keepdims=True, initial=0.0)
    unit = np.divide(points, top, out=np.zeros_like(points), where=top > 0)  # squares stay finite
    size = top * np.sqrt((unit * unit).sum(axis=-1, keepdims=True))
    return np.where(size > radius, points * (radius / np.maximum(size, radius)), points)


def project_linf_ball(z: Array, *, radius: float) -> Array:
    """Nearest point of the cube [-radius, radius]^d."""
    check_positive("radius", radius)
    return np.clip(np.asarray(z, dtype=np.float64), -radius, radius)


def project_simplex(z: Array, *, total: float = 1.0) -> Array:
    """Nearest point with nonnegative entries that add up to `total`.

    >>> project_simplex(np.array([0.5, 2.0])).tolist()
    [0.0, 1.0]
    """
    check_positive("total", total)
    points = np.asarray(z, dtype=np.float64)
    return np.maximum(points - _threshold(points, total), 0.0)


def project_l1_ball(z: Array, *, radius: float) -> Array:
    """Nearest point of the l1 ball: entries shrink towards zero by one threshold.

    >>> project_l1_ball(np.array([3.0, -1.0]), radius=2.0).tolist()
    [2.0, 0.0]
    """
    check_positive("radius", radius)
    points = np.asarray(z, dtype=np.float64)
    size = np.abs(points)
    inside = size.sum(axis=-1, keepdims=True) <= radius
    shrunk = np.sign(points) * np.maximum(size - _threshold(size, radius), 0.0)
    return np.where(inside, points, shrunk + 0.0)  # no negative zeros


def _threshold(z: Array, total: float) -> Array:
    """The t with sum (z - t)_+ = total along the last axis (kept, of length one)."""
    down = -np.sort(-z, axis=-1)
    excess = (down.cumsum(axis=-1) - total) / np.arange(1, z.shape[-1] + 1)
    active = (down > excess).sum(axis=-1, keepdims=True)
    return np.take_along_axis(excess, np.maximum(active, 1) - 1, axis=-1)
