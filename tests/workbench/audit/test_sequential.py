"""The e-process: a supermartingale by enumeration, monotone, and a bound at every look."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from tests.workbench.audit.strangers import laplace, randomised_response
from workbench import audit
from workbench.audit.coins import Counts
from workbench.audit.sequential import (
    STAKES,
    log_wealth,
    refutes,
    sequential_detectable,
    sequential_lower,
)

CLAIMS = [(0.0, 0.0, 0.5, 2), (1.0, 0.0, 0.5, 2), (1.0, 0.1, 0.5, 2), (2.0, 0.05, 0.125, 1)]


def naive(counts, epsilon, claim, delta):
    """The mean wealth of the gamblers, one multiplication per draw."""
    shift = delta * counts.share
    total = 0.0
    for share in STAKES:
        stake = share / (counts.odds * math.exp(claim) + shift)
        wealth = 1.0
        for _ in range(counts.correct):
            wealth *= 1 + stake * (1 - shift)
        for _ in range(counts.wrong):
            wealth *= 1 - stake * (counts.odds * math.exp(epsilon) + shift)
        for _ in range(counts.draws - counts.guesses):
            wealth *= 1 - stake * shift
        total += wealth
    return total / len(STAKES)


@pytest.mark.parametrize(("epsilon", "delta", "coin", "sides"), CLAIMS)
def test_wealth_is_that_of_gamblers_who_bet_draw_by_draw(epsilon, delta, coin, sides):
    counts = Counts(14, 3, 40, sides, coin)
    for target in (0.0, epsilon / 2, epsilon):
        found = log_wealth(counts, target, claim=epsilon, delta=delta)
        exact = math.log(naive(counts, target, epsilon, delta))
        assert exact - 1e-9 <= found <= exact


@pytest.mark.parametrize(("epsilon", "delta", "coin", "sides"), CLAIMS)
def test_no_early_stopping_helps_under_the_claim(epsilon, delta, coin, sides):
    """Optimal stopping by dynamic programming: alarms in 20 draws at most with chance alpha.

    At the boundary a = r b + D; every look is allowed.
    """
    alpha, draws = 0.2, 20
    probe = Counts(0, 0, 1, sides, coin)
    r, shift = probe.odds * math.exp(epsilon), delta * probe.share
    for b in (0.05, (1 - shift) / (1 + r)):
        chance = (r * b + shift, b, max(0.0, 1 - b - r * b - shift))
        alive, alarms = {(0, 0): 1.0}, 0.0
        for n in range(1, draws + 1):
            after: dict[tuple[int, int], float] = {}
            for (x, y), p in alive.items():
                for step, q in zip(((1, 0), (0, 1), (0, 0)), chance, strict=True):
                    key = x + step[0], y + step[1]
                    after[key] = after.get(key, 0.0) + p * q
            alive = {}
            for (x, y), p in after.items():
                counts = Counts(x, y, n, sides, coin)
                if refutes(counts, epsilon, claim=epsilon, delta=delta, alpha=alpha):
                    alarms += p
                else:
                    alive[x, y] = p
        assert 0 < alarms <= alpha


def test_the_sum_of_chances_would_notice_wealth_without_a_price():
    """The same sum exceeds alpha for the likelihood of the best stake in hindsight."""
    r, alpha, alarms = math.e, 0.2, 0.0
    alive = {(0, 0): 1.0}
    for _ in range(60):
        after: dict[tuple[int, int], float] = {}
        for (x, y), p in alive.items():
            after[x + 1, y] = after.get((x + 1, y), 0.0) + p * r / (1 + r)
            after[x, y + 1] = after.get((x, y + 1), 0.0) + p / (1 + r)
        alive = {}
        for (x, y), p in after.items():
            stakes = STAKES / r
            best = (x * np.log1p(stakes) + y * np.log1p(-stakes * r)).max()
            if best >= -math.log(alpha):
                alarms += p
            else:
                alive[x, y] = p
    assert alarms > alpha


def test_one_draw_multiplies_the_wealth_by_at_most_one_in_the_mean():
    """In rational numbers, for every stake allowed: (1 + l (a - r b - D)) with a = r b + D."""
    for r, shift, b in itertools.product(
        (Fraction(1, 3), Fraction(2), Fraction(7)),
        (Fraction(0), Fraction(1, 9)),
        (Fraction(1, 50),),
    ):
        a = r * b + shift
        for share in (Fraction(1, 7), Fraction(1)):
            stake = share / (r + shift)
            mean = (
                a * (1 + stake * (1 - shift))
                + b * (1 - stake * (r + shift))
                + (1 - a - b) * (1 - stake * shift)
            )
            assert mean == 1


@pytest.mark.parametrize("counts", [Counts(30, 2, 50), Counts(60, 0, 60), Counts(200, 70, 900)])
@pytest.mark.parametrize("delta", [0.0, 0.01])
def test_the_bound_is_where_the_wealth_crosses(counts, delta):
    lower = sequential_lower(counts, claim=1.0, delta=delta, alpha=0.05)
    assert 0 < lower < 10
    assert refutes(counts, lower, claim=1.0, delta=delta, alpha=0.05)
    assert not refutes(counts, lower + 1e-6, claim=1.0, delta=delta, alpha=0.05)
    grid = [log_wealth(counts, e, claim=1.0, delta=delta) for e in np.linspace(0, 8, 50)]
    assert all(a >= b for a, b in itertools.pairwise(grid))


def test_no_news_is_no_bound():
    assert sequential_lower(Counts(0, 0, 10), claim=1.0, delta=0.0, alpha=0.05) == 0.0
    assert log_wealth(Counts(9, 0, 9), 400.0, claim=0.0, delta=0.0) == -math.inf


def test_detectable_is_the_least_that_is_seen():
    counts = Counts(100, 30, 400)
    least = sequential_detectable(counts, 1.0, delta=0.0, alpha=0.05)
    assert 1.0 < least < 3.0
    assert sequential_detectable(Counts(2, 1, 9), 5.0, delta=0.0, alpha=0.05) == math.inf


def test_a_gross_violation_stops_early_and_can_be_rechecked():
    found = audit.black_box(
        randomised_response, 0, 1, epsilon=0.3, samples=1_000_000, sequential=True
    )
    assert found.verdict == "violation"
    assert found.used < 1_000 < found.samples
    assert 0.3 < found.epsilon_lower <= 1.0
    again = audit.recheck(found.to_json())
    assert (again.verdict, again.epsilon_lower) == (found.verdict, found.epsilon_lower)
    assert "sequential=True" in found.reproduce
    assert f"{found.used} of at most 1000000 samples" in str(found)


def test_a_leak_takes_a_hundred_draws():
    """Half of the budget of an earlier version's first look; ten seeds."""
    for seed in range(10):
        found = audit.black_box(
            lambda x, size, rng: np.full(size, x),
            0,
            1,
            epsilon=1.0,
            samples=1_000_000,
            sequential=True,
            seed=seed,
        )
        assert found.verdict == "violation"
        assert found.used < 150


