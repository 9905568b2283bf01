"""The statistics of black-box audits against exact enumeration."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, norm

from workbench.audit.coins import Counts, coin_detectable, coin_lower, guesses_needed
from workbench.audit.judging import bound, can_refute, draws_needed
from workbench.audit.two_binomials import BinomialTest as ExactTest
from workbench.audit.two_binomials import exact_detectable, exact_lower
from workbench.errors import ParameterError

SETTINGS = [(0.02, 0.5, 1), (0.1, 0.5, 2), (0.05, 0.25, 1)]  # delta, coin, sides


def hockey_stick(p, q, epsilon):
    return float(np.clip(p - math.exp(epsilon) * q, 0, None).sum())


@given(
    seed=st.integers(0, 10**6),
    epsilon=st.floats(0, 3),
    coin=st.sampled_from([0.0625, 0.25, 0.5]),
    sides=st.sampled_from([1, 2]),
)
def test_claim_about_guesses_holds_for_every_rule(seed, epsilon, coin, sides):
    """P(right) <= odds e^epsilon P(wrong) + delta share, for random laws and random rules."""
    rng = np.random.default_rng(seed)
    p, q = rng.dirichlet(np.full(6, 0.3), size=2)
    delta = max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon))
    rule = rng.integers(-1, 2, size=6) if sides == 2 else rng.integers(0, 2, size=6) * 2 - 1
    if sides == 2:
        coin = 0.5
    guess_p, guess_q = rule == 1, (rule == 0) & (sides == 2)
    a = coin * p[guess_p].sum() + (1 - coin) * q[guess_q].sum()
    b = (1 - coin) * q[guess_p].sum() + coin * p[guess_q].sum()
    counts = Counts(0, 0, 1, sides, coin)
    assert a <= counts.odds * math.exp(epsilon) * b + delta * counts.share + 1e-12


def test_claim_about_guesses_is_attained():
    """With half of the share of delta, or without the odds, it would be false."""
    p, q = np.array([0.6, 0.4, 0.0]), np.array([0.0, 0.4, 0.6])
    delta = hockey_stick(p, q, 0.0)
    for coin, sides in ((0.5, 2), (0.25, 1)):
        counts = Counts(0, 0, 1, sides, coin)
        a = coin * p[0] + (sides == 2) * (1 - coin) * q[2]
        assert a == pytest.approx(delta * counts.share)


@pytest.mark.parametrize("counts", [(7, 3, 0.5), (20, 0, 0.5), (55, 5, 0.25), (3, 9, 0.125)])
def test_coin_bound_is_exact(counts):
    """The bound's own odds are refuted at level alpha, slightly larger ones are not."""
    right, wrong, coin = counts
    found = Counts(right, wrong, 100, 1, coin)
    alpha = 0.05
    theta = 1 / (1 + math.exp(-coin_lower(found, alpha=alpha)) / found.odds)

    def tail(share):
        n, t = right + wrong, Fraction(share)
        return sum(math.comb(n, k) * t**k * (1 - t) ** (n - k) for k in range(right, n + 1))

    if coin_lower(found, alpha=alpha) == 0:
        assert tail(found.odds / (1 + found.odds)) > alpha
    else:
        assert alpha * (1 - 1e-6) < tail(theta) <= alpha
        assert tail(theta * (1 + 1e-6)) > alpha


def test_no_guess_no_bound():
    assert coin_lower(Counts(0, 0, 5), alpha=0.1) == 0.0
    assert coin_lower(Counts(0, 4, 5), alpha=0.1) == 0.0
    assert exact_lower(Counts(0, 0, 500), delta=0.1, alpha=0.1, pilot=0.0) == 0.0


@pytest.mark.parametrize("epsilon", [0.0, 0.5, 3.0, 8.0])
@pytest.mark.parametrize("coin", [0.5, 0.125])
def test_guesses_needed_is_the_least(epsilon, coin):
    odds = coin / (1 - coin)
    n = guesses_needed(epsilon, alpha=0.01, odds=odds)
    assert coin_lower(Counts(n, 0, n, 1, coin), alpha=0.01) > epsilon
    assert coin_lower(Counts(n - 1, 0, n, 1, coin), alpha=0.01) <= epsilon


def test_coin_power_is_exact():
    """At the stated epsilon the claim is refuted with probability 0.95, by direct summation."""
    counts = Counts(300, 100, 1000)
    least = coin_detectable(counts, 1.0, alpha=0.01)
    refuting = [k for k in range(401) if coin_lower(Counts(k, 400 - k, 1000), alpha=0.01) > 1.0]
    power = binom.pmf(refuting, 400, 1 / (1 + math.exp(-least))).sum()
    assert power == pytest.approx(0.95, abs=1e-9)
    assert coin_detectable(Counts(5, 5, 10), 5.0, alpha=0.01) == math.inf


def trinomial(n, a, b):
    """Probabilities of (right, wrong), shape (n + 1, n + 1)."""
    x, y = np.arange(n + 1)[:, None], np.arange(n + 1)[None, :]
    return binom.pmf(y, n, b) * binom.pmf(x, np.maximum(n - y, 0), a / (1 - b)) * (x + y <= n)


