"""A dataset per trial: the same secrets as one curator for each, and what is not offered."""

import numpy as np
import pytest

from workbench.errors import ParameterError
from workbench.privacy import NoiselessCurator, Statistic
from workbench.privacy.curators.separate import SeparateCurator
from workbench.privacy.queries.secrets import revealed
from workbench.problems.sign_instances import sign_regression

PROBLEM = sign_regression(d=3).problem
POOLED = PROBLEM.sample(np.random.default_rng(0), 4 * 6)
X = np.random.default_rng(1).standard_normal((4, 3))


def curator():
    return SeparateCurator(POOLED, np.random.default_rng(2), trials=4)


@pytest.mark.parametrize(
    "rows", [None, slice(1, 4), [0, 5], np.array([[0, 1], [2, -1], [3, 3], [-1, -1]])]
)
def test_every_trial_sees_its_own_records(rows):
    one = curator()
    assert one.n == 6
    found = revealed(one.secret(PROBLEM.mean_gradient(X), rows=rows), one)[0][0]
    for r in range(4):
        data = PROBLEM.dataset(POOLED.records[6 * r : 6 * r + 6])
        alone = NoiselessCurator(data)
        mine = rows[r : r + 1] if isinstance(rows, np.ndarray) else rows
        secret = alone.secret(PROBLEM.mean_gradient(X[r : r + 1]), rows=mine)
        np.testing.assert_allclose(found[r], revealed(secret, alone)[0][0][0], atol=1e-14)


def test_other_trials_than_those_of_the_data_are_refused():
    with pytest.raises(ParameterError, match="trials = 3 is not the 4 of the data"):
        curator().secret(PROBLEM.mean_gradient(X[:3]))


def test_a_released_query_is_the_mean_over_the_records_of_the_trial():
    exact = [
        PROBLEM.full_gradient(X[r : r + 1], PROBLEM.dataset(POOLED.records[6 * r : 6 * r + 6]))[0]
        for r in range(4)
    ]
    noisy = curator().laplace(PROBLEM.mean_gradient(X), scale=1e-12, sensitivity=1.0)
    np.testing.assert_allclose(noisy, exact, atol=1e-10)


def test_what_is_not_offered_is_refused():
    with pytest.raises(ParameterError, match="trials = 5 does not divide the 24 records"):
        SeparateCurator(POOLED, np.random.default_rng(0), trials=5)
    with pytest.raises(ParameterError, match="batch = 2 is hidden"):
        curator().laplace(PROBLEM.mean_gradient(X), scale=1.0, sensitivity=1.0, batch=2)
    statistic = Statistic(function=lambda z: z[:1], shape=(4, 4), rounding=0.0)
    with pytest.raises(ParameterError, match="a statistic sees the same records"):
        curator().secret(statistic)
