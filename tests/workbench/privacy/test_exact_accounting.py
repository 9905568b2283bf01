"""The exact accountant against quadrature in 60 digits, dp-accounting, and what broke peers."""

import math
import random
import warnings
from fractions import Fraction

import mpmath
import pytest

from workbench.errors import OutOfReachError, PrivacyError
from workbench.privacy import DominatingPair, Gaussian, Laplace, PLDAccountant, Release
from workbench.rigor.check import check_certificate

DEVIATION = {"standard_deviation": 1.0}
ADD = "add-or-remove-one"
WIDTH = 1e-6
MORE_SEEDS = [pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 4)]


def accountant(*releases):
    found = PLDAccountant(neighbouring=ADD)
    for release, count in releases:
        found.add(release, count=count)
    return found


def gaussian(sigma):
    return Gaussian(sigma).release(sensitivity=1.0, neighbouring=ADD)


def laplace(scale):
    return Laplace(scale).release(sensitivity=1.0, neighbouring=ADD)


def released(kind, size, scale, **more):
    return Release.dominated(DominatingPair(kind, size, scale, **more), neighbouring=ADD)


def normal_curve(mu, epsilon):
    """Delta of a normal shift, for any real epsilon."""
    return mpmath.ncdf(mu / 2 - epsilon / mu) - mpmath.exp(epsilon) * mpmath.ncdf(
        -mu / 2 - epsilon / mu
    )


def beside_gaussian(mu, epsilon, losses):
    """Delta of a Gaussian release and one of another loss: E G(epsilon - L), over (mass, loss)."""
    return mpmath.fsum(mass * normal_curve(mu, epsilon - loss) for mass, loss in losses)


def quadrature(function, cuts):
    return mpmath.quad(function, cuts)


def meets(bounds, truth):
    assert bounds.lower <= truth <= bounds.upper
    assert bounds.width <= WIDTH * bounds.upper


def laplace_and_gaussian(draw):
    """An accountant of two random releases, an epsilon, and the delta by quadrature."""
    scale, sigma, epsilon = draw.uniform(0.4, 3), draw.uniform(0.5, 3), draw.uniform(0, 3)
    with mpmath.workdps(60):
        a, mu, e = 1 / mpmath.mpf(scale), 1 / mpmath.mpf(sigma), mpmath.mpf(epsilon)
        ends = [(mpmath.mpf(1) / 2, a), (mpmath.exp(-a) / 2, -a)]
        middle = quadrature(  # under P, at distance x from its centre towards the other
            lambda x: mpmath.exp(-x) / 2 * normal_curve(mu, e - (a - 2 * x)), [0, a / 2, a]
        )
        truth = beside_gaussian(mu, e, ends) + middle
    return accountant((laplace(scale), 1), (gaussian(sigma), 1)), epsilon, truth


@pytest.mark.parametrize("seed", range(4))
def test_laplace_and_gaussian_noise_meet_quadrature(seed):
    found, epsilon, truth = laplace_and_gaussian(random.Random(seed))
    meets(found.delta_bounds(epsilon), truth)


def sampled_and_gaussian(draw):
    """The same of a sampled release and one that is not; the larger delta of both directions."""
    sigma, other, q = draw.uniform(0.7, 2), draw.uniform(1, 3), Fraction(draw.randint(1, 30), 60)
    epsilon = draw.uniform(0, 2)
    with mpmath.workdps(60):
        m, mu, e = 1 / mpmath.mpf(sigma), 1 / mpmath.mpf(other), mpmath.mpf(epsilon)
        chance = mpmath.mpf(q.numerator) / q.denominator

        def odds(x):
            return 1 - chance + chance * mpmath.exp(m * x - m * m / 2)

        cuts = [-18, -6, 0, m / 2, 3, 8, 20]
        remove = quadrature(
            lambda x: mpmath.npdf(x) * odds(x) * normal_curve(mu, e - mpmath.log(odds(x))), cuts
        )
        add = quadrature(lambda x: mpmath.npdf(x) * normal_curve(mu, e + mpmath.log(odds(x))), cuts)
    found = accountant((gaussian(sigma).poisson(q), 1), (gaussian(other), 1))
    return found, epsilon, max(remove, add)


@pytest.mark.parametrize("seed", [0, *MORE_SEEDS])
def test_poisson_sampling_meets_quadrature_in_both_directions(seed):
    found, epsilon, truth = sampled_and_gaussian(random.Random(seed))
    meets(found.delta_bounds(epsilon), truth)


