"""Generalized Gaussian noise as a curator adds it: a vector at once, in a norm of its own."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from workbench.privacy.arrays import Array
from workbench.privacy.curators.laws import Scale
from workbench.privacy.curators.noise import NoiseSource
from workbench.privacy.mechanisms import GeneralizedGaussian


@dataclass(frozen=True, slots=True, eq=False)
class VectorLaw:
    """Generalized Gaussian noise: a norm's radius and direction, not coordinates."""

    method: ClassVar[str] = "generalized_gaussian"
    law: GeneralizedGaussian

    @property
    def norm(self) -> str:
        """Norm of the sensitivity."""
        return self.law.norm

    @property
    def options(self) -> dict[str, object]:
        """The mechanism."""
        return {"law": self.law}

    def block(self, rows: slice) -> "VectorLaw":
        """The same law."""
        return self

    def shrunk(self, factor: float) -> "VectorLaw":
        """Sigma times the factor."""
        return VectorLaw(replace(self.law, sigma=self.law.sigma * factor))

    def bare(self) -> "VectorLaw":
        """Sigma 2^-400."""
        return VectorLaw(replace(self.law, sigma=2.0**-400))

    def draw(self, source: NoiseSource, shape: tuple[int, int]) -> Array:
        """Noise of shape (trials, d)."""
        return source.vectors(self.law, shape[0])

    def size(self, shift: Array) -> Array:
        """The norm of the sensitivity."""
        order = self.law.sensitivity_order
        return np.asarray(
            np.linalg.norm(shift, ord=self.law.order if order is None else order, axis=-1)
        )

    def log_ratio(self, noise: Array, shift: Array) -> Array:
        """(|noise - shift|^2 - |noise|^2) / (2 sigma^2)."""
        return self.law.log_ratio(noise, shift)

    def magnitude(self, noise: Array, shift: Array) -> Array:
        """The squares whose difference the log-ratio is: each norm rounds by d + 8 ulps."""
        return ((self.law.size(noise) + self.law.size(shift)) / self.law.sigma) ** 2

    def slope(self, noise: Array, shift: Array) -> Array:
        """(|noise| + 2 |shift|) / sigma^2; the l1 norm is above |.|."""
        return (self.law.size(noise) + 2 * self.law.size(shift)) / self.law.sigma**2

    def tilted(
        self, rng: np.random.Generator, shift: Array, theta: float, shape: tuple[int, int]
    ) -> tuple[Array, Array]:
        """Noise moved by -theta shift: a proposal, not the tilted law, with its exact weight."""
        noise = self.law.sample(rng, shape[:1])
        moved = noise - theta * shift
        return moved, self.law.log_ratio(moved, np.broadcast_to(-theta * shift, shape))

    def costs(self, sensitivity: Scale) -> tuple[Scale | None, Scale | None]:
        """No pure loss; zCDP kappa (sensitivity / sigma)^2 / 2."""
        return None, self.law.kappa * (sensitivity / self.law.sigma) ** 2 / 2

    def mechanism(self) -> GeneralizedGaussian | None:
        """The mechanism as data."""
        return self.law
