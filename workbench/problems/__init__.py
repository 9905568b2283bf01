"""Losses with their declared domains, exact constants, datasets and neighbouring pairs.

Saddle problems on simplices are in `composite_saddle`, `group_saddle` and, as reference instances,
in `saddle_instances`.
"""

from workbench.problems.base import Minimiser, Problem
from workbench.problems.composite_saddle import CompositeSaddle, Ridge, composite_problem
from workbench.problems.group_saddle import GroupSaddle, group_problem
from workbench.problems.logistic import LogisticRegression, random_logistic
from workbench.problems.losses import SOFTPLUS_LOSS, SQUARE_LOSS, SQUARED_HINGE_LOSS, ScalarLoss
from workbench.problems.quadratic import Quadratic, random_quadratic, reference_quadratic
from workbench.problems.simplex_saddle import Gaps, SimplexSaddleProblem

__all__ = [
    "SOFTPLUS_LOSS",
    "SQUARED_HINGE_LOSS",
    "SQUARE_LOSS",
    "CompositeSaddle",
    "Gaps",
    "GroupSaddle",
    "LogisticRegression",
    "Minimiser",
    "Problem",
    "Quadratic",
    "Ridge",
    "ScalarLoss",
    "SimplexSaddleProblem",
    "composite_problem",
    "group_problem",
    "random_logistic",
    "random_quadratic",
    "reference_quadratic",
]
