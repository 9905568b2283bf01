"""Private mirror descent on two simplices, by sampled vertices (stochastic saddle points).

    xh[t] = mean of K vertices ~ softmax(s[t]),    yh[t] = mean of K vertices ~ softmax(r[t])
    s[t+1] = s[t] - tau grad_x F_B(xh[t], yh[t]),  r[t+1] = r[t] + tau grad_y F_B(xh[t], yh[t])

from s = r = 0, with batch t = records (t-1)B + 1 .. tB, B = floor(n / T).  The answer is the mean
of xh[t], yh[t] over t = 1..T.  Released are the vertices and nothing else: the scores s, r are
secret, the first K vertices of each block are drawn from the uniform law and free, and the batch of
round T would influence nothing, so it is not asked for.  An iterate costs O(d + K log d) beside its
gradient.  Arrays have shape (trials, dx) and (trials, dy).

With fresh=True one more vertex per block and round is drawn and never used for a gradient, and the
answer is the mean of those: given the gradients they are independent, as the error of a
mean needs.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from workbench.algorithms.method import Method
from workbench.algorithms.mirror.vertex_sampling import (
    checked_step,
    data_blocks,
    step_loss,
    uniform_scores,
    vertices,
)
from workbench.errors import require
from workbench.privacy import Curator, Secret
from workbench.privacy.arrays import Array, beside
from workbench.problems.simplex_saddle import SimplexSaddleProblem


class SimplexPair(NamedTuple):
    """Points of the two simplices, of shape (trials, dx) and (trials, dy)."""

    x: Array
    y: Array


class DualState(NamedTuple):
    """Scores (public zeros at first, then secret), running sums of the output, and the round."""

    s: Secret | Array
    r: Secret | Array
    x_sum: Array
    y_sum: Array
    t: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateMirrorDescent(Method[SimplexSaddleProblem, SimplexPair]):
    """Step size tau, T rounds, K vertices per iterate and block.

    fresh: answer vertices that no gradient was taken at (see the head of the module)
    """

    tau: float
    T: int
    K: int
    fresh: bool = False

    def __post_init__(self) -> None:
        """Check the parameters that need no data."""
        ok = 0 < self.tau < np.inf
        require(ok, "tau", self.tau, "is not positive and finite", "Choose a step size > 0.")
        require(self.T >= 1, "T", self.T, "is below 1", "Run at least one round.")
        require(self.K >= 1, "K", self.K, "is below 1", "Draw at least one vertex per iterate.")

    @classmethod
    def calibrated(
        cls,
        problem: SimplexSaddleProblem,
        *,
        n: int,
        T: int,
        K: int,
        epsilon: float,
        delta: float,
        accounting: str = "strong",
        largest: float = np.inf,
        fresh: bool = False,
    ) -> "PrivateMirrorDescent":
        """The largest step size that (epsilon, delta) pays for, or `largest` if that is smaller.

        `accounting` is "strong" (strong composition over all blocks * T * K vertices) or "zcdp"
        (bounded range, and T - 1 rounds).  `largest` is where the utility bound wants tau,
        sqrt(2 l / (5 T)) / L0.
        """
        batch = batch_size(n, T)
        per_round = data_blocks(problem) * (K + fresh)
        loss = step_loss(accounting, epsilon, delta, strong=T * per_round, zcdp=(T - 1) * per_round)
        tau = checked_step(min(largest, loss * batch / (2 * problem.spread)))
        return cls(tau=tau, T=T, K=K, fresh=fresh)

    def init(self, problem: SimplexSaddleProblem, curator: Curator, trials: int) -> DualState:
        """Uniform on both simplices."""
        x, y = (uniform_scores(curator, trials, width) for width in (problem.dx, problem.dy))
        return DualState(x, y, x, y, 0)

    def step(self, state: DualState, problem: SimplexSaddleProblem, curator: Curator) -> DualState:
        """One round: vertices of both blocks, then both gradients at them on a fresh batch."""
        batch = batch_size(curator.n, self.T)
        moved = self.tau * problem.spread / batch
        x = vertices(curator, state.s, count=self.K, sensitivity=moved)
        y = vertices(curator, state.r, count=self.K, sensitivity=moved)
        out = (x, y)
        if self.fresh:
            out = (
                vertices(curator, state.s, count=1, sensitivity=moved),
                vertices(curator, state.r, count=1, sensitivity=moved),
            )
        s, r, t = state.s, state.r, state.t
        if t < self.T - 1:
            rows = slice(t * batch, (t + 1) * batch)
            points = beside(x, y)
            s = -self.tau * curator.secret(problem.gradient_x(points), rows=rows) + s
            r = self.tau * curator.secret(problem.gradient_y(points), rows=rows) + r
        return DualState(s, r, state.x_sum + out[0], state.y_sum + out[1], t + 1)

    def run(
        self, problem: SimplexSaddleProblem, curator: Curator, *, trials: int = 1
    ) -> SimplexPair:
        """T rounds; the mean of the released vertices."""
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        batch_size(curator.n, self.T)
        state = self.init(problem, curator, trials)
        for _ in range(self.T):
            state = self.step(state, problem, curator)
        return SimplexPair(state.x_sum / self.T, state.y_sum / self.T)


def batch_size(n: int, T: int) -> int:
    """B = floor(n / T), where every round gets records of its own.

    >>> batch_size(7, 3)
    2
    """
    require(T >= 1, "T", T, "is below 1", "Run at least one round.")
    rule = f"is above n = {n}: a round would have no record of its own"
    require(T <= n, "T", T, rule, "Run at most n rounds, or collect more records.")
    return n // T
