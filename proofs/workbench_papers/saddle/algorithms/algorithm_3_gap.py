"""The bound of Theorem 3.14 against runs, where it says something.

G_2 has large constants, so for curved problems the bound exceeds the largest gap there is until n
is astronomical.  With next to no curvature (L_1 = 1/100, L_2 = 0) G_2 is close to 2 L_0^2, and from
some thousand units on the bound is below 4 L_0: there both halves of its proof are tried, E[T Gap]
and Pr[T < T_0] <= 1/4, and the statement itself.
"""

import math
from typing import Any

import numpy as np

from workbench.algorithms.mirror.debiased_descent import DebiasedMirrorDescent, StoppedPair
from workbench.claims import (
    Claim,
    Figure,
    Grade,
    Outcome,
    Outcomes,
    Run,
    because,
    broken,
    fails,
    holds,
)
from workbench.harness import TRUST, frequency
from workbench.privacy.confidence import truncated_mean_lower
from workbench.privacy.curators.separate import SeparateCurator
from workbench.problems import composite_problem
from workbench.problems.composite_saddle import CompositeSaddle
from workbench.problems.linear_saddle import planted

CLAIM = Claim(
    "saddle.thm3.14.runs",
    title="Algorithm 3, run: its gap and its number of rounds against the bound",
    reconstructed=("theorem", "Theorem 3.14, proof 3.19"),
    statement=r"""\begin{gathered}
        \mathbb{E}[T\, \mathrm{Gap}] \le E := \frac{2\ell}{\tau} + \frac U\mu \Big[
        \tau (3 G_2 + 2 L_0^2) + \frac{4 L_2}{2^M} \Big] + 2\sqrt2 L_1 \sqrt{\ell U/\mu} + 2 L_1, \\
        \Pr[T < T_0] \le \tfrac14, \quad \Pr\Big[ \mathrm{Gap} \le \frac{4 E}{T_0} \Big]
        \ge \tfrac12
        \end{gathered}""",
    hypotheses=r"\text{as in Theorem 3.14}",
    parts=("gap", "rounds"),
    uses=("saddle.thm3.14", "saddle.alg3.runs"),
    note="One problem with little curvature; elsewhere the bound exceeds every gap at sizes that"
    " can be run. The step balances the bound and is held to no budget: the error needs none.",
)


def weak() -> CompositeSaddle:
    """Two vertices for each player, L_0 = 0.51, L_1 = 1/100, L_2 = 0."""
    pull = planted(2)
    table = np.array([[0.01, -0.01], [-0.01, 0.01]])
    return composite_problem(table, b=pull.b, c=pull.c, name="weak coupling")


def level_mean(M: int) -> float:
    """The number mu = E 2^N."""
    return (M + 1) / (2 - 2.0**-M)


def expected(problem: CompositeSaddle, *, U: int, M: int, tau: float, start: float = 1.0) -> float:
    """The number E of the statement; `start` multiplies its first term."""
    ell, L1, rounds = problem.log_sizes, problem.L1, U / level_mean(M)
    total = start * 2 * ell / tau + rounds * (tau * drift(problem, M) + 4 * problem.L2 / 2**M)
    return total + 2 * math.sqrt(2) * L1 * math.sqrt(ell * rounds) + 2 * L1


def drift(problem: CompositeSaddle, M: int) -> float:
    """3 G_2 + 2 L_0^2, G_2 = 2 L_0^2 + 160 L_2^2 + 96 L_1^2 (ln(2d) + 1)(M + 1)."""
    d, L0 = max(problem.dx, problem.dy), problem.L0
    G2 = 2 * L0**2 + 160 * problem.L2**2
    G2 += 96 * problem.L1**2 * (math.log(2 * d) + 1) * (M + 1)
    return 3 * G2 + 2 * L0**2


def ran(
    rng: np.random.Generator, runs: int, *, U: int, M: int, tau: float
) -> tuple[StoppedPair, CompositeSaddle]:
    """Independent runs, each on a sample of U records of its own."""
    problem, method = weak(), DebiasedMirrorDescent(tau=tau, U=U, M=M)
    curator = SeparateCurator(problem.sample(rng, U * runs), rng, trials=runs)
    return method.run(problem, curator, trials=runs), problem


@CLAIM.statistical(part="gap", corner="d = 2, L_1 = 1/100, U = 2400, M = 1", uses=())
@broken("without_the_distance_the_mean_is_above", U=64, tau=1e-4, start=0.0)
@because("With a tiny step nothing has moved: 2l/tau is needed.")
@broken("a_hundredth_of_the_bound_is_exceeded", U=64, share=0.01)
@because("The measured gap is more than that in most runs.")
def neither_mean_nor_frequency_disputes_the_bound(
    run: Run, *, U: int = 2400, tau: float | None = None, start: float = 1.0, share: float = 1.0
) -> Outcomes:
    """The bound is 1.88 where gaps up to 2.04 are possible.
    E[T Gap] against E, and how often Gap <= share 4E/T_0; tau = None balances the bound.
    """
    M, runs = 1, 40
    rounds = U / level_mean(M)
    step = math.sqrt(2 * weak().log_sizes / (rounds * drift(weak(), M))) if tau is None else tau
    E = expected(weak(), U=U, M=M, tau=step, start=start)
    limit = share * 4 * E / ((U - 2**M) / (4 * level_mean(M)))
    out, problem = ran(run.rng("trials"), runs, U=U, M=M, tau=step)
    gaps = problem.gaps(out.x, out.y).lower
    alpha = float(run.alpha / 2) * (1 - 2.0**-40)
    lower = truncated_mean_lower(np.maximum(out.rounds * gaps, 0), cap=2 * E, alpha=alpha)
    most = truncated_mean_lower(np.full(runs, 2 * E), cap=2 * E, alpha=alpha)
    common: dict[str, Any] = {
        "figures": (
            Figure("E", E),
            Figure("mean of T Gap", float((out.rounds * gaps).mean())),
            Figure("lower confidence bound", lower, note="values are cut at 2E"),
            Figure("mean gap", float(gaps.mean())),
            Figure("bound on the gap", limit),
            Figure("largest gap there is", 4 * problem.L0),
            Figure("runs, each on data of its own", runs),
        ),
        "grade": Grade.SUPPORTED,
        "alpha": run.alpha / 2,
        "looks": 1,
        "power": f"had T Gap been 2E in all runs, a mean of at least {most:.4g} would be found",
        "trust": TRUST,
    }
    told = f"mean of T Gap is at least {lower:.4g} with confidence, claimed at most {E:.4g}"
    mean = (fails if lower > E else holds)("mean of trials", told, **common)
    hits = int((gaps <= limit).sum())
    yield mean
    yield frequency(hits, runs, run, least=0.5, share=2, of="gaps within the bound")


@CLAIM.statistical(part="rounds", corner="U = 64, M = 3", uses=())
@broken("not_four_times_as_long", "T >= (U - 2^M)/mu, about the mean.", scale=4.0)
def runs_are_long_enough(run: Run, *, scale: float = 1.0) -> Outcome:
    """How often T >= scale T_0: in three quarters of the runs, and in fact in nearly all."""
    U, M, runs = 64, 3, 400
    out, _ = ran(run.rng("rounds"), runs, U=U, M=M, tau=0.01)
    least = scale * (U - 2**M) / (4 * level_mean(M))
    hits = int((out.rounds >= least).sum())
    return frequency(hits, runs, run, least=0.75, of="runs that are long enough")
