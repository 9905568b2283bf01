"""Sparse vectors, noisy maxima, histograms, and keys that appear or do not."""

import math

import numpy as np

from tests.wild.fault import Fault
from tests.workbench.audit.strangers import HIGH_LOW, LOW_HIGH, SVT1, SVT3, SVT4, SVT5, SVT6

QUERIES = "sensitivity-1 queries moved by at most 1"
SPARSE = "https://arxiv.org/abs/1603.01699"
DETECTION = "https://arxiv.org/abs/1805.10559"
REPLACE, ADD = "replace-one", "add-or-remove-one"


def noisy_max(noise, *, value):
    """The largest of noisy answers, or where it is; `noise(rng, shape)`."""

    def sample(queries, size, rng):
        noisy = queries + noise(rng, (size, len(queries)))
        return noisy.max(axis=1) if value else noisy.argmax(axis=1)

    return sample


def laplace_two(rng, shape):
    return rng.laplace(scale=2.0, size=shape)


def exponential_two(rng, shape):
    return rng.exponential(scale=2.0, size=shape)


def histogram(scale):
    return lambda counts, size, rng: counts + rng.laplace(scale=scale, size=(size, len(counts)))


def thresholded(noise, threshold, *, strict):
    """Counts of the keys in the data, of those only whose noisy count passes; one user a record."""

    def one(rows, rng):
        released = {}
        for key in sorted(set(rows)):
            count = rows.count(key) + noise(rng)
            if count > threshold or (count == threshold and not strict):
                released[key] = count
        return released

    return lambda rows, size, rng: [one(rows, rng) for _ in range(size)]


def geometric(rng):
    p = -math.expm1(-1.0)
    return int(rng.geometric(p) - rng.geometric(p))


def tail(count):
    """P(1 + geometric noise > count), for a count of at least 1."""
    return math.exp(-count) / (1 + math.exp(-1.0))


SIGMA = math.sqrt(2 * math.log(1.25 / 0.005))
"""More than (1, 0.005)-DP needs."""
LAPLACE_TAU = 1 + math.log(1 / (2 * 0.005))
NORMAL_TAU = 1 + 2.5759 * SIGMA
"""The tail of the normal noise beyond NORMAL_TAU - 1 is at most 0.005."""


def svt_update(*, leaves):
    """Gradients shared after a sparse-vector choice of half of them."""

    def sample(weights, size, rng):
        chosen = np.argsort(weights + rng.laplace(scale=8.0, size=(size, 4)), axis=1)[:, :2]
        released = np.where(leaves, np.broadcast_to(weights, (size, 4)), 0.0)
        noisy = np.take(weights, chosen) + rng.laplace(scale=8.0, size=(size, 2))
        released = released.copy()
        np.put_along_axis(released, chosen, noisy, axis=1)
        return released

    return sample


def best_of(runs, epsilon):
    """The best score of several private runs, each of `epsilon`."""
    return lambda score, size, rng: score + rng.laplace(scale=1 / epsilon, size=(size, runs))


def reports(count, epsilon):
    """So many randomised responses about the same bit."""
    keep = 1 / (1 + math.exp(-epsilon))
    return lambda bit, size, rng: np.where(rng.random((size, count)) < keep, bit, 1 - bit)


def visits(*, bounded):
    """A noisy count of visits, each (user, place); one visit of every user, or all of them."""

    def sample(rows, size, rng):
        count = len({user for user, _ in rows}) if bounded else len(rows)
        return count + rng.laplace(size=size)

    return sample


AMPLIFIED = math.log(1 + 0.1 * math.expm1(2.0))  # what an answer of epsilon = 2 costs
SAMPLE = "https://github.com/opendp/opendp/issues/2933"


def asked_twice(*, fresh):
    """Two randomised answers to "is the record in the sample", each of epsilon = 2."""

    def sample(present, size, rng):
        once = present & (rng.random(size) < 0.1)
        again = present & (rng.random(size) < 0.1) if fresh else once
        true = 1 / (1 + math.exp(-2.0))
        return np.column_stack([seen ^ (rng.random(size) > true) for seen in (once, again)])

    return sample


