"""Explicit bounds against exact errors on quadratics; the false variants must fail."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.convergence import (
    expected_suboptimality,
    gradient_descent_bound,
    heavy_ball_quadratic_bound,
    heavy_ball_radius,
    nesterov_bound,
    nesterov_weights,
    noise_variances,
    sampling_variance,
)
from workbench.errors import ParameterError

SPECTRA = st.lists(st.floats(-5, 0).map(math.exp), min_size=1, max_size=4)
ROUNDING = 1 + 1e-10  # sums of at most 60 positive terms with a dozen roundings each


def instance(spectrum, offsets):
    gap = 0.5 * sum(v * o * o for v, o in zip(spectrum, offsets, strict=True))
    return gap, sum(o * o for o in offsets)


@given(
    spectrum=SPECTRA,
    data=st.data(),
    fraction=st.floats(0.01, 0.999),
    scales=st.lists(st.floats(0, 2), max_size=30),
)
def test_every_bound_is_above_the_exact_error(spectrum, data, fraction, scales):
    d = len(spectrum)
    offsets = [data.draw(st.floats(-3, 3)) for _ in spectrum]
    mu, L = min(spectrum), max(spectrum)
    gap, distance2 = instance(spectrum, offsets)
    per_coordinate = [2 * b * b for b in scales]
    total = noise_variances(scales, dimension=d, steps=len(scales))

    def exact(alpha, beta, method="heavy-ball"):
        return expected_suboptimality(
            spectrum, offsets, alpha=alpha, beta=beta, variances=per_coordinate, method=method
        )

    alpha = 2 * fraction / L
    bound = gradient_descent_bound(gap=gap, mu=mu, L=L, alpha=alpha, variances=total)
    assert exact(alpha, 0.0) <= bound * ROUNDING + 1e-300
    alpha = fraction / L
    q = math.sqrt(alpha * mu)
    energy = gap + mu / 2 * distance2
    bound = nesterov_bound(energy=energy, mu=mu, L=L, alpha=alpha, variances=total)
    assert exact(alpha, (1 - q) / (1 + q), "nesterov") <= bound * ROUNDING + 1e-300


@given(
    spectrum=SPECTRA,
    data=st.data(),
    fraction=st.floats(0.01, 0.99),
    beta=st.floats(0, 0.95),
    b=st.floats(0, 2),
    steps=st.integers(0, 60),
)
def test_heavy_ball_bound_is_above_the_exact_error(spectrum, data, fraction, beta, b, steps):
    offsets = [data.draw(st.floats(-3, 3)) for _ in spectrum]
    alpha = 2 * (1 + beta) * fraction / max(spectrum)
    exact = expected_suboptimality(
        spectrum, offsets, alpha=alpha, beta=beta, variances=[2 * b * b] * steps
    )
    bound = heavy_ball_quadratic_bound(
        distance2=sum(o * o for o in offsets),
        eigenvalues=spectrum,
        alpha=alpha,
        beta=beta,
        variance=2 * b * b,
        steps=steps,
    )
    assert exact <= bound * ROUNDING + 1e-300


@pytest.mark.parametrize(
    ("mu", "L", "alpha", "worst", "ratio"),
    [(0.01, 1.0, 1.0, 9, 1.399), (0.02, 5.1, 1 / 5.1, 16, 1.426), (0.01, 1.0, 0.1, 31, 1.448)],
)
def test_printed_coefficient_one_is_violated(mu, L, alpha, worst, ratio):
    """Unrolling in E_t in place of V_t fails without any noise, in the direction of mu."""
    q = math.sqrt(alpha * mu)
    gap = mu / 2
    excess = []
    for steps in range(1, 80):
        exact = expected_suboptimality(
            [mu],
            [1.0],
            alpha=alpha,
            beta=(1 - q) / (1 + q),
            variances=[0.0] * steps,
            method="nesterov",
        )
        printed = nesterov_bound(energy=gap, mu=mu, L=L, alpha=alpha, variances=[0.0] * steps)
        excess.append(exact / printed)
    assert max(excess) == pytest.approx(ratio, abs=1e-3)
    assert max(excess) < 4 / math.e
    assert abs(1 + int(np.argmax(excess)) - worst) <= 1


@given(
    lam=st.floats(0.05, 1),
    q=st.floats(0.05, 1),
    x=st.floats(-3, 3),
    variances=st.lists(st.floats(0, 2), max_size=12),
)
def test_nesterov_bound_is_above_the_energy_and_tight_in_the_noise_of_one_step(
    lam, q, x, variances
):
    """E V_T by second moments, V = F - F* + |a (x_t - x*) + (c - a) (x_{t-1} - x*)|^2.

    Here L = 1, alpha = 1, mu = q^2, a^2 = 1 / (2 alpha), c^2 = mu / 2, one coordinate of curvature
    lam in [mu, L].  One step at lam = L adds exactly alpha (1 + alpha L) v / 2.
    """
    lam = max(lam, q * q)
    beta, slope = (1 - q) / (1 + q), 1 - lam
    step = np.array([[slope * (1 + beta), -slope * beta], [1, 0]])
    a, c = math.sqrt(0.5), q * math.sqrt(0.5)
    form = np.outer([a, c - a], [a, c - a]) + np.diag([lam / 2, 0])
    moment = np.full((2, 2), x * x)
    energy = float((form * moment).sum())
    assert energy == pytest.approx(lam * x * x / 2 + q * q / 2 * x * x, abs=1e-12)
    for v in variances:
        moment = step @ moment @ step.T + np.diag([v, 0])
    bound = nesterov_bound(energy=energy, mu=q * q, L=1.0, alpha=1.0, variances=variances)
    assert (form * moment).sum() <= bound * ROUNDING + 1e-12
    noise = nesterov_bound(energy=0.0, mu=q * q, L=1.0, alpha=1.0, variances=[1.0])
    one = np.outer([a, c - a], [a, c - a]) + np.diag([0.5, 0])
    assert noise == pytest.approx(one[0, 0], rel=1e-14)


@given(
    lam=st.floats(0.1, 1),
    fraction=st.floats(0.01, 0.99),
    beta=st.floats(0, 0.9),
    steps=st.integers(0, 40),
)
def test_heavy_ball_transient_covers_the_norm_of_the_matrix_power(lam, fraction, beta, steps):
    """(L / 2) |M^T|^2 |(e, e)|^2 with |(e, e)|^2 = 2 |e|^2, for the companion matrix M."""
    alpha = 2 * (1 + beta) * fraction / lam
    matrix = np.array([[1 + beta - alpha * lam, -beta], [1, 0]])
    norm = np.linalg.norm(np.linalg.matrix_power(matrix, steps), 2)
    bound = heavy_ball_quadratic_bound(
        distance2=3.0, eigenvalues=[lam], alpha=alpha, beta=beta, variance=0.0, steps=steps
    )
    assert lam / 2 * norm**2 * 2 * 3.0 <= bound * (1 + 1e-9) + 1e-14
    if steps == 0:
        assert bound == pytest.approx(lam * 3.0)


def test_nesterov_weights_and_the_limit_of_gradient_descent_are_attained():
    """GD on mu = L is exact: one coordinate, theta = (1 - alpha mu)^2."""
    weights = nesterov_weights(mu=0.04, L=1.0, alpha=1.0, steps=3)
    np.testing.assert_allclose(weights, [2 * 0.64, 2 * 0.8, 2.0])
    v = [0.3, 0.1, 0.7]
    exact = expected_suboptimality([0.5], [2.0], alpha=0.6, beta=0.0, variances=v)
    bound = gradient_descent_bound(gap=1.0, mu=0.5, L=0.5, alpha=0.6, variances=v)
    assert bound == pytest.approx(exact, rel=1e-13)


@given(lam=st.floats(0.01, 3), alpha=st.floats(0.01, 1), beta=st.floats(0, 0.99))
def test_spectral_radius_is_that_of_the_companion_matrix(lam, alpha, beta):
    matrix = np.array([[1 + beta - alpha * lam, -beta], [1, 0]])
    expected = np.abs(np.linalg.eigvals(matrix)).max()
    # near a double root the eigenvalues of a matrix lose half of their digits
    assert heavy_ball_radius(lam, alpha=alpha, beta=beta) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("m", [1, 2, 4, 5])
def test_sampling_variance_is_attained_by_the_cross_polytope(m):
    """Values +-(S / 2) e_k: the variance of a batch mean, by enumeration of all batches."""
    values = np.vstack([np.eye(3), -np.eye(3)]) * 0.7
    n = len(values)
    means = np.array([values[list(s)].mean(axis=0) for s in combinations(range(n), m)])
    variance = (means**2).sum(axis=1).mean()
    assert sampling_variance(1.4, n=n, m=m) == pytest.approx(variance, rel=1e-12)
    assert sampling_variance(1.4, n=n, m=n) == 0


def test_noise_variances_broadcast():
    np.testing.assert_allclose(noise_variances(0.5, dimension=3, steps=2, sampling=1.0), [2.5] * 2)
    np.testing.assert_allclose(noise_variances([1, 2], dimension=1, steps=2), [2, 8])


@pytest.mark.parametrize(
    "call",
    [
        lambda: gradient_descent_bound(gap=1, mu=1, L=1, alpha=2.0, variances=[]),
        lambda: nesterov_weights(mu=1, L=1, alpha=1.1, steps=1),
        lambda: heavy_ball_quadratic_bound(
            distance2=1, eigenvalues=[1], alpha=3.0, beta=0.1, variance=0, steps=1
        ),
    ],
)
def test_step_sizes_outside_the_theorem_are_refused(call):
    with pytest.raises(ParameterError, match="alpha"):
        call()
