"""Twenty-one mechanisms whose loss on a pair is known exactly, and attained there.

An audit of such a claim errs if it cries violation: `MECHANISMS` maps names to (sampler, pair,
epsilon, delta), with outputs of every kind; epsilon is a closed form or an enumeration.
"""

import json
import math

import numpy as np
from scipy.special import ndtr

from tests.workbench.audit import strangers as s
from workbench import audit

LOSS = 1.0
KEEP = 1 / (1 + math.exp(-LOSS))
GRID = math.exp(-0.5)
CHOICES = np.array([0.0, 0.3, 0.6, 1.0])
DELTA = float(ndtr(0.5 - 1.0) - math.e * ndtr(-0.5 - 1.0))
"""Hockey stick of N(0, 1) and N(1, 1) at epsilon = 1."""


def told(x, rng):
    """One randomised response that spends LOSS."""
    return x if rng.random() < KEEP else 1 - x


def telling(make):
    """A sampler of outputs make(answer, rng)."""
    return lambda x, size, rng: [make(told(x, rng), rng) for _ in range(size)]


def k_ary(x, size, rng):
    """The truth with odds e against each of four others."""
    lie = (x + rng.integers(1, 5, size)) % 5
    return np.where(rng.random(size) < math.e / (math.e + 4), x, lie)


def geometric(x, size, rng):
    """Two-sided geometric noise of ratio GRID."""
    return x + rng.geometric(1 - GRID, size) - rng.geometric(1 - GRID, size)


def one_sided(x, size, rng):
    """Exponential noise: at delta = P(noise < 1) the loss is 1 where it is finite."""
    return x + rng.exponential(size=size)


def exponential_mechanism(x, size, rng):
    """Chooses among four with weights exp(scores); x moves the first score by 1."""
    weights = np.exp(CHOICES + x * np.eye(4)[0])
    return rng.choice(4, size, p=weights / weights.sum())


def exponential_law(x):
    weights = np.exp(CHOICES + x * np.eye(4)[0])
    return weights / weights.sum()


def sampled(x, size, rng):
    """Randomised response of a record that takes part with probability 1/3, else of a 0."""
    value = np.where(rng.random(size) < 1 / 3, x, 0)
    return np.where(rng.random(size) < KEEP, value, 1 - value)


def clipped(x, size, rng):
    return np.clip(x + rng.laplace(size=size), 0.0, 1.0)


def failing(t, rng):
    return ValueError(f"row {rng.integers(10**9)} has {t} entries")


@audit.per_call
def raising(x, rng):
    """Fails by division, or by type."""
    return 1 // 0 if told(x, rng) else 1 + "1"


CROSS = (s.LOW_HIGH, s.HIGH_LOW)
MAX_PAIR = (s.ONE_BEHIND, s.ALL_EQUAL)
COUNTS = np.array([3.0, 1, 4, 1, 5])
BITS = (0, 1)

MECHANISMS = {
    "randomised response": (s.randomised_response, BITS, 1.0, 0.0),
    "five answers": (k_ary, BITS, 1.0, 0.0),
    "Laplace": (s.laplace, (0.0, 1.0), 1.0, 0.0),
    "Laplace, at delta": (s.laplace, (0.0, 1.0), 0.5, -math.expm1((0.5 - 1) / 2)),
    "clipped Laplace": (clipped, (0.0, 1.0), 1.0, 0.0),
    "geometric": (geometric, BITS, 0.5, 0.0),
    "exponential noise": (one_sided, (0.0, 1.0), 1.0, -math.expm1(-1.0)),
    "histogram": (s.histogram, (COUNTS, COUNTS + np.eye(5)[0]), 1.0, 0.0),
    "exponential mechanism": (
        exponential_mechanism,
        BITS,
        float(np.abs(np.log(exponential_law(0) / exponential_law(1))).max()),
        0.0,
    ),
    "noisy max": (s.noisy_argmax, MAX_PAIR, s.noisy_argmax_epsilon(*MAX_PAIR), 0.0),
    "sparse vector": (s.SVT1, CROSS, s.SVT1.epsilon(*CROSS), 0.0),
    "sampled response": (sampled, BITS, math.log1p((math.e - 1) / 3), 0.0),
    "Gaussian, at delta": (lambda x, n, rng: x + rng.normal(size=n), (0.0, 1.0), 1.0, DELTA),
    "value of a dictionary": (telling(lambda t, r: {"id": r.random(), "v": t}), BITS, 1.0, 0.0),
    "key of a dictionary": (telling(lambda t, r: {"ab"[t]: r.random()}), BITS, 1.0, 0.0),
    "number in JSON": (telling(lambda t, r: json.dumps([r.random(), t])), BITS, 1.0, 0.0),
    "length": (telling(lambda t, r: [r.random()] * (2 + t)), BITS, 1.0, 0.0),
    "None or a number": (telling(lambda t, r: None if t else r.random()), BITS, 1.0, 0.0),
    "sign of zero": (telling(lambda t, r: (r.random(), -0.0 if t else 0.0)), BITS, 1.0, 0.0),
    "message of an exception": (telling(failing), BITS, 1.0, 0.0),
    "type of an exception": (raising, BITS, 1.0, 0.0),
}
