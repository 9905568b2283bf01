"""Trusted, noiseless and accounting curators."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from tests.workbench.privacy.toy import identity_query, product_query
from workbench.errors import ParameterError
from workbench.privacy import (
    AccountingCurator,
    Dataset,
    NoiselessCurator,
    TrustedCurator,
    arrays,
    uniform_scale,
)
from workbench.privacy.curators import trusted

ROWS = np.arange(12.0).reshape(6, 2)


def test_full_batch_is_the_mean_plus_the_noise_of_the_generator():
    x = np.linspace(-1, 1, 8).reshape(4, 2)
    curator = TrustedCurator(Dataset(ROWS), np.random.default_rng(3))
    release = curator.laplace(product_query(x), scale=0.5, sensitivity=1.0, batch=6)
    noise = np.random.default_rng(3).laplace(0, 0.5, (4, 2))
    np.testing.assert_allclose(release, np.tanh(x) * ROWS.mean(axis=0) + noise, atol=1e-14)


def test_hidden_batch_has_the_variance_of_sampling_without_replacement():
    values = np.array([[0.0], [0.0], [1.0], [3.0], [6.0]])
    curator = NoiselessCurator(Dataset(values), rng=np.random.default_rng(0))
    query = identity_query(np.zeros((200_000, 1)))
    answers = curator.laplace(query, scale=1.0, sensitivity=1.0, batch=2)
    population = values.var()
    assert abs(answers.mean() - values.mean()) < 6 * math.sqrt(population / 2 / 200_000)
    assert answers.var() == pytest.approx(population / 2 * (5 - 2) / (5 - 1), rel=0.03)


def test_noiseless_curator_is_exact():
    x = np.linspace(-1, 1, 8).reshape(4, 2)
    answer = NoiselessCurator(Dataset(ROWS)).laplace(
        product_query(x), scale=1.0, sensitivity=1.0, batch=2
    )
    np.testing.assert_allclose(answer, np.tanh(x) * ROWS.mean(axis=0), rtol=1e-15)


@pytest.mark.parametrize("batch", [2, 5, 6])
def test_blocks_change_nothing_but_the_order_of_draws(monkeypatch, batch):
    """With one trial per block the answers are still means of batches of that size."""
    monkeypatch.setattr(trusted, "trial_blocks", lambda t, w: arrays.trial_blocks(t, w, block=1))
    rows = np.eye(6)
    curator = NoiselessCurator(Dataset(rows), rng=np.random.default_rng(1))
    answer = curator.laplace(
        identity_query(np.zeros((9, 6))), scale=1.0, sensitivity=1.0, batch=batch
    )
    assert ((answer > 0).sum(axis=1) == batch).all()
    np.testing.assert_allclose(answer.sum(axis=1), 1.0, rtol=1e-14)


def test_one_scale_per_trial():
    x = np.zeros((3, 2))
    curator = TrustedCurator(Dataset(np.zeros((2, 2))), np.random.default_rng(0))
    scale = np.array([1e-9, 1.0, 1e9])
    release = curator.laplace(identity_query(x), scale=scale, sensitivity=scale, batch=2)
    assert (np.diff(np.log10(np.abs(release).max(axis=1))) > 6).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"scale": 0.0}, "scale = 0.0 is not positive"),
        ({"scale": np.ones(5)}, r"scale has shape \(5,\)"),
        ({"scale": np.array([1.0, 1.0, -1.0])}, r"min\(scale\) = -1.0"),
        ({"scale": np.array([1.0, 1.0, math.nan])}, r"min\(scale\) = nan"),
        ({"sensitivity": -1.0}, "sensitivity = -1.0"),
        ({"batch": 0}, "batch = 0 is outside"),
        ({"batch": 7}, "batch = 7 is outside 1..n = 6"),
    ],
)
@pytest.mark.parametrize("kind", [TrustedCurator, NoiselessCurator, AccountingCurator])
def test_malformed_calls_are_refused_alike(kind, arguments, message):
    if kind is AccountingCurator:
        curator = AccountingCurator(n=6)
    elif kind is NoiselessCurator:
        curator = NoiselessCurator(Dataset(ROWS))
    else:
        curator = TrustedCurator(Dataset(ROWS), np.random.default_rng(0))
    call = {"scale": 1.0, "sensitivity": 1.0, "batch": 2} | arguments
    with pytest.raises(ParameterError, match=message):
        curator.laplace(identity_query(np.zeros((3, 2))), **call)


def test_points_need_a_trial_axis():
    with pytest.raises(ParameterError, match="first axis is the trial"):
        identity_query(np.zeros(3))


def test_accountant_adds_up_different_steps():
    curator = AccountingCurator(n=10)
    query = identity_query(np.ones((3, 2)))
    calls = [(0.5, 1.0, 10), (0.25, 2.0, 3), (4.0, 0.1, 1), (1e-3, 1.0, 2)]
    for scale, sensitivity, m in calls:
        answer = curator.laplace(query, scale=scale, sensitivity=sensitivity, batch=m)
        assert answer.shape == (3, 2)
        assert not answer.any()
    with mpmath.workdps(600):
        exact = sum(
            mpmath.log(1 + mpmath.mpf(m) / 10 * (mpmath.exp(mpmath.mpf(s) / mpmath.mpf(b)) - 1))
            for b, s, m in calls
        )
        assert exact <= curator.epsilon <= exact * (1 + mpmath.mpf(2) ** -51)
    assert [step.batch for step in curator.steps] == [10, 3, 1, 2]
    assert [step.index for step in curator.steps] == [0, 1, 2, 3]
    assert sum(Fraction(step.epsilon) for step in curator.steps) >= Fraction(curator.epsilon) * (
        1 - Fraction(1, 2**50)
    )
    assert curator.neighbouring == "replace-one"


@pytest.mark.parametrize(("n", "m", "steps"), [(100, 100, 50), (10**5, 10**3, 1000), (7, 3, 1)])
def test_calibrated_run_reads_the_budget_and_not_more(n, m, steps):
    b = uniform_scale(0.3, 2.0, n=n, m=m, steps=steps)
    curator = AccountingCurator(n=n)
    query = identity_query(np.zeros((1, 1)))
    for _ in range(steps):
        curator.laplace(query, scale=b, sensitivity=2.0 / m, batch=m)
    assert 0.3 * (1 - 1e-14) <= curator.epsilon <= 0.3 * (1 + 2.0**-52)


def test_nothing_released_costs_nothing():
    assert AccountingCurator(n=3).epsilon == 0


def test_a_cost_at_some_points_is_not_a_cost():
    curator = AccountingCurator(n=6)
    with pytest.raises(ParameterError, match="fixed in advance"):
        curator.laplace(
            identity_query(np.zeros((3, 2))), scale=np.ones(3), sensitivity=1.0, batch=2
        )
