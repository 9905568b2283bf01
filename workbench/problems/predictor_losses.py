"""Functions of a prediction t and a number b, for `predictors`: what a record's loss looks like."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.privacy.arrays import Array, logistic, namespace


@dataclass(frozen=True, slots=True)
class Negative:
    """-t, whatever b = 0 is: the linear loss -<a, x>."""

    convex: ClassVar[bool] = True

    def value(self, t: Array, b: Array) -> Array:
        """-t."""
        return -t

    def slope(self, t: Array, b: Array) -> Array:
        """-1."""
        return namespace(t).full_like(t, -1.0)

    def outside(self, b: Array) -> NDArray[np.bool_]:
        """Not zero."""
        return np.asarray(b != 0)


@dataclass(frozen=True, slots=True)
class HalfSquare:
    """(t - b)^2 / 2 for |b| <= largest."""

    largest: float

    convex: ClassVar[bool] = True

    def value(self, t: Array, b: Array) -> Array:
        """Half the squared residual."""
        return np.asarray((t - b) ** 2 / 2)

    def slope(self, t: Array, b: Array) -> Array:
        """The residual."""
        return t - b

    def outside(self, b: Array) -> NDArray[np.bool_]:
        """Responses that are too large."""
        return np.asarray(np.abs(b) > self.largest * (1 + 2.0**-48))


@dataclass(frozen=True, slots=True)
class LogisticSquare:
    """(s(t) - b)^2 / 2, s the logistic function, b in {0, 1}: not convex.

    For b = 0 the slope is s^2 (1 - s) <= 4/27 and the second derivative s^2 (1 - s)(2 - 3 s), which
    is largest in size at s = (15 - sqrt 33) / 24; b = 1 is the mirror image.
    """

    convex: ClassVar[bool] = False

    def value(self, t: Array, b: Array) -> Array:
        """Between 0 and 1/2."""
        return np.asarray((logistic(t) - b) ** 2 / 2)

    def slope(self, t: Array, b: Array) -> Array:
        """(s - b) s (1 - s)."""
        s = logistic(t)
        return (s - b) * s * logistic(-t)

    def outside(self, b: Array) -> NDArray[np.bool_]:
        """Not a label."""
        return np.asarray((b != 0) & (b != 1))


STEEPEST_LOGISTIC_SQUARE = 4 / 27
"""The largest slope of `LogisticSquare`."""

LOGISTIC_SQUARE_CURVATURE = 0.0770293
"""The largest second derivative of `LogisticSquare`, rounded up in the seventh digit."""


@dataclass(frozen=True, slots=True)
class Ramp:
    """Convex, with derivative min(height, max(-height, height + steepness (t - b))).

    The slope is `height` from t = b on and falls as steeply as it may before.
    """

    height: float
    steepness: float

    convex: ClassVar[bool] = True

    def value(self, t: Array, b: Array) -> Array:
        """Zero at t = b."""
        s, h, k = t - b, self.height, self.steepness
        width = 2 * h / k
        middle = h * s + k * s**2 / 2
        return np.select([s >= 0, s >= -width], [h * s, middle], -h * (s + width))

    def slope(self, t: Array, b: Array) -> Array:
        """Between -height and height."""
        rising = self.height + self.steepness * (t - b)
        return namespace(t).clip(rising, -self.height, self.height)

    def outside(self, b: Array) -> NDArray[np.bool_]:
        """Every offset is allowed."""
        return np.zeros(b.shape, dtype=bool)
