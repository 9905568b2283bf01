"""Private mirror descent with bias-reduced gradients and random stopping (saddle points).

A gradient at the mean of vertices is biased.  With level N, drawn with chance p_N ~ 2^-N on 0..M,
2^(N+1) pairs of vertices, z+ their mean, zO and zE the means of two disjoint halves, X_1 one pair,

    G = (1 / p_N) (g(z+) - (g(zO) + g(zE)) / 2) + g(X_1)

has the bias of 2^(M+1) vertices and needs few: the difference is small where the weight is large.
g is the mean gradient over alpha 2^N fresh records, alpha = floor(n / U).  The loop is

    while s <= U - 2^M:     draw N, G;   dual scores move by tau G;   s += 2^N

and the test comes BEFORE the draw: then sum 2^N <= U surely, at most alpha U <= n records and 6 U
vertices per run are used, and Wald's identity holds.  One more vertex per block and round is drawn
that no gradient uses; the answer is the mean of those.  The levels are public.

With budgeted=True the curator's privacy filter is asked before each round, once the level is known,
whether 2 (2^(N+1) + 1) vertices may still be paid for; a refusal ends the run.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
from workbench.privacy.arrays import Array, Ints, beside
from workbench.problems.simplex_saddle import SimplexSaddleProblem

Flags = NDArray[np.bool_]


class StoppedPair(NamedTuple):
    """Points (trials, dx), (trials, dy); rounds, spent units and vertices per block, (trials,).

    x, y: the answers of both players
    """

    x: Array
    y: Array
    rounds: Ints
    spent: Ints
    vertices: Ints


class Draws(NamedTuple):
    """Of one block: one vertex, the two disjoint halves' means, and the output vertex."""

    first: Array
    odd: Array
    even: Array
    out: Array


def level_chances(M: int) -> Array:
    """p_0..p_M, proportional to 2^-k.

    >>> level_chances(1).round(4).tolist()
    [0.6667, 0.3333]
    """
    weights = 0.5 ** np.arange(M + 1)
    return np.asarray(weights / weights.sum())


def weight_per_record(M: int) -> float:
    """Largest |G| of one record, divided by L0 and by the 2^N that its batch grows with.

    It is (2 / p_N + 1) / 2^N, but 1 / p_0 + 1 at level 0, where X_1 is one of the halves and partly
    cancels.  All of them are below 4.5.

    >>> [round(weight_per_record(M), 2) for M in (0, 1, 3, 8)]
    [2.0, 3.5, 4.25, 4.49]
    """
    p = level_chances(M)
    return float(max([1 / p[0] + 1, *((2 / p[k] + 1) / 2**k for k in range(1, M + 1))]))


