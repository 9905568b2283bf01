"""Every fault is found, and the same code put right raises no alarm."""

import re

import pytest
from dp_accounting.pld import privacy_loss_distribution as pld

from tests.wild.corpus import FAULTS
from tests.wild.fault import judge
from tests.wild.recreated import FAULTS as RECREATED
from tests.wild.training import AMPLIFIED, RATE

FEWEST, RECREATED_FEWEST = 25, 51
SLOW = 2_000
"""Draws beyond which an audit is not part of the default tests of what was re-created."""

BOTH = [
    *FAULTS,
    *(pytest.param(f, marks=pytest.mark.slow) if f.samples > SLOW else f for f in RECREATED),
]


@pytest.mark.parametrize("fault", BOTH, ids=lambda fault: fault.name)
def test_a_fault_is_found(fault):
    found = judge(fault, fault.faulty, seed=0)
    assert found.alarm
    assert found.witness
    assert found.draws <= 2.2 * fault.samples


@pytest.mark.parametrize("fault", BOTH, ids=lambda fault: fault.name)
def test_the_fix_raises_no_alarm(fault):
    """A false alarm has probability 1e-6 for each; the seeds are fixed."""
    assert not judge(fault, fault.fixed, seed=0, confidence=1 - 1e-6).alarm


def test_the_corpus_is_one():
    assert len(FAULTS) >= FEWEST
    assert len(RECREATED) >= RECREATED_FEWEST
    names = {fault.name for fault in (*FAULTS, *RECREATED)}
    assert len(names) == len(FAULTS) + len(RECREATED)
    for fault in FAULTS:
        assert re.fullmatch(
            r"https://(github\.com/\S+/\d+|arxiv\.org/abs/\d{4}\.\d{4,5})", fault.link
        )
        assert fault.faulty is not fault.fixed


def test_claims_about_sampled_steps_are_true_of_the_fixed_ones():
    """Against another accountant, whose losses are rounded up to a grid of 1e-4."""
    shuffled = next(fault for fault in FAULTS if fault.name.startswith("shuffled"))
    one = pld.from_laplace_mechanism(0.5, sensitivity=1, sampling_prob=RATE)
    assert one.get_delta_for_epsilon(AMPLIFIED) < 1e-4
    assert one.self_compose(5).get_delta_for_epsilon(shuffled.epsilon) < shuffled.delta
