"""Noise as data: the Laplace mechanism with its sampler, density, privacy curve and moments.

Scale, not standard deviation: Laplace(b) has density exp(-|u| / b) / (2 b), variance 2 b^2 and mean
absolute value b.  A released value v + noise compared with v + shift + noise has log-ratio

    (|noise - shift| - |noise|) / b,   always within +- |shift| / b.

Written as a clip it is exact at both ends, so an audit loses no digit where it matters.
"""

import math
from dataclasses import dataclass

import numpy as np

from workbench.errors import require
from workbench.privacy.arrays import Array


@dataclass(frozen=True, slots=True)
class Laplace:
    """The Laplace distribution of the given scale, centred at zero.

    >>> Laplace(0.5).variance
    0.5
    """

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

    def delta(self, epsilon: float, *, shift: float) -> float:
        """Exact privacy curve: sup over events A of P(A) - e^epsilon Q(A), for a shifted centre.

        For |epsilon| <= c = |shift| / b it is 1 - exp((epsilon - c) / 2); beyond c it is 0.

        >>> round(Laplace(1.0).delta(0.5, shift=1.0), 4)
        0.2212
        """
        c = self.epsilon(shift)
        if epsilon >= c:
            return 0.0
        if epsilon <= -c:
            return -math.expm1(epsilon)
        return -math.expm1((epsilon - c) / 2)


def laplace_log_ratio(noise: Array, shift: Array, scale: Array | float) -> Array:
    """Log of density(noise) / density(noise - shift) for Laplace noise, entry by entry.

    >>> laplace_log_ratio(np.array([-1.0, 0.5, 9.0]), np.array([1.0, 1.0, 1.0]), 2.0).tolist()
    [0.5, 0.0, -0.5]
    """
    size = np.abs(shift)
    return np.clip(size - 2 * np.sign(shift) * noise, -size, size) / scale
