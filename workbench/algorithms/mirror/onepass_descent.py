"""Stochastic mirror descent in one pass, in the geometry of l_p, 1 < p <= 2 (convex problems).

    theta[t+1] = clip(theta[t] - eta (grad f(x[t], z_t) + N(0, sigma^2 I))),   theta[1] = 0
    x[t] = grad h*(theta[t]):   x_j = sign(theta_j) |theta_j|^(q-1) |theta|_q^(2-q)
    answer (1/n) sum of x[1..n]

for h = |x|_p^2 / 2 on |x|_p <= D; clip scales theta to |theta|_q <= D.  That is the exact minimiser
of eta <g, x> + D_h(x, x[t]) over the ball: h grows with the length alone, so only the length is
cut.  h is (p-1)-strongly convex, and h(x*) - h(x[1]) <= D^2 / 2.

Record t is used in step t and nowhere else: its noisy gradient is released.  Under a curator
without noise this is the baseline that is not private; its bound is that of sigma = 0.
"""

import math
from dataclasses import dataclass

import numpy as np

from workbench.algorithms.method import Method
from workbench.algorithms.parts.norm_noise import NormNoise
from workbench.algorithms.parts.parameters import check_convex, check_count, check_positive
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array, namespace
from workbench.problems.ball_problems import BallProblem
from workbench.problems.feasible_sets import LpBall
from workbench.problems.norms import norm_gradient, power_norm


def uniformly_convex(ball: LpBall) -> float:
    """The modulus p - 1 of |x|_p^2 / 2, where 1 < p <= 2.

    >>> uniformly_convex(LpBall(3, 1.5, 1.0))
    0.5
    """
    rule = "is above 2: half the squared norm is not strongly convex"
    require(ball.p <= 2, "problem.ball.p", ball.p, rule, "Use p in (1, 2].")
    return 1.0 if ball.dimension == 1 else ball.p - 1


def mirrored(theta: Array, q: float) -> Array:
    """Gradient of |theta|_q^2 / 2, shape (trials, d); zero at zero.

    >>> mirrored(np.array([[3.0, -4.0]]), 2.0).round(12).tolist()
    [[3.0, -4.0]]
    """
    gradient, size = norm_gradient(theta, q)
    return size * gradient


def clipped(theta: Array, ball: LpBall) -> Array:
    """Rows scaled to dual norm at most D."""
    size = power_norm(theta, ball.q)[:, None]
    return theta * (ball.radius / namespace(size).clip(size, min=ball.radius))


@dataclass(frozen=True, slots=True, kw_only=True)
class OnePassMirrorDescent(Method[BallProblem, Array]):
    """Step size eta, deviation sigma of the noise on every record's gradient."""

    eta: float
    sigma: float

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_positive("eta", self.eta)
        check_positive("sigma", self.sigma)

    @classmethod
    def calibrated(cls, problem: BallProblem, *, n: int, rho: float) -> "OnePassMirrorDescent":
        """Noise for rho-zCDP; the step is the best one for its bound."""
        check_count("n", n)
        check_positive("rho", rho)
        modulus = uniformly_convex(problem.ball)
        noise = NormNoise(problem.ball, "gaussian")
        sigma = noise.deviation(2 * problem.lipschitz, rho=rho)
        square = problem.lipschitz**2 + noise.regularity * noise.square * sigma**2
        return cls(eta=problem.ball.radius * math.sqrt(modulus / (square * n)), sigma=sigma)

    @classmethod
    def baseline(cls, problem: BallProblem, *, n: int) -> "OnePassMirrorDescent":
        """The step D/L0 sqrt((p-1)/n) of the method without noise, for a curator without noise."""
        check_count("n", n)
        eta = problem.ball.radius / problem.lipschitz
        return cls(eta=eta * math.sqrt(uniformly_convex(problem.ball) / n), sigma=1.0)

    def bound(self, problem: BallProblem, *, n: int, noise: bool = True) -> float:
        """D^2/(2 eta n) + eta (L0^2 + E|noise|_q^2)/(2 (p-1)); needs n independent records.

        A gradient with noise has E|g + N|_q^2 <= L0^2 + (q-1) E|N|_q^2, by the smoothness of the
        squared norm.
        """
        check_count("n", n)
        check_convex(problem)
        made = NormNoise(problem.ball, "gaussian")
        square = problem.lipschitz**2
        if noise:
            square += made.regularity * made.square * self.sigma**2
        steps = problem.ball.radius**2 / (2 * self.eta * n)
        return steps + self.eta * square / (2 * uniformly_convex(problem.ball))

    def run(self, problem: BallProblem, curator: Curator, *, trials: int = 1) -> Array:
        """One pass over the n records in their order; answers of shape (trials, d)."""
        check_count("trials", trials)
        uniformly_convex(problem.ball)
        ball = problem.ball
        law = NormNoise(ball, "gaussian").law(self.sigma)
        theta = curator.copies(np.zeros(problem.dimension), trials)
        total = 0 * theta
        for t in range(curator.n):
            x = mirrored(theta, ball.q)
            total += x
            g = curator.secret(problem.mean_gradient(x), rows=slice(t, t + 1))
            noisy = curator.generalized_gaussian(g, law=law, sensitivity=2 * problem.lipschitz)
            theta = clipped(theta - self.eta * noisy, ball)
        return total / curator.n
