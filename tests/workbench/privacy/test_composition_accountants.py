"""Five accountants on one interface against closed forms, quadrature and each other."""

import math

import mpmath
import pytest

from workbench.errors import OutOfReachError, ParameterError, PrivacyError
from workbench.privacy import (
    AdvancedAccountant,
    BasicAccountant,
    ExponentialMechanism,
    Gaussian,
    Laplace,
    NoisyMax,
    PLDAccountant,
    RandomizedResponse,
    Release,
    RenyiAccountant,
    ZCDPAccountant,
    calibrated_scale,
    composed,
    optimal_delta,
)

REPLACE = "replace-one"
ALL = (BasicAccountant, AdvancedAccountant, ZCDPAccountant, RenyiAccountant, PLDAccountant)


def laplace(scale):
    return Laplace(scale).release(sensitivity=1.0, neighbouring=REPLACE)


def gaussian(sigma):
    return Gaussian(sigma).release(sensitivity=1.0, neighbouring=REPLACE)


def pure(epsilon):
    return Release.pure(epsilon, neighbouring=REPLACE)


def two_laplace(epsilon, loss):
    """Two-fold Laplace composition: one noise in closed form, the other by quadrature."""
    with mpmath.workdps(30):
        c = mpmath.mpf(loss)

        def one(e):  # the curve of a single number
            if e >= c:
                return mpmath.mpf(0)
            return -mpmath.expm1(e) if e <= -c else -mpmath.expm1((e - c) / 2)

        def integrand(z):
            return mpmath.exp(-abs(z)) / 2 * one(epsilon - (abs(z - c) - abs(z)))

        ends = sorted({-80, -9, 0, c, (c - epsilon + c) / 2, (c - epsilon - c) / 2, 9 + c, 80})
        return mpmath.quad(integrand, ends)


def test_two_laplace_releases_have_the_published_delta():
    assert float(two_laplace(mpmath.mpf(3) / 4, 0.5)) == pytest.approx(
        0.062347041003867384456, rel=1e-15
    )
    accountant = PLDAccountant(neighbouring=REPLACE)
    accountant.add(laplace(2.0), count=2)
    bounds = accountant.delta_bounds(0.75)
    assert bounds.contains(0.062347041003867384456)
    assert bounds.width < 1e-15


@pytest.mark.parametrize("count", [1, 16])
def test_gaussian_composition_lies_in_the_bracket(count):
    accountant = PLDAccountant(neighbouring=REPLACE)
    for _ in range(2):
        accountant.add(gaussian(8.0), count=count)
    exact = Gaussian(8.0 / math.sqrt(2 * count))
    for epsilon in (0.0, 0.3, 1.0):
        truth = exact.delta(epsilon, sensitivity=1.0)
        bounds = accountant.delta_bounds(epsilon)
        assert bounds.lower <= truth * (1 + 1e-15)
        assert truth <= bounds.upper
        assert bounds.width < 1e-6 * truth
        assert accountant.delta(epsilon) == bounds.upper
    found = accountant.epsilon_bounds(1e-4)
    truth = exact.epsilon_at(1e-4, sensitivity=1.0)
    assert found.lower <= truth * (1 + 1e-15)
    assert truth * (1 - 1e-15) <= found.upper
    assert found.width < 1e-6 * truth


def test_randomized_response_composes_optimally():
    accountant = PLDAccountant(neighbouring=REPLACE)
    accountant.add(RandomizedResponse(0.25).release(neighbouring=REPLACE), count=20)
    bounds = accountant.delta_bounds(1.5)
    exact = optimal_delta(1.5, step=0.25, steps=20)
    assert bounds.lower <= exact.upper
    assert exact.lower <= bounds.upper
    assert bounds.width < 1e-6 * exact.lower


@pytest.mark.parametrize("make", ALL)
def test_no_accountant_promises_less_than_the_truth(make):
    for step, count in ((0.1, 50), (0.5, 4), (0.02, 400)):
        accountant = composed(make(neighbouring=REPLACE), [(pure(step), count)])
        for delta in (1e-6, 1e-3, 0.1):
            epsilon = accountant.epsilon(delta)
            if make is BasicAccountant:
                assert epsilon >= step * count
            truth = optimal_delta(epsilon, step=step, steps=count)
            assert truth.lower <= delta * (1 + 1e-9)
        for epsilon in (0.1, 0.8, 2.5):
            truth = optimal_delta(epsilon, step=step, steps=count)
            assert accountant.delta(epsilon) >= truth.lower * (1 - 1e-9)


@pytest.mark.parametrize(
    ("make", "deltas"),
    [
        *((make, (1e-8, 1e-4, 0.3)) for make in ALL if make is not PLDAccountant),
        (PLDAccountant, (0.3,)),
        pytest.param(PLDAccountant, (1e-8, 1e-4), marks=pytest.mark.thorough),
    ],
)
def test_epsilon_and_delta_are_inverse(make, deltas):
    accountant = composed(make(neighbouring=REPLACE), [laplace(20.0)] * 3 + [(pure(0.05), 60)])
    for delta in deltas:
        epsilon = accountant.epsilon(delta)
        assert accountant.delta(epsilon) <= delta * (1 + 1e-6)  # a bracket has a width


