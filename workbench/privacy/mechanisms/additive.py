"""What noise that is added to a vector offers, whatever its law."""

from typing import Protocol

import numpy as np

from workbench.privacy.arrays import Array
from workbench.privacy.composition.balls import Bounds
from workbench.privacy.composition.release import Release


class AdditiveNoise(Protocol):
    """Laplace, Gaussian and GeneralizedGaussian; sensitivities are measured in `norm`."""

    @property
    def norm(self) -> str:
        """Norm of the sensitivity: l1, l2, ..."""
        ...

    def sample(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """Independent draws."""
        ...

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Rigorous bracket of the worst-case privacy curve."""
        ...

    def epsilon_at(self, delta: float, *, sensitivity: float) -> float:
        """Proven epsilon at delta."""
        ...

    def release(self, *, sensitivity: float, neighbouring: str) -> Release:
        """Everything proven about one release."""
        ...
