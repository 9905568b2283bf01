"""Private gradient descent (DP-GD), for many independent trials at once.

    x[t+1] = x[t] - alpha (g[t] + eta[t]),    eta[t] ~ Laplace(b)^d

g[t] is the mean gradient over m records drawn without replacement, afresh at every step.  Points
have shape (trials, d).  Every g[t] + eta[t] is released; the iterates are post-processing.
"""

from dataclasses import dataclass
from typing import NamedTuple

from workbench.algorithms.method import Stepwise
from workbench.algorithms.parts.parameters import ESCAPE, Scale, as_scale, check_common, scale_at
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array
from workbench.problems import Problem


class DescentState(NamedTuple):
    """Current points, shape (trials, d), and the index of the next step."""

    x: Array
    t: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GradientDescent(Stepwise[DescentState]):
    """Step size alpha, Laplace scale b (or a schedule b_1..b_T) and batch size m.

    check: refuse step sizes for which the method diverges
    """

    alpha: float
    b: Scale
    m: int
    check: bool = True

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        object.__setattr__(self, "b", as_scale(self.b))
        check_common(self.alpha, self.m)

    def init(self, problem: Problem, x: Array) -> DescentState:
        """All trials at their points."""
        if self.check:
            edge = 2 / problem.smoothness
            rule = f"is outside (0, 2 / L) with 2 / L = {edge}: the method diverges"
            require(self.alpha < edge, "alpha", self.alpha, rule, f"Choose alpha < 2 / L, {ESCAPE}")
        return DescentState(x, 0)

    def step(self, state: DescentState, problem: Problem, curator: Curator) -> DescentState:
        """One noisy gradient step."""
        noisy = curator.laplace(
            problem.mean_gradient(state.x),
            scale=scale_at(self.b, state.t),
            sensitivity=problem.l1_sensitivity / self.m,
            batch=self.m,
        )
        return DescentState(state.x - self.alpha * noisy, state.t + 1)
