"""White box of every notion: true claims pass, claims a few percent too small are refuted."""

import math

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from tests.power.training_methods import CASES, PROBLEM, N
from workbench.algorithms import DPSGD
from workbench.audit import (
    Approximate,
    Concentrated,
    GaussianPrivacy,
    LikelihoodVerdict,
    Renyi,
    TradeOff,
    likelihood_notion,
)
from workbench.audit.likelihood_notions import allowed_delta
from workbench.errors import ParameterError
from workbench.privacy import Dataset, Gaussian, Mutant

# four full batches at z = 4 are 1/2-GDP under add or remove, and the pair attains it
METHOD = DPSGD(eta=0.1, z=4.0, C=1.0, b=N)
BLANK = Dataset(np.zeros((N, 2)))
EPSILON = Gaussian(1.0).epsilon_at(1e-3, sensitivity=0.5)
ZERO_OUT = BLANK.replace(0, [3.0, 4.0]), BLANK


def run(curator, trials):
    return METHOD.run(PROBLEM, curator, steps=4, trials=trials)


def curve(mu):
    return TradeOff(lambda x: float(ndtr(ndtri(1 - x) - mu)))


CLAIMS = {
    "(epsilon, delta)": lambda s: Approximate(s * EPSILON, 1e-3),
    "GDP": lambda s: GaussianPrivacy(0.5 * s),
    "trade-off": lambda s: curve(0.5 * s),
    "zCDP": lambda s: Concentrated(s * 0.125),
    "Renyi": lambda s: Renyi(8.0, s * 8 * 0.125),
}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
@pytest.mark.parametrize("flip", [False, True])
def test_a_true_claim_passes_and_one_that_is_a_little_too_small_falls(claim, flip):
    """Twenty runs at an error level of 1e-6 each."""
    pair = ZERO_OUT[::-1] if flip else ZERO_OUT
    common = {"confidence": 1 - 1e-6, "neighbouring": "zero out", "samples": 4000}
    true = likelihood_notion(run, pair, claim(1.0), **common)
    assert true.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND
    false = likelihood_notion(run, pair, claim(0.9), **common)
    assert false.verdict is LikelihoodVerdict.VIOLATION
    assert "zero out" in str(false)


def test_divergences_of_gaussian_noise_are_found_to_many_digits():
    found = likelihood_notion(run, ZERO_OUT, Concentrated(0.2), samples=4000)
    assert 0.124 < found.lower <= 0.125
    high = likelihood_notion(run, ZERO_OUT, Renyi(32.0, 10.0), samples=4000)
    assert 32 * 0.125 * (1 - 1e-3) < high.lower <= 32 * 0.125
    sampled = likelihood_notion(CASES["DP-SGD, Poisson"].run, CASES["DP-SGD, Poisson"].pair,
                                Renyi(2.0, 10.0), samples=4000)  # fmt: skip
    # one step: log(1 + q^2 (e^(1/z^2) - 1)) for removing at order 2; three of them add up
    exact = 3 * math.log(1 + 0.25 * math.expm1(1 / 0.8**2))
    assert 0.75 * exact < sampled.lower < exact


@pytest.mark.parametrize("fault", ["half-scale", "reuse-noise"])
@pytest.mark.parametrize("claim", [Concentrated(0.125), GaussianPrivacy(0.5)], ids=["zCDP", "GDP"])
def test_faults_of_the_sampler_are_found(claim, fault):
    declared = fault == "half-scale"
    found = likelihood_notion(
        run, ZERO_OUT, claim, samples=2000, wrap=lambda c: Mutant(c, fault, declared=declared)
    )
    wanted = LikelihoodVerdict.VIOLATION if declared else LikelihoodVerdict.MODEL_MISMATCH
    assert found.verdict is wanted


@pytest.mark.parametrize("mu", [0.3, 1.0, 4.0])
@pytest.mark.parametrize("epsilon", [0.0, 0.5, 2.0])
def test_the_allowed_delta_of_a_curve_is_that_of_its_law(mu, epsilon):
    exact = Gaussian(1.0).delta(epsilon, sensitivity=mu)
    assert allowed_delta(GaussianPrivacy(mu), epsilon) == pytest.approx(exact, rel=1e-6, abs=1e-12)


def test_few_samples_are_refused():
    with pytest.raises(ParameterError, match="samples"):
        likelihood_notion(run, ZERO_OUT, GaussianPrivacy(1.0), samples=100)
