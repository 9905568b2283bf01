"""Losses with their declared domains, exact constants, datasets and neighbouring pairs.

Saddle problems on simplices are in `composite_saddle`, `group_saddle` and, as reference instances,
in `saddle_instances`.
"""

from workbench.problems.ball_problems import BallProblem
from workbench.problems.base import Minimiser, Problem
from workbench.problems.composite_saddle import CompositeSaddle, Ridge, composite_problem
from workbench.problems.feasible_sets import FeasibleSet, L1Ball, LpBall, VertexSet
from workbench.problems.fixed_opponent import FixedOpponent
from workbench.problems.group_saddle import GroupSaddle, group_problem
from workbench.problems.linear_saddle import LinearSaddle, planted
from workbench.problems.logistic import LogisticRegression, random_logistic
from workbench.problems.losses import SOFTPLUS_LOSS, SQUARE_LOSS, SQUARED_HINGE_LOSS, ScalarLoss
from workbench.problems.polytopes import Polytope, Simplex
from workbench.problems.predictors import PredictorProblem
from workbench.problems.quadratic import Quadratic, random_quadratic, reference_quadratic
from workbench.problems.simplex_saddle import Gaps, SimplexSaddleProblem
from workbench.problems.sparse_losses import (
    SparseProblem,
    embedding_logistic,
    sparse_linear,
    sparse_sigmoid,
)
from workbench.problems.sparse_vectors import SparseVectors

__all__ = [
    "SOFTPLUS_LOSS",
    "SQUARED_HINGE_LOSS",
    "SQUARE_LOSS",
    "BallProblem",
    "CompositeSaddle",
    "FeasibleSet",
    "FixedOpponent",
    "Gaps",
    "GroupSaddle",
    "L1Ball",
    "LinearSaddle",
    "LogisticRegression",
    "LpBall",
    "Minimiser",
    "Polytope",
    "PredictorProblem",
    "Problem",
    "Quadratic",
    "Ridge",
    "ScalarLoss",
    "Simplex",
    "SimplexSaddleProblem",
    "SparseProblem",
    "SparseVectors",
    "VertexSet",
    "composite_problem",
    "embedding_logistic",
    "group_problem",
    "planted",
    "random_logistic",
    "random_quadratic",
    "reference_quadratic",
    "sparse_linear",
    "sparse_sigmoid",
]
