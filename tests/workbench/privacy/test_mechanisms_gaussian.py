"""The Gaussian mechanism against 40-digit quadrature of its definition."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import ParameterError
from workbench.privacy import Gaussian, classical_sigma

RATIOS = st.floats(-2, 2).map(lambda e: 10**e)


def hockey_stick(epsilon: float, mu: float) -> mpmath.mpf:
    """Integral of (p - e^eps q)_+ for N(0, 1) and N(mu, 1): p wins below one crossing."""
    with mpmath.workdps(40):
        e, m = mpmath.mpf(epsilon), mpmath.mpf(mu)
        cross = m / 2 - e / m

        def excess(z):
            return mpmath.npdf(z) - mpmath.exp(e) * mpmath.npdf(z, m)

        low = min(cross - 40, mpmath.mpf(-40))
        return mpmath.quad(excess, [low, *[cross - k for k in (20, 10, 5, 2, 1)], cross])


@settings(max_examples=25, deadline=None)
@given(sigma=st.floats(0.2, 5), size=st.floats(0.3, 3), epsilon=st.floats(-2, 4))
def test_bracket_holds_the_integral_and_is_two_floats_wide(sigma, size, epsilon):
    bounds = Gaussian(sigma).delta_bounds(epsilon, sensitivity=size)
    assert bounds.upper <= math.nextafter(math.nextafter(bounds.lower, 2), 2)
    with mpmath.workdps(40):
        truth = hockey_stick(epsilon, mpmath.mpf(size) / mpmath.mpf(sigma))
        slack = mpmath.mpf(10) ** -25  # of the quadrature
        assert mpmath.mpf(bounds.lower) - slack <= truth <= mpmath.mpf(bounds.upper) + slack


def exact(epsilon, sigma, size=1):
    """Closed form with 60 digits."""
    with mpmath.workdps(60):
        e, mu = mpmath.mpf(epsilon), mpmath.mpf(size) / mpmath.mpf(sigma)
        return mpmath.ncdf(mu / 2 - e / mu) - mpmath.exp(e) * mpmath.ncdf(-mu / 2 - e / mu)


def test_published_digits():
    # at sigma = 7/5 and 4 sqrt(26) / 37, up to the rounding of the float sigma
    assert Gaussian(1.4).delta(1.0, sensitivity=1.0) == pytest.approx(
        0.04127989810187706656158, rel=1e-15
    )
    sigma = math.sqrt(416 / 1369)
    assert Gaussian(sigma).delta(9.25, sensitivity=1.0) == pytest.approx(
        3.93736373586858071746e-6, rel=1e-13
    )
    # sigma^2 = 2 log(1/delta) / eps^2 at eps = 37/4, delta = e^-13: refuted with certainty
    assert Gaussian(sigma).delta_bounds(9.25, sensitivity=1.0).lower > math.exp(-13) * 1.7
    assert Gaussian.calibrate(1.0, 1e-5, sensitivity=1.0).sigma == pytest.approx(
        3.7306316348159, abs=5e-14
    )


@settings(max_examples=60, deadline=None)
@given(
    epsilon=st.floats(-3, 1.5).map(lambda e: 10**e),
    delta=st.floats(-30, -0.1).map(lambda e: 10**e),
    size=RATIOS,
)
def test_calibrated_noise_is_within_budget_and_the_next_float_is_not(epsilon, delta, size):
    sigma = Gaussian.calibrate(epsilon, delta, sensitivity=size).sigma
    less = math.nextafter(sigma, 0)
    with mpmath.workdps(60):
        assert exact(epsilon, sigma, size) <= mpmath.mpf(delta)
        # the answer is the smallest float whose rounded-up curve passes
        assert exact(epsilon, less, size) > mpmath.mpf(delta) * (1 - mpmath.mpf(2) ** -51)


@settings(max_examples=40, deadline=None)
@given(delta=st.floats(-12, -0.5).map(lambda e: 10**e), mu=st.floats(-2, 1).map(lambda e: 10**e))
def test_epsilon_at_is_the_inverse_of_the_curve(delta, mu):
    law = Gaussian(1.0)
    epsilon = law.epsilon_at(delta, sensitivity=mu)
    assert law.delta(epsilon, sensitivity=mu) <= delta
    assert epsilon == 0 or exact(epsilon * (1 - 1e-9), 1, mu) > delta


def test_epsilon_zero_is_total_variation():
    law = Gaussian.calibrate(0.0, 0.01, sensitivity=1.0)
    assert math.erf(1 / (law.sigma * 2**1.5)) == pytest.approx(0.01, rel=1e-12)


@pytest.mark.parametrize(
    ("delta", "constant", "threshold"),
    [(1e-5, 1.25, 8.4198), (1e-2, 1.25, 6.7718), (1e-5, 1.0, 7.9681), (0.9, 1.25, 3.7871)],
)
def test_classical_rule_holds_exactly_up_to_its_threshold(delta, constant, threshold):
    def truth(epsilon):
        sigma = classical_sigma(epsilon, delta, sensitivity=1.0, constant=constant)
        return Gaussian(sigma).delta_bounds(epsilon, sensitivity=1.0)

    assert truth(threshold - 2e-4).upper < delta
    assert truth(threshold + 2e-4).lower > delta


@given(sigma=RATIOS, u=st.floats(-9, 9), shift=st.floats(-5, 5))
def test_density_and_ratio_follow_the_formula(sigma, u, shift):
    law = Gaussian(sigma)
    u, shift = u * sigma, shift * sigma
    log = float(mpmath.log(mpmath.npdf(u, 0, sigma)))
    assert float(law.log_density(np.array(u))) == pytest.approx(log, rel=1e-12, abs=1e-12)
    naive = law.log_density(np.array(u)) - law.log_density(np.array(u - shift))
    ratio = float(law.log_ratio(np.array(u), np.array(shift)))
    assert ratio == pytest.approx(float(naive), abs=1e-11)


def test_moments_cdf_and_sampler():
    law = Gaussian(3.0)
    draws = law.sample(np.random.default_rng(5), (200_000,))
    order = np.sort(draws)
    steps = np.arange(draws.size + 1) / draws.size
    cdf = law.cdf(order)
    distance = max(np.abs(cdf - steps[1:]).max(), np.abs(cdf - steps[:-1]).max())
    # Dvoretzky-Kiefer-Wolfowitz-Massart: 2 exp(-2 n d^2) = 2e-9
    assert distance < math.sqrt(math.log(1e9) / (2 * draws.size))
    for power, moment in ((1, law.mean_absolute), (2, law.variance), (4, law.fourth_moment)):
        truth = 2 * mpmath.quad(lambda z, k=power: z**k * mpmath.npdf(z, 0, 3), [0, 3, 9, 60])
        assert moment == pytest.approx(float(truth), rel=1e-12)


def test_zcdp_calibration_is_read_back():
    for rho in (1e-6, 0.1, 7.3):
        law = Gaussian.calibrate_zcdp(rho, sensitivity=0.7)
        assert law.rho(sensitivity=0.7) <= rho
        assert law.sigma == pytest.approx(0.7 / math.sqrt(2 * rho), rel=1e-15)


@pytest.mark.parametrize("delta", [0.0, 1.0, -0.1, math.nan])
def test_no_noise_is_pure(delta):
    with pytest.raises(ParameterError, match="no Gaussian noise is purely private"):
        Gaussian.calibrate(1.0, delta, sensitivity=1.0)


@pytest.mark.parametrize(("epsilon", "size"), [(math.nan, 1.0), (math.inf, 1.0), (1.0, 0.0)])
def test_bad_arguments_are_named(epsilon, size):
    with pytest.raises(ParameterError, match=r"epsilon|sensitivity"):
        Gaussian(1.0).delta(epsilon, sensitivity=size)
