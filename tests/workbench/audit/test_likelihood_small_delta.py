"""Certified epsilon at a small delta: tight, valid, and honest about what it could not see."""

import math

import numpy as np
import pytest

from tests.workbench.privacy.methods import METHODS
from tests.workbench.privacy.toy import identity_query
from workbench import audit
from workbench.audit import LikelihoodVerdict, likelihood_ratio
from workbench.audit.tilted import (
    best_bet,
    excess,
    log_wealth,
    normal_epsilon,
    tilted_bound,
)
from workbench.audit.transcripts import CuratedRun, DeclaredDensity, Transcripts
from workbench.errors import DataError, ParameterError
from workbench.privacy import (
    Dataset,
    Gaussian,
    Mutant,
    TreeStream,
    TreeSums,
    classical_sigma,
)

ONE = Dataset(np.array([[1.0]]))
UNIT = (ONE, ONE.replace(0, [0.0]))
DELTA = 1e-5


def gaussian(sigma):
    def make_run(curator, trials):
        query = identity_query(np.zeros((trials, 1)))
        curator.gaussian(query, sigma=sigma, sensitivity=1.0)

    return make_run


def tree(curator, trials):
    stream = TreeStream(
        curator,
        sigma=TreeSums.calibrate(1.0, DELTA, sensitivity=1.0, steps=8).noise.sigma,
        sensitivity=1.0,
        windows=True,
    )
    for t in range(8):
        stream.push(curator.secret(identity_query(np.zeros((trials, 1))), rows=[t]))


def test_the_gaussian_mechanism_is_certified_at_99_per_cent_of_its_epsilon():
    make_run = gaussian(Gaussian.calibrate(1.0, DELTA, sensitivity=1.0).sigma)
    result = likelihood_ratio(make_run, UNIT, epsilon=1.0, delta=DELTA, seed=1)
    assert result.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND
    assert 0.99 <= result.epsilon_lower <= 1.0
    assert result.bound.samples <= 5000
    assert "at delta = 1e-05" in str(result)
    assert "is certified" in result.power


def test_a_tree_of_fifteen_nodes_is_certified_as_well():
    ones = Dataset(np.zeros((8, 1)))
    result = likelihood_ratio(
        tree, (ones.replace(0, [1.0]), ones), epsilon=1.0, delta=DELTA, seed=2
    )
    assert 0.985 <= result.ratio <= 1.0
    assert result.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND


def test_the_textbook_gaussian_is_refuted_from_a_thousand_transcripts():
    sigma = classical_sigma(10.0, DELTA, sensitivity=1.0)
    result = likelihood_ratio(
        gaussian(sigma), UNIT, epsilon=10.0, delta=DELTA, samples=1000, seed=0
    )
    assert result.verdict is LikelihoodVerdict.VIOLATION
    assert 10.0 < result.epsilon_lower <= Gaussian(sigma).epsilon_at(DELTA, sensitivity=1.0)


def test_same_seed_same_answer():
    one, two, other = (
        likelihood_ratio(gaussian(2.0), UNIT, epsilon=1.0, delta=1e-3, samples=600, seed=s)
        for s in (3, 3, 4)
    )
    assert one == two
    assert one.bound != other.bound


def test_a_false_sensitivity_is_a_finding_at_delta_too():
    def make_run(curator, trials):
        query = identity_query(np.zeros((trials, 1)))
        curator.gaussian(query, sigma=4.0, sensitivity=0.5)

    result = likelihood_ratio(make_run, UNIT, epsilon=2.0, delta=1e-3, samples=600)
    assert result.verdict is LikelihoodVerdict.MODEL_MISMATCH
    assert "in l2 norm" in result.false_sensitivity


def test_no_more_is_certified_than_is_true():
    """100 small audits at alpha = 0.1: more than 26 false ones have probability 1e-6."""
    truth = Gaussian(1.5).epsilon_at(1e-3, sensitivity=1.0)
    source = CuratedRun(gaussian(1.5), UNIT)
    false, shares = 0, []
    for seed in range(100):
        bound = tilted_bound(
            source,
            epsilon=truth,
            delta=1e-3,
            samples=400,
            alpha=0.1,
            rng=np.random.default_rng(seed),
        )
        false += bound.epsilon > truth
        shares.append(bound.epsilon / truth)
    assert false <= 26
    assert np.median(shares) > 0.93


@pytest.mark.parametrize("name", ["mirror-descent", "selection", "hidden-gaussian", "vectors"])
def test_other_mechanisms_are_bounded_below_their_proof(name):
    method = METHODS[name]
    result = likelihood_ratio(
        method.run, method.pair, epsilon=40.0, delta=1e-2, samples=1000, seed=0
    )
    assert result.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND
    assert 0 < result.epsilon_lower < 40
    assert result.bound.guess > 0.5 * result.epsilon_lower


@pytest.mark.parametrize("fault", ["half-scale", "std-as-scale"])
def test_a_sampler_that_misleads_the_pilot_costs_little(fault):
    """Honest draws have too small a variance, so the first tilt overshoots and is corrected."""
    method = METHODS["tree"]
    result = likelihood_ratio(
        method.run,
        method.pair,
        epsilon=3.0,
        delta=DELTA,
        wrap=lambda c: Mutant(c, fault, declared=False),
    )
    assert 5.9 < result.epsilon_lower < 6.2  # as for the honest sampler: 6.04
    assert not result.conformance.holds


