"""Functions of two points: nothing false is accepted of them, and planted faults are found."""

import random
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from tests.campaigns.faults_theorems import always
from tests.campaigns.pairs import false_average, false_tangent
from workbench.rigor.check.theorem import proof, rules
from workbench.rigor.check.theorem.terms import Terms
from workbench.rigor.check.theorem.vectors import Vectors


@pytest.mark.parametrize(("judge", "drafts"), [(false_average, 8), (false_tangent, 60)])
def test_nothing_false_is_accepted(
    judge: Callable[[random.Random], tuple[bool, Any]], drafts: int
) -> None:
    told = [judge(random.Random(seed)) for seed in range(drafts)]
    assert sum(ok for ok, _ in told) >= 2
    assert [world for _, world in told if world is not None] == []


def saddle_of_any(scope: Any, step: Any) -> Any:
    """Any function of two points is taken to be convex in the first one."""
    with patch.object(scope.terms, "sort", lambda name: _sort(scope.terms, name)):
        return rules.saddle(scope, step)


def _sort(terms: Any, name: str) -> Any:
    found = Terms.sort(terms, name)
    return "saddle" if found == "pair" else found


FAULTS: dict[str, tuple[Callable[[random.Random], tuple[bool, Any]], Any]] = {
    "a pair is a saddle": (false_tangent, patch.dict(proof.RULES, {"saddle": saddle_of_any})),
    "what is drawn together is known": (
        false_average, patch.object(Vectors, "known_before", always)),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    judge, planted = FAULTS[fault]
    with planted:
        assert any(judge(random.Random(seed))[1] is not None for seed in range(60))
