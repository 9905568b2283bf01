"""One release of a vector with Laplace or normal noise: scale, calibration, and its usual sizes.

The expectations are those that the error bounds of the methods use, with d coordinates:

    Laplace(b)     E max |xi| = b H_d (the harmonic number),       E |xi|_2^2 = 2 d b^2
    N(0, b^2)      E max |xi| <= b sqrt(2 ln(2 d)),                E |xi|_2^2 = d b^2

The printed rules for normal noise are sqrt(2 ln(1.25 / delta)) times sensitivity / epsilon; they
are true up to an epsilon that depends on delta, and here the exact curve decides.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import digamma

from workbench.errors import ParameterError, require
from workbench.privacy import Curator, Gaussian, Secret, classical_sigma, laplace_scale
from workbench.privacy.arrays import Array
from workbench.privacy.queries.query import Query

NoiseRule = Literal["exact", "printed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorNoise:
    """Noise of one scale in every coordinate: `law` is "laplace" or "gaussian".

    >>> round(VectorNoise(law="laplace", scale=2.0).mean_largest(3), 12)
    3.666666666667
    """

    law: Literal["laplace", "gaussian"]
    scale: float

    def __post_init__(self) -> None:
        """Check law and scale."""
        ok = self.law in {"laplace", "gaussian"}
        require(ok, "law", self.law, "is unknown", 'Choose "laplace" or "gaussian".')
        ok = 0 < self.scale < np.inf
        require(ok, "scale", self.scale, "is not positive and finite", "Choose a scale > 0.")

    @property
    def norm(self) -> str:
        """The norm in which the sensitivity of the source counts."""
        return "l1" if self.law == "laplace" else "l2"

    @property
    def variance(self) -> float:
        """Of one coordinate."""
        return (2.0 if self.law == "laplace" else 1.0) * self.scale**2

    def mean_largest(self, d: int) -> float:
        """E max_j |xi_j| for Laplace noise; an upper bound on it for normal noise."""
        if self.law == "laplace":
            return self.scale * harmonic(d)
        return self.scale * math.sqrt(2 * math.log(2 * d))

    def release(self, curator: Curator, source: Query | Secret, *, sensitivity: float) -> Array:
        """The source plus noise, shape (trials, d)."""
        if self.law == "laplace":
            return curator.laplace(source, scale=self.scale, sensitivity=sensitivity)
        return curator.gaussian(source, sigma=self.scale, sensitivity=sensitivity)


def calibrated_noise(
    *, epsilon: float, delta: float, l1: float, l2: float, rule: NoiseRule = "exact"
) -> VectorNoise:
    """Laplace noise for l1 sensitivity where delta = 0, else normal noise for l2 sensitivity.

    `rule` "printed" is the textbook formula, refused where it is false; "exact" needs less noise.
    """
    require(0 < epsilon < np.inf, "epsilon", epsilon, "is not positive", "Choose epsilon > 0.")
    require(0 <= delta < 1, "delta", delta, "is outside [0, 1)", "Choose 0 for pure privacy.")
    require(rule in {"exact", "printed"}, "rule", rule, "is unknown", 'Use "exact" or "printed".')
    if delta == 0:
        return VectorNoise(law="laplace", scale=laplace_scale(epsilon, l1, n=1, m=1))
    if rule == "exact":
        sigma = Gaussian.calibrate(epsilon, delta, sensitivity=l2).sigma
        return VectorNoise(law="gaussian", scale=sigma)
    # the rule is rounded down; a few floats more than make up for it
    sigma = classical_sigma(epsilon, delta, sensitivity=l2) * (1 + 2.0**-50)
    true = Gaussian(sigma).delta(epsilon, sensitivity=l2)
    if true > delta:
        raise ParameterError(
            f"epsilon = {epsilon} is beyond the range of the printed rule at delta = {delta:g}: "
            f'its noise has delta = {true:.3g}.\n  Choose rule="exact", or a smaller epsilon.'
        )
    return VectorNoise(law="gaussian", scale=sigma)


def harmonic(d: int) -> float:
    """1 + 1/2 + ... + 1/d.

    >>> round(harmonic(1000), 12)
    7.48547086055
    """
    return float(digamma(d + 1) + np.euler_gamma)
