"""Training loops in NumPy with canaries, and what each of them is entitled to claim.

A canary is a record whose clipped gradient is one coordinate of its own, so that all canaries can
be planted in one model; its score is how far that coordinate went.  `fault` plants an error.
"""

import math

import numpy as np


def noisy_sgd(*, steps, sigma, chance=1.0, sampling="poisson", fault=""):
    """Noisy gradient descent; Poisson batches, or batches of a fixed size `chance` m / 2."""

    def train(included, rng):
        model = np.zeros(included.size)
        first = rng.normal(size=included.size)
        for step in range(steps):
            if sampling == "poisson":
                batch = included & (rng.random(included.size) < chance)
            else:  # m / 2 records: the canaries that are in, and blank ones instead of the others
                batch = np.zeros(included.size, dtype=bool)
                size = math.ceil(chance * included.size)
                batch[rng.permutation(included.size)[:size]] = True
                batch &= included
            gradient = batch * (2.0 if fault == "clipped at twice the norm" else 1.0)
            noise = first if fault == "one noise for all steps" else rng.normal(size=included.size)
            if fault == "a step without noise" and step == 0:
                noise = np.zeros(included.size)
            model -= 0.1 * (gradient + sigma * noise)
        return -model

    return train


def noisy_descent(*, steps, sigma, shrink, fault=""):
    """Full-batch noisy descent on a strongly convex objective; only the last iterate is shown.

    x <- shrink x - gradient + noise: each canary moves its own coordinate by at most 1 in every
    step, and what was added early has shrunk.  Both the move and the noise of the last iterate are
    known: it is mu-GDP with mu of `hidden_state`, however many steps there were.
    """

    def train(included, rng):
        model = np.zeros(included.size)
        kept = 1.0 if fault == "nothing shrinks" else shrink
        for _ in range(steps):
            noise = rng.normal(size=included.size)
            if fault == "the noise is scaled by the shrinking too":
                noise *= shrink
            model = kept * model - included + sigma * noise
        return -model

    return train


def hidden_state(*, steps, sigma, shrink):
    """The exact mu of the last iterate of `noisy_descent`; the limit in steps is finite."""
    moved = (1 - shrink**steps) / (1 - shrink)
    spread = sigma * math.sqrt((1 - shrink ** (2 * steps)) / (1 - shrink**2))
    return moved / spread


def noisy_ftrl(*, levels, sigma, fault=""):
    """Follow the regularised leader on prefix sums that a binary tree keeps private.

    Every canary takes part in one step of 2^levels; it is in levels + 1 nodes of the tree, each
    with noise sigma: sqrt(levels + 1) / sigma - GDP.
    """
    steps = 2**levels

    def train(included, rng):
        m = included.size
        turn = rng.integers(steps, size=m)
        gradients = np.zeros((steps, m))
        gradients[turn, np.arange(m)] = included
        released = np.zeros((steps + 1, m))
        nodes = {}
        for t in range(1, steps + 1):
            low = 0
            for level in range(levels, -1, -1):  # t as a sum of powers of two: dyadic intervals
                if t >> level & 1:
                    key = level, low
                    if key not in nodes:
                        spread = sigma / 8 if fault == "an eighth of the noise" else sigma
                        sums = gradients[low : low + 2**level].sum(axis=0)
                        nodes[key] = sums + spread * rng.normal(size=m)
                    released[t] += nodes[key]
                    low += 2**level
        return released[turn + 1, np.arange(m)] - released[turn, np.arange(m)]

    return train
