"""One module per method, written against a curator and vectorised over trials."""

from workbench.algorithms.gradient_descent import DescentState, GradientDescent
from workbench.algorithms.heavy_ball import HeavyBall, MomentumState
from workbench.algorithms.horizons import (
    PlannedMultistage,
    PlannedNesterov,
    best_horizon,
    log_bounds,
    log_weights,
    optimal_shares,
    plan_multistage,
    plan_nesterov,
)
from workbench.algorithms.multistage import (
    MultistageNesterov,
    Stage,
    doubling_stages,
    truncated,
)
from workbench.algorithms.nesterov import Nesterov
from workbench.algorithms.runs import Algorithm, Run, privacy_cost, run

__all__ = [
    "Algorithm",
    "DescentState",
    "GradientDescent",
    "HeavyBall",
    "MomentumState",
    "MultistageNesterov",
    "Nesterov",
    "PlannedMultistage",
    "PlannedNesterov",
    "Run",
    "Stage",
    "best_horizon",
    "doubling_stages",
    "log_bounds",
    "log_weights",
    "optimal_shares",
    "plan_multistage",
    "plan_nesterov",
    "privacy_cost",
    "run",
    "truncated",
]
