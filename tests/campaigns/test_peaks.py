"""Largest entries at averages: nothing false is accepted, and planted faults are found."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from tests.campaigns.faults_theorems import always
from tests.campaigns.peaks import DRAFTS, false_peak
from workbench.rigor.check import copies
from workbench.rigor.check.numbers import put
from workbench.rigor.check.theorem import proof
from workbench.rigor.check.theorem.scope import Scope

differences = copies.differences


def test_nothing_false_is_accepted() -> None:
    assert [false_peak(number) for number in range(len(DRAFTS))] == [
        (number == 0, None) for number in range(len(DRAFTS))
    ]


def with_half_of_the_spread(scope: Any, step: Any) -> Any:
    """The root that bounds the mean of the largest of the tails is half as large."""
    left, op, [_, [*parts, [_, order, spread]], square] = differences(scope, step)
    return [left, op, ["^", [*parts, ["root", order, ["*", ["q", "1/4"], spread]]], square]]


def of_one_entry(scope: Any, step: Any) -> Any:
    """The largest of many entries is bounded as one entry is."""
    left, op, right = differences(scope, step)
    return [left, op, put(right, {scope.terms.symbols[step["along"]]["size"]: ["q", "1"]})]


def of_any_points(scope: Any, step: Any) -> Any:
    """Points of which the mean alone is known are believed to be vertices."""
    told = {name: {**scope.terms.symbols[name], "law": ["vertices", ["q", "1"]]}
            for name, *_ in step["drawn"]}  # fmt: skip
    with patch.dict(scope.terms.symbols, told):
        return differences(scope, step)


def inside(rule: Callable[..., Any]) -> Any:
    return patch.dict(proof.RULES, {"differences": rule})


FAULTS = {
    "half of the spread": inside(with_half_of_the_spread),
    "one entry for all": inside(of_one_entry),
    "any points for vertices": inside(of_any_points),
    "nothing is asked": patch.object(Scope, "known", always),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    with FAULTS[fault]:
        assert any(false_peak(number)[1] is not None for number in range(len(DRAFTS)))
