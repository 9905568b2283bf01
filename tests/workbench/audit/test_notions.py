"""GDP, zCDP and Renyi bounds: formulas by another way, validity by simulation, and power."""

import math
from dataclasses import replace

import mpmath
import numpy as np
import pytest
from scipy.stats import norm

from tests.workbench.audit.strangers import randomised_response
from workbench import audit
from workbench.audit.notions import Notions
from workbench.errors import ParameterError


def gaussian(x, size, rng):
    return x + rng.normal(size=size)


@pytest.mark.parametrize(("p", "q"), [(0.5, 0.1), (0.9, 0.89), (0.01, 1e-5), (1 - 1e-9, 0.3)])
@pytest.mark.parametrize("order", [1.0, 1.001, 2.0, 30.0])
def test_divergences_in_thirty_digits(p, q, order):
    def exact_one(a, b):
        if order == 1:
            return a * mpmath.log(a / b) + (1 - a) * mpmath.log((1 - a) / (1 - b))
        power = mpmath.mpf(order)
        moment = a**power * b ** (1 - power) + (1 - a) ** power * (1 - b) ** (1 - power)
        return mpmath.log(moment) / (power - 1)

    with mpmath.workdps(30):
        a, b = mpmath.mpf(p), mpmath.mpf(q)
        exact = max(exact_one(a, b), exact_one(1 - b, 1 - a))  # the complement, on the other side
    found = Notions(((p, q),), 0.01).renyi(order)
    assert found == pytest.approx(float(exact), rel=1e-9)


def test_points_on_a_gaussian_curve_give_its_mu():
    for mu in (0.3, 1.0, 3.0):
        points = tuple((float(norm.sf(t - mu)), float(norm.sf(t))) for t in (-1.0, 0.5, 2.0))
        said = Notions(points, 0.01)
        assert said.mu == pytest.approx(mu)
        assert said.rho <= mu**2 / 2  # data processing


def divergence(p, q, order):
    with np.errstate(divide="ignore"):
        if order == 1:
            return float(np.sum(np.where(p > 0, p * np.log(p / q), 0.0)))
        return float(np.log(np.sum(p**order * q ** (1 - order))) / (order - 1))


@pytest.mark.parametrize("order", [1.0, 1.5, 4.0])
def test_three_outcomes_tell_more_and_never_more_than_any_pair_of_laws_allows(order):
    """Laws at random that keep the bounds are at least as far apart as is said."""
    rng = np.random.default_rng(5)
    tried = 0
    for _ in range(300):
        p, q = rng.dirichlet([2, 2, 2]), rng.dirichlet([2, 2, 2])
        ratio = np.argsort(q / p)
        p, q = p[ratio], q[ratio]  # the first outcome speaks for p, the last for q
        slack = rng.random(4) * 0.2
        first = (p[0] * (1 - slack[0]), q[0] + slack[1] * (1 - q[0]))
        last = (q[2] * (1 - slack[2]), p[2] + slack[3] * (1 - p[2]))
        said = Notions((first, last), 0.1, ((first, last),))
        alone = Notions((first, last), 0.1).renyi(order)
        ways = max(divergence(p, q, order), divergence(q, p, order))
        assert alone <= said.renyi(order) <= ways * (1 + 1e-9)
        tried += said.renyi(order) > alone * (1 + 1e-6)
    assert tried > 30


def test_laws_at_the_bounds_are_reached():
    one, two = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.3, 0.5])
    ends = ((0.5, 0.2), (0.5, 0.2))
    said = Notions(ends, 0.1, (ends,))
    for order in (1.0, 3.0):
        assert said.renyi(order) == pytest.approx(divergence(one, two, order))
    assert Notions(ends, 0.1).renyi(1.0) < 0.85 * said.renyi(1.0)


def test_each_rule_that_was_judged_has_its_part_of_the_error_level():
    found = audit.black_box(gaussian, 0, 1, epsilon=1, delta=0.1, samples=5_000)
    part = replace(found, share=0.05)
    for (p, q), (less, more) in zip(
        audit.notions(found).points, audit.notions(part).points, strict=True
    ):
        assert less < p
        assert q < more
    alone = audit.notions(replace(found, alpha=found.alpha * 0.05))
    assert alone.points == audit.notions(part).points


def test_bounds_are_below_the_truth_for_most_seeds():
    """Fifty audits at error level .05; eleven failures would have probability 2e-5."""
    bad = 0
    for seed in range(50):
        found = audit.black_box(
            gaussian, 0, 1, epsilon=1, delta=0.1, samples=2_000, confidence=0.95, seed=seed
        )
        said = audit.notions(found)
        bad += said.mu > 1.0 or said.rho > 0.5 or said.renyi(2.0) > 1.0
    assert bad < 11


def test_noise_that_is_too_small_is_refuted():
    found = audit.black_box(gaussian, 0, 1, epsilon=1, delta=0.1, samples=50_000)
    said = audit.notions(found)
    assert 0.9 < said.mu < 1.0
    assert 0.25 < said.rho < 0.32  # of 1/2: one event tells at most about 2 / pi of it
    assert said.renyi(2.0) >= said.renyi(1.5) > 0
    again = audit.recheck(found.to_json())
    assert again.verdict == found.verdict


def permute_and_flip(scores, size, rng):
    """Tries candidates in random order, each accepted with probability exp(score - largest)."""
    first = rng.integers(2, size=size)
    accepted = rng.random(size) < np.exp(scores[first] - scores.max())
    return np.where(accepted, first, 1 - first)


def test_noisy_max_under_concentrated_privacy():
    """https://github.com/opendp/opendp/issues/2911: claims rho = epsilon^2 / 8, with epsilon = 2.

    That is right for the exponential mechanism, not for permute-and-flip.
    """
    flat, steep = np.array([0.0, 0.0]), np.array([1.0, -1.0])
    found = audit.black_box(permute_and_flip, flat, steep, epsilon=2.0, samples=20_000)
    assert found.verdict == "no violation found"
    assert audit.notions(found).rho > 0.5

    def exponential(scores, size, rng):
        weights = np.exp(scores)
        return rng.choice(2, size, p=weights / weights.sum())

    right = audit.black_box(exponential, flat, steep, epsilon=2.0, samples=20_000)
    assert audit.notions(right).rho <= 0.5


def test_what_has_no_rates_is_refused():
    found = audit.black_box(randomised_response, 0, 1, epsilon=0.3, samples=5_000, sequential=True)
    with pytest.raises(ParameterError, match="e-process"):
        audit.notions(found)
    with pytest.raises(ParameterError, match=r"order = 0\.5"):
        Notions(((0.5, 0.1),), 0.01).renyi(0.5)
    assert Notions(((0.1, 0.5), (0.2, 0.0)), 0.01).mu == 0.0
    assert math.isfinite(Notions(((1.0, 0.5),), 0.01).renyi(2.0))
