"""Mechanisms of the sparse-vector and noisy-max literature, as strangers would hand them in.

Each sampler has the form sample(queries, size, rng).  The sparse vector variants follow algorithms
1 to 6 of Lyu, Su and Li (2017), written from their pseudocode, with one positive answer, threshold
1 and epsilon = 1 (SVT1: threshold 1/2).  True losses come from quadrature over the hidden noise,
not from sampling.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np
from scipy.special import roots_legendre

ABOVE, BELOW, STOPPED = 1, 0, -1
LOW_HIGH = np.array([1.0] * 5 + [0.0] * 5)
HIGH_LOW = 1 - LOW_HIGH
"""The pair of query answers on which all variants are compared."""

ONE_BEHIND, ALL_EQUAL = np.array([0.0, 2, 2, 2, 2]), np.ones(5)
"""A hard pair for report noisy max."""


def laplace(count, size, rng):
    return count + rng.laplace(size=size)


def randomised_response(bit, size, rng):
    """Tells the truth with probability e / (1 + e): epsilon = 1."""
    return np.where(rng.random(size) < math.e / (1 + math.e), bit, 1 - bit)


def histogram(counts, size, rng, *, scale=1.0):
    return counts + rng.laplace(scale=scale, size=(size, len(counts)))


def noisy_argmax(queries, size, rng):
    """Report noisy max with Laplace noise of scale 2: claims epsilon = 1."""
    return np.argmax(queries + rng.laplace(scale=2.0, size=(size, len(queries))), axis=1)


def noisy_max_value(queries, size, rng):
    return np.max(queries + rng.laplace(scale=2.0, size=(size, len(queries))), axis=1)


def prefix_sums(queries, size, rng):
    return np.cumsum(queries + rng.laplace(scale=10.0, size=(size, len(queries))), axis=1)


def gaussian(mean, size, rng, *, sigma=3.7306316348159):
    return mean + rng.normal(scale=sigma, size=size)


@dataclass(frozen=True)
class SparseVector:
    """A sparse vector variant: scales of the two noises, and what goes wrong in it."""

    threshold_scale: float
    query_scale: float
    most: int | None = 1
    values: bool = False
    level: float = 1.0

    def __call__(self, queries, size, rng):
        k = len(queries)
        threshold = self.level + rng.laplace(scale=self.threshold_scale, size=(size, 1))
        noise = rng.laplace(scale=self.query_scale, size=(size, k)) if self.query_scale else 0.0
        noisy = queries + noise
        above = np.broadcast_to(noisy >= threshold, (size, k))
        released = np.where(above, noisy, np.nan) if self.values else above.astype(np.int8)
        if self.most is not None:
            before = np.cumsum(above, axis=1) - above
            released = np.where(before < self.most, released, np.inf if self.values else STOPPED)
        return released

    def law(self, queries):
        """Probabilities of all released patterns, by quadrature over the threshold."""
        shift, weight = _laplace_rule(self.threshold_scale)
        chance = _tail((self.level + shift)[:, None] - queries, self.query_scale)
        patterns = _patterns(len(queries), self.most)
        return np.array([_probability(chance, pattern, weight) for pattern in patterns])

    def epsilon(self, queries, neighbour):
        """Largest log-ratio over all released patterns."""
        return float(np.abs(np.log(self.law(queries) / self.law(neighbour))).max())


SVT1 = SparseVector(2.0, 4.0, level=0.5)
SVT2 = SparseVector(2.0, 4.0)
SVT3 = SparseVector(2.0, 2.0, values=True)
SVT4 = SparseVector(4.0, 4 / 3)
SVT5 = SparseVector(2.0, 0.0, most=None)
SVT6 = SparseVector(2.0, 2.0, most=None)


def _laplace_rule(scale):
    """Nodes and weights for an expectation over Laplace(scale), cut at the kinks of the SVT."""
    nodes, weights = roots_legendre(60)
    cuts = np.unique(
        np.concatenate([np.linspace(-40 * scale, 40 * scale, 41), [-1.0, -0.5, 0.0, 0.5]])
    )
    middle, half = (cuts[1:] + cuts[:-1]) / 2, np.diff(cuts) / 2
    x = (middle[:, None] + half[:, None] * nodes).ravel()
    w = (half[:, None] * weights).ravel()
    return x, w * np.exp(-np.abs(x) / scale) / (2 * scale)


def _tail(x, scale):
    """P(Laplace(scale) >= x)."""
    e = np.exp(-np.abs(x) / scale) / 2
    return np.where(x > 0, e, 1 - e)


def _patterns(k, most):
    for bits in itertools.product((0, 1), repeat=k):
        if most is None or sum(bits) < most or (sum(bits) == most and bits[-1]):
            yield bits
        # a run that stops early is a shorter pattern
    if most is not None:
        for length in range(most, k):
            for bits in itertools.product((0, 1), repeat=length - 1):
                if sum(bits) == most - 1:
                    yield (*bits, 1)


def _probability(chance, pattern, weight):
    """E over the threshold of the product of the answers, independent given the threshold."""
    product = np.ones(len(weight))
    for i, bit in enumerate(pattern):
        product = product * (chance[:, i] if bit else 1 - chance[:, i])
    return float(product @ weight)


def noisy_argmax_law(queries, scale=2.0):
    """Probabilities of the selected index, by quadrature over the winner's noise."""
    nodes, weights = roots_legendre(40)
    cuts = np.arange(-40 * scale, 40 * scale + 1.5, 0.5)
    middle, half = (cuts[1:] + cuts[:-1]) / 2, np.diff(cuts) / 2
    x = (middle[:, None] + half[:, None] * nodes).ravel()
    w = (half[:, None] * weights).ravel()
    below = 1 - _tail(x[:, None] - queries, scale)
    density = np.exp(-np.abs(x[:, None] - queries) / scale) / (2 * scale)
    others = [np.prod(np.delete(below, i, axis=1), axis=1) for i in range(len(queries))]
    return np.array([w @ (density[:, i] * rest) for i, rest in enumerate(others)])


def noisy_argmax_epsilon(queries, neighbour, scale=2.0):
    """Largest log-ratio of the selected index."""
    return float(
        np.abs(np.log(noisy_argmax_law(queries, scale) / noisy_argmax_law(neighbour, scale))).max()
    )
