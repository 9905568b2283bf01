"""Private gradient descent with bias-reduced gradients, stopped by a privacy filter.

    V* = the filter's budget for (eps, delta_1);    T = floor(V* / (4 E eps_N^2)) rounds
    draw N_t;   if V + eps_N^2 > V* or D + delta_N > delta_2: stop, the answer is x_0
    x[t+1] = P(x[t] - eta G(x[t]; N_t)),   V += eps_N^2,   D += delta_N

G is the estimator of module `multilevel_gradient`, with mechanisms that are (eps', delta')-DP,

    delta' = delta_2 / (4 T (2 E q_N + 1 / n)),     q_N = 2^(N+1) / n,

so that T calls cost V* / 4 and delta_2 / 4 on average: by Markov's inequality at most half of the
runs stop early.  The candidate's cost is tested before its draw, and the levels are public: the
whole run is (eps, delta_1 + delta_2)-DP, and T follows from public numbers.  P is the projection
onto the ball of radius D around x_0; without a radius there is none.

The answers are the mean of x[0..T-1] (convex) and x[t] at a uniform public t (not convex).
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from workbench.algorithms.method import Method
from workbench.algorithms.parts.projections import project_l2
from workbench.algorithms.sparse.multilevel_gradient import (
    GradientProblem,
    MultilevelGradient,
    level_chances,
    top_level,
)
from workbench.errors import require
from workbench.privacy import (
    NEIGHBOURING,
    Curator,
    PrivacyFilter,
    filter_budget,
)
from workbench.privacy.arrays import Array, Ints, pick
from workbench.privacy.curators.branches import budgeted
from workbench.problems.sparse_losses import SparseProblem


class StoppedRun(NamedTuple):
    """Mean of the iterates and one of them, (trials, d); both are x_0 where `rounds` is below T.

    `levels` has shape (trials, T), with -1 for rounds that were not run.

    mean: of the iterates
    chosen: one of the iterates, uniform
    """

    mean: Array
    chosen: Array
    rounds: Ints
    levels: Ints


def mean_square(gradient: MultilevelGradient, n: int) -> float:
    """E eps_N^2 of one call."""
    p = level_chances(top_level(n))
    return float(sum(c * gradient.price(k, n).epsilon ** 2 for k, c in enumerate(p)))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoppedDescent(Method[GradientProblem, StoppedRun]):
    """The estimator, T rounds of step size eta, and the budget (epsilon, slack + rest of delta).

    gradient: the estimator of a gradient, with its noise
    radius: of the ball around the start onto which is projected; None for the whole space
    """

    gradient: MultilevelGradient
    T: int
    eta: float
    epsilon: float
    delta: float
    slack: float
    radius: float | None = None

    def __post_init__(self) -> None:
        """Check the parameters that need no data; the filter checks its own."""
        require(self.T >= 1, "T", self.T, "is below 1", "Run at least one round.")
        ok = 0 < self.eta < np.inf
        require(ok, "eta", self.eta, "is not positive and finite", "Choose a step size > 0.")

    @classmethod
    def calibrated(
        cls,
        problem: SparseProblem,
        *,
        n: int,
        epsilon: float,
        delta: float,
        loss: float,
        slack: float | None = None,
        radius: float | None = None,
        gap: float | None = None,
        sharp: bool = False,
    ) -> "StoppedDescent":
        """The method for n records, with mechanisms of privacy `loss` (the eps' of the module).

        With `radius`, the step of the convex guarantee, around a start within the radius of a
        minimiser; with `gap` = F(x_0) - inf F, that of the guarantee without convexity.  `sharp`
        prices allow more rounds.
        """
        ok = (radius is None) != (gap is None)
        rule = "and gap are both given or both missing: one of them sets the step size"
        require(ok, "radius", radius, rule, "Pass a radius (convex), or a gap.")
        given = radius if gap is None else gap
        ok = given is not None and 0 < given < np.inf
        require(ok, "radius or gap", given, "is not positive and finite", "Pass a size.")
        assert given is not None
        slack = delta / 2 if slack is None else slack
        ok = 0 < slack < delta
        require(ok, "slack", slack, f"is outside (0, delta = {delta})", "Try delta / 2.")
        share = float(level_chances(top_level(n)) @ 2.0 ** np.arange(1, top_level(n) + 2)) / n
        budget = filter_budget(epsilon, slack)
        rule = f"is too large: not one round fits into epsilon = {epsilon} for n = {n}"
        T, found = 0, 1
        # a budget that does not depend on delta' takes two passes; a sharp one falls with it
        for _ in range(20):
            if found == T:
                break
            T = found
            gradient = MultilevelGradient.calibrated(
                L=problem.lipschitz,
                s=problem.vectors.s,
                epsilon=loss,
                delta=(delta - slack) / (4 * T * (2 * share + 1 / n)) * (1 - 2.0**-40),
                sharp=sharp,
            )
            found = math.floor(budget / (4 * mean_square(gradient, n)))
            require(found >= 1, "loss", loss, rule, "Lower it, or raise epsilon or n.")
        T = min(T, found)
        nu = math.sqrt(gradient.second_moment(problem.dimension, n))
        if gap is None:
            eta = given / (nu * math.sqrt(T))
        else:
            curved = max(problem.smoothness, 2.0**-500)
            eta = math.sqrt(2 * given / (curved * T)) / nu
        return cls(
            gradient=gradient,
            T=T,
            eta=eta,
            epsilon=epsilon,
            delta=delta,
            slack=slack,
            radius=radius,
        )

    def excess_bound(self, d: int, n: int) -> float:
        """Bound on E F(mean) - F* of the unstopped process, F convex: radius as calibrated."""
        ok = self.radius is not None
        require(ok, "radius", self.radius, "is missing", "The bound is for a bounded domain.")
        assert self.radius is not None
        nu2, beta = self.gradient.second_moment(d, n), self.gradient.bias(d, n)
        walk = self.radius**2 / (2 * self.eta * self.T) + self.eta * nu2 / 2
        return walk + 2 * self.radius * beta

    def square_bound(self, d: int, n: int, *, gap: float, smoothness: float) -> float:
        """Bound on E |grad F(chosen)|_2^2 of the unstopped process, without projection."""
        ok = self.radius is None
        require(ok, "radius", self.radius, "is given", "The bound is for the whole space.")
        nu2, beta = self.gradient.second_moment(d, n), self.gradient.bias(d, n)
        return 2 * gap / (self.eta * self.T) + self.eta * smoothness * nu2 + beta**2

    def budget(self, trials: int) -> PrivacyFilter:
        """A fresh filter: its slack is delta_1, the rest of delta pays for the calls."""
        return PrivacyFilter(
            epsilon=self.epsilon,
            delta=self.delta,
            slack=self.slack,
            neighbouring=NEIGHBOURING,
            trials=trials,
        )

    def run(self, problem: GradientProblem, curator: Curator, *, trials: int = 1) -> StoppedRun:
        """At most T rounds in every trial; a trial that the filter stops answers x_0."""
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        prices = [self.gradient.price(k, curator.n) for k in range(top_level(curator.n) + 1)]
        payer = budgeted(curator, self.budget(trials))
        start = curator.copies(problem.start, trials)
        x, total, chosen = start, 0 * start, start
        place = curator.integers(high=self.T, trials=trials)
        running = np.ones(trials, dtype=bool)
        levels = np.full((trials, self.T), -1)
        for t in range(self.T):
            level = self.gradient.levels(curator, trials)
            e, dl = np.array(prices)[level].T
            running = payer.may_spend(epsilon=e, delta=dl, active=running)
            if not running.any():
                break
            levels[running, t] = level[running]
            total = total + x
            chosen = pick(place == t, x, chosen)
            G = self.gradient.estimate(problem, payer, x, level, active=running)
            x = self._projected(x - self.eta * G, start)
        rounds = (levels >= 0).sum(axis=1)
        done = rounds == self.T
        mean, chosen = pick(done, total / self.T, start), pick(done, chosen, start)
        return StoppedRun(mean, chosen, rounds, levels)

    def _projected(self, x: Array, start: Array) -> Array:
        """Nearest point of the ball around the start."""
        if self.radius is None:
            return x
        return start + project_l2(x - start, radius=self.radius)
