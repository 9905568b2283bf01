"""Copies, vertices, limits and best responses: nothing false is accepted, and faults are found."""

import random
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from tests.campaigns.copies import (
    false_condition,
    false_copy,
    false_distance,
    false_response,
)
from tests.campaigns.faults_theorems import always, nothing
from workbench.rigor.check import copies
from workbench.rigor.check.numbers import natural
from workbench.rigor.check.theorem import proof
from workbench.rigor.check.theorem.vectors import Vectors

JUDGES = (false_copy, false_distance, false_response, false_condition)


@pytest.mark.parametrize("judge", JUDGES)
def test_nothing_false_is_accepted(judge: Callable[[random.Random], tuple[bool, Any]]) -> None:
    told = [judge(random.Random(seed)) for seed in range(60)]
    assert sum(ok for ok, _ in told) >= 5
    assert [world for _, world in told if world is not None] == []


def twice(rule: Callable[..., Any]) -> Callable[..., Any]:
    """The right side of a fact is believed to be half of it."""

    def made(scope: Any, step: Any) -> Any:
        left, op, right = rule(scope, step)
        return [left, op, ["*", ["q", "1/2"], right]]

    return made


def limit_of_any_rest(scope: Any, step: Any) -> Any:
    """The rest may know the index, and grow."""
    (left, op, right), index = step["conclusion"], step["index"]
    inner = scope.inside(natural(index, 1))
    more = ["+", right, ["/", step["rest"], ["v", index]]]
    scope.show("limit", inner, step["steps"], [left, op, more])
    return [left, op, right]


def further(scope: Any, step: Any) -> Any:
    """A response is believed to be twice as far below all others."""

    def kept(name: str, inner: Any, steps: Any, claimed: Any) -> None:
        near = inner.facts[-1][0][2][2][2]
        near[1] = ["*", ["q", "2"], near[1]]
        show(name, inner, steps, claimed)

    show = scope.show
    with patch.object(scope, "show", kept):
        return copies.best(scope, step)


def limit_of_nothing(scope: Any, step: Any) -> Any:
    """Nothing is shown inside."""
    with patch.object(scope, "show", nothing):
        return copies.limit(scope, step)


def for_rule(name: str, rule: Callable[..., Any]) -> Any:
    return patch.dict(proof.RULES, {name: rule})


FAULTS: dict[str, tuple[Callable[[random.Random], tuple[bool, Any]], Any]] = {
    "a draw may meet itself": (false_copy, patch.object(Vectors, "known_before", always)),
    "a copy counts half": (false_copy, for_rule("copied", twice(copies.copied))),
    "vertices differ half as often": (false_distance, for_rule("unequal", twice(copies.unequal))),
    "a rest may grow": (false_distance, for_rule("limit", limit_of_any_rest)),
    "nothing is shown inside": (false_distance, for_rule("limit", limit_of_nothing)),
    "a response is better than it is": (false_condition, for_rule("best", further)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    judge, planted = FAULTS[fault]
    with planted:
        assert any(judge(random.Random(seed))[1] is not None for seed in range(200))
