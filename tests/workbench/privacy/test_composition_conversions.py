"""Conversions between measures of loss against high-precision searches and published tables."""

import math

import mpmath
import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import OutOfReachError, ParameterError
from workbench.privacy import (
    Bounds,
    Gaussian,
    amplified,
    bounded_range_to_zcdp,
    laplace_epsilon,
    pure_to_zcdp,
    renyi_to_delta,
    renyi_to_epsilon,
    zcdp_budget,
    zcdp_delta,
    zcdp_epsilon,
)
from workbench.privacy.composition.balls import enclose, largest, smallest
from workbench.privacy.composition.conversions import renyi_of_pure

RHOS = st.floats(-4, 1).map(lambda e: 10**e)
DELTAS = st.floats(-12, -0.5).map(lambda e: 10**e)


def converted(order, divergence, epsilon):
    """Exp((a - 1)(D - eps)) (1 - 1/a)^a / (a - 1) with 40 digits."""
    with mpmath.workdps(40):
        a = mpmath.mpf(order)
        return mpmath.exp((a - 1) * (divergence - epsilon)) * (1 - 1 / a) ** a / (a - 1)


@settings(max_examples=40, deadline=None)
@given(rho=RHOS, epsilon=st.floats(0, 10))
def test_zcdp_delta_is_the_minimum_over_the_orders(rho, epsilon):
    found = zcdp_delta(rho, epsilon)
    grid = [1 + math.exp(k) for k in np.linspace(-20, 15, 1500)]
    rivals = [float(converted(a, a * rho, epsilon)) for a in grid[::25]]
    assert found <= min(*rivals, 1.0) * (1 + 1e-12) + 5e-324  # underflow is rounded up
    # Gaussian noise has this rho, so nothing smaller than its exact curve can be right
    gaussian = Gaussian(1.0).delta_bounds(epsilon, sensitivity=math.sqrt(2 * rho))
    assert found >= gaussian.lower * (1 - 1e-12)


@settings(max_examples=40, deadline=None)
@given(rho=RHOS, delta=DELTAS)
def test_zcdp_epsilon_is_the_inverse_and_never_worse_than_the_textbook(rho, delta):
    epsilon = zcdp_epsilon(rho, delta)
    assert zcdp_delta(rho, epsilon) <= delta * (1 + 1e-9)
    assert epsilon == 0 or zcdp_delta(rho, epsilon * (1 - 1e-6)) > delta
    textbook = zcdp_epsilon(rho, delta, tight=False)
    assert epsilon <= textbook
    assert textbook == pytest.approx(rho + 2 * math.sqrt(-rho * math.log(delta)), rel=1e-14)


@settings(max_examples=40, deadline=None)
@given(epsilon=st.floats(-2, 1).map(lambda e: 10**e), delta=DELTAS, tight=st.booleans())
def test_zcdp_budget_is_within_the_budget_and_tight(epsilon, delta, tight):
    rho = zcdp_budget(epsilon, delta, tight=tight)
    assert zcdp_epsilon(rho, delta, tight=tight) <= epsilon
    assert zcdp_epsilon(rho * (1 + 1e-9), delta, tight=tight) > epsilon
    if not tight:
        level = mpmath.log(1 / mpmath.mpf(delta))
        plain = (mpmath.sqrt(level + epsilon) - mpmath.sqrt(level)) ** 2
        assert rho == pytest.approx(float(plain), rel=1e-9)


@pytest.mark.parametrize(
    ("epsilon", "delta", "quadratic", "best", "exact"),
    [
        (0.1, 1e-5, 48.0892, 33.9816, 30.7496),
        (1.0, 1e-5, 4.9006, 4.0451, 3.7306),
        (4.0, 1e-6, 1.4032, 1.2678, 1.1935),
        (8.0, 1e-5, 0.6903, 0.6377, 0.6002),
    ],
)
def test_published_noise_multipliers(epsilon, delta, quadratic, best, exact):
    def noise(tight):
        return 1 / math.sqrt(2 * zcdp_budget(epsilon, delta, tight=tight))

    assert noise(tight=False) == pytest.approx(quadratic, abs=6e-5)
    assert noise(tight=True) == pytest.approx(best, abs=6e-5)
    sigma = Gaussian.calibrate(epsilon, delta, sensitivity=1.0).sigma
    assert sigma == pytest.approx(exact, abs=6e-5)


