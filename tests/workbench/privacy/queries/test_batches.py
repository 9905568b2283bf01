"""Hidden batches are uniform subsets: counted against the exact probabilities."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare, hypergeom

from workbench.privacy.queries.batches import draw_batches
from workbench.privacy.queries.mixtures import count_vectors, hypergeometric_mixture


@given(n=st.integers(1, 60), data=st.data(), seed=st.integers(0, 2**32))
def test_a_batch_is_a_subset(n, data, seed):
    m = data.draw(st.integers(1, n))
    batch = draw_batches(np.random.default_rng(seed), trials=5, n=n, m=m)
    assert batch.shape == (5, m)
    assert batch.min() >= 0
    assert batch.max() < n
    assert all(len(set(row)) == m for row in batch.tolist())


@pytest.mark.parametrize(("n", "m"), [(9, 2), (5, 2), (6, 5), (13, 3)])
def test_every_subset_is_equally_likely(n, m):
    """Chi-square over all subsets; both methods of drawing; false alarm below 1e-7 each."""
    batch = np.sort(draw_batches(np.random.default_rng(7), trials=60_000, n=n, m=m), axis=1)
    codes = batch @ n ** np.arange(m)
    subsets = [int(np.array(s) @ n ** np.arange(m)) for s in combinations(range(n), m)]
    counts = [int((codes == code).sum()) for code in subsets]
    assert sum(counts) == 60_000
    assert chisquare(counts).pvalue > 1e-7


def test_rows_are_fresh():
    batch = draw_batches(np.random.default_rng(0), trials=200, n=1000, m=3)
    assert len({tuple(row) for row in np.sort(batch, axis=1).tolist()}) == 200


@given(
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=4),
    data=st.data(),
)
def test_mixture_weights_are_the_counts_of_all_batches(sizes, data):
    """Enumerate every batch of records; the mixture must count the same."""
    sizes = [1, *sizes]
    kinds = np.repeat(np.arange(len(sizes)), sizes)
    m = data.draw(st.integers(1, kinds.size))
    batches = [
        tuple(np.bincount(kinds[list(s)], minlength=len(sizes)))
        for s in combinations(range(kinds.size), m)
    ]
    mixture = hypergeometric_mixture(np.array(sizes), m)
    found = {tuple(c): w for c, w in zip(mixture.counts.tolist(), mixture.log_weights, strict=True)}
    assert set(found) == set(batches)
    assert count_vectors(np.array(sizes), m) == len(found)
    for vector, log_weight in found.items():
        assert np.exp(log_weight) == pytest.approx(batches.count(vector) / len(batches), rel=1e-13)


def test_two_component_weights_at_scale():
    mixture = hypergeometric_mixture(np.array([1, 99_999]), 1000)
    np.testing.assert_allclose(np.exp(mixture.log_weights), [0.99, 0.01], rtol=1e-12)


def test_astronomically_many_batches_are_counted_without_overflow():
    assert [count_vectors(np.ones(60, dtype=int), m) for m in (0, 1, 58, 59, 60)] == [
        1,
        60,
        1770,
        60,
        1,
    ]
    assert len(hypergeometric_mixture(np.ones(60, dtype=int), 59).counts) == 60
    assert count_vectors(np.ones(60, dtype=int), 30) == pytest.approx(math.comb(60, 30))
    assert count_vectors(np.ones(3000, dtype=int), 1500) == math.inf


def test_two_kinds_are_hypergeometric():
    mixture = hypergeometric_mixture(np.array([1, 30, 20]), 10)
    weights = np.exp(mixture.log_weights)
    for k in range(11):
        expected = hypergeom(51, 30, 10).pmf(k)
        assert weights[mixture.counts[:, 1] == k].sum() == pytest.approx(expected, rel=1e-10)
