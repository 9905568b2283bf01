"""Numbers of the momentum claims against slower, independent derivations."""

import itertools
import math
from fractions import Fraction

import pytest

from proofs.momentum import _tree as tree
from proofs.momentum.cor_15 import VALUE, apart, kappa, rho
from proofs.momentum.difference_tree import levels
from proofs.momentum.lem_11_single import error, slopes
from proofs.momentum.thm_4 import closed_form
from proofs.momentum.thm_8 import charge


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
    at = VALUE.subs({apart: 1 - rho * kappa}).subs({rho: "1/4", kappa: "3/4"})
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


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_slopes_of_the_counterexample_are_bounded_and_lipschitz(order):
    bound, grid = Fraction(40), [Fraction(k, 4) for k in range(-240, 241)]
    for left, right in itertools.pairwise(grid):
        for here, there in zip(slopes(left, bound), slopes(right, bound), strict=True):
            assert abs(here) <= bound
            assert abs(there - here) <= right - left
    assert error(order, Fraction(1), bound, 124) in {Fraction(160, 3), Fraction(80, 3)}


def test_levels_of_the_difference_tree_cover_the_true_charge():
    size, horizon, step = 8, 40, Fraction(1, 100)
    nodes = [(t - tree.lowest_bit(t) + 1, t) for t in range(1, horizon + 1)]
    for uses in tree.repeated(size, horizon):
        counts = [sum(y <= t <= z for t in uses) for y, z in nodes]
        total = sum((2 * min(Fraction(2), c * step * size)) ** 2 for c in counts)
        assert total <= levels(size, horizon, step)
