"""Private stochastic Frank-Wolfe over vertices with one recursive gradient estimate, in one pass.

    G[0] = mean over B0 of grad f(x[0])                            m = floor(n / 2) records
    G[t] = (1 - eta) (G[t-1] + Delta[t]) + eta grad f(x[t], z[t])  one fresh record, used twice
           Delta[t] = grad f(x[t], z[t]) - grad f(x[t-1], z[t])
    v    = argmin over v in V of (<G[t], v> + Z_v),                Z_v ~ Laplace(2 s[t] / loss)
    x[t+1] = (1 - eta) x[t] + eta v

G stays secret; the vertices are released.  On a common transcript a record of B0 moves a score by
2 L0 D (1 - eta)^t / m, a later one by 2 eta L0 D + 4 eta (1 - eta) L1 D^2 at first, then it decays:

    s[t] = max(2 L0 D (1 - eta)^t / m,  2 eta L0 D + 4 eta (1 - eta) L1 D^2).

Charging every record s[t] in every later step forgets the decay.  With it the squares of the losses
of a record sum up to about 1 / (2 eta) and not to T, a factor ln(n / ln d) less.
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
    sharp_loss,
    starts,
    vertex_set,
)
from workbench.algorithms.method import Method
from workbench.algorithms.parts.parameters import check_convex
from workbench.errors import require
from workbench.privacy import AccountingCurator, Curator
from workbench.privacy.arrays import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class PolyhedralFrankWolfe(Method[ConstrainedProblem, Array]):
    """Step size eta, pure loss of one choice, number T of steps."""

    eta: float
    loss: float
    T: int

    def __post_init__(self) -> None:
        """Check the parameters that need no data."""
        require(0 < self.eta < 1, "eta", self.eta, "is outside (0, 1)", "Choose a step size.")
        check_scale("loss", self.loss)
        require(self.T >= 1, "T", self.T, "is below 1", "Run at least one step.")

    @classmethod
    def calibrated(
        cls,
        problem: ConstrainedProblem,
        *,
        n: int,
        epsilon: float,
        delta: float = 0.0,
        eta: float | None = None,
        decay: bool = False,
    ) -> "PolyhedralFrankWolfe":
        """All n records, T = floor(n / 2), and eta = ln(n / ln d) / n if none is given.

        With l = ln(1 / delta) the loss of a choice is epsilon / (sqrt(2 S l) (1 + epsilon / 4 l)),
        for which composition with the mean loss of randomised response stays below epsilon; it is
        epsilon / S for delta = 0.  S is T, or with `decay` the largest sum over a record's steps of
        its shares of s[t], squared where delta > 0.
        """
        T = _half(n)
        step = step_size(n, problem.feasible.dimension) if eta is None else eta
        plan = cls(eta=step, loss=1.0, T=T)
        S = plan.total(problem, n=n, power=2 if delta else 1) if decay else T
        if delta == 0:
            loss = choice_loss(epsilon, 0.0, count=1) / S
        else:
            loss = sharp_loss(epsilon, delta, squares=S)
        return cls(eta=step, loss=loss, T=T)

    def sensitivity(
        self, problem: ConstrainedProblem, t: int, *, n: int, arrival: int | None = None
    ) -> float:
        """How far one of n records moves a score of step t, on a common transcript.

        S[t] for any record; with `arrival` for one that was first used at that step.
        """
        D, eta = problem.feasible.radius, self.eta
        first = 2 * problem.L0 * D * (1 - eta) ** t / _half(n)
        later = 2 * eta * problem.L0 * D + 4 * eta * (1 - eta) * problem.L1 * D**2
        if arrival is None:
            return max(first, later)
        return later * (1 - eta) ** max(t - arrival, 0) if arrival else first

    def total(self, problem: ConstrainedProblem, *, n: int, power: int) -> float:
        """The largest sum over the steps of (sensitivity / s[t])^power, over the arrivals 0 and 1.

        Others are never worse.  While s[t] is the first term arrival 0 has shares of 1, and after
        that it decays as all do; where s[t] is the second term throughout, arrival 1 has the same
        decay as a later one, and more steps.
        """
        whole = np.array([self.sensitivity(problem, t, n=n) for t in range(self.T)])
        sums = []
        for a in range(min(2, self.T)):
            mine = [self.sensitivity(problem, t, n=n, arrival=a) for t in range(a, self.T)]
            sums.append(float(((np.array(mine) / whole[a:]) ** power).sum()))
        return max(sums)

    def terms(self, problem: ConstrainedProblem, *, n: int) -> tuple[float, ...]:
        """Terms of the bound: start, first batch, stream, choices, steps."""
        check_convex(problem)
        feasible, eta, T, m = vertex_set(problem), self.eta, self.T, _half(n)
        D, L0, L1 = feasible.radius, problem.L0, problem.L1
        logs = log_functionals(feasible)
        noise = 2 * harmonic(feasible.size) / self.loss if feasible.size > 1 else 0.0
        once = 2 * eta * T * (1 - eta) ** (T - 1) * L0 * D
        found = (
            2 * L0 * D * (1 - eta) ** T,
            once * np.sqrt(2 * logs / m),
            2 * D * (2 * L1 * D + L0) * np.sqrt(2 * eta * logs / (2 - eta)),
            noise * (once / m + 2 * eta * (L0 * D + 2 * L1 * D**2)),
            2 * eta * L1 * D**2,
        )
        return tuple(float(term) for term in found)

    def bound(self, problem: ConstrainedProblem, *, n: int) -> float:
        """Bound on E F(x[T]) - F* for convex losses."""
        return sum(self.terms(problem, n=n))

    def run(
        self,
        problem: ConstrainedProblem,
        curator: Curator,
        *,
        trials: int = 1,
        start: Array | None = None,
        arrival: int | None = None,
    ) -> Array:
        """T steps; points of shape (trials, d).  Records m .. m + T - 2 are the stream.

        With `arrival` the claims are those for records first used at that step only, which is what
        `cost` accounts then: neighbours that differ elsewhere may break them.
        """
        feasible, eta, m = vertex_set(problem), self.eta, _half(curator.n)
        rule = f"is above floor(n / 2) = {m}: a step would have no record of its own"
        require(m >= self.T, "T", self.T, rule, "Run fewer steps.")
        x = before = starts(feasible, curator, trials, start)
        G = curator.secret(problem.mean_gradient(x), rows=slice(0, m))
        for t in range(self.T):
            if t:
                rows = slice(m + t - 1, m + t)
                g = curator.secret(problem.mean_gradient(x), rows=rows)
                delta = g - curator.secret(problem.mean_gradient(before), rows=rows)
                G = (1 - eta) * (G + delta) + eta * g
            scale = 2 * self.sensitivity(problem, t, n=curator.n) / self.loss
            s = self.sensitivity(problem, t, n=curator.n, arrival=arrival)
            v = choose(curator, feasible, G, scale=scale, sensitivity=s)
            before, x = x, moved(x, v, eta)
        return x

    def cost(
        self,
        problem: ConstrainedProblem,
        *,
        n: int,
        rng: np.random.Generator | None = None,
        arrival: int | None = None,
        **options: Any,  # noqa: ANN401 - what `run` takes
    ) -> AccountingCurator:
        """The reading of the same steps; with `arrival` for records first used at that step.

        The latter counts the decay of what such a record still moves.
        """
        rows = np.arange(n)
        if arrival is not None:
            ok = 0 <= arrival < self.T
            require(ok, "arrival", arrival, f"is outside 0..T - 1 = {self.T - 1}", "Choose one.")
            m = _half(n)
            rows = rows[m + arrival - 1 : m + arrival] if arrival else rows[:m]
        accountant = PartialAccountant(n=n, rows=rows)
        self.run(problem, accountant, arrival=arrival, **options)
        return accountant


def step_size(n: int, d: int) -> float:
    """ln(n / ln d) / n, for which (1 - eta)^(n / 2) is at most sqrt(ln d / n).

    >>> round(step_size(4000, 50), 6)
    0.001732
    """
    require(d >= 2, "d", d, "is below 2: the step size divides by ln d", "Pass eta=.")
    ok = n > np.log(d)
    require(ok, "n", n, f"is not above ln d = {np.log(d):.3g}", "Collect more records.")
    return float(np.log(n / np.log(d)) / n)


def _half(n: int) -> int:
    """Size of the first batch, and of the stream."""
    require(n >= 2, "n", n, "is below 2: there is no record for the stream", "Collect more.")
    return n // 2
