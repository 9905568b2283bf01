"""The paired log-ratio against densities written out from scratch, batch by batch."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.workbench.privacy.toy import identity_query, product_query
from workbench.errors import DataError, OutOfReachError, ParameterError, PrivacyError
from workbench.privacy import Dataset, PairedCurator, laplace_epsilon, laplace_scale


def log_density(release: np.ndarray, values: np.ndarray, *, m: int, b: float) -> float:
    """Log p(release) under a uniform hidden batch: every batch of records, one after the other."""
    total = 0.0
    batches = list(combinations(range(len(values)), m))
    for batch in batches:
        centre = sum(values[i] for i in batch) / m
        total += math.exp(-sum(abs(float(v)) for v in release - centre) / b) / len(batches)
    return math.log(total)


@settings(max_examples=40, deadline=None)
@given(
    records=st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2), min_size=1, max_size=5),
    data=st.data(),
    steer=st.sampled_from([-1, 0, 1]),
    seed=st.integers(0, 2**32),
)
def test_adaptive_transcript_has_the_exact_log_ratio(records, data, steer, seed):
    """Three steps, each asked at the previous release; all sizes of batch; repeated records."""
    first = Dataset(np.array(records, dtype=float))
    index = data.draw(st.integers(0, first.n - 1))
    second = first.replace(index, [0.5, -2.5])
    m = data.draw(st.integers(1, first.n))
    b = 1.7
    curator = PairedCurator(first, second, np.random.default_rng(seed), steer=steer)
    x = np.full((4, 2), 0.3)
    expected = np.zeros(4)
    for _ in range(3):
        release = curator.laplace(product_query(x), scale=b, sensitivity=11 / m, batch=m)
        for r in range(4):
            for sign, held in ((1, first), (-1, second)):
                values = np.tanh(x[r]) * held.records
                expected[r] += sign * log_density(release[r], values, m=m, b=b)
        x = release
    np.testing.assert_allclose(curator.log_ratio, expected, atol=1e-11, rtol=1e-10)
    assert (curator.rounding < 1e-11).all()
    assert curator.steps == 3


@settings(max_examples=30, deadline=None)
@given(n=st.integers(1, 6), data=st.data(), seed=st.integers(0, 2**32))
def test_log_ratio_never_exceeds_the_cost(n, data, seed):
    """The accountant's epsilon is an upper bound, steered or not, up to the stated rounding."""
    m = data.draw(st.integers(1, n))
    rng = np.random.default_rng(seed)
    rows = rng.uniform(-1, 1, (n, 1))
    first, second = Dataset(rows), Dataset(rows).replace(0, [-rows[0, 0] or 1.0])
    cost = laplace_epsilon(0.3, 2.0, n=n, m=m)
    for steer in (-1, 0, 1):
        curator = PairedCurator(first, second, rng, steer=steer)
        curator.laplace(identity_query(np.zeros((200, 1))), scale=0.3, sensitivity=2 / m, batch=m)
        assert (np.abs(curator.log_ratio) <= cost + curator.rounding).all()


def test_hidden_batch_reaches_the_cost_in_one_order_only():
    """Instance R6: n = 4, m = 2, values (1, 0, 0, 0) against zeros, b = 0.7."""
    zeros = Dataset(np.zeros((4, 1)))
    one = zeros.replace(0, [1.0])
    reached = []
    for pair in ((one, zeros), (zeros, one)):
        curator = PairedCurator(*pair, np.random.default_rng(0), steer=1)
        curator.laplace(identity_query(np.zeros((5, 1))), scale=0.7, sensitivity=0.5, batch=2)
        reached.append(float(curator.log_ratio.max()))
    cost = laplace_epsilon(0.7, 1.0, n=4, m=2)
    assert reached[0] == pytest.approx(cost, abs=1e-14)
    assert reached[1] == pytest.approx(-math.log(0.5 + 0.5 * math.exp(-1 / 1.4)), abs=1e-14)
    assert reached[1] < reached[0]


