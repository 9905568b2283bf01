"""Where a curator's randomness comes from.

The source is a small object of its own so that a fault can be planted behind a curator's back: the
curator then declares one law while its sampler follows another.
"""

from typing import Protocol

import numpy as np

from workbench.privacy.arrays import Array, Ints, row_max, trial_blocks
from workbench.privacy.mechanisms import GeneralizedGaussian, NoisyMax


class NoiseSource(Protocol):
    """Independent draws for every mechanism; arrays have the trial axis first."""

    def laplace(self, scale: float | Array, shape: tuple[int, int]) -> Array:
        """Array of the given shape; `scale` is a number or has shape (trials, 1)."""
        ...

    def gaussian(self, sigma: float | Array, shape: tuple[int, int]) -> Array:
        """Array of the given shape; `sigma` is a number or has shape (trials, 1)."""
        ...

    def vectors(self, law: GeneralizedGaussian, trials: int) -> Array:
        """One vector per trial, shape (trials, d)."""
        ...

    def counts(self, log_chances: Array, count: int) -> Ints:
        """Numbers of hits of `count` choices per row of chances, shape (trials, d).

        The logarithms may be off by a number per row, as scores are.
        """
        ...

    def winners(self, scores: Array, law: NoisyMax) -> Ints:
        """Index of the largest noisy score of every row, shape (trials,)."""
        ...


class GenuineNoise:
    """Draws from a numpy generator, afresh at every call."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def laplace(self, scale: float | Array, shape: tuple[int, int]) -> Array:
        """Laplace noise."""
        return self._rng.laplace(0.0, scale, shape)

    def gaussian(self, sigma: float | Array, shape: tuple[int, int]) -> Array:
        """Normal noise."""
        return self._rng.normal(0.0, sigma, shape)

    def vectors(self, law: GeneralizedGaussian, trials: int) -> Array:
        """Generalized Gaussian vectors."""
        return law.sample(self._rng, (trials,))

    def counts(self, log_chances: Array, count: int) -> Ints:
        """One choice by Gumbel noise, so that no chance underflows; several as a multinomial."""
        shifted = log_chances - row_max(log_chances)  # so that a large score leaves digits to noise
        if count > 1:
            chances = np.exp(shifted)
            return self._rng.multinomial(count, chances / chances.sum(axis=1, keepdims=True))
        answer = np.empty(shifted.shape, dtype=np.int64)
        for rows in trial_blocks(*shifted.shape):
            part = shifted[rows]
            part -= np.log(self._rng.standard_exponential(part.shape))
            answer[rows] = one_hot(part.argmax(axis=1), part.shape[1])
        return answer

    def winners(self, scores: Array, law: NoisyMax) -> Ints:
        """Noise on every score, of the law's scale."""
        return law.sample(self._rng, scores, trials=1)[0]


def one_hot(indices: Ints, width: int) -> Ints:
    """Rows with a single one.

    >>> one_hot(np.array([1, 0]), 3).tolist()
    [[0, 1, 0], [1, 0, 0]]
    """
    return (np.arange(width) == indices[:, None]).astype(np.int64)
