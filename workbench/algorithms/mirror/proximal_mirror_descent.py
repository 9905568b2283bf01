"""Proximal descent in l_p norms, 1 < p <= 2, with a noisy mirror descent as inner solver.

    x[t+1] ~ argmin_y F(y) + beta/2 |y - x[t]|_p^2      m = n/T fresh records, t = 0..T-1
    answer: x[t] for a uniform t in 0..T-1, drawn in advance and without looking

The square is (p-1)-strongly convex in its norm: beta (p-1) has to be above the weak convexity
rho_w.  A stage is solved by K mirror steps with the map h(y) = |y - c|_p^2 / 2 of its centre
c = x[t], on |y - c|_p <= R = min(L0/beta, 2 D), which holds the minimiser.  With theta = grad h(y),

    y[k] = c + grad h*(theta[k]),   z[k] = y[k] min(1, D/|y[k]|_p),   theta[1] = 0
    theta[k+1] = clip(theta[k] - 2/(lam (k+1)) (g[k] + noise + beta theta[k] + s u[k]))

where g[k] is the mean subgradient over the m records at z[k], lam = beta - rho_w/(p-1), clip scales
to |theta|_q <= R, and u[k] is the gradient of |y|_p where y[k] is outside the ball, else 0.  With
s = L0 + (3 beta + 5 rho_w) R/2 it pays for moving y[k] to z[k], so that no step needs a projection
in two norms.  The answer is the mean of the z[k] with weights k.

Released are the noisy g[k]; stages have records of their own, so the run costs what one stage
costs, K releases that a record moves by 2 L0/m in l_q norm.  With G = 2 L0 + 5 (beta + rho_w) R/2
and M^2 = G^2 + (q-1) E|noise|_q^2, the population's proximal point y is not far:

    E |answer - y|_p^2 <= 4 (M/sqrt(K+1) + L0/sqrt(m))^2 / (beta (p-1) - rho_w)^2.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workbench.algorithms.frank_wolfe.restarted import Visited
from workbench.algorithms.gradient.proximal_descent import batch_share, stages
from workbench.algorithms.method import Method
from workbench.algorithms.mirror.onepass_descent import clipped, mirrored, uniformly_convex
from workbench.algorithms.parts.norm_noise import Kind, NormNoise
from workbench.algorithms.parts.parameters import UP, check_count, check_positive
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array, namespace
from workbench.problems.ball_problems import BallProblem
from workbench.problems.feasible_sets import LpBall
from workbench.problems.norms import norm_gradient


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyProximalMirrorDescent(Method[BallProblem, Visited]):
    """T stages of K steps, weight beta of the proximal term, deviation sigma of the noise.

    `weak` is the weak convexity rho_w of every record in the norm of the ball,
    f(u) >= f(y) + <g, u - y> - rho_w/2 |u - y|_p^2; that in l2 norm is never below it.

    kind: the law of the noise, "generalized" (shaped by the norm) or "gaussian"
    """

    T: int
    K: int
    beta: float
    weak: float
    sigma: float
    kind: Kind = "generalized"

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_count("T", self.T)
        check_count("K", self.K)
        check_positive("beta", self.beta)
        check_positive("sigma", self.sigma)
        ok = 0 <= self.weak < np.inf
        require(ok, "weak", self.weak, "is negative or infinite", "Pass 0 for convex losses.")

    @classmethod
    def calibrated(
        cls,
        problem: BallProblem,
        *,
        n: int,
        T: int,
        K: int,
        rho: float,
        beta: float | None = None,
        weak: float | None = None,
        kind: Kind = "generalized",
    ) -> "NoisyProximalMirrorDescent":
        """Noise for rho-zCDP; beta is twice what is needed by default (1 for convex losses).

        `weak` defaults to the weak convexity in l2 norm that the problem declares.
        """
        check_positive("rho", rho)
        check_count("T", T)
        check_count("K", K)
        modulus = uniformly_convex(problem.ball)
        bent = problem.weak_convexity if weak is None else weak
        weight = (2 * bent / modulus or 1.0) if beta is None else beta
        made = NormNoise(problem.ball, kind)
        sigma = made.deviation(2 * problem.lipschitz / batch_share(n, T), rho=rho / K) * UP**2
        return cls(T=T, K=K, beta=weight, weak=bent, sigma=sigma, kind=kind)

    def convexity(self, problem: BallProblem) -> float:
        """Modulus beta (p - 1) - rho_w of a stage in the norm of the ball."""
        modulus = uniformly_convex(problem.ball)
        strong = self.beta * modulus - self.weak
        rule = f"is not above rho_w/(p - 1) = {self.weak / modulus:g}: a stage may not be convex"
        require(strong > 0, "beta", self.beta, rule, "Raise beta, to twice that say.")
        return strong

    def reach(self, problem: BallProblem) -> float:
        """R = min(L0/beta, 2 D): no proximal point is farther from its centre."""
        return min(problem.lipschitz / self.beta, 2 * problem.ball.radius)

    def stage_error(self, problem: BallProblem, *, n: int, noise: bool = True) -> float:
        """A bound on E |answer of a stage - proximal point of the population|_p^2."""
        strong, made = self.convexity(problem), NormNoise(problem.ball, self.kind)
        L0 = problem.lipschitz
        G = 2 * L0 + 5 * (self.beta + self.weak) * self.reach(problem) / 2
        one = problem.dimension if self.kind == "generalized" else made.square  # E|noise|_q^2
        M = math.sqrt(G**2 + (made.regularity * one * self.sigma**2 if noise else 0.0))
        apart = M / math.sqrt(self.K + 1) + L0 / math.sqrt(batch_share(n, self.T))
        return (2 * apart / strong) ** 2

    def bound(self, problem: BallProblem, *, n: int, gap: float, noise: bool = True) -> float:
        """2 gap/(beta T) + the error of a stage, on the mean of E |x[t] - prox(x[t])|_p^2.

        `gap` is F(start) - min F.  The mean is never above R^2, the square of the longest step.
        """
        return 2 * gap / (self.beta * self.T) + self.stage_error(problem, n=n, noise=noise)

    def run(
        self,
        problem: BallProblem,
        curator: Curator,
        *,
        trials: int = 1,
        observe: Callable[[Array], Array] | None = None,
        rng: np.random.Generator | None = None,
    ) -> Visited:
        """All stages; `observe` is recorded at x[0..T-1], `rng` draws the answer's number."""
        check_count("trials", trials)
        self.convexity(problem)

        def stage(c: Array, rows: slice) -> Array:
            return self._stage(problem, curator, c, rows)

        return stages(
            stage, problem.start, curator, T=self.T, trials=trials, observe=observe, rng=rng
        )

    def _stage(self, problem: BallProblem, curator: Curator, c: Array, rows: slice) -> Array:
        """K steps on one batch, from its centre c."""
        ball = problem.ball
        R, lam = self.reach(problem), self.convexity(problem) / uniformly_convex(ball)
        s = problem.lipschitz + (3 * self.beta + 5 * self.weak) * R / 2
        near = LpBall(ball.dimension, ball.p, R)
        law = NormNoise(ball, self.kind).law(self.sigma)
        moved = 2 * problem.lipschitz / (rows.stop - rows.start) * UP
        theta, mean = 0 * c, 0 * c
        for k in range(1, self.K + 1):
            y = c + mirrored(theta, ball.q)
            z, u = into(y, ball)
            mean += (z - mean) * (2 / (k + 1))  # weights k over 1 + .. + k
            g = curator.secret(problem.mean_gradient(z), rows=rows)
            noisy = curator.generalized_gaussian(g, law=law, sensitivity=moved)
            step = 2 / (lam * (k + 1))
            theta = clipped(theta - step * (noisy + self.beta * theta + s * u), near)
        return mean


def into(y: Array, ball: LpBall) -> tuple[Array, Array]:
    """Points scaled into the ball, and the gradients of |y|_p of those that were outside, else 0.

    >>> into(np.array([[6.0, 8.0], [0.3, 0.4]]), LpBall(2, 2.0, 5.0))[1].round(12).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    xp = namespace(y)
    outward, size = norm_gradient(y, ball.p)
    outward = xp.where(size > ball.radius, outward, 0.0)
    return y * (ball.radius / xp.clip(size, min=ball.radius)), outward