def test_sharper_ways_of_adding_are_sharper():
    plan = [(laplace(20.0), 100)]
    basic, advanced, _, renyi, exact = (
        composed(make(neighbouring=REPLACE), plan).epsilon(1e-5) for make in ALL
    )
    assert exact < renyi < advanced < basic
    plan = [(gaussian(10.0), 40)]
    zcdp, renyi, exact = (
        composed(make(neighbouring=REPLACE), plan).epsilon(1e-5) for make in ALL[2:]
    )
    assert exact < zcdp <= renyi * (1 + 1e-12) < zcdp * 1.01  # the grid of orders costs a little


def test_a_range_is_cheaper_than_a_pure_loss():
    choice = ExponentialMechanism(0.05).release(sensitivity=1.0, neighbouring=REPLACE)
    ranged = composed(ZCDPAccountant(neighbouring=REPLACE), [(choice, 100)])
    blunt = composed(ZCDPAccountant(neighbouring=REPLACE), [(pure(0.1), 100)])
    assert ranged.rho == pytest.approx(blunt.rho / 4)
    assert ranged.epsilon(1e-6) < 0.6 * blunt.epsilon(1e-6)
    # its dominating pair is not attained: the exact accountant gives no lower end
    exact = composed(PLDAccountant(neighbouring=REPLACE), [(choice, 100)])
    assert exact.epsilon_bounds(1e-6).lower == 0
    gumbel = NoisyMax(20.0, "gumbel").release(sensitivity=1.0, neighbouring=REPLACE)
    assert gumbel.rho == pytest.approx(choice.rho)


@pytest.mark.parametrize("make", ALL[:2])
def test_approximate_releases_pay_with_their_delta(make):
    release = Release.approximate(0.1, 1e-7, neighbouring=REPLACE)
    accountant = composed(make(neighbouring=REPLACE), [(release, 10)])
    assert accountant.epsilon(5e-7) == math.inf
    assert accountant.epsilon(1e-3) <= 1.0000000001
    assert accountant.delta(1.1) >= 10e-7
    exact = composed(PLDAccountant(neighbouring=REPLACE), [(release, 10)])
    assert exact.delta(1.1) == pytest.approx(1e-6, rel=1e-5)
    assert exact.delta_bounds(1.1).lower == 0


@pytest.mark.parametrize("make", ALL[2:])
@pytest.mark.parametrize(("epsilon", "delta"), [(1.0, 1e-5), (4.0, 1e-3)])
def test_calibration_reads_back_within_the_budget(make, epsilon, delta):
    def account(sigma):
        return composed(make(neighbouring=REPLACE), [(gaussian(sigma), 9)])

    sigma = calibrated_scale(account, epsilon=epsilon, delta=delta, start=8.0, relative=1e-4)
    assert account(sigma).delta(epsilon) <= delta
    assert account(sigma * (1 - 3e-4)).delta(epsilon) > delta
    exact = 3 * Gaussian.calibrate(epsilon, delta, sensitivity=1.0).sigma
    assert exact * (1 - 1e-6) <= sigma < 1.1 * exact


def test_nothing_recorded_costs_nothing():
    for make in ALL:
        accountant = make(neighbouring=REPLACE)
        assert accountant.delta(0.0) == 0
        assert accountant.epsilon(1e-6) == 0


@pytest.mark.parametrize("make", ALL)
def test_relations_are_never_mixed(make):
    accountant = make(neighbouring=REPLACE)
    other = Laplace(1.0).release(sensitivity=1.0, neighbouring="add-or-remove-one")
    with pytest.raises(PrivacyError, match="cannot be added to costs under"):
        accountant.add(other)
    with pytest.raises(ParameterError, match="neighbouring"):
        make(neighbouring="")
    with pytest.raises(ParameterError, match="count"):
        accountant.add(pure(0.1), count=0)


@pytest.mark.parametrize(
    ("make", "release"),
    [
        (BasicAccountant, gaussian(1.0)),
        (AdvancedAccountant, gaussian(1.0)),
        (ZCDPAccountant, Release.approximate(0.1, 1e-7, neighbouring=REPLACE)),
        (RenyiAccountant, Release.approximate(0.1, 1e-7, neighbouring=REPLACE)),
        (
            PLDAccountant,
            Release(neighbouring=REPLACE, rho=0.1),
        ),
    ],
)
def test_what_cannot_be_added_is_refused_by_name(make, release):
    with pytest.raises(OutOfReachError, match=make.__name__):
        make(neighbouring=REPLACE).add(release)


@pytest.mark.parametrize("wrong", [{"epsilon": -1.0}, {"epsilon": math.inf}, {"rho": math.nan}])
def test_a_release_states_finite_costs(wrong):
    with pytest.raises(ParameterError, match="finite cost"):
        Release(neighbouring=REPLACE, **wrong)