@pytest.mark.parametrize("order", [1.25, 2.0, 16.0])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
def test_pure_loss_as_renyi_divergence_and_zcdp(order, epsilon):
    with mpmath.workdps(40):
        truth = 1 / (1 + mpmath.exp(-mpmath.mpf(epsilon)))
        mass = sum(p**order * (1 - p) ** (1 - mpmath.mpf(order)) for p in (truth, 1 - truth))
        divergence = mpmath.log(mass) / (order - 1)
    assert float(renyi_of_pure(epsilon)(arb(order))) == pytest.approx(float(divergence), rel=1e-12)
    assert divergence <= order * pure_to_zcdp(epsilon)
    assert pure_to_zcdp(epsilon) >= min(epsilon, epsilon**2 / 2)
    assert bounded_range_to_zcdp(epsilon) == pytest.approx(epsilon**2 / 8)


def test_bounded_range_covers_every_pair_of_that_range():
    """Two choices with losses t and t - R; the factor 1/8 is approached as R falls."""
    ratios = []
    for width in (0.01, 0.5, 2.0, 6.0):
        t = np.linspace(0.01, 0.99, 99) * width
        p = np.expm1(t - width) / np.expm1(-width)
        q = p * np.exp(-t)
        for order in (1.05, 2.0, 9.0):
            mass = p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)
            worst = np.log(mass).max() / (order - 1)
            ratios.append(worst / (order * bounded_range_to_zcdp(width)))
    assert 0.999 < max(ratios) <= 1


@settings(max_examples=30, deadline=None)
@given(rho=RHOS, delta=DELTAS)
def test_renyi_conversions_are_inverse_at_every_order(rho, delta):
    for order in (1.1, 2.0, 30.0):
        epsilon = renyi_to_epsilon(lambda a: a * arb(rho), delta, orders=[order])
        back = renyi_to_delta(lambda a: a * arb(rho), epsilon, orders=[order])
        assert back <= delta * (1 + 1e-9)
        if epsilon > 0:
            assert float(converted(order, order * rho, epsilon)) == pytest.approx(delta, rel=1e-9)


@given(epsilon=st.floats(0.01, 3), n=st.integers(1, 50), data=st.data())
def test_amplification_agrees_with_the_subsampled_laplace_step(epsilon, n, data):
    m = data.draw(st.integers(1, n))
    loss, delta = amplified(epsilon, 1e-6, n=n, m=m)
    step = laplace_epsilon(1 / epsilon, float(m), n=n, m=m)  # sensitivity m / m, scale 1 / epsilon
    assert loss == pytest.approx(step, rel=1e-12)
    assert delta == pytest.approx(1e-6 * m / n, rel=1e-15)


def test_hidden_whole_is_not_hidden():
    assert amplified(0.5, 1e-5, n=3, m=3) == (0.5, 1e-5)
    with pytest.raises(ParameterError, match="exceeds n"):
        amplified(0.5, 0.0, n=3, m=4)


# ------------------------------------------------------------------------- brackets and searches


def test_enclosure_survives_cancellation():
    tiny = enclose(lambda: (arb(1) + arb(2) ** -400) - 1)
    assert tiny.lower == tiny.upper == 2.0**-400


def test_enclosure_of_a_hidden_zero_is_the_smallest_bracket():
    zero = enclose(lambda: arb.pi() - arb.pi())
    assert zero == Bounds(-5e-324, 5e-324)


def test_enclosure_gives_up_on_a_formula_without_a_value():
    with pytest.raises(OutOfReachError, match="no digits left"):
        enclose(lambda: arb(1) / arb(0))


def test_searches_find_the_float_and_refuse_what_no_float_meets():
    for target in (1e-300, 0.3, 7.0, 1e300):
        assert smallest(lambda x, t=target: x >= t) == target
        assert largest(lambda x, t=target: x <= t) == target
    with pytest.raises(OutOfReachError, match="no floating-point number"):
        smallest(lambda x: False)
    with pytest.raises(OutOfReachError, match="no floating-point number"):
        largest(lambda x: False)
    assert smallest(lambda x: x >= 0.3, relative=1e-3) == pytest.approx(0.3, rel=2e-3)


def test_a_bracket_is_not_empty():
    with pytest.raises(ParameterError, match="not below upper"):
        Bounds(1.0, math.nan)


@pytest.mark.parametrize("orders", [[], [1.0], [2.0, math.inf]])
def test_orders_exceed_one(orders):
    with pytest.raises(ParameterError, match="orders"):
        renyi_to_delta(lambda a: a, 1.0, orders=orders)
