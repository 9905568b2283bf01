"""Variants without a hypothesis are refused for what is lacking, not for the number of a fact."""

from __future__ import annotations

from tests.campaigns.refused_for_a_number import counted
from workbench.claims import Outcome
from workbench.rigor.provers import subtree_estimates, tree_counts
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import Theorem, integer, number, numbers

x, y = number("x"), number("y")
a, k = numbers("a"), integer("k")
FIRST, EVERY, SECOND = (x, "<=", 1), (k, 0, (a[k], "<=", y)), (y, "<=", 2)
ALL = (FIRST, EVERY, SECOND)


def shown(*, given: tuple[object, ...] = ALL, used: bool = True) -> Outcome:
    p = Proof(Theorem((x, y, a), given=given, concludes=(a[3] + 0 * x, "<=", 2)))
    places = p.places(ALL)
    p.gram(p.theorem.concludes, [(1, p.at(places[1], 3)), (1, places[2]), *[(0, places[0])] * used])
    return p.outcome()


def test_a_hypothesis_is_found_wherever_it_stands() -> None:
    p = Proof(Theorem((x, y, a), given=(SECOND, EVERY), concludes=(a[3], "<=", 2)))
    assert [p.given(one) for one in (SECOND, EVERY)] == [0, 1]
    assert p.places([SECOND, FIRST])[0] == 0  # as many, so by place
    assert p.given(FIRST) > len(p.theorem.given)
    assert shown().decision == "holds"


def test_the_refusal_names_what_is_lacking() -> None:
    without = [tuple(one for one in ALL if one is not gone) for gone in ALL]
    said = [shown(given=given).reason for given in without]
    for reason, lacking in zip(said, ("x <= 1", "a[k] <= y for all k >= 0", "y <= 2"), strict=True):
        assert f"the hypothesis {lacking} is not given" in reason


def test_a_hypothesis_that_no_step_uses_may_be_dropped() -> None:
    assert shown(given=ALL[1:], used=False).decision == "holds"


def test_what_stands_in_place_of_a_hypothesis_is_refused_for_what_it_says() -> None:
    refused = shown(given=(FIRST, EVERY, (y, "<=", 3)))
    assert refused.decision == "refused"
    assert "is not given" not in refused.reason


def test_a_lemma_says_what_it_lacks() -> None:
    p = Proof(Theorem((x, y, a), given=ALL, concludes=(a[3], "<=", 2)))
    lemma = Proof(Theorem((y, a), given=(EVERY,), concludes=(a[3], "<=", 2)))
    lemma.gram(lemma.theorem.concludes, [(1, lemma.at(0, 3)), (1, lemma.given(SECOND))])
    p.by(lemma, {"y": y, "a": a})
    assert "the hypothesis y <= 2 is not given" in p.outcome().reason


def test_no_variant_of_these_proofs_is_refused_for_a_number() -> None:
    mutants = []
    for prover, full in (
        (tree_counts.of_a_level, tree_counts.WHOLE),
        (tree_counts.of_leaf, tree_counts.LEAF),
        (subtree_estimates.unbiased, (*subtree_estimates.SPLIT, subtree_estimates.SUMS)),
    ):
        for k in range(len(full)):
            outcome = prover(given=(*full[:k], *full[k + 1 :])).outcome()
            assert outcome.decision == "refused"
            mutants.append({"summary": outcome.reason})
    mutants.append({"summary": "(at): fact 3 is not of the kind all: take an instance"})
    numbers_of, names_of = counted({"claims": [{"id": "t.a", "evidence": [{"mutants": mutants}]}]})
    assert numbers_of == {"t.a": 1}
    assert names_of["t.a"] >= 5
