"""Sums of vectors and averages: nothing false is accepted, and planted faults are found."""

import random
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from tests.campaigns import averages
from tests.campaigns.faults_geometries import end_one_later, ends_anywhere
from workbench.rigor.check.numbers import Numbers
from workbench.rigor.check.theorem.vectors import Vectors as Sums

Judge = Callable[[random.Random], tuple[bool, Any]]


def found(judge: Judge, seeds: range) -> tuple[int, list[Any]]:
    """How many drafts are accepted, and the false ones among them."""
    told = [judge(random.Random(seed)) for seed in seeds]
    return sum(ok for ok, _ in told), [world for _, world in told if world is not None]


@pytest.mark.parametrize("judge", [averages.false_equation, averages.false_membership])
def test_nothing_false_is_accepted(judge: Judge) -> None:
    accepted, false = found(judge, range(60))
    assert accepted >= 5
    assert not false


def always(*_: Any) -> bool:
    return True


def weighs_one(*_: Any) -> Any:
    """The weights of a sum add up to 1, wherever it ends."""
    return ["q", "1"]


FAULTS: dict[str, tuple[Judge, Any]] = {
    "the ends of a sum do not count": (
        averages.false_equation, patch.object(Sums, "_end", ends_anywhere)),
    "single terms are those after": (
        averages.false_equation, patch.object(Sums, "_end", end_one_later)),
    "every weight is at least 0": (
        averages.false_membership, patch.object(Numbers, "nonnegative", always)),
    "the weights of a sum add up to 1": (
        averages.false_membership, patch.object(Sums, "summed", weighs_one)),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    judge, broken = FAULTS[fault]
    with broken:
        assert any(judge(random.Random(seed))[1] is not None for seed in range(400))
