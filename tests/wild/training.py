"""Steps of private training: batches, clipping, normalisation, reused randomness, exceptions."""

import math

import numpy as np

from tests.wild.fault import Fault
from workbench.audit import per_call
from workbench.privacy import Gaussian

REPLACE, ADD, ZERO = "replace-one", "add-or-remove-one", "zero-out"
SIGMA = Gaussian.calibrate(1.0, 1e-2, sensitivity=1.0).sigma
RATE = 0.2
AMPLIFIED = math.log1p(RATE * math.expm1(2.0))
"""A step that spends 2 on the whole batch, on a Poisson sample at RATE."""


def clipped_sum(rows, clip=1.0):
    return float(np.clip(rows, -clip, clip).sum())


def normalised(divisor):
    """Noisy sums over a divisor that may depend on the data, in ten coordinates."""

    def sample(rows, size, rng):
        sums = clipped_sum(rows) + rng.normal(scale=SIGMA * math.sqrt(10), size=(size, 10))
        return sums / divisor(rows)

    return sample


def step(*, poisson):
    """One Laplace step on a batch: the fixed first fifth of the records, or a Poisson sample."""

    def sample(rows, size, rng):
        rows = np.asarray(rows)
        if poisson:
            sums = (rng.random((size, len(rows))) < RATE) @ rows
        else:
            sums = np.full(size, rows[: max(1, int(RATE * len(rows)))].sum())
        return sums + rng.laplace(scale=0.5, size=size)

    return sample


def shuffled(*, poisson):
    """One epoch of five steps, every record in one of them, or each step a Poisson sample."""

    def sample(rows, size, rng):
        rows = np.asarray(rows, dtype=np.float64)
        if poisson:
            batches = rng.random((size, 5, len(rows))) < RATE
            sums = batches @ rows
        else:
            sums = rng.permuted(np.broadcast_to(rows, (size, 5)), axis=1)
        return sums + rng.laplace(scale=0.5, size=(size, 5))

    return sample


def empty_batch(*, fails):
    """A training step that cannot do without records, or adds noise to nothing."""

    @per_call
    def train(rows, rng):
        batch = [row for row in rows if rng.random() < RATE]
        if fails and not batch:
            raise ValueError("num_samples should be a positive integer value, but got 0")
        return clipped_sum(batch) + rng.laplace()

    return train


def keys(*, fresh):
    """Noise for two layers of a network, with one random key or with two."""

    def sample(rows, size, rng):
        noise = rng.normal(scale=SIGMA * math.sqrt(2), size=(size, 2))
        if not fresh:
            noise[:, 1] = noise[:, 0]
        return np.array([clipped_sum(rows), -clipped_sum(rows)]) + noise

    return sample


def devices(*, scaled):
    """Eight devices add noise to their share of the batch, and the shares are averaged."""

    def sample(rows, size, rng):
        sums = clipped_sum(rows) / 8
        each = SIGMA / 8 * (math.sqrt(8) if scaled else 1.0)
        return sums + rng.normal(scale=each, size=(size, 8)).mean(axis=1)

    return sample


def batch_clipping(*, divided):
    """The mean gradient of a batch of four; noise for it, or a quarter of that."""

    def sample(rows, size, rng):
        scale = SIGMA / 4 * (1 / 4 if divided else 1.0)
        return clipped_sum(rows) / 4 + rng.normal(scale=scale, size=size)

    return sample


def clamp(value, low, high):
    """As comparisons do it: NaN is neither below nor above."""
    if value < low:
        return low
    return high if value > high else value


def bounded_sum(*, careful):
    def sample(rows, size, rng):
        kept = [clamp(0.0 if careful and math.isnan(row) else row, 0.0, 1.0) for row in rows]
        return sum(kept) + rng.laplace(size=size)

    return sample


