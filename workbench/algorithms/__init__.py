"""One module per method, written against a curator and vectorised over trials."""

from workbench.algorithms.gradient_descent import DescentState, GradientDescent
from workbench.algorithms.heavy_ball import HeavyBall, MomentumState
from workbench.algorithms.nesterov import Nesterov
from workbench.algorithms.runs import Algorithm, Run, privacy_cost, run

__all__ = [
    "Algorithm",
    "DescentState",
    "GradientDescent",
    "HeavyBall",
    "MomentumState",
    "Nesterov",
    "Run",
    "privacy_cost",
    "run",
]
