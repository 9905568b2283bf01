"""Proximal descent with a noisy inner solver, in a Euclidean ball (weakly convex, with kinks).

    x[t+1] ~ argmin_y F(y) + beta/2 |y - x[t]|^2        m = n/T fresh records, t = 0..T-1
    answer: x[t] for a uniform t in 0..T-1, drawn in advance and without looking

With beta above the weak convexity rho_w of every record, lam = beta - rho_w, a stage is strongly
convex.  It is solved from y[1] = x[t] by K noisy projected subgradient steps over its records,

    y[k+1] = project(y[k] - 2/(lam (k+1)) (g[k] + N(0, sigma^2 I) + beta (y[k] - x[t])))

and answers the mean of the y[k] with weights k.  Released are the noisy g[k]; stages have records
of their own, so the run costs what one stage costs, K releases that a record moves by 2 L0/m.

With G = L0 + 2 beta D, the expected error of a stage for its population objective is at most

    alpha = (2 (G^2 + d sigma^2)/(K+1) + 2 L0^2/m + 4 sqrt(2) L0 G/sqrt(K+1)) / lam:

optimisation, and L0 times the stability of the average: two runs with one record replaced and the
same noise have y[k] at most 2 L0/(lam m) + 4 G/(lam sqrt k) apart, kinks or not.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workbench.algorithms.frank_wolfe.restarted import Visited
from workbench.algorithms.method import Method
from workbench.algorithms.parts.ball_checks import check_euclidean
from workbench.algorithms.parts.parameters import UP, check_count, check_positive
from workbench.errors import require
from workbench.privacy import Curator, project_l2_ball
from workbench.privacy.arrays import Array, pick, to_numpy
from workbench.problems.ball_problems import BallProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyProximalDescent(Method[BallProblem, Visited]):
    """T stages of K steps, weight beta of the proximal term, deviation sigma of the noise."""

    T: int
    K: int
    beta: float
    sigma: float

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_count("T", self.T)
        check_count("K", self.K)
        check_positive("beta", self.beta)
        check_positive("sigma", self.sigma)

    @classmethod
    def calibrated(
        cls, problem: BallProblem, *, n: int, T: int, K: int, rho: float, beta: float | None = None
    ) -> "NoisyProximalDescent":
        """Noise for rho-zCDP; beta is twice the weak convexity by default (1 if that is zero)."""
        check_positive("rho", rho)
        check_count("T", T)
        check_count("K", K)
        weight = (2 * problem.weak_convexity or 1.0) if beta is None else beta
        sigma = 2 * problem.lipschitz / batch_share(n, T) * math.sqrt(K / (2 * rho)) * UP**3
        return cls(T=T, K=K, beta=weight, sigma=sigma)

    def convexity(self, problem: BallProblem) -> float:
        """Modulus lam = beta - rho_w of a stage."""
        lam = self.beta - problem.weak_convexity
        rule = f"is not above the weak convexity {problem.weak_convexity:g} of a record"
        require(lam > 0, "beta", self.beta, rule, "Raise beta, to twice that say.")
        return lam

    def stage_error(self, problem: BallProblem, *, n: int) -> float:
        """The number alpha: a bound on the expected error of a stage, for the population."""
        check_euclidean(problem)
        L0, lam, d = problem.lipschitz, self.convexity(problem), problem.dimension
        G = L0 + 2 * self.beta * problem.ball.radius
        steps = 2 * (G**2 + d * self.sigma**2) / (self.K + 1)
        apart = 2 * L0**2 / batch_share(n, self.T) + 4 * math.sqrt(2) * L0 * G / math.sqrt(
            self.K + 1
        )
        return (steps + apart) / lam

    def bound(self, problem: BallProblem, *, n: int, gap: float) -> float:
        """2 gap/(beta T) + 2 alpha/lam on the mean of E |x[t] - prox(x[t])|^2.

        `gap` is F(start) - min F.  It is never above (L0/beta)^2, the square of the longest step.
        """
        alpha = self.stage_error(problem, n=n)
        return 2 * gap / (self.beta * self.T) + 2 * alpha / self.convexity(problem)

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
        check_euclidean(problem)
        check_count("trials", trials)
        lam = self.convexity(problem)

        def stage(x: Array, rows: slice) -> Array:
            return self._stage(problem, curator, x, rows, lam)

        return stages(
            stage, problem.start, curator, T=self.T, trials=trials, observe=observe, rng=rng
        )

    def _stage(
        self, problem: BallProblem, curator: Curator, x: Array, rows: slice, lam: float
    ) -> Array:
        """K steps on one batch, from its centre x."""
        moved = 2 * problem.lipschitz / (rows.stop - rows.start) * UP
        y, mean = x, 0 * x
        for k in range(1, self.K + 1):
            mean += (y - mean) * (2 / (k + 1))  # weights k over 1 + .. + k
            g = curator.secret(problem.mean_gradient(y), rows=rows)
            noisy = curator.gaussian(g, sigma=self.sigma, sensitivity=moved)
            step = 2 / (lam * (k + 1))
            y = project_l2_ball(
                y - step * (noisy + self.beta * (y - x)), radius=problem.ball.radius
            )
        return mean


def batch_share(n: int, T: int) -> int:
    """Records of a stage."""
    require(n >= T, "n", n, f"is below T = {T}: a stage would have no record", "Run fewer stages.")
    return n // T


def stages(
    stage: Callable[[Array, slice], Array],
    start: Array,
    curator: Curator,
    *,
    T: int,
    trials: int,
    observe: Callable[[Array], Array] | None,
    rng: np.random.Generator | None,
) -> Visited:
    """T proximal stages, each from the last one's answer and on fresh records."""
    m = batch_share(curator.n, T)
    x = curator.copies(start, trials)
    when = None if rng is None else rng.integers(T, size=trials)
    chosen, trace = x, np.empty((T, trials))
    for t in range(T):
        if observe is not None:
            trace[t] = to_numpy(observe(x))
        if when is not None:
            chosen = pick(when == t, x, chosen)
        x = stage(x, slice(t * m, (t + 1) * m))
    return Visited(x, None if when is None else chosen, None if observe is None else trace)
