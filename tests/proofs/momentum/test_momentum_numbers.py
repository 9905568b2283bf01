"""Numbers of the momentum claims against slower, independent derivations."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from workbench.rigor.check.finite_tree import sides, value_of
from workbench.rigor.provers.finite_trees import term
from workbench_papers.momentum import _tree as tree
from workbench_papers.momentum.normalized_sgd import lem_11_memory as memory
from workbench_papers.momentum.normalized_sgd import lem_11_single as single
from workbench_papers.momentum.normalized_sgd.thm_4 import closed_form
from workbench_papers.momentum.sensitivity_reduced.thm_8 import charge
from workbench_papers.momentum.technical.cor_15 import VALUE, kappa, rho


def test_compose_anchors():
    assert tree.compose(1, 13) == [(1, 8), (9, 12), (13, 13)]
    assert tree.compose(6, 13) == [(6, 6), (7, 8), (9, 12), (13, 13)]
    assert tree.compose(2, 15) == [(2, 2), (3, 4), (5, 8), (9, 12), (13, 14), (15, 15)]


def test_exact_budget_of_algorithm_1_at_four_records():
    value = Fraction(4943579098569441, 281474976710656)
    assert closed_form(2, 4, Fraction(3, 4)) == value


@pytest.mark.parametrize(
    ("record", "every", "prefixes"),
    [
        (0, "37618717/4782969", "23801251/4782969"),
        (1, "4909483/531441", "2422135/531441"),
        (2, "319948/59049", "222991/59049"),
    ],
)
def test_squared_weights_of_three_records_over_three_epochs(record, every, prefixes):
    uses = tree.repeated(3, 9)[record]
    fenwick = [(t - tree.lowest_bit(t) + 1, t) for t in range(1, 10)]
    for nodes, value in ((tree.nodes(9), every), (fenwick, prefixes)):
        total = sum(tree.weight(node, uses, Fraction(2, 3)) ** 2 for node in nodes)
        assert total == Fraction(value)


def test_sum_of_squared_reconstruction_weights():
    r, k = Fraction(1, 4), Fraction(3, 4)
    at = VALUE.subs({rho: "1/4", kappa: "3/4"})
    assert str(at) == "4864/1365"
    weights = [sum(r**j * k ** (last - j) for j in range(last + 1)) for last in range(90)]
    assert weights[:5] == [1, 1, Fraction(13, 16), Fraction(5, 8), Fraction(121, 256)]
    assert math.isclose(float(sum(w * w for w in weights)), 4864 / 1365, rel_tol=1e-12)


def test_the_charge_of_algorithm_2_is_attained_by_repeated_orders_only():
    gamma = Fraction(1, 10)
    repeated = [charge([order] * 4, gamma) for order in itertools.permutations(range(2))]
    assert max(repeated) == 3 * 2 * gamma**2
    fresh = charge([(0, 1), (1, 0), (0, 1), (1, 0)], gamma)
    assert fresh > 50 * max(repeated)


def slopes_at(w, bound):
    """The three slopes of the counterexample at a number."""
    known = {"G": fmpq(bound.numerator, bound.denominator)}
    found = [value_of(slope.tree, known) for slope in single.slopes(term(w))]
    return [Fraction(int(v.p), int(v.q)) for v in found]


def test_the_slopes_of_the_counterexample_are_bounded_and_lipschitz():
    bound, grid = Fraction(40), [Fraction(k, 4) for k in range(-240, 241)]
    for left, right in itertools.pairwise(grid):
        for here, there in zip(slopes_at(left, bound), slopes_at(right, bound), strict=True):
            assert abs(here) <= bound
            assert abs(there - here) <= right - left


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_each_order_of_the_counterexample_ends_far_from_the_gradient(order):
    """The method, step by step, at alpha = 1: m is the slope of the record at hand."""
    bound, w, m = Fraction(40), Fraction(0), Fraction(0)
    for step in range(124):
        w -= (m > 0) - (m < 0)
        m = slopes_at(w, bound)[order[step % 3]]
    error = abs(m - sum(slopes_at(w, bound)) / 3)
    assert error == (Fraction(80, 3) if order[0] == 2 else Fraction(160, 3))


def test_the_mean_over_the_orders_is_that_of_the_certificate():
    outcome = single.three_records_that_steer_by_the_first_of_them()
    assert sides(outcome.certificate)[0] == ["q", str(Fraction(4 * 160 + 2 * 80, 3) / 6)]


@pytest.mark.parametrize("size", [3, 8, 16])
@pytest.mark.parametrize(
    "step", [Fraction(1, 1000), Fraction(1, 100), Fraction(1, 10), Fraction(1)]
)
def test_the_closed_form_of_the_difference_tree_covers_the_true_charge(size, step):
    """G = 1, L eta = step, 5 epochs; the logarithm is rounded down."""
    horizon = 5 * size
    nodes = [(t - tree.lowest_bit(t) + 1, t) for t in range(1, horizon + 1)]
    log = math.floor(2 + horizon * step).bit_length() - 1
    most = 4 * (size.bit_length() * 5 * (step * size) ** 2 + 8 * horizon * step + 6 + 4 * log)
    for uses in tree.repeated(size, horizon):
        counts = [sum(y <= t <= z for t in uses) for y, z in nodes]
        assert sum((2 * min(Fraction(2), c * step * size)) ** 2 for c in counts) <= most


def remembering_loss(w, j):
    """The loss of `lem_11_memory`, written out: its gradient is taken by differences."""
    A, B, Y, Z = (float(x) for x in (memory.A, memory.B, memory.Y, memory.Z))
    V, W, K = (float(x) for x in (memory.V, memory.W, memory.K))
    v, y = w[0], w[1 + j] - w[1:].mean()

    def hill(x, scale):  # the integral of clip(x/scale)
        return x * x / (2 * scale) if abs(x) <= scale else abs(x) - scale / 2

    if abs(v) <= V:
        wave = v
    else:
        over = min(abs(v) - V, W)
        wave = np.sign(v) * (V + over - over**2 / (2 * W))
    z = np.clip(y / Y, -1, 1)
    return wave * z * (2 - abs(z)) - A * hill(y, Z) + K * hill(v, V) + B * w[1 + j]


def by_differences(w, j, h=1e-5):
    units = np.eye(len(w)) * h
    return np.array([(remembering_loss(w + e, j) - remembering_loss(w - e, j)) / (2 * h)
                     for e in units])  # fmt: skip


def test_the_run_that_remembers_is_a_run_of_its_loss():
    n, last, eta = memory.N, 40, float(memory.ETA)
    order = list(np.random.default_rng(0).permutation(n))
    w, m = np.zeros(n + 1), np.zeros(n + 1)
    for t in range(1, last + 1):
        m = (1 - 1 / n) * m + by_differences(w, order[(t - 1) % n]) / n
        full = np.mean([by_differences(w, j) for j in range(n)], axis=0)
        error_now = np.linalg.norm(m - full)
        w = w - eta * m / np.linalg.norm(m)
    ((_, found),) = memory.errors({last}, order=order)
    ((_, same),) = memory.errors({last}, order=list(range(n)))
    assert float(found.mid()) == pytest.approx(error_now, abs=1e-7)
    assert float(same.mid()) == pytest.approx(float(found.mid()), abs=1e-9)


def test_the_constants_of_the_loss_that_remembers_hold_at_random_points():
    rng, n = np.random.default_rng(1), memory.N
    for _ in range(60):
        scale = rng.choice([0.05, 0.5, 2.0])
        w = rng.normal(0, scale, n + 1)
        near = w + rng.normal(0, 0.02, n + 1)
        j = int(rng.integers(n))
        one, two = by_differences(w, j), by_differences(near, j)
        assert np.linalg.norm(one) <= float(memory.G) + 1e-6
        change = np.linalg.norm(one - two) / np.linalg.norm(w - near)
        assert change <= float(memory.L) + 1e-3