def test_mixed_records_do_not_reach_the_cost():
    """N = 6, m = 2, target 0.1: 0.1000 when the others equal the second's record, 0.0929 if not."""
    b = laplace_scale(0.1, 2.0, n=6, m=2)
    tops = []
    for others in ([-1.0] * 5, [-1.0, 1.0, -1.0, 1.0, -1.0]):
        first = Dataset(np.array([1.0, *others])[:, None])
        second = first.replace(0, [-1.0])
        curator = PairedCurator(first, second, np.random.default_rng(0))
        x = np.zeros((20_000, 1))
        curator.laplace(identity_query(x), scale=b, sensitivity=1.0, batch=2)
        tops.append(float(np.abs(curator.log_ratio).max()))
    assert tops[0] == pytest.approx(0.1, abs=1e-12)
    assert tops[1] < 0.0935


def test_likelihood_ratio_has_mean_one():
    """E exp(-L) = 1 over transcripts of the first dataset, full and hidden batch."""
    for n, m in ((3, 3), (4, 2)):
        first = Dataset(np.ones((n, 1)))
        second = first.replace(0, [-1.0])
        curator = PairedCurator(first, second, np.random.default_rng(2))
        query = identity_query(np.zeros((100_000, 1)))
        curator.laplace(query, scale=1.0, sensitivity=2 / m, batch=m)
        ratio = np.exp(-curator.log_ratio)
        # |ratio| < e, so Hoeffding puts the mean within 0.03 of 1 but for 1e-9
        assert abs(ratio.mean() - 1) < 0.03


def test_releases_follow_the_first_dataset():
    first = Dataset(np.array([[4.0], [0.0], [0.0], [0.0]]))
    second = first.replace(0, [0.0])
    curator = PairedCurator(first, second, np.random.default_rng(0))
    query = identity_query(np.zeros((40_000, 1)))
    release = curator.laplace(query, scale=1e-9, sensitivity=2.0, batch=2)
    hits = (release > 1).mean()
    assert abs(hits - 0.5) < 6 * 0.5 / 200  # the record is in half of the batches
    np.testing.assert_allclose(release[release > 1], 2.0, atol=1e-6)


def test_far_away_points_cost_no_digits():
    """The iterates of an optimised schedule start near 1e9; the ratio must not notice."""
    from workbench.problems import Quadratic

    problem = Quadratic(spectrum=np.array([0.5, 1.0]), radius=1.0, start=np.zeros(2))
    first, second = problem.extremal_pair(10)
    for m in (10, 4):
        curator = PairedCurator(first, second, np.random.default_rng(1), steer=1)
        query = problem.mean_gradient(np.full((3, 2), 1e12))
        curator.laplace(query, scale=0.5, sensitivity=2 / m, batch=m)
        assert curator.log_ratio == pytest.approx(laplace_epsilon(0.5, 2.0, n=10, m=m), rel=1e-14)


@pytest.mark.parametrize("m", [3, 2])
@pytest.mark.parametrize("steer", [-1, 0, 1])
def test_inexact_differences_are_paid_for_in_the_rounding(m, steer):
    """Differences that are off by their stated error move the log-ratio by less than `rounding`."""
    error = 1e-4
    first = Dataset(np.array([[1.0], [0.0], [-0.5]]))
    readings = []
    for off in (0.0, error):
        curator = PairedCurator(
            first, first.replace(0, [-1.0]), np.random.default_rng(0), steer=steer
        )
        query = replace(
            identity_query(np.zeros((2000, 1))),
            difference=lambda x, old, new, off=off: (new - old + off * (old != new))[None],
            difference_error=lambda x, old, new: np.full(1, error),
        )
        curator.laplace(query, scale=0.4, sensitivity=2 / m, batch=m)
        readings.append(curator)
    moved = np.abs(readings[0].log_ratio - readings[1].log_ratio)
    assert moved.max() > 1e-5
    assert (moved <= readings[0].rounding).all()
    assert readings[0].rounding.max() < 100 * error


