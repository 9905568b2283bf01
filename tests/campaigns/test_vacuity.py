"""Hypotheses can be met where they are taken, cannot where they are refused; faults are found."""

import random
from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from tests.campaigns.faults_theorems import always, never, nothing
from tests.campaigns.vacuity import (
    false_hypothesis,
    false_refusal,
    missed_contradiction,
    missed_law,
    wrong_matrix,
)
from workbench.rigor.check import contradictions, fuel, vacuous
from workbench.rigor.check.theorem import scope

SEEDS = range(150)


@pytest.fixture(autouse=True)
def nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a checker with a fault has worked out is for no other, nor the reverse."""
    monkeypatch.setattr(fuel, "_KNOWN", OrderedDict())


def test_what_is_taken_of_draws_can_be_met() -> None:
    told = [false_hypothesis(random.Random(seed)) for seed in range(400)]
    assert sum(ok for ok, _ in told) >= 80
    assert [world for _, world in told if world is not None] == []


@pytest.mark.parametrize("draft", [missed_contradiction, missed_law, false_refusal, wrong_matrix])
def test_contradictions_are_refused_and_nothing_else(
    draft: Callable[[random.Random], str | None],
) -> None:
    assert [why for seed in SEEDS if (why := draft(random.Random(seed)))] == []


def no_rows(*_: Any) -> dict[str, Any]:
    """No equation is put in."""
    return {}


def nothing_known(*_: Any) -> contradictions.Row:
    """A square, or a product of two bounds, says nothing."""
    return {}, contradictions.fmpq(0), False


def of_one_side(m: Any, above: Any, below: Any) -> contradictions.Row:
    """An inequality is added to another one with the wrong factor."""
    row, constant, strict = WITHOUT(m, above, below)
    return row, constant - 1, strict


def as_an_inequality(terms: Any, form: Any, drops: str = "") -> Any:
    """What is left where all is 0 is looked at only where the relation is an equation."""
    return THERE(terms, form, drops) if not drops else ["q", "0"]


def undivided(a: Any, b: Any, c: Any, _: Any) -> Any:
    """What elimination leaves of a number, but for the pivot."""
    return LESS(a, b, c, ["q", "1"])


def hypothesis(rng: random.Random) -> str | None:
    return false_hypothesis(rng)[1]


WITHOUT, THERE, LESS = contradictions._without, scope._there, vacuous._less
FAULTS: dict[str, tuple[Callable[[random.Random], str | None], Any]] = {
    "points of a simplex and draws in it are 0": (
        hypothesis, patch.object(scope, "_vanishes", always)),
    "inequalities hold where all is 0": (
        hypothesis, patch.object(scope, "_there", as_an_inequality)),
    "whatever an atom is, it is 0": (hypothesis, patch.object(scope, "_is_0", always)),
    "nothing contradicts": (missed_contradiction, patch.object(vacuous, "contradictory", never)),
    "no equation is put in": (missed_contradiction, patch.object(vacuous, "_solved", no_rows)),
    "squares say nothing": (
        missed_law, patch.object(contradictions, "_square", nothing_known)),
    "products of bounds say nothing": (
        missed_contradiction, patch.object(contradictions, "_product", nothing_known)),
    "a combination is stronger than its parts": (
        false_refusal, patch.object(contradictions, "_without", of_one_side)),
    "no matrix is negative": (wrong_matrix, patch.object(vacuous, "_negative_somewhere", never)),
    "nothing is divided by a pivot": (wrong_matrix, patch.object(vacuous, "_less", undivided)),
    "a matrix has no minors": (missed_contradiction, patch.object(vacuous, "_minors", nothing)),
    "means are those of any law": (missed_law, patch.object(vacuous, "contradictory", never)),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    draft, planted = FAULTS[fault]
    with planted:
        assert any(draft(random.Random(seed)) for seed in range(600))
