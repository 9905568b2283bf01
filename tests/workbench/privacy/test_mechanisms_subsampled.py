"""A hidden batch without replacement: curve, inverse, divergences, against quadrature."""

import math
from itertools import combinations

import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import (
    ExponentialMechanism,
    Gaussian,
    Laplace,
    RenyiAccountant,
    Subsampled,
    laplace_epsilon,
)

LAWS = {"laplace": Laplace(0.7), "gaussian": Gaussian(0.6)}


def hockey(law, epsilon, n, m, *, values, swapped=False):
    """Delta of one pair: the mean of a hidden batch of `values` plus noise, by quadrature."""
    batches = list(combinations(range(n), m))

    def density(x, data):
        noise = np.array([x - sum(data[i] for i in batch) / m for batch in batches])
        return float(np.exp(law.log_density(noise)).mean())

    first, second = values[::-1] if swapped else values

    def gap(x):
        return max(0.0, density(x, first) - math.exp(epsilon) * density(x, second))

    centres = sorted({sum(v[i] for i in b) / m for v in values for b in batches})
    return quad(gap, -15, 16, limit=400, points=centres)[0]


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize("epsilon", [0.0, 0.2, 0.6, 1.5])
def test_the_curve_is_attained_and_not_exceeded(law, epsilon):
    """Others equal to the second's record attain it; a mixed dataset does not exceed it."""
    n, m = 4, 2
    bounds = Subsampled(law, n, m).delta_bounds(epsilon, sensitivity=0.5)
    assert bounds.width <= 1e-14
    tight = hockey(law, epsilon, n, m, values=([1, 0, 0, 0], [0, 0, 0, 0]))
    assert tight == pytest.approx(bounds.upper, abs=2e-7)
    for values in (([1, 0.5, 0, 1], [0, 0.5, 0, 1]), ([1, 1, 1, 1], [0, 1, 1, 1])):
        for swapped in (False, True):
            found = hockey(law, epsilon, n, m, values=values, swapped=swapped)
            assert found <= bounds.upper + 2e-7


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(1, 10**6),
    data=st.data(),
    scale=st.floats(1e-3, 1e3),
)
def test_pure_loss_agrees_with_the_cost_of_a_step(n, data, scale):
    m = data.draw(st.integers(1, n))
    found = Subsampled(Laplace(scale), n, m).epsilon_at(0.0, sensitivity=1.0 / m)
    cost = laplace_epsilon(scale, 1.0, n=n, m=m)
    assert found == pytest.approx(cost, rel=1e-12)


@settings(max_examples=40, deadline=None)
@given(m=st.integers(1, 40), epsilon=st.floats(0, 30), delta=st.floats(1e-12, 0.5))
def test_curve_and_inverse(m, epsilon, delta):
    law = Subsampled(Gaussian(0.9), 40, m)
    bounds = law.delta_bounds(epsilon, sensitivity=1.0)
    assert 0 <= bounds.lower <= bounds.upper <= m / 40
    assert law.delta(epsilon + 0.1, sensitivity=1.0) <= bounds.upper
    back = law.epsilon_at(delta, sensitivity=1.0)
    assert law.delta(back, sensitivity=1.0) <= delta * (1 + 1e-9)
    if back > 1e-6:
        assert law.delta(back * (1 - 1e-6), sensitivity=1.0) > delta * (1 - 1e-6)


def test_the_whole_batch_is_the_mechanism():
    law = Subsampled(Laplace(1.0), 5, 5)
    assert law.delta(0.3, sensitivity=1.0) == Laplace(1.0).delta(0.3, sensitivity=1.0)
    assert law.epsilon_at(0.0, sensitivity=1.0) == 1.0
    release = law.release(sensitivity=1.0, neighbouring="replace-one")
    assert release.pair.kind == "laplace"


def renyi(p, q, order):
    """Renyi divergence of two log-densities, by quadrature."""

    def moment(x):
        return math.exp(order * p(x) + (1 - order) * q(x))

    return math.log(quad(moment, -12, 16, limit=300, points=[0, 1])[0]) / (order - 1)


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize("order", [1.5, 4.0])
def test_renyi_of_a_release_bounds_that_of_the_pair(law, order):
    release = Subsampled(law, 4, 1).release(sensitivity=1.0, neighbouring="replace-one")

    def q(x):
        return float(law.log_density(np.array(x)))

    def p(x):
        return float(np.logaddexp(q(x - 1) + math.log(0.25), q(x) + math.log(0.75)))

    bound = float(release.renyi(arb(order)).upper())
    assert max(renyi(p, q, order), renyi(q, p, order)) <= bound
    assert release.rho * order >= renyi(p, q, order)
    if release.epsilon is not None:
        assert release.epsilon == pytest.approx(math.log1p(math.expm1(1 / 0.7) / 4))
    account = RenyiAccountant(neighbouring="replace-one")
    account.add(release)
    assert account.epsilon(1e-5) > 0


def test_choices_are_amplified_as_well():
    law = Subsampled(ExponentialMechanism(1.0), 10, 1)
    assert law.epsilon_at(0.0, sensitivity=0.5) == pytest.approx(math.log1p(math.expm1(1.0) / 10))
    assert law.delta(0.05, sensitivity=0.5) < 0.1 * law.mechanism.delta(0.05, sensitivity=0.5)


def test_refusals():
    with pytest.raises(ParameterError, match=r"m = 5 is outside 1..n = 4"):
        Subsampled(Laplace(1.0), 4, 5)
    with pytest.raises(PrivacyError, match="add-or-remove-one"):
        Subsampled(Laplace(1.0), 4, 2).release(sensitivity=1.0, neighbouring="add-or-remove-one")
