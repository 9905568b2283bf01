"""Noisy projected gradient descent over all records, in a Euclidean ball (convex problems).

    x[t+1] = project(x[t] - eta (g[t] + N(0, sigma^2 I))),   x[0] = start,   answer (1/T) sum x[t]

g[t] is the mean gradient over all n records, t = 0..T-1; each g[t] plus noise is released, a record
moves it by at most 2 L0 / n.  The bound on the population risk has three parts: the regret with
noise, and the uniform stability of the average, 2 L0 eta (T - 1) / (2 n), for eta <= 2 / L1 (the
two runs share their noise; the steps are then non-expansive).  Points have shape (trials, d).
"""

import math
from dataclasses import dataclass

import numpy as np

from workbench.algorithms.method import Method
from workbench.algorithms.parts.ball_checks import check_euclidean
from workbench.algorithms.parts.parameters import UP, check_convex, check_count, check_positive
from workbench.errors import require
from workbench.privacy import Curator, project_l2_ball
from workbench.privacy.arrays import Array
from workbench.problems.ball_problems import BallProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyProjectedDescent(Method[BallProblem, Array]):
    """Step size eta, deviation sigma of the noise, T steps."""

    eta: float
    sigma: float
    T: int

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_positive("eta", self.eta)
        check_positive("sigma", self.sigma)
        check_count("T", self.T)

    @classmethod
    def calibrated(
        cls, problem: BallProblem, *, n: int, T: int, rho: float
    ) -> "NoisyProjectedDescent":
        """Noise for rho-zCDP, and the best step: bound L0 D sqrt(2/n + 2d/(n^2 rho) + 1/T).

        T has to be so large that the step is at most 2 / L1.
        """
        check_euclidean(problem)
        check_count("T", T)
        check_count("n", n)
        check_positive("rho", rho)
        L0, D, d = problem.lipschitz, problem.ball.radius, problem.dimension
        length = D / (L0 * math.sqrt(2 * (1 / (2 * T) + d / (n**2 * rho) + 1 / n)))
        method = cls(eta=length / T, sigma=2 * L0 / n * math.sqrt(T / (2 * rho)) * UP, T=T)
        method._check_step(problem)
        return method

    def _check_step(self, problem: BallProblem) -> None:
        edge = 2 / problem.smoothness if problem.smoothness else np.inf
        rule = f"is above 2 / L1 = {edge:g}: two runs would drift apart"
        require(self.eta <= edge, "eta", self.eta, rule, "Run more steps, or shorter ones.")

    def bound(self, problem: BallProblem, *, n: int) -> float:
        """D^2/(2 eta T) + eta (L0^2 + d sigma^2)/2 + L0^2 eta T/n, on E F(answer) - F*.

        It needs |start - x*| <= D, eta <= 2 / L1, and n independent records.
        """
        check_euclidean(problem)
        check_convex(problem)
        self._check_step(problem)
        L0, d = problem.lipschitz, problem.dimension
        far = problem.ball.radius + float(np.sqrt((problem.start**2).sum()))
        regret = far**2 / (2 * self.eta * self.T) + self.eta * (L0**2 + d * self.sigma**2) / 2
        return regret + L0**2 * self.eta * self.T / n

    def run(self, problem: BallProblem, curator: Curator, *, trials: int = 1) -> Array:
        """T steps; answers of shape (trials, d)."""
        check_euclidean(problem)
        check_count("trials", trials)
        x = curator.copies(problem.start, trials)
        total = 0 * x
        for _ in range(self.T):
            total += x
            noisy = curator.gaussian(
                problem.mean_gradient(x),
                sigma=self.sigma,
                sensitivity=2 * problem.lipschitz / curator.n,
            )
            x = project_l2_ball(x - self.eta * noisy, radius=problem.ball.radius)
        return total / self.T
