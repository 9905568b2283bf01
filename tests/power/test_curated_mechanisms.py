"""Every planted fault must be found in every kind of release.

By the likelihood ratio, by a sensitivity check, or by the battery of the sampler.  Each method is
claimed to be exactly as private as it is on its pair: the largest log-ratio of a steered run where
the loss is bounded, and the proven epsilon at delta = 1e-3 where it is not.
"""

import numpy as np
import pytest

from tests.workbench.privacy.methods import METHODS, N
from workbench.audit import LikelihoodVerdict, likelihood_ratio
from workbench.privacy import (
    FAULTS,
    AccountingCurator,
    Mutant,
    PairedCurator,
    PLDAccountant,
    ZCDPAccountant,
)

DELTA = 1e-3


def claim(name):
    """What the honest method attains on the pair, or what is proven of it."""
    method = METHODS[name]
    if not method.pure:
        curator = AccountingCurator(n=N)
        method.run(curator, 1)
        exact = name in {"gaussian", "tree"}
        return curator.epsilon_at(DELTA, using=PLDAccountant if exact else ZCDPAccountant)
    found = 0.0
    for pair in (method.pair, method.pair[::-1]):
        for steer in (-1, 1):
            curator = PairedCurator(*pair, np.random.default_rng(0), steer=steer)
            method.run(curator, 4)
            found = max(found, float(np.abs(curator.log_ratio).max()))
    return found * (1 + 1e-6)


CLAIMS = {name: claim(name) for name in METHODS}


def audit(name, wrap=None):
    method = METHODS[name]
    delta = 0.0 if method.pure else DELTA
    return likelihood_ratio(
        method.run, method.pair, epsilon=CLAIMS[name], delta=delta, samples=1500, seed=4, wrap=wrap
    )


@pytest.mark.parametrize("name", METHODS)
def test_control_passes(name):
    result = audit(name)
    assert result.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND, result.conformance.rejected
    if name in {"gaussian", "tree"}:
        assert result.ratio > 0.8  # the proof allows for no decay along the path
    assert 0.0 <= result.ratio <= 1.0


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("declared", [True, False])
def test_every_fault_is_found(name, fault, declared):
    result = audit(name, wrap=lambda c: Mutant(c, fault, declared=declared))
    assert result.verdict is not LikelihoodVerdict.NO_VIOLATION_FOUND
    if not declared and fault != "drop-batch-factor":
        assert result.verdict is LikelihoodVerdict.MODEL_MISMATCH


def test_a_noisy_max_at_half_its_scale_is_what_is_sometimes_printed():
    """Scale S / b for general scores costs twice what it claims."""
    result = audit("winner", wrap=lambda c: Mutant(c, "half-scale"))
    assert result.verdict is LikelihoodVerdict.VIOLATION
    assert result.ratio > 1.5
