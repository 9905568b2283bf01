"""Algorithm 5, run: what it costs, what an attack on it sees, and its error against the bound.

The step weight t multiplies the gradient: late records move the scores most and are in few samples,
early ones are in all samples and move little.  The accountant charges every sampled vertex for the
worst of both, so an attack sees a small part of the loss, beside the factor two that Proposition
4.3 pays twice.

On least squares the gradient is affine: no bias (b_K = 0), and the bound of Theorem 4.2 is

    2 ln d/(tau T (T+1)) + tau L_0^2 (2T+1)/6 + 16 L_1 kappa/T + tau kappa (2T+1) V_K/3 + L_1/K,
    V_K = L_1^2 (2 ln(2d) + 2)/K.
"""

from dataclasses import replace

import numpy as np

from workbench.algorithms.mirror.anytime import AnytimeMirrorDescent
from workbench.claims import Claim, Figure, because, broken
from workbench.harness import Case, examine
from workbench.problems.saddle_instances import least_squares
from workbench_papers.saddle.algorithms._accounting import ACCOUNTANTS, BESIDE, pulled

CLAIM = Claim(
    "saddle.alg5.runs",
    title="Algorithm 5, run: accounted, attacked, and its error against the bound",
    reconstructed=("algorithm", "Algorithm 5, Proposition 4.3, Theorem 4.2"),
    statement=r"""\begin{gathered}
        \tau \le \frac{B \epsilon}{16 \sqrt2 L_0 T \sqrt{K (\kappa + T/\kappa) \ln(1/\delta)}}
        \;\Longrightarrow\; \text{Algorithm 5 is } (\epsilon, \delta)\text{-DP}; \\
        \mathbb{E} F(\widetilde x) - F^\ast \le \frac{2 \ln d}{\tau T (T+1)}
        + \frac{\tau L_0^2 (2T+1)}{6} + \frac{16 L_1 \kappa}{T}
        + \frac{\tau \kappa (2T+1)}{3} V_K + \frac{L_1}{K}
        \end{gathered}""",
    hypotheses=r"""\text{as in Proposition 4.3}; \; \text{one record replaced}
        F \text{ a convex quadratic}, \; V_K = L_1^2 (2 \ln(2d) + 2)/K""",
    parts=("privacy", "pure loss", "error"),
    uses=("saddle.alg5", "saddle.prop4.3", "saddle.thm4.2"),
    note="Instances only. With the constant 8 sqrt 2 the same statement is `saddle.prop4.3`'s sharp"
    " form; the curator's accountant charges a softmax, and so the larger constant.",
)

LARGER = Claim(
    "saddle.alg5.runs.bounded-range",
    title="Algorithm 5 at the step size of concentrated privacy",
    ours=("algorithm", "Algorithm 5, other accounting"),
    statement=r"""\tau \le \frac{B}{4 L_0 T} \sqrt{\frac{2 \rho}
        {K (\kappa + \lfloor (T-1)/\kappa \rfloor - 1)}}, \;
        \rho = \big( \sqrt{\ln(1/\delta) + \epsilon} - \sqrt{\ln(1/\delta)} \big)^2
        \;\Longrightarrow\; \text{Algorithm 5 is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"\text{as in Proposition 4.3, for all } \epsilon > 0",
    uses=("saddle.alg5", "saddle.prop4.3.bounded-range"),
    note="An instance, at half of the step that `saddle.prop4.3.bounded-range` allows.",
)

EPSILON, DELTA = 1.0, 1e-6


@examine(LARGER, accounted="accountant_reads_the_larger_step", accounting="zcdp")
@broken("a_larger_step_still_overspends", "Five parts in a hundred above.", factor=1.05)
@examine(CLAIM, accounted=True)
@broken("two_forgotten_factors_two_overspend", "The step size four times as large.", factor=4.0)
def budget(*, factor: float = 1.0, accounting: str = "strong") -> Case:
    """Least squares, n = 2000, T = 25, K = 3, kappa = 5, eps = 1, delta = 1e-6.

    Every refreshed sample and the final one; `factor` multiplies the step size.
    """
    problem = least_squares().problem
    paper, found = (
        AnytimeMirrorDescent.calibrated(
            problem, n=2000, T=25, K=3, kappa=5, epsilon=EPSILON, delta=DELTA, accounting=kind
        )
        for kind in ("strong", accounting)
    )
    method = replace(found, tau=factor * found.tau)
    return Case(
        method, problem, n=2000, epsilon=EPSILON, delta=DELTA, using=ACCOUNTANTS[accounting],
        beside=BESIDE, more=(Figure("step size / step size of the paper", method.tau / paper.tau),),
    )  # fmt: skip


@examine(CLAIM, audit=True, caught=("drop-batch-factor",), tight=False)
def line() -> Case:
    """Two vertices, linear losses, 256 records, T = 4, K = 4.

    The first record is replaced: it is in every sample that depends on data.
    """
    problem, pair = pulled(256, players=1)
    return Case(AnytimeMirrorDescent(tau=0.01, T=4, K=4, kappa=2), problem, n=256, pair=pair)


@examine(CLAIM, errors=True)
@broken("a_bound_without_the_distance_is_disputed", still=True, terms={"distance": 0.0})
@because("With a tiny step size nothing has moved: the first term is needed.")
def fresh(*, still: bool = False) -> Case:
    """Least squares, T = 200, K = 50, kappa = 4; 25 runs on samples of their own.

    The population error; with a tiny step size the run stands `still`.
    """
    if still:
        method = AnytimeMirrorDescent(tau=1e-7, T=320, K=100, kappa=1)
    else:
        method = AnytimeMirrorDescent(tau=0.004, T=200, K=50, kappa=4)
    instance = least_squares()
    problem, one = instance.problem, np.ones((1, 1))
    tau, T, K, kappa = method.tau, method.T, method.K, method.kappa
    spread = problem.L1**2 * (2 * np.log(2 * problem.dx) + 2) / K
    return Case(
        method, problem, n=2 * T, trials=25,
        error=lambda x: problem.value(problem.uniform, x, one) - instance.value,
        terms={
            "distance": 2 * np.log(problem.dx) / (tau * T * (T + 1)),
            "step size": tau * problem.L0**2 * (2 * T + 1) / 6,
            "weights": 16 * problem.L1 * kappa / T,
            "spread": tau * kappa * (2 * T + 1) * spread / 3,
            "sampled vertices": problem.L1 / K,
        },
    )  # fmt: skip
