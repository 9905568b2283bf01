"""Output perturbation for sparse gradients: a regularised minimiser, noise, l_inf projection.

    x_lam = argmin F(x) + lam/2 |x|^2        over R^d, or over X
    y = x_lam + xi,                          xi ~ Laplace(sigma)^d or N(0, sigma^2)^d
    answer = nearest point to y in X, in l_inf norm

y is released.  The minimiser is a secret, and how far a record moves it is a theorem:

    l2    2 L / (lam n)                                              over any convex X
    l1    2 sqrt(2 s) L / (lam n) (2 H / lam + 1), "printed"         over R^d alone
          sqrt(s) L / (lam n) (sqrt(2 H / lam) + 2), "sharp"         over R^d alone
          2 sqrt(d) L / (lam n), "euclidean"                         over any convex X

A constrained minimiser moves further in l1 norm than the first two, by a factor of up to about
sqrt(d / 8), so with a ball X they are refused.  The minimiser is computed up to `tolerance` times
L / (lam n); the claimed sensitivity pays for both datasets' errors.
"""

import math
from dataclasses import dataclass
from typing import Literal

from workbench.algorithms.method import Method
from workbench.algorithms.parts.parameters import ESCAPE
from workbench.algorithms.parts.projections import Ball, project_linf
from workbench.algorithms.parts.vector_noise import NoiseRule, VectorNoise, calibrated_noise
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array
from workbench.problems.sparse_losses import SparseProblem

L1Rule = Literal["printed", "sharp", "euclidean"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputPerturbation(Method[SparseProblem, Array]):
    """Regularisation lam, the noise, the radius of X = {|x|_2 <= radius} (None: R^d).

    l1_rule: how the l1 sensitivity is bounded: "printed", "sharp" or "euclidean"
    tolerance: the allowed l2 distance of the computed from the true minimiser, times lam n / L
    check: refuse an l1 rule that does not hold for a constrained minimiser
    """

    lam: float
    noise: VectorNoise
    radius: float | None = None
    l1_rule: L1Rule = "printed"
    tolerance: float = 1e-6
    check: bool = True

    def __post_init__(self) -> None:
        """Check the parameters; sparsity bounds the l1 sensitivity over R^d alone."""
        _check(self.lam, self.radius, self.l1_rule, self.tolerance)
        ok = self.noise.law == "gaussian" or self.radius is None or not self.check
        ok = ok or self.l1_rule == "euclidean"
        rule = f"constrains the minimiser: the l1 rule {self.l1_rule!r} does not hold"
        way_out = f'Pass radius=None, l1_rule="euclidean" or normal noise, {ESCAPE}'
        require(ok, "radius", self.radius, rule, way_out)

    @classmethod
    def calibrated(
        cls,
        problem: SparseProblem,
        *,
        n: int,
        lam: float,
        epsilon: float,
        delta: float = 0.0,
        radius: float | None = None,
        rule: NoiseRule = "exact",
        l1_rule: L1Rule = "printed",
        tolerance: float = 1e-6,
    ) -> "OutputPerturbation":
        """The noise for (epsilon, delta); Laplace noise for delta = 0."""
        _check(lam, radius, l1_rule, tolerance)
        l1, l2 = (
            sensitivity(problem, n=n, lam=lam, norm=norm, l1_rule=l1_rule, tolerance=tolerance)
            for norm in ("l1", "l2")
        )
        noise = calibrated_noise(epsilon=epsilon, delta=delta, l1=l1, l2=l2, rule=rule)
        return cls(lam=lam, noise=noise, radius=radius, l1_rule=l1_rule, tolerance=tolerance)

    def bound(self, problem: SparseProblem, *, n: int, distance: float) -> float:
        """Bound on E F(answer) - F(x*) for every x* in X of norm at most `distance`.

        The regulariser costs lam/2 distance^2, the noise L sqrt(s) E |answer - x_lam|_inf, which
        the projection may double, and the inexact minimiser at most L + L sqrt(s) times its error.
        """
        s = problem.vectors.s
        largest = self.noise.mean_largest(problem.dimension)
        moved = largest if self.radius is None else 2 * largest
        inexact = (1 + math.sqrt(s)) * self.accuracy(problem, n=n)
        L = problem.lipschitz
        return self.lam * distance**2 / 2 + L * (math.sqrt(s) * moved + inexact)

    def accuracy(self, problem: SparseProblem, *, n: int) -> float:
        """The l2 distance of the computed from the true minimiser that is allowed."""
        return self.tolerance * problem.lipschitz / (self.lam * n)

    def run(self, problem: SparseProblem, curator: Curator, *, trials: int = 1) -> Array:
        """One release per trial, projected; shape (trials, d)."""
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        minimiser = problem.minimiser(
            trials=trials,
            lam=self.lam,
            radius=self.radius,
            accuracy=self.accuracy(problem, n=curator.n),
        )
        moved = sensitivity(
            problem,
            n=curator.n,
            lam=self.lam,
            norm=self.noise.norm,
            l1_rule=self.l1_rule,
            tolerance=self.tolerance,
        )
        noisy = self.noise.release(curator, curator.secret(minimiser), sensitivity=moved)
        return noisy if self.radius is None else project_linf(noisy, onto=Ball(self.radius))


def sensitivity(
    problem: SparseProblem,
    *,
    n: int,
    lam: float,
    norm: str,
    l1_rule: L1Rule = "printed",
    tolerance: float = 0.0,
) -> float:
    """How far one replaced record moves the minimiser, in the norm "l1" or "l2"; convex losses."""
    rule = f"of {problem.link.name!r} is not convex: nothing bounds how far a minimiser moves"
    require(problem.link.convex, "link", problem.link.name, rule, "Use a convex loss.")
    require(n >= 1, "n", n, "is below 1", "Pass the number of records.")
    L, H, s = problem.lipschitz, problem.smoothness, problem.vectors.s
    step = L / (lam * n)
    if norm == "l2":
        return 2 * step * (1 + tolerance)
    rounding = 2 * math.sqrt(problem.dimension) * tolerance * step
    if l1_rule == "euclidean":
        return 2 * math.sqrt(problem.dimension) * step * (1 + tolerance)
    if l1_rule == "printed":
        return 2 * math.sqrt(2 * s) * step * (2 * H / lam + 1) + rounding
    return math.sqrt(s) * step * (math.sqrt(2 * H / lam) + 2) + rounding


def best_lam(
    problem: SparseProblem, *, n: int, epsilon: float, delta: float, distance: float
) -> float:
    """Regularisation at which the bound over a ball of this radius is least, by the printed rule.

    (4 L / D) (s ln(2 d) ln(1.25 / delta))^(1/4) / sqrt(n epsilon); it looks at no data.
    """
    s, d = problem.vectors.s, problem.dimension
    logs = s * math.log(2 * d) * math.log(1.25 / delta)
    return float(4 * problem.lipschitz / distance * logs**0.25 / math.sqrt(n * epsilon))


def _check(lam: float, radius: float | None, l1_rule: str, tolerance: float) -> None:
    ok = 0 < lam < math.inf
    require(ok, "lam", lam, "is not positive and finite", "Choose lam > 0.")
    ok = radius is None or 0 < radius < math.inf
    require(ok, "radius", radius, "is not positive and finite", "Pass None for all of R^d.")
    ok = l1_rule in {"printed", "sharp", "euclidean"}
    require(ok, "l1_rule", l1_rule, "is unknown", 'Choose "printed", "sharp" or "euclidean".')
    ok = 0 < tolerance < 1
    require(ok, "tolerance", tolerance, "is outside (0, 1)", "Choose a small share, 1e-6 say.")
