"""Means over a hidden batch and over its two random halves."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from tests.workbench.privacy.toy import identity_query, product_query
from workbench.audit import Observed, constant_dataset
from workbench.errors import OutOfReachError, ParameterError, PrivacyError
from workbench.privacy import (
    AccountingCurator,
    Dataset,
    Gaussian,
    Mutant,
    NoiselessCurator,
    PairedCurator,
    Subsampled,
    TrustedCurator,
)
from workbench.privacy.queries.halves import Halved

TINY = 1e-9


def splits(n, m):
    """Every (O, E): disjoint m-subsets of 0..n-1."""
    return [
        (odd, tuple(i for i in batch if i not in odd))
        for batch in combinations(range(n), 2 * m)
        for odd in combinations(batch, m)
    ]


@pytest.mark.parametrize(("n", "m"), [(2, 1), (5, 1), (5, 2), (4, 2), (9, 1)])
def test_every_pair_of_halves_is_equally_likely(n, m):
    """Chi-square over all (O, E); the records are powers of 2; false alarm below 1e-7 each."""
    data = Dataset(2.0 ** np.arange(n)[:, None])
    curator = TrustedCurator(data, np.random.default_rng(3))
    query = Halved.of(identity_query(np.zeros((40_000, 1))))
    out = curator.gaussian(query, sigma=TINY, sensitivity=2.0**n, batch=2 * m)
    sums = np.rint(out * m).astype(int)
    np.testing.assert_array_equal(sums[:, 0], sums[:, 1] + sums[:, 2])
    pairs = [tuple(sum(2**i for i in half) for half in pair) for pair in splits(n, m)]
    seen = [((sums[:, 1] == o) & (sums[:, 2] == e)).sum() for o, e in pairs]
    assert sum(seen) == 40_000
    assert chisquare(seen).pvalue > 1e-7


@settings(max_examples=30, deadline=None)
@given(
    records=st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2), min_size=2, max_size=6),
    data=st.data(),
    noise=st.sampled_from(["laplace", "gaussian"]),
    steer=st.sampled_from([-1, 0, 1]),
    seed=st.integers(0, 2**32),
)
def test_log_ratio_is_that_of_all_halves(records, data, noise, steer, seed):
    """Two adaptive steps against a sum over every (O, E), densities written out."""
    first = Dataset(np.array(records, dtype=float))
    index = data.draw(st.integers(0, first.n - 1))
    second = first.replace(index, [0.5, -2.5])
    m = data.draw(st.integers(1, first.n // 2))
    curator = PairedCurator(first, second, np.random.default_rng(seed), steer=steer)
    x, expected = np.full((3, 2), 0.3), np.zeros(3)
    for _ in range(2):
        option = {"scale" if noise == "laplace" else "sigma": 1.7}
        query = Halved.of(product_query(x))
        release = getattr(curator, noise)(query, **option, sensitivity=30 / m, batch=2 * m)
        for r in range(3):
            for sign, held in ((1, first), (-1, second)):
                values, total = np.tanh(x[r]) * held.records, 0.0
                for odd, even in splits(first.n, m):
                    o, e = values[list(odd)].sum(axis=0) / m, values[list(even)].sum(axis=0) / m
                    z = (release[r] - np.concatenate([o + e, o, e])) / 1.7
                    size = np.abs(z).sum() if noise == "laplace" else (z**2).sum() / 2
                    total += math.exp(-size)
                expected[r] += sign * math.log(total)
        x = release[:, :2]
    np.testing.assert_allclose(curator.log_ratio, expected, atol=1e-9, rtol=1e-9)
    assert (curator.rounding < 1e-9).all()


def test_claimed_sensitivity_is_checked():
    first = Dataset(np.ones((4, 1)))
    query = Halved.of(identity_query(np.zeros((2, 1))))
    for enough, batch in ((math.sqrt(2) * 2 / 1, 2), (math.sqrt(2) * 2 / 2, 4)):
        for scale in (1.0, 0.999):
            curator = PairedCurator(first, first.replace(2, [-1.0]), np.random.default_rng(0))
            if scale == 1.0:
                curator.gaussian(query, sigma=1.0, sensitivity=enough * (1 + 1e-12), batch=batch)
            else:
                with pytest.raises(PrivacyError, match="claimed"):
                    curator.gaussian(query, sigma=1.0, sensitivity=0.999 * enough, batch=batch)


def test_losses_follow_the_exact_curve():
    """delta(eps) from transcripts, from a quadrature over the three components, and its bound."""
    first = Dataset(np.ones((6, 1)))
    curator = PairedCurator(first.replace(0, [-1.0]), first, np.random.default_rng(5))
    query = Halved.of(identity_query(np.zeros((100_000, 1))))
    curator.gaussian(query, sigma=2.0, sensitivity=math.sqrt(8) * (1 + 1e-12), batch=2)
    seen = -np.expm1(np.minimum(0.0, 0.2 - curator.log_ratio)).mean()
    nodes, weights = np.polynomial.hermite_e.hermegauss(120)
    # shifts a = (1, 1, 0), b = (1, 0, 1) of normal noise: |a|^2 = |b|^2 = 2, <a, b> = 1
    u = math.sqrt(2) * nodes[:, None]
    v = u / 2 + math.sqrt(1.5) * nodes
    odds = 2 / 3 + (np.exp(u - 1) + np.exp(v - 1)) / 6
    excess = np.maximum(odds - math.exp(0.2), 0.0)
    exact = weights @ excess @ weights / (2 * math.pi)
    assert abs(seen - exact) < 0.012  # Hoeffding: above 1e-12 for 1e5 numbers in [0, 1]
    assert exact <= Subsampled(Gaussian(2.0), 6, 2).delta(0.2, sensitivity=math.sqrt(8))


def test_residuals_are_those_of_the_noise():
    data = Dataset(np.full((6, 2), 0.5))
    observed = Observed(TrustedCurator(data, np.random.default_rng(0)), constant_dataset(data))
    query = Halved.of(identity_query(np.zeros((2000, 2))))
    observed.gaussian(query, sigma=0.3, sensitivity=1.0, batch=4)
    z = observed.residuals
    assert z.shape == (1, 2000, 6)
    assert abs(np.abs(z).mean() - 1) < 0.08  # 12000 Laplace(1) numbers: 8 standard deviations


def test_noiseless_answers():
    data = Dataset(np.arange(4.0)[:, None])
    query = Halved.of(identity_query(np.zeros((3, 1))))
    exact = NoiselessCurator(data).gaussian(query, sigma=1.0, sensitivity=1.0, batch=2)
    np.testing.assert_allclose(exact, [[3.0, 1.5, 1.5]] * 3)
    sampled = NoiselessCurator(data, rng=np.random.default_rng(0))
    out = sampled.gaussian(query, sigma=1.0, sensitivity=1.0, batch=4)
    np.testing.assert_allclose(out[:, 0], 3.0)


def test_halves_need_an_even_batch_and_few_kinds():
    data = Dataset(np.random.default_rng(0).normal(size=(30, 1)))
    query = Halved.of(identity_query(np.zeros((1, 1))))
    with pytest.raises(ParameterError, match="odd"):
        TrustedCurator(data, np.random.default_rng(0)).gaussian(
            query, sigma=1.0, sensitivity=1.0, batch=3
        )
    curator = PairedCurator(data, data.replace(0, [9.0]), np.random.default_rng(0))
    with pytest.raises(OutOfReachError):
        curator.gaussian(query, sigma=1.0, sensitivity=100.0, batch=10)


def test_nothing_is_answered_where_a_trial_is_not_active():
    data = Dataset(np.ones((6, 1)))
    for curator in (
        TrustedCurator(data, np.random.default_rng(0)),
        PairedCurator(data, data.replace(0, [0.0]), np.random.default_rng(0)),
    ):
        query = Halved.of(identity_query(np.zeros((3, 1))))
        on = np.array([True, False, True])
        out = curator.gaussian(query, sigma=1.0, sensitivity=2.0, batch=4, active=on)
        assert (out[1] == 0).all()
        assert (out[[0, 2]] != 0).all()
        off = curator.gaussian(query, sigma=1.0, sensitivity=2.0, batch=4, active=~on & on)
        assert (off == 0).all()


@pytest.mark.parametrize("make", [TrustedCurator, PairedCurator, AccountingCurator, Mutant])
def test_halves_of_public_rows_are_no_secret(make):
    """Their difference would be that of a record of the first half, whichever it is in."""
    data, rng = Dataset(np.ones((4, 1))), np.random.default_rng(0)
    trusted = TrustedCurator(data, rng)
    curator = {
        TrustedCurator: trusted,
        PairedCurator: PairedCurator(data, data.replace(0, [0.0]), rng),
        AccountingCurator: AccountingCurator(n=4),
        Mutant: Mutant(trusted, "drop-batch-factor"),
    }[make]
    query = Halved.of(identity_query(np.zeros((2, 1))))
    for rows in (None, slice(0, 2), [[0, 1], [2, -1]]):
        with pytest.raises(ParameterError, match="query = with halves"):
            curator.secret(query, rows=rows)
    assert curator.secret(query.plain()).shape == (2, 1)


def test_every_active_trial_is_asked_at_its_own_point():
    data, x = Dataset(np.ones((4, 2))), np.random.default_rng(0).normal(size=(5, 2))
    on, curator = np.arange(5) % 2 == 1, TrustedCurator(data, np.random.default_rng(1))
    for query, batch in ((product_query(x), 3), (Halved.of(product_query(x)), 4)):
        out = curator.gaussian(query, sigma=TINY, sensitivity=4.0, batch=batch, active=on)
        exact = np.where(on[:, None], query.evaluate_mean(data.records[None]), 0.0)
        np.testing.assert_allclose(out, exact, atol=10 * TINY)


def test_the_error_of_a_difference_is_bounded():
    """A difference that is off by as much as its bound says, in one coordinate."""
    plain = identity_query(np.zeros((1, 2)))
    off = replace(
        plain,
        difference=lambda x, old, new: (new - old)[None] + [[1e-3, 0.0]],
        difference_error=lambda x, old, new: np.array([1e-3]),
    )
    old, new = np.array([0.25, -1.0]), np.array([2.0, 3.0])
    wrong, right = (Halved.of(query).evaluate_difference(old, new) for query in (off, plain))
    error = np.abs(wrong - right).sum()
    bound = Halved.of(off).evaluate_difference_error(old, new)[0]
    assert error <= bound * (1 + 1e-12)
    assert error >= bound * (1 - 1e-12)
