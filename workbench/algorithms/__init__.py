"""One module per method, written against a curator and vectorised over trials."""

from workbench.algorithms.anytime import AnytimeMirrorDescent
from workbench.algorithms.debiased_descent import DebiasedMirrorDescent, StoppedPair
from workbench.algorithms.frank_wolfe import PrivateFrankWolfe
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
from workbench.algorithms.mirror_descent import Pair, PrivateMirrorDescent
from workbench.algorithms.multistage import (
    MultistageNesterov,
    Stage,
    doubling_stages,
    truncated,
)
from workbench.algorithms.nesterov import Nesterov
from workbench.algorithms.runs import Algorithm, Run, privacy_cost, run
from workbench.algorithms.synthetic_data import LinearQueries, PrivateMultiplicativeWeights

__all__ = [
    "Algorithm",
    "AnytimeMirrorDescent",
    "DebiasedMirrorDescent",
    "DescentState",
    "GradientDescent",
    "HeavyBall",
    "LinearQueries",
    "MomentumState",
    "MultistageNesterov",
    "Nesterov",
    "Pair",
    "PlannedMultistage",
    "PlannedNesterov",
    "PrivateFrankWolfe",
    "PrivateMirrorDescent",
    "PrivateMultiplicativeWeights",
    "Run",
    "Stage",
    "StoppedPair",
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
