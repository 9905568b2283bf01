"""The Laplace distribution against quadrature and against its definition."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from workbench.errors import ParameterError
from workbench.privacy import Laplace
from workbench.privacy.mechanisms import laplace_log_ratio

SCALES = st.floats(0.05, 20)


def density(u: float, b: float) -> float:
    return math.exp(-abs(u) / b) / (2 * b)


@given(b=SCALES, shift=st.floats(-5, 5), epsilon=st.floats(-3, 3))
def test_privacy_curve_is_the_hockey_stick_integral(b, shift, epsilon):
    def integrand(u):
        return max(0.0, density(u, b) - math.exp(epsilon) * density(u - shift, b))

    # the sign changes at most once between the two centres; the tails have constant sign
    kinks = sorted({0.0, shift, (shift - math.copysign(1, shift) * epsilon * b) / 2})
    ends = [kinks[0] - 60 * b, *kinks, kinks[-1] + 60 * b]
    integral = sum(quad(integrand, a, c, epsabs=1e-12)[0] for a, c in itertools.pairwise(ends))
    assert Laplace(b).delta(epsilon, shift=shift) == pytest.approx(integral, abs=1e-9)


@given(b=SCALES, u=st.floats(-40, 40))
def test_log_density_and_cdf_follow_the_formula(b, u):
    law = Laplace(b)
    assert float(law.log_density(np.array(u))) == pytest.approx(-abs(u) / b - math.log(2 * b))
    lower = quad(density, -60 * b - 50, min(u, 0), args=(b,), points=None)[0]
    upper = quad(density, 0, u, args=(b,))[0] if u > 0 else 0.0
    assert float(law.cdf(np.array(u))) == pytest.approx(lower + upper, abs=1e-6)


@given(b=SCALES)
def test_moments(b):
    law = Laplace(b)
    for power, moment in ((1, law.mean_absolute), (2, law.variance), (4, law.fourth_moment)):
        integral = 2 * quad(lambda u, p=power: u**p * density(u, b), 0, 60 * b)[0]
        assert moment == pytest.approx(integral, rel=1e-7)


@given(u=st.floats(-50, 50), shift=st.floats(-5, 5), b=SCALES)
def test_log_ratio_is_the_difference_of_log_densities(u, shift, b):
    law = Laplace(b)
    noise, moved = np.array(u), np.array(u - shift)
    naive = float(law.log_density(noise) - law.log_density(moved))
    exact = float(laplace_log_ratio(noise, np.array(shift), b))
    assert exact == pytest.approx(naive, abs=1e-12 * (1 + (abs(u) + abs(shift)) / b))


def test_log_ratio_is_exact_beyond_both_centres():
    shift = np.array([0.1, -0.3])
    assert laplace_log_ratio(np.array([-1e9, 1e9]), shift, 1.0).tolist() == [0.1, 0.3]
    assert laplace_log_ratio(np.array([1e9, -1e9]), shift, 1.0).tolist() == [-0.1, -0.3]


def test_sampler_takes_a_scale_not_a_standard_deviation():
    draws = Laplace(3.0).sample(np.random.default_rng(1), (200_000,))
    # |draw| / 3 is exponential: a mean over 200 000 is within 6 / sqrt(200 000) but for 1e-8
    assert abs(np.abs(draws).mean() / 3 - 1) < 6 / math.sqrt(200_000)


@pytest.mark.parametrize("scale", [0.0, -1.0, math.inf, math.nan])
def test_scale_must_be_positive(scale):
    with pytest.raises(ParameterError, match=r"scale = .*not a positive number"):
        Laplace(scale)