@pytest.mark.parametrize(("delta", "coin", "sides"), SETTINGS)
@pytest.mark.parametrize("pilot", [0.0, 1.0, 3.0])
def test_exact_test_has_its_level(delta, coin, sides, pilot):
    """Every outcome of 16 draws, every nuisance on a grid: false alarms stay below alpha."""
    n, epsilon, alpha = 16, 0.4, 0.1
    rejected = np.zeros((n + 1, n + 1), dtype=bool)
    for x in range(n + 1):
        for y in range(n + 1 - x):
            test = ExactTest(Counts(x, y, n, sides, coin), delta=delta, pilot=pilot)
            rejected[x, y] = test.rejects(epsilon, alpha=alpha)
    assert rejected.any()
    counts = Counts(0, 0, n, sides, coin)
    worst = 0.0
    for b in np.linspace(0, 1, 101)[:-1]:
        a = min(counts.odds * math.exp(epsilon) * b + delta * counts.share, 1 - b)
        worst = max(worst, float(trinomial(n, a, b)[rejected].sum()))
    assert alpha / 10 < worst <= alpha


@pytest.mark.parametrize(("delta", "coin", "sides"), SETTINGS)
def test_chance_is_an_upper_bound_and_close(delta, coin, sides):
    """Against the sum over all outcomes of 40 draws."""
    n = 40
    test = ExactTest(Counts(14, 3, n, sides, coin), delta=delta, pilot=1.0)
    x, y = np.arange(n + 1)[:, None], np.arange(n + 1.0)
    extreme = x >= test.critical(y)[None, :]
    assert extreme[14, 3]
    assert not extreme[13, 3]
    for a, b in [(0.2, 0.05), (0.3, 0.1), (0.05, 0.3)]:
        brute = float(trinomial(n, a, b)[extreme].sum())
        value = float(test.chance(np.array([a]), np.array([b]), tail=1e-9)[0])
        assert brute <= value <= brute * (1 + 1e-9) + 1e-8


@given(
    right=st.integers(0, 400),
    wrong=st.integers(0, 100),
    pilot=st.floats(0, 5),
    delta=st.sampled_from([1e-6, 1e-2, 0.3]),
)
def test_exact_bound_is_monotone(right, wrong, pilot, delta):
    """One rejected epsilon rejects the smaller ones; a larger delta is a weaker claim."""
    counts = Counts(right, wrong, 500, 2)
    lower = exact_lower(counts, delta=delta, alpha=0.05, pilot=pilot)
    test = ExactTest(counts, delta=delta, pilot=pilot)
    assert 0 <= lower < 20
    if lower > 0:
        assert all(test.rejects(e, alpha=0.05) for e in np.linspace(0, lower, 5))
    assert not test.rejects(lower + 0.5, alpha=0.05)


def test_exact_test_beats_two_clopper_pearson_bounds():
    """The unit Gaussian shift at delta = 0.01 with 50,000 draws: two intervals certify 1.86."""
    n, cut = 50_000, 2.7
    a, b = norm.sf(cut - 1), norm.sf(cut)
    counts = Counts(round(n * a), round(n * b), n, 2)
    truth = 2.318
    lower = exact_lower(counts, delta=0.01, alpha=0.01, pilot=2.1)
    assert 2.05 < lower < truth


def test_power_of_the_exact_test_is_about_right():
    """Simulated at the stated epsilon: about 95 rejections of 100."""
    n, epsilon, delta, alpha = 20_000, 1.0, 0.01, 0.05
    counts = Counts(1500, 300, n, 2)
    least = exact_detectable(counts, epsilon, delta=delta, alpha=alpha)
    share = counts.guesses / n  # a + b, with a = e^least b + delta
    b = (share - delta) / (1 + math.exp(least))
    a = share - b
    rng = np.random.default_rng(0)
    hits = 0
    for x, y, _ in rng.multinomial(n, [a, b, 1 - a - b], size=100):
        test = ExactTest(Counts(int(x), int(y), n, 2), delta=delta, pilot=1.0)
        hits += test.rejects(epsilon, alpha=alpha)
    assert 85 <= hits <= 100


@pytest.mark.parametrize("delta", [0.0, 1e-4])
def test_draws_needed_is_enough_and_not_far_too_much(delta):
    counts = Counts(20, 0, 400)
    setting = {"delta": delta, "alpha": 0.01, "pilot": 6.0}
    assert not can_refute(counts, 6.0, **setting)
    needed = draws_needed(counts, 6.0, delta=delta, alpha=0.01)
    more = Counts(needed // 20, 0, needed)
    assert bound(more, **setting) > 6.0
    less = Counts(needed // 40, 0, needed // 2)
    assert bound(less, **setting) <= 6.0


def test_no_number_of_draws_is_said():
    assert draws_needed(Counts(0, 0, 9), 1.0, delta=0.0, alpha=0.1) == 8
    assert draws_needed(Counts(9, 0, 9), 900.0, delta=0.0, alpha=0.1) is None
    counts = Counts(4, 0, 400)  # guesses on 1 draw in 100, delta explains that away
    assert draws_needed(counts, 1.0, delta=0.5, alpha=0.1) is None


@pytest.mark.parametrize(
    "numbers", [(3, 3, 5, 1, 0.5), (-1, 3, 5, 1, 0.5), (1, 1, 5, 3, 0.5), (1, 1, 5, 2, 0.25)]
)
def test_impossible_counts_are_refused(numbers):
    with pytest.raises(ParameterError, match="counts"):
        Counts(*numbers)
