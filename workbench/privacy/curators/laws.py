"""Noise as a curator adds it: one scale for all trials, or one per trial.

Each law knows what every curator needs: how to draw, the log-ratio of a draw against a shifted
centre, a bound on the rounding of that log-ratio, the norm of its sensitivity, what a release
costs, and how to draw from the exponentially tilted law p^(1+theta) q^(-theta), by which small
probabilities of a large loss are estimated from few draws (the weight p / p_theta goes with it).
Scales are numbers, or arrays of shape (trials, 1).
"""

import math
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self

import numpy as np

from workbench.privacy.arrays import Array
from workbench.privacy.curators.noise import NoiseSource
from workbench.privacy.mechanisms import (
    Gaussian,
    GeneralizedGaussian,
    Laplace,
    laplace_log_ratio,
)

Scale = float | Array
Mechanism = Laplace | Gaussian | GeneralizedGaussian


class NoiseLaw(Protocol):
    """Laplace, Gaussian and generalized Gaussian noise with the sizes that a curator works with."""

    method: ClassVar[str]

    @property
    def norm(self) -> str:
        """Norm of the sensitivity."""
        ...

    @property
    def options(self) -> dict[str, object]:
        """Arguments of the curator's method that make this law."""
        ...

    def block(self, rows: slice) -> Self:
        """The law of some of the trials."""
        ...

    def shrunk(self, factor: float) -> Self:
        """The same noise, smaller by a factor."""
        ...

    def bare(self) -> Self:
        """Noise so small that it is lost in the last digit of anything."""
        ...

    def draw(self, source: NoiseSource, shape: tuple[int, int]) -> Array:
        """Noise of shape (trials, d)."""
        ...

    def size(self, shift: Array) -> Array:
        """Norm of the rows of a shift."""
        ...

    def log_ratio(self, noise: Array, shift: Array) -> Array:
        """Log of density(noise) / density(noise - shift), summed over the last axis."""
        ...

    def magnitude(self, noise: Array, shift: Array) -> Array:
        """Sum of the sizes of the terms of log_ratio: each rounds by at most an ulp of it."""
        ...

    def slope(self, noise: Array, shift: Array) -> Array:
        """Bound on the change of log_ratio per l1 unit of the shift, up to twice the shift."""
        ...

    def tilted(
        self, rng: np.random.Generator, shift: Array, theta: float, shape: tuple[int, int]
    ) -> tuple[Array, Array]:
        """Noise from the tilted law, and log p / p_theta per trial."""
        ...

    def costs(self, sensitivity: Scale) -> tuple[Scale | None, Scale | None]:
        """Pure loss and zCDP cost, None where there is none; floats, not rounded up."""
        ...

    def mechanism(self) -> Mechanism | None:
        """The mechanism as data; None where the scale differs between trials."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class LaplaceLaw:
    """Independent Laplace noise in every coordinate."""

    method: ClassVar[str] = "laplace"
    scale: Scale
    norm: ClassVar[str] = "l1"

    @property
    def options(self) -> dict[str, object]:
        """The scale."""
        return {"scale": self.scale}

    def block(self, rows: slice) -> "LaplaceLaw":
        """The law of some of the trials."""
        return LaplaceLaw(_rows(self.scale, rows))

    def shrunk(self, factor: float) -> "LaplaceLaw":
        """Scale times the factor."""
        return LaplaceLaw(self.scale * factor)

    def bare(self) -> "LaplaceLaw":
        """Scale 2^-900."""
        return LaplaceLaw(self.scale * 0 + 2.0**-900)

    def draw(self, source: NoiseSource, shape: tuple[int, int]) -> Array:
        """Noise of shape (trials, d)."""
        return source.laplace(self.scale, shape)

    def size(self, shift: Array) -> Array:
        """The l1 norm."""
        return np.abs(shift).sum(axis=-1)

    def log_ratio(self, noise: Array, shift: Array) -> Array:
        """Sum of clipped differences: exact at both ends."""
        return np.asarray(laplace_log_ratio(noise, shift, self.scale) @ np.ones(noise.shape[-1]))

    def magnitude(self, noise: Array, shift: Array) -> Array:
        """Sum of |shift| / scale."""
        return np.asarray((np.abs(shift) / self.scale).sum(axis=-1))

    def slope(self, noise: Array, shift: Array) -> Array:
        """1 / scale."""
        return np.broadcast_to(1 / np.ravel(self.scale), noise.shape[:1])

    def tilted(
        self, rng: np.random.Generator, shift: Array, theta: float, shape: tuple[int, int]
    ) -> tuple[Array, Array]:
        """Three pieces per coordinate: below both centres, between them, above both.

        In units v = sign(shift) noise / scale, c = |shift| / scale, the loss is c - 2s with
        s = clip(v, 0, c), and the tilted density e^(-|v| + theta loss): masses e^(theta c) times
        1/2, (1 - e^(-kc)) / (2k), e^(-kc) / 2 with k = 1 + 2 theta.  One uniform number chooses
        the piece and, by inversion, s; outside of [0, c] an exponential is added.
        """
        c = np.abs(shift) / self.scale
        k = 1 + 2 * theta
        drop = -np.expm1(-k * c)
        total = 0.5 + drop / (2 * k) + (1 - drop) / 2
        u = (rng.random(shape) * total - 0.5) * (2 * k)  # the middle piece is (0, drop)
        below, above = u < 0, u >= drop
        spent = np.where(above, c, 0.0)
        inside = np.nonzero(~(below | above))  # few, at a small loss per step: logarithms cost most
        most = np.broadcast_to(c, shape)[inside]
        spent[inside] = np.minimum(np.log1p(-u[inside]) / -k, most)
        v = rng.standard_exponential(shape)
        v *= np.subtract(above, below, dtype=np.float64)
        v += spent
        v *= np.where(shift < 0, -self.scale, self.scale)
        each = np.broadcast_to(np.log(total), (len(total), shape[1])).sum(axis=1)
        return v, 2 * theta * (spent @ np.ones(shape[1])) + each

    def costs(self, sensitivity: Scale) -> tuple[Scale | None, Scale | None]:
        """Loss sensitivity / scale, and the zCDP cost that it implies."""
        loss = sensitivity / self.scale
        return loss, np.minimum(loss, loss * loss / 2)

    def mechanism(self) -> Laplace | None:
        """The mechanism as data."""
        return Laplace(self.scale) if isinstance(self.scale, float) else None


@dataclass(frozen=True, slots=True, eq=False)
class GaussianLaw:
    """Independent normal noise in every coordinate."""

    method: ClassVar[str] = "gaussian"
    sigma: Scale
    norm: ClassVar[str] = "l2"

    @property
    def options(self) -> dict[str, object]:
        """The standard deviation."""
        return {"sigma": self.sigma}

    def block(self, rows: slice) -> "GaussianLaw":
        """The law of some of the trials."""
        return GaussianLaw(_rows(self.sigma, rows))

    def shrunk(self, factor: float) -> "GaussianLaw":
        """Standard deviation times the factor."""
        return GaussianLaw(self.sigma * factor)

    def bare(self) -> "GaussianLaw":
        """Standard deviation 2^-400, whose square is still a float."""
        return GaussianLaw(self.sigma * 0 + 2.0**-400)

    def draw(self, source: NoiseSource, shape: tuple[int, int]) -> Array:
        """Noise of shape (trials, d)."""
        return source.gaussian(self.sigma, shape)

    def size(self, shift: Array) -> Array:
        """The l2 norm."""
        return np.asarray(np.linalg.norm(shift, axis=-1))

    def log_ratio(self, noise: Array, shift: Array) -> Array:
        """Sum of s (s / 2 - z) in units of sigma."""
        s = shift / self.sigma
        return np.asarray((s * (s / 2 - noise / self.sigma)).sum(axis=-1))

    def magnitude(self, noise: Array, shift: Array) -> Array:
        """Sum of |s| (|s| + |z|)."""
        s = np.abs(shift / self.sigma)
        return np.asarray((s * (s + np.abs(noise / self.sigma))).sum(axis=-1))

    def slope(self, noise: Array, shift: Array) -> Array:
        """Largest (2 |s| + |z|) / sigma."""
        size = (2 * np.abs(shift) + np.abs(noise)).max(axis=-1)
        return np.asarray(size / np.ravel(self.sigma) ** 2)

    def tilted(
        self, rng: np.random.Generator, shift: Array, theta: float, shape: tuple[int, int]
    ) -> tuple[Array, Array]:
        """Normal noise around -theta shift: weight theta s g - theta^2 s^2 / 2."""
        s = shift / self.sigma
        g = rng.standard_normal(shape)
        weight = theta * s * (g - theta * s / 2)
        return (g - theta * s) * self.sigma, weight @ np.ones(shape[1])

    def costs(self, sensitivity: Scale) -> tuple[Scale | None, Scale | None]:
        """No pure loss; zCDP (sensitivity / sigma)^2 / 2."""
        return None, (sensitivity / self.sigma) ** 2 / 2

    def mechanism(self) -> Gaussian | None:
        """The mechanism as data."""
        return Gaussian(self.sigma) if isinstance(self.sigma, float) else None


def _rows(scale: Scale, rows: slice) -> Scale:
    return scale if isinstance(scale, float) else scale[rows]


def huge(magnitude: Array, theta: float) -> bool:
    """Whether a tilt would leave the floats: such a release settles every claim without one."""
    top = float(np.max(magnitude, initial=0.0))
    return not top * (1 + theta) ** 2 < math.log(2.0**900)
