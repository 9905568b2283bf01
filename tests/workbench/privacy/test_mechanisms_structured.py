"""Tree sums and post-processing against brute force."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import ParameterError
from workbench.privacy import (
    Gaussian,
    GeneralizedGaussian,
    Laplace,
    PLDAccountant,
    PostProcessed,
    TreeSums,
    composed,
    project_l1_ball,
    project_l2_ball,
    project_linf_ball,
    project_simplex,
)

SIZES = [1, 2, 3, 7, 8, 13]


def dyadic(steps):
    """Every complete dyadic interval, from the definition."""
    sizes = itertools.takewhile(lambda size: size <= steps, (2**k for k in itertools.count()))
    return {
        (a * size + 1, (a + 1) * size)
        for size in sizes
        for a in range(steps)
        if (a + 1) * size <= steps
    }


@pytest.mark.parametrize("steps", SIZES)
def test_nodes_and_tilings_are_the_definition(steps):
    tree = TreeSums(steps, Gaussian(1.0))
    nodes = dyadic(steps)
    assert set(tree.nodes) == nodes
    assert len(tree.nodes) == len(nodes)
    above = [len(tree.above(leaf)) for leaf in range(1, steps + 1)]
    assert max(above) == tree.levels == math.floor(math.log2(steps)) + 1
    # fewest nodes, by dynamic programming over the end of the interval
    for first in range(1, steps + 1):
        fewest = {first - 1: 0}
        for last in range(first, steps + 1):
            fewest[last] = min(fewest[a - 1] + 1 for a, b in nodes if b == last and a - 1 in fewest)
            tiles = [tree.nodes[i] for i in tree.tiling(first, last)]
            assert len(tiles) == fewest[last]
            assert [a for a, _ in tiles] == [first, *(b + 1 for _, b in tiles[:-1])]
            assert tiles[-1][1] == last


@pytest.mark.parametrize("steps", SIZES)
def test_variances_are_those_of_the_sums_of_nodes(steps):
    tree = TreeSums(steps, Laplace(0.5))
    unit = np.eye(len(tree.nodes))  # one trial per node: prefix_sums as a matrix
    uses = tree.prefix_sums(unit).T
    covariance = 0.5 * uses @ uses.T
    np.testing.assert_allclose(tree.prefix_covariance(), covariance, rtol=1e-15)
    for t in range(1, steps + 1):
        assert tree.prefix_variance(t) == covariance[t - 1, t - 1] == tree.variance(1, t)
        assert tree.prefix_variance(t) == 0.5 * bin(t).count("1")


@pytest.mark.parametrize("steps", SIZES)
def test_prefixes_of_exact_nodes_are_the_running_sums(steps):
    tree = TreeSums(steps, Laplace(0.5))
    leaves = np.random.default_rng(0).integers(-9, 9, (4, steps)).astype(float)
    nodes = tree.node_sums(leaves)
    np.testing.assert_array_equal(tree.prefix_sums(nodes), leaves.cumsum(axis=1))
    wide = np.stack([nodes, -nodes], axis=-1)
    assert tree.prefix_sums(wide).shape == (4, steps, 2)
    # a changed leaf moves the nodes above it and no other
    for leaf in range(1, steps + 1):
        other = leaves.copy()
        other[:, leaf - 1] += 1
        moved = np.flatnonzero((tree.node_sums(other) - nodes).any(axis=0))
        assert tuple(moved) == tree.above(leaf)


@pytest.mark.parametrize("law", [Laplace(0.7), Gaussian(0.7)])
def test_log_ratio_is_the_sum_over_all_nodes(law):
    tree = TreeSums(6, law)
    noise = tree.sample(np.random.default_rng(1), trials=20, shape=(2,))
    assert noise.shape == (20, len(tree.nodes), 2)
    shift = np.array([0.4, -0.3])
    for leaf in (1, 5, 6):
        moved = noise.copy()
        moved[:, list(tree.above(leaf))] -= shift
        naive = (law.log_density(noise) - law.log_density(moved)).sum(axis=(1, 2))
        np.testing.assert_allclose(tree.log_ratio(noise, leaf, shift), naive, atol=1e-12)


def test_gaussian_tree_is_one_gaussian_and_the_accountant_agrees():
    tree = TreeSums.calibrate(1.0, 1e-5, sensitivity=1.0, steps=15)
    assert tree.delta(1.0, sensitivity=1.0) <= 1e-5
    assert tree.noise.sigma == pytest.approx(2 * 3.7306316348159, rel=1e-13)
    releases = tree.releases(sensitivity=1.0, neighbouring="replace-one")
    exact = composed(PLDAccountant(neighbouring="replace-one"), releases).delta_bounds(1.0)
    assert exact.lower <= 1e-5 <= exact.upper * (1 + 1e-9)


def test_laplace_tree_bracket_holds_the_accountants():
    tree = TreeSums(7, Laplace(4.0))
    bounds = tree.delta_bounds(0.3, sensitivity=1.0)
    releases = tree.releases(sensitivity=1.0, neighbouring="replace-one")
    exact = composed(PLDAccountant(neighbouring="replace-one"), releases).delta_bounds(0.3)
    assert bounds.lower < exact.lower <= exact.upper < bounds.upper
    pure = TreeSums.calibrate(0.75, sensitivity=1.0, steps=7)
    assert pure.noise == Laplace(4.0)
    assert pure.delta(0.75, sensitivity=1.0) == 0


def test_interval_outside_the_steps_is_refused():
    with pytest.raises(ParameterError, match=r"interval = \(0, 3\)"):
        TreeSums(4, Laplace(1.0)).tiling(0, 3)


# ------------------------------------------------------------------------------ post-processing

VECTORS = st.lists(st.floats(-5, 5), min_size=1, max_size=6).map(np.array)


def vertices(name, d):
    """Extreme points of the unit set, or a fine sample of them for the Euclidean ball."""
    match name:
        case "simplex":
            return np.eye(d)
        case "l1":
            return np.vstack([np.eye(d), -np.eye(d)])
        case "linf":
            return np.array(list(itertools.product([-1.0, 1.0], repeat=d)))
        case _:
            g = np.random.default_rng(0).normal(size=(300, d))
            return g / np.linalg.norm(g, axis=1, keepdims=True)


PROJECTIONS = {
    "l1": lambda z: project_l1_ball(z, radius=1.0),
    "l2": lambda z: project_l2_ball(z, radius=1.0),
    "linf": lambda z: project_linf_ball(z, radius=1.0),
    "simplex": lambda z: project_simplex(z),
}


@pytest.mark.parametrize("name", PROJECTIONS)
@given(z=VECTORS)
def test_projection_obeys_the_variational_inequality(name, z):
    """P is the nearest point of a convex set iff it is in it and <z - p, y - p> <= 0 on it."""
    p = PROJECTIONS[name](z)
    size = {"l1": np.abs(p).sum(), "l2": np.linalg.norm(p), "linf": np.abs(p).max()}
    if name == "simplex":
        assert p.min() >= 0
        assert p.sum() == pytest.approx(1, abs=1e-14)
    else:
        assert size[name] <= 1 + 1e-14
    assert ((vertices(name, z.size) - p) @ (z - p)).max() <= 1e-12
    np.testing.assert_allclose(PROJECTIONS[name](p), p, atol=1e-15)


@pytest.mark.parametrize("name", PROJECTIONS)
def test_projection_works_on_batches(name):
    z = 2 * np.random.default_rng(1).normal(size=(3, 5, 4))
    whole = PROJECTIONS[name](z)
    for i, j in itertools.product(range(3), range(5)):
        np.testing.assert_array_equal(whole[i, j], PROJECTIONS[name](z[i, j]))


def test_l2_projection_survives_huge_points():
    p = project_l2_ball(np.array([1e200, 1e200]), radius=1.0)
    np.testing.assert_allclose(p, [math.sqrt(0.5)] * 2)


@settings(max_examples=10, deadline=None)
@given(epsilon=st.floats(0, 2))
def test_costs_are_those_of_the_noise_and_the_lower_end_is_zero(epsilon):
    mechanism = PostProcessed(Gaussian(1.0), np.sign)
    bounds = mechanism.delta_bounds(epsilon, sensitivity=1.0)
    assert bounds.lower == 0
    assert bounds.upper == Gaussian(1.0).delta(epsilon, sensitivity=1.0)
    assert mechanism.norm == "l2"
    # the sign of one number is a test, so it cannot beat the curve of the noise
    from scipy.special import ndtr

    p, q = ndtr(0.5), ndtr(-0.5)
    assert max(p - math.exp(epsilon) * q, 0) <= bounds.upper


def test_postprocessed_sampler_projects_and_keeps_the_trials():
    rng = np.random.default_rng(0)
    ball = PostProcessed(Laplace(1.0), PROJECTIONS["l1"])
    draws = ball.sample(rng, np.zeros(3), trials=100)
    assert draws.shape == (100, 3)
    assert np.abs(draws).sum(axis=1).max() <= 1 + 1e-12
    vector = GeneralizedGaussian(sigma=1.0, order=4.0, dimension=3)
    assert PostProcessed(vector, lambda z: z).sample(rng, np.zeros(3), trials=7).shape == (7, 3)
    with pytest.raises(ParameterError, match="leading axis"):
        PostProcessed(Laplace(1.0), np.sum).sample(rng, np.zeros(3), trials=2)


def test_a_function_of_the_release_has_no_lower_end_in_the_accountant():
    hidden = PostProcessed(Laplace(1.0), np.sign)
    release = hidden.release(sensitivity=1.0, neighbouring="replace-one")
    accountant = composed(PLDAccountant(neighbouring="replace-one"), [release])
    assert accountant.delta_bounds(0.5).lower == 0
    assert accountant.delta(0.5) >= 0.2211
