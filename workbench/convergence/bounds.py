"""Explicit error bounds of the methods, as plain functions of numbers.

Noise enters through v_t, a bound on E |w_t|^2 of the whole gradient error of the step that produces
x_t: 2 d b_t^2 for Laplace noise of scale b_t, plus the variance of the hidden batch.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import require
from workbench.privacy.arrays import Array


def sampling_variance(sensitivity: float, *, n: int, m: int) -> float:
    """S^2 (n - m) / (4 m (n - 1)): bounds the variance of a batch mean in a ball of radius S/2."""
    return 0.0 if m == n else sensitivity**2 / (4 * m) * (n - m) / (n - 1)


def noise_variances(
    scales: ArrayLike, *, dimension: int, steps: int, sampling: float = 0.0
) -> Array:
    """v_1, ..., v_T = 2 d b_t^2 + sampling, from one scale or a schedule; shape (steps,).

    scales: one Laplace scale, or b_1, ..., b_T of shape (steps,)
    dimension: d, the number of coordinates that get noise
    steps: T
    sampling: the mean squared error of the batch gradient, 0 for full batches
    """
    b = np.broadcast_to(np.asarray(scales, dtype=np.float64), (steps,))
    return np.asarray(2 * dimension * b**2 + sampling, dtype=np.float64)


def gradient_descent_bound(
    *, gap: float, mu: float, L: float, alpha: float, variances: ArrayLike
) -> float:
    """theta^T E_0 + (L alpha^2 / 2) sum_t theta^(T - t) v_t, theta = 1 - alpha mu (2 - alpha L).

    Holds for 0 < alpha < 2 / L on every smooth function with |grad F|^2 >= 2 mu (F - F*).

    gap: E_0 = F(x_0) - F*
    mu, L: the constants of the function class
    alpha: the step size
    variances: v_1, ..., v_T, mean squared norms of the gradient errors, shape (T,)
    """
    ok = 0 < alpha < 2 / L
    require(ok, "alpha", alpha, f"is outside (0, 2 / L) = (0, {2 / L})", "Choose a smaller step.")
    v = np.asarray(variances, dtype=np.float64)
    theta = 1 - alpha * mu * (2 - alpha * L)
    weights = theta ** np.arange(v.size - 1, -1, -1)
    return float(theta**v.size * gap + L * alpha**2 / 2 * (weights @ v))


def nesterov_weights(*, mu: float, L: float, alpha: float, steps: int) -> Array:
    """a_{T,t} = (1 - q)^(T - t) alpha (1 + alpha L) for t = 1..T, q = sqrt(alpha mu).

    mu, L: strong convexity and smoothness
    alpha: the step size, at most 1 / L
    steps: T
    """
    ok = 0 < alpha <= 1 / L
    require(ok, "alpha", alpha, f"is outside (0, 1 / L] = (0, {1 / L}]", "Choose a smaller step.")
    q = math.sqrt(alpha * mu)
    ages = np.arange(steps - 1, -1, -1, dtype=np.float64)
    return np.asarray((1 - q) ** ages * (alpha * (1 + alpha * L)), dtype=np.float64)


def nesterov_bound(
    *, energy: float, mu: float, L: float, alpha: float, variances: ArrayLike
) -> float:
    """(1 - q)^T V_0 + sum_t a_{T,t} v_t / 2 with V_0 = E_0 + (mu / 2) |x_0 - x*|^2 <= 2 E_0.

    The recursion contracts the energy V, not the error: `energy` = E_0 gives a false bound.

    mu, L: strong convexity and smoothness
    alpha: the step size, at most 1 / L
    variances: v_1, ..., v_T, mean squared norms of the gradient errors, shape (T,)
    """
    v = np.asarray(variances, dtype=np.float64)
    weights = nesterov_weights(mu=mu, L=L, alpha=alpha, steps=v.size)
    return float((1 - math.sqrt(alpha * mu)) ** v.size * energy + weights @ v / 2)


def heavy_ball_radius(eigenvalue: float, *, alpha: float, beta: float) -> float:
    """Spectral radius of the heavy-ball recursion in one eigen-direction of a quadratic."""
    trace = 1 + beta - alpha * eigenvalue
    root = trace**2 - 4 * beta
    return math.sqrt(beta) if root <= 0 else (abs(trace) + math.sqrt(root)) / 2


def heavy_ball_quadratic_bound(
    *,
    distance2: float,
    eigenvalues: ArrayLike,
    alpha: float,
    beta: float,
    variance: float,
    steps: int,
) -> float:
    """Corrected bound for heavy ball on quadratics, constant noise, started at rest.

        L (rho^T + (1 + beta) T rho^(T-1))^2 |x_0 - x*|^2 + sum_i lambda_i nu_i / 2

    `variance` bounds the noise in every direction (2 b^2 for Laplace); nu_i is the stationary
    variance of eigen-direction i; rho is the spectral radius, below 1.

    distance2: |x_0 - x*|^2
    eigenvalues: those of the Hessian, lambda_i > 0, shape (d,)
    alpha, beta: step size and momentum
    steps: T, 1 or more
    """
    lam = np.asarray(eigenvalues, dtype=np.float64)
    edge = 2 * (1 + beta) / float(lam.max())
    ok = 0 <= beta < 1 and 0 < alpha < edge
    require(
        ok, "alpha", alpha, f"is outside (0, {edge}) or beta = {beta} outside [0, 1)", "Shrink."
    )
    rho = max(heavy_ball_radius(float(v), alpha=alpha, beta=beta) for v in lam)
    power = rho**steps + ((1 + beta) * steps * rho ** (steps - 1) if steps else 0.0)
    stationary = alpha * variance * (1 + beta) / ((1 - beta) * (2 + 2 * beta - alpha * lam))
    return float(lam.max() * power**2 * distance2 + stationary.sum() / 2)
