"""One training run with canaries: right loops pass, wrong ones are refuted, tails are exact."""

import math

import numpy as np
import pytest

from tests.workbench.audit.loops import hidden_state, noisy_descent, noisy_ftrl, noisy_sgd
from workbench.algorithms import DPSGD
from workbench.audit import GaussianPrivacy, Guesses, OneRun, audit_notion, one_run
from workbench.audit.one_run import chance_of_guesses, gaussian_is_refused
from workbench.errors import ParameterError
from workbench.privacy import Gaussian, PLDAccountant
from workbench.problems.nonconvex_instances import linear_problem

DELTA = 1e-5
CANARIES = 3000


@pytest.mark.parametrize("sampling", ["poisson", pytest.param("fixed", marks=pytest.mark.thorough)])
def test_noisy_sgd_keeps_what_the_accountant_proves(sampling):
    method = DPSGD(eta=0.1, z=1.0, C=1.0, b=CANARIES // 5, sampling=sampling)
    cost = method.cost(linear_problem(d=1), n=CANARIES, steps=30)
    epsilon = cost.epsilon_at(DELTA, using=PLDAccountant)
    train = noisy_sgd(steps=30, z=1.0, b=CANARIES // 5, sampling=sampling)
    found = one_run(train, canaries=CANARIES)
    assert 0 < found.epsilon(DELTA) < epsilon
    assert not found.refutes(epsilon=epsilon, delta=DELTA)


@pytest.mark.parametrize(
    ("fault", "refuted"),
    [(None, False), ("half-scale", True), ("reuse-noise", False), ("skip-one-noise", False)],
)
def test_a_fault_of_noisy_sgd_is_refuted_where_the_last_model_shows_it(fault, refuted):
    # four full batches at z = 4 are 1/2-GDP; one step without noise leaves 0.58, and the same
    # noise four times 0.25: the last model hides both, and an audit of every step does not
    # (tests/power/test_algorithms.py)
    found = one_run(noisy_sgd(steps=4, z=4.0, b=CANARIES, fault=fault), canaries=CANARIES)
    assert found.refutes(mu=0.5) == refuted


@pytest.mark.parametrize(("share", "refuted"), [(1.0, False), (1 / 8, True)])
def test_prefix_sums_of_a_tree_keep_their_claim(share, refuted):
    """Eight batches: a canary is in four nodes, each moved by 1, with a share of their noise."""
    found = one_run(noisy_ftrl(b=CANARIES // 8, z=2.0 * share), canaries=CANARIES)
    assert found.refutes(mu=math.sqrt(4) / 2.0) == refuted


HIDDEN = {"steps": 40, "sigma": 2.0, "shrink": 0.5}


@pytest.mark.parametrize(
    ("fault", "refuted"),
    [("", False), ("nothing shrinks", True), ("the noise is scaled by the shrinking too", True)],
)
def test_a_last_iterate_keeps_what_hidden_states_promise(fault, refuted):
    """Forty steps compose to 3.2-GDP; the last iterate alone is 0.87-GDP, and no less."""
    mu = hidden_state(**HIDDEN)
    assert mu < math.sqrt(40) / 2.0 / 3
    train = noisy_descent(**HIDDEN, fault=fault)
    assert one_run(train, canaries=10_000).refutes(mu=mu) == refuted

    def last(present, size, rng):  # canaries do not meet: each coordinate is a run of its own
        return train(np.full(size, present), rng)

    found = audit_notion(last, False, True, GaussianPrivacy(mu), samples=100_000)
    assert (found.verdict == "violation") == refuted
    assert found.said.mu > 0.9 * mu


def test_both_bounds_stay_below_the_truth_and_come_near():
    def train(included, rng):
        return included + rng.normal(size=included.size)

    found = one_run(train, canaries=10_000)
    assert 0.55 < found.mu < 1
    truth = Gaussian(1.0).epsilon_at(DELTA, sensitivity=1.0)
    assert 1.5 < found.epsilon(DELTA) < found.epsilon_if_gaussian(DELTA) < truth


def test_without_delta_the_bound_is_a_binomial_tail():
    chance = chance_of_guesses(100, Guesses(10, 9), math.log(3), 0.0)
    tail = 10 * 0.75**9 * 0.25 + 0.75**10
    assert chance == pytest.approx(tail, rel=1e-9)
    assert chance_of_guesses(100, Guesses(10, 9), math.log(3), 1e-3) > chance


def test_a_smaller_mu_and_more_right_guesses_are_refused_more_easily():
    refused = [gaussian_is_refused(1000, Guesses(100, 90), mu, 0.05) for mu in (0.1, 0.5, 1.0, 3.0)]
    assert refused == sorted(refused, reverse=True)
    assert refused[0]
    assert not refused[-1]
    assert not gaussian_is_refused(1000, Guesses(100, 55), 0.1, 0.05)


def test_a_run_that_reveals_everything_has_a_large_epsilon():
    found = one_run(lambda included, rng: included.astype(float), canaries=1000)
    assert found.epsilon(0.0) > 4
    assert found.mu > 1.5
    assert found.refutes(epsilon=3.0, delta=1e-6)


def test_scores_are_checked_and_no_opinion_is_allowed():
    with pytest.raises(ParameterError, match="shape"):
        one_run(lambda included, rng: included[:3] * 1.0, canaries=100)
    with pytest.raises(ParameterError, match=r"no numbers: could not convert .*'much'"):
        one_run(lambda included, rng: ["much"] * included.size, canaries=100)
    with pytest.raises(ParameterError, match="no numbers"):
        one_run(lambda included, rng: {"score": included}, canaries=100)
    for train in (lambda included: included, 3):
        with pytest.raises(ParameterError, match=r"cannot be called.*\n.*train\(included, rng\)"):
            one_run(train, canaries=100)
    with pytest.raises(ParameterError, match="no two canaries"):
        one_run(lambda included, rng: np.full(included.size, np.nan), canaries=100)
    with pytest.raises(ParameterError, match="canaries"):
        one_run(lambda included, rng: included * 1.0, canaries=3)
    with pytest.raises(ParameterError, match="no claim"):
        OneRun(100, (Guesses(10, 9),), 0.05).refutes()
    half = one_run(
        lambda included, rng: np.where(rng.random(included.size) < 0.5, np.nan, included),
        canaries=1000,
    )
    assert half.mu > 0


def test_a_loop_cannot_rewrite_the_coins():
    def cheat(included, rng):
        included[:] = True
        return rng.normal(size=included.size)

    assert one_run(cheat, canaries=1000).mu == 0


def test_claims_and_counts_that_make_no_sense_are_refused():
    said = OneRun(1000, (Guesses(100, 95),), 0.05)
    for claim in ({"mu": -1.0}, {"epsilon": -0.5}):
        with pytest.raises(ParameterError, match="is negative"):
            said.refutes(**claim)
    with pytest.raises(ParameterError, match="no whole number from 20"):
        one_run(lambda included, rng: included, canaries=100.5)


def test_a_run_says_what_it_certifies():
    found = OneRun(1000, (Guesses(100, 95), Guesses(50, 49)), 0.05)
    lines = str(found).splitlines()
    assert lines[0] == "one run with 1000 canaries, each bound at confidence 0.95"
    assert (
        f"epsilon >= {found.epsilon(0.0):.4g} at delta 0, {found.epsilon(1e-5):.4g} at" in lines[1]
    )
    assert f"mu >= {found.mu:.4g}, epsilon >= {found.epsilon_if_gaussian(1e-5):.4g}" in lines[2]
    assert lines[3].endswith("95 of 100, 49 of 50")
