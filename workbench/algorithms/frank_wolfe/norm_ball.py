"""Noisy variance-reduced Frank-Wolfe on an l_p ball, every estimate released (convex problems).

    v[0] = g(x[0])                                    over half of the records
    v[t] = (1 - eta) (v[t-1] - g(x[t-1])) + g(x[t])    over m fresh records for both g
    x[t+1] = (1 - eta) x[t] + eta argmin_y <v[t] + noise_t, y>,      t = 0..T-1

The estimates v are secret; v[t] + noise_t is released, afresh in every step.  With the iterates
fixed, a record of v[0] moves v[t] by (1 - eta)^t 2 L0 / n0, and one of a batch by at most
(2 eta L0 + 4 eta (1 - eta) L1 D) / m, as its points are 2 eta D apart at most.  A record is in one
place but in all later releases: T releases are paid for.  Points have shape (trials, d).
"""

import math
from dataclasses import dataclass

from workbench.algorithms.method import Method
from workbench.algorithms.parts.norm_noise import Kind, NormNoise
from workbench.algorithms.parts.parameters import UP, check_convex, check_count, check_positive
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array
from workbench.problems.ball_problems import BallProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyRecursiveFrankWolfe(Method[BallProblem, Array]):
    """T steps of length eta; sigma is `multiplier` sqrt(kappa) times a release's sensitivity.

    kind: the law of the noise, "generalized" (shaped by the norm) or "gaussian"
    """

    T: int
    eta: float
    multiplier: float
    kind: Kind = "generalized"

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_count("T", self.T)
        require(0 < self.eta <= 1, "eta", self.eta, "is outside (0, 1]", "Shorten the step.")
        check_positive("multiplier", self.multiplier)

    @classmethod
    def calibrated(
        cls, *, n: int, rho: float, T: int | None = None, kind: Kind = "generalized"
    ) -> "NoisyRecursiveFrankWolfe":
        """Noise for rho-zCDP; by default T = sqrt(n) steps; eta = ln(n) / (2 T), at most 1."""
        require(n >= 2, "n", n, "is below 2", "Half of the records start the estimate.")
        check_positive("rho", rho)
        steps = math.isqrt(n) if T is None else T
        check_count("T", steps)
        eta = min(1.0, math.log(n) / (2 * steps))
        return cls(T=steps, eta=eta, multiplier=math.sqrt(steps / (2 * rho)) * UP, kind=kind)

    def batches(self, n: int) -> tuple[int, int]:
        """Records of the first estimate and of every later one."""
        first = n // 2
        many = (n - first) // max(1, self.T - 1) if self.T > 1 else n - first
        rule = f"is too small for {self.T} steps"
        require(min(first, many) >= 1, "n", n, rule, "Run fewer steps, or collect more records.")
        return first, many

    def sensitivity(self, problem: BallProblem, t: int, *, n: int) -> float:
        """How far one record moves v[t] in the dual norm, all released iterates fixed; rounded up.

        T = 1 has the first estimate only.
        """
        first, many = self.batches(n)
        L0, eta = problem.lipschitz, self.eta
        start = 2 * L0 / first * (1 - eta) ** t
        change = 4 * eta * (1 - eta) * problem.smoothness * problem.ball.radius
        return max(start, (2 * eta * L0 + change) / many if t else 0.0) * UP

    def sigma(self, problem: BallProblem, t: int, *, n: int) -> float:
        """The deviation of the noise of release t."""
        unit = NormNoise(problem.ball, self.kind).law(1.0).kappa
        return self.multiplier * math.sqrt(unit) * self.sensitivity(problem, t, n=n) * UP

    def bound(self, problem: BallProblem, *, n: int, noise: bool = True) -> float:
        """Bound on E F(x[T]) - F* by h[t+1] = (1 - eta) h[t] + 2 eta D E|e[t]| + 2 eta^2 L1 D^2.

        E|e[t]| <= sqrt(V[t]) + sqrt(square) sigma_t; V[0] = kappa 4 L0^2 / n0 and
        V[t] = (1 - eta)^2 V[t-1] + kappa 4 eta^2 (2 (1 - eta) L1 D + L0)^2 / m.
        """
        check_convex(problem)
        first, many = self.batches(n)
        made, eta = NormNoise(problem.ball, self.kind), self.eta
        L0, L1, D = problem.lipschitz, problem.smoothness, problem.ball.radius
        # one noise at a time: a generalized Gaussian vector has E|Z|_q^2 = d sigma^2 exactly
        one = problem.dimension if self.kind == "generalized" else made.square
        V = made.regularity * 4 * L0**2 / first
        fresh = made.regularity * 4 * eta**2 * (2 * (1 - eta) * L1 * D + L0) ** 2 / many
        h = 2 * L0 * D
        for t in range(self.T):
            if t:
                V = (1 - eta) ** 2 * V + fresh
            wrong = math.sqrt(V)
            if noise:
                wrong += math.sqrt(one) * self.sigma(problem, t, n=n)
            h = (1 - eta) * h + 2 * eta * D * wrong + 2 * eta**2 * L1 * D**2
        return h

    def run(self, problem: BallProblem, curator: Curator, *, trials: int = 1) -> Array:
        """All steps; points of shape (trials, d)."""
        check_count("trials", trials)
        n, eta, ball = curator.n, self.eta, problem.ball
        first, many = self.batches(n)
        noise = NormNoise(ball, self.kind)
        x = before = curator.copies(problem.start, trials)
        v = curator.secret(problem.mean_gradient(x), rows=slice(0, first))
        for t in range(self.T):
            if t:
                rows = slice(first + (t - 1) * many, first + t * many)
                there = curator.secret(problem.mean_gradient(before), rows=rows)
                v = (1 - eta) * (v - there) + curator.secret(problem.mean_gradient(x), rows=rows)
            released = curator.generalized_gaussian(
                v,
                law=noise.law(self.sigma(problem, t, n=n)),
                sensitivity=self.sensitivity(problem, t, n=n),
            )
            before, x = x, (1 - eta) * x + eta * ball.minimise(released)
        return x
