"""Averages of independent points: nothing false is accepted, and planted faults are found."""

import random
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from tests.campaigns.exchanges import false_exchange
from tests.campaigns.faults_theorems import always, nothing
from workbench.rigor.check import copies
from workbench.rigor.check.numbers import put
from workbench.rigor.check.theorem import proof
from workbench.rigor.check.theorem.vectors import Vectors


def test_nothing_false_is_accepted() -> None:
    told = [false_exchange(random.Random(seed)) for seed in range(80)]
    assert sum(ok for ok, _ in told) >= 10
    assert [world for _, world in told if world is not None] == []


exchange = copies.exchange


def with_half_of_what_is_shown(scope: Any, step: Any) -> Any:
    """Half of the bound is believed."""
    left, op, right = exchange(scope, step)
    return [left, op, ["*", ["q", "1/2"], right]]


def with_one_point_more(scope: Any, step: Any) -> Any:
    """The average is believed to have one point more: the bound at K + 1."""
    fact = exchange(scope, step)
    return [fact[0], fact[1], put(fact[2], {"K": ["+", ["v", "K"], ["q", "1"]]})]


def without_the_points(scope: Any, step: Any) -> Any:
    """Nothing is shown of the points."""
    with patch.object(scope, "show", nothing):
        return exchange(scope, step)


def inside(rule: Callable[..., Any]) -> Any:
    return patch.dict(proof.RULES, {"exchange": rule})


FAULTS = {
    "an average may meet what knows its points": patch.object(Vectors, "known_before", always),
    "half of the bound": inside(with_half_of_what_is_shown),
    "one point more": inside(with_one_point_more),
    "nothing is shown inside": inside(without_the_points),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    with FAULTS[fault]:
        assert any(false_exchange(random.Random(seed))[1] is not None for seed in range(400))
