"""One module per method, written against a curator and vectorised over trials."""

from workbench.algorithms.frank_wolfe.full_batch import FullBatchFrankWolfe
from workbench.algorithms.frank_wolfe.norm_ball import NoisyRecursiveFrankWolfe
from workbench.algorithms.frank_wolfe.norm_ball_tree import NoisyTreeFrankWolfe
from workbench.algorithms.frank_wolfe.polyhedral import PolyhedralFrankWolfe
from workbench.algorithms.frank_wolfe.recursive import RecursiveFrankWolfe
from workbench.algorithms.frank_wolfe.restarted import NoisyRestartedFrankWolfe
from workbench.algorithms.frank_wolfe.simplex import PrivateFrankWolfe
from workbench.algorithms.frank_wolfe.tree import TreeFrankWolfe
from workbench.algorithms.gradient.dp_ftrl import DPFTRL
from workbench.algorithms.gradient.dp_sgd import DPSGD
from workbench.algorithms.gradient.gradient_descent import DescentState, GradientDescent
from workbench.algorithms.gradient.noisy_projected_descent import NoisyProjectedDescent
from workbench.algorithms.gradient.proximal_descent import NoisyProximalDescent
from workbench.algorithms.method import Method, RunResult, Stepwise
from workbench.algorithms.mirror.anytime import AnytimeMirrorDescent
from workbench.algorithms.mirror.boosted_descent import Boosted, BoostedMirrorDescent
from workbench.algorithms.mirror.debiased_descent import DebiasedMirrorDescent, StoppedPair
from workbench.algorithms.mirror.mirror_descent import PrivateMirrorDescent, SimplexPair
from workbench.algorithms.mirror.onepass_descent import OnePassMirrorDescent
from workbench.algorithms.mirror.proximal_mirror_descent import NoisyProximalMirrorDescent
from workbench.algorithms.mirror.synthetic_data import LinearQueries, PrivateMultiplicativeWeights
from workbench.algorithms.momentum.heavy_ball import HeavyBall, MomentumState
from workbench.algorithms.momentum.horizons import (
    PlannedMultistage,
    PlannedNesterov,
    best_horizon,
    log_bounds,
    log_weights,
    optimal_shares,
    plan_multistage,
    plan_nesterov,
)
from workbench.algorithms.momentum.multistage import (
    MultistageNesterov,
    Stage,
    doubling_stages,
    truncated,
)
from workbench.algorithms.momentum.nesterov import Nesterov
from workbench.algorithms.parts.private_selection import PrivateSelection, Selected
from workbench.algorithms.parts.vector_noise import VectorNoise
from workbench.algorithms.sparse.l1_recovery import L1Recovery
from workbench.algorithms.sparse.multilevel_gradient import MultilevelGradient
from workbench.algorithms.sparse.output_perturbation import OutputPerturbation
from workbench.algorithms.sparse.projection_mechanism import ProjectionMechanism
from workbench.algorithms.sparse.stopped_descent import StoppedDescent, StoppedRun

__all__ = [
    "DPFTRL",
    "DPSGD",
    "AnytimeMirrorDescent",
    "Boosted",
    "BoostedMirrorDescent",
    "DebiasedMirrorDescent",
    "DescentState",
    "FullBatchFrankWolfe",
    "GradientDescent",
    "HeavyBall",
    "L1Recovery",
    "LinearQueries",
    "Method",
    "MomentumState",
    "MultilevelGradient",
    "MultistageNesterov",
    "Nesterov",
    "NoisyProjectedDescent",
    "NoisyProximalDescent",
    "NoisyProximalMirrorDescent",
    "NoisyRecursiveFrankWolfe",
    "NoisyRestartedFrankWolfe",
    "NoisyTreeFrankWolfe",
    "OnePassMirrorDescent",
    "OutputPerturbation",
    "PlannedMultistage",
    "PlannedNesterov",
    "PolyhedralFrankWolfe",
    "PrivateFrankWolfe",
    "PrivateMirrorDescent",
    "PrivateMultiplicativeWeights",
    "PrivateSelection",
    "ProjectionMechanism",
    "RecursiveFrankWolfe",
    "RunResult",
    "Selected",
    "SimplexPair",
    "Stage",
    "Stepwise",
    "StoppedDescent",
    "StoppedPair",
    "StoppedRun",
    "TreeFrankWolfe",
    "VectorNoise",
    "best_horizon",
    "doubling_stages",
    "log_bounds",
    "log_weights",
    "optimal_shares",
    "plan_multistage",
    "plan_nesterov",
    "truncated",
]
