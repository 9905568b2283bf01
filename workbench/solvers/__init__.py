"""Solvers whose answers are verified outside them.

The best rate that the heavy-ball LMI certifies, with exact certificates on both sides; a richer
certificate, which reaches further; and reference solutions of saddle-point problems with a
recomputed gap.
"""

from workbench.solvers.bracketing import HeavyBallRate, NoCertifiedRate
from workbench.solvers.extended import HeavyBallExtended, heavy_ball_extended
from workbench.solvers.heavy_ball import heavy_ball_certificate, heavy_ball_rate
from workbench.solvers.noise import HeavyBallNoise, heavy_ball_noise
from workbench.solvers.rebuilt import check

__all__ = [
    "HeavyBallExtended",
    "HeavyBallNoise",
    "HeavyBallRate",
    "NoCertifiedRate",
    "check",
    "heavy_ball_certificate",
    "heavy_ball_extended",
    "heavy_ball_noise",
    "heavy_ball_rate",
]
