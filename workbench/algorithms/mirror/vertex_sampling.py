"""What the mirror descents on simplices share: blocks, step sizes, and their privacy conditions.

A dual vector is a sum of secret batch gradients, one record in each, so replacing a record moves it
by at most tau * 2 L0 / B in every coordinate.  A vertex drawn with chance ~ exp(dual_j) has

    pure loss    4 tau L0 / B        and as a bounded range zCDP    (4 tau L0 / B)^2 / 8.

A budget (epsilon, delta) pays for `count` vertices that depend on data if the loss of one is

    strong_loss     epsilon / (2 sqrt(2 count ln(1 / delta))),     epsilon <= 8 ln(1 / delta)
    zcdp_loss       R with count R^2 / 8 <= rho(epsilon, delta)

The second spends the same budget through zero-concentrated privacy, and is 3 to 4 times larger.
"""

import math

import numpy as np
from numpy.typing import NDArray

from workbench.errors import require
from workbench.privacy import Curator, Secret, zcdp_budget
from workbench.privacy.arrays import Array
from workbench.problems.simplex_saddle import SimplexSaddleProblem

SHAVE = 1 - 2.0**-40
"""Step sizes are this much smaller than their formula: more than all its roundings."""


def uniform_scores(curator: Curator, trials: int, width: int) -> Array:
    """Public scores of the uniform law."""
    return curator.copies(np.zeros(width), trials)


def vertices(
    curator: Curator,
    scores: Secret | Array,
    *,
    count: int,
    sensitivity: float,
    active: NDArray[np.bool_] | None = None,
) -> Array:
    """Mean of `count` vertices, shape (trials, d); a simplex with one vertex releases nothing."""
    if scores.shape[1] == 1:
        return curator.copies([1.0], scores.shape[0])
    return curator.softmax_vertices(scores, count=count, sensitivity=sensitivity, active=active)


def data_blocks(problem: SimplexSaddleProblem) -> int:
    """How many of the two blocks have something to choose: 2, or 1 for convex optimisation."""
    return (problem.dx > 1) + (problem.dy > 1)


def check_budget(epsilon: float, delta: float) -> None:
    """Refuse a budget for which no step size is known."""
    ok = 0 < epsilon < math.inf
    require(ok, "epsilon", epsilon, "is not positive and finite", "Choose epsilon > 0.")
    rule = "is outside (0, 1): the condition divides by ln(1 / delta)"
    require(0 < delta < 1, "delta", delta, rule, "Choose 0 < delta < 1; 1e-6, say.")


def strong_loss(epsilon: float, delta: float, *, count: int) -> float:
    """Pure loss per release for which strong composition of `count` is (epsilon, delta)-DP.

    >>> round(strong_loss(1.0, 1e-6, count=100), 8)
    0.00951199
    """
    check_budget(epsilon, delta)
    edge = 8 * math.log(1 / delta)
    rule = f"is above 8 ln(1 / delta) = {edge:.6g}: the composition bound is false there"
    require(epsilon <= edge, "epsilon", epsilon, rule, "Choose it smaller, or use zcdp_loss.")
    require(count >= 1, "count", count, "is below 1", "Count the releases that depend on data.")
    return SHAVE * epsilon / (2 * math.sqrt(2 * count * math.log(1 / delta)))


def step_loss(accounting: str, epsilon: float, delta: float, *, strong: int, zcdp: int) -> float:
    """Pure loss per release that a budget allows; infinite where no release is counted.

    Args:
        accounting: "strong" (strong composition) or "zcdp" (each choice is a bounded range).
        epsilon: budget, positive.
        delta: budget, in (0, 1).
        strong: the number of releases that "strong" counts.
        zcdp: the number of releases that "zcdp" counts.

    Raises:
        ParameterError: the accounting is unknown, or the budget is not in its range.
    """
    ok = accounting in {"strong", "zcdp"}
    require(ok, "accounting", accounting, "is unknown", 'Choose "strong" or "zcdp".')
    count = strong if accounting == "strong" else zcdp
    if count == 0:
        return math.inf
    return (strong_loss if accounting == "strong" else zcdp_loss)(epsilon, delta, count=count)


def checked_step(tau: float) -> float:
    """The step size, if it is finite."""
    rule = "is not finite: nothing that is released depends on data"
    require(tau < math.inf, "tau", tau, rule, "Pass largest= to say what the step should be.")
    return tau


def zcdp_loss(epsilon: float, delta: float, *, count: int) -> float:
    """Range R per release for which `count` choices, R^2/8-zCDP each, are (epsilon, delta)-DP.

    >>> zcdp_loss(1.0, 1e-6, count=100) > 3.9 * strong_loss(1.0, 1e-6, count=100)
    True
    """
    check_budget(epsilon, delta)
    require(count >= 1, "count", count, "is below 1", "Count the releases that depend on data.")
    return SHAVE * math.sqrt(8 * zcdp_budget(epsilon, delta) / count)
