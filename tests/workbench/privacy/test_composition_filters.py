"""Filters: the question comes before the draw, and adaptive adversaries gain nothing."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import ParameterError
from workbench.privacy import ConcentratedFilter, PrivacyFilter, PureFilter, zcdp_epsilon

REPLACE = "replace-one"


@given(
    costs=st.lists(st.floats(0, 0.6), min_size=1, max_size=40),
    epsilon=st.floats(0.1, 3),
    slack=st.floats(-8, -1).map(lambda e: 10**e),
)
def test_the_stopping_rule_counts_the_candidate(costs, epsilon, slack):
    """Against the rule itself: run step m iff the cost of all run steps and m fits."""
    payer = PrivacyFilter(epsilon=epsilon, delta=slack, neighbouring=REPLACE)
    squares = 0.0
    for cost in costs:
        with_it = squares + cost**2
        spent = math.sqrt(2 * math.log(1 / slack) * with_it) + with_it / 2
        affordable = bool(payer.affords(cost)[0])
        assert affordable == bool(payer.charge(cost)[0])
        if abs(spent - epsilon) > 1e-9 * epsilon:
            assert affordable == (spent < epsilon)
        squares += cost**2 if affordable else 0.0


def test_asking_records_nothing_and_a_refused_step_costs_nothing():
    payer = PrivacyFilter(epsilon=1.0, delta=1e-6, neighbouring=REPLACE)
    before = payer.remaining.copy()
    assert payer.affords(0.1)[0]
    assert not payer.charge(5.0)[0]
    np.testing.assert_array_equal(payer.remaining, before)
    assert payer.charge(0.1)[0]
    assert payer.remaining[0] < before[0]


def test_deltas_are_paid_from_what_the_slack_leaves():
    payer = PrivacyFilter(epsilon=1.0, delta=3e-6, slack=1e-6, neighbouring=REPLACE)
    assert payer.charge(0.01, 1.5e-6)[0]
    assert not payer.charge(0.01, 1e-6)[0]
    assert payer.charge(0.01, 4e-7)[0]
    whole = PrivacyFilter(epsilon=1.0, delta=1e-6, neighbouring=REPLACE)
    assert not whole.charge(0.01, 1e-12)[0]


def test_trials_are_independent_and_inactive_ones_pay_nothing():
    payer = PureFilter(epsilon=1.0, neighbouring=REPLACE, trials=3)
    ran = payer.charge(np.array([0.5, 0.5, 2.0]), active=np.array([True, False, True]))
    assert ran.tolist() == [True, False, False]
    assert payer.remaining.tolist() == pytest.approx([0.5, 1.0, 1.0])
    assert payer.affords(1.0).tolist() == [False, True, True]


def test_sums_never_round_in_favour_of_the_analyst():
    payer = PureFilter(epsilon=0.3, neighbouring=REPLACE)
    runs = sum(bool(payer.charge(0.1)[0]) for _ in range(5))
    assert runs == 2  # the float 0.1 exceeds 1/10, three of them exceed the float 0.3


def gap(rule, payer, depth, epsilon):
    """Exact delta of an adaptive game of randomized response, over all 2^depth transcripts.

    `rule` maps the answers so far (1 speaks for the first dataset, shape (transcripts, t)) to the
    cost that the adversary wants next; a step that the filter refuses is a fair coin.
    """
    answers = np.array(list(itertools.product((1, -1), repeat=depth)))
    log_p, log_q = np.zeros(len(answers)), np.zeros(len(answers))
    for t in range(depth):
        wish = rule(answers[:, :t])
        cost = wish if payer is None else np.where(payer.charge(wish), wish, 0.0)
        log_p -= np.logaddexp(0.0, -answers[:, t] * cost)
        log_q -= np.logaddexp(0.0, answers[:, t] * cost)
    return float((np.exp(log_p) - np.exp(epsilon + log_q)).clip(0).sum())


RULES = {
    "greedy": lambda past: np.where(past.sum(axis=1) >= 0, 0.12, 0.03),
    "cautious": lambda past: np.where(past.sum(axis=1) >= 0, 0.03, 0.12),
    "after luck": lambda past: np.where((past[:, -1:] > 0).any(axis=1), 0.2, 0.05),
    "steady": lambda past: np.full(past.shape[0], 0.1),
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("epsilon", [0.5, 1.5])
def test_adaptive_adversaries_stay_within_the_budget(rule, epsilon):
    delta, depth = 0.02, 14
    payer = PrivacyFilter(epsilon=epsilon, delta=delta, neighbouring=REPLACE, trials=2**depth)
    assert gap(RULES[rule], payer, depth, epsilon) <= delta


def test_without_the_filter_the_same_game_breaks_the_budget():
    assert gap(lambda past: np.full(past.shape[0], 0.4), None, 14, 0.5) > 0.02
    payer = PrivacyFilter(epsilon=0.5, delta=0.02, neighbouring=REPLACE, trials=2**14)
    assert gap(lambda past: np.full(past.shape[0], 0.4), payer, 14, 0.5) <= 0.02


def test_concentrated_filter_buys_what_the_conversion_sells():
    payer = ConcentratedFilter.for_budget(epsilon=1.0, delta=1e-5, neighbouring=REPLACE, trials=2)
    assert zcdp_epsilon(payer.rho, 1e-5) <= 1.0
    third = payer.rho / 3 * (1 - 1e-12)
    runs = [payer.charge(third).tolist() for _ in range(4)]
    assert runs == [[True, True]] * 3 + [[False, False]]


@pytest.mark.parametrize("cost", [-0.1, math.nan, math.inf, np.zeros(3)])
def test_costs_are_numbers_one_per_trial(cost):
    payer = PureFilter(epsilon=1.0, neighbouring=REPLACE, trials=2)
    with pytest.raises(ParameterError, match="epsilon"):
        payer.charge(cost)


def test_budget_and_relation_are_checked():
    with pytest.raises(ParameterError, match="neighbouring"):
        PureFilter(epsilon=1.0, neighbouring="somehow")
    with pytest.raises(ParameterError, match="slack"):
        PrivacyFilter(epsilon=1.0, delta=1e-6, slack=1e-5, neighbouring=REPLACE)
