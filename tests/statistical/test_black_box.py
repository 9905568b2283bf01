"""False alarms of whole black-box audits, at claims that hold with equality.

Each audit learns, chooses and judges on fresh draws, at error level 0.05.  Over 2,000 repetitions
the 99 % upper confidence bound of the false-alarm rate must stay below 0.065; if the rate is 0.05
this fails with probability about 0.02, and the seeds are fixed.
"""

import numpy as np
import pytest

from tests.workbench.audit.strangers import laplace, noisy_argmax, randomised_response
from workbench import audit
from workbench.privacy.confidence import clopper_pearson_lower, clopper_pearson_upper

pytestmark = [pytest.mark.slow, pytest.mark.statistical]

ALPHA, REPETITIONS, LIMIT = 0.05, 2000, 0.065
DELTA = 0.02


def leaky_response(bit, size, rng):
    """Randomised response with epsilon = 1 that tells the truth openly with probability DELTA."""
    answer = randomised_response(bit, size, rng)
    return np.where(rng.random(size) < DELTA, 2 + bit, answer)


def two_laplaces(count, size, rng):
    """Epsilon = 1 on the pair (0, 1), as two rows of 1/2 each."""
    return count + rng.laplace(scale=2.0, size=(size, 2))


def spoken_response(bit, size, rng):
    """Randomised response in words."""
    return ["yes" if answer else "no" for answer in randomised_response(bit, size, rng)]


CASES = {
    "laplace": (laplace, (0.0, 1.0), 1.0, 0.0, 2000),
    "response": (randomised_response, (0, 1), 1.0, 0.0, 1000),
    "words": (spoken_response, (0, 1), 1.0, 0.0, 300),
    "rows": (two_laplaces, (0.0, 1.0), 1.0, 0.0, 1000),
    "argmax": (noisy_argmax, (np.array([0.0, 40.0]), np.array([1.0, 39.0])), 1.0, 0.0, 2000),
    "delta": (leaky_response, (0, 1), 1.0, DELTA, 1500),
}


@pytest.mark.parametrize("case", CASES)
def test_false_alarms_at_the_boundary(case):
    sample, pair, epsilon, delta, samples = CASES[case]
    alarms = sum(
        audit.black_box(
            sample,
            *pair,
            epsilon=epsilon,
            delta=delta,
            samples=samples,
            confidence=1 - ALPHA,
            seed=seed,
        ).verdict
        == "violation"
        for seed in range(REPETITIONS)
    )
    assert clopper_pearson_upper(alarms, REPETITIONS, alpha=0.01) < LIMIT


def test_the_test_would_notice_a_wrong_level():
    """The same counting rejects an audit that is run at level 0.2."""
    alarms = sum(
        audit.black_box(
            randomised_response, 0, 1, epsilon=1.0, samples=1000, confidence=0.8, seed=seed
        ).verdict
        == "violation"
        for seed in range(REPETITIONS)
    )
    assert clopper_pearson_lower(alarms, REPETITIONS, alpha=0.01) > LIMIT


def test_lower_bounds_are_not_wasteful():
    """From the other side: with randomised response the level is nearly used up."""
    alarms = sum(
        audit.black_box(
            randomised_response, 0, 1, epsilon=1.0, samples=20_000, confidence=0.95, seed=seed
        ).verdict
        == "violation"
        for seed in range(REPETITIONS)
    )
    assert clopper_pearson_lower(alarms, REPETITIONS, alpha=0.01) > 0.03
