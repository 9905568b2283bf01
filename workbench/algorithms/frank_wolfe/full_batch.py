"""Private Frank-Wolfe on the empirical risk: all records in every step.

    v = argmin over v in V of (<grad F_S(x), v> + Z_v),    Z_v ~ Laplace(scale)
    x = (1 - eta) x + eta v,    eta = 2 / (t + 2),    t = 0..T-1

Released are the vertices, so all the points are public.  One record moves a score by 2 L0 D / n.
The error is that of the empirical risk, for every dataset, if the losses are convex:

    E F_S(x_T) - min F_S <= 8 L1 D^2 / (T + 2) + scale H_M.
"""

from dataclasses import dataclass

import numpy as np

from workbench.algorithms.frank_wolfe.vertex_choice import (
    ConstrainedProblem,
    check_scale,
    choice_loss,
    choose,
    harmonic,
    moved,
    sharp_loss,
    starts,
    vertex_set,
)
from workbench.algorithms.method import Method
from workbench.algorithms.parts.parameters import check_convex
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class FullBatchFrankWolfe(Method[ConstrainedProblem, Array]):
    """Laplace scale and number T of steps."""

    scale: float
    T: int

    def __post_init__(self) -> None:
        """Check the parameters that need no data."""
        check_scale("scale", self.scale)
        require(self.T >= 1, "T", self.T, "is below 1", "Run at least one step.")

    @classmethod
    def calibrated(
        cls,
        problem: ConstrainedProblem,
        *,
        n: int,
        epsilon: float,
        delta: float = 0.0,
        T: int | None = None,
        sharp: bool = False,
    ) -> "FullBatchFrankWolfe":
        """The noise that (epsilon, delta) asks for, see `choice_loss`.

        T is where the bound is about least, if not given.
        """
        if T is None:
            T = _best_steps(problem, n, epsilon, delta, sharp)
        loss = choice_loss(epsilon, delta, count=T, sharp=sharp)
        return cls(scale=2 * moves(problem, n) / loss, T=T)

    def bound(self, problem: ConstrainedProblem) -> float:
        """Bound on E F_S(x_T) - min F_S for convex losses."""
        check_convex(problem)
        feasible = vertex_set(problem)
        steps = 8 * problem.L1 * feasible.radius**2 / (self.T + 2)
        noise = self.scale * harmonic(feasible.size) if feasible.size > 1 else 0.0
        return steps + noise

    def run(
        self,
        problem: ConstrainedProblem,
        curator: Curator,
        *,
        trials: int = 1,
        start: Array | None = None,
    ) -> Array:
        """T steps; points of shape (trials, d).  The start is forgotten in the first step."""
        feasible = vertex_set(problem)
        x = starts(feasible, curator, trials, start)
        s = moves(problem, curator.n)
        for t in range(self.T):
            g = curator.secret(problem.mean_gradient(x))
            v = choose(curator, feasible, g, scale=self.scale, sensitivity=s)
            x = moved(x, v, 2 / (t + 2))
        return x


def moves(problem: ConstrainedProblem, n: int) -> float:
    """How far one of n records moves a score: 2 L0 D / n."""
    require(n >= 1, "n", n, "is below 1", "Collect at least one record.")
    return 2 * problem.L0 * problem.feasible.radius / n


def _best_steps(
    problem: ConstrainedProblem, n: int, epsilon: float, delta: float, sharp: bool
) -> int:
    """Minimise A / (T + 2) + B T^power: it falls up to its minimum, then rises."""
    check_convex(problem)
    A = 8 * problem.L1 * problem.feasible.radius**2
    one = choice_loss(epsilon, delta, count=1, sharp=sharp)
    if sharp and delta > 0:
        one = sharp_loss(epsilon, delta, squares=1.0)
    B = 2 * moves(problem, n) / one
    B *= harmonic(vertex_set(problem).size)
    power = 1.0 if delta == 0 else 0.5

    def bound(T: float) -> float:
        return float(A / (T + 2) + B * T**power)

    about = (A / (power * B)) ** (1 / (1 + power))  # where A / T + B T^power is least
    require(np.isfinite(about), "T", about, "is not finite", "Pass T.")
    near = range(max(1, int(about) - 3), int(about) + 3)
    return min(near, key=bound)
