"""Laplace brackets and generalized Gaussian noise against quadrature of their definitions."""

import itertools
import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import dblquad, quad
from scipy.stats import chi2, norm

from workbench.errors import ParameterError
from workbench.privacy import Gaussian, GeneralizedGaussian, Laplace, PLDAccountant

# ------------------------------------------------------------------------------------- Laplace


def laplace_hockey_stick(epsilon, c):
    """Integral of (p - e^eps q)_+ for unit Laplace noise moved by c, panels between the kinks."""
    with mpmath.workdps(30):
        e = mpmath.exp(mpmath.mpf(epsilon))

        def excess(z):
            value = mpmath.exp(-abs(z)) / 2 - e * mpmath.exp(-abs(z - c)) / 2
            return max(value, mpmath.mpf(0))

        kinks = sorted({mpmath.mpf(0), mpmath.mpf(c), (mpmath.mpf(c) - epsilon) / 2})
        ends = [kinks[0] - 80, kinks[0] - 8, *kinks, kinks[-1] + 8, kinks[-1] + 80]
        return mpmath.quad(excess, ends)


@settings(max_examples=30, deadline=None)
@given(c=st.floats(0.05, 5), epsilon=st.floats(-6, 6))
def test_laplace_bracket_holds_the_integral(c, epsilon):
    bounds = Laplace(1.0).delta_bounds(epsilon, sensitivity=c)
    truth = laplace_hockey_stick(epsilon, c)
    assert bounds.lower - 1e-12 <= truth <= bounds.upper + 1e-12  # digits of the quadrature
    assert bounds.upper <= math.nextafter(math.nextafter(bounds.lower, 2), 2)
    assert Laplace(1.0).delta(epsilon, shift=c) == pytest.approx(bounds.upper, abs=1e-15)


def test_one_coordinate_is_the_worst_place_for_an_l1_move():
    """Sum over a grid law of two losses, rounded up: no split of the move beats the single one."""
    c, epsilon = 1.0, 0.4
    single = Laplace(1.0).delta(epsilon, sensitivity=c)
    for share in (0.1, 0.3, 0.5):
        a, b = share * c, (1 - share) * c

        def joint(z, a=a, b=b):  # inner integral in closed form: the curve at eps - loss
            loss = abs(z - a) - abs(z)
            return math.exp(-abs(z)) / 2 * Laplace(1.0).delta(epsilon - loss, shift=b)

        ends = [-50.0, 0.0, a, 50.0]
        kinks = [(a + b - epsilon) / 2, (a - b - epsilon) / 2, (a - epsilon) / 2]
        ends = sorted({*ends, *(k for k in kinks if -50 < k < 50)})
        total = sum(quad(joint, lo, hi)[0] for lo, hi in itertools.pairwise(ends))
        assert total < single


@settings(max_examples=80, deadline=None)
@given(
    epsilon=st.floats(-3, 2).map(lambda e: 10**e),
    delta=st.one_of(st.just(0.0), st.floats(-12, -0.2).map(lambda e: 10**e)),
    size=st.floats(0.01, 100),
)
def test_laplace_calibration_is_within_budget_and_tight(epsilon, delta, size):
    scale = Laplace.calibrate(epsilon, delta, sensitivity=size).scale
    with mpmath.workdps(60):

        def cost(b):
            c = mpmath.mpf(size) / mpmath.mpf(b)
            return max(mpmath.mpf(0), -mpmath.expm1((mpmath.mpf(epsilon) - c) / 2))

        assert cost(scale) <= mpmath.mpf(delta)
        assert cost(scale * (1 - 2.0**-50)) > mpmath.mpf(delta)


