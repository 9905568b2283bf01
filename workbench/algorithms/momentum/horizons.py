"""How long to run, and how to split the budget over the steps: planning from an error bound.

Nesterov's method in stages, restarted at each of them, obeys (q_i = sqrt(alpha_i mu), stage s_t of
step t = 1, 2, ...)

    E_T <= 2^(s_T) prod_{i<=T} (1 - q_i) E_0 + sum_t a_{T,t} (d b_t^2 + sampling variance / 2),
    a_{T,t} = 2^(s_T - s_t) prod_{t<i<=T} (1 - q_i) alpha_t (1 + alpha_t L).

With a full batch the scales that spend epsilon at the least cost follow a_{T,t}^(-1/3), and then
the noise term is noise (sum_t a_{T,t}^(1/3))^3 with noise = d (S_1 / (n epsilon))^2.  With

    G_t = s_t log 2 + sum_{i<=t} log(1 - q_i),
    log a_{T,t} = G_T - G_t + log(alpha_t (1 + alpha_t L))

all T are scanned in one pass, in logarithms, because the products underflow.  One stage is Nesterov
with a constant step size.  A plan must not depend on the data: `gap` is a guess of E_0.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from workbench.algorithms.momentum.multistage import MultistageNesterov, Stage, truncated
from workbench.algorithms.momentum.nesterov import Nesterov
from workbench.errors import require
from workbench.privacy import laplace_scale, split_budget
from workbench.privacy.arrays import Array
from workbench.problems import Problem


class PlannedNesterov(NamedTuple):
    """Nesterov's method with the scales of the plan, and the number of steps to run."""

    method: Nesterov
    steps: int


class PlannedMultistage(NamedTuple):
    """The multistage method with the scales of the plan, and the number of steps to run."""

    method: MultistageNesterov
    steps: int


def log_transients(stages: Sequence[Stage], *, mu: float) -> Array:
    """G_t = log of 2^(s_t) prod_{i<=t} (1 - q_i) for t = 1..T, shape (T,)."""
    ok = all(stage.alpha * mu < 1 for stage in stages)
    require(ok, "mu", mu, "is not below 1 / alpha in every stage", "Pass the mu of the problem.")
    fades = [math.log1p(-math.sqrt(stage.alpha * mu)) for stage in stages]
    lengths = [stage.steps for stage in stages]
    number = np.repeat(np.arange(1, len(stages) + 1), lengths)
    return np.asarray(number * math.log(2) + np.cumsum(np.repeat(fades, lengths)), dtype=np.float64)


def log_gains(stages: Sequence[Stage], *, L: float) -> Array:
    """log(alpha_t (1 + alpha_t L)) for t = 1..T: what the noise of one step adds."""
    gains = [math.log(stage.alpha * (1 + stage.alpha * L)) for stage in stages]
    return np.repeat(gains, [stage.steps for stage in stages])


def log_weights(stages: Sequence[Stage], *, mu: float, L: float) -> Array:
    """Log a_{T,t} for t = 1..T, T the number of steps of all stages; shape (T,).

    >>> stages = [Stage.tuned(alpha=1.0, mu=0.25, steps=3)]
    >>> np.exp(log_weights(stages, mu=0.25, L=1.0)).round(12).tolist()
    [0.5, 1.0, 2.0]
    """
    G = log_transients(stages, mu=mu)
    return np.asarray(G[-1] - G + log_gains(stages, L=L), dtype=np.float64)


def log_bounds(stages: Sequence[Stage], *, mu: float, L: float, gap: float, noise: float) -> Array:
    """Log of the bound with optimal scales when stopped after tau = 1..T steps; shape (T,).

    stages: the stages in their order, T steps together
    mu, L: strong convexity and smoothness
    gap: F(x_0) - F*, above 0
    noise: d (S_1 / (n epsilon))^2, with S_1 the l1 sensitivity of the sum of the gradients
    """
    require(gap > 0, "gap", gap, "is not positive", "Guess F(x_0) - F* without the data.")
    require(noise > 0, "noise", noise, "is not positive", "Pass d (S_1 / (n epsilon))^2.")
    G = log_transients(stages, mu=mu)
    roots = np.logaddexp.accumulate((log_gains(stages, L=L) - G) / 3)
    return np.asarray(
        np.logaddexp(G + math.log(gap), math.log(noise) + G + 3 * roots), dtype=np.float64
    )


def best_horizon(stages: Sequence[Stage], *, mu: float, L: float, gap: float, noise: float) -> int:
    """The number of steps with the least bound; the smallest one on ties.

    The bound need not be unimodal across stages, so all are compared.

    >>> stages = [Stage.tuned(alpha=1 / 5.1, mu=0.02, steps=1000)]
    >>> best_horizon(stages, mu=0.02, L=5.1, gap=10.0, noise=20 * (40 / 1e5) ** 2)
    121
    """
    return 1 + int(np.argmin(log_bounds(stages, mu=mu, L=L, gap=gap, noise=noise)))


def optimal_shares(stages: Sequence[Stage], *, mu: float, L: float, epsilon: float) -> Array:
    """Budgets epsilon_t proportional to a_{T,t}^(1/3), whose exact sum is at most epsilon.

    stages: the stages in their order, T steps together
    mu, L: strong convexity and smoothness
    """
    logs = log_weights(stages, mu=mu, L=L)
    return split_budget(np.exp((logs - logs.max()) / 3), epsilon=epsilon)


def plan_multistage(
    problem: Problem,
    stages: Sequence[Stage],
    *,
    epsilon: float,
    n: int,
    m: int,
    gap: float,
) -> PlannedMultistage:
    """The stages cut at the best horizon, with the scale of each share of the budget.

    Shares are converted to scales by the exact inverse of the cost of a step, so the plan costs at
    most epsilon for every batch size m <= n; it is optimal for m = n.

    problem: gives dimension, strong convexity, smoothness and l1 sensitivity
    stages: the stages, of which the first steps are run
    epsilon: the pure loss of the whole run, replace-one
    n, m: the numbers of records and of those in a batch
    gap: F(x_0) - F*, above 0
    """
    mu, L, S = problem.strong_convexity, problem.smoothness, problem.l1_sensitivity
    noise = problem.start.size * (S / (n * epsilon)) ** 2
    kept = truncated(stages, best_horizon(stages, mu=mu, L=L, gap=gap, noise=noise))
    shares = optimal_shares(kept, mu=mu, L=L, epsilon=epsilon)
    scales = tuple(float(b) for b in laplace_scale(shares, S, n=n, m=m))
    return PlannedMultistage(MultistageNesterov(stages=kept, b=scales, m=m), len(scales))


def plan_nesterov(
    problem: Problem, *, alpha: float, epsilon: float, n: int, m: int, gap: float, steps: int
) -> PlannedNesterov:
    """Nesterov's method with at most `steps` steps: horizon and scales as in plan_multistage.

    problem: gives dimension, strong convexity, smoothness and l1 sensitivity
    alpha: the step size, at most 1 / L
    epsilon: the pure loss of the whole run, replace-one
    n, m: the numbers of records and of those in a batch
    gap: F(x_0) - F*, above 0
    """
    stage = Stage.tuned(alpha=alpha, mu=problem.strong_convexity, steps=steps)
    plan, length = plan_multistage(problem, [stage], epsilon=epsilon, n=n, m=m, gap=gap)
    return PlannedNesterov(Nesterov(alpha=alpha, beta=stage.beta, b=plan.b, m=m), length)
