"""Private stochastic heavy ball (DP-SHB), for many independent trials at once.

    x[t+1] = x[t] - alpha (g[t] + eta[t]) + beta (x[t] - x[t-1]),    eta[t] ~ Laplace(b)^d

with x[-1] = x[0].  g[t] is the mean gradient over m records drawn without replacement, afresh at
every step.  Points have shape (trials, d).  Every g[t] + eta[t] is released; the iterates are
post-processing.
"""

from dataclasses import dataclass
from typing import NamedTuple

from workbench.algorithms.method import Stepwise
from workbench.algorithms.parts.parameters import ESCAPE, Scale, as_scale, check_common, scale_at
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array
from workbench.problems import Problem


class MomentumState(NamedTuple):
    """Current and previous points, both of shape (trials, d), and the index of the next step."""

    x: Array
    x_prev: Array
    t: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeavyBall(Stepwise[MomentumState]):
    """Step size alpha, momentum beta, Laplace scale b (or a schedule b_1..b_T), batch size m.

    check: refuse parameters for which the method diverges
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

    def init(self, problem: Problem, x: Array) -> MomentumState:
        """All trials at rest at their points."""
        if self.check:
            edge = 2 * (1 + self.beta) / problem.smoothness
            rule = f"is outside (0, 2 (1 + beta) / L) with upper end {edge}: quadratics diverge"
            require(self.alpha < edge, "alpha", self.alpha, rule, f"Choose it smaller, {ESCAPE}")
        return MomentumState(x, x, 0)

    def step(self, state: MomentumState, problem: Problem, curator: Curator) -> MomentumState:
        """One noisy gradient step with momentum."""
        noisy = curator.laplace(
            problem.mean_gradient(state.x),
            scale=scale_at(self.b, state.t),
            sensitivity=problem.l1_sensitivity / self.m,
            batch=self.m,
        )
        x = state.x - self.alpha * noisy + self.beta * (state.x - state.x_prev)
        return MomentumState(x, state.x, state.t + 1)