@pytest.mark.parametrize("order", [1.5, 2.0, 8.0])
def test_laplace_renyi_divergence_is_its_integral(order):
    from flint import arb

    c = 0.7
    divergence = Laplace(1 / c).release(sensitivity=1.0, neighbouring="replace-one").renyi
    with mpmath.workdps(30):

        def power(z):
            p, q = mpmath.exp(-abs(z)) / 2, mpmath.exp(-abs(z - mpmath.mpf(c))) / 2
            return p**order * q ** (1 - order)

        truth = mpmath.log(mpmath.quad(power, [-80, -5, 0, c, 5, 80])) / (order - 1)
    assert float(divergence(arb(order))) == pytest.approx(float(truth), rel=1e-12)


def test_laplace_needs_one_distance():
    for wrong in ({}, {"shift": 1.0, "sensitivity": 1.0}):
        with pytest.raises(ParameterError, match="exactly one"):
            Laplace(1.0).delta(0.5, **wrong)


# ------------------------------------------------------------------------- generalized Gaussian


@pytest.mark.parametrize("order", [2.0, 3.0, 4.0, 6.0])
def test_density_integrates_to_one_with_the_stated_second_moment(order):
    line = GeneralizedGaussian(sigma=0.8, order=order, dimension=1)
    total = quad(lambda z: math.exp(line.log_density(np.array([z]))), -12, 12)[0]
    assert total == pytest.approx(1, abs=1e-9)
    plane = GeneralizedGaussian(sigma=0.8, order=order, dimension=2)

    def density(y, x):
        return 4 * math.exp(plane.log_density(np.array([x, y])))

    total = dblquad(density, 0, 9, 0, 9, epsabs=1e-9)[0]
    assert total == pytest.approx(1, abs=1e-7)
    variance = dblquad(lambda y, x: x * x * density(y, x), 0, 9, 0, 9, epsabs=1e-9)[0]
    assert variance == pytest.approx(plane.coordinate_variance, abs=1e-7)


def direction_distance(draws, order):
    """Kolmogorov distance of the direction in the plane from its law, and the allowed one.

    g_j has density ~ exp(-|g_j|^r), so |g1|^r / (|g1|^r + |g2|^r) is Beta(1/r, 1/r); its smaller
    side, computed without cancellation, has twice that distribution function below 1/2.
    """
    from scipy.special import betainc

    size = np.sort(np.abs(draws), axis=1)
    odds = (size[:, 0] / size[:, 1]) ** order
    side = np.sort(odds / (1 + odds))
    cdf = 2 * betainc(1 / order, 1 / order, side)
    steps = np.arange(side.size + 1) / side.size
    distance = max(np.abs(cdf - steps[1:]).max(), np.abs(cdf - steps[:-1]).max())
    return distance, math.sqrt(math.log(1e9) / (2 * side.size))  # DKW at 2e-9


@pytest.mark.parametrize("order", [2.0, 4.0, 11.0])
def test_sampler_has_a_chi_radius_and_the_right_direction(order):
    law = GeneralizedGaussian(sigma=1.5, order=order, dimension=2)
    draws = law.sample(np.random.default_rng(3), (200_000,))
    assert draws.shape == (200_000, 2)
    distance, allowed = direction_distance(draws, order)
    assert distance < allowed
    radius = np.sort((law.size(draws) / 1.5) ** 2)
    steps = np.arange(radius.size) / radius.size
    assert np.abs(chi2.cdf(radius, 2) - steps).max() < allowed + 1 / radius.size
    coins = np.column_stack([draws > 0, np.abs(draws[:, 0]) > np.abs(draws[:, 1])])
    assert np.abs(coins.mean(axis=0) - 0.5).max() < 6.1 * 0.5 / math.sqrt(200_000)


def test_normalised_gaussians_are_caught_by_the_direction_test():
    g = np.random.default_rng(4).normal(size=(200_000, 2))
    distance, allowed = direction_distance(g, 4.0)
    assert distance > 2 * allowed