@pytest.mark.parametrize(
    "q", [Fraction(1, 100), pytest.param(Fraction(1, 5), marks=pytest.mark.thorough)]
)
def test_two_sampled_releases_alone_meet_quadrature(q):
    """Their transform decays too slowly for an inversion; both ends come from a grid."""
    with mpmath.workdps(40):
        chance, e = mpmath.mpf(q.numerator) / q.denominator, mpmath.mpf(1) / 4

        def loss(x):
            return mpmath.log(1 - chance + chance * mpmath.exp(x - mpmath.mpf(1) / 2))

        def one(epsilon):  # delta of one release at any real epsilon
            inner = (mpmath.exp(epsilon) - 1 + chance) / chance
            if inner <= 0:
                return 1 - mpmath.exp(epsilon)
            return chance * normal_curve(mpmath.mpf(1), mpmath.log(inner))

        truth = quadrature(
            lambda x: mpmath.npdf(x) * mpmath.exp(loss(x)) * one(e - loss(x)),
            [-14, -4, 0, 1, 2, 3, 4, 5, 8, 14],
        )
    found = accountant((gaussian(1.0).poisson(q), 2))
    meets(found.delta_bounds(0.25), truth)
    assert check_certificate(found.certificate(0.25, float(truth) * (1 + 1e-6))).accepted


@pytest.mark.thorough
@pytest.mark.parametrize("epsilon", [Fraction(1, 5), Fraction(69, 200), Fraction(9, 10)])
def test_a_tiny_delta_of_two_sampled_releases_meets_quadrature(epsilon):
    """Delta is 5e-18, 1e-24 and 2e-42, and Chernoff's bound ten orders above it.

    Nothing that does not become smaller with delta, a rounded chance or a bend that is taken for
    none, may enter a grid.
    """
    with mpmath.workdps(60):
        mu, chance = 1 / mpmath.mpf("2.89"), mpmath.mpf("0.015")
        e = mpmath.mpf(epsilon.numerator) / epsilon.denominator

        def loss(x):
            return mpmath.log(1 - chance + chance * mpmath.exp(mu * x - mu * mu / 2))

        def one(left):
            inner = (mpmath.exp(left) - 1 + chance) / chance
            return 1 - mpmath.exp(left) if inner <= 0 else chance * normal_curve(
                mu, mpmath.log(inner)
            )  # fmt: skip

        truth = quadrature(
            lambda x: mpmath.npdf(x) * mpmath.exp(loss(x)) * one(e - loss(x)),
            [-12, -6, -3, 0, 2, 4, 6, 7, 8, 9, 10, 11, 12, 14, 18, 25],
        )
    release = Gaussian(2.89).release(sensitivity=1.0, neighbouring=ADD)
    meets(accountant((release.poisson(Fraction(15, 1000)), 2)).delta_bounds(float(epsilon)), truth)


@pytest.mark.parametrize(
    ("release", "count", "epsilon"),
    [
        pytest.param(gaussian(0.5).poisson(Fraction(1, 3)), 5, 1.0, marks=pytest.mark.thorough),
        pytest.param(  # losses pile up at log(1 - q)
            gaussian(0.3).poisson(Fraction(1, 2)), 5, 4.0, marks=pytest.mark.slow
        ),
        pytest.param(
            released("laplace", 1.0, 2.1, sampling="fixed", chance=Fraction(99, 100)),
            15,
            2.0,
            marks=pytest.mark.slow,
        ),
        (released("gaussian", 1.0, 0.95, sampling="fixed", chance=Fraction(1, 100)), 2, 2.0),
    ],
)
def test_few_strongly_sampled_releases_have_a_narrow_bracket(release, count, epsilon):
    bounds = accountant((release, count)).delta_bounds(epsilon)
    assert 0 < bounds.width <= WIDTH * bounds.upper


def test_nothing_is_left_beyond_the_largest_loss():
    sampled = laplace(2.0).poisson(Fraction(1, 2))
    largest = 2 * math.log(0.5 + 0.5 * math.exp(0.5))  # of removing a record; adding has less
    assert accountant((sampled, 2)).delta_bounds(largest * (1 + 1e-12)).upper == 0
    below = accountant((sampled, 2)).delta_bounds(largest * (1 - 1e-3))
    assert 0 < below.lower <= below.upper <= below.lower * (1 + WIDTH)


