"""Noisy Frank-Wolfe with recursive gradients and restarts, on an l_p ball (non-convex problems).

    t = 0 mod q    v[t] = mean over b0 fresh records of grad f(x[t])                 + noise_0
    otherwise      v[t] = v[t-1] + mean over b1 fresh records of
                          grad f(x[t]) - grad f(x[t-1])                              + noise_1
    x[t+1] = (1 - eta) x[t] + eta argmin_y <v[t], y>,    t = 0..T-1

Answer: x[t] for a uniform t, drawn in advance and without looking.  Every noisy mean is released
once and inherited up to the next restart.  A record is in one of them: a restart moves by 2 L0/b0,
an increment by 4 eta L1 D/b1, as its points are 2 eta D apart at most.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from workbench.algorithms.method import Method
from workbench.algorithms.parts.norm_noise import Kind, NormNoise
from workbench.algorithms.parts.parameters import UP, check_count, check_positive
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array, pick, to_numpy
from workbench.problems.ball_problems import BallProblem


class Visited(NamedTuple):
    """Last points and the chosen ones (trials, d), and what was observed, (T, trials), or None."""

    last: Array
    chosen: Array | None
    trace: Array | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyRestartedFrankWolfe(Method[BallProblem, Visited]):
    """T steps of length eta, a restart every q of them; batches b0, b1 and their deviations.

    sigma_restart, sigma_change: deviations of the noise on restarts and on changes
    kind: the law of the noise, "generalized" (shaped by the norm) or "gaussian"
    """

    T: int
    q: int
    eta: float
    b0: int
    b1: int
    sigma_restart: float
    sigma_change: float
    kind: Kind = "generalized"

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        for name in ("T", "q", "b0", "b1"):
            check_count(name, getattr(self, name))
        ok = self.T % self.q == 0
        require(ok, "q", self.q, f"does not divide T = {self.T}", "Run whole rounds.")
        require(0 < self.eta <= 1, "eta", self.eta, "is outside (0, 1]", "Shorten the step.")
        check_positive("sigma_restart", self.sigma_restart)
        check_positive("sigma_change", self.sigma_change)

    @classmethod
    def calibrated(
        cls,
        problem: BallProblem,
        *,
        n: int,
        rho: float,
        q: int,
        kind: Kind = "generalized",
    ) -> "NoisyRestartedFrankWolfe":
        """T = q^2 steps of length 1/q; half of the n records for restarts; noise for rho-zCDP."""
        check_count("q", q)
        b0 = n // (2 * q) if q > 1 else n
        b1 = (n - q * b0) // (q * q - q) if q > 1 else 1
        rule = f"is too small for q = {q}"
        require(min(b0, b1) >= 1, "n", n, rule, "Restart more often, or collect more records.")
        made = NormNoise(problem.ball, kind)
        moved = increments(problem, b0=b0, b1=b1, eta=1 / q)
        return cls(
            T=q * q,
            q=q,
            eta=1 / q,
            b0=b0,
            b1=b1,
            sigma_restart=made.deviation(moved[0], rho=rho),
            sigma_change=made.deviation(moved[1] or moved[0], rho=rho),
            kind=kind,
        )

    @property
    def records(self) -> int:
        """Records that a run uses: (T/q) b0 + (T - T/q) b1."""
        rounds = self.T // self.q
        return rounds * self.b0 + (self.T - rounds) * self.b1

    def bound(self, problem: BallProblem, *, noise: bool = True) -> float:
        """2 L0 D/(eta T) + 2 eta L1 D^2 + 2 D sqrt(mean |e|^2), on the mean Frank-Wolfe gap.

        In step r after a restart E|e|^2 <= kappa (4 L0^2/b0 + 16 r eta^2 L1^2 D^2/b1)
        + square (sigma_0^2 + r sigma_1^2); r is (q - 1)/2 in the mean.
        """
        made = NormNoise(problem.ball, self.kind)
        L0, L1, D = problem.lipschitz, problem.smoothness, problem.ball.radius
        r = (self.q - 1) / 2
        error = 4 * L0**2 / self.b0 + 16 * r * (self.eta * L1 * D) ** 2 / self.b1
        error *= made.regularity
        if noise:
            error += made.square * (self.sigma_restart**2 + r * self.sigma_change**2)
        steps = 2 * L0 * D / (self.eta * self.T) + 2 * self.eta * L1 * D**2
        return steps + 2 * D * math.sqrt(error)

    def run(
        self,
        problem: BallProblem,
        curator: Curator,
        *,
        trials: int = 1,
        observe: Callable[[Array], Array] | None = None,
        rng: np.random.Generator | None = None,
    ) -> Visited:
        """T steps; `observe` is recorded at x[0..T-1], `rng` draws the answer's number.

        The mean over a trace is the expectation over that draw.
        """
        check_count("trials", trials)
        rule = f"is below the {self.records} records of {self.T} steps"
        require(curator.n >= self.records, "n", curator.n, rule, "Take smaller batches.")
        ball, made = problem.ball, NormNoise(problem.ball, self.kind)
        moved = increments(problem, b0=self.b0, b1=self.b1, eta=self.eta)
        restart, change = made.law(self.sigma_restart), made.law(self.sigma_change)
        x = before = curator.copies(problem.start, trials)
        v, used = 0 * x, 0
        when = None if rng is None else rng.integers(self.T, size=trials)
        chosen, trace = x, np.empty((self.T, trials))
        for t in range(self.T):
            rows = slice(used, used + (self.b1 if t % self.q else self.b0))
            used = rows.stop
            g = curator.secret(problem.mean_gradient(x), rows=rows)
            if t % self.q == 0:
                v = curator.generalized_gaussian(g, law=restart, sensitivity=moved[0])
            elif moved[1]:
                g = g - curator.secret(problem.mean_gradient(before), rows=rows)
                v = v + curator.generalized_gaussian(g, law=change, sensitivity=moved[1])
            if observe is not None:
                trace[t] = to_numpy(observe(x))
            if when is not None:
                chosen = pick(when == t, x, chosen)
            before, x = x, (1 - self.eta) * x + self.eta * ball.minimise(v)
        return Visited(x, None if when is None else chosen, None if observe is None else trace)


def increments(problem: BallProblem, *, b0: int, b1: int, eta: float) -> tuple[float, float]:
    """How far a record moves a restart, 2 L0/b0, and a change, 4 eta L1 D/b1, rounded up."""
    change = 4 * eta * problem.smoothness * problem.ball.radius / b1
    return 2 * problem.lipschitz / b0 * UP, change * UP