def test_many_dimensions_follow_the_formula_for_one_coordinate():
    law = GeneralizedGaussian(sigma=1.0, order=4.0, dimension=200)
    draws = law.sample(np.random.default_rng(6), (2000,))
    # 400 000 squares of a law with kurtosis below 3, nearly independent: 1 % is over 6 sigma
    assert (draws**2).mean() == pytest.approx(law.coordinate_variance, rel=0.01)
    assert law.mean_square == 200


def plane_integral(law, shift, order=None, epsilon=None):
    """Hockey-stick or Renyi integral of a plane law by a fine midpoint rule."""
    grid = (np.arange(500) + 0.5) / 500 * 18 - 9
    points = np.stack(np.meshgrid(grid, grid, indexing="ij"), axis=-1)
    log_p = law.log_density(points)
    log_q = law.log_density(points - np.asarray(shift))
    cell = (18 / 500) ** 2
    if epsilon is not None:
        return float((np.exp(log_p) - np.exp(epsilon + log_q)).clip(0).sum() * cell)
    mass = np.exp(order * log_p + (1 - order) * log_q).sum() * cell
    return math.log(mass) / (order - 1)


@pytest.mark.parametrize(
    ("order", "worst"), [(2.0, 1.0), (3.0, 0.5731), (5.0, 0.3382)]
)  # published ratios D / (order kappa size^2 / 2) in the plane
def test_renyi_divergence_is_below_the_bound_by_the_published_ratio(order, worst):
    law = GeneralizedGaussian(sigma=1.0, order=order, dimension=2)
    ratios = [
        plane_integral(law, size * direction, order=a)
        / (a * law.rho(sensitivity=float(law.size(size * direction))))
        for direction in (np.array([1.0, 0.0]), np.array([1.0, 1.0]) * 2 ** (-1 / order))
        for size in (0.3, 1.0)
        for a in (1.2, 2.0, 4.0)
    ]
    assert max(ratios) == pytest.approx(worst, abs=2e-4)


@pytest.mark.parametrize("order", [3.0, 6.0])
def test_curve_of_a_plane_move_is_below_the_bound(order):
    law = GeneralizedGaussian(sigma=1.0, order=order, dimension=2)
    for direction in ([1.0, 0.0], [2 ** (-1 / order)] * 2):
        for epsilon in (-2.0, -0.5, 0.0, 0.2, 1.0, 2.0):
            truth = plane_integral(law, np.array(direction), epsilon=epsilon)
            mu = math.sqrt(order - 1)
            assert truth <= float(normal_curve(mu, epsilon)) + 1e-6  # the rule of the plane
            if epsilon >= 0:
                assert law.delta(epsilon, sensitivity=1.0) == pytest.approx(
                    float(normal_curve(mu, epsilon)), rel=1e-12
                )


def test_less_than_the_smoothness_of_the_norm_is_no_bound():
    """In 40 coordinates a short move across the longest direction is nearly Gaussian."""
    order, d, size = 3.0, 40, 0.05
    law = GeneralizedGaussian(sigma=1.0, order=order, dimension=d)
    move = size * d ** (-1 / order) * np.where(np.arange(d) % 2 == 0, 1.0, -1.0)
    z = law.sample(np.random.default_rng(2), (400_000,))
    loss = law.log_ratio(z, move)
    mean, error = loss.mean(), 5 * loss.std() / math.sqrt(len(loss))
    assert mean + error <= (order - 1) * size**2 / 2 * 1.01  # relative entropy of a Gaussian pair
    assert mean - error > 0.5 * size**2 / 2  # and of none with kappa = 1/2


def test_its_compositions_and_samples_are_those_of_the_gaussian():
    law = GeneralizedGaussian(sigma=4.0, order=4.0, dimension=3)
    release = law.release(sensitivity=1.0, neighbouring="add-or-remove-one")
    normal = Gaussian(4.0).release(sensitivity=math.sqrt(3), neighbouring="add-or-remove-one")
    for mine, other in ((release, normal), (release.poisson(0.1), normal.poisson(0.1))):
        pairs = [one.pair for one in (mine, other)]
        assert pairs[0].size / pairs[0].scale == pytest.approx(pairs[1].size / pairs[1].scale)
        assert [pair.attained for pair in pairs] == [False, True]
    account = PLDAccountant(neighbouring="add-or-remove-one")
    account.add(release, count=9)
    exact = Gaussian(4.0).delta(0.5, sensitivity=math.sqrt(27))
    assert account.delta_bounds(0.5).lower == 0.0
    assert account.delta(0.5) == pytest.approx(exact, rel=1e-6)


