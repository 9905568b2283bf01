"""Formulas of the claims on saddle points against slow, independent computations."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import linprog, minimize

from workbench.privacy.composition.classical import optimal_delta
from workbench.rates import rate_is
from workbench.rigor import follows
from workbench_papers.saddle._rates import best_order
from workbench_papers.saddle.maurey import cor_2_3, lem_2_10_order
from workbench_papers.saddle.mirror_descent import cor_3_6, thm_3_1_optimum


@pytest.mark.parametrize("signs", range(1, 9))
def test_the_mean_size_of_a_sum_of_signs_is_above_its_bound(signs):
    sizes = [abs(sum(s)) for s in itertools.product((-1, 1), repeat=signs)]
    assert Fraction(sum(sizes), len(sizes)) ** 2 >= Fraction(signs, 3)


@pytest.mark.parametrize(("draws", "ratio"), [(32, 0.91), (128, 1.71), (512, 3.31), (2048, 6.51)])
def test_error_of_following_the_leader(draws, ratio):
    """Ratio of the error to 2L/N, with the binomial law written out."""
    half = draws // 2
    chances = [math.comb(half, k) / 2**half for k in range(half + 1)]
    sums = [(2 * k - half) / draws for k in range(half + 1)]
    slow = sum(c * (s * s + abs(s)) / 2 for c, s in zip(chances, sums, strict=True))
    size = sp.Rational(half * math.comb(half - 1, half // 2), 2 ** (half - 1))  # of the sum
    exact = sp.Rational(1, 2) * (size / draws + sp.Rational(1, 2 * draws))
    assert float(exact) == pytest.approx(slow, rel=1e-9)
    assert slow / (2 / draws) == pytest.approx(ratio, abs=0.006)
    if draws <= 128:  # the whole law is in the certificate
        assert (cor_2_3.leader(draws, adaptive=True).outcome().decision == "fails") == (ratio > 1)


def test_25_responses_have_the_loss_of_the_optimal_composition():
    """The event of the refutation reaches the exact delta of 25 randomised responses."""
    step, eps = math.log(6), 30.0  # each answer is true with chance 6/7
    outcome = cor_3_6.twenty_five_randomised_responses_violate_it()
    told, allowed = (figure.value for figure in outcome.figures)
    exact = optimal_delta(eps, step=step, steps=25)
    assert told - (allowed - 0.25) == pytest.approx(exact.upper, rel=1e-9)
    assert exact.lower > 0.25
    assert step <= eps / (2 * math.sqrt(2 * 25 * math.log(4)))


@pytest.mark.parametrize(("q", "bias"), [(0.5, 16.0), (1.0, 8.0), (1.0, 4.0)])
def test_optimum_of_the_three_terms_by_descent(q, bias):
    """Min 2l/(tau T) + 5 tau + c K^(-q) under 16 T^(3/2) sqrt(K) tau <= P, in logarithms."""
    ell, P = 9.0, 1e7

    def value(logs):
        log_T, log_K = logs
        tau = P / 16 * math.exp(-1.5 * log_T - 0.5 * log_K)
        return 2 * ell / (tau * math.exp(log_T)) + 5 * tau + bias * math.exp(-q * log_K)

    best = min(
        minimize(value, start, method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-14}).fun
        for start in ([8.0, 3.0], [10.0, 5.0])
    )
    rational = sp.Rational(q)
    symbols = thm_3_1_optimum
    closed = thm_3_1_optimum.value(rational).subs(
        {symbols.ell: 9, symbols.L0: 1, symbols.P: 10**7, symbols.c: int(bias)}
    )
    assert float(closed) == pytest.approx(best, rel=1e-6)


ROWS = {
    "first-order": (
        [{"l": 1, "t": -1, "T": -1}, {"t": 1}, {"K": -0.5}, {"l": 0.5, "T": -0.5}],
        [{"T": 1, "n": -1}, {"t": 1, "T": 1.5, "K": 0.5, "P": -1}],
        lambda r, h: max((h - 1) / 2, (1.5 * h - r) / 3),
    ),
    "private iterates": (
        [{"l": 1, "t": -1, "T": -1}, {"t": 1}, {"K": -1}],
        [{"T": 1, "n": -1}, {"t": 1, "T": 1.5, "K": 0.5, "P": -1}],
        lambda r, h: max((h - 1) / 2, 0.4 * (1.5 * h - r)),
    ),
    "Algorithm 3": (
        [{"l": 1, "t": -1, "T": -1}, {"t": 1, "l": 1}, {"D": -1}, {"l": 0.5, "T": -0.5}],
        [{"T": 1, "n": -1}, {"t": 1, "T": 1.5, "P": -1}, {"D": 1, "T": -1}],
        lambda r, h: max(h - 0.5, h - r / 2),
    ),
    "Algorithm 5, first-order": (
        [
            {"l": 1, "t": -1, "T": -2},
            {"t": 1, "T": 1},
            {"K": -0.5},
            {"k": 1, "T": -1},
            {"t": 1, "k": 1, "T": 1, "l": 0.5, "K": -0.5},
            {"t": 1, "k": 1, "T": 1, "K": -1},
        ],
        [
            {"T": 1, "n": -1},
            {"k": 1, "T": -1},
            {"t": 1, "T": 2, "K": 0.5, "k": 0.5, "P": -1},
            {"t": 1, "T": 2.5, "K": 0.5, "k": -0.5, "P": -1},
        ],
        lambda r, h: max((h - 1) / 2, 0.7 * h - 0.4 * r),
    ),
}


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("rho", [0.5, 0.9, 1.3, 1.8])
def test_rates_against_a_floating_point_program(name, rho):
    """Min max of exponents with n = n^1, P = n^rho, l = n^theta: scipy instead of our duality."""
    theta = 0.02
    terms, constraints, claimed = ROWS[name]
    data = {"n": 1.0, "P": rho, "l": theta}
    free = sorted({s for row in (*terms, *constraints) for s in row} - set(data))
    rows, limits = [], []
    for kind, row in [*((1, t) for t in terms), *((0, c) for c in constraints)]:
        rows.append([row.get(s, 0.0) for s in free] + [-float(kind)])
        limits.append(-sum(e * data[s] for s, e in row.items() if s in data))
    bounds = [(None if s == "t" else 0, None) for s in free] + [(None, None)]
    solved = linprog([0.0] * len(free) + [1.0], A_ub=rows, b_ub=limits, bounds=bounds)
    assert solved.status == 0
    assert solved.fun == pytest.approx(claimed(rho, theta), abs=1e-9)


def test_a_wrong_rate_fails_and_says_how():
    order = best_order(["1/T", "T/P"], [], free=["T"], claimed="1/P")
    answer = rate_is(order)
    assert answer.decision == "fails"
    assert "better" in answer.summary
    assert rate_is(order.but(claimed="P**(-1/2)")).decision == "holds"


def test_an_unbounded_sum_gives_no_rate():
    order = best_order(["1/T"], [], free=["T"], claimed="1/P")
    assert rate_is(order).decision == "inconclusive"


def test_follows_needs_its_premises():
    a, b, c = sp.symbols("a b c", real=True)
    assert follows(a, c, [(1, a, b), (1, b, c)]).decision == "holds"
    assert follows(a, c, [(1, a, b)]).decision != "holds"
    assert follows(a, c, [(1, a, b)], at={"a": 1, "b": 1, "c": 0}).decision == "fails"


def test_largest_mean_of_signs_against_all_patterns():
    """N E max^2 for m = 1, 2 independent means of N = 1, .., 4 signs."""
    for m, N in itertools.product((1, 2), range(1, 5)):
        patterns = itertools.product(itertools.product((-1, 1), repeat=N), repeat=m)
        values = [max(sum(signs) ** 2 for signs in pattern) for pattern in patterns]
        assert lem_2_10_order.second_moment(m, N) == Fraction(sum(values), len(values) * N)


def test_first_order_bias_in_high_dimension():
    """Differences of a numeric gradient, for drawn points, are above the stated bound."""
    rng, d, N = np.random.default_rng(0), 400, 9

    def F(x):
        rest, first = (x[1:] ** 2).sum(), x[0]
        square = (x**2).sum() + first * x[1:].sum()
        return np.sqrt(2) * first * np.sqrt(rest + first**2 / 2) - square / 2

    def slope(x, h=1e-6):
        step = h * np.eye(d)[0]
        return (F(x + step) - F(x - step)) / (2 * h)

    mean = np.append(0.0, np.full(d - 1, 1 / (d - 1)))
    drawn = [slope(rng.multinomial(N, mean) / N) for _ in range(200)]
    bound = np.sqrt(2) * (1 / np.sqrt(N) - 1 / np.sqrt(d - 1))
    assert bound - 1e-6 <= np.mean(drawn) - slope(mean) <= bound * 1.1
