"""The generalized Gaussian mechanism: noise with density C exp(-|z|^2 / (2 sigma^2)) for a norm.

The norm |.| is l_r with 2 <= r < infinity, on R^d.  The density depends on |z| only, so
radius and direction are independent: |Z| / sigma is chi with d degrees of freedom, and the
direction is g / |g| with g_j independent of density ~ exp(-|g_j|^r), that is sign times Gamma(1 +
1/r)^(1/r) times a uniform number.  (Normalised Gaussians would give another law unless r = 2.)

    1 / C = vol(unit ball) d 2^(d/2 - 1) sigma^d Gamma(d/2),   E|Z|^2 = d sigma^2

The squared l_r norm is smooth with constant r - 1, so for a move mu the Renyi divergence of order a
is at most a (r - 1) |mu|_r^2 / (2 sigma^2): the mechanism is zCDP like a Gaussian whose squared
sensitivity is multiplied by kappa.  Sensitivity may be measured in a larger order q >= r, up to
infinity: |mu|_r <= d^(1/r - 1/q) |mu|_q gives

    kappa = (r - 1) d^(2/r - 2/q).

More is true: the mechanism costs no more than that Gaussian, at every epsilon and when composed or
sampled (mu-GDP, mu = sqrt(kappa) S / sigma).  On a line along the move the noise has a density e^-W
with W'' <= mu^2, if the move is the unit of length; the line is public and the same on both
datasets.  Let I(u) be that density at its quantile u: I I'' = -W'' >= -mu^2.  As J J'' = -mu^2 for
J = mu phi(Phi^-1), I - J is convex where it is positive, and zero at both ends: I <= J.  So
Phi^-1(F(x)), F the distribution function, has a slope of mu I / J <= mu: a unit moves it by
mu at most, so every test of the two laws errs at least as much as for normal laws mu apart.

For r = 2 or d = 1 the noise is Gaussian and the curve is exact; otherwise the bracket has the
proven bound on top and zero below: no closed form is known.
"""

import math
from dataclasses import dataclass