def test_a_batch_of_fixed_size_meets_quadrature():
    q, m, mu, e = mpmath.mpf(1) / 5, mpmath.mpf(1), mpmath.mpf(1) / 2, mpmath.mpf(3) / 4
    with mpmath.workdps(60):

        def odds(x):
            return 1 - q + q * mpmath.exp(m * x - m * m / 2)

        cuts = [m / 2, 1, 3, 8, 20]
        above = quadrature(
            lambda x: mpmath.npdf(x) * odds(x) * normal_curve(mu, e - mpmath.log(odds(x))), cuts
        )
        below = quadrature(
            lambda x: mpmath.npdf(x) * normal_curve(mu, e + mpmath.log(odds(x))), cuts
        )
        rest = 1 - quadrature(lambda x: mpmath.npdf(x) * (odds(x) + 1), cuts)
        truth = above + below + rest * normal_curve(mu, e)
    pair = DominatingPair("gaussian", 1.0, 1.0, sampling="fixed", chance=Fraction(1, 5))
    found = accountant((Release.dominated(pair, neighbouring=ADD), 1), (gaussian(2.0), 1))
    meets(found.delta_bounds(0.75), truth)


@pytest.mark.parametrize(
    ("kind", "size", "scale"),
    [("discrete-gaussian", 1, 1.5), ("discrete-gaussian", 3, 2.0), ("discrete-laplace", 1, 2.0),
     ("discrete-laplace", 4, 3.0)],
)  # fmt: skip
def test_integer_noise_meets_a_sum_over_pairs(kind, size, scale):
    with mpmath.workdps(60):
        b, e = mpmath.mpf(scale), mpmath.mpf(1) / 3

        def weight(x):
            return mpmath.exp(-x * x / (2 * b * b) if kind == "discrete-gaussian" else -abs(x) / b)

        points = range(-160, 161) if kind == "discrete-laplace" else range(-40, 41)
        total = mpmath.fsum(weight(x) for x in points)
        law = {}
        for x in points:  # P is moved by size
            loss = mpmath.log(weight(x) / weight(x + size))
            key = mpmath.nstr(loss, 25)
            law[key] = law.get(key, (0, loss))[0] + weight(x) / total, loss
        truth = mpmath.fsum(
            p * s * max(0, 1 - mpmath.exp(e - k - n))
            for p, k in law.values() for s, n in law.values()
        )  # fmt: skip
    bounds = accountant((released(kind, size, scale), 2)).delta_bounds(1 / 3)
    assert bounds.lower - 1e-9 <= truth <= bounds.upper + 1e-9
    assert bounds.width <= WIDTH * bounds.upper


def peer(name, count, grid=1e-3, **more):
    from dp_accounting.pld import privacy_loss_distribution as losses

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        make = getattr(losses, f"from_{name}_mechanism")
        return [
            make(**more, value_discretization_interval=grid, pessimistic_estimate=p,
                 **({} if p else {"use_connect_dots": False})).self_compose(count)
            for p in (False, True)
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("release", "name", "more", "count"),
    [
        (gaussian(8.0), "gaussian", {"standard_deviation": 8.0}, 30),
        (laplace(20.0), "laplace", {"parameter": 20.0}, 60),
        (gaussian(1.0).poisson(0.02), "gaussian", {"sampling_prob": 0.02, **DEVIATION}, 300),
        (laplace(2.0).poisson(0.05), "laplace", {"parameter": 2.0, "sampling_prob": 0.05}, 200),
        (released("discrete-gaussian", 1, 8.0), "discrete_gaussian", {"sigma": 8.0}, 30),
        (released("discrete-laplace", 1, 20.0), "discrete_laplace", {"parameter": 1 / 20}, 60),
    ],
)  # fmt: skip
def test_dp_accounting_brackets_what_is_proven(release, name, more, count):
    if name in ("gaussian", "laplace"):
        more = {**more, "sensitivity": 1.0}
    low, high = peer(name, count, **{**more, **({"sensitivity": 1} if "discrete" in name else {})})
    for epsilon in (0.25, 1.0):
        bounds = accountant((release, count)).delta_bounds(epsilon)
        assert low.get_delta_for_epsilon(epsilon) <= bounds.upper * (1 + 1e-6) + 1e-9
        assert bounds.lower <= high.get_delta_for_epsilon(epsilon) * (1 + 1e-6) + 1e-9
        assert bounds.width <= WIDTH * bounds.upper


@pytest.mark.slow
def test_a_tiny_delta_has_an_epsilon():
    # microsoft/prv_accountant 17: epsilon was negative, or grew tenfold from 1.1e-18 to 1.13e-18
    found = accountant((gaussian(4.0).poisson(Fraction(1, 3000)), 10_000))
    assert 0 < found.epsilon(1.1e-18) < 0.669  # what Renyi orders prove


