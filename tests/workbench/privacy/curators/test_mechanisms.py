"""Every mechanism of a curator: exact ratios against densities written out from scratch."""

import math
from itertools import combinations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import logsumexp

from tests.workbench.privacy.methods import FAR, METHODS, VECTOR, N, pair
from tests.workbench.privacy.toy import identity_query, product_query
from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import (
    Dataset,
    GeneralizedGaussian,
    NoiselessCurator,
    NoisyMax,
    PairedCurator,
    TrustedCurator,
)
from workbench.privacy.curators.choices import QUADRATURE

FIRST, SECOND = pair()
X = np.full((5, 3), 0.4)


def paired(seed=0, **options):
    return PairedCurator(FIRST, SECOND, np.random.default_rng(seed), **options)


def means(data):
    return np.tanh(0.4) * data.records.mean(axis=0)


def log_normal(z):
    return -(z**2) / 2


@pytest.mark.parametrize("steer", [-1, 0, 1])
def test_gaussian_ratio(steer):
    curator = paired(steer=steer)
    release = curator.gaussian(product_query(X), sigma=0.7, sensitivity=0.5)
    expected = sum(
        sign * log_normal((release - means(data)) / 0.7).sum(axis=1)
        for sign, data in ((1, FIRST), (-1, SECOND))
    )
    np.testing.assert_allclose(curator.log_ratio, expected, atol=1e-12)
    assert (curator.rounding < 1e-12).all()
    assert (np.sign(curator.log_ratio) == steer).all() or steer == 0


@pytest.mark.parametrize("steer", [-1, 0, 1])
def test_generalized_gaussian_ratio(steer):
    curator = paired(steer=steer)
    secret = curator.secret(product_query(X))
    release = curator.generalized_gaussian(secret, law=VECTOR, sensitivity=1.0)
    expected = VECTOR.log_density(release - means(FIRST)) - VECTOR.log_density(
        release - means(SECOND)
    )
    np.testing.assert_allclose(curator.log_ratio, expected, atol=1e-12)
    assert (np.sign(curator.log_ratio) == steer).all() or steer == 0


FLAT = GeneralizedGaussian(sigma=0.3, order=3.0, dimension=2)


@pytest.mark.parametrize("m", [1, 3, 7])
@pytest.mark.parametrize("steer", [-1, 0, 1])
@pytest.mark.parametrize("kind", ["gaussian", "generalized"])
def test_noise_over_a_hidden_batch(m, steer, kind):
    """Every batch written out; records of several kinds."""
    rows = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [-1.0, 0.5], [0.2, 0.2], [0.0, 1.0]])
    first = Dataset(np.vstack([rows, rows[:2]]))
    second = first.replace(3, [0.9, -0.3])
    curator = PairedCurator(first, second, np.random.default_rng(1), steer=steer)
    query, size = product_query(X[:, :2]), 2.5 / m
    if kind == "gaussian":
        release = curator.gaussian(query, sigma=0.3, sensitivity=size, batch=m)
    else:
        release = curator.generalized_gaussian(query, law=FLAT, sensitivity=size, batch=m)
    expected = np.zeros(5)
    for sign, data in ((1, first), (-1, second)):
        values = np.tanh(0.4) * data.records
        logs = [
            log_normal((release - values[list(batch)].mean(axis=0)) / 0.3).sum(axis=1)
            if kind == "gaussian"
            else FLAT.log_density(release - values[list(batch)].mean(axis=0))
            for batch in combinations(range(8), m)
        ]
        expected += sign * logsumexp(logs, axis=0)
    np.testing.assert_allclose(curator.log_ratio, expected, atol=1e-10)
    assert (np.abs(curator.log_ratio - expected) <= curator.rounding + 1e-11).all()
    assert (curator.rounding < 1e-9).all()


def softmax(scores):
    weights = [math.exp(s) for s in scores]
    return np.array(weights) / sum(weights)


def test_softmax_ratios():
    curator = paired()
    scores = 3 * curator.secret(product_query(X))
    hits = 4 * curator.softmax_vertices(scores, count=4, factor=2.0, sensitivity=0.3)
    p, q = (softmax(2 * 3 * means(data)) for data in (FIRST, SECOND))
    np.testing.assert_allclose(hits.sum(axis=1), 4)
    np.testing.assert_allclose(curator.log_ratio, hits @ np.log(p / q), atol=1e-13)
    before = curator.log_ratio.copy()
    index = curator.exponential(scores, factor=2.0, sensitivity=0.3)
    np.testing.assert_allclose(curator.log_ratio - before, np.log(p / q)[index], atol=1e-13)
    assert (curator.rounding < 1e-12).all()