FAULTS = (
    Fault(
        name="expected batch size of the data at hand",
        link="https://github.com/meta-pytorch/opacus/issues/571",
        claim="(1, 0.01)-DP for one step on two or three records",
        fault="the gradient is divided by a batch size computed from the number of records",
        fix="by a constant",
        pair=([0.0, 0.0, 0.0], [0.0, 0.0]),
        epsilon=1.0,
        delta=1e-2,
        neighbouring=ADD,
        faulty=normalised(len),
        fixed=normalised(lambda rows: 3),
    ),
    Fault(
        name="floor of the expected batch size",
        link="https://github.com/meta-pytorch/opacus/issues/819",
        claim="(1, 0.01)-DP for one step at rate 1/2",
        fault="the floor of n / 2 jumps with one record, and shows in every coordinate",
        fix="a constant",
        pair=([0.0] * 4, [0.0] * 3),
        epsilon=1.0,
        delta=1e-2,
        neighbouring=ADD,
        faulty=normalised(lambda rows: len(rows) // 2),
        fixed=normalised(lambda rows: 2),
    ),
    Fault(
        name="fixed batches, Poisson sampling accounted",
        link="https://github.com/google-deepmind/jax_privacy/issues/84",
        claim="amplified by sampling at rate 1/5",
        fault="batches are read in order, so that a record's batch is known",
        fix="Poisson sampling",
        pair=([1.0] + [0.0] * 4, [0.0] * 5),
        epsilon=AMPLIFIED,
        neighbouring=ZERO,
        faulty=step(poisson=False),
        fixed=step(poisson=True),
    ),
    Fault(
        name="shuffled batches, Poisson sampling accounted",
        link="https://arxiv.org/abs/2411.10614",
        claim="five steps, each amplified by sampling at rate 1/5, at delta 0.2",
        fault="every record takes part in exactly one of the five",
        fix="every step samples afresh",
        pair=([1.0, -1.0, -1.0, -1.0, -1.0], [0.0, -1.0, -1.0, -1.0, -1.0]),
        epsilon=0.5,
        delta=0.2,
        neighbouring=ZERO,
        faulty=shuffled(poisson=False),
        fixed=shuffled(poisson=True),
        samples=40_000,
    ),
    Fault(
        name="crash on an empty batch",
        link="https://github.com/meta-pytorch/opacus/issues/161",
        claim="1-DP for a step on a Poisson sample",
        fault="an empty batch raises, always where there is no record",
        fix="noise is added to nothing",
        pair=([1.0], []),
        epsilon=1.0,
        neighbouring=ADD,
        faulty=empty_batch(fails=True),
        fixed=empty_batch(fails=False),
        samples=4_000,
    ),
    Fault(
        name="one random key for two layers",
        link="https://github.com/jax-ml/jax/pull/3646",
        claim="(1, 0.01)-DP for the gradients of two layers",
        fault="both layers get the same noise, which their difference does not have",
        fix="a fresh key for each",
        pair=([1.0], []),
        epsilon=1.0,
        delta=1e-2,
        neighbouring=ADD,
        faulty=keys(fresh=False),
        fixed=keys(fresh=True),
    ),
    Fault(
        name="noise averaged over devices",
        link="https://github.com/google-deepmind/optax/issues/148",
        claim="(1, 0.01)-DP for a step on eight devices",
        fault="each adds the noise of a single device, and the average has less",
        fix="each adds sqrt(8) times that",
        pair=([1.0], []),
        epsilon=1.0,
        delta=1e-2,
        neighbouring=ADD,
        faulty=devices(scaled=False),
        fixed=devices(scaled=True),
    ),
    Fault(
        name="noise divided by the batch size once more",
        link="https://arxiv.org/abs/2202.12219",
        claim="(1, 0.01)-DP for the mean gradient of a batch of four",
        fault="the sensitivity is taken to be smaller by the size of the batch",
        fix="that of the mean",
        pair=([1.0], []),
        epsilon=1.0,
        delta=1e-2,
        neighbouring=ADD,
        faulty=batch_clipping(divided=True),
        fixed=batch_clipping(divided=False),
    ),
    Fault(
        name="NaN passes the clamp",
        link="https://github.com/google/differential-privacy/pull/405",
        claim="1-DP for a sum of values clamped to [0, 1]",
        fault="NaN is neither below nor above the bounds, and the release is NaN",
        fix="NaN counts as 0",
        pair=([0.5, math.nan], [0.5, 0.5]),
        epsilon=1.0,
        neighbouring=REPLACE,
        faulty=bounded_sum(careful=False),
        fixed=bounded_sum(careful=True),
    ),
)
