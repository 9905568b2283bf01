"""Private Frank-Wolfe over vertices with a recursive, restarted gradient; convexity is not needed.

Steps t = 0..T-1, a restart every q of them (q divides T), fresh records for every batch:

    v[t] = mean of grad f(x[t]) over b0 records                              if q divides t
    v[t] = v[t-1] + mean of (grad f(x[t]) - grad f(x[t-1])) over b1 records  otherwise
    y    = argmin over y in V of (<v[t], y> + Z_y),    Z_y ~ Laplace(scale)
    x[t+1] = (1 - eta) x[t] + eta y

The answer is x[stop] for a public stop, uniform on 0..T-1 and drawn without looking at the data.
Released are the vertices.  A record moves a score by 2 L0 D / b0 or 4 eta L1 D^2 / b1, in at most q
steps.  The Frank-Wolfe gap of the population risk at the answer has mean at most

    2 L0 D / (eta T) + 2 eta L1 D^2 + 2 D sqrt(2 ln(2 d) (L0^2 / b0 + 4 q (eta L1 D)^2 / b1))
    + scale H_M.
"""

from dataclasses import dataclass
from math import isqrt

import numpy as np

from workbench.algorithms.frank_wolfe.vertex_choice import (
    ConstrainedProblem,
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
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array, Ints, pick


@dataclass(frozen=True, slots=True, kw_only=True)
class RecursiveFrankWolfe(Method[ConstrainedProblem, Array]):
    """Step size eta, Laplace scale, T steps, a restart every q, batches b0 and b1."""

    eta: float
    scale: float
    T: int
    q: int
    b0: int
    b1: int

    def __post_init__(self) -> None:
        """Check the parameters that need no data."""
        require(0 < self.eta <= 1, "eta", self.eta, "is outside (0, 1]", "Choose a step size.")
        check_scale("scale", self.scale)
        for key in ("T", "q", "b0", "b1"):
            value = getattr(self, key)
            require(value >= 1, key, value, "is below 1", "Choose a positive number.")
        require(self.T % self.q == 0, "q", self.q, f"does not divide T = {self.T}", "Let it.")

    @classmethod
    def calibrated(
        cls,
        problem: ConstrainedProblem,
        *,
        n: int,
        epsilon: float,
        delta: float = 0.0,
        q: int | None = None,
        sharp: bool = False,
    ) -> "RecursiveFrankWolfe":
        """T = q^2 steps of size 1/q with b0 = n / (2 q), b1 = n / (2 q^2), and their noise.

        q is where the bound is least, if not given; `sharp`: see `choice_loss`.
        """
        budget = (epsilon, delta, sharp)
        if q is not None:
            return cls._planned(problem, n, budget, q)
        most = isqrt(max(0, n) // 2)
        require(most >= 1, "n", n, "is below 2: there is no batch", "Collect more records.")
        plans = (cls._planned(problem, n, budget, q) for q in range(1, most + 1))
        return min(plans, key=lambda plan: plan.bound(problem))

    @classmethod
    def _planned(
        cls, problem: ConstrainedProblem, n: int, budget: tuple[float, float, bool], q: int
    ) -> "RecursiveFrankWolfe":
        ok = 1 <= q and 2 * q * q <= n
        require(ok, "q", q, f"leaves a batch empty: n = {n} < 2 q^2", "Choose a smaller q.")
        b0, b1, eta = n // (2 * q), n // (2 * q * q), 1 / q
        plan = cls(eta=eta, scale=1.0, T=q * q, q=q, b0=b0, b1=b1)
        epsilon, delta, sharp = budget
        loss = choice_loss(epsilon, delta, count=q, sharp=sharp)
        scale = 2 * plan.shift(problem) / loss
        return cls(eta=eta, scale=scale, T=q * q, q=q, b0=b0, b1=b1)

    @property
    def records(self) -> int:
        """Records that a run uses.

        >>> RecursiveFrankWolfe(eta=0.5, scale=1.0, T=4, q=2, b0=8, b1=4).records
        24
        """
        restarts = self.T // self.q
        return restarts * self.b0 + (self.T - restarts) * self.b1

    def shift(self, problem: ConstrainedProblem) -> float:
        """How far a record moves a score, on a common transcript."""
        D = problem.feasible.radius
        later = 4 * self.eta * problem.L1 * D**2 / self.b1 if self.q > 1 else 0.0
        return max(2 * problem.L0 * D / self.b0, later)

    def terms(self, problem: ConstrainedProblem) -> tuple[float, ...]:
        """Terms of the bound: descent, curvature, estimation, choices."""
        feasible = vertex_set(problem)
        D, L0, L1 = feasible.radius, problem.L0, problem.L1
        later = 4 * self.q * (self.eta * L1 * D) ** 2 / self.b1 if self.q > 1 else 0.0
        variance = 2 * log_functionals(feasible) * (L0**2 / self.b0 + later)
        noise = self.scale * harmonic(feasible.size) if feasible.size > 1 else 0.0
        descent = 2 * L0 * D / (self.eta * self.T)
        return descent, 2 * self.eta * L1 * D**2, float(2 * D * np.sqrt(variance)), noise

    def bound(self, problem: ConstrainedProblem) -> float:
        """Bound on the mean gap at a uniform stop."""
        return sum(self.terms(problem))

    def stops(self, rng: np.random.Generator, trials: int) -> Ints:
        """Public stops, uniform on 0..T-1, shape (trials,)."""
        return rng.integers(self.T, size=trials)

    def run(
        self,
        problem: ConstrainedProblem,
        curator: Curator,
        *,
        trials: int = 1,
        start: Array | None = None,
        stop: Ints | None = None,
    ) -> Array:
        """All T steps; the points x[stop], shape (trials, d), or the last ones without `stop`."""
        feasible = vertex_set(problem)
        x = before = starts(feasible, curator, trials, start)
        rule = f"is below the {self.records} records of T = {self.T} steps"
        require(curator.n >= self.records, "n", curator.n, rule, "Choose smaller batches.")
        wanted = np.full(trials, self.T) if stop is None else np.asarray(stop)
        ok = wanted.shape == (trials,) and bool(((wanted >= 0) & (wanted <= self.T)).all())
        require(ok, "stop", wanted, f"is not one of 0..T = {self.T} per trial", "Use `stops`.")
        answer, used, shift = x, 0, self.shift(problem)
        v = curator.secret(problem.mean_gradient(x), rows=slice(0, self.b0))
        for t in range(self.T):
            restart = t % self.q == 0
            rows = slice(used, used + (self.b0 if restart else self.b1))
            used = rows.stop
            if t:
                at = curator.secret(problem.mean_gradient(x), rows=rows)
                at_before = problem.mean_gradient(before)
                v = at if restart else v + (at - curator.secret(at_before, rows=rows))
            y = choose(curator, feasible, v, scale=self.scale, sensitivity=shift)
            before, x = x, moved(x, y, self.eta)
            answer = pick(wanted == t + 1, x, answer)
        return answer
