"""Frank-Wolfe over vertices under every curator: shapes, purity, reproducibility, faults."""

import dataclasses

import numpy as np
import pytest

from tests.conformance.residual_runs import assert_only_the_honest_sampler_passes
from workbench.algorithms.frank_wolfe.full_batch import FullBatchFrankWolfe
from workbench.algorithms.frank_wolfe.polyhedral import PolyhedralFrankWolfe
from workbench.algorithms.frank_wolfe.recursive import RecursiveFrankWolfe
from workbench.algorithms.frank_wolfe.tree import TreeFrankWolfe
from workbench.audit import Observed, constant_dataset
from workbench.privacy import (
    AccountingCurator,
    Mutant,
    NoiselessCurator,
    PairedCurator,
    TrustedCurator,
)
from workbench.privacy.curators.separate import SeparateCurator
from workbench.problems.sign_instances import sign_logistic, sign_regression

N = 24
METHODS = {
    "full batch": (FullBatchFrankWolfe(scale=0.5, T=4), sign_regression(d=3).problem),
    "polyhedral": (PolyhedralFrankWolfe(eta=0.2, loss=1.0, T=8), sign_regression(d=3).problem),
    "tree": (TreeFrankWolfe(scales=(0.5, 0.5), b=4), sign_regression(d=3).problem),
    "recursive": (
        RecursiveFrankWolfe(eta=0.4, scale=0.5, T=6, q=3, b0=4, b1=2),
        sign_logistic(d=3, radius=3.0).problem,
    ),
}
pytestmark = pytest.mark.parametrize(("method", "problem"), METHODS.values(), ids=METHODS)


def data(problem, n=N):
    return problem.sample(np.random.default_rng(9), n)


def pair(problem):
    """The features of the first record turned round."""
    first = data(problem)
    row = first.records[0].copy()
    row[:-1] *= -1
    return first, first.replace(0, row)


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
        x = method.run(problem, curator, trials=3)
        assert x.shape == (3, 3)
        assert problem.feasible.contains(x).all()


def test_runs_are_reproducible_and_parameters_are_frozen(method, problem):
    one, again, different = (
        method.run(problem, TrustedCurator(data(problem), np.random.default_rng(seed)), trials=20)
        for seed in (0, 0, 1)
    )
    np.testing.assert_array_equal(one, again)
    assert (one != different).any()
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(method, dataclasses.fields(method)[0].name, 1.0)


def test_log_ratios_are_within_the_accounted_loss(method, problem):
    tree = isinstance(method, TreeFrankWolfe)
    readings = method.costs(problem, n=N) if tree else [method.cost(problem, n=N)]
    loss = max(reading.epsilon for reading in readings)
    for order in (1, -1):
        for steer in (-1, 0, 1):
            curator = PairedCurator(*pair(problem)[::order], np.random.default_rng(3), steer=steer)
            method.run(problem, curator, trials=10)
            assert (np.abs(curator.log_ratio) <= loss + curator.rounding).all()
            assert curator.rounding.max() < 1e-6


def test_honest_samplers_pass_and_sharper_ones_do_not(method, problem):
    assert_only_the_honest_sampler_passes(method, problem, constant_dataset(data(problem)))
