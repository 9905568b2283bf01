"""Tilted transcripts: exact curves from few draws, in floating-point agreement with formulas."""

import math

import numpy as np
import pytest

from tests.workbench.privacy.toy import identity_query
from workbench.errors import ParameterError
from workbench.privacy import Dataset, Gaussian, Laplace, PairedCurator, SoftmaxVertices

FIRST = Dataset(np.array([[0.6, -0.8, 0.0]]))
SECOND = FIRST.replace(0, [0.0, 0.0, 0.0])
X = np.zeros((40_000, 3))


def excess(curator, epsilon):
    x = np.exp(curator.log_weight) * -np.expm1(np.minimum(0, epsilon - curator.log_ratio))
    return x.mean(), x.std() / math.sqrt(len(x))


@pytest.mark.parametrize("theta", [0.5, 3.0, 8.0])
def test_gaussian_curve_at_a_small_delta(theta):
    curator = PairedCurator(FIRST, SECOND, np.random.default_rng(0), tilt=theta)
    curator.gaussian(identity_query(X), sigma=2.0, sensitivity=1.0)
    mean, error = excess(curator, 1.5)
    exact = Gaussian(2.0).delta(1.5, sensitivity=1.0)
    assert abs(mean - exact) < 5.5 * error
    if theta > 0.5:
        assert exact < 2e-3
        assert error < 0.05 * exact


def laplace_pair_curve(epsilon, gaps):
    """Hockey-stick divergence of two independent Laplace coordinates, by a fine grid."""
    v = (np.arange(4000) + 0.5) / 4000 * 40 - 20
    (c, d), total = gaps, 0.0
    density = np.exp(-np.abs(v)) / 2 * (v[1] - v[0])
    loss = np.clip(d - 2 * v, -d, d)
    for part in range(0, v.size, 2000):
        first = np.clip(c - 2 * v[part : part + 2000], -c, c)[:, None]
        x = -np.expm1(np.minimum(0, epsilon - first - loss))
        total += float(density[part : part + 2000] @ x @ density)
    return total


def test_laplace_curve_at_several_tilts():
    exact = laplace_pair_curve(0.6, (0.3, 0.4))
    for theta in (0.0, 2.0, 20.0):
        curator = PairedCurator(FIRST, SECOND, np.random.default_rng(1), tilt=theta)
        curator.laplace(identity_query(X), scale=2.0, sensitivity=1.4)
        mean, error = excess(curator, 0.6)
        assert abs(mean - exact) < 5.5 * error + 2e-5
        assert (np.abs(curator.log_ratio) <= 0.7 + 1e-12).all()


@pytest.mark.parametrize("theta", [1.0, 30.0])
def test_laplace_curve_of_one_number(theta):
    """Against the closed form 1 - exp((e - c) / 2), up to the end of the range."""
    one = Dataset(np.array([[0.7]]))
    curator = PairedCurator(one, one.replace(0, [0.0]), np.random.default_rng(2), tilt=theta)
    curator.laplace(identity_query(X[:, :1]), scale=1.0, sensitivity=0.7)
    for epsilon in (0.3, 0.6, 0.69):
        mean, error = excess(curator, epsilon)
        assert abs(mean - Laplace(1.0).delta(epsilon, shift=0.7)) < 5.5 * error


def test_softmax_curve():
    """Sum over all numbers of hits of three choices."""
    law = SoftmaxVertices(2.0, 3)
    here, there = np.array([0.6, -0.8, 0.0]), np.zeros(3)
    exact = 0.0
    for a in range(4):
        for b in range(4 - a):
            hits = np.array([a, b, 3 - a - b])
            chance = math.exp(law.log_probability(hits, here))
            loss = float(law.log_ratio(hits, here, there))
            exact += chance * -math.expm1(min(0.0, 2.0 - loss))
    curator = PairedCurator(FIRST, SECOND, np.random.default_rng(3), tilt=1.5)
    scores = curator.secret(identity_query(X))
    curator.softmax_vertices(scores, count=3, factor=2.0, sensitivity=0.8)
    mean, error = excess(curator, 2.0)
    assert abs(mean - exact) < 5.5 * error


def test_a_release_without_noise_is_not_tilted():
    """Its loss is astronomical; the weights stay one and nothing overflows."""
    for name, scale in (("laplace", "scale"), ("gaussian", "sigma")):
        curator = PairedCurator(FIRST, SECOND, np.random.default_rng(0), tilt=5.0)
        options = {scale: 2.0**-400}
        getattr(curator, name)(identity_query(X[:5]), sensitivity=2.0, **options)
        assert (curator.log_weight == 0).all()
        assert (curator.log_ratio > 1e100).all()


def test_steered_draws_are_not_tilted():
    with pytest.raises(ParameterError, match=r"tilt = 1\.0 is negative, or meets steer"):
        PairedCurator(FIRST, SECOND, np.random.default_rng(0), tilt=1.0, steer=1)
