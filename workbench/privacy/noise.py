"""Where a curator's noise comes from.

The source is a small object of its own so that a fault can be planted behind a curator's back: the
curator then declares one density while its sampler follows another.
"""

from typing import Protocol

import numpy as np

from workbench.privacy.arrays import Array


class NoiseSource(Protocol):
    """Draws independent Laplace noise."""

    def laplace(self, scale: float | Array, shape: tuple[int, int]) -> Array:
        """Array of the given shape; `scale` is a number or has shape (trials, 1)."""
        ...


class GenuineNoise:
    """Laplace noise from a numpy generator."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def laplace(self, scale: float | Array, shape: tuple[int, int]) -> Array:
        """Draw from the generator, afresh at every call."""
        return self._rng.laplace(0.0, scale, shape)
