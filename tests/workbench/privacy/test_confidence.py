"""Confidence bounds: exact coverage by enumeration, and tightness, from both sides."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from workbench.errors import ParameterError
from workbench.privacy.confidence import (
    _bets,
    betting_lower,
    betting_upper,
    clopper_pearson_lower,
    clopper_pearson_upper,
    plan_cap,
    rounded_lower,
    truncated_mean_lower,
)


@given(n=st.integers(1, 200), data=st.data(), alpha=st.floats(1e-6, 0.4))
def test_clopper_pearson_is_the_inverted_binomial_test(n, data, alpha):
    k = data.draw(st.integers(0, n))
    interval = binomtest(k, n).proportion_ci(1 - 2 * alpha, method="exact")
    assert clopper_pearson_lower(k, n, alpha=alpha) == pytest.approx(interval.low, abs=1e-9)
    assert clopper_pearson_upper(k, n, alpha=alpha) == pytest.approx(interval.high, abs=1e-9)


@pytest.mark.parametrize("alpha", [0.05, 0.3])
def test_clopper_pearson_covers_exactly(alpha):
    n = 17
    lowers = np.array([clopper_pearson_lower(k, n, alpha=alpha) for k in range(n + 1)])
    for p in np.linspace(0.01, 0.99, 99):
        miss = binom.pmf(np.arange(n + 1), n, p)[lowers > p].sum()
        assert miss <= alpha


@pytest.mark.parametrize("alpha", [0.05, 0.4])
def test_betting_covers_exactly_on_all_binary_sequences(alpha):
    """Every one of the 2^9 sequences, for coins of every bias: no simulation involved."""
    sequences = np.array(list(product((0.0, 1.0), repeat=9)))
    lowers = np.array([betting_lower(s, alpha=alpha) for s in sequences])
    heads = sequences.sum(axis=1)
    for p in np.linspace(0.02, 0.98, 49):
        chance = p**heads * (1 - p) ** (9 - heads)
        assert chance[lowers > p].sum() <= alpha
    assert lowers.max() > 0.3  # and it is not empty


def test_betting_covers_exactly_on_three_values():
    sequences = np.array(list(product((0.0, 0.2, 1.0), repeat=6)))
    lowers = np.array([betting_lower(s, alpha=0.1) for s in sequences])
    for weights in ((0.6, 0.3, 0.1), (0.1, 0.8, 0.1), (0.45, 0.1, 0.45), (0.02, 0.9, 0.08)):
        p = np.array(weights)
        chance = np.prod(np.select([sequences == 0, sequences == 0.2], p[:2], p[2]), axis=1)
        assert chance[lowers > p @ (0.0, 0.2, 1.0)].sum() <= 0.1


@pytest.mark.parametrize(("shape", "closeness"), [((2, 5), 0.96), ((0.3, 6), 0.85)])
def test_betting_is_close_to_the_mean(shape, closeness):
    x = np.random.default_rng(0).beta(*shape, size=10_000)
    mean = shape[0] / sum(shape)
    assert closeness * mean < betting_lower(x, alpha=0.01) < mean
    assert mean < betting_upper(x, alpha=0.01) < mean + (1 - closeness) * mean
    crossed = rounded_lower(x, alpha=0.01, rng=np.random.default_rng(1))
    assert (closeness - 0.1) * mean < crossed < mean


@given(x=st.lists(st.floats(0, 1), min_size=2, max_size=30), data=st.data())
def test_a_bet_knows_nothing_of_its_own_round(x, data):
    """Changing round i and all later ones leaves the bets of rounds up to and including i alone."""
    i = data.draw(st.integers(0, len(x) - 1))
    other = np.array(x)
    other[i:] = data.draw(st.floats(0, 1))
    np.testing.assert_array_equal(_bets(np.array(x), 3.0)[: i + 1], _bets(other, 3.0)[: i + 1])


@given(x=st.lists(st.floats(0, 1), min_size=1, max_size=30), alpha=st.floats(0.001, 0.5))
def test_betting_stays_in_range_and_mirrors(x, alpha):
    low, high = betting_lower(x, alpha=alpha), betting_upper(x, alpha=alpha)
    assert high == 1 - betting_lower(1 - np.array(x), alpha=alpha)
    assert 0 <= low <= max(x)
    assert min(x) <= high <= 1


def test_more_confidence_is_a_lower_bound():
    x = np.random.default_rng(0).random(500)
    bounds = [betting_lower(x, alpha=a) for a in (1e-9, 1e-6, 1e-3, 0.1)]
    assert bounds == sorted(bounds)


def test_truncated_mean_of_a_heavy_tail():
    """Pareto with infinite variance: the bound stays below the mean and is not useless."""
    rng = np.random.default_rng(3)
    shape, n = 1.5, 20_000
    mean = 1 / (shape - 1)
    cap = plan_cap(rng.pareto(shape, 2000), alpha=1e-3, trials=n)
    assert 0.5 * mean < truncated_mean_lower(rng.pareto(shape, n), cap=cap, alpha=1e-3) < mean


def test_constant_samples():
    assert betting_lower(np.zeros(50), alpha=0.1) == 0
    assert betting_lower(np.ones(2000), alpha=0.01) > 0.99
    assert plan_cap(np.zeros(5), alpha=0.1, trials=10) == 1.0


@pytest.mark.statistical
def test_truncated_mean_covers_by_simulation():
    """Exponential errors: at nominal 0.1, 2000 repetitions miss at most 0.1 (+ 4 deviations)."""
    rng = np.random.default_rng(11)
    misses = 0
    for _ in range(2000):
        cap = plan_cap(rng.exponential(size=30), alpha=0.1, trials=300)
        misses += truncated_mean_lower(rng.exponential(size=300), cap=cap, alpha=0.1) > 1
    assert misses <= 200 + 4 * 14


@pytest.mark.parametrize(
    "call",
    [
        lambda: clopper_pearson_lower(3, 2, alpha=0.1),
        lambda: clopper_pearson_lower(0, 0, alpha=0.1),
        lambda: clopper_pearson_lower(1, 2, alpha=0.0),
        lambda: betting_lower([], alpha=0.1),
        lambda: betting_lower([1.2], alpha=0.1),
        lambda: betting_lower([np.nan], alpha=0.1),
        lambda: truncated_mean_lower([-1.0], cap=1.0, alpha=0.1),
        lambda: truncated_mean_lower([1.0], cap=0.0, alpha=0.1),
        lambda: plan_cap([], alpha=0.1, trials=5),
    ],
)
def test_nonsense_is_refused(call):
    with pytest.raises(ParameterError):
        call()