def test_wealth_is_a_fair_game_at_the_boundary():
    """Rare unbounded payments of mean exactly delta: refuted less often than alpha."""
    rng = np.random.default_rng(0)
    runs, delta, alpha = 2000, 1e-3, 0.05
    refuted = 0
    for _ in range(runs):
        x = (rng.random(200) < 0.01) * rng.exponential(0.1, 200)
        refuted += log_wealth(x, delta=delta, bet=0.4 / delta) >= math.log(1 / alpha)
    # mean 100; 1e-6 above it
    assert refuted <= runs * alpha + 5 * math.sqrt(runs * alpha)


def test_the_bet_maximises_the_growth():
    x = np.random.default_rng(0).exponential(1.5e-3, 500)
    bet = best_bet(x, 1e-3)
    growth = [np.log1p(b * (x - 1e-3)).mean() for b in (0.9 * bet, bet, 1.1 * bet)]
    assert growth[1] >= max(growth)
    assert best_bet(np.zeros(5), 0.1) == 0


def test_level_of_a_normal_loss():
    mu = 0.7
    level = normal_epsilon(mu * mu / 2, mu * mu, 1e-4)
    assert level == pytest.approx(Gaussian(1.0).epsilon_at(1e-4, sensitivity=mu), rel=1e-9)


def test_infinite_losses_count_in_full():
    found = Transcripts("first", 0, np.array([np.inf, 0.0]), np.array([np.inf, 0.0]), np.zeros(2))
    np.testing.assert_allclose(excess(found, 3.0), [1.0, 0.0], atol=1e-8)


class Release:
    """A Gaussian that declares its density; with a tilt, or without."""

    def sample(self, x, size, rng):
        return x + 2.0 * rng.normal(size=size)

    def log_ratio(self, o, x, y):
        return (y - x) * (y + x - 2 * o) / 8


class Tilting(Release):
    def sample_tilted(self, x, y, theta, size, rng):
        s = (y - x) / 2
        g = rng.normal(size=size)
        return x + 2.0 * (g - theta * s), theta * s * (g - theta * s / 2)


def test_a_mechanism_may_declare_its_density():
    truth = Gaussian(2.0).epsilon_at(DELTA, sensitivity=1.0)
    result = likelihood_ratio(Tilting(), (0.0, 1.0), epsilon=truth, delta=DELTA, seed=0)
    assert 0.98 <= result.ratio <= 1.0
    assert result.conformance is None
    plain = likelihood_ratio(Release(), (0.0, 1.0), epsilon=truth, delta=DELTA, seed=0)
    assert plain.epsilon_lower < 0.9 * result.epsilon_lower
    assert plain.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND
    pure = likelihood_ratio(Release(), (0.0, 1.0), epsilon=0.5, samples=200)
    assert pure.verdict is LikelihoodVerdict.VIOLATION
    assert "would have been found" in pure.power


def test_densities_that_make_no_sense_are_refused():
    class Wrong(Release):
        def __init__(self, answer):
            self.answer = answer

        def log_ratio(self, o, x, y):
            return self.answer(o)

    for answer, kind in ((lambda o: 0.0, ParameterError), (lambda o: o * np.nan, DataError)):
        with pytest.raises(kind, match="log_ratio"):
            DeclaredDensity(Wrong(answer), (0.0, 1.0)).draw("first", 5, np.random.default_rng(0))


def test_nonsense_is_refused():
    for options, message in (
        ({"samples": 50}, "samples = 50"),
        ({"confidence": 1.0}, r"confidence = 1\.0"),
        ({"epsilon": 0.0}, r"epsilon = 0\.0"),
        ({"delta": 1.0}, r"delta = 1\.0"),
    ):
        with pytest.raises(ParameterError, match=message):
            likelihood_ratio(gaussian(1.0), UNIT, **({"epsilon": 1.0, "delta": 0.1} | options))


class Shifted:
    """One number plus normal noise of this scale, which declares its density."""

    def __init__(self, sigma):
        self.sigma = sigma

    def sample(self, x, size, rng):
        return x + self.sigma * rng.normal(size=size)

    def log_ratio(self, o, x, y):
        return ((o - y) ** 2 - (o - x) ** 2) / (2 * self.sigma**2)


class RareLeak:
    """Tells the record once in ten thousand times."""

    def sample(self, x, size, rng):
        return np.where(rng.random(size) < 1e-4, x, 0.0)

    def log_ratio(self, o, x, y):
        return np.where(o == 0, 0.0, np.where(o == x, np.inf, -np.inf))


def test_an_audit_that_cannot_see_events_of_mass_delta_says_that_it_is_underpowered():
    few = likelihood_ratio(RareLeak(), (1.0, 2.0), epsilon=1.0, delta=DELTA, samples=500)
    assert few.verdict is LikelihoodVerdict.UNDERPOWERED
    assert "Draw more" in few.power
    assert audit.recheck(few.to_json()).verdict == "underpowered"


def test_nothing_certified_is_no_lack_of_power_where_an_event_of_mass_delta_would_be_seen():
    found = likelihood_ratio(Shifted(1000.0), (0.0, 1.0), epsilon=1.0, delta=0.01, samples=500)
    assert found.epsilon_lower == 0
    assert found.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND


def test_too_few_samples_are_named_as_they_were_passed():
    with pytest.raises(ParameterError, match=r"samples = 110 is below 120"):
        likelihood_ratio(Shifted(1.0), (0.0, 1.0), epsilon=1.0, delta=DELTA, samples=110)
