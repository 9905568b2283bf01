"""Steps that are bounded given the past: nothing false is accepted, planted faults are found."""

import random
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from tests.campaigns.faults_theorems import always
from tests.campaigns.increments import DRAFTS, SHARES, false_norm, false_peak, false_tail
from workbench.rigor.check import copies
from workbench.rigor.check.numbers import put
from workbench.rigor.check.theorem import proof, rules
from workbench.rigor.check.theorem.scope import Scope
from workbench.rigor.check.theorem.terms import Terms

increments = copies.increments


def test_no_false_tail_is_accepted() -> None:
    told = [false_tail(random.Random(seed)) for seed in range(160)]
    assert sum(ok for ok, _ in told) >= 10
    assert [world for _, world in told if world is not None] == []


def test_no_false_largest_square_is_accepted() -> None:
    assert [false_peak(number) for number in range(len(DRAFTS))] == [
        (number == 0, None) for number in range(len(DRAFTS))
    ]


def test_no_false_bound_of_a_norm_is_accepted() -> None:
    assert [false_norm(share) for share in SHARES] == [(True, None), (False, None), (False, None)]


def with_twice_the_exponent(scope: Any, step: Any) -> Any:
    """The tail falls twice as fast."""
    left, op, right = increments(scope, step)
    return [left, op, ["*", right, right]]


def with_steps_in_intervals_of_their_size(scope: Any, step: Any) -> Any:
    """An interval from -size to size is believed to be as long as the size."""
    left, op, (_, power) = increments(scope, step)
    return [left, op, ["exp", ["*", ["q", "4"], power]]]


def with_a_quarter_of_the_squares(scope: Any, step: Any) -> Any:
    """The same of a largest square."""
    left, op, [_, [*parts, [_, order, spread]], square] = increments(scope, step)
    return [left, op, ["^", [*parts, ["root", order, ["*", ["q", "1/4"], spread]]], square]]


def of_one_entry(scope: Any, step: Any) -> Any:
    """The largest of many entries is bounded as one entry is."""
    left, op, right = increments(scope, step)
    return [left, op, put(right, {scope.terms.symbols[step["along"]]["size"]: ["q", "1"]})]


def around_any_mean(scope: Any, step: Any) -> Any:
    """Points of which no mean is told are believed to have that of their entry of x."""
    told = dict(scope.terms.symbols[step["draw"]])
    told["mean"] = told["mean"] or ["at", "x", ["v", told["index"]]]
    with patch.dict(scope.terms.symbols, {step["draw"]: told}):
        return increments(scope, step)


def with_half_of_the_square(scope: Any, step: Any) -> Any:
    """A norm is at most the quarter of a square and a number."""
    left, op, right = rules.middle(scope, step)
    return [left, op, ["*", ["q", "1/2"], right]]


def inside(rule: Callable[..., Any], name: str = "increments") -> Any:
    return patch.dict(proof.RULES, {name: rule})


TAILS = {
    "twice the exponent": inside(with_twice_the_exponent),
    "intervals of half the length": inside(with_steps_in_intervals_of_their_size),
    "any mean": inside(around_any_mean),
    "all is known before": patch.object(Terms, "known_before", always),
    "nothing is asked": patch.object(Scope, "known", always),
    "a level of any sign": patch.object(Terms, "nonnegative", always),
}
LARGEST = {
    "a quarter of the squares": inside(with_a_quarter_of_the_squares),
    "one entry for all": inside(of_one_entry),
    "any mean": inside(around_any_mean),
}


@pytest.mark.parametrize("fault", TAILS)
def test_a_planted_fault_is_found(fault: str) -> None:
    with TAILS[fault]:
        assert any(false_tail(random.Random(seed))[1] is not None for seed in range(400))


@pytest.mark.parametrize("fault", LARGEST)
def test_a_planted_fault_of_largest_squares_is_found(fault: str) -> None:
    with LARGEST[fault]:
        assert any(false_peak(number)[1] is not None for number in range(len(DRAFTS)))


def test_a_planted_fault_of_norms_is_found() -> None:
    with inside(with_half_of_the_square, "middle"):
        assert any(false_norm(share)[1] is not None for share in SHARES)