def test_false_sensitivity_is_named_with_step_claim_and_truth():
    first = Dataset(np.array([[1.0, 1.0], [0.0, 0.0]]))
    curator = PairedCurator(first, first.replace(0, [-1.0, 0.0]), np.random.default_rng(0))
    query = identity_query(np.zeros((3, 2)))
    curator.laplace(query, scale=1.0, sensitivity=1.5, batch=2)
    with pytest.raises(PrivacyError, match=r"sensitivity = 1.49 is claimed at step 1.*by 1.5 "):
        curator.laplace(query, scale=1.0, sensitivity=1.49, batch=2)


def test_the_worst_trial_is_named():
    first = Dataset(np.ones((2, 1)))
    curator = PairedCurator(first, first.replace(0, [0.0]), np.random.default_rng(0))
    query = product_query(np.array([[0.1], [3.0], [0.2]]))
    with pytest.raises(PrivacyError, match="trial 1"):
        curator.laplace(query, scale=1.0, sensitivity=0.3, batch=2)


def test_sensitivity_and_scale_may_differ_between_trials():
    first = Dataset(np.ones((2, 1)))
    curator = PairedCurator(first, first.replace(0, [0.0]), np.random.default_rng(0), steer=1)
    x = np.array([[0.1], [3.0]])
    s = np.abs(np.tanh(x[:, 0])) / 2 * (1 + 1e-15)
    curator.laplace(product_query(x), scale=s / 0.25, sensitivity=s, batch=2)
    np.testing.assert_allclose(curator.log_ratio, 0.25, rtol=1e-13)


def test_too_many_batches_is_an_error_with_a_way_out():
    rows = np.arange(40.0)[:, None] / 40
    first = Dataset(rows)
    curator = PairedCurator(first, first.replace(0, [0.5]), np.random.default_rng(0))
    with pytest.raises(OutOfReachError, match="extremal_pair"):
        curator.laplace(identity_query(np.zeros((2, 1))), scale=1.0, sensitivity=1.0, batch=20)


def test_many_trials_in_blocks_agree_with_one_block(monkeypatch):
    import workbench.privacy.arrays as arrays
    import workbench.privacy.curators.paired as paired

    first = Dataset(np.array([[1.0], [0.0], [0.0], [2.0]]))
    second = first.replace(0, [-1.0])
    results = []
    for block in (2**22, 40):
        monkeypatch.setattr(
            paired,
            "trial_blocks",
            lambda trials, width, block=block: arrays.trial_blocks(trials, width, block=block),
        )
        curator = PairedCurator(first, second, np.random.default_rng(5))
        query = identity_query(np.zeros((50, 1)))
        release = curator.laplace(query, scale=1.0, sensitivity=1.0, batch=2)
        results.append((release, curator.log_ratio))
    np.testing.assert_array_equal(results[0][0], results[1][0])
    np.testing.assert_array_equal(results[0][1], results[1][1])


def test_misuse():
    first = Dataset(np.ones((2, 1)))
    second = first.replace(0, [0.0])
    with pytest.raises(DataError, match="differ in 0"):
        PairedCurator(first, first, np.random.default_rng(0))
    with pytest.raises(ParameterError, match="steer = 2"):
        PairedCurator(first, second, np.random.default_rng(0), steer=2)
    curator = PairedCurator(first, second, np.random.default_rng(0))
    with pytest.raises(ParameterError, match="Run the algorithm first"):
        _ = curator.log_ratio
    curator.laplace(identity_query(np.zeros((3, 1))), scale=1.0, sensitivity=1.0, batch=2)
    with pytest.raises(ParameterError, match="one curator follows one run"):
        curator.laplace(identity_query(np.zeros((4, 1))), scale=1.0, sensitivity=1.0, batch=2)
