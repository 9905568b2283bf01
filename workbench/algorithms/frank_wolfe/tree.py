"""Private variance-reduced Frank-Wolfe over vertices: one gradient tree per phase, in one pass.

Phase t = 1..T is a tree of height t (module `gradient_tree`); at each of its 2^t leaves, with the
estimate G of that leaf at the current point,

    v = argmin over v in V of (<G, v> + Z_v),    Z_v ~ Laplace(scales[t-1])
    x = (1 - eta) x + eta v,    eta = 2 / (k + 2),    k = 0, 1, .. through all the phases

Released are the vertices.  In phase t the steps are shorter than 2^(1-t) times the diameter 2 D, so
the points that a right child at depth j compares are at most 2^(2-j) D apart.  Replacing a record

    of a root       moves a score by 2 L0 D / b      in 2^t leaves,
    at depth j > 0  moves a score by 8 L1 D^2 / b    in 2^(t-j) leaves,

and a record is in one node of one phase.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.algorithms.frank_wolfe.vertex_choice import (
    ConstrainedProblem,
    PartialAccountant,
    check_scale,
    choice_loss,
    choose,
    harmonic,
    log_functionals,
    moved,
    starts,
    vertex_set,
)
from workbench.algorithms.method import Method
from workbench.algorithms.parts.gradient_tree import (
    GradientTree,
    largest_root,
    records_used,
    rows_at_depth,
)
from workbench.algorithms.parts.parameters import check_convex
from workbench.errors import require
from workbench.privacy import AccountingCurator, Curator
from workbench.privacy.arrays import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeFrankWolfe(Method[ConstrainedProblem, Array]):
    """Laplace scale of every phase, and the records b of a root: a multiple of 2^T."""

    scales: tuple[float, ...]
    b: int

    def __post_init__(self) -> None:
        """Check the parameters that need no data."""
        require(self.T >= 1, "T", self.T, "is below 1", "Run at least one phase.")
        for scale in self.scales:
            check_scale("scale", scale)
        ok = self.b >= 1 and self.b % 2**self.T == 0
        rule = f"is no positive multiple of 2^T = {2**self.T}"
        require(ok, "b", self.b, rule, "Every right child needs its share of records.")

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
    ) -> "TreeFrankWolfe":
        """The largest roots that n records fill, and the scales that (epsilon, delta) asks for.

        T is where the bound is least, if not given; `sharp`: see `choice_loss`.
        """
        budget = (epsilon, delta, sharp)
        if T is not None:
            return cls._planned(problem, n, budget, T)
        fitting = [t for t in range(1, n.bit_length()) if largest_root(n, t)]
        require(bool(fitting), "n", n, "is too small for a phase", "Collect 3 records.")
        plans = (cls._planned(problem, n, budget, t) for t in fitting)
        return min(plans, key=lambda plan: plan.bound(problem))

    @classmethod
    def _planned(
        cls, problem: ConstrainedProblem, n: int, budget: tuple[float, float, bool], T: int
    ) -> "TreeFrankWolfe":
        require(T >= 1, "T", T, "is below 1", "Run at least one phase.")
        b = largest_root(n, T)
        rule = f"is too small for {T} phases"
        require(b >= 1, "n", n, rule, "Run fewer phases, or collect more records.")
        D = problem.feasible.radius
        # depth j has the shift of depth 1 in 2^(1-j) times as many leaves: depth 1 decides
        epsilon, delta, sharp = budget
        below = 4 if delta == 0 else 4 * np.sqrt(2)
        shift = D * max(2 * problem.L0, below * problem.L1 * D) / b
        losses = [choice_loss(epsilon, delta, count=2**t, sharp=sharp) for t in range(1, T + 1)]
        return cls(scales=tuple(float(2 * shift / loss) for loss in losses), b=b)

    @property
    def T(self) -> int:
        """Number of phases."""
        return len(self.scales)

    @property
    def records(self) -> int:
        """Records that a run uses: b (T + T (T + 1) / 4).

        >>> TreeFrankWolfe(scales=(1.0, 1.0), b=64).records
        224
        """
        return records_used(self.T, self.b)

    def shift(self, problem: ConstrainedProblem, depth: int | None) -> float:
        """How far a record of a node at this depth (None: at any) moves a score."""
        D = problem.feasible.radius
        root, below = 2 * problem.L0 * D / self.b, 8 * problem.L1 * D**2 / self.b
        return max(root, below) if depth is None else below if depth else root

    def terms(self, problem: ConstrainedProblem) -> tuple[float, ...]:
        """Terms of the bound: steps, estimation, choices."""
        check_convex(problem)
        feasible = vertex_set(problem)
        D, L0, L1 = feasible.radius, problem.L0, problem.L1
        variance = 2 * log_functionals(feasible) * (L0**2 + 16 * L1**2 * D**2) / self.b
        noise = max(self.scales) * harmonic(feasible.size) if feasible.size > 1 else 0.0
        steps = 8 * L1 * D**2 / (2 ** (self.T + 1) - 1)
        return steps, float(2 * D * np.sqrt(variance)), noise

    def bound(self, problem: ConstrainedProblem) -> float:
        """Bound on E F(x) - F* for convex losses."""
        return sum(self.terms(problem))

    def run(
        self,
        problem: ConstrainedProblem,
        curator: Curator,
        *,
        trials: int = 1,
        start: Array | None = None,
        depth: int | None = None,
    ) -> Array:
        """All phases; points of shape (trials, d).

        With `depth` the claims are those for records of nodes at this depth only, which is what
        `cost` accounts: neighbours that differ elsewhere may break them.
        """
        feasible = vertex_set(problem)
        x = starts(feasible, curator, trials, start)
        rule = f"is below the {self.records} records of {self.T} phases with b = {self.b}"
        require(curator.n >= self.records, "n", curator.n, rule, "Choose a smaller b.")
        used, k, shift = 0, 0, self.shift(problem, depth)
        for t, scale in enumerate(self.scales, start=1):
            tree = GradientTree(curator, problem.mean_gradient, height=t, b=self.b, first=used)
            for _ in range(2**t):
                v = choose(curator, feasible, tree.leaf(x), scale=scale, sensitivity=shift)
                x = moved(x, v, 2 / (k + 2))
                k += 1
            used += self.b * (t + 2) // 2
        return x

    def cost(
        self,
        problem: ConstrainedProblem,
        *,
        n: int,
        rng: np.random.Generator | None = None,
        depth: int | None = None,
        **options: Any,  # noqa: ANN401 - what `run` takes
    ) -> AccountingCurator:
        """The reading for those of n records that are in nodes at one `depth`, to be given."""
        ok = depth is not None and 0 <= depth <= self.T
        require(ok, "depth", depth, f"is outside 0..T = {self.T}", "Choose one, or ask `costs`.")
        assert depth is not None
        rows = rows_at_depth(range(1, self.T + 1), self.b, depth, n=max(n, self.records))
        accountant = PartialAccountant(n=n, rows=rows[:n])
        if depth == 0 or problem.L1 > 0:  # linear losses: nothing moves below the roots
            self.run(problem, accountant, depth=depth, **options)
        return accountant

    def costs(self, problem: ConstrainedProblem, *, n: int) -> list[AccountingCurator]:
        """The readings for all depths; the privacy loss is the largest."""
        return [self.cost(problem, n=n, depth=depth) for depth in range(self.T + 1)]