def normal_curve(mu, epsilon):
    """Delta of a normal shift, for any real epsilon."""
    return norm.cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu)


def test_gaussian_cases_have_the_exact_curve():
    for law, size in (
        (GeneralizedGaussian(sigma=2.0, order=5.0, dimension=1), 1.0),
        (GeneralizedGaussian(sigma=2.0, order=2.0, dimension=7), 1.0),
        (GeneralizedGaussian(sigma=2.0, order=2.0, dimension=9, sensitivity_order=math.inf), 3.0),
    ):
        mine = law.delta_bounds(0.8, sensitivity=1.0)
        other = Gaussian(2.0).delta_bounds(0.8, sensitivity=size)
        assert mine.contains(other.lower) or mine.contains(other.upper)
        assert law.epsilon_at(1e-3, sensitivity=1.0) == pytest.approx(
            Gaussian(2.0).epsilon_at(1e-3, sensitivity=size), rel=1e-13
        )


def test_regularity_constant_for_a_larger_norm():
    law = GeneralizedGaussian(sigma=1.0, order=6.0, dimension=20, sensitivity_order=math.inf)
    assert law.kappa == pytest.approx(5 * 20 ** (1 / 3), rel=1e-14)
    assert law.norm == "linf"
    z = np.random.default_rng(0).normal(size=(1000, 20))
    ratio = (law.size(z) / np.abs(z).max(axis=-1)) ** 2
    assert ratio.max() <= law.kappa / 5 * (1 + 1e-12)
    assert law.size(np.ones(20)) ** 2 == pytest.approx(law.kappa / 5)


@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-6), (1.0, 1e-5), (6.0, 0.1)])
def test_generalized_calibration_is_read_back_and_beats_the_textbook(epsilon, delta):
    def law(sigma):
        return GeneralizedGaussian(sigma=sigma, order=3.0, dimension=10)

    best = GeneralizedGaussian.calibrate(epsilon, delta, sensitivity=0.5, order=3.0, dimension=10)
    assert best.delta(epsilon, sensitivity=0.5) <= delta
    assert law(best.sigma * (1 - 1e-9)).delta(epsilon, sensitivity=0.5) > delta
    level = -math.log(delta)
    textbook = 0.5 * math.sqrt(2) / (math.sqrt(2) * (math.sqrt(level + epsilon) - math.sqrt(level)))
    assert best.sigma < textbook


def test_log_ratio_is_the_difference_of_log_densities():
    law = GeneralizedGaussian(sigma=0.6, order=4.0, dimension=3)
    z = np.random.default_rng(1).normal(size=(50, 3))
    shift = np.array([0.3, -0.2, 0.0])
    naive = law.log_density(z) - law.log_density(z - shift)
    np.testing.assert_allclose(law.log_ratio(z, shift), naive, atol=1e-12)


@pytest.mark.parametrize(
    "wrong",
    [{"order": 1.5}, {"order": math.inf}, {"dimension": 0}, {"sensitivity_order": 2.0}],
)
def test_parameters_outside_the_theorem_are_refused(wrong):
    with pytest.raises(ParameterError):
        GeneralizedGaussian(**{"sigma": 1.0, "order": 3.0, "dimension": 2, **wrong})


def test_vectors_of_the_wrong_length_are_refused():
    with pytest.raises(ParameterError, match="last axis"):
        GeneralizedGaussian(sigma=1.0, order=3.0, dimension=2).log_density(np.zeros(3))
