"""Nesterov's method in stages of shrinking step sizes (multistage accelerated gradient, DP-MASG).

    z[t] = (1 + beta) x[t] - beta x[t-1],    x[t+1] = z[t] - alpha (g[t] + eta[t])

with alpha and beta of the stage that step t belongs to, x[-1] = x[0], eta[t] ~ Laplace(b)^d.  The
momentum is restarted at the first step of every stage: there z[t] = x[t], and the iterates that
were released stay as they are.  g[t] is the mean gradient at z[t] over m records drawn without
replacement, afresh at every step.  Every g[t] + eta[t] is released; the rest is post-processing.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np

from workbench.algorithms.method import Stepwise
from workbench.algorithms.momentum.heavy_ball import MomentumState
from workbench.algorithms.parts.parameters import ESCAPE, Scale, as_scale, check_common, scale_at
from workbench.errors import ParameterError, require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array
from workbench.problems import Problem


@dataclass(frozen=True, slots=True)
class Stage:
    """A number of steps with one step size alpha and one momentum beta."""

    alpha: float
    beta: float
    steps: int

    def __post_init__(self) -> None:
        """Check that the stage is a stage at all."""
        check_common(self.alpha, 1)
        ok = self.steps >= 1
        require(ok, "steps", self.steps, "is below 1", "Leave out a stage without steps.")

    @classmethod
    def tuned(cls, *, alpha: float, mu: float, steps: int) -> "Stage":
        """The momentum of the theory: beta = (1 - q) / (1 + q) with q = sqrt(alpha mu)."""
        check_common(alpha, 1)
        require(0 < mu < np.inf, "mu", mu, "is not a positive number", "Pass the curvature.")
        q = math.sqrt(alpha * mu)
        return cls(alpha, (1 - q) / (1 + q), steps)


def truncated(stages: Sequence[Stage], steps: int) -> tuple[Stage, ...]:
    """The stages cut after `steps` steps in all.

    >>> truncated([Stage(1.0, 0.0, 3), Stage(0.5, 0.0, 3)], 4)
    (Stage(alpha=1.0, beta=0.0, steps=3), Stage(alpha=0.5, beta=0.0, steps=1))
    """
    total = sum(stage.steps for stage in stages)
    ok = 1 <= steps <= total
    require(ok, "steps", steps, f"is outside 1..{total}", "The stages have no other steps.")
    kept: list[Stage] = []
    for stage in stages:
        if steps > 0:
            kept.append(Stage(stage.alpha, stage.beta, min(stage.steps, steps)))
            steps -= stage.steps
    return tuple(kept)


def doubling_stages(
    *, mu: float, L: float, steps: int, first: int | None = None, p: int = 1, speed: float = 1.0
) -> tuple[Stage, ...]:
    """Stage 1 at speed / L, then 2^k C steps at speed / (4^k L) for k = 2, 3, ..., cut at `steps`.

    C = ceil(sqrt(kappa) log(2^(p + 2))) with kappa = L / mu, so that the step size is quartered
    and the length doubled at each stage.  `first` is the length of stage 1, by default
    ceil(2 sqrt(kappa) log(sqrt(kappa))) and at least 1.

    >>> [stage.steps for stage in doubling_stages(mu=1.0, L=20.0, steps=100)]
    [14, 40, 46]
    """
    require(0 < mu <= L, "mu", mu, f"is outside (0, L = {L}]", "Pass 0 < mu <= L.")
    require(0 < speed <= 1, "speed", speed, "is outside (0, 1]", "The largest step size is 1 / L.")
    require(
        p >= 1, "p", p, "is below 1", "Stages shrink the error by 2^-p at least: choose p >= 1."
    )
    require(steps >= 1, "steps", steps, "is below 1", "Plan at least one step.")
    root = math.sqrt(L / mu)
    if first is None:
        first = max(1, math.ceil(2 * root * math.log(root)))
    require(first >= 1, "first", first, "is below 1", "Stage 1 has at least one step.")
    unit = math.ceil(root * math.log(2 ** (p + 2)))
    stages, planned, k = [Stage.tuned(alpha=speed / L, mu=mu, steps=first)], first, 2
    while planned < steps:
        stages.append(Stage.tuned(alpha=speed / (4**k * L), mu=mu, steps=2**k * unit))
        planned, k = planned + stages[-1].steps, k + 1
    return truncated(stages, steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class MultistageNesterov(Stepwise[MomentumState]):
    """Stages, Laplace scale b (or a schedule b_1..b_T) and batch size m.

    stages: the stages in their order, one or more
    check: refuse parameters for which the contraction is not proved
    """

    stages: tuple[Stage, ...]
    b: Scale
    m: int
    check: bool = True
    _ends: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        require(len(self.stages) > 0, "stages", "()", "is empty", "Pass at least one stage.")
        object.__setattr__(self, "b", as_scale(self.b))
        object.__setattr__(self, "_ends", tuple(accumulate(s.steps for s in self.stages)))
        check_common(self.stages[0].alpha, self.m)
        if self.check:
            worst = max(self.stages, key=lambda stage: stage.beta)
            rule = "is outside [0, 1): the momentum would never fade"
            ok = worst.beta < 1 and min(stage.beta for stage in self.stages) >= 0
            require(ok, "beta", worst.beta, rule, f"Choose 0 <= beta < 1 in every stage, {ESCAPE}")

    @property
    def steps(self) -> int:
        """Number of steps of all stages."""
        return self._ends[-1]

    def stage_of(self, t: int) -> tuple[int, bool]:
        """Index of the stage of step t = 0, 1, ..., and whether that step restarts the momentum."""
        if t >= self.steps:
            raise ParameterError(
                f"stages have {self.steps} steps: step {t + 1} has none.\n"
                "  Run at most as many steps, or plan more stages."
            )
        k = bisect_right(self._ends, t)
        return k, t == (self._ends[k - 1] if k else 0)

    def init(self, problem: Problem, x: Array) -> MomentumState:
        """All trials at rest at their points."""
        if self.check:
            edge, alpha = 1 / problem.smoothness, max(stage.alpha for stage in self.stages)
            rule = f"is above 1 / L = {edge}: the contraction is not proved there"
            require(alpha <= edge, "alpha", alpha, rule, f"Choose 1 / L or less, {ESCAPE}")
        return MomentumState(x, x, 0)

    def step(self, state: MomentumState, problem: Problem, curator: Curator) -> MomentumState:
        """One noisy gradient step from the extrapolated point, at rest where a stage begins."""
        k, restart = self.stage_of(state.t)
        alpha, beta = self.stages[k].alpha, self.stages[k].beta
        z = state.x if restart else (1 + beta) * state.x - beta * state.x_prev
        noisy = curator.laplace(
            problem.mean_gradient(z),
            scale=scale_at(self.b, state.t),
            sensitivity=problem.l1_sensitivity / self.m,
            batch=self.m,
        )
        return MomentumState(z - alpha * noisy, state.x, state.t + 1)
