"""Every planted fault must be found in every algorithm that ships.

By the likelihood ratio, by a sensitivity check, or by the battery of the sampler.
"""

from functools import cache

import pytest

from tests.power import methods, norm_methods, sparse_methods, training_methods, vertex_methods
from workbench.audit import LikelihoodVerdict, likelihood_ratio
from workbench.privacy import FAULTS, Mutant

FAMILIES = (methods, vertex_methods, norm_methods, sparse_methods, training_methods)
CASES = {name: case for family in FAMILIES for name, case in family.CASES.items()}
HARMLESS = {key for family in FAMILIES for key in family.HARMLESS}
UNSEEN = sparse_methods.UNSEEN
# draws over a hidden batch are not tilted: their log-ratios are those of the faulty noise itself
HIDDEN = {("DP-SGD, Poisson", "reuse-noise"), ("DP-SGD, fixed batches", "reuse-noise")}


@cache
def claimed(name):
    """What a case claims: runs of it tell, so not while tests are collected."""
    return CASES[name].claim()


def audit(name, wrap=None):
    epsilon, delta = claimed(name)
    case = CASES[name]
    return likelihood_ratio(
        case.run, case.pair, epsilon=epsilon, delta=delta, samples=1500, seed=2, wrap=wrap
    )


@pytest.mark.parametrize("name", CASES)
def test_control_passes(name):
    result = audit(name)
    assert result.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND, result.conformance.rejected
    assert result.ratio > 0.3


def pairs(faults):
    """Every method with every fault: by default one fault for each method, taken in turn."""
    return [
        pytest.param(
            name,
            fault,
            marks=() if number == place % len(faults) else pytest.mark.thorough,
        )
        for place, name in enumerate(CASES)
        for number, fault in enumerate(faults)
    ]


@pytest.mark.parametrize(("name", "fault"), pairs(FAULTS))
def test_every_declared_fault_is_found(name, fault):
    result = audit(name, wrap=lambda c: Mutant(c, fault, declared=True))
    harmless = (name, fault) in HARMLESS
    assert harmless == (result.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND)


@pytest.mark.parametrize(("name", "fault"), pairs([f for f in FAULTS if f != "drop-batch-factor"]))
def test_every_undeclared_fault_is_found(name, fault):
    result = audit(name, wrap=lambda c: Mutant(c, fault, declared=False))
    assert ((name, fault) in UNSEEN) == (result.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND)
    assert result.verdict is not LikelihoodVerdict.VIOLATION or (name, fault) in HIDDEN