@pytest.mark.parametrize("noise", ["laplace", "exponential", "gumbel"])
def test_noisy_max_ratios(noise):
    curator = paired()
    scores = curator.secret(product_query(X)) @ np.array([[1.0, 0], [0, 1.0], [0.5, 0.0]])
    index = curator.noisy_max(scores, scale=0.5, sensitivity=0.2, noise=noise)
    lines = np.array([[1.0, 0], [0, 1.0], [0.5, 0.0]])
    chances = []
    for data in (FIRST, SECOND):
        gap = float(np.diff(means(data) @ lines)[0]) / 0.5
        # P(second wins) = P(noise - noise' > -gap): symmetric, by quadrature or in closed form
        tail = {
            "gumbel": lambda g: 1 / (1 + math.exp(-g)),
            "exponential": lambda g: 1 - math.exp(-g) / 2 if g > 0 else math.exp(g) / 2,
            "laplace": lambda g: (
                0.5 + math.copysign(quad(lambda u: math.exp(-u) * (1 + u) / 4, 0, abs(g))[0], g)
            ),
        }[noise](gap)
        chances.append(np.array([1 - tail, tail]))
    np.testing.assert_allclose(curator.log_ratio, np.log(chances[0] / chances[1])[index], atol=1e-9)


@pytest.mark.parametrize("noise", ["laplace", "exponential", "gumbel"])
def test_the_rounding_granted_to_a_noisy_maximum_is_enough(noise):
    """Its law is a quadrature in floating point; the brackets of it are rigorous."""
    rng = np.random.default_rng(0)
    law = NoisyMax(0.7, noise)
    for spread in (0.1, 1.0, 8.0):
        scores = rng.uniform(-spread, spread, 5)
        found = law.log_probability(scores)
        for here, bounds in zip(found, law.probability_bounds(scores), strict=True):
            error = abs(here - math.log(bounds.upper)) + bounds.width / bounds.lower
            assert 2 * error <= QUADRATURE


@pytest.mark.parametrize("name", METHODS)
def test_the_likelihood_ratio_has_mean_one(name):
    """E exp(-L) = 1 under honest draws, and E w = E w exp(-L) = 1 under tilted ones."""
    method = METHODS[name]
    trials = 3000 if name == "winner" else 20_000
    for tilt in (0.0, 0.4):
        curator = PairedCurator(*method.pair, np.random.default_rng(3), tilt=tilt)
        method.run(curator, trials)
        weight = np.exp(curator.log_weight)
        for sample in (weight, weight * np.exp(-curator.log_ratio)):
            error = sample.std() / math.sqrt(trials)
            assert abs(sample.mean() - 1) < 5.5 * error + 1e-12  # a false alarm in 10^7


@pytest.mark.parametrize("name", METHODS)
def test_a_paired_run_is_a_trusted_run(name):
    """Same generator, same draws; a hidden batch is drawn differently, and only that."""
    if name.startswith("hidden"):
        return
    method, seen = METHODS[name], []
    for curator in (
        PairedCurator(*method.pair, np.random.default_rng(5)),
        TrustedCurator(method.pair[0], np.random.default_rng(5)),
    ):
        log = Log(curator)
        method.run(log, 6)
        seen.append(log.releases)
    for one, two in zip(*seen, strict=True):
        np.testing.assert_array_equal(one, two)


class Log:
    """Keeps what a curator answers."""

    def __init__(self, curator):
        self.curator, self.releases = curator, []

    def __getattr__(self, name):
        value = getattr(self.curator, name)
        if name in {"n", "secret"}:
            return value

        def call(*args, **kwargs):
            self.releases.append(value(*args, **kwargs))
            return self.releases[-1]

        return call


CLAIMS = {
    "laplace": (lambda c, s, q: c.laplace(q, scale=1.0, sensitivity=s), 0.25 * 3, "l1"),
    "gaussian": (lambda c, s, q: c.gaussian(q, sigma=1.0, sensitivity=s), 0.25 * 3**0.5, "l2"),
    "generalized": (
        lambda c, s, q: c.generalized_gaussian(q, law=VECTOR, sensitivity=s),
        0.25 * 3**0.25,
        "l4",
    ),
    "exponential": (lambda c, s, q: c.exponential(q, sensitivity=s), 0.25, "linf"),
    "vertices": (lambda c, s, q: c.softmax_vertices(q, count=2, sensitivity=s), 0.25, "linf"),
    "noisy max": (lambda c, s, q: c.noisy_max(q, scale=1.0, sensitivity=s), 0.25, "linf"),
    "monotone": (lambda c, s, q: c.exponential(q, sensitivity=s, monotone=True), 0.5, "linf"),
}


