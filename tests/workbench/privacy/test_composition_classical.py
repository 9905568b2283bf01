"""Composition theorems against exact enumeration, and the validity range of the common choice."""

import itertools
import math
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import ParameterError
from workbench.privacy import (
    advanced_choice_is_valid,
    advanced_composition,
    advanced_step,
    basic_composition,
    basic_step,
    filter_budget,
    filter_epsilon,
    optimal_delta,
    optimal_epsilon,
)
from workbench.privacy.composition.classical import squares_epsilon


def enumerated(epsilon, step, steps):
    """Delta of randomized response, one transcript at a time, with 50 digits."""
    with mpmath.workdps(50):
        s = mpmath.mpf(step)
        truth = 1 / (1 + mpmath.exp(-s))
        total = mpmath.mpf(0)
        for bits in itertools.product((0, 1), repeat=steps):
            p = truth ** sum(bits) * (1 - truth) ** (steps - sum(bits))
            q = (1 - truth) ** sum(bits) * truth ** (steps - sum(bits))
            total += max(mpmath.mpf(0), p - mpmath.exp(epsilon) * q)
        return total


@settings(max_examples=40, deadline=None)
@given(
    steps=st.integers(1, 7),
    step=st.floats(-2, 0.5).map(lambda e: 10**e),
    share=st.floats(0, 1.2),
)
def test_optimal_curve_is_the_enumeration(steps, step, share):
    epsilon = share * steps * step
    bounds = optimal_delta(epsilon, step=step, steps=steps)
    truth = enumerated(epsilon, step, steps)
    slack = mpmath.mpf(10) ** -40
    assert bounds.lower - slack <= truth <= bounds.upper + slack
    assert bounds.width <= 3e-16 * bounds.upper


@pytest.mark.parametrize(
    ("steps", "step", "slack", "drv", "sharper", "exact"),
    [
        (100, 0.1, 1e-5, 5.8502, 5.2981, 4.3068),
        (1000, 0.03, 1e-5, 5.4659, 5.0022, 4.1123),
        (10, 0.3, 1e-3, 4.5758, 3.9728, 2.7048),
    ],
)
def test_published_values(steps, step, slack, drv, sharper, exact):
    for form, value in (("drv", drv), ("sharper", sharper)):
        epsilon, delta = advanced_composition(step, steps=steps, slack=slack, form=form)
        assert epsilon == pytest.approx(value, abs=6e-5)
        assert delta == slack
    found = optimal_epsilon(slack, step=step, steps=steps)
    assert found == pytest.approx(exact, abs=6e-5)
    assert optimal_delta(found, step=step, steps=steps).upper <= slack
    assert optimal_delta(found - 1e-9, step=step, steps=steps).lower > slack


@settings(max_examples=60, deadline=None)
@given(
    steps=st.integers(1, 60),
    step=st.floats(-2, 0).map(lambda e: 10**e),
    slack=st.floats(-8, -0.01).map(lambda e: 10**e),
)
def test_theorems_never_promise_less_than_the_truth(steps, step, slack):
    for form in ("drv", "sharper"):
        epsilon, _ = advanced_composition(step, steps=steps, slack=slack, form=form)
        assert optimal_delta(epsilon, step=step, steps=steps).lower <= slack
    total, _ = basic_composition([(step, 0.0)] * steps)
    assert optimal_delta(total, step=step, steps=steps).upper == 0
    squares = squares_epsilon(step, slack, steps=steps)
    assert optimal_delta(squares, step=step, steps=steps).lower <= slack


def test_exact_curve_of_one_response_is_hyperbolic():
    assert optimal_delta(0.0, step=2.0, steps=1).contains(math.tanh(1.0))


def test_known_totals_of_the_common_choice():
    step = advanced_step(1.0, 1e-6, steps=100)
    assert optimal_epsilon(1e-6, step=step, steps=100) == pytest.approx(0.372, abs=5e-4)
    # outside the range: eps = 40 at delta = 0.1 (8 log 10 = 18.4): the true delta is 0.60
    outside = 40 / (2 * math.sqrt(2 * 10_000 * math.log(10)))
    assert optimal_delta(40.0, step=outside, steps=10_000).lower > 0.5


def test_the_range_of_the_common_choice_is_sharp_for_its_argument():
    """Just inside the sum is within epsilon, just outside it is not; k does not matter."""
    for delta, steps in ((0.1, 1), (1e-5, 7), (1e-9, 1000)):
        edge = 8 * math.log(1 / delta)
        inside, outside = edge * (1 - 1e-9), edge * (1 + 1e-9)
        assert advanced_choice_is_valid(inside, delta)
        assert not advanced_choice_is_valid(outside, delta)
        step = advanced_step(inside, delta, steps=steps)
        assert squares_epsilon(step, delta, steps=steps) <= inside
        with mpmath.workdps(40):
            level = -mpmath.log(delta)
            bad = mpmath.mpf(outside) / (2 * mpmath.sqrt(2 * steps * level))
            spent = mpmath.sqrt(2 * level * steps) * bad + steps * bad**2 / 2
            assert spent > outside
        with pytest.raises(ParameterError, match=r"exceeds 8 log\(1/delta\)"):
            advanced_step(outside, delta, steps=steps)


def test_counterexample_of_a_larger_constant():
    """K = 8193/4096, c = 2048/8193, eps = 2 <= 8.001 c: the choice overspends, in exact numbers."""
    k, c, epsilon = Fraction(8193, 4096), Fraction(2048, 8193), Fraction(2)
    assert 8 * c < epsilon <= Fraction(8001, 1000) * c
    root = Fraction(1)  # sqrt(2 k c) = 1
    assert 2 * k * c == root**2
    step = epsilon / (2 * root)
    assert root * step + k * step**2 / 2 > epsilon


@settings(deadline=None)
@given(
    epsilon=st.floats(-3, 1).map(lambda e: 10**e),
    slack=st.floats(-9, -0.1).map(lambda e: 10**e),
)
def test_filter_budget_is_the_inverse_of_its_cost(epsilon, slack):
    budget = filter_budget(epsilon, slack)
    assert filter_epsilon(budget, slack) <= epsilon
    assert filter_epsilon(budget * (1 + 1e-12), slack) > epsilon
    level = 2 * math.log(1 / slack)
    plain = (math.sqrt(level + 2 * epsilon) - math.sqrt(level)) ** 2
    assert budget == pytest.approx(plain, rel=1e-9)


@given(epsilon=st.floats(1e-6, 50), steps=st.integers(1, 1000))
def test_basic_share_never_overspends(epsilon, steps):
    assert Fraction(basic_step(epsilon, steps=steps)) * steps <= Fraction(epsilon)


def test_sums_are_rounded_up():
    total, delta = basic_composition([(0.1, 1e-7)] * 10)
    assert Fraction(total) >= 10 * Fraction(0.1)
    assert Fraction(delta) >= 10 * Fraction(1e-7)
    assert math.nextafter(total, 0) < 10 * Fraction(0.1)


@pytest.mark.parametrize("wrong", [{"steps": 0}, {"slack": 0.0}, {"slack": 1.0}])
def test_arguments_outside_the_theorem_are_refused(wrong):
    with pytest.raises(ParameterError):
        advanced_composition(0.1, **{"steps": 3, "slack": 1e-6, **wrong})