import numpy as np
from flint import arb

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array
from workbench.privacy.composition.balls import Bounds, enclose, smallest
from workbench.privacy.composition.checks import check_count, check_positive
from workbench.privacy.composition.release import DominatingPair, Release
from workbench.privacy.mechanisms.cards import MechanismCard
from workbench.privacy.mechanisms.gaussian import Gaussian, gaussian_curve


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralizedGaussian(MechanismCard):
    """Noise of density ~ exp(-|z|_order^2 / (2 sigma^2)) in `dimension` coordinates.

    `sensitivity_order` is the norm in which sensitivities are stated; by default `order`.

    >>> GeneralizedGaussian(sigma=1.0, order=4.0, dimension=3).kappa
    3.0
    """

    sigma: float
    order: float
    dimension: int
    sensitivity_order: float | None = None

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_positive("sigma", self.sigma)
        check_count("dimension", self.dimension)
        require(
            2 <= self.order < math.inf,
            "order",
            self.order,
            "is outside [2, infinity): the squared norm is not smooth there",
            "For l_infinity use sensitivity_order=math.inf with order near 2 log(dimension).",
        )
        q = self.order if self.sensitivity_order is None else self.sensitivity_order
        require(
            q >= self.order,
            "sensitivity_order",
            q,
            f"is below order = {self.order}",
            "Choose order at most sensitivity_order.",
        )

    @property
    def norm(self) -> str:
        """Norm of the sensitivity."""
        q = self.order if self.sensitivity_order is None else self.sensitivity_order
        return f"l{q:g}"

    @property
    def kappa(self) -> float:
        """Regularity constant by which the squared sensitivity is multiplied, rounded up."""
        return enclose(self._kappa).upper

    @property
    def gaussian(self) -> bool:
        """Whether the noise is Gaussian, and the curve exact."""
        return self.order == 2 or self.dimension == 1

    def _kappa(self) -> arb:
        """Exact for Gaussian noise; (r - 1) d^(2/r - 2/q) otherwise."""
        smooth = arb(1) if self.gaussian else arb(self.order) - 1
        q = self.order if self.sensitivity_order is None else self.sensitivity_order
        if q == self.order:
            return smooth
        exponent = 2 / arb(self.order) - (2 / arb(q) if q < math.inf else arb(0))
        return smooth * (exponent * arb(self.dimension).log()).exp()

    def sample(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """Independent vectors, shape (*shape, dimension)."""
        size = (*shape, self.dimension)
        g = rng.gamma(1 + 1 / self.order, size=size) ** (1 / self.order)
        g *= rng.uniform(-1.0, 1.0, size)
        radius = np.sqrt(rng.chisquare(self.dimension, shape))[..., None]
        return self.sigma * radius * (g / self.size(g)[..., None])

    def size(self, z: Array) -> Array:
        """The norm |z|_order along the last axis, without overflow."""
        vectors = np.abs(self._vectors(z))
        top = vectors.max(axis=-1, keepdims=True)
        unit = np.divide(vectors, top, out=np.zeros_like(vectors), where=top > 0)
        return np.asarray(top[..., 0] * (unit**self.order).sum(axis=-1) ** (1 / self.order))

    def log_density(self, z: Array) -> Array:
        """Logarithm of the density of vectors along the last axis."""
        d, r = self.dimension, self.order
        volume = d * (math.log(2) + math.lgamma(1 + 1 / r)) - math.lgamma(1 + d / r)
        normaliser = volume + math.log(d) + (d / 2 - 1) * math.log(2)
        normaliser += d * math.log(self.sigma) + math.lgamma(d / 2)
        return -((self.size(z) / self.sigma) ** 2) / 2 - normaliser

    def log_ratio(self, noise: Array, shift: Array) -> Array:
        """Log of density(noise) / density(noise - shift); vectors along the last axis."""
        here = self.size(noise) / self.sigma
        there = self.size(self._vectors(noise) - np.asarray(shift)) / self.sigma
        return (there - here) * (there + here) / 2

    @property
    def coordinate_variance(self) -> float:
        """Variance of one coordinate: sigma^2 d G(3/r) G(d/r) / (G(1/r) G((d + 2)/r))."""
        d, r = self.dimension, self.order
        log = (
            math.lgamma(3 / r) + math.lgamma(d / r) - math.lgamma(1 / r) - math.lgamma((d + 2) / r)
        )
        return self.sigma**2 * d * math.exp(log)

    @property
    def mean_square(self) -> float:
        """Mean of |noise|^2 in the norm of the density: d sigma^2."""
        return self.dimension * self.sigma**2

    def rho(self, *, sensitivity: float) -> float:
        """Rho of zCDP: kappa S^2 / (2 sigma^2), rounded up."""
        check_positive("sensitivity", sensitivity)
        return enclose(lambda: self._rho(sensitivity)).upper

    def _rho(self, sensitivity: float) -> arb:
        return self._kappa() * (arb(sensitivity) / arb(self.sigma)) ** 2 / 2

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Bracket of the worst-case curve; exact where the noise is Gaussian."""
        check_positive("sensitivity", sensitivity)
        found = gaussian_curve(lambda: (2 * self._rho(sensitivity)).sqrt(), epsilon)
        return found if self.gaussian else Bounds(0.0, found.upper)

    def delta(self, epsilon: float, *, sensitivity: float) -> float:
        """Proven delta at epsilon: the upper end of the bracket."""
        return self.delta_bounds(epsilon, sensitivity=sensitivity).upper

    def epsilon_at(self, delta: float, *, sensitivity: float) -> float:
        """Proven epsilon at delta."""
        return Gaussian(1.0).epsilon_at(delta, sensitivity=self._mu(sensitivity))

    def _mu(self, sensitivity: float) -> float:
        return enclose(lambda: (2 * self._rho(sensitivity)).sqrt()).upper

    def release(self, *, sensitivity: float, neighbouring: str) -> Release:
        """Everything proven about one release."""
        pair = DominatingPair("gaussian", self._mu(sensitivity), attained=self.gaussian)
        return Release(
            neighbouring=neighbouring,
            rho=self.rho(sensitivity=sensitivity),
            renyi=lambda a: a * self._rho(sensitivity),
            pair=pair,
        )

    @classmethod
    def calibrate(
        cls,
        epsilon: float,
        delta: float,
        *,
        sensitivity: float,
        order: float,
        dimension: int,
        sensitivity_order: float | None = None,
    ) -> "GeneralizedGaussian":
        """The least sigma whose proven curve is within delta at epsilon, read back.

        >>> law = GeneralizedGaussian.calibrate(
        ...     1.0, 1e-5, sensitivity=1.0, order=4.0, dimension=3)
        >>> law.delta(1.0, sensitivity=1.0) <= 1e-5
        True
        """
        check_positive("sensitivity", sensitivity)
        check_positive("epsilon", epsilon)

        def law(sigma: float) -> "GeneralizedGaussian":
            return cls(
                sigma=sigma,
                order=order,
                dimension=dimension,
                sensitivity_order=sensitivity_order,
            )

        unit = Gaussian.calibrate(epsilon, delta, sensitivity=law(1.0)._mu(sensitivity))
        return law(
            smallest(
                lambda s: law(s).delta(epsilon, sensitivity=sensitivity) <= delta,
                start=unit.sigma,
            )
        )

    def _vectors(self, z: Array) -> Array:
        vectors = np.asarray(z, dtype=np.float64)
        if vectors.ndim == 0 or vectors.shape[-1] != self.dimension:
            raise ParameterError(
                f"z has shape {vectors.shape}: its last axis is the vector of {self.dimension}.\n"
                f"  Pass an array of shape (..., {self.dimension})."
            )
        return vectors
