"""Helpers of the claims on running methods with noise in a norm, against brute force."""

import numpy as np
import pytest

from workbench.harness import accounted_zcdp
from workbench.privacy import AccountingCurator
from workbench.problems.ball_instances import phase_retrieval
from workbench_papers.noneuclid.runs.weakly_convex import SEARCH, golden, proximal


def test_golden_section_finds_kinks_and_ends():
    low, high = np.full(3, -1.0), np.full(3, 2.0)
    goal = np.array([0.3, -5.0, 7.0])
    found = golden(lambda x: np.abs(x - goal) + (x - goal) ** 2, low, high)
    np.testing.assert_allclose(found, [0.3, -1.0, 2.0], atol=1e-8)


def test_proximal_points_are_those_of_a_grid():
    """Nothing on a grid of step 1/200 is better, and the closest grid point is hardly worse."""
    problem, beta = phase_retrieval(2, atoms=16), 5.0
    centres = np.array([[0.9, 0.0], [-0.2, 0.4], [0.0, 0.0], [0.6, 0.8]])
    found = proximal(problem, centres, beta)
    axis = np.linspace(-1, 1, 401)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    grid = grid[(grid**2).sum(axis=1) <= 1]
    risk = problem.loss.risk(grid)
    for centre, y in zip(centres, found, strict=True):
        values = risk + beta / 2 * ((grid - centre) ** 2).sum(axis=1)
        mine = problem.loss.risk(y[None])[0] + beta / 2 * ((y - centre) ** 2).sum()
        assert mine <= values.min() + SEARCH**2
        assert np.linalg.norm(grid[values.argmin()] - y) < 0.1
        assert np.linalg.norm(y) <= 1 + SEARCH


@pytest.mark.parametrize(("rho", "decision"), [(1.0, "holds"), (0.999, "fails")])
def test_the_reading_of_a_budget(rho, decision):
    accountant = AccountingCurator(n=3)
    problem = phase_retrieval(1)
    query = problem.mean_gradient(np.zeros((1, 1)))
    accountant.gaussian(query, sigma=1.0, sensitivity=1.0)
    accountant.gaussian(query, sigma=1.0, sensitivity=1.0)
    assert accounted_zcdp(accountant, rho=rho).decision == decision
