"""The set of textbook lemmas is what it says, and a sample of it is decided in a few seconds."""

from __future__ import annotations

import pytest

from tests.power.lemmas import Lemma, lemmas
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


def test_there_are_enough_of_every_kind_and_both_halves() -> None:
    assert len(ALL) >= 200
    assert len({one.name for one in ALL}) == len(ALL)
    for kind in {one.kind for one in ALL}:
        here = [one for one in ALL if one.kind == kind]
        assert {one.truth for one in here} == {True, False}
        assert {one.kept_aside for one in here} == {True, False}


@pytest.mark.parametrize("one", [x for x in ALL if not x.truth], ids=lambda one: one.name)
def test_a_false_lemma_has_an_exact_counterexample(one: Lemma) -> None:
    answer = check_counterexample({"statement": one.relation.tree, "point": one.point})
    assert answer.accepted, answer.message


@pytest.mark.parametrize("one", [x for x in ALL if x.truth], ids=lambda one: one.name)
def test_no_point_refutes_a_true_lemma(one: Lemma) -> None:
    assert one.why
    assert falsify(one.relation) is None


@pytest.mark.parametrize("one", [x for x in ALL if x.name in SAMPLE], ids=lambda one: one.name)
def test_a_sample_is_decided(one: Lemma) -> None:
    outcome = certify(one.relation, Budget(seconds=60))
    assert outcome.grade is Grade.CERTIFIED, outcome.reason
    assert outcome.decision == ("holds" if one.truth else "fails")