def test_inputs_that_broke_other_accountants_have_an_epsilon():
    # microsoft/prv_accountant 36 and 42: a law whose mean on a grid was too far from the true one
    bounds = accountant((gaussian(1.0).poisson(0.2), 10)).epsilon_bounds(1e-5)
    assert 4.9 < bounds.lower <= bounds.upper < 5.1
    # meta-pytorch/opacus 585 and 844: so much noise that epsilon is 0, and came out below it
    assert accountant((gaussian(1e6), 3)).epsilon_bounds(1e-5).upper == 0
    assert accountant((gaussian(1e6).poisson(0.01), 100)).epsilon(1e-2) == 0
    # and so little noise that no digit is left of 1 - delta
    assert 0 < accountant((gaussian(0.01), 5)).epsilon(1e-9) < math.inf
    assert accountant((gaussian(1.0), 2)).delta(400.0) < 1e-300


def test_where_no_bound_is_found_epsilon_is_infinite():
    bounds = accountant((gaussian(0.02).poisson(0.5), 3)).epsilon_bounds(1e-5)
    assert (bounds.lower, bounds.upper) == (0.0, math.inf)


@pytest.mark.thorough
def test_hardly_any_noise_has_an_epsilon():
    bounds = accountant((gaussian(0.05).poisson(0.5), 3)).epsilon_bounds(1e-5)
    assert 727 < bounds.lower < bounds.upper < 728
    assert bounds.width <= WIDTH * bounds.upper


def test_an_epsilon_is_proven_on_both_sides():
    found = accountant((gaussian(2.0).poisson(0.05), 400), (laplace(9.0), 3))
    bounds = found.epsilon_bounds(1e-6)
    assert found.delta_bounds(bounds.upper).lower <= 1e-6 <= found.delta_bounds(bounds.lower).upper
    assert bounds.width <= WIDTH * bounds.upper


@pytest.mark.parametrize(
    "releases",
    [
        [(laplace(12.32).poisson(0.007575), 97), (laplace(19.38), 17)],  # nearly alike
        [(laplace(5.0).poisson(0.2), 12)],
        [(gaussian(1.0).poisson(0.1), 20), (laplace(2.0).poisson(0.3), 2)],
        [(gaussian(0.5).poisson(0.9), 2)],
    ],
)
@pytest.mark.parametrize("delta", [1e-6, 0.03])
def test_the_larger_epsilon_of_both_directions_counts(releases, delta):
    bounds = accountant(*releases).epsilon_bounds(delta)
    both = [way.epsilon(delta) for way in accountant(*releases)._directions()]
    assert len(both) == 2
    assert bounds.lower <= max(way.upper for way in both)
    assert bounds.upper >= max(way.lower for way in both)
    assert bounds.width <= WIDTH * bounds.upper


def test_a_direction_that_costs_more_is_not_passed_by():
    less, more = (accountant((gaussian(sigma).poisson(0.1), 50)) for sigma in (1.2, 1.199))
    delta = 1e-6
    epsilon = less.epsilon_bounds(delta).upper
    assert all(way.is_within(epsilon * (1 + 1e-4), delta) for way in less._directions())
    assert not more._directions()[0].is_within(epsilon * (1 + 1e-4), delta)


def test_a_certificate_is_recomputed_and_a_smaller_delta_is_refused():
    found = accountant((gaussian(1.0).poisson(0.02), 200), (laplace(9.0), 3))
    delta = found.delta(1.0)
    assert check_certificate(found.certificate(1.0, delta * (1 + 1e-9))).accepted
    assert found.certificate(1.0, delta * (1 - 1e-5)) is None
    forged = found.certificate(1.0, delta * (1 + 1e-9))
    forged.pop("digest")
    forged["members"][0]["delta"] = str(Fraction(delta) * Fraction(99, 100))
    answer = check_certificate(forged)
    assert not answer.accepted
    assert "and not at most" in answer.message


def test_without_pairs_nothing_is_sampled_and_relations_are_kept():
    with pytest.raises(OutOfReachError, match="no dominating pair"):
        Release.pure(0.1, neighbouring=ADD).poisson(0.1)
    with pytest.raises(PrivacyError, match="cannot be added"):
        Gaussian(1.0).release(sensitivity=1.0, neighbouring="replace-one").poisson(0.1)
    with pytest.raises(OutOfReachError, match="whole number"):
        accountant((released("discrete-laplace", 1.5, 2.0), 1)).delta(1.0)
