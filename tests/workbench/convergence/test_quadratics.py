"""The exact expected error against covariance recursions, closed forms and simulation."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.algorithms import GradientDescent, HeavyBall, Nesterov
from workbench.convergence import expected_suboptimality
from workbench.errors import ParameterError
from workbench.privacy import TrustedCurator
from workbench.problems import random_quadratic

FRACTIONS = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


def by_covariance(lam, offset, alpha, beta, variances, method):
    """Second moment of (x_t, x_{t-1}) - x*, propagated by 2 x 2 matrices of the update rule."""
    if method == "heavy-ball":
        step = np.array([[1 + beta - alpha * lam, -beta], [1, 0]], dtype=object)
    else:  # z = (1 + beta) x - beta x_prev;  x_next = z - alpha lam z
        slope = 1 - alpha * lam
        step = np.array([[slope * (1 + beta), -slope * beta], [1, 0]], dtype=object)
    moment = np.full((2, 2), offset * offset, dtype=object)
    for variance in variances:
        moment = step @ moment @ step.T
        moment[0, 0] += alpha * alpha * variance
    return lam * moment[0, 0] / 2


@given(
    lam=st.lists(FRACTIONS, min_size=1, max_size=3),
    data=st.data(),
    alpha=FRACTIONS,
    beta=FRACTIONS,
    variances=st.lists(FRACTIONS, max_size=6),
    method=st.sampled_from(["heavy-ball", "nesterov"]),
)
def test_impulse_response_equals_covariance_exactly(lam, data, alpha, beta, variances, method):
    offsets = [data.draw(FRACTIONS) for _ in lam]
    exact = expected_suboptimality(
        lam, offsets, alpha=alpha, beta=beta, variances=variances, method=method
    )
    assert isinstance(exact, Fraction)
    assert exact == sum(
        by_covariance(v, o, alpha, beta, variances, method)
        for v, o in zip(lam, offsets, strict=True)
    )


@pytest.mark.parametrize(
    ("steps", "error"),
    [(5, 0.0213814061), (10, 0.0818032505), (20, 0.327210884352), (50, 2.04506802721)],
)
def test_reference_values(steps, error):
    """Instance R1, heavy ball, epsilon = 1, full batch, alpha = 1, beta = 0.3, b = 2 T / 100."""
    variance = 2 * Fraction(2 * steps, 100) ** 2
    exact = expected_suboptimality(
        [Fraction(1, 2), Fraction(1)],
        [Fraction(-6, 5), Fraction(2, 5)],
        alpha=Fraction(1),
        beta=Fraction(3, 10),
        variances=[variance] * steps,
    )
    assert float(exact) == pytest.approx(error, rel=5e-10)


def test_long_runs_reach_the_stationary_variance():
    alpha, beta, lam = 0.7, 0.4, 0.9
    limit = alpha * (1 + beta) / (2 * (1 - beta) * (2 + 2 * beta - alpha * lam))
    value = expected_suboptimality([lam], [5.0], alpha=alpha, beta=beta, variances=[1.0] * 300)
    assert value == pytest.approx(limit, rel=1e-12)


@pytest.mark.parametrize("kind", ["gd", "hb", "nag"])
def test_simulated_methods_agree(kind):
    """Schedule of scales, hidden rotation: mean of 20 000 trials within 6 standard errors."""
    rng = np.random.default_rng(5)
    problem = random_quadratic(rng, spectrum=[0.4, 1.0])
    data = problem.random_dataset(rng, 8)
    schedule = (0.3, 0.1, 0.2, 0.05)
    beta, method, form = {
        "gd": (0.0, GradientDescent(alpha=0.9, b=schedule, m=8), "heavy-ball"),
        "hb": (0.5, HeavyBall(alpha=0.9, beta=0.5, b=schedule, m=8), "heavy-ball"),
        "nag": (0.5, Nesterov(alpha=0.9, beta=0.5, b=schedule, m=8), "nesterov"),
    }[kind]
    x = method.run(problem, TrustedCurator(data, rng), steps=4, trials=20_000).x
    errors = problem.suboptimality(x, data)
    offsets = problem.basis.T @ (problem.start - problem.minimise(data).x)
    exact = expected_suboptimality(
        list(problem.spectrum),
        list(offsets),
        alpha=0.9,
        beta=beta,
        variances=[2 * b * b for b in schedule],
        method=form,
    )
    assert abs(errors.mean() - exact) < 6 * errors.std() / math.sqrt(20_000)


def test_lengths_must_match():
    with pytest.raises(ParameterError, match="offsets = of length 2"):
        expected_suboptimality([1.0], [1.0, 2.0], alpha=1.0, beta=0.0, variances=[])
