"""Anytime private mirror descent on one simplex, with lazily refreshed samples (convex problems).

    if t <= kappa or kappa divides t:   xh = mean of K vertices ~ x[t]
    G = G + t grad F_B(xh),   w[t+1] = softmax(-tau G),
    x[t+1] = (A[t] x[t] + (t+1) w[t+1]) / A[t+1],     A[t] = t (t + 1) / 2

from w[1] = x[1] uniform, with batch t = records (t-1)B + 1 .. tB, B = floor(n / T); the answer is
the mean of K fresh vertices ~ x[T].  Released are the sampled vertices; G, w, x are secret.  The
batch changes at every step, the point xh only when it is refreshed.

One record moves G by at most T 2 L0 / B, each log w[t] by twice tau times that, and so log x[t],
a fixed mixture: 4 tau T L0 / B.  A vertex is charged as a softmax of scores log x[t], at twice that
(half is enough, as the scores are normalised already).
"""

from dataclasses import dataclass

import numpy as np

from workbench.algorithms.method import Method
from workbench.algorithms.mirror.mirror_descent import batch_size
from workbench.algorithms.mirror.vertex_sampling import (
    checked_step,
    step_loss,
    uniform_scores,
    vertices,
)
from workbench.errors import require
from workbench.privacy import Curator, Secret
from workbench.privacy.arrays import ULP, Array, beside, namespace, row_max, row_sum
from workbench.problems.simplex_saddle import SimplexSaddleProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AnytimeMirrorDescent(Method[SimplexSaddleProblem, Array]):
    """Step size tau, T rounds, K vertices per sample, refreshed every kappa rounds."""

    tau: float
    T: int
    K: int
    kappa: int

    def __post_init__(self) -> None:
        """Check the parameters that need no data."""
        ok = 0 < self.tau < np.inf
        require(ok, "tau", self.tau, "is not positive and finite", "Choose a step size > 0.")
        require(self.T >= 1, "T", self.T, "is below 1", "Run at least one round.")
        require(self.K >= 1, "K", self.K, "is below 1", "Draw at least one vertex per sample.")
        ok = 1 <= self.kappa <= self.T
        require(ok, "kappa", self.kappa, f"is outside 1..T = {self.T}", "Try the root of T.")

    @classmethod
    def calibrated(
        cls,
        problem: SimplexSaddleProblem,
        *,
        n: int,
        T: int,
        K: int,
        kappa: int,
        epsilon: float,
        delta: float,
        accounting: str = "strong",
        largest: float = np.inf,
    ) -> "AnytimeMirrorDescent":
        """The largest step size that (epsilon, delta) pays for, or `largest` if that is smaller.

        `accounting` is "strong" (strong composition over all samples, each charged as a softmax of
        log x[t]) or "zcdp" (bounded range; the first sample is free, and the second factor two is
        not paid: a pure loss e is e^2/2 as well).
        """
        batch = batch_size(n, T)
        data = K * (kappa + (T - 1) // kappa - 1)
        drawn = K * (kappa + T // kappa)
        loss = step_loss(accounting, epsilon, delta, strong=drawn, zcdp=data)
        tau = checked_step(min(largest, loss * batch / (4 * T * problem.spread)))
        return cls(tau=tau, T=T, K=K, kappa=kappa)

    @property
    def samplings(self) -> int:
        """So often, at most, K vertices are drawn: kappa + floor(T / kappa)."""
        return self.kappa + self.T // self.kappa

    def run(self, problem: SimplexSaddleProblem, curator: Curator, *, trials: int = 1) -> Array:
        """T rounds; points of shape (trials, d)."""
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        rule = "is not 1: this method minimises over one simplex"
        require(problem.dy == 1, "problem.dy", problem.dy, rule, "Use PrivateMirrorDescent.")
        batch = batch_size(curator.n, self.T)
        moved = 2 * self.tau * self.T * problem.spread / batch
        # a softmax, its mixture and its logarithm keep their relative accuracy in each coordinate
        size = 64 + 8 * self.T + 8 * self.tau * self.T**2 * problem.L0
        rounding = problem.dx * ULP * size
        scores: Secret | Array = uniform_scores(curator, trials, problem.dx)
        x: Secret | Array = scores + 1 / problem.dx
        G: Secret | None = None
        sample, y = scores, curator.copies([1.0], trials)
        for t in range(1, self.T):
            if t <= self.kappa or t % self.kappa == 0:
                sample = vertices(curator, scores, count=self.K, sensitivity=moved)
            query = problem.gradient_x(beside(sample, y))
            rows = slice((t - 1) * batch, t * batch)
            gradient = t * curator.secret(query, rows=rows)
            G = gradient if G is None else G + gradient
            w = (-self.tau * G).map(softmax, rounding=rounding)
            weight = t * (t + 1) / 2
            mixture = (w * (t + 1) + weight * x) * (1 / (weight + t + 1))
            x, scores = mixture, mixture.map(logarithm, rounding=rounding)
        return vertices(curator, scores, count=self.K, sensitivity=moved)


def softmax(scores: Array) -> Array:
    """Weights proportional to exp(scores), row by row."""
    xp = namespace(scores)
    weights = xp.exp(scores - row_max(scores))
    return weights / row_sum(weights)


def logarithm(weights: Array) -> Array:
    """Scores of which the weights are the softmax."""
    return namespace(weights).log(weights)
