"""Cost and scale against 50-digit arithmetic, exact fractions and published values."""

import itertools
import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import ParameterError
from workbench.privacy import (
    laplace_epsilon,
    laplace_scale,
    split_budget,
    uniform_scale,
)


def exact_epsilon(scale: float, sensitivity: float, *, n: int, m: int) -> mpmath.mpf:
    """The cost with 400 digits, straight from the formula."""
    with mpmath.workdps(400):
        ratio = mpmath.mpf(sensitivity) / (mpmath.mpf(scale) * m)
        return mpmath.log(1 + mpmath.mpf(m) / n * (mpmath.exp(ratio) - 1))


SIZES = st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n)))
BUDGETS = st.floats(-11, 2).map(lambda e: 10**e)


@given(log_scale=st.floats(-3, 8), sizes=SIZES, sensitivity=st.floats(0.01, 100))
def test_cost_is_the_smallest_float_above_the_exact_value(log_scale, sizes, sensitivity):
    n, m = sizes
    scale = 10**log_scale
    value = laplace_epsilon(scale, sensitivity, n=n, m=m)
    exact = exact_epsilon(scale, sensitivity, n=n, m=m)
    with mpmath.workdps(400):
        assert mpmath.mpf(value) >= exact * (1 - mpmath.mpf(10) ** -300)  # digits of `exact`
        assert mpmath.mpf(math.nextafter(value, -math.inf)) < exact


@given(budget=BUDGETS, sizes=SIZES, sensitivity=st.floats(0.01, 100))
def test_scale_spends_the_budget_and_never_more(budget, sizes, sensitivity):
    n, m = sizes
    scale = laplace_scale(budget, sensitivity, n=n, m=m)
    spent = exact_epsilon(scale, sensitivity, n=n, m=m)
    less_noise = exact_epsilon(scale * (1 - 2.0**-51), sensitivity, n=n, m=m)
    with mpmath.workdps(400):
        assert spent <= mpmath.mpf(budget) < less_noise


@given(epsilon=BUDGETS, sizes=SIZES, steps=st.integers(1, 10**4))
def test_uniform_shares_add_up_to_the_budget(epsilon, sizes, steps):
    n, m = sizes
    scale = uniform_scale(epsilon, 2.0, n=n, m=m, steps=steps)
    with mpmath.workdps(400):
        total = steps * exact_epsilon(scale, 2.0, n=n, m=m)
        assert mpmath.mpf(epsilon) * (1 - mpmath.mpf(2) ** -48) <= total <= mpmath.mpf(epsilon)


def test_one_hidden_batch_of_two_in_four():
    """Instance R6: log(1 + (e^(1 / 1.4) - 1) / 2)."""
    value = laplace_epsilon(0.7, 1.0, n=4, m=2)
    assert value == pytest.approx(math.log(1 + (math.exp(1 / 1.4) - 1) / 2), abs=1e-15)
    assert round(value, 8) == 0.41960700


@pytest.mark.parametrize(
    ("steps", "loss", "scale", "full"),
    [
        (100, 0.6957, 0.05750, 0.04),
        (200, 0.4063, 0.09845, 0.08),
        (500, 0.1825, 0.21919, 0.2),
        (1000, 0.0954, 0.41948, 0.4),
    ],
)
def test_published_scales_for_a_hundredth_of_the_records(steps, loss, scale, full):
    b = uniform_scale(1.0, 40.0, n=10**5, m=10**3, steps=steps)
    assert b == pytest.approx(scale, abs=6e-6)
    assert 40 / (10**3 * b) == pytest.approx(loss, abs=6e-5)
    assert uniform_scale(1.0, 40.0, n=10**5, m=10**5, steps=steps) == pytest.approx(full)


@pytest.mark.parametrize(
    ("m", "steps", "total"),
    [
        (10**5, 100, 1.414),
        (10**3, 100, 1.661),
        (10**3, 200, 1.547),
        (10**3, 500, 1.470),
        (10**3, 1000, 1.443),
    ],
)
def test_scale_taken_for_a_standard_deviation_costs_more(m, steps, total):
    b = uniform_scale(1.0, 40.0, n=10**5, m=m, steps=steps) / math.sqrt(2)
    assert steps * laplace_epsilon(b, 40.0, n=10**5, m=m) == pytest.approx(total, abs=6e-4)


@given(b=st.floats(0.01, 10), n=st.integers(2, 2000))
def test_a_larger_batch_never_costs_more_at_fixed_noise(b, n):
    sizes = sorted({1, max(1, n // 7), max(1, n // 2), n - 1, n})
    costs = [laplace_epsilon(b, 1.0, n=n, m=m) for m in sizes]
    # strictly decreasing in exact arithmetic; each cost is rounded up by at most one float
    assert all(a * (1 + 2.0**-52) >= c for a, c in itertools.pairwise(costs))


def test_arrays_go_entry_by_entry():
    budgets = np.array([0.1, 0.2, 0.7])
    scales = laplace_scale(budgets, 2.0, n=10, m=3)
    assert scales.tolist() == [laplace_scale(e, 2.0, n=10, m=3) for e in (0.1, 0.2, 0.7)]
    assert (laplace_epsilon(scales, 2.0, n=10, m=3) <= budgets).all()


@given(
    weights=st.lists(st.floats(-30, 30).map(math.exp), min_size=1, max_size=60),
    epsilon=BUDGETS,
)
def test_split_budget_stays_within_the_budget_exactly(weights, epsilon):
    shares = split_budget(weights, epsilon=epsilon)
    total = sum(Fraction(float(share)) for share in shares)
    assert Fraction(epsilon) * (1 - Fraction(1, 2**48)) <= total <= Fraction(epsilon)
    expected = epsilon * np.array(weights) / math.fsum(weights)
    np.testing.assert_allclose(shares, expected, rtol=1e-14)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: laplace_epsilon(0.0, 1.0, n=2, m=1), "scale = 0.0"),
        (lambda: laplace_epsilon(1.0, 0.0, n=2, m=1), "sensitivity = 0.0"),
        (lambda: laplace_epsilon(1.0, 1.0, n=2, m=3), r"m = 3 is outside 1..n = 2"),
        (lambda: laplace_scale(-1.0, 1.0, n=2, m=1), "epsilon = -1.0"),
        (lambda: uniform_scale(1.0, 1.0, n=2, m=1, steps=0), "steps = 0"),
        (lambda: split_budget([1.0, 0.0], epsilon=1.0), "weights"),
    ],
)
def test_nonsense_is_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()
