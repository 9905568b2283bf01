"""Methods on simplices under every curator: shapes, purity, reproducibility, faults."""

import dataclasses

import numpy as np
import pytest

from tests.conformance.residual_runs import assert_only_the_honest_sampler_passes
from workbench.algorithms.frank_wolfe.simplex import PrivateFrankWolfe
from workbench.algorithms.mirror.anytime import AnytimeMirrorDescent
from workbench.algorithms.mirror.boosted_descent import BoostedMirrorDescent
from workbench.algorithms.mirror.debiased_descent import DebiasedMirrorDescent
from workbench.algorithms.mirror.mirror_descent import PrivateMirrorDescent
from workbench.audit import Observed, constant_dataset
from workbench.privacy import (
    AccountingCurator,
    Mutant,
    NoiselessCurator,
    PairedCurator,
    TrustedCurator,
)
from workbench.problems.saddle_instances import cosine_game, least_squares

N = 24
METHODS = {
    "mirror": (PrivateMirrorDescent(tau=0.4, T=4, K=3), cosine_game),
    "mirror, fresh": (PrivateMirrorDescent(tau=0.4, T=4, K=3, fresh=True), cosine_game),
    "mirror, convex": (PrivateMirrorDescent(tau=0.4, T=4, K=1), least_squares),
    "debiased": (DebiasedMirrorDescent(tau=0.1, U=12, M=2), cosine_game),
    "boosted": (
        BoostedMirrorDescent(
            descent=DebiasedMirrorDescent(tau=0.3, U=4, M=0),
            walk_x=PrivateFrankWolfe(lam=0.5, phases=1, b=2),
            walk_y=PrivateFrankWolfe(lam=0.5, phases=1, b=2),
            R=2,
            m=1,
            epsilon=4.0,
        ),
        cosine_game,
    ),
    "frank-wolfe": (PrivateFrankWolfe(lam=0.5, phases=3, b=4), least_squares),
    "anytime": (AnytimeMirrorDescent(tau=0.2, T=6, K=3, kappa=2), least_squares),
}
pytestmark = pytest.mark.parametrize(
    ("method", "make"), METHODS.values(), ids=lambda part: getattr(part, "__name__", None)
)


def points(answer):
    return answer if isinstance(answer, np.ndarray) else answer.x


def trusted(problem, seed=0):
    rng = np.random.default_rng(seed)
    return TrustedCurator(problem.sample(np.random.default_rng(9), N), rng)


def pair(problem):
    first = problem.sample(np.random.default_rng(9), N)
    return first, first.replace(0, [(first.records[0, 0] + 1) % problem.atoms])


def test_every_curator_gives_points_of_the_simplex(method, make):
    problem, rng = make().problem, np.random.default_rng(0)
    first, second = pair(problem)
    constant = constant_dataset(first)
    for curator in (
        trusted(problem),
        NoiselessCurator(first, rng=rng),
        PairedCurator(first, second, rng),
        PairedCurator(first, second, rng, steer=1),
        PairedCurator(first, second, rng, tilt=2.0),
        AccountingCurator(n=N, rng=rng),
        Mutant(trusted(problem), "half-scale"),
        Observed(TrustedCurator(constant, rng), constant),
    ):
        x = points(method.run(problem, curator, trials=3))
        assert x.shape == (3, problem.dx)
        np.testing.assert_allclose(x.sum(axis=1), 1)
        assert x.min() >= 0


def test_runs_are_reproducible_and_parameters_are_frozen(method, make):
    problem = make().problem
    one, two, other = (
        points(method.run(problem, trusted(problem, seed), trials=20)) for seed in (0, 0, 1)
    )
    np.testing.assert_array_equal(one, two)
    assert (one != other).any()
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(method, dataclasses.fields(method)[0].name, 1.0)


def test_log_ratios_are_exact_and_within_the_accounted_loss(method, make):
    problem = make().problem
    for order in (1, -1):
        for steer in (-1, 0, 1):
            coins = [np.random.default_rng(3) for _ in range(2)]
            curator = PairedCurator(*pair(problem)[::order], coins[0], steer=steer)
            method.run(problem, curator, trials=20)
            loss = losses(method, problem)
            assert (np.abs(curator.log_ratio) <= loss + curator.rounding).all()
            assert curator.rounding.max() < 1e-6


def losses(method, problem):
    """Pure loss for the worst coins."""
    if isinstance(method, DebiasedMirrorDescent):
        return 6 * method.U * 2 * method.sensitivity(problem, N)
    if isinstance(method, BoostedMirrorDescent):  # the levels are all 0
        accountant = AccountingCurator(n=N, rng=np.random.default_rng(0))
        method.run(problem, accountant)
        return accountant.epsilon
    return method.cost(problem, n=N).epsilon


def test_honest_samplers_pass_and_sharper_ones_do_not(method, make):
    problem = make().problem
    if isinstance(method, DebiasedMirrorDescent):
        method = dataclasses.replace(method, M=0)  # the same number of draws in every run
    constant = constant_dataset(problem.sample(np.random.default_rng(9), N))
    assert_only_the_honest_sampler_passes(method, problem, constant)
