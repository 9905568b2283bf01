"""Sensitivities of banded and tree strategies against all allowed sets of steps."""

import itertools
import math

import numpy as np
import pytest

from workbench.errors import OutOfReachError, ParameterError
from workbench.privacy import Gaussian, PLDAccountant
from workbench.privacy.composition.matrices import matrix_release, matrix_sensitivity


def banded(steps, width, rng):
    rows = np.arange(steps)[:, None] - np.arange(steps)
    return np.where((rows >= 0) & (rows < width), rng.normal(size=(steps, steps)), 0.0)


def tree(levels):
    """Rows are the nodes of a binary tree over 2^levels steps."""
    steps = 2**levels
    return np.array([
        np.arange(steps) // 2**level == node
        for level in range(levels + 1) for node in range(steps >> level)
    ], dtype=float)  # fmt: skip


def brute(strategy, separation, participations):
    steps = strategy.shape[1]
    sets = (
        chosen
        for k in range(1, participations + 1)
        for chosen in itertools.combinations(range(steps), k)
        if all(b - a >= separation for a, b in itertools.pairwise(chosen))
    )
    return max(math.sqrt((strategy[:, list(s)] ** 2).sum()) for s in sets)


@pytest.mark.parametrize("seed", range(6))
def test_banded_strategies_meet_all_sets_of_steps(seed):
    rng = np.random.default_rng(seed)
    width = int(rng.integers(1, 4))
    strategy = banded(9, width, rng)
    for participations in (1, 2, 4):
        found = matrix_sensitivity(strategy, separation=width, participations=participations)
        assert found == pytest.approx(brute(strategy, width, participations), rel=1e-12)


def test_signs_reach_the_sensitivity_of_a_band():
    strategy = banded(8, 2, np.random.default_rng(1))
    x = np.zeros(8)
    x[[0, 2, 4, 6]] = 1.0
    reached = np.linalg.norm(strategy @ x)
    assert reached <= matrix_sensitivity(strategy, separation=2, participations=4) * (1 + 1e-15)


def test_a_tree_costs_its_depth():
    assert matrix_sensitivity(tree(5)) == pytest.approx(math.sqrt(6), rel=1e-15)
    with pytest.raises(OutOfReachError, match="not orthogonal"):
        matrix_sensitivity(tree(3), separation=2, participations=2)


def test_its_release_is_composed_as_one_gaussian():
    account = PLDAccountant(neighbouring="add-or-remove-one")
    account.add(matrix_release(tree(3), 4.0), count=2)
    truth = Gaussian(4.0 / math.sqrt(8)).delta_bounds(1.0, sensitivity=1.0)
    found = account.delta_bounds(1.0)
    assert found.lower <= truth.upper * (1 + 1e-12)
    assert truth.lower * (1 - 1e-12) <= found.upper
    assert found.width <= 1e-6 * found.upper


def test_a_strategy_is_a_finite_matrix():
    for wrong in ([1.0, 2.0], [[math.nan]], [[]]):
        with pytest.raises(ParameterError, match="strategy"):
            matrix_sensitivity(wrong)
