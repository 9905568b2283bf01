"""The tree over a stream: decayed sums, one draw per node, the fewest tiles."""

import itertools

import numpy as np
import pytest

from tests.workbench.privacy.toy import identity_query
from workbench.errors import ParameterError
from workbench.privacy import (
    AccountingCurator,
    Dataset,
    Gaussian,
    NoiselessCurator,
    PairedCurator,
    TreeStream,
    TreeSums,
    TrustedCurator,
    ZCDPAccountant,
    tiles,
)

T = 13
LEAVES = np.random.default_rng(0).uniform(-1, 1, (T, 2))
DATA = Dataset(LEAVES)


def grow(curator, *, trials=3, steps=T, **options):
    tree = TreeStream(curator, **({"sigma": 1.0, "sensitivity": 4.0} | options))
    for t in range(steps):
        tree.push(curator.secret(identity_query(np.zeros((trials, 2))), rows=[t]))
        yield t + 1, tree


def decayed(first, last, decay):
    return sum(decay ** (last - i) * LEAVES[i - 1] for i in range(first, last + 1))


@pytest.mark.parametrize("decay", [1.0, 0.7])
def test_prefixes_are_decayed_sums(decay):
    for t, tree in grow(NoiselessCurator(DATA), decay=decay):
        np.testing.assert_allclose(tree.prefix()[1], decayed(1, t, decay), atol=1e-14)
        assert tree.released == t


@pytest.mark.parametrize("longest", [None, 1, 4])
def test_windows_are_decayed_sums(longest):
    for t, tree in grow(NoiselessCurator(DATA), decay=0.8, windows=True, longest=longest):
        for first in range(1, t + 1):
            found = tree.interval(first, t)[2]
            np.testing.assert_allclose(found, decayed(first, t, 0.8), atol=1e-14)
    count = {None: 13 + 6 + 3 + 1, 1: 13, 4: 13 + 6 + 3}[longest]
    assert tree.released == count


@pytest.mark.parametrize("reach", [1, 3, 6])
def test_a_bounded_reach_keeps_what_it_reaches_and_no_more(reach):
    for t, tree in grow(NoiselessCurator(DATA), windows=True, longest=4, decay=0.8, reach=reach):
        for first in range(max(1, t - reach + 1), t + 1):
            found = tree.interval(first, t)[2]
            np.testing.assert_allclose(found, decayed(first, t, 0.8), atol=1e-14)
        assert len(tree._noisy) <= 3 * reach
        if t > reach:
            with pytest.raises(ParameterError, match="needs the node"):
                tree.interval(t - reach, t - reach)


def test_without_memory_a_sum_is_its_last_leaf():
    for t, tree in grow(NoiselessCurator(DATA), decay=0.0):
        np.testing.assert_array_equal(tree.prefix()[0], LEAVES[t - 1])


def test_the_memory_of_prefixes_is_the_depth():
    for t, tree in grow(NoiselessCurator(DATA)):
        assert len(tree._stack) == t.bit_count()
        assert not tree._noisy


def test_prefixes_with_short_nodes():
    for t, tree in grow(NoiselessCurator(DATA), longest=2):
        np.testing.assert_allclose(tree.prefix()[0], decayed(1, t, 1.0), atol=1e-14)


def fewest(first, last):
    """Size of the smallest tiling by dyadic intervals, by dynamic programming."""
    best = {first - 1: 0}
    for end in range(first, last + 1):
        options = []
        for k in range(6):
            start = end - 2**k + 1
            if start >= first and (start - 1) % 2**k == 0 and start - 1 in best:
                options.append(best[start - 1] + 1)
        best[end] = min(options)
    return best[last]


def test_tilings_are_partitions_and_the_fewest():
    for first, last in itertools.combinations(range(1, 40), 2):
        found = tiles(first, last)
        assert [i for a, b in found for i in range(a, b + 1)] == list(range(first, last + 1))
        assert all((a - 1) % (b - a + 1) == 0 for a, b in found)
        assert len(found) == fewest(first, last)


def test_each_node_is_drawn_once():
    """The noise of all prefixes has the covariance of the tree: shared nodes, shared noise."""
    curator = TrustedCurator(DATA, np.random.default_rng(1))
    noise = []
    for t, tree in grow(curator, trials=20_000, steps=7):
        noise.append(tree.prefix()[:, 0] - decayed(1, t, 1.0)[0])
    found = np.cov(np.array(noise))
    expected = TreeSums(7, Gaussian(1.0)).prefix_covariance()
    # entries are means of 20,000 products of variance at most 18: six standard errors
    np.testing.assert_allclose(found, expected, atol=6 * np.sqrt(18 / 20_000))


def test_the_paired_ratio_is_that_of_all_nodes_above_the_leaf():
    other = DATA.replace(4, LEAVES[4] + [0.3, -0.4])
    curator = PairedCurator(DATA, other, np.random.default_rng(2))
    *_, (_, tree) = grow(curator, trials=6, windows=True, sensitivity=0.5, steps=8)
    model = TreeSums(8, Gaussian(1.0))
    exact = model.node_sums(LEAVES[:8].T)  # (coordinates, nodes)
    noise = np.stack([tree.interval(a, b) for a, b in model.nodes], axis=1) - exact.T
    expected = model.log_ratio(noise, 5, np.array([0.3, -0.4]))
    np.testing.assert_allclose(curator.log_ratio, expected, atol=1e-12)


def test_the_cost_is_the_depth_with_sensitivities_of_the_nodes():
    curator = AccountingCurator(n=T)
    for _ in grow(curator, windows=True, sensitivity=lambda a, b: 1.0 / (b - a + 1)):
        pass
    rho = max(
        sum(1 / (b - a + 1) ** 2 for a, b in TreeSums(T, Gaussian(1.0)).nodes if a <= t <= b) / 2
        for t in range(1, T + 1)
    )
    assert curator.accountants(ZCDPAccountant)[0].rho == pytest.approx(rho, rel=1e-13)


def test_what_is_not_there_is_named():
    *_, (_, tree) = grow(NoiselessCurator(DATA))
    with pytest.raises(ParameterError, match=r"needs the node \(2, 2\)"):
        tree.interval(2, 3)
    with pytest.raises(ParameterError, match="decay = -1"):
        TreeStream(NoiselessCurator(DATA), sigma=1.0, sensitivity=1.0, decay=-1)
    with pytest.raises(ParameterError, match="longest = 3 is not a power of two"):
        TreeStream(NoiselessCurator(DATA), sigma=1.0, sensitivity=1.0, longest=3)
    with pytest.raises(ParameterError, match="reach = 0 is below 1"):
        TreeStream(NoiselessCurator(DATA), sigma=1.0, sensitivity=1.0, reach=0)
    with pytest.raises(ParameterError, match="Count from 1"):
        tiles(0, 3)
