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
from workbench.rigor.check.theorem import proof, rules
from workbench.rigor.check.theorem.scope import Scope
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


def limit_of_any_rest(scope: Any, step: Any, show: Callable[..., None]) -> Any:
    """The rest may know the index, and grow."""
    (left, op, right), index = step["conclusion"], step["index"]
    inner = Scope(scope.terms.within(natural(index, 1)), scope.prove)
    inner.facts = list(scope.facts)
    show("limit", inner, step["steps"], [left, op, ["+", right, ["/", step["rest"], ["v", index]]]])
    return [left, op, right]


def further(scope: Any, step: Any, show: Callable[..., None]) -> Any:
    """A response is believed to be twice as far below all others."""

    def kept(name: str, inner: Any, steps: Any, claimed: Any) -> None:
        near = inner.facts[-1][0][2][2][2]
        near[1] = ["*", ["q", "2"], near[1]]
        show(name, inner, steps, claimed)

    return best(scope, step, kept)


best = copies._best


def in_rules(name: str, rule: Callable[..., Any]) -> Any:
    return patch.dict(copies.INSIDE, {name: rule})


def put_in(name: str, rule: Callable[..., Any]) -> Any:
    return patch.dict(proof._INSIDE, {name: rule})


def for_rule(name: str, rule: Callable[..., Any]) -> Any:
    return patch.dict(rules.RULES, {name: rule})


FAULTS: dict[str, tuple[Callable[[random.Random], tuple[bool, Any]], Any]] = {
    "a draw may meet itself": (false_copy, patch.object(Vectors, "known_before", always)),
    "a copy counts half": (false_copy, for_rule("copied", twice(copies.copied))),
    "vertices differ half as often": (false_distance, for_rule("unequal", twice(copies.unequal))),
    "a rest may grow": (false_distance, put_in("limit", limit_of_any_rest)),
    "nothing is shown inside": (
        false_distance,
        put_in("limit", lambda scope, step, _: copies._limit(scope, step, nothing)),
    ),
    "a response is better than it is": (false_condition, in_rules("best", further)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    judge, planted = FAULTS[fault]
    with planted:
        assert any(judge(random.Random(seed))[1] is not None for seed in range(200))
