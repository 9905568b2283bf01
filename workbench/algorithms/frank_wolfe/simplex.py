"""Private variance-reduced Frank-Wolfe on one simplex (convex problems).

Phase t = 1..phases is a binary tree of height h = t - 1 (module `gradient_tree`) whose 2^h leaves
are the steps k = 2^h .. 2^(h+1) - 1; v is the estimate of the leaf at the current point:

    i = argmin_i (v_i + Laplace(lam)),    x = x + 2 / (k + 1) (e_i - x)

The chosen indices are released and nothing else, so all the points are public.  A record of a right
child at depth j meets points that are at most 4 / 2^j apart: its node moves by 8 L1 / b, a root by
2 L0 / b, and a record is in at most 2^h leaves of one phase.
"""

from dataclasses import dataclass

import numpy as np

from workbench.algorithms.method import Method
from workbench.algorithms.mirror.vertex_sampling import strong_loss
from workbench.algorithms.parts.gradient_tree import GradientTree
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array, beside, unit_rows
from workbench.problems.simplex_saddle import SimplexSaddleProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateFrankWolfe(Method[SimplexSaddleProblem, Array]):
    """Laplace scale lam, number of phases, records b of a root (a multiple of 2^(phases - 1))."""

    lam: float
    phases: int
    b: int

    def __post_init__(self) -> None:
        """Check the parameters that need no data."""
        ok = 0 < self.lam < np.inf
        require(ok, "lam", self.lam, "is not positive and finite", "Choose a scale > 0.")
        require(self.phases >= 1, "phases", self.phases, "is below 1", "Run at least one phase.")
        unit = 2 ** (self.phases - 1)
        ok = self.b >= 1 and self.b % unit == 0
        rule = f"is no positive multiple of 2^(phases - 1) = {unit}"
        require(ok, "b", self.b, rule, "Every right child needs its share of records.")

    @classmethod
    def calibrated(
        cls, problem: SimplexSaddleProblem, *, n: int, phases: int, epsilon: float, delta: float
    ) -> "PrivateFrankWolfe":
        """The largest root that n records fill, and the scale that (epsilon, delta) asks for."""
        require(phases >= 1, "phases", phases, "is below 1", "Run at least one phase.")
        unit = 2 ** (phases - 1)
        b = 4 * n // (phases * (phases + 3)) // unit * unit
        rule = f"is too small for {phases} phases"
        require(b >= 1, "n", n, rule, "Run fewer phases, or collect more records.")
        loss = strong_loss(epsilon, delta, count=unit)
        return cls(lam=2 * reach(problem) / (b * loss), phases=phases, b=b)

    @property
    def records(self) -> int:
        """Records that a run uses: b phases (phases + 3) / 4.

        >>> PrivateFrankWolfe(lam=1.0, phases=2, b=2).records
        5
        """
        return self.b * self.phases * (self.phases + 3) // 4

    def bound(self, problem: SimplexSaddleProblem) -> float:
        """Bound on E F(x) - F*: steps, estimation, selection."""
        d = problem.dx
        steps = 8 * problem.Lxx / 2**self.phases
        errors = 2 * np.log(2 * d) * (problem.L0**2 + 16 * problem.Lxx**2) / self.b
        return float(steps + 2 * np.sqrt(errors) + 2 * self.lam * (1 + np.log(d)))

    def run(self, problem: SimplexSaddleProblem, curator: Curator, *, trials: int = 1) -> Array:
        """All phases; points of shape (trials, d)."""
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        rule = "is not 1: this method minimises over one simplex"
        require(problem.dy == 1, "problem.dy", problem.dy, rule, "Use PrivateMirrorDescent.")
        rule = f"is below the {self.records} records of {self.phases} phases with b = {self.b}"
        require(curator.n >= self.records, "n", curator.n, rule, "Choose a smaller b.")
        x = curator.copies(np.full(problem.dx, 1 / problem.dx), trials)
        y = curator.copies([1.0], trials)
        used, k = 0, 1
        for h in range(self.phases):
            tree = GradientTree(
                curator,
                lambda x: problem.gradient_x(beside(x, y)),
                height=h,
                b=self.b,
                first=used,
            )
            for _ in range(2**h):
                chosen = curator.noisy_max(
                    -tree.leaf(x), scale=self.lam, sensitivity=reach(problem) / self.b
                )
                x = x + 2 / (k + 1) * (unit_rows(chosen, problem.dx) - x)
                k += 1
            used += self.b * (h + 2) // 2
        return x


def reach(problem: SimplexSaddleProblem) -> float:
    """How far a record moves a node, times b: max(2 L0, 8 L1)."""
    return max(problem.spread, 8 * problem.Lxx)
