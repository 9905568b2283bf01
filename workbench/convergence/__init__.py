"""Trials against explicit bounds, and exact expected errors on quadratics."""

from workbench.convergence.bounds import (
    gradient_descent_bound,
    heavy_ball_quadratic_bound,
    heavy_ball_radius,
    nesterov_bound,
    nesterov_weights,
    noise_variances,
    sampling_variance,
)
from workbench.convergence.experiments import MeanAgainstBound, mean_error_against_bound
from workbench.convergence.quadratics import expected_suboptimality, impulse_response

__all__ = [
    "MeanAgainstBound",
    "expected_suboptimality",
    "gradient_descent_bound",
    "heavy_ball_quadratic_bound",
    "heavy_ball_radius",
    "impulse_response",
    "mean_error_against_bound",
    "nesterov_bound",
    "nesterov_weights",
    "noise_variances",
    "sampling_variance",
]