@dataclass(frozen=True, slots=True, kw_only=True)
class DebiasedMirrorDescent(Method[SimplexSaddleProblem, StoppedPair]):
    """Step size tau, budget of units U, highest level M.

    budgeted: a filter of the curator stops trials, in place of the plan alone
    """

    tau: float
    U: int
    M: int
    budgeted: bool = False

    def __post_init__(self) -> None:
        """Check the parameters that need no data."""
        ok = 0 < self.tau < np.inf
        require(ok, "tau", self.tau, "is not positive and finite", "Choose a step size > 0.")
        require(self.M >= 0, "M", self.M, "is negative", "Choose the highest level, 0 or more.")
        ok = 2**self.M <= self.U / 2
        require(ok, "2^M", 2**self.M, f"is above U / 2 = {self.U / 2}", "Raise U, or lower M.")

    @classmethod
    def calibrated(
        cls,
        problem: SimplexSaddleProblem,
        *,
        n: int,
        U: int,
        M: int,
        epsilon: float,
        delta: float,
        accounting: str = "strong",
        largest: float = np.inf,
        budgeted: bool = False,
    ) -> "DebiasedMirrorDescent":
        """The largest step size that (epsilon, delta) pays for, or `largest` if that is smaller.

        `accounting` is "strong" (strong composition over 6 U vertices, weight 4.5) or "zcdp"
        (bounded range, the weight of this M, and a first round that is free: it spends a unit).
        """
        blocks = data_blocks(problem)
        loss = step_loss(accounting, epsilon, delta, strong=6 * U, zcdp=3 * blocks * (U - 1))
        weight = 4.5 if accounting == "strong" else weight_per_record(M)
        tau = min(largest, loss * _units(n, U) / (2 * weight * problem.spread))
        return cls(tau=checked_step(tau), U=U, M=M, budgeted=budgeted)

    def sensitivity(self, problem: SimplexSaddleProblem, n: int) -> float:
        """How far one record moves a dual score."""
        return self.tau * weight_per_record(self.M) * problem.spread / _units(n, self.U)

    def run(
        self, problem: SimplexSaddleProblem, curator: Curator, *, trials: int = 1
    ) -> StoppedPair:
        """Rounds until no trial may go on; trials that stopped keep their answer."""
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        p = level_chances(self.M)
        alpha = _units(curator.n, self.U)
        moved = self.sensitivity(problem, curator.n)
        x_sum = uniform_scores(curator, trials, problem.dx)
        y_sum = uniform_scores(curator, trials, problem.dy)
        r: Secret | Array = x_sum
        q: Secret | Array = y_sum
        s = np.zeros(trials, dtype=np.int64)
        rounds, used = s.copy(), s.copy()
        running = s <= self.U - 2**self.M
        while running.any():
            level = curator.truncated_geometric(p=0.5, top=self.M, trials=trials)
            x, y, running = self._draw(curator, (r, q), level, moved, running)
            x_sum, y_sum = x_sum + x.out, y_sum + y.out
            rows = _rows(alpha, s, level, self.M, curator.n)
            going = np.where(running, 1.0, 0.0)[:, None]
            scale, weight = curator.array(going), curator.array(going / p[level][:, None])
            for at_x, at_y, factor in (
                ((x.odd + x.even) / 2, (y.odd + y.even) / 2, weight),
                (x.odd, y.odd, -weight / 2),
                (x.even, y.even, -weight / 2),
                (x.first, y.first, scale),
            ):
                points, move = beside(at_x, at_y), self.tau * factor
                r = curator.secret(problem.gradient_x(points), rows=rows) * -move + r
                q = curator.secret(problem.gradient_y(points), rows=rows) * move + q
            s = s + np.where(running, 2**level, 0)
            used = used + np.where(running, 2 ** (level + 1) + 1, 0)
            rounds = rounds + running
            running = running & (s <= self.U - 2**self.M)
        many = curator.array(np.maximum(rounds, 1.0)[:, None])
        return StoppedPair(x_sum / many, y_sum / many, rounds, s, used)

    def _draw(
        self,
        curator: Curator,
        scores: tuple[Secret | Array, Secret | Array],
        level: Ints,
        moved: float,
        running: Flags,
    ) -> tuple[Draws, Draws, Flags]:
        """The vertices of both blocks, level by level; trials that the filter refuses stop."""
        nothing = [uniform_scores(curator, *block.shape) for block in scores]
        parts = [[0 * none for _ in range(4)] for none in nothing]
        public = not any(isinstance(block, Secret) for block in scores)
        for k in np.unique(level[running]).tolist():
            active, half = running & (level == k), 2**k
            if self.budgeted and not public:
                cost, count = 2 * moved, 2 * (2 * half + 1)
                granted = curator.may_spend(epsilon=cost, count=count, active=active)
                running, active = running & (granted | ~active), granted & active
            here = curator.array(active[:, None].astype(np.float64))
            for block, none, part in zip(scores, nothing, parts, strict=True):
                first, even, rest, out = (
                    here * vertices(curator, block, count=count, sensitivity=moved, active=active)
                    if count
                    else none
                    for count in (1, half, half - 1, 1)
                )
                odd = (first + (half - 1) * rest) / half
                for total, new in zip(part, (first, odd, even, out), strict=True):
                    total += new
        return Draws(*parts[0]), Draws(*parts[1]), running


def _units(n: int, U: int) -> int:
    """Alpha = floor(n / U), where every unit has a record."""
    require(U <= n, "U", U, f"is above n = {n}: a unit would have no record", "Lower U.")
    return n // U


def _rows(alpha: int, s: Ints, level: Ints, M: int, n: int) -> Ints:
    """Rows alpha s .. alpha (s + 2^level) - 1 of each trial, repeated to equal length.

    Every row of a trial is repeated equally often, so that means are means over the batch.
    """
    places = np.arange(alpha * 2**M) % (alpha * 2**level)[:, None]
    return np.minimum(alpha * s[:, None] + places, n - 1)
