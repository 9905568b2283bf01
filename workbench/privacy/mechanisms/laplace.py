"""The Laplace mechanism: sampler, density, exact privacy curve, calibration and moments.

Scale, not standard deviation: Laplace(b) has density exp(-|u| / b) / (2 b), variance 2 b^2 and mean
absolute value b.  A released value v + noise compared with v + shift + noise has log-ratio

    (|noise - shift| - |noise|) / b,   always within +- |shift| / b.

Written as a clip it is exact at both ends, so an audit loses no digit where it matters.

For a vector of l1 sensitivity S the worst neighbour moves one coordinate by S: going there in
several moves is never easier to notice (the tests of a log-concave shift family are nested), so the
curve of one number is the exact curve of the vector.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from flint import arb

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array
from workbench.privacy.composition.balls import Bounds, enclose, smallest
from workbench.privacy.composition.checks import (
    check_delta,
    check_epsilon,
    check_finite,
    check_positive,
)
from workbench.privacy.composition.conversions import pure_to_zcdp
from workbench.privacy.composition.release import DominatingPair, Release
from workbench.privacy.mechanisms.cards import MechanismCard


@dataclass(frozen=True, slots=True)
class Laplace(MechanismCard):
    """The Laplace distribution of the given scale, centred at zero.

    >>> Laplace(0.5).variance
    0.5
    """

    norm: ClassVar[str] = "l1"

    scale: float

    def __post_init__(self) -> None:
        """Check that the scale is positive and finite."""
        ok = 0 < self.scale < math.inf
        require(ok, "scale", self.scale, "is not a positive number", "Choose a finite scale > 0.")

    def sample(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """Independent draws."""
        return rng.laplace(0.0, self.scale, shape)

    def log_density(self, u: Array) -> Array:
        """Logarithm of the density at u."""
        return -np.abs(u) / self.scale - math.log(2 * self.scale)

    def log_ratio(self, noise: Array, shift: Array) -> Array:
        """Log of density(noise) / density(noise - shift), entry by entry: sum for a vector."""
        return laplace_log_ratio(noise, shift, self.scale)

    def cdf(self, u: Array) -> Array:
        """Probability of a draw below u."""
        tail = 0.5 * np.exp(-np.abs(u) / self.scale)
        return np.where(u < 0, tail, 1 - tail)

    @property
    def mean_absolute(self) -> float:
        """Mean of |noise|: b."""
        return self.scale

    @property
    def variance(self) -> float:
        """Mean of noise^2: 2 b^2."""
        return 2 * self.scale**2

    @property
    def fourth_moment(self) -> float:
        """Mean of noise^4: 24 b^4."""
        return 24 * self.scale**4

    def epsilon(self, shift: float) -> float:
        """Pure privacy loss of releasing a number that may move by `shift`: |shift| / b."""
        return abs(shift) / self.scale

    def delta(
        self, epsilon: float, *, shift: float | None = None, sensitivity: float | None = None
    ) -> float:
        """Exact privacy curve: sup over events A of P(A) - e^epsilon Q(A).

        For `shift`, the move of one number: with c = |shift| / b it is 1 - exp((epsilon - c) / 2)
        where |epsilon| <= c and 0 beyond, in floating point.  For `sensitivity`, the worst l1 move
        of a vector: the same number, rounded up.

        >>> round(Laplace(1.0).delta(0.5, shift=1.0), 4)
        0.2212
        """
        if (shift is None) == (sensitivity is None):
            raise ParameterError(
                "shift and sensitivity are both given or both missing: one of them says how far "
                "the centre moves.\n  Pass exactly one."
            )
        if sensitivity is not None:
            return self.delta_bounds(epsilon, sensitivity=sensitivity).upper
        c = self.epsilon(0.0 if shift is None else shift)
        if epsilon >= c:
            return 0.0
        if epsilon <= -c:
            return -math.expm1(epsilon)
        return -math.expm1((epsilon - c) / 2)

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Rigorous bracket of the exact privacy curve for an l1 sensitivity."""
        check_positive("sensitivity", sensitivity)
        return laplace_curve(lambda: arb(sensitivity) / arb(self.scale), epsilon)

    def epsilon_at(self, delta: float, *, sensitivity: float) -> float:
        """Smallest epsilon with delta(epsilon) <= delta, rounded up: c + 2 log(1 - delta)."""
        check_delta(delta, zero=True)
        check_positive("sensitivity", sensitivity)
        ratio = arb(sensitivity)
        return enclose(
            lambda: (ratio / arb(self.scale) + 2 * (-arb(delta)).log1p()).max(arb(0)), low=0.0
        ).upper

    def release(self, *, sensitivity: float, neighbouring: str) -> Release:
        """Everything proven about one release of an l1 sensitivity."""
        epsilon = self.epsilon_at(0.0, sensitivity=sensitivity)

        def renyi(order: arb) -> arb:
            c, a = arb(sensitivity) / arb(self.scale), order
            near, far = ((a - 1) * c).exp(), (-a * c).exp()
            return ((a * near + (a - 1) * far) / (2 * a - 1)).log() / (a - 1)

        return Release(
            neighbouring=neighbouring,
            epsilon=epsilon,
            rho=pure_to_zcdp(epsilon),
            renyi=renyi,
            pair=DominatingPair("laplace", sensitivity, self.scale),
        )

    @classmethod
    def calibrate(cls, epsilon: float, delta: float = 0.0, *, sensitivity: float) -> "Laplace":
        """The least noise of this family that is (epsilon, delta)-DP for an l1 sensitivity.

        The curve of the answer was read back and stays within delta; the next smaller scale's
        does not.

        >>> Laplace.calibrate(0.5, sensitivity=1.0).scale
        2.0
        """
        check_epsilon(epsilon)
        check_delta(delta, zero=True)
        check_positive("sensitivity", sensitivity)
        loss = epsilon - 2 * math.log1p(-delta)
        check_positive("epsilon", loss)

        def affordable(scale: float) -> bool:
            return cls(scale).epsilon_at(delta, sensitivity=sensitivity) <= epsilon

        return cls(smallest(affordable, start=sensitivity / loss))


def laplace_curve(ratio: Callable[[], arb], epsilon: float) -> Bounds:
    """Bracket of delta(eps) for a Laplace law moved by `ratio` scales."""
    check_finite("epsilon", epsilon)

    def curve() -> arb:
        e = arb(epsilon)
        return -((e - ratio()) / 2).min(e).min(arb(0)).expm1()

    return enclose(curve, low=0.0, high=1.0)


def laplace_log_ratio(noise: Array, shift: Array, scale: Array | float) -> Array:
    """Log of density(noise) / density(noise - shift) for Laplace noise, entry by entry.

    >>> laplace_log_ratio(np.array([-1.0, 0.5, 9.0]), np.array([1.0, 1.0, 1.0]), 2.0).tolist()
    [0.5, 0.0, -0.5]
    """
    size = np.abs(shift) / scale
    ahead = size - noise * (2 * np.sign(shift) / scale)
    return np.maximum(np.minimum(ahead, size), -size)
