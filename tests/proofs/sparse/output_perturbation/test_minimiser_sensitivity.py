"""Sensitivities of regularised minimisers, against minimisers that are computed."""

import cvxpy as cp
import numpy as np
import pytest
import sympy as sp

from workbench.rigor.provers import kinks, soft_thresholds
from workbench.rigor.provers import star_minimisers as stars
from workbench_papers.sparse.output_perturbation import (
    sensitivity_l1_constrained as erm_l1_constrained,
)
from workbench_papers.sparse.output_perturbation import sensitivity_l1_star as erm_l1_sens_star


def star(n, s, H, a, sign):
    """The minimiser of the star of losses (lam = L = 1), by a linear solve."""
    b = np.sqrt((1 - a**2) / (s - 1))
    d = 1 + (n - 1) * (s - 1)
    rows = np.zeros((n - 1, d))
    rows[:, 0] = a
    for j in range(n - 1):
        rows[j, 1 + j * (s - 1) : 1 + (j + 1) * (s - 1)] = b
    first = np.zeros(d)
    first[0] = sign
    return np.linalg.solve(H / n * rows.T @ rows + np.eye(d), -first / n)


@pytest.mark.parametrize(
    ("n", "s", "H", "a", "moved", "bound"),
    [(60, 2, 100, 0.138, 0.1189, 0.3805), (60, 5, 100, 0.150, 0.2189, 0.6016),
     (100, 8, 400, 0.107, 0.2454, 0.8566)],
)  # fmt: skip
def test_star_of_losses_against_a_linear_solve(n, s, H, a, moved, bound):
    solved = np.abs(star(n, s, H, a, 1) - star(n, s, H, a, -1)).sum()
    assert solved == pytest.approx(moved, abs=1e-4)
    sharp = np.sqrt(s) / n * (np.sqrt(2 * H) + 2)
    assert sharp == pytest.approx(bound, abs=1e-4)
    assert solved <= sharp


def test_star_at_the_stated_tilt():
    n, s, H = 101, 3, 100
    solved = np.abs(star(n, s, H, 0.1, 1) - star(n, s, H, 0.1, -1)).sum()
    at = {stars.L: 1, stars.lam: 1, stars.n: n, stars.s: s, stars.H: H}
    first, leaf = (float(value.subs(at)) for _, _, value in stars.SOLUTION)
    assert 2 * (abs(first) + (n - 1) * (s - 1) * abs(leaf)) == pytest.approx(solved, rel=1e-9)
    weight = np.sqrt((s - 1) * (H - 1))
    m = erm_l1_sens_star
    told = m.moved(m.m, weight).subs({m.m: n - 1, m.kappa: H}) / n
    assert float(told) == pytest.approx(solved, rel=1e-9)
    assert solved >= (1 + 2 / 3 * weight) / n


@pytest.mark.parametrize("seed", range(3))
def test_random_huber_losses_stay_within_all_bounds(seed):
    """Losses H/2 u^2 for |u| <= 1/H, linear beyond; u = <a, x> - c with sparse unit vectors a."""
    rng = np.random.default_rng(seed)
    n, d, s, H = 6, 12, 3, 30.0
    rows = np.zeros((n + 1, d))
    for row in rows:
        row[rng.choice(d, s, replace=False)] = rng.normal(size=s)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    shifts = rng.normal(size=n + 1)

    def minimiser(keep):
        x = cp.Variable(d)
        losses = cp.sum(cp.huber(H * (rows[keep] @ x - shifts[keep]), 1)) / (2 * H * n)
        cp.Problem(cp.Minimize(losses + cp.sum_squares(x) / 2)).solve(
            solver="CLARABEL", tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12
        )
        return x.value

    moved = minimiser(list(range(n))) - minimiser(list(range(1, n + 1)))
    assert np.linalg.norm(moved) <= 2 / n + 1e-5
    assert np.abs(moved).sum() <= np.sqrt(s) / n * (np.sqrt(2 * H) + 2) + 1e-5


@pytest.mark.parametrize("d", [5, 17])
def test_minimiser_on_the_hyperplane_against_a_solver(d):
    """One loss x_1 or -x_1, the other 0; lam = L = 1 and n = 2."""
    w = np.full(d, 1 / np.sqrt(2 * (d - 1)))
    w[0] = 1 / np.sqrt(2)
    found = []
    for sign in (1, -1):
        x = cp.Variable(d)
        cp.Problem(cp.Minimize(sign * x[0] / 2 + cp.sum_squares(x) / 2), [w @ x == 0]).solve()
        found.append(x.value)
    m = erm_l1_constrained
    told = m.moved(m.TILTED).subs({m.L: 1, m.lam: 1, m.n: 2, m.root: sp.sqrt(d - 1)})
    assert np.abs(found[0] - found[1]).sum() == pytest.approx(float(told), abs=1e-6)


@pytest.mark.parametrize(("c", "n"), [(1, 2), (2, 7), (3, 4)])
def test_minimiser_at_a_kink_against_a_solver(c, n):
    """Losses max(x_1/c, x_2, ..) and one +-x_1, n of them; lam = L = 1 and d = 1 + c^2."""
    found = []
    for sign in (1, -1):
        x, top = cp.Variable(1 + c**2), cp.Variable()
        losses = ((n - 1) * top + sign * x[0]) / n + cp.sum_squares(x) / 2
        cp.Problem(cp.Minimize(losses), [x[0] <= c * top, x[1:] <= top]).solve(
            solver="CLARABEL", tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12
        )
        told = float(kinks.level(sign).subs({kinks.L: 1, kinks.lam: 1, kinks.n: n, kinks.c: c}))
        np.testing.assert_allclose(x.value, told * np.array([c] + [1] * c**2), atol=1e-5)
        found.append(x.value)
    assert np.abs(found[0] - found[1]).sum() == pytest.approx((1 + c) / n, abs=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_soft_threshold_against_a_linear_programme(seed):
    rng = np.random.default_rng(seed)
    point = rng.normal(size=7)
    x, tau = cp.Variable(7), cp.Variable()
    near = [cp.abs(x - point) <= tau, cp.norm1(x) <= 2]
    cp.Problem(cp.Minimize(tau), near).solve()
    kept = sum(soft_thresholds.excess(abs(v), float(tau.value)) for v in point)
    assert float(kept) == pytest.approx(2, abs=1e-5)
