"""Noisy variance-reduced Frank-Wolfe on an l_p ball, along binary trees (convex problems).

Phase t = 1..phases is a complete binary tree of depth t, visited in depth-first order; its 2^t
leaves are steps.  A node s of depth j keeps the iterate X[s] of its first visit and a release G[s]:

    root           G = mean of grad f(X[s]) over b records                               + noise_0
    right child    G = G[parent] + mean over b / 2^j records of
                       grad f(X[s]) - grad f(X[parent])                                   + noise_1
    left child     X, G of its parent
    leaf           x = (1 - eta_k) x + eta_k argmin_y <G, y>,  eta_k = 2 / (k + 2),  k = 0, 1, ..

Records are fresh at every node and used there only, so the cost of the run is that of one node; all
leaves are post-processing.  A root moves by 2 L0 / b; a right child of depth j meets points that
are at most 2^(2-j) D apart, and moves by 8 L1 D / b.  k counts on through the phases.
"""

import math
from dataclasses import dataclass

from workbench.algorithms.method import Method
from workbench.algorithms.parts.gradient_tree import batches, largest_root, records_used
from workbench.algorithms.parts.norm_noise import Kind, NormNoise
from workbench.algorithms.parts.parameters import UP, check_convex, check_count, check_positive
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array
from workbench.problems.ball_problems import BallProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyTreeFrankWolfe(Method[BallProblem, Array]):
    """Phases, records b of a root, deviations of the noise of roots and of right children.

    phases: the number of trees, each twice as wide as the last
    b: records of a root, a multiple of 2^phases
    sigma_root, sigma_child: deviations of the noise on roots and on right children
    kind: the law of the noise, "generalized" (shaped by the norm) or "gaussian"
    """

    phases: int
    b: int
    sigma_root: float
    sigma_child: float
    kind: Kind = "generalized"

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_count("phases", self.phases)
        unit = 2**self.phases
        ok = self.b >= 1 and self.b % unit == 0
        rule = f"is no positive multiple of 2^phases = {unit}"
        require(ok, "b", self.b, rule, "Every right child needs its share of records.")
        check_positive("sigma_root", self.sigma_root)
        check_positive("sigma_child", self.sigma_child)

    @classmethod
    def calibrated(
        cls,
        problem: BallProblem,
        *,
        n: int,
        rho: float,
        phases: int | None = None,
        kind: Kind = "generalized",
    ) -> "NoisyTreeFrankWolfe":
        """Noise for rho-zCDP and the largest root that n records fill.

        By default about log2(n) / 2 phases, fewer where n is too small for them.
        """
        most = next((k for k in range(n.bit_length() // 2, 1, -1) if largest_root(n, k)), 1)
        count = most if phases is None else phases
        check_count("phases", count)
        b = largest_root(n, count)
        rule = f"is too small for {count} phases"
        require(b >= 1, "n", n, rule, "Run fewer phases, or collect more records.")
        made = NormNoise(problem.ball, kind)
        moved = node_sensitivities(problem, b)
        return cls(
            phases=count,
            b=b,
            sigma_root=made.deviation(moved[0], rho=rho),
            # without curvature no right child says anything
            sigma_child=made.deviation(moved[1] or moved[0], rho=rho),
            kind=kind,
        )

    @property
    def records(self) -> int:
        """Records that a run uses: b (phases + phases (phases + 1) / 4).

        >>> NoisyTreeFrankWolfe(phases=2, b=64, sigma_root=1.0, sigma_child=1.0).records
        224
        """
        return records_used(self.phases, self.b)

    def bound(self, problem: BallProblem, *, noise: bool = True) -> float:
        """8 L1 D^2/(2^(phases+1) - 1) + 2 D (sampling + noise), on E F(x) - F*.

        sampling^2 = kappa (4 L0^2 + 64 L1^2 D^2)/b, noise^2 = square (sigma_0^2 + phases sigma_1^2)
        as at most one right child of each depth is above a leaf.
        """
        check_convex(problem)
        made = NormNoise(problem.ball, self.kind)
        L0, L1, D = problem.lipschitz, problem.smoothness, problem.ball.radius
        steps = 8 * L1 * D**2 / (2 ** (self.phases + 1) - 1)
        sampling = made.regularity * (4 * L0**2 + 64 * (L1 * D) ** 2) / self.b
        noisy = made.square * (self.sigma_root**2 + self.phases * self.sigma_child**2)
        return steps + 2 * D * (math.sqrt(sampling) + (math.sqrt(noisy) if noise else 0.0))

    def run(self, problem: BallProblem, curator: Curator, *, trials: int = 1) -> Array:
        """All phases; points of shape (trials, d)."""
        check_count("trials", trials)
        rule = f"is below the {self.records} records of {self.phases} phases with b = {self.b}"
        require(curator.n >= self.records, "n", curator.n, rule, "Choose a smaller b.")
        made, moved = NormNoise(problem.ball, self.kind), node_sensitivities(problem, self.b)
        root, child = made.law(self.sigma_root), made.law(self.sigma_child)
        x = curator.copies(problem.start, trials)
        used, k = 0, 0
        for depth in range(1, self.phases + 1):
            path: list[tuple[Array, Array]] = []  # (X, G) from the root to the current leaf
            for j, rows in batches(depth, self.b, used):
                g = curator.secret(problem.mean_gradient(x), rows=rows)
                if j == 0:
                    G = curator.generalized_gaussian(g, law=root, sensitivity=moved[0])
                else:
                    point, above = path[j - 1]
                    change = g - curator.secret(problem.mean_gradient(point), rows=rows)
                    G = above
                    if moved[1]:
                        G = above + curator.generalized_gaussian(
                            change, law=child, sensitivity=moved[1]
                        )
                path[j:] = [(x, G)] * (depth + 1 - j)
                eta = 2 / (k + 2)
                x = (1 - eta) * x + eta * problem.ball.minimise(G)
                used, k = rows.stop, k + 1
        return x


def node_sensitivities(problem: BallProblem, b: int) -> tuple[float, float]:
    """How far a record moves a root, 2 L0 / b, and a right child, 8 L1 D / b, rounded up."""
    up = UP / b
    return 2 * problem.lipschitz * up, 8 * problem.smoothness * problem.ball.radius * up
