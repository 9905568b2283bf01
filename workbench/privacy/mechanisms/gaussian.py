"""The Gaussian mechanism: exact privacy curve, calibration, and the classical rule as a formula.

Noise N(0, sigma^2) per coordinate on a vector of l2 sensitivity S.  By rotation the worst neighbour
moves one coordinate by S, the loss is N(mu^2 / 2, mu^2) with mu = S / sigma, and exactly

    delta(eps) = Phi(mu / 2 - eps / mu) - e^eps Phi(-mu / 2 - eps / mu)       (Balle, Wang 2018),
    Renyi divergence of order a = a mu^2 / 2, hence zCDP mu^2 / 2.

The classical rule sigma = S sqrt(2 log(c / delta)) / eps is true only below a threshold of epsilon
that depends on delta; `calibrate` inverts the exact curve instead and is valid everywhere.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from flint import arb

from workbench.errors import require
from workbench.privacy.arrays import Array
from workbench.privacy.composition.balls import Bounds, enclose, smallest
from workbench.privacy.composition.checks import (
    check_delta,
    check_epsilon,
    check_finite,
    check_positive,
)
from workbench.privacy.composition.release import DominatingPair, Release
from workbench.privacy.mechanisms.cards import MechanismCard


@dataclass(frozen=True, slots=True)
class Gaussian(MechanismCard):
    """The normal distribution of standard deviation sigma, centred at zero.

    >>> Gaussian(0.5).variance
    0.25
    """

    norm: ClassVar[str] = "l2"

    sigma: float

    def __post_init__(self) -> None:
        """Check that sigma is positive and finite."""
        check_positive("sigma", self.sigma)

    def sample(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """Independent draws."""
        return rng.normal(0.0, self.sigma, shape)

    def log_density(self, u: Array) -> Array:
        """Logarithm of the density at u, entry by entry."""
        z = np.asarray(u) / self.sigma
        return -z * z / 2 - math.log(self.sigma) - math.log(2 * math.pi) / 2

    def log_ratio(self, noise: Array, shift: Array) -> Array:
        """Log of density(noise) / density(noise - shift), entry by entry: sum for a vector."""
        s = np.asarray(shift) / self.sigma
        return s * (s / 2 - np.asarray(noise) / self.sigma)

    def cdf(self, u: Array) -> Array:
        """Probability of a draw below u."""
        from scipy.special import ndtr

        return np.asarray(ndtr(np.asarray(u) / self.sigma))

    @property
    def mean_absolute(self) -> float:
        """Mean of |noise|: sigma sqrt(2 / pi)."""
        return self.sigma * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> float:
        """Mean of noise^2."""
        return self.sigma**2

    @property
    def fourth_moment(self) -> float:
        """Mean of noise^4."""
        return 3 * self.sigma**4

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Rigorous bracket of the exact privacy curve for an l2 sensitivity.

        >>> Gaussian(1.4).delta_bounds(1.0, sensitivity=1.0).contains(0.04127989810187707)
        True
        """
        check_positive("sensitivity", sensitivity)
        return gaussian_curve(lambda: arb(sensitivity) / arb(self.sigma), epsilon)

    def delta(self, epsilon: float, *, sensitivity: float) -> float:
        """The exact privacy curve, rounded up."""
        return self.delta_bounds(epsilon, sensitivity=sensitivity).upper

    def epsilon_at(self, delta: float, *, sensitivity: float) -> float:
        """Smallest epsilon >= 0 with delta(epsilon) <= delta; read back, so never too small."""
        check_delta(delta)
        if self.delta(0.0, sensitivity=sensitivity) <= delta:
            return 0.0
        mu = sensitivity / self.sigma
        guess = mu * mu / 2 + mu * math.sqrt(-2 * math.log(delta))
        return smallest(lambda e: self.delta(e, sensitivity=sensitivity) <= delta, start=guess)

    def rho(self, *, sensitivity: float) -> float:
        """Rho of zCDP: mu^2 / 2, rounded up."""
        check_positive("sensitivity", sensitivity)
        return enclose(lambda: (arb(sensitivity) / arb(self.sigma)) ** 2 / 2).upper

    def release(self, *, sensitivity: float, neighbouring: str) -> Release:
        """Everything proven about one release of an l2 sensitivity."""
        return Release(
            neighbouring=neighbouring,
            rho=self.rho(sensitivity=sensitivity),
            renyi=lambda order: order * (arb(sensitivity) / arb(self.sigma)) ** 2 / 2,
            pair=DominatingPair("gaussian", sensitivity, self.sigma),
        )

    @classmethod
    def calibrate(cls, epsilon: float, delta: float, *, sensitivity: float) -> "Gaussian":
        """The least noise of this family that is (epsilon, delta)-DP for an l2 sensitivity.

        The curve of the answer was read back and stays within delta; the next smaller float's does
        not.

        >>> round(Gaussian.calibrate(1.0, 1e-5, sensitivity=1.0).sigma, 13)
        3.7306316348159
        """
        check_epsilon(epsilon)
        require(
            0 < delta < 1,
            "delta",
            delta,
            "is outside (0, 1): no Gaussian noise is purely private",
            "Choose delta in (0, 1), or a Laplace mechanism.",
        )
        check_positive("sensitivity", sensitivity)
        level = -math.log(delta)
        wide = epsilon / (math.sqrt(level + epsilon) + math.sqrt(level))  # sqrt of the zCDP budget
        guess = sensitivity / (math.sqrt(2) * wide) if wide > 0 else sensitivity

        def affordable(sigma: float) -> bool:
            return cls(sigma).delta(epsilon, sensitivity=sensitivity) <= delta

        return cls(smallest(affordable, start=guess))

    @classmethod
    def calibrate_zcdp(cls, rho: float, *, sensitivity: float) -> "Gaussian":
        """The least noise that is rho-zCDP: sensitivity / sqrt(2 rho), read back.

        >>> Gaussian.calibrate_zcdp(0.5, sensitivity=1.0).sigma
        1.0
        """
        check_positive("rho", rho)
        check_positive("sensitivity", sensitivity)
        guess = sensitivity / math.sqrt(2 * rho)
        return cls(smallest(lambda s: cls(s).rho(sensitivity=sensitivity) <= rho, start=guess))


