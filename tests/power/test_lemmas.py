"""The set of textbook lemmas is what it says, and a sample of it is decided in a few seconds."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from tests.power.lemmas import lemmas
from tests.power.lemmas.bench import used
from workbench.claims import Grade
from workbench.rigor import Budget, certify
from workbench.rigor.check.points import check_counterexample
from workbench.rigor.provers.falsify import falsify

ALL = lemmas()
SAMPLE = (
    "am gm", "log below a root fraction", "log against its reciprocal", "pinsker bernoulli",
    "erfc times x", "quadratic form", "basel at most two", "factorial above", "cosh sub-gaussian",
    "subsampling first order", "f logistic curvature", "f motzkin with 31 tenths",
    "f compound interest", "f erfc too fast", "minkowski", "restart",
    "tail at a confidence", "sampford mills", "product above sum", "f composition advanced beyond",
)  # fmt: skip
LONG = {"tail at a confidence"}  # ten times the work of any other one


def test_there_are_enough_of_every_kind_and_both_halves() -> None:
    assert len(ALL) >= 200
    assert len({one.name for one in ALL}) == len(ALL)
    for kind in {one.kind for one in ALL}:
        here = [one for one in ALL if one.kind == kind]
        assert {one.truth for one in here} == {True, False}
        assert {one.kept_aside for one in here} == {True, False}


def test_every_false_lemma_has_an_exact_counterexample() -> None:
    told = {
        one.name: check_counterexample({"statement": one.relation.tree, "point": one.point})
        for one in ALL if not one.truth
    }  # fmt: skip
    assert {name: answer.message for name, answer in told.items() if not answer.accepted} == {}


def test_every_true_lemma_says_why() -> None:
    assert [one.name for one in ALL if one.truth and not one.why] == []


@pytest.mark.parametrize(
    "names", [SAMPLE, pytest.param({x.name for x in ALL}, marks=pytest.mark.thorough)],
    ids=["of the sample", "of all"],
)  # fmt: skip
def test_no_point_refutes_a_true_lemma(names: Collection[str]) -> None:
    tried = [one for one in ALL if one.truth and one.name in names]
    assert {one.name: falsify(one.relation) for one in tried} == {one.name: None for one in tried}


@pytest.mark.parametrize(
    "name",
    [pytest.param(x, marks=pytest.mark.thorough if x in LONG else ()) for x in SAMPLE],
)
def test_a_sample_is_decided(name: str) -> None:
    """Within a minute of the processor; by the clock it may take longer on a busy machine."""
    (one,) = (x for x in ALL if x.name == name)
    start = used()
    outcome = certify(one.relation, Budget(seconds=600))
    assert used() - start < 60
    assert outcome.grade is Grade.CERTIFIED, outcome.reason
    assert outcome.decision == ("holds" if one.truth else "fails")