FAULTS = (
    Fault(
        name="two amplified answers about one sample",
        link=SAMPLE,
        claim="the amplified losses of two answers add up",
        fault="both are about the same sample, so they confirm each other",
        fix="a fresh sample for each answer",
        pair=(True, False),
        epsilon=2 * AMPLIFIED,
        neighbouring=ADD,
        faulty=asked_twice(fresh=False),
        fixed=asked_twice(fresh=True),
    ),
    Fault(
        name="sparse vector that releases values",
        link=SPARSE,
        claim="1-DP (algorithm 3: Roth's lecture notes of 2011)",
        fault="the answer above the threshold is released with the noise it was compared with",
        fix="algorithm 1: only the comparison",
        pair=(LOW_HIGH, HIGH_LOW),
        epsilon=1.0,
        neighbouring=QUERIES,
        faulty=SVT3,
        fixed=SVT1,
        samples=100_000,
    ),
    Fault(
        name="sparse vector without c in the noise",
        link=SPARSE,
        claim="1-DP (algorithm 4: Lee and Clifton, 2014)",
        fault="query noise of scale 4/3 where 4 is needed",
        fix="algorithm 1",
        pair=(LOW_HIGH, HIGH_LOW),
        epsilon=1.0,
        neighbouring=QUERIES,
        faulty=SVT4,
        fixed=SVT1,
        samples=100_000,
    ),
    Fault(
        name="sparse vector without query noise",
        link=SPARSE,
        claim="1-DP (algorithm 5: Stoddard, Chen and Machanavajjhala, 2014)",
        fault="queries are compared without noise, as often as one likes",
        fix="algorithm 1",
        pair=(LOW_HIGH, HIGH_LOW),
        epsilon=1.0,
        neighbouring=QUERIES,
        faulty=SVT5,
        fixed=SVT1,
    ),
    Fault(
        name="sparse vector without a stop",
        link=SPARSE,
        claim="1-DP (algorithm 6: Chen, Xiao, Zhang and Xu, 2015)",
        fault="any number of answers above the threshold",
        fix="algorithm 1",
        pair=(LOW_HIGH, HIGH_LOW),
        epsilon=1.0,
        neighbouring=QUERIES,
        faulty=SVT6,
        fixed=SVT1,
        samples=100_000,
    ),
    Fault(
        name="noisy max that releases the value",
        link=DETECTION,
        claim="1-DP for five queries",
        fault="the largest noisy answer itself is released",
        fix="its index",
        pair=(np.zeros(5), np.ones(5)),
        epsilon=1.0,
        neighbouring=QUERIES,
        faulty=noisy_max(laplace_two, value=True),
        fixed=noisy_max(laplace_two, value=False),
    ),
    Fault(
        name="noisy max that releases the value, one-sided noise",
        link=DETECTION,
        claim="1-DP for five queries",
        fault="the largest noisy answer, which is never below the largest answer",
        fix="its index",
        pair=(np.zeros(5), np.ones(5)),
        epsilon=1.0,
        neighbouring=QUERIES,
        faulty=noisy_max(exponential_two, value=True),
        fixed=noisy_max(exponential_two, value=False),
    ),
    Fault(
        name="histogram with the wrong scale",
        link=DETECTION,
        claim="0.5-DP",
        fault="noise of scale epsilon",
        fix="of scale 1 / epsilon",
        pair=(np.array([3.0, 1, 4]), np.array([2.0, 1, 4])),
        epsilon=0.5,
        neighbouring="one count lower by 1",
        faulty=histogram(0.5),
        fixed=histogram(2.0),
    ),
    Fault(
        name="threshold on whole numbers",
        link="https://github.com/opendp/opendp/issues/2922",
        claim="(1, P(1 + noise > 3))-DP for keys that one user holds",
        fault="a count equal to the threshold is released, and not in delta",
        fix="only counts above it",
        pair=(["a"] * 9 + ["b"], ["a"] * 9),
        epsilon=1.0,
        delta=tail(3),
        neighbouring=ADD,
        faulty=thresholded(geometric, 3, strict=False),
        fixed=thresholded(geometric, 3, strict=True),
    ),
    Fault(
        name="Laplace threshold for normal noise",
        link="https://github.com/opendp/smartnoise-sdk/issues/204",
        claim="(1, 0.01)-DP for keys that one user holds: 0.005 each for noise and key",
        fault="the threshold is 1 + log(1 / (2 delta)) / epsilon, and the noise is Gaussian",
        fix="a quantile of the noise itself",
        pair=(["a"] * 99 + ["b"], ["a"] * 99),
        epsilon=1.0,
        delta=0.01,
        neighbouring=ADD,
        faulty=thresholded(lambda rng: rng.normal(scale=SIGMA), LAPLACE_TAU, strict=True),
        fixed=thresholded(lambda rng: rng.normal(scale=SIGMA), NORMAL_TAU, strict=True),
    ),
    Fault(
        name="weights left as they were",
        link="https://github.com/NVIDIA/NVFlare/issues/343",
        claim="1-DP for an update of four weights that differ by 1 in one",
        fault="weights that were neither chosen nor zeroed are sent without noise",
        fix="they are zero",
        pair=(np.array([0.0, 0.2, 0.4, 0.6]), np.array([1.0, 0.2, 0.4, 0.6])),
        epsilon=1.0,
        neighbouring="one weight moved by at most 1",
        faulty=svt_update(leaves=True),
        fixed=svt_update(leaves=False),
    ),
    Fault(
        name="tuning that is not accounted for",
        link="https://arxiv.org/abs/2110.03620",
        claim="1-DP for the scores of four runs",
        fault="each run spends 1",
        fix="each spends 1/4",
        pair=(0.0, 1.0),
        epsilon=1.0,
        neighbouring="a score moved by at most 1",
        faulty=best_of(4, 1.0),
        fixed=best_of(4, 0.25),
    ),
    Fault(
        name="budget per report",
        link="https://arxiv.org/abs/1709.02753",
        claim="1-DP for what a device sends in a day",
        fault="every one of four reports spends 1",
        fix="every one spends 1/4",
        pair=(0, 1),
        epsilon=1.0,
        neighbouring="one user's bit",
        faulty=reports(4, 1.0),
        fixed=reports(4, 0.25),
    ),
    Fault(
        name="contributions of a user not bounded",
        link="https://arxiv.org/abs/1909.01917",
        claim="1-DP for a user",
        fault="a user with five visits counts five times",
        fix="once",
        pair=([("u", p) for p in "abcde"] + [("v", "a")], [("v", "a")]),
        epsilon=1.0,
        neighbouring="all records of one user",
        faulty=visits(bounded=False),
        fixed=visits(bounded=True),
    ),
)
