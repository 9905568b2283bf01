"""Private accelerated gradient of Nesterov (DP-NAG), for many independent trials at once.

    z[t] = (1 + beta) x[t] - beta x[t-1],    x[t+1] = z[t] - alpha (g[t] + eta[t])

with x[-1] = x[0] and eta[t] ~ Laplace(b)^d.  g[t] is the mean gradient AT z[t] over m records drawn
without replacement, afresh at every step.  Points have shape (trials, d).  Every g[t] + eta[t] is
released; iterates and query points are post-processing.
"""

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from workbench.algorithms.method import Stepwise
from workbench.algorithms.momentum.heavy_ball import MomentumState
from workbench.algorithms.parts.parameters import ESCAPE, Scale, as_scale, check_common, scale_at
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array
from workbench.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Nesterov(Stepwise[MomentumState]):
    """Step size alpha, momentum beta, Laplace scale b (or a schedule b_1..b_T), batch size m.

    check: refuse parameters for which the contraction is not proved
    """

    alpha: float
    beta: float
    b: Scale
    m: int
    check: bool = True

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        object.__setattr__(self, "b", as_scale(self.b))
        check_common(self.alpha, self.m)
        if self.check:
            rule = "is outside [0, 1): the momentum would never fade"
            require(0 <= self.beta < 1, "beta", self.beta, rule, f"Choose beta < 1, {ESCAPE}")

    @classmethod
    def tuned(cls, problem: Problem, *, alpha: float, b: ArrayLike, m: int) -> "Nesterov":
        """The momentum of the theory: beta = (1 - q) / (1 + q) with q = sqrt(alpha mu)."""
        check_common(alpha, m)
        q = math.sqrt(alpha * problem.strong_convexity)
        return cls(alpha=alpha, beta=(1 - q) / (1 + q), b=as_scale(b), m=m)

    def init(self, problem: Problem, x: Array) -> MomentumState:
        """All trials at rest at their points."""
        if self.check:
            edge = 1 / problem.smoothness
            rule = f"is above 1 / L = {edge}: the contraction is not proved there"
            require(
                self.alpha <= edge, "alpha", self.alpha, rule, f"Choose 1 / L or less, {ESCAPE}"
            )
        return MomentumState(x, x, 0)

    def step(self, state: MomentumState, problem: Problem, curator: Curator) -> MomentumState:
        """One noisy gradient step from the extrapolated point."""
        z = (1 + self.beta) * state.x - self.beta * state.x_prev
        noisy = curator.laplace(
            problem.mean_gradient(z),
            scale=scale_at(self.b, state.t),
            sensitivity=problem.l1_sensitivity / self.m,
            batch=self.m,
        )
        return MomentumState(z - self.alpha * noisy, state.x, state.t + 1)