@pytest.mark.parametrize(("ask", "size", "norm"), CLAIMS.values(), ids=CLAIMS)
def test_each_norm_is_checked(ask, size, norm):
    """The record moves by 2 FAR / 8: one per cent below is refused, the exact size is not."""
    curator = paired()
    secret = curator.secret(identity_query(X))
    ask(curator, size, secret)
    with pytest.raises(PrivacyError, match=f"in {norm} norm"):
        ask(curator, 0.99 * size, secret)


def test_what_is_public_costs_nothing():
    curator = paired()
    scores = np.tile([1.0, 2.0, 3.0], (5, 1))
    curator.softmax_vertices(scores, count=3, sensitivity=1e-9)
    curator.laplace(scores, scale=1.0, sensitivity=1e-9)
    curator.noisy_max(scores, scale=1.0, sensitivity=1e-9)
    assert (curator.log_ratio == 0).all()
    assert (curator.rounding < 1e-13).all()


@pytest.mark.parametrize("kind", ["paired", "trusted", "noiseless"])
def test_inactive_trials_release_nothing(kind):
    rng = np.random.default_rng(0)
    curator = {
        "paired": PairedCurator(FIRST, SECOND, rng),
        "trusted": TrustedCurator(FIRST, rng),
        "noiseless": NoiselessCurator(FIRST),
    }[kind]
    on = np.array([True, False, True, False, False])
    secret = curator.secret(identity_query(X))
    release = curator.laplace(secret, scale=1.0, sensitivity=1.0, active=on)
    vertices = curator.softmax_vertices(secret, count=2, sensitivity=1.0, active=on)
    for answer in (release, vertices):
        assert ((answer != 0).any(axis=1) == on).all()
    if kind == "paired":
        assert ((curator.log_ratio != 0) == on).all()
        assert ((curator.rounding != 0) == on).all()


def test_the_noiseless_curator_answers_the_expectation():
    curator = NoiselessCurator(FIRST)
    scores = 3 * curator.secret(product_query(X))
    mean = curator.softmax_vertices(scores, count=4, sensitivity=1.0)
    np.testing.assert_allclose(mean, np.tile(softmax(3 * means(FIRST)), (5, 1)), atol=1e-15)
    best = int(means(FIRST).argmax())
    assert (curator.exponential(scores, sensitivity=1.0) == best).all()
    assert (curator.noisy_max(scores, scale=1.0, sensitivity=1.0) == best).all()
    exact = curator.gaussian(scores, sigma=1.0, sensitivity=1.0)
    np.testing.assert_allclose(exact, np.tile(3 * means(FIRST), (5, 1)), atol=1e-15)


def test_public_randomness():
    curator = TrustedCurator(FIRST, np.random.default_rng(0))
    order = curator.permutation(trials=2000)
    assert (np.sort(order, axis=1) == np.arange(N)).all()
    assert abs((order[:, 0] == 3).mean() - 1 / N) < 6 * math.sqrt(1 / N / 2000)
    levels = curator.truncated_geometric(p=0.5, top=3, trials=40_000)
    expected = np.array([8, 4, 2, 1]) / 15
    seen = np.bincount(levels, minlength=4) / 40_000
    assert (np.abs(seen - expected) < 6 * np.sqrt(expected / 40_000)).all()
    with pytest.raises(ParameterError, match="needs a generator"):
        NoiselessCurator(FIRST).permutation(trials=1)


def test_malformed_calls():
    curator = TrustedCurator(FIRST, np.random.default_rng(0))
    secret = curator.secret(identity_query(X))
    with pytest.raises(ParameterError, match="only a query is answered over a hidden batch"):
        curator.laplace(secret, scale=1.0, sensitivity=1.0, batch=2)
    with pytest.raises(ParameterError, match="scale and loss are both given or both missing"):
        curator.laplace(secret, sensitivity=1.0)
    with pytest.raises(ParameterError, match="sigma and mu are both"):
        curator.gaussian(secret, sigma=1.0, mu=1.0, sensitivity=1.0)
    with pytest.raises(ParameterError, match=r"law\.dimension = 3 is not d = 2"):
        curator.generalized_gaussian(np.zeros((5, 2)), law=VECTOR, sensitivity=1.0)
    with pytest.raises(ParameterError, match="first axis is the trial"):
        curator.laplace(np.zeros(3)[None, None], scale=1.0, sensitivity=1.0)
    with pytest.raises(ParameterError, match="tilt = -1"):
        paired(tilt=-1)


def test_the_far_record_is_what_moves():
    assert (FIRST.records[0] == FAR).all()
