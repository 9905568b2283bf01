"""Every planted fault is found, by the levels that can; faultless code is left alone.

At most 20,000 draws each, at confidence 0.99.
"""

import numpy as np
import pytest
from scipy.stats import norm

from tests.workbench.audit.faulty import CASES, DELTA, EPSILON, PAIR, SIGMA, Declared
from workbench import audit
from workbench.privacy import Laplace

BAD = {"violation", "model mismatch"}


@pytest.mark.parametrize("name", CASES)
def test_faults_are_found(name):
    mechanism, pair, (epsilon, delta), levels = CASES[name]
    found = audit.audit(mechanism, [pair], epsilon=epsilon, delta=delta, samples=15_000)
    assert found.verdict in BAD
    caught = {f.level for f in found.findings if f.verdict in BAD}
    assert caught >= set(levels), caught
    assert found.samples <= 20_000
    audit.recheck(found.to_json())


@pytest.mark.parametrize("seed", range(3))
def test_faultless_code_is_left_alone(seed):
    found = audit.audit(Declared(), [PAIR], epsilon=EPSILON, delta=DELTA, samples=15_000, seed=seed)
    assert {f.verdict for f in found.findings} == {"no violation found"}
    assert 0.5 * EPSILON < found.observed <= EPSILON


def test_the_declared_density_is_the_density():
    """Against normal densities, step by step."""
    outputs = Declared().sample(PAIR[0], 3, np.random.default_rng(0))
    logs = []
    for data in PAIR:
        z = Declared().innovations(outputs, data)
        logs.append(norm.logpdf(z * SIGMA, scale=SIGMA).sum(axis=(1, 2)))
    assert Declared().log_ratio(outputs, *PAIR) == pytest.approx(logs[0] - logs[1])


def test_low_bits_leak_within_a_thousand_draws():
    mechanism = audit.Additive(Laplace(1.0), len)
    found = audit.audit(mechanism, [([1], [])], epsilon=1.0, samples=2_000, levels="D", bits=True)
    assert (found.verdict, found.bits_verdict) == ("no violation found", "violation")


def test_noise_on_a_grid_has_no_low_bits():
    """Outputs rounded to a fixed grid show nothing in their bits."""

    def release(rows, size, rng):
        return np.round((len(rows) + rng.laplace(size=size)) * 2**20) / 2**20

    found = audit.audit(release, [([1], [])], epsilon=1.0, samples=50_000, bits=True)
    assert found.bits_verdict == "no violation found"
