"""Algorithm 1, run: what it costs, what an attack on it sees, and how small the gap is.

The method that runs on data is the one that the accountant reads.  With the step size of
Proposition 3.3 it spends (eps, delta), by the composition that the paper uses; counted as a bounded
range, the same run spends far less, and the step size may be almost four times larger.

Whole transcripts of vertices are attacked by their exact likelihood ratio.  End to end that sees
little at (eps, delta), so what is attacked is the pure loss, 2 (T - 1) K times 4 tau L_0/B: where
all other records pull to one vertex, a transcript of the others reaches most of it.

The mean gap over runs, each on a sample of its own, is held against 2 l/(tau T) + 5 tau L_0^2 +
2 (L_xx + L_yy)/K.  No run can prove a bound; one could have refuted it.
"""

from dataclasses import replace
from itertools import product

import numpy as np

from workbench.algorithms.mirror.mirror_descent import PrivateMirrorDescent
from workbench.claims import Claim, Figure, Grade, Outcome, because, broken
from workbench.harness import Case, decided, examine
from workbench.problems import composite_problem
from workbench.problems.saddle_instances import Problem, cosine_game, rational_game, softplus_saddle
from workbench_papers.saddle.algorithms._accounting import ACCOUNTANTS, BESIDE, pulled

CLAIM = Claim(
    "saddle.alg1.runs",
    title="Algorithm 1, run: accounted, attacked, and its gap against the bound",
    reconstructed=("algorithm", "Algorithm 1, Proposition 3.3, Theorem 3.1"),
    statement=r"""\begin{gathered}
        \tau \le \frac{B \epsilon}{16 L_0 \sqrt{T K \ln(1/\delta)}}
        \;\Longrightarrow\; \text{Algorithm 1 is } (\epsilon, \delta)\text{-DP}; \\
        \text{pure loss} \le 2 (T-1) K \frac{4 \tau L_0}{B}; \quad
        \mathbb{E}\, \mathrm{Gap} \le \frac{2\ell}{\tau T} + 5 \tau L_0^2
        + \frac{2 (L_{xx} + L_{yy})}{K}
        \end{gathered}""",
    hypotheses=r"""\text{as in Proposition 3.3 and } \texttt{saddle.ours.private-iterate}
        \text{one record replaced}; \; \text{disjoint batches}""",
    parts=("privacy", "pure loss", "gap"),
    uses=("saddle.alg1", "saddle.prop3.3", "saddle.ours.private-iterate"),
    note="Instances only: the statements for all problems are those that this one uses.",
)

