"""One module per method, written against a curator and vectorised over trials."""

from workbench.algorithms.anytime import AnytimeMirrorDescent
from workbench.algorithms.boosted_descent import Boosted, BoostedMirrorDescent
from workbench.algorithms.debiased_descent import DebiasedMirrorDescent, StoppedPair
from workbench.algorithms.frank_wolfe import PrivateFrankWolfe
from workbench.algorithms.full_batch_frank_wolfe import FullBatchFrankWolfe
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
from workbench.algorithms.l1_recovery import L1Recovery
from workbench.algorithms.mirror_descent import Pair, PrivateMirrorDescent
from workbench.algorithms.multilevel_gradient import MultilevelGradient
from workbench.algorithms.multistage import (
    MultistageNesterov,
    Stage,
    doubling_stages,
    truncated,
)
from workbench.algorithms.nesterov import Nesterov
from workbench.algorithms.noisy_projected_descent import NoisyProjectedDescent
from workbench.algorithms.norm_frank_wolfe import NoisyRecursiveFrankWolfe
from workbench.algorithms.norm_tree_frank_wolfe import NoisyTreeFrankWolfe
from workbench.algorithms.onepass_descent import OnePassMirrorDescent
from workbench.algorithms.output_perturbation import OutputPerturbation
from workbench.algorithms.polyhedral_frank_wolfe import PolyhedralFrankWolfe
from workbench.algorithms.private_selection import PrivateSelection, Selected
from workbench.algorithms.projection_mechanism import ProjectionMechanism
from workbench.algorithms.proximal_descent import NoisyProximalDescent
from workbench.algorithms.proximal_mirror_descent import NoisyProximalMirrorDescent
from workbench.algorithms.recursive_frank_wolfe import RecursiveFrankWolfe
from workbench.algorithms.restarted_frank_wolfe import NoisyRestartedFrankWolfe
from workbench.algorithms.runs import Algorithm, Run, privacy_cost, run
from workbench.algorithms.stopped_descent import StoppedDescent, StoppedRun
from workbench.algorithms.synthetic_data import LinearQueries, PrivateMultiplicativeWeights
from workbench.algorithms.tree_frank_wolfe import TreeFrankWolfe
from workbench.algorithms.vector_noise import VectorNoise

__all__ = [
    "Algorithm",
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
    "Pair",
    "PlannedMultistage",
    "PlannedNesterov",
    "PolyhedralFrankWolfe",
    "PrivateFrankWolfe",
    "PrivateMirrorDescent",
    "PrivateMultiplicativeWeights",
    "PrivateSelection",
    "ProjectionMechanism",
    "RecursiveFrankWolfe",
    "Run",
    "Selected",
    "Stage",
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
    "privacy_cost",
    "run",
    "truncated",
]
