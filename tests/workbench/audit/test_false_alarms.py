"""A short version of tests/campaigns/false_alarms.py: true claims of every kind of output."""

import pytest
from scipy.stats import binom

from tests.campaigns.exact import MECHANISMS
from tests.campaigns.false_alarms import CONFIDENCE, alarms

SEEDS = range(10_000, 10_003)


def test_true_claims_are_rarely_called_violated():
    """If every audit erred with probability .05, this test would fail with probability 1e-6."""
    runs = len(MECHANISMS) * len(SEEDS)
    most = int(binom.isf(1e-6, runs, 1 - CONFIDENCE))
    count = sum(alarms(name, seeds=SEEDS, samples=400) for name in MECHANISMS)
    assert count <= most < runs / 3


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(SEEDS[:2], marks=pytest.mark.thorough),
        pytest.param(SEEDS, marks=pytest.mark.slow),
    ],
)
def test_looking_at_will_is_paid_for(seeds):
    """The same for sequential audits."""
    runs = len(MECHANISMS) * len(seeds)
    most = int(binom.isf(1e-6, runs, 1 - CONFIDENCE))
    count = sum(alarms(name, seeds=seeds, samples=400, sequential=True) for name in MECHANISMS)
    assert count <= most < runs / 3
