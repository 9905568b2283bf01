"""Noise of the wrong size, of the wrong law, or with telling bits."""

import math

import numpy as np

from tests.wild.fault import Fault
from workbench.audit import Additive
from workbench.privacy import Gaussian

REPLACE, ADD = "replace-one", "add-or-remove-one"


def total(rows):
    """Sum of clipped records."""
    return float(np.clip(rows, 0.0, 1.0).sum())


def laplace(scale, query=total):
    """Query + Laplace noise."""
    return lambda rows, size, rng: query(rows) + rng.laplace(scale=scale, size=size)


def normal(sigma, query=total):
    """Query + normal noise."""
    return lambda rows, size, rng: query(rows) + rng.normal(scale=sigma, size=size)


def on_a_grid(query, epsilon):
    """Query + two-sided geometric noise: exact in integers."""

    def sample(rows, size, rng):
        p = -math.expm1(-epsilon)
        noise = rng.geometric(p, size) - rng.geometric(p, size)
        return (round(query(rows)) + noise).astype(float)

    return sample


def inverse_laplace(rows, size, rng):
    """The textbook sampler: -sign(u) log(1 - 2 |u|)."""
    u = rng.random(size) - 0.5
    return total(rows) - np.sign(u) * np.log1p(-2 * np.abs(u))


def polar_normal(rows, size, rng):
    """Box and Muller's method in floating point."""
    radius = np.sqrt(-2 * np.log(rng.random(size)))
    return total(rows) + 3.0 * radius * np.cos(2 * np.pi * rng.random(size))


def bounded_laplace(rows, size, rng, *, scale=0.5):
    """Laplace noise drawn again until the answer lies in [0, 1]; the scale is that of no bounds."""
    mean = np.clip(rows[0], 0.0, 1.0)
    below, above = np.exp((0.0 - mean) / scale) / 2, 1 - np.exp((mean - 1.0) / scale) / 2
    u = below + (above - below) * rng.random(size)
    return mean - scale * np.sign(u - 0.5) * np.log1p(-2 * np.abs(u - 0.5))


def sum_of_squared_deviations(rows):
    """Deviations from a mean that was rounded, of as many values as a power of two."""
    sums = rows
    while len(sums) > 1:  # pairwise, which is the accurate way
        sums = sums[::2] + sums[1::2]
    return float(((rows - sums[0] / len(rows)) ** 2).sum())


def exact_deviations(rows):
    """The same, with the common offset taken off exactly before anything is rounded."""
    return sum_of_squared_deviations(rows - 2.0**50)


def wrapping_sum(rows):
    """A sum in 8 bits."""
    return float(np.asarray(rows, dtype=np.int8).sum(dtype=np.int8))


def saturating_sum(rows):
    """The same, kept at the ends of its range."""
    return float(np.clip(np.sum(rows), -128, 127))


def covariance(rows):
    return float(np.prod(rows, axis=-1).sum())


def small_mean(rows):
    return float(np.clip(rows, 0.0, 0.2).sum())


def shifted_square(rows):
    return float((np.clip(rows, -0.1, 1.0) ** 2).sum())


def noisy_mean(scale_of):
    """A mean of clipped records, with noise for the number of records that are there."""
    return lambda rows, size, rng: (
        total(rows) / max(len(rows), 1) + rng.laplace(scale=scale_of(len(rows)), size=size)
    )


def mean_of_two_releases(rows, size, rng):
    """Noisy sum over noisy count, half of the budget each."""
    sums = total(rows) + rng.laplace(scale=2.0, size=size)
    return np.stack([sums, len(rows) + rng.laplace(scale=2.0, size=size)], axis=1)


def two_centres(scale):
    """Centres of X and of y, each with its own noise."""
    return lambda rows, size, rng: total(rows) + rng.laplace(scale=scale, size=(size, 2))


