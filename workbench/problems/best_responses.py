"""Best responses on a simplex for many trials at once, with a proven bracket.

    minimise g(v) over the simplex, g convex

A linear g is minimal at a vertex.  Otherwise accelerated projected gradient descent runs until
g(v) - g* <= max over vertices of <grad g(v), v - e_j>, the Frank-Wolfe gap, is small enough: this
bracket is a proof whatever the descent did.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workbench.errors import SolverError
from workbench.privacy.arrays import Array
from workbench.privacy.mechanisms import project_simplex

ITERATIONS = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class Responses:
    """g and its gradient at points (trials, d), one function per trial, and a Euclidean bound.

    `smoothness` bounds the largest eigenvalue of the Hessian; 0 says that g is linear.
    """

    value: Callable[[Array], Array]
    gradient: Callable[[Array], Array]
    smoothness: float


@dataclass(frozen=True, slots=True, eq=False)
class ValueBracket:
    """Smallest values, shape (trials,): each lies in [lower, upper]."""

    lower: Array
    upper: Array


def smallest_values(g: Responses, start: Array, accuracy: float) -> ValueBracket:
    """Bracket min g over the simplex, for every trial."""
    if g.smoothness == 0:
        slope = g.gradient(start)
        least = g.value(start) + slope.min(axis=1) - (slope * start).sum(axis=1)
        return ValueBracket(least, least)
    v = before = np.asarray(start, dtype=np.float64)
    momentum = np.ones(len(v))
    upper, lower = g.value(v), np.full(len(v), -np.inf)
    for _ in range(ITERATIONS):
        slope = g.gradient(v)
        here = g.value(v)
        gap = (slope * v).sum(axis=1) - slope.min(axis=1)
        upper = np.minimum(upper, here)
        lower = np.maximum(lower, here - gap)
        if float((upper - lower).max()) <= accuracy:
            return ValueBracket(lower, upper)
        following = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        speed = ((momentum - 1) / following)[:, None]
        ahead = v + speed * (v - before)
        after = project_simplex(ahead - g.gradient(ahead) / g.smoothness)
        # restart where the momentum points uphill (O'Donoghue, Candes 2015)
        uphill = ((ahead - after) * (after - v)).sum(axis=1) > 0
        momentum = np.where(uphill, 1.0, following)
        before, v = np.where(uphill[:, None], after, v), after
    raise SolverError(
        f"best response: bracket {float((upper - lower).max()):.1e} after {ITERATIONS} steps, "
        f"wanted {accuracy:.1e}.\n  Pass a larger accuracy, or rescale the problem."
    )
