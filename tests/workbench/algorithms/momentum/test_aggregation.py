"""Adaptive sums over index sets: the answers, and the budget of the record that is in most."""

import numpy as np
import pytest

from workbench.algorithms.momentum.aggregation import SumQuery, aggregate
from workbench.errors import PrivacyError
from workbench.privacy import AccountingCurator, NoiselessCurator, PairedCurator, ZCDPAccountant
from workbench.problems.nonconvex_instances import cosine_problem

PROBLEM = cosine_problem(d=2)
DATA = PROBLEM.dataset(PROBLEM.loss.draw(np.random.default_rng(0), 5))


def queries(sensitivity=2.0):
    """The second query is asked where the first answer says; the third sees other records."""
    at = np.zeros((3, 2))
    return [
        SumQuery(
            rows=[0, 1], query=lambda y: PROBLEM.mean_gradient(at), sensitivity=2.0, sigma=1.0
        ),
        SumQuery(
            rows=[1, 2, 3],
            query=lambda y: PROBLEM.mean_gradient(y[0]),
            sensitivity=sensitivity,
            sigma=0.5,
        ),
        SumQuery(
            rows=[4],
            query=lambda y: PROBLEM.mean_gradient(y[0] + y[1]),
            sensitivity=2.0,
            sigma=2.0,
        ),
    ]


def test_answers_are_sums_at_the_points_of_earlier_answers():
    y = aggregate(NoiselessCurator(DATA), queries())
    r = DATA.records
    first = np.sin(r[[0, 1]]).sum(axis=0) / np.sqrt(2)
    second = np.sin(r[[1, 2, 3]] - first).sum(axis=0) / np.sqrt(2)
    third = np.sin(r[4] - first - second) / np.sqrt(2)
    for found, expected in zip(y, (first, second, third), strict=True):
        np.testing.assert_allclose(found, np.tile(expected, (3, 1)), atol=1e-14)


def test_the_budget_is_that_of_the_record_in_most_sums():
    """Record 1 is in the first two: 2^2 / 2 + (2 / 0.5)^2 / 2 = 10."""
    curator = AccountingCurator(n=5)
    aggregate(curator, queries())
    rho = max(account.rho for account in curator.accountants(ZCDPAccountant))
    assert rho == pytest.approx(10, rel=1e-13)


def test_a_false_sensitivity_is_caught():
    second = DATA.replace(2, DATA.records[2] + np.pi / 2)
    aggregate(PairedCurator(DATA, second, np.random.default_rng(0)), queries())
    with pytest.raises(PrivacyError, match="is claimed at step 1"):
        aggregate(PairedCurator(DATA, second, np.random.default_rng(0)), queries(0.1))