LARGER = Claim(
    "saddle.alg1.runs.bounded-range",
    title="Algorithm 1 at the step size of bounded-range accounting",
    ours=("algorithm", "Algorithm 1, other accounting"),
    statement=r"""\tau \le \frac{B}{2 L_0} \sqrt{\frac{\rho}{(T-1) K}}, \;
        \rho = \big( \sqrt{\ln(1/\delta) + \epsilon} - \sqrt{\ln(1/\delta)} \big)^2
        \;\Longrightarrow\; \text{Algorithm 1 is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=CLAIM.hypotheses,
    uses=("saddle.alg1", "saddle.prop3.3.bounded-range"),
    note="An instance; the general statement is `saddle.prop3.3.bounded-range`. The curator's"
    " accountant converts zCDP a little better than the formula.",
)

EPSILON, DELTA = 1.0, 1e-6
RECORDS, T, K = 2000, 20, 3


@examine(LARGER, accounted="accountant_reads_the_larger_step", accounting="zcdp")
@broken("a_larger_step_still_overspends", "Five parts in a hundred above.", factor=1.05)
@examine(CLAIM, accounted=True)
@broken("two_forgotten_factors_two_overspend", factor=4.0)
@because("Sensitivity L_0/B, and weights e^score taken for the sensitivity's pure loss.")
def budget(*, factor: float = 1.0, accounting: str = "strong") -> Case:
    """The cosine game, n = 2000, T = 20, K = 3, eps = 1, delta = 1e-6.

    The method that runs on data is the one that is read; `factor` multiplies its step size.
    """
    problem = cosine_game().problem
    paper, found = (
        PrivateMirrorDescent.calibrated(
            problem, n=RECORDS, T=T, K=K, epsilon=EPSILON, delta=DELTA, accounting=kind
        )
        for kind in ("strong", accounting)
    )
    method = replace(found, tau=factor * found.tau)
    return Case(
        method, problem, n=RECORDS, epsilon=EPSILON, delta=DELTA, using=ACCOUNTANTS[accounting],
        beside=BESIDE, more=(Figure("step size / step size of the paper", method.tau / paper.tau),),
    )  # fmt: skip


def exact_loss(T: int, factor: float) -> float:
    """Exact epsilon at delta = 1/100 of all transcripts, worst over all pairs of neighbours.
    Pennies with records +1 and -1, one record a round, K = 1: 4^T transcripts, all listed.
    """
    table = np.array([[1.0, -1.0], [-1.0, 1.0]])
    both = composite_problem(np.stack([table, -table]))
    method = PrivateMirrorDescent.calibrated(both, n=T, T=T, K=1, epsilon=EPSILON, delta=0.01)
    tau = factor * method.tau
    paths = np.array(list(product(range(4), repeat=T)))
    i, j = paths // 2, paths % 2

    def chances(records: tuple[int, ...]) -> np.ndarray:
        s, r = np.zeros((2, len(paths), 2))
        total = np.zeros(len(paths))
        every = np.arange(len(paths))
        for t, sign in enumerate(records):
            total += (s - np.logaddexp.reduce(s, axis=1)[:, None])[every, i[:, t]]
            total += (r - np.logaddexp.reduce(r, axis=1)[:, None])[every, j[:, t]]
            s = s - tau * sign * table[:, j[:, t]].T
            r = r + tau * sign * table[i[:, t]]
        return np.exp(total)

    # the last record is not used; a first one of +1 and all signs exchanged is the same by symmetry
    laws = {r: chances((*r, 1)) for r in product((1, -1), repeat=T - 1)}
    worst = 0.0
    for records, p in laws.items():
        for k in range(T - 1):
            q = laws[(*records[:k], -records[k], *records[k + 1 :])]
            low, high = 0.0, 60.0
            while high - low > 1e-9:
                level = (low + high) / 2
                delta = float(np.maximum(p - np.exp(level) * q, 0.0).sum())
                low, high = (level, high) if delta > 0.01 else (low, level)
            worst = max(worst, high)
    return worst


@CLAIM.exact(
    part="privacy", corner="pennies, records +1 and -1, K = 1, T = 2, 4, 6, delta = 0.01", uses=()
)
@broken("forty_times_the_step_is_not", factor=40.0)
@because("Small slips are not seen end to end: that is why single vertices are accounted.")
def exact_law_is_far_within_the_budget(*, factor: float = 1.0) -> Outcome:
    """All transcripts of all pairs of neighbours: the claim is many times the true epsilon.
    T = 2, 4, 6 at the step size of the paper, times a factor.
    """
    found = {T: exact_loss(T, factor) for T in (2, 4, 6)}
    told = "exact epsilon " + ", ".join(f"{e:.4f} (T = {T})" for T, e in found.items())
    return decided(
        max(found.values()) <= EPSILON, "enumeration", told, grade=Grade.DERIVED,
        figures=(
            Figure("claimed epsilon", EPSILON),
            *(Figure(f"exact epsilon at delta = 0.01, T = {T}", e) for T, e in found.items()),
            Figure("claimed / exact, T = 6", EPSILON / found[6]),
        ),
    )  # fmt: skip


@examine(CLAIM, audit=True, caught=("half-scale", "drop-batch-factor"))
def line() -> Case:
    """Two vertices, linear losses, 64 records, T = 32, K = 2, tau = 0.15.

    All records pull to one vertex, but for the first: whole transcripts, steered ones too, almost
    reach the accounted pure loss.
    """
    problem, pair = pulled(64)
    return Case(PrivateMirrorDescent(tau=0.15, T=32, K=2), problem, n=64, pair=pair)


def gap(problem: Problem, method: PrivateMirrorDescent, *, n: int, trials: int) -> Case:
    """The mean gap; equal samples, or one of its own for every run."""
    return Case(
        method, problem, n=n, trials=trials,
        data=problem.sample(np.random.default_rng(0), n) if problem.atoms == 1 else None,
        error=lambda out: problem.gaps(out.x, out.y).lower,
        terms={
            "distance": 2 * problem.log_sizes / (method.tau * method.T),
            "step size": 5 * method.tau * problem.L0**2,
            "sampled vertices": 2 * (problem.Lxx + problem.Lyy) / method.K,
        },
    )  # fmt: skip


@examine(CLAIM, errors="mean_gap_is_not_above_the_bound")
@broken("a_bound_without_its_first_term_is_disputed", tiny=True, terms={"distance": 0.0})
@because("With a tiny step size 5 tau L_0^2 alone is far below the gap.")
def games(*, tiny: bool = False) -> tuple[Case, ...]:
    """Rational game, T = 1500, K = 1; softplus saddle, T = 50, K = 8.

    Exact gaps of independent runs; for the softplus saddle on a fresh sample each.  With a `tiny`
    step size nothing has moved in the cosine game.
    """
    if tiny:
        method = PrivateMirrorDescent(tau=0.002, T=20, K=1)
        return (gap(cosine_game().problem, method, n=40, trials=60),)
    game = PrivateMirrorDescent(tau=0.02, T=1500, K=1)
    curved = PrivateMirrorDescent(tau=0.1, T=50, K=8)
    return (
        gap(rational_game().problem, game, n=1500, trials=200),
        gap(softplus_saddle().problem, curved, n=200, trials=20),
    )
