"""Claimed rates as outcomes: equal, too good, larger than necessary, and no rate at all."""

import json

import pytest

from workbench.claims import Grade, Outcome
from workbench.rates import rate_is
from workbench.referee.checkers import ruling_on

BOUND = {"terms": ["1/(eta*T)", "eta*N", "sqrt(d*T)/(N**(3/2)*eps)"], "free": ["eta", "T"]}
RATE = "d**(1/4)/sqrt(eps*N)"


def test_the_best_rate_is_certified_and_its_certificate_accepted():
    found = rate_is(RATE, **BOUND)
    assert (found.decision, found.grade) == ("holds", Grade.CERTIFIED)
    assert found.summary == "the best order is (d/(N^2*eps^2))^(1/4), as claimed, constants aside"
    assert Outcome.from_json(json.loads(json.dumps(found.to_json()))) == found
    assert ruling_on(found.certificate).accepted


@pytest.mark.parametrize("claimed", ["d**(1/3)/(eps*N)**(2/3)", "d**(1/4)/(eps*N)**(3/4)"])
def test_a_rate_that_the_bound_does_not_reach_fails_with_a_direction(claimed: str):
    found = rate_is(claimed, **BOUND, region=["sqrt(d)/(eps*N)"])
    assert (found.decision, found.grade) == ("fails", Grade.CERTIFIED)
    assert found.counterexample.point
    assert ruling_on(found.certificate).accepted


def test_a_larger_rate_is_an_upper_bound_and_not_the_best():
    larger = {"claimed": "(sqrt(d)/(eps*N))**(2/5)", "region": ["sqrt(d)/(eps*N)"], **BOUND}
    assert rate_is(**larger).decision == "fails"
    assert rate_is(**larger, or_worse=True).decision == "holds"
    too_good = larger | {"claimed": "(sqrt(d)/(eps*N))**(3/5)"}
    assert rate_is(**too_good, or_worse=True).decision == "fails"


def test_a_bound_without_a_best_rate_is_inconclusive():
    found = rate_is("1/n", ["1/T"], free=["T"])
    assert found.decision == "inconclusive"
    assert "falls without limit" in found.reason


def test_a_damaged_certificate_is_rejected():
    certificate = json.loads(json.dumps(rate_is(RATE, **BOUND).to_json()["certificate"]))
    floors = certificate["members"][0]["sum"][0]["floors"][0]
    floors["weights"][0] = "1/3"
    ruling = ruling_on(certificate)
    assert not ruling.accepted
    assert ruling.message.startswith("rate: ")
