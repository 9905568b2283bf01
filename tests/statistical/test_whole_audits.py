"""False alarms of sequential, multi-pair, searching and whole audits, at claims that are tight.

As in test_black_box.py: over 2,000 repetitions at error level 0.05 the 99 % upper confidence bound
of the false-alarm rate must stay below 0.065.  The errors of a whole audit are those of all of its
levels together: a model mismatch counts.
"""

import numpy as np
import pytest

from tests.workbench.audit.strangers import laplace, randomised_response
from workbench import audit
from workbench.privacy import Gaussian, Laplace
from workbench.privacy.confidence import (
    betting_lower,
    clopper_pearson_lower,
    clopper_pearson_upper,
)

pytestmark = [pytest.mark.slow, pytest.mark.statistical]

REPETITIONS, LIMIT = 2000, 0.065
LEVEL = {"confidence": 0.95}
TIGHT = {delta: Gaussian.calibrate(1.0, delta, sensitivity=1.0) for delta in (0.05, 1e-4)}
COUNT = audit.Additive(Laplace(1.0), len)
LEN = [([1], [])]
BITS = [(0, 1), (1, 0), (True, False)]


def normal(delta):
    return audit.Additive(TIGHT[delta], len)


CASES = {
    "sequential": lambda seed: audit.black_box(
        randomised_response, 0, 1, epsilon=1.0, samples=600, sequential=True, seed=seed, **LEVEL
    ),
    "sequential, delta": lambda seed: audit.black_box(
        normal(0.05).sample,
        *LEN[0],
        epsilon=1.0,
        delta=0.05,
        samples=1000,
        sequential=True,
        seed=seed,
        **LEVEL,
    ),
    "pairs": lambda seed: audit.audit(
        randomised_response, BITS, epsilon=1.0, samples=1500, seed=seed, **LEVEL
    ),
    "search": lambda seed: audit.search(
        randomised_response, BITS, epsilon=1.0, samples=6000, seed=seed, finalists=2, **LEVEL
    ),
    "search, sequential": lambda seed: audit.search(
        laplace,
        [(0.0, 1.0), (1.0, 0.0), (0.5, -0.5)],
        epsilon=1.0,
        samples=4000,
        seed=seed,
        sequential=True,
        **LEVEL,
    ),
    "conformance": lambda seed: audit.audit(
        COUNT, LEN, epsilon=1.0, samples=4000, levels="B", seed=seed, **LEVEL
    ),
    "likelihood, delta": lambda seed: audit.audit(
        normal(0.05), LEN, epsilon=1.0, delta=0.05, samples=10_000, levels="C", seed=seed, **LEVEL
    ),
    "likelihood, tilted": lambda seed: audit.audit(
        normal(1e-4), LEN, epsilon=1.0, delta=1e-4, samples=10_000, levels="C", seed=seed, **LEVEL
    ),
    "all levels": lambda seed: audit.audit(
        normal(0.05), LEN, epsilon=1.0, delta=0.05, samples=2000, seed=seed, **LEVEL
    ),
    "all levels, pure": lambda seed: audit.audit(
        COUNT, LEN, epsilon=1.0, samples=2000, bits=False, seed=seed, **LEVEL
    ),
}


def alarms_of(make):
    return sum(make(s).verdict in ("violation", "model mismatch") for s in range(REPETITIONS))


@pytest.mark.parametrize("case", CASES)
def test_false_alarms_at_the_boundary(case):
    alarms = alarms_of(CASES[case])
    print(f"{case}: {alarms} of {REPETITIONS}")
    assert clopper_pearson_upper(alarms, REPETITIONS, alpha=0.01) < LIMIT


def test_looking_again_at_a_fixed_sample_bound_is_found_out():
    """What the e-process is there for: a Clopper-Pearson bound judged after every 50 guesses."""
    chance, alarms = np.e / (1 + np.e), 0
    for seed in range(REPETITIONS):
        right = np.cumsum(np.random.default_rng(seed).random(2000) < chance)
        alarms += any(
            clopper_pearson_lower(int(right[n - 1]), n, alpha=0.05) > chance
            for n in range(50, 2001, 50)
        )
    assert clopper_pearson_lower(alarms, REPETITIONS, alpha=0.01) > LIMIT


def test_many_pairs_without_a_ledger_are_found_out():
    """Three private pairs, each judged at the full level, alarm too often together."""
    alarms = 0
    for seed in range(REPETITIONS):
        alarms += any(
            audit.black_box(
                randomised_response,
                *pair,
                epsilon=1.0,
                samples=1000,
                confidence=0.95,
                seed=3 * seed + k,
            ).verdict
            == "violation"
            for k, pair in enumerate(BITS)
        )
    assert clopper_pearson_lower(alarms, REPETITIONS, alpha=0.01) > LIMIT


@pytest.mark.parametrize("chance", [0.02, 0.5, 0.9])
def test_betting_bounds_miss_seldom(chance):
    misses = 0
    for seed in range(REPETITIONS):
        x = np.random.default_rng(seed).random(200) < chance
        misses += betting_lower(x.astype(float), alpha=0.05) > chance
    assert clopper_pearson_upper(misses, REPETITIONS, alpha=0.01) < LIMIT
