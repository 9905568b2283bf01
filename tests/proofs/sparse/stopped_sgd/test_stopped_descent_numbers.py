"""Levels, costs, budgets and horizons of the bias-reduced descent, against slow computations."""

import functools
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import brentq, minimize_scalar

from workbench.rigor import enumeration
from workbench.rigor.provers import adversaries
from workbench.symbolic import relation
from workbench_papers.sparse.estimator import _levels
from workbench_papers.sparse.stopped_sgd import example as stopped_sgd_example


def test_mean_of_the_estimator_against_a_loop_over_all_draws():
    """Four records, levels 0 and 1, every batch, half and single record with its chance."""
    records = [Fraction(v) for v in (-2, 0, 1, 3)]
    total = Fraction(0)
    for level, chance in ((0, Fraction(2, 3)), (1, Fraction(1, 3))):
        size = 2**level
        batches = list(itertools.combinations(range(4), 2 * size))
        for batch in batches:
            halves = list(itertools.combinations(batch, size))
            for odd in halves:
                even = tuple(i for i in batch if i not in odd)
                values = [
                    _levels.curved(len(p), sum(records[i] for i in p) / len(p))
                    for p in (batch, odd, even)
                ]
                for single in records:
                    value = (values[0] - (values[1] + values[2]) / 2) / chance
                    value += _levels.curved(1, single)
                    total += chance * value / (len(batches) * len(halves) * 4)
    assert total == _levels.curved(4, sum(records) / 4)


@pytest.mark.parametrize("depth", range(12))
def test_moments_of_the_batch_against_sums(depth):
    law = _levels.law(range(depth + 1))
    assert sum(p * 2 ** (k + 1) for k, p in law.items()) == Fraction(
        2 * (depth + 1) * 2**depth, 2 ** (depth + 1) - 1
    )
    assert sum(p * 4 ** (k + 1) for k, p in law.items()) == 4 * 2**depth


def budget(epsilon, delta):
    logs = math.log(1 / delta)
    return (math.sqrt(2 * logs + 2 * epsilon) - math.sqrt(2 * logs)) ** 2


@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-6), (1, 1e-6), (5, 1e-2)])
def test_budget_against_the_root_of_the_filter(epsilon, delta):
    def spent(V):
        return math.sqrt(2 * math.log(1 / delta) * V) + V / 2 - epsilon

    assert budget(epsilon, delta) == pytest.approx(brentq(spent, 1e-12, 100), rel=1e-9)


@pytest.mark.parametrize(("own", "steps"), [(0.269, 203), (0.05, 6914)])
def test_horizon_of_the_example(own, steps):
    n, depth = 16384, 13
    mean = sum(
        float(p)
        * (math.log1p(2 ** (k + 1) / n * math.expm1(2 * own)) + math.log1p(math.expm1(own) / n))
        ** 2
        for k, p in _levels.law(range(depth + 1)).items()
    )
    assert math.floor(budget(1, 1e-6) / (4 * mean)) == steps


def test_chance_to_exceed_against_simulation():
    """20000 runs; the enclosure [0.0388, 0.0421] is wider than five standard errors allow."""
    rng = np.random.default_rng(0)
    costs = np.array([float(c) for c in stopped_sgd_example.SQUARES])
    law = np.array([float(p) for p in _levels.law(range(14)).values()])
    draws = rng.choice(14, size=(20000, 203), p=law)
    share = (costs[draws].sum(axis=1) > float(stopped_sgd_example.BUDGET)).mean()
    assert abs(share - 0.040) <= 0.002 + 5 * math.sqrt(0.04 / 20000)


def test_powers_of_the_law_against_all_paths():
    cells = [0, 1, 2, *[5] * 11]
    law = [float(p) for p in _levels.law(range(14)).values()]
    slow = sum(
        math.prod(law[k] for k in path)
        for path in itertools.product(range(14), repeat=3)
        if sum(cells[k] for k in path) > 4
    )
    chance, law = stopped_sgd_example.above(cells, 4, 3)
    near = [sp.Rational(slow * factor) for factor in (1 - 1e-12, 1 + 1e-12)]
    assert enumeration(relation(near[0], "<=", chance), {}, **law).decision == "holds"
    assert enumeration(relation(near[1], "<=", chance), {}, **law).decision == "fails"


@pytest.mark.parametrize("budget", [4, 39])
def test_potential_of_the_adversary_is_above_the_best_strategy(budget):
    """The best mean over all strategies, from every loss, by recursion."""
    x, level = 1.05, adversaries.LEVEL

    @functools.cache
    def best(loss, left):
        options = [max(0.0, 1 - x ** (level - loss))]
        for size, price in ((1, 1), (2, 4)):
            if price <= left:
                p = x**size / (1 + x**size)
                options.append(
                    p * best(loss + size, left - price) + (1 - p) * best(loss - size, left - price)
                )
        return max(options)

    weight = math.exp(adversaries.WEIGHT)
    for loss in range(-5, 45):
        assert best(loss, budget) <= math.exp((loss - level) / 2) / 10 * weight**budget
    assert 1 / 20000 < best(0, 39) <= adversaries.MOST < best(0, 157)  # within four times V*


@pytest.mark.parametrize(("power", "told"), [(2.0, 3 / 2 ** (2 / 3)), (1.5, 5 / 3 * 1.5**0.4)])
def test_minima_over_the_regularisation(power, told):
    """The sum a lam + c lam^(-power) against a numerical minimum; a = 2, c = 3."""
    a, c = 2.0, 3.0
    found = minimize_scalar(lambda t: a * math.exp(t) + c * math.exp(-power * t), bounds=(-9, 9))
    share = power / (1 + power)
    assert found.fun == pytest.approx(told * a**share * c ** (1 - share), rel=1e-9)
