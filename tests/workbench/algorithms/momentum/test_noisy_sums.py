"""Other noisy sums for the momentum, against least squares and plain matrices."""

import numpy as np
import pytest

from tests.workbench.privacy.toy import identity_query
from workbench.algorithms.momentum.compared_momentum import ComparedMomentum
from workbench.algorithms.momentum.noisy_sums import (
    FactorisedSums,
    IndependentSums,
    RefinedTree,
    heaviest_root_weights,
    root_coefficients,
    root_weights,
)
from workbench.algorithms.momentum.prefix_differences import PrefixDifferences
from workbench.errors import ParameterError
from workbench.privacy import Dataset, NoiselessCurator
from workbench.problems.nonconvex_instances import linear_problem

DECAY = 0.8


def made(kind, curator):
    size = 1.0 if kind is IndependentSums else lambda *_: 1.0
    return kind(curator, sigma=1.0, sensitivity=size, decay=DECAY)


@pytest.mark.parametrize("kind", [IndependentSums, RefinedTree, FactorisedSums])
def test_without_noise_they_are_decayed_sums(kind):
    records = np.random.default_rng(0).normal(size=(23, 1))
    curator = NoiselessCurator(Dataset(records))
    sums, expected = made(kind, curator), np.zeros(1)
    for t in range(23):
        sums.push(curator.secret(identity_query(np.zeros((1, 1))), rows=[t]))
        expected = DECAY * expected + records[t]
        assert sums.prefix()[0] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("t", [1, 2, 3, 6, 8, 13, 16])
def test_refined_nodes_have_the_variance_of_least_squares(t):
    """The best linear unbiased estimate of each piece from all the nodes inside it."""
    total, first = 0.0, 0
    for k in reversed(range(t.bit_length())):
        size = 1 << k
        if not t & size:
            continue
        weights = DECAY ** np.arange(size - 1, -1, -1.0)
        rows = []
        for level in range(k + 1):
            length = 1 << level
            for start in range(0, size, length):
                row = np.zeros(size)
                row[start : start + length] = weights[size - length :]
                rows.append(row)
        gram = np.array(rows).T @ np.array(rows)
        least = float(weights @ np.linalg.solve(gram, weights))
        first += size
        total += DECAY ** (2 * (t - first)) * least
    assert RefinedTree.variance(t, sigma=1.0, decay=DECAY) == pytest.approx(total, rel=1e-10)


def test_root_coefficients_are_the_root_of_the_operator():
    c = root_coefficients(40, decay=DECAY)
    lower = sum(np.diag(np.full(40 - k, c[k]), -k) for k in range(40))
    powers = sum(np.diag(np.full(40 - k, DECAY**k), -k) for k in range(40))
    assert np.abs(lower @ lower - powers).max() < 1e-12
    uses = np.arange(0, 40, 7)
    assert root_weights(40, n=7, decay=DECAY) == pytest.approx(lower[:, uses].sum(axis=1))
    heaviest = [max(lower[t, s::7].sum() for s in range(7)) for t in range(40)]
    assert heaviest_root_weights(40, n=7, decay=DECAY) == pytest.approx(heaviest)


def test_factorised_sums_refuse_reshuffled_epochs():
    with pytest.raises(ParameterError, match="order = 'fresh' has no known charge"):
        ComparedMomentum(alpha=0.1, eta=0.1, sigma=1.0, order="fresh", sums="factorised")


@pytest.mark.parametrize(("n", "steps"), [(1, 5), (5, 3), (4, 4), (3, 11)])
def test_prefix_differences_run_at_the_edges(n, steps):
    """One record, fewer steps than records, one epoch."""
    problem = linear_problem(d=1)
    method = PrefixDifferences.calibrated(
        problem, n=n, steps=steps, rho=1.0, alpha=1.0, gamma=0.5, eta=0.1, order="fixed"
    )
    found = method.run(problem, NoiselessCurator(problem.dataset(np.ones((n, 1)))), steps=steps)
    assert found.x.shape == (1, 1)
    assert np.isfinite(found.x).all()


def test_prefix_differences_refuse_reshuffled_epochs():
    with pytest.raises(ParameterError, match="is not private here"):
        PrefixDifferences(alpha=0.1, gamma=0.1, eta=0.1, sigma_a=1.0, sigma_b=1.0, order="fresh")
