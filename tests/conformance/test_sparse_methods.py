"""Methods for sparse data under every curator: shapes, reproducibility, exact losses, faults."""

import dataclasses

import numpy as np
import pytest

from tests.conformance.residual_runs import assert_only_the_honest_sampler_passes
from workbench.algorithms.sparse.l1_recovery import L1Recovery
from workbench.algorithms.sparse.output_perturbation import OutputPerturbation
from workbench.algorithms.sparse.projection_mechanism import ProjectionMechanism
from workbench.audit import Observed, constant_dataset
from workbench.privacy import (
    AccountingCurator,
    Mutant,
    NoiselessCurator,
    PairedCurator,
    TrustedCurator,
)
from workbench.problems import SparseVectors, embedding_logistic

N, VECTORS, LOSS = 30, SparseVectors(d=12, s=3), embedding_logistic(d=12, s=3)
PURE, APPROXIMATE = {"epsilon": 1.0}, {"epsilon": 1.0, "delta": 1e-4}
METHODS = {
    "projection, l1": (ProjectionMechanism.calibrated(VECTORS, n=N, onto="l1", **PURE), VECTORS),
    "projection, both": (ProjectionMechanism.calibrated(VECTORS, n=N, **APPROXIMATE), VECTORS),
    "output, free": (OutputPerturbation.calibrated(LOSS, n=N, lam=0.3, **PURE), LOSS),
    "output, ball": (
        OutputPerturbation.calibrated(LOSS, n=N, lam=0.3, radius=1.0, **APPROXIMATE),
        LOSS,
    ),
    "recovery, ball": (
        L1Recovery.calibrated(
            VECTORS, np.random.default_rng(0), n=N, m=5, check=False, **APPROXIMATE
        ),
        VECTORS,
    ),
    "recovery, equality": (
        L1Recovery.calibrated(
            VECTORS, np.random.default_rng(0), n=N, m=5, decoder="equality", check=False,
            **APPROXIMATE,
        ),
        VECTORS,
    ),
}  # fmt: skip
pytestmark = pytest.mark.parametrize(("method", "problem"), METHODS.values(), ids=METHODS)


def pair(problem):
    return problem.random_pair(np.random.default_rng(9), N)


def trusted(problem, seed=0):
    return TrustedCurator(pair(problem)[0], np.random.default_rng(seed))


def test_every_curator_gives_points(method, problem):
    rng = np.random.default_rng(0)
    first, second = pair(problem)
    constant = constant_dataset(first)
    for curator in (
        trusted(problem),
        NoiselessCurator(first),
        PairedCurator(first, second, rng),
        PairedCurator(first, second, rng, steer=1),
        PairedCurator(first, second, rng, tilt=2.0),
        AccountingCurator(n=N),
        Mutant(trusted(problem), "half-scale"),
        Observed(TrustedCurator(constant, rng), constant),
    ):
        found = method.run(problem, curator, trials=3)
        assert found.shape == (3, 12)
        assert np.isfinite(found).all()


def test_runs_are_reproducible_and_parameters_are_frozen(method, problem):
    one, two, other = (method.run(problem, trusted(problem, k), trials=4) for k in (0, 0, 1))
    np.testing.assert_array_equal(one, two)
    assert (one != other).any()
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(method, dataclasses.fields(method)[0].name, 1.0)


def test_log_ratios_are_within_the_accounted_loss(method, problem):
    loss = method.cost(problem, n=N).epsilon
    for make in (pair, lambda p: p.extremal_pair(N)):
        for order in (1, -1):
            for steer in (-1, 0, 1):
                curator = PairedCurator(
                    *make(problem)[::order], np.random.default_rng(3), steer=steer
                )
                method.run(problem, curator, trials=20)
                assert (np.abs(curator.log_ratio) <= loss + curator.rounding).all()
                assert curator.rounding.max() < 1e-6


def test_honest_samplers_pass_and_sharper_ones_do_not(method, problem):
    constant = constant_dataset(pair(problem)[0])
    assert_only_the_honest_sampler_passes(method, problem, constant, fault="half-scale", trials=200)


def test_no_trials_are_refused(method, problem):
    with pytest.raises(ValueError, match="trials = 0"):
        method.run(problem, trusted(problem), trials=0)
