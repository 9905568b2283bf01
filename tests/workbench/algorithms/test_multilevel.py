"""Bias-reduced gradients: recomputed from their releases; constants and prices."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.algorithms.sparse.multilevel_gradient import (
    MultilevelGradient,
    level_chances,
    top_level,
)
from workbench.audit import Curated, black_box
from workbench.errors import OutOfReachError
from workbench.privacy import (
    AccountingCurator,
    BasicAccountant,
    NoiselessCurator,
    PairedCurator,
    TrustedCurator,
)
from workbench.privacy.curators.passing import PassingCurator
from workbench.problems import embedding_logistic, sparse_linear

LOGISTIC = embedding_logistic(d=7, s=2)
LINE = sparse_linear(d=1, s=1)


def trusted(problem, n, seed=0):
    return TrustedCurator(problem.sample(np.random.default_rng(7), n), np.random.default_rng(seed))


class Spy(PassingCurator):
    """Keeps every release, with its call, and every level that was drawn."""

    def __init__(self, curator):
        super().__init__(curator)
        self.releases, self.levels = [], []

    def answer(self, call):
        out = call.send(self._curator)
        self.releases.append((call, out))
        return out

    def truncated_geometric(self, **options):
        self.levels.append(self._curator.truncated_geometric(**options))
        return self.levels[-1]


def nearest(y, radius):
    """Nearest point of the l1 ball, by bisection on the threshold."""
    if np.abs(y).sum() <= radius:
        return y
    low, high = 0.0, np.abs(y).max()
    for _ in range(200):
        t = (low + high) / 2
        low, high = (t, high) if np.maximum(np.abs(y) - t, 0).sum() > radius else (low, t)
    return np.sign(y) * np.maximum(np.abs(y) - low, 0)


@pytest.mark.parametrize("n", [2, 3, 4, 6, 11, 16])
def test_estimate_is_the_definition(n):
    """G from the releases, trial by trial; sizes that are and are not powers of two."""
    gradient = MultilevelGradient.calibrated(L=1.0, s=2, epsilon=1.0, delta=0.1)
    spy = Spy(trusted(LOGISTIC, n))
    x = np.random.default_rng(1).normal(size=(30, 7))
    level = gradient.levels(spy, 30)
    active = np.arange(30) % 5 > 0
    G = gradient.estimate(LOGISTIC, spy, x, level, active=active)
    p = [2.0**-k / sum(2.0**-j for j in range(top_level(n) + 1)) for k in range(top_level(n) + 1)]
    np.testing.assert_allclose(level_chances(top_level(n)), p)
    assert level.max() <= math.floor(math.log2(n)) - 1
    for r in range(30):
        expected = np.zeros(7)
        for call, out in spy.releases:
            if not call.running[r]:
                continue
            if out.shape[1] == 7:
                assert call.batch == 1
                assert call.law.sigma == gradient.sigma
                expected += nearest(out[r], math.sqrt(2))
            else:
                k = level[r]
                assert call.batch == 2 ** (k + 1)
                assert call.law.sigma == gradient.sigma / 2**k
                both, odd, even = (nearest(part, math.sqrt(2)) for part in
                                   (out[r, :7] / 2, out[r, 7:14], out[r, 14:]))  # fmt: skip
                expected += (both - (odd + even) / 2) / p[k]
        assert active[r] == any(call.running[r] for call, _ in spy.releases)
        np.testing.assert_allclose(G[r], expected, atol=1e-9)


def test_without_noise_and_sampling_it_is_the_gradient():
    data = LOGISTIC.sample(np.random.default_rng(0), 9)
    gradient = MultilevelGradient.calibrated(L=1.0, s=2, epsilon=1.0, delta=0.1)
    x = np.random.default_rng(1).normal(size=(6, 7))
    G = gradient.estimate(LOGISTIC, NoiselessCurator(data), x, np.array([0, 1, 2, 0, 1, 2]))
    np.testing.assert_allclose(G, LOGISTIC.full_gradient(x, data), atol=1e-12)


@given(
    n=st.integers(2, 5000),
    epsilon=st.floats(1e-3, 1.0),
    delta=st.floats(1e-12, 1e-3),
    d=st.integers(1, 1000),
    s=st.integers(1, 9),
)
def test_constants_are_those_of_the_formulas(n, epsilon, delta, d, s):
    gradient = MultilevelGradient.calibrated(L=2.0, s=s, epsilon=epsilon, delta=delta)
    M = math.floor(math.log2(n)) - 1
    V0 = 8 * 4 * math.sqrt(s * math.log(1.25 / delta) * math.log(2 * d)) / epsilon
    assert top_level(n) == M
    assert gradient.error(d) == pytest.approx(V0, rel=1e-9)
    assert gradient.second_moment(d, n) == pytest.approx(16 + 4 * (3 * M + 4) * V0, rel=1e-9)
    assert gradient.bias(d, n) == pytest.approx(math.sqrt(V0 / 2 ** (M + 1)), rel=1e-9)
    for k in (0, M):
        q = 2 ** (k + 1) / n
        price = gradient.price(k, n)
        expected = math.log(1 + q * (math.exp(2 * epsilon) - 1))
        expected += math.log(1 + (math.exp(epsilon) - 1) / n)
        assert price.epsilon == pytest.approx(expected, rel=1e-9)
        assert price.delta == pytest.approx((2 * q + 1 / n) * delta, rel=1e-12)


def test_moments_of_the_batch_size():
    """E 2^(N+1) = 2 (M+1) / (2 - 2^-M), E 4^(N+1) = 4 2^M."""
    for M in range(12):
        p, sizes = level_chances(M), 2.0 ** np.arange(1, M + 2)
        assert p.sum() == pytest.approx(1)
        assert p @ sizes == pytest.approx(2 * (M + 1) / (2 - 2.0**-M))
        assert p @ sizes**2 / (4 * 2**M) * (2 - 2.0**-M) == pytest.approx(2 - 2.0**-M)


@pytest.mark.parametrize("sharp", [False, True])
@pytest.mark.parametrize("n", [2, 3, 10, 64])
def test_prices_hold_for_the_accountant_and_the_pair(n, sharp):
    gradient = MultilevelGradient.calibrated(L=1.0, s=1, epsilon=0.5, delta=1e-4, sharp=sharp)
    for k in range(top_level(n) + 1):
        accountant, at = AccountingCurator(n=n), np.zeros((1, 1))
        gradient.estimate(LINE, accountant, at, np.array([k]))
        epsilon, delta = gradient.price(k, n)
        assert accountant.delta_at(epsilon, using=BasicAccountant) <= delta
        paired = PairedCurator(*LINE.extremal_pair(n), np.random.default_rng(0))
        gradient.estimate(LINE, paired, np.zeros((2000, 1)), np.full(2000, k))
        excess = -np.expm1(np.minimum(0.0, epsilon - paired.log_ratio))
        assert excess.mean() <= delta + 0.1  # Hoeffding: above 1e-17 for 2000 numbers in [0, 1]


def test_on_other_data_only_the_black_box_is_left():
    """Thirty different records: too many halves for an exact ratio; outputs alone still tell."""
    values, level = np.linspace(-1, 1, 30)[:, None], 3
    first = LINE.vectors.dataset(np.zeros((30, 1)), values)
    pair = first, first.replace(0, [0.0, 1.0])
    gradient = MultilevelGradient.calibrated(L=1.0, s=1, epsilon=1.0, delta=0.02, sharp=True)

    def call(curator, trials):
        return gradient.estimate(LINE, curator, np.zeros((trials, 1)), np.full(trials, level))

    with pytest.raises(OutOfReachError, match="coincide"):
        call(PairedCurator(*pair, np.random.default_rng(0)), 2)
    price = gradient.price(level, 30)
    found = black_box(
        Curated(call).sample, *pair, epsilon=price.epsilon, delta=price.delta, samples=4000
    )
    assert found.epsilon_lower <= price.epsilon
