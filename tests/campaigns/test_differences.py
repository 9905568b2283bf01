"""Tails of averages of vertices: nothing false is accepted, and planted faults are found."""

import random
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from tests.campaigns.differences import false_tail
from tests.campaigns.faults_theorems import always
from workbench.rigor.check import copies
from workbench.rigor.check.theorem import proof
from workbench.rigor.check.theorem.scope import Scope
from workbench.rigor.check.theorem.terms import Terms


def test_nothing_false_is_accepted() -> None:
    told = [false_tail(random.Random(seed)) for seed in range(160)]
    assert sum(ok for ok, _ in told) >= 10
    assert [world for _, world in told if world is not None] == []


differences = copies.differences


def with_twice_the_exponent(scope: Any, step: Any) -> Any:
    """The tail falls twice as fast."""
    left, op, right = differences(scope, step)
    return [left, op, ["*", right, right]]


def with_half_of_what_is_shown(scope: Any, step: Any) -> Any:
    """Differences of half the size are believed: the exponent is four times as large."""
    left, op, (_, power) = differences(scope, step)
    return [left, op, ["exp", ["*", ["q", "4"], power]]]


def inside(rule: Callable[..., Any]) -> Any:
    return patch.dict(proof.RULES, {"differences": rule})


FAULTS = {
    "twice the exponent": inside(with_twice_the_exponent),
    "half of the differences": inside(with_half_of_what_is_shown),
    "nothing is asked": patch.object(Scope, "known", always),
    "a level of any sign": patch.object(Terms, "nonnegative", always),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    with FAULTS[fault]:
        assert any(false_tail(random.Random(seed))[1] is not None for seed in range(400))
