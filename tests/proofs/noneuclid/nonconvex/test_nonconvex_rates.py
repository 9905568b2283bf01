"""Rates, recursions and counts of the Frank-Wolfe methods against slow computations."""

import math

import numpy as np
import pytest
from scipy.optimize import linprog


def least(rows, limits):
    """Smallest largest value of affine forms (slope, offset) under forms <= 0."""
    count = len(rows[0][0])
    a = [[*slope, -1.0] for slope, _ in rows] + [[*slope, 0.0] for slope, _ in limits]
    b = [-offset for _, offset in (*rows, *limits)]
    solved = linprog([0.0] * count + [1.0], A_ub=a, b_ub=b, bounds=[(None, None)] * (count + 1))
    return solved.fun


@pytest.mark.parametrize("private", [0.2, 0.5, 0.8, 0.95])
def test_the_best_restarts_by_a_linear_program(private):
    """Log n = 1, log sqrt(d)/(n eps) = -private, over log eta, T, q, b_0, b_1."""
    noise = 1 - private  # log sqrt(d)/eps
    rows = [
        ((-1, -1, 0, 0, 0), 0),
        ((1, 0, 0, 0, 0), 0),
        ((0, 0, 0, -0.5, 0), 0),
        ((1, 0, 0.5, 0, -0.5), 0),
        ((0, 0, 0, -1, 0), noise),
        ((1, 0, 0.5, 0, -1), noise),
    ]
    limits = [((0, 1, -1, 1, 0), -1), ((0, 1, 0, 0, 1), -1), ((0, -1, 1, 0, 0), 0),
              ((0, 0, -1, 0, 0), 0)]  # fmt: skip
    claimed = max(-1 / 3, -(private + 0.5) / 4, -3 / 7 * private)
    assert least(rows, limits) == pytest.approx(claimed, abs=1e-9)


@pytest.mark.parametrize("steps", [1, 3, 40])
@pytest.mark.parametrize("eta", [0.01, 0.3, 0.9])
def test_the_unrolled_risk_by_iteration(steps, eta):
    """The recursion of the direct version with its error bounds, step by step."""
    L0, L1, D, n, kappa, noise = 1.3, 2.0, 0.7, 1000.0, 3.0, 0.05
    m = n / (2 * steps)
    h, square = 2 * L0 * D, 8 * kappa * L0**2 / n
    for _ in range(steps):
        h = (1 - eta) * h + 2 * eta * D * (math.sqrt(square) + noise) + 2 * eta**2 * L1 * D**2
        square = (1 - eta) ** 2 * square + 4 * kappa * eta**2 * (2 * L1 * D + L0) ** 2 / m
    first = 2 * math.sqrt(2) * L0 / math.sqrt(n) * eta * steps * (1 - eta) ** (steps - 1)
    later = 2 * (2 * L1 * D + L0) * math.sqrt(2 * eta * steps / ((2 - eta) * n))
    bound = 2 * L0 * D * (1 - eta) ** steps + 2 * D * math.sqrt(kappa) * (first + later)
    assert h <= bound + 2 * D * noise + 2 * eta * L1 * D**2 + 1e-12


@pytest.mark.parametrize("phases", [1, 2, 3, 5])
def test_records_leaves_and_paths_of_the_tree_by_traversal(phases):
    b, used, gradients, leaves, latest = 2**phases * 3, 0, 0, 0, 0

    def visit(height, depth, rights, first, here):
        """Here: the step at the first visit; first: that of the node whose estimate is held."""
        nonlocal used, gradients, leaves, latest
        if here > first and depth:  # a right child
            used += b >> depth
            gradients += 2 * (b >> depth)
            assert here - first == 2 ** (height - depth)
            path = sum(2 / (k + 2) for k in range(first, here))
            assert path <= 2 ** (1 - depth) + 1e-12
        if depth == height:
            latest = max(latest, rights)
            leaves += 1
            return here + 1
        middle = visit(height, depth + 1, rights, here, here)
        return visit(height, depth + 1, rights + 1, here, middle)

    step = 0
    for height in range(1, phases + 1):
        assert step == 2**height - 2
        used += b
        gradients += b
        step = visit(height, 0, 0, step, step)
        assert latest == height
    assert leaves == step == 2 ** (phases + 1) - 2
    assert used == b * phases + b * phases * (phases + 1) / 4
    assert gradients <= 2 * used


def test_the_frank_wolfe_gap_on_a_ball_by_vertices():
    rng = np.random.default_rng(2)
    g, x = rng.normal(size=(2, 100, 5))
    x /= np.abs(x).sum(axis=1, keepdims=True)
    vertices = np.concatenate([np.eye(5), -np.eye(5)]) * 2.0
    slow = ((x[:, None, :] - vertices) * g[:, None, :]).sum(axis=2).max(axis=1)
    assert slow == pytest.approx((g * x).sum(axis=1) + 2.0 * np.abs(g).max(axis=1))
