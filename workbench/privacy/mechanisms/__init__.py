"""Mechanisms as data: sampler, exact density or law, sensitivity norm, privacy curve, calibration.

    Laplace, Gaussian, GeneralizedGaussian      noise added to a vector
    ExponentialMechanism, SoftmaxVertices       choices from a softmax
    NoisyMax                                    index of the largest noisy score
    RandomizedResponse                          one answer of several
    TreeSums                                    prefix and interval sums
    PostProcessed                               a function of noise plus value
    Subsampled                                  any of them over a hidden batch

Every curve is `delta_bounds(epsilon, sensitivity=...)`, a rigorous bracket of the worst case over
all neighbours; `delta` is its upper end, `epsilon_at` its inverse in epsilon, `calibrate` its
inverse in the noise.  A calibrated mechanism was read back: its cost is within the budget.
`release(sensitivity=..., neighbouring=...)` is the currency of workbench.privacy.composition.
"""

from workbench.privacy.mechanisms.additive import AdditiveNoise
from workbench.privacy.mechanisms.gaussian import Gaussian, classical_sigma
from workbench.privacy.mechanisms.generalized_gaussian import GeneralizedGaussian
from workbench.privacy.mechanisms.laplace import Laplace, laplace_log_ratio
from workbench.privacy.mechanisms.noisy_max import NOISES, NoisyMax
from workbench.privacy.mechanisms.postprocessing import (
    PostProcessed,
    project_l1_ball,
    project_l2_ball,
    project_linf_ball,
    project_simplex,
)
from workbench.privacy.mechanisms.randomized_response import RandomizedResponse
from workbench.privacy.mechanisms.selection import (
    ExponentialMechanism,
    SoftmaxVertices,
    log_softmax,
    range_curve,
)
from workbench.privacy.mechanisms.subsampled import Subsampled
from workbench.privacy.mechanisms.tree import TreeSums

__all__ = [
    "NOISES",
    "AdditiveNoise",
    "ExponentialMechanism",
    "Gaussian",
    "GeneralizedGaussian",
    "Laplace",
    "NoisyMax",
    "PostProcessed",
    "RandomizedResponse",
    "SoftmaxVertices",
    "Subsampled",
    "TreeSums",
    "classical_sigma",
    "laplace_log_ratio",
    "log_softmax",
    "project_l1_ball",
    "project_l2_ball",
    "project_linf_ball",
    "project_simplex",
    "range_curve",
]