TEXTBOOK = 30 / math.sqrt(2 * math.log(1.25 / 1e-2))
OFFSET = 2.0**50 + 0.25 * np.ones(1024)
MOVED = np.concatenate([[2.0**50 + 0.5], OFFSET[1:]])
ONE, NONE, ZERO = [1.0], [], [0.0]

FAULTS = (
    Fault(
        name="reciprocal scale",
        link="https://github.com/WICG/attribution-reporting-api/issues/1329",
        claim="Laplace noise makes a count 0.5-DP",
        fault="the scale is epsilon / sensitivity",
        fix="the scale is sensitivity / epsilon",
        pair=(ONE, NONE),
        epsilon=0.5,
        neighbouring=ADD,
        faulty=laplace(0.5),
        fixed=laplace(2.0),
    ),
    Fault(
        name="textbook Gaussian at large epsilon",
        link="https://github.com/opendp/smartnoise-sdk/issues/462",
        claim="(30, 0.01)-DP",
        fault="sigma = sqrt(2 log(1.25 / delta)) / epsilon is proven for epsilon < 1 only",
        fix="the analytic Gaussian mechanism",
        pair=(ONE, NONE),
        epsilon=30.0,
        delta=1e-2,
        neighbouring=ADD,
        faulty=Additive(Gaussian(1 / TEXTBOOK), total),
        fixed=Additive(Gaussian.calibrate(30.0, 1e-2, sensitivity=1.0), total),
    ),
    Fault(
        name="squared noise scale",
        link="https://github.com/opendp/smartnoise-core/issues/316",
        claim="(8, 0.01)-DP",
        fault="the variance is used as the standard deviation",
        fix="the standard deviation",
        pair=(ONE, NONE),
        epsilon=8.0,
        delta=1e-2,
        neighbouring=ADD,
        faulty=Additive(Gaussian(Gaussian.calibrate(8.0, 1e-2, sensitivity=1.0).sigma ** 2), total),
        fixed=Additive(Gaussian.calibrate(8.0, 1e-2, sensitivity=1.0), total),
    ),
    Fault(
        name="l2 sensitivity without its root",
        link="https://github.com/opendp/smartnoise-core/issues/243",
        claim="(1, 0.01)-DP for values up to 0.2",
        fault="the noise is calibrated to 0.2^2",
        fix="to 0.2",
        pair=(ONE, NONE),
        epsilon=1.0,
        delta=1e-2,
        neighbouring=ADD,
        faulty=normal(Gaussian.calibrate(1.0, 1e-2, sensitivity=0.04).sigma, small_mean),
        fixed=normal(Gaussian.calibrate(1.0, 1e-2, sensitivity=0.2).sigma, small_mean),
    ),
    Fault(
        name="sensitivity from the lower bound twice",
        link="https://github.com/IBM/differential-privacy-library/issues/105",
        claim="1-DP for squares of values in [-0.1, 1]",
        fault="sensitivity max(|-0.1|, |-0.1|)^2",
        fix="max(|-0.1|, |1|)^2",
        pair=(ONE, NONE),
        epsilon=1.0,
        neighbouring=ADD,
        faulty=laplace(0.01, shifted_square),
        fixed=laplace(1.0, shifted_square),
    ),
    Fault(
        name="one slice of the budget spent twice",
        link="https://github.com/IBM/differential-privacy-library/issues/104",
        claim="1-DP for the centres of X and of y together",
        fault="each has noise for epsilon = 1",
        fix="each for epsilon = 1/2",
        pair=(ONE, NONE),
        epsilon=1.0,
        neighbouring=ADD,
        faulty=two_centres(1.0),
        fixed=two_centres(2.0),
    ),
    Fault(
        name="mean scaled by the private count",
        link="https://github.com/opendp/smartnoise-core/issues/356",
        claim="1-DP when a record is added or removed",
        fault="sensitivity 1 / n of the data at hand",
        fix="noisy sum and noisy count",
        pair=([0.0, 1.0], [0.0]),
        epsilon=1.0,
        neighbouring=ADD,
        faulty=noisy_mean(lambda n: 1 / max(n, 1)),
        fixed=mean_of_two_releases,
    ),
    Fault(
        name="clipped data not used",
        link="https://github.com/opendp/smartnoise-sdk/issues/622",
        claim="1-DP for products of values in [-1, 1]",
        fault="a clipped copy is made, and the statistic takes the original",
        fix="the statistic takes the copy",
        pair=(np.array([[3.0, 2.0]]), np.array([[0.0, 0.0]])),
        epsilon=1.0,
        neighbouring="zero-out",
        faulty=laplace(1.0, covariance),
        fixed=laplace(1.0, lambda rows: covariance(np.clip(rows, -1.0, 1.0))),
    ),
    Fault(
        name="Laplace noise kept within bounds",
        link="https://arxiv.org/abs/1808.10410",
        claim="1-DP for a value in [0, 1], neighbours at distance 1/2",
        fault="noise is drawn again until the answer is in bounds, with the unbounded scale",
        fix="the answer is clamped, which is post-processing",
        pair=([0.0], [0.5]),
        epsilon=1.0,
        neighbouring="one record moved by at most 1/2",
        samples=200_000,
        faulty=bounded_laplace,
        fixed=lambda rows, size, rng: np.clip(
            rows[0] + rng.laplace(scale=0.5, size=size), 0.0, 1.0
        ),
    ),
    Fault(
        name="holes of the textbook Laplace sampler",
        link="https://github.com/IBM/differential-privacy-library/issues/19",
        claim="1-DP, bit by bit",
        fault="a logarithm of a 53-bit number reaches few floats, others on the neighbour",
        fix="geometric noise on a grid",
        pair=(ONE, NONE),
        epsilon=1.0,
        neighbouring=ADD,
        bits=True,
        faulty=inverse_laplace,
        fixed=on_a_grid(total, 1.0),
    ),
    Fault(
        name="precision of a float sum",
        link="https://github.com/opendp/opendp/issues/414",
        claim="1-DP, bit by bit",
        fault="answer + noise has the precision of the coarser one",
        fix="geometric noise on a grid",
        pair=(ONE, NONE),
        epsilon=1.0,
        neighbouring=ADD,
        bits=True,
        faulty=laplace(1.0),
        fixed=on_a_grid(total, 1.0),
    ),
    Fault(
        name="normal noise of a statistics library",
        link="https://github.com/world-federation-of-advertisers/cross-media-measurement/issues/1357",
        claim="(1, 1e-3)-DP, bit by bit",
        fault="floating-point normal noise added to the answer",
        fix="noise on a grid (here geometric)",
        pair=(ONE, NONE),
        epsilon=1.0,
        delta=1e-3,
        neighbouring=ADD,
        bits=True,
        faulty=polar_normal,
        fixed=on_a_grid(total, 1.0),
    ),
    Fault(
        name="rounded mean inside a sensitivity",
        link="https://github.com/opendp/opendp/issues/2923",
        claim="1-DP for squared deviations of 1024 values in [2^50, 2^50 + 1]",
        fault="one record changes how the mean is rounded, and with it every deviation",
        fix="the common offset is taken off exactly first",
        pair=(OFFSET, MOVED),
        epsilon=1.0,
        neighbouring=REPLACE,
        faulty=laplace(1.0, sum_of_squared_deviations),
        fixed=laplace(1.0, exact_deviations),
    ),
    Fault(
        name="sum that wraps around",
        link="https://arxiv.org/abs/2207.10635",
        claim="1-DP for a sum of values in [0, 1]",
        fault="an 8-bit sum jumps from 127 to -128",
        fix="a saturating sum",
        pair=([1.0] * 127, [1.0] * 128),
        epsilon=1.0,
        neighbouring=ADD,
        faulty=laplace(1.0, wrapping_sum),
        fixed=laplace(1.0, saturating_sum),
    ),
)
