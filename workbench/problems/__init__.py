"""Losses with their declared domains, exact constants, datasets and neighbouring pairs."""

from workbench.problems.base import Minimiser, Problem
from workbench.problems.logistic import LogisticRegression, random_logistic
from workbench.problems.quadratic import Quadratic, random_quadratic, reference_quadratic

__all__ = [
    "LogisticRegression",
    "Minimiser",
    "Problem",
    "Quadratic",
    "random_logistic",
    "random_quadratic",
    "reference_quadratic",
]
