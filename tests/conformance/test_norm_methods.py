"""Methods on l_p balls under every curator: shapes, purity, reproducibility, ratios, faults."""

import dataclasses

import numpy as np
import pytest

from tests.conformance.residual_runs import assert_only_the_honest_sampler_passes
from workbench.algorithms.frank_wolfe.norm_ball import NoisyRecursiveFrankWolfe
from workbench.algorithms.frank_wolfe.norm_ball_tree import NoisyTreeFrankWolfe
from workbench.algorithms.frank_wolfe.restarted import NoisyRestartedFrankWolfe
from workbench.algorithms.gradient.noisy_projected_descent import NoisyProjectedDescent
from workbench.algorithms.gradient.proximal_descent import NoisyProximalDescent
from workbench.algorithms.mirror.onepass_descent import OnePassMirrorDescent
from workbench.audit import Observed, constant_dataset
from workbench.privacy import (
    AccountingCurator,
    Mutant,
    NoiselessCurator,
    PairedCurator,
    TrustedCurator,
    ZCDPAccountant,
)
from workbench.privacy.curators.separate import SeparateCurator
from workbench.problems.ball_instances import (
    least_squares,
    phase_retrieval,
    quadratic_means,
    sigmoid_regression,
)

N, RHO = 24, 0.2
MEANS, SQUARES = quadratic_means(3), least_squares(3, 1.5)
SIGMOID, PHASE = sigmoid_regression(3, 1.25), phase_retrieval(3)
METHODS = {
    "projected": (NoisyProjectedDescent.calibrated(MEANS, n=N, T=6, rho=RHO), MEANS),
    "one pass": (OnePassMirrorDescent.calibrated(SQUARES, n=N, rho=RHO), SQUARES),
    "recursive": (NoisyRecursiveFrankWolfe.calibrated(n=N, T=4, rho=RHO), SQUARES),
    "tree": (NoisyTreeFrankWolfe.calibrated(SQUARES, n=N, phases=2, rho=RHO), SQUARES),
    "tree, isotropic": (
        NoisyTreeFrankWolfe.calibrated(SQUARES, n=N, phases=2, rho=RHO, kind="gaussian"), SQUARES
    ),
    "restarts": (NoisyRestartedFrankWolfe.calibrated(SIGMOID, n=N, q=3, rho=RHO), SIGMOID),
    "proximal": (NoisyProximalDescent.calibrated(PHASE, n=N, T=2, K=5, rho=RHO), PHASE),
}  # fmt: skip
pytestmark = pytest.mark.parametrize(("method", "problem"), METHODS.values(), ids=METHODS)


def points(answer):
    return getattr(answer, "last", answer)


def data(problem, n=N):
    return problem.sample(np.random.default_rng(9), n)


def pair(problem):
    return problem.extremal_pair(N, index=0)


def test_every_curator_gives_points_of_the_ball(method, problem):
    rng = np.random.default_rng(0)
    first, second = pair(problem)
    constant = constant_dataset(first)
    for curator in (
        TrustedCurator(first, rng),
        SeparateCurator(data(problem, 3 * N), rng, trials=3),
        NoiselessCurator(first, rng=rng),
        PairedCurator(first, second, rng),
        PairedCurator(first, second, rng, steer=1),
        PairedCurator(first, second, rng, tilt=2.0),
        AccountingCurator(n=N, rng=rng),
        Mutant(TrustedCurator(first, rng), "half-scale"),
        Observed(TrustedCurator(constant, rng), constant),
    ):
        x = points(method.run(problem, curator, trials=3))
        assert x.shape == (3, 3)
        assert problem.ball.contains(x).all()


def test_runs_are_reproducible_and_parameters_are_frozen(method, problem):
    one, again, different = (
        points(method.run(problem, TrustedCurator(data(problem), np.random.default_rng(seed)),
                          trials=20))
        for seed in (0, 0, 1)
    )  # fmt: skip
    np.testing.assert_array_equal(one, again)
    assert (one != different).any()
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(method, dataclasses.fields(method)[0].name, 1.0)


def test_likelihood_ratios_have_mean_one_and_obey_the_budget(method, problem):
    """E exp(-L) = 1; E exp(L) <= exp(2 rho) for rho-zCDP (order 2): six standard errors."""
    assert max(a.rho for a in method.cost(problem, n=N).accountants(ZCDPAccountant)) <= RHO
    curator = PairedCurator(*pair(problem), np.random.default_rng(3))
    method.run(problem, curator, trials=4000)
    assert curator.rounding.max() < 1e-9
    moved = np.abs(curator.log_ratio).max()
    assert moved > 0.1
    back, forth = np.exp(-curator.log_ratio), np.exp(curator.log_ratio)
    assert abs(back.mean() - 1) < 6 * back.std() / np.sqrt(4000)
    assert forth.mean() < np.exp(2 * RHO) + 6 * forth.std() / np.sqrt(4000)


def test_honest_samplers_pass_and_sharper_ones_do_not(method, problem):
    assert_only_the_honest_sampler_passes(method, problem, constant_dataset(data(problem)))