def classical_sigma(
    epsilon: float, delta: float, *, sensitivity: float, constant: float = 1.25
) -> float:
    """The textbook rule sensitivity sqrt(2 log(constant / delta)) / epsilon, valid or not.

    For judging it; `Gaussian.calibrate` is the rule to use.  Rounded down, so that a violation of
    the exact curve at the answer is a violation of the printed rule.

    >>> sigma = classical_sigma(10.0, 1e-5, sensitivity=1.0)
    >>> Gaussian(sigma).delta_bounds(10.0, sensitivity=1.0).lower > 2e-5
    True
    """
    check_positive("epsilon", epsilon)
    check_delta(delta)
    check_positive("sensitivity", sensitivity)
    ok = delta < constant < math.inf
    require(ok, "constant", constant, f"is not above delta = {delta}", "The rule uses 1.25.")
    return enclose(
        lambda: arb(sensitivity) * (2 * (arb(constant) / arb(delta)).log()).sqrt() / arb(epsilon)
    ).lower


def gaussian_curve(ratio: Callable[[], arb], epsilon: float) -> Bounds:
    """Bracket of delta(eps) for a normal shift by `ratio` standard deviations."""
    check_finite("epsilon", epsilon)

    def curve() -> arb:
        mu, e = ratio(), arb(epsilon)
        root = arb(2).sqrt()
        near, far = (e / mu - mu / 2) / root, (e / mu + mu / 2) / root
        return (near.erfc() - e.exp() * far.erfc()) / 2

    return enclose(curve, low=0.0, high=1.0)
