"""Each planted fault does what its name says, and nothing else."""

import numpy as np
import pytest

from tests.workbench.privacy.toy import identity_query
from workbench.errors import ParameterError
from workbench.privacy import (
    FAULTS,
    AccountingCurator,
    Dataset,
    Mutant,
    NoiselessCurator,
    PairedCurator,
    TrustedCurator,
)

DATA = Dataset(np.zeros((4, 1)))


def releases(fault, *, declared, steps=3):
    trusted = TrustedCurator(DATA, np.random.default_rng(0))
    curator = trusted if fault is None else Mutant(trusted, fault, declared=declared)
    query = identity_query(np.zeros((5, 1)))
    return np.stack(
        [curator.laplace(query, scale=1.0, sensitivity=1.0, batch=4) for _ in range(steps)]
    )


@pytest.mark.parametrize("declared", [True, False])
def test_noise_is_scaled_skipped_or_reused(declared):
    honest = releases(None, declared=True)
    np.testing.assert_allclose(releases("half-scale", declared=declared), honest / 2)
    np.testing.assert_allclose(releases("std-as-scale", declared=declared), honest / 2**0.5)
    reused = releases("reuse-noise", declared=declared)
    np.testing.assert_array_equal(reused, np.broadcast_to(honest[0], reused.shape))
    skipped = releases("skip-one-noise", declared=declared)
    np.testing.assert_array_equal(skipped[[0, 2]], honest[[0, 2]])
    assert np.abs(skipped[1]).max() < 1e-200


def test_dropped_batch_factor_releases_the_sum():
    curator = Mutant(NoiselessCurator(Dataset(np.ones((4, 1)))), "drop-batch-factor")
    query = identity_query(np.zeros((2, 1)))
    assert (curator.laplace(query, scale=1.0, sensitivity=1.0, batch=4) == 4).all()


def test_declared_faults_reach_the_accountant_and_undeclared_ones_do_not():
    readings = {}
    for declared in (True, False):
        inner = AccountingCurator(n=4)
        curator = Mutant(inner, "half-scale", declared=declared)
        curator.laplace(identity_query(np.zeros((1, 1))), scale=1.0, sensitivity=0.25, batch=4)
        assert curator.epsilon == inner.epsilon
        readings[declared] = inner.epsilon
    assert readings == {True: 0.5, False: 0.25}


@pytest.mark.parametrize("fault", FAULTS)
def test_paired_readings_are_visible_through_the_mutant(fault):
    paired = PairedCurator(
        DATA, DATA.replace(0, [1.0]), np.random.default_rng(0), check_sensitivity=False
    )
    curator = Mutant(paired, fault, step=0)
    curator.laplace(identity_query(np.zeros((6, 1))), scale=1.0, sensitivity=0.25, batch=4)
    assert curator.log_ratio.shape == (6,)


def test_unknown_fault():
    with pytest.raises(ParameterError, match="fault = typo is unknown"):
        Mutant(AccountingCurator(n=1), "typo")
    with pytest.raises(AttributeError):
        _ = Mutant(AccountingCurator(n=1), "half-scale").log_ratio