def test_the_rule_guesses_only_draws_that_come_after_it():
    """Every rule of a sequential audit has its own counts, and they add up to the total."""
    found = audit.black_box(laplace, 0.0, 1.0, epsilon=0.9, samples=3_000, sequential=True)
    assert len(found.witness) > 4
    assert found.counts.guesses == sum(e.on_dataset + e.on_neighbour for e in found.witness)
    assert found.counts.coin == 0.5
    assert 1 <= len(found.last) <= 2
    assert audit.recheck(found.to_json()).verdict == found.verdict


def test_without_a_violation_all_draws_are_used():
    found = audit.black_box(laplace, 0.0, 1.0, epsilon=1.0, samples=100_000, sequential=True)
    assert found.verdict == "no violation found"
    assert found.used == found.samples
    assert 0.9 < found.epsilon_lower <= 1.0
    assert "would have refuted" in found.power


def test_too_few_draws_are_called_underpowered():
    found = audit.black_box(laplace, 0.0, 1.0, epsilon=3.0, samples=100, sequential=True)
    assert found.verdict == "underpowered"
    assert "at least samples = " in found.power
    needed = int(found.power.split("samples = ")[1].split()[0])
    assert needed > 100


def test_false_alarms_at_the_boundary_are_rare():
    """30 audits, looking at will, of a claim that holds with equality; nominal level 0.05.

    At that level 9 alarms or more have probability 1.1e-5; here the seeds are fixed.
    """
    alarms = sum(
        audit.black_box(
            randomised_response,
            0,
            1,
            epsilon=1.0,
            samples=600,
            confidence=0.95,
            seed=seed,
            sequential=True,
        ).verdict
        == "violation"
        for seed in range(30)
    )
    assert alarms < 9
