"""Convex losses of one number, with the extremes of their derivatives on an interval.

What a saddle problem needs to know of a loss phi is its value and slope, and over an interval the
smallest and largest second derivative and the largest absolute third one.  The third is infinite
where phi'' jumps: the squared hinge is first-order-smooth and not second-order-smooth.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from scipy.special import expit

from workbench.privacy.arrays import Array, logistic, namespace


@dataclass(frozen=True, slots=True)
class ScalarLoss:
    """phi, phi', the range of phi'' on [low, high], and the supremum of |phi'''| there."""

    name: str
    value: Callable[[Array], Array]
    slope: Callable[[Array], Array]
    curvature: Callable[[float, float], tuple[float, float]]
    third: Callable[[float, float], float]


def _softplus_curvature(low: float, high: float) -> tuple[float, float]:
    """Phi'' = s (1 - s) with s the logistic function: largest at 0, falling to both sides."""
    ends = [float(expit(t) * expit(-t)) for t in (low, high)]
    return min(ends), 0.25 if low <= 0 <= high else max(ends)


def _softplus_third(low: float, high: float) -> float:
    """|s (1 - s) (1 - 2 s)|, largest where s = (1 +- 1/sqrt(3)) / 2: 1 / (6 sqrt(3))."""
    peak = math.log((1 + 3**-0.5) / (1 - 3**-0.5))
    if low <= -peak <= high or low <= peak <= high:
        return 1 / (6 * math.sqrt(3))
    ends = [float(expit(t) * expit(-t) * abs(expit(-t) - expit(t))) for t in (low, high)]
    return max(ends)


def _hinge_curvature(low: float, high: float) -> tuple[float, float]:
    return (0.0 if low <= 0 else 1.0), (1.0 if high > 0 else 0.0)


SOFTPLUS_LOSS = ScalarLoss(
    "softplus",
    value=lambda t: namespace(t).logaddexp(0 * t, t),
    slope=logistic,
    curvature=_softplus_curvature,
    third=_softplus_third,
)
SQUARE_LOSS = ScalarLoss(
    "square",
    value=lambda t: t * t / 2,
    slope=lambda t: t,
    curvature=lambda low, high: (1.0, 1.0),
    third=lambda low, high: 0.0,
)
SQUARED_HINGE_LOSS = ScalarLoss(
    "squared hinge",
    value=lambda t: namespace(t).clip(t, min=0.0) ** 2 / 2,
    slope=lambda t: namespace(t).clip(t, min=0.0),
    curvature=_hinge_curvature,
    third=lambda low, high: math.inf if low < 0 < high else 0.0,
)
