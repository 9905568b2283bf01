"""Algorithm 4, run: what it costs, what an attack on its choice sees, and how well it chooses.

Three thirds of the records, cut into R + 2 R m + 1 parts: each record is in one of them, and the
accountant reads the dearest.  The choice is the only step in which a record meets all candidates.
Its pure loss eps is reached in the limit: two candidates at opposite vertices, each scored against
the wrong responses, and a record that is exchanged for its negative.

Of Theorem 3.20 what is added to Algorithm 3 is tested: with g_i the population's difference
max_j F(x_i, y'_ij) - min_j F(x'_ij, y_i), which is the gap of candidate i less the errors of its
responses, the chosen one has g <= min g_i + 2u + loss except with probability beta/2.  The whole
bound contains that of Theorem 3.14 for a part of the records: it exceeds every gap at these sizes.
"""

from dataclasses import replace

import numpy as np

from workbench.algorithms.frank_wolfe.simplex import PrivateFrankWolfe
from workbench.algorithms.mirror.boosted_descent import Boosted, BoostedMirrorDescent
from workbench.algorithms.mirror.debiased_descent import DebiasedMirrorDescent
from workbench.claims import Claim, Figure, Outcome, Run, because, broken
from workbench.harness import Case, examine, frequency
from workbench.privacy import AccountingCurator, AdvancedAccountant
from workbench.privacy.curators.separate import SeparateCurator
from workbench.problems.saddle_instances import cosine_game, softplus_saddle
from workbench_papers.saddle.algorithms._accounting import BESIDE, pulled

CLAIM = Claim(
    "saddle.alg4.runs",
    title="Algorithm 4, run: accounted, its choice attacked and compared",
    reconstructed=("algorithm", "Algorithm 4, Theorem 3.20"),
    statement=r"""\begin{gathered}
        \text{all parts } (\epsilon, \delta)\text{-DP, disjoint} \;\Longrightarrow\;
        \text{Algorithm 4 is } (\epsilon, \delta)\text{-DP}; \quad
        \text{pure loss of the choice} \le \epsilon; \\
        \Pr\Big[ g \le \min_i g_i + 8 L_0 \sqrt{\frac{2 \ln(8 R m^2/\beta)}{n_3}}
        + \frac{16 L_0}{n_3 \epsilon} \ln \frac{4R}{\beta} \Big] \ge 1 - \frac{\beta}{2}, \\
        g_i = \max_j F(x_i, y'_{ij}) - \min_j F(x'_{ij}, y_i)
        \end{gathered}""",
    hypotheses=r"\text{as in Theorem 3.20}; \; \text{one record replaced}",
    parts=("privacy", "pure loss", "choice"),
    uses=("saddle.alg4", "saddle.thm3.20", "saddle.alg3.runs", "saddle.alg-pvrfw.runs"),
    note="Instances only. The bound of `saddle.thm3.20` on the gap contains that of"
    " `saddle.thm3.14` for n/(3R) records; it exceeds every gap at these sizes and is not tested.",
)

EPSILON, DELTA = 1.0, 1e-6
RECORDS, BETA = 6000, 0.25


@examine(CLAIM, accounted=True)
@broken("the_sensitivity_of_one_side_overspends", factor=2.0)
@because("A choice as if a record moved a score by 4 L_0/n_3.")
def budget(*, factor: float = 1.0) -> Case:
    """The softplus saddle, n = 6000, beta = 1/4, eps = 1, delta = 1e-6, one sequence of levels.

    61 disjoint parts, all calibrated; the choice spends all of eps, on records that nothing else
    sees: its epsilon times `factor`.
    """
    problem = softplus_saddle().problem
    found = BoostedMirrorDescent.calibrated(
        problem, n=RECORDS, beta=BETA, U=40, M=2, phases=2, epsilon=EPSILON, delta=DELTA
    )
    accountant = AccountingCurator(n=RECORDS, rng=np.random.default_rng(1))
    replace(found, epsilon=factor * found.epsilon).run(problem, accountant)
    return Case(
        readings=lambda: accountant, epsilon=EPSILON, delta=DELTA, using=AdvancedAccountant,
        beside=BESIDE,
        more=(Figure("candidates", found.R), Figure("responses per candidate and side", found.m)),
    )  # fmt: skip


@examine(CLAIM, audit=True)
def opposite() -> Case:
    """Two vertices, linear losses, 60 records, R = 2, m = 1.

    Parts that disagree, and the choice between two opposite candidates: a record of the last third
    is replaced.
    """
    walk = PrivateFrankWolfe(lam=0.05, phases=2, b=2)
    method = BoostedMirrorDescent(
        descent=DebiasedMirrorDescent(tau=5.0, U=10, M=0), walk_x=walk, walk_y=walk, R=2, m=1,
        epsilon=0.5,
    )  # fmt: skip
    own, side, third = 10, 5, 20
    records = [0] * own + [1] * own + [1] * 2 * side + [0] * 2 * side + [0] * (third - 6) + [1] * 6
    problem, _ = pulled(len(records))
    second = problem.dataset(np.array(records))
    pair = (second.replace(len(records) - third, [1.0]), second)
    return Case(method, problem, n=len(records), pair=pair, epsilon=method.epsilon, transcripts=200)


def estimates(method: BoostedMirrorDescent, out: Boosted) -> np.ndarray:
    """The numbers g_i of every trial, shape (trials, R)."""
    problem = cosine_game().problem
    trials, w = len(out.which), problem.uniform
    found = np.empty((trials, method.R))
    for i in range(method.R):
        x, y = out.xs[:, i], out.ys[:, i]
        high = [problem.value(w, x, out.responses_y[:, i, j]) for j in range(method.m)]
        low = [problem.value(w, out.responses_x[:, i, j], y) for j in range(method.m)]
        found[:, i] = np.max(high, axis=0) - np.min(low, axis=0)
    return found


@CLAIM.statistical(
    part="choice", corner="cosine game, n = 24000, R = 4, m = 7, eps = 1/50, beta = 1/4", uses=()
)
@broken("it_does_miss_the_best", "Without u and loss the statement is disputed.", terms=0.0)
def the_choice_seldom_misses_by_more(run: Run, *, terms: float = 1.0) -> Outcome:
    """Exact Clopper-Pearson bound for the frequency against beta/2.
    How often g of the choice is above min g_i + terms (2u + loss), on fresh samples.
    """
    problem, n, trials = cosine_game().problem, 24_000, 100
    walk = PrivateFrankWolfe(lam=0.05, phases=2, b=2)
    method = BoostedMirrorDescent(
        descent=DebiasedMirrorDescent(tau=1.0, U=4, M=0), walk_x=walk, walk_y=walk, R=4, m=7,
        epsilon=0.02,
    )  # fmt: skip
    u, loss = method.selection_error(problem, n=n, beta=BETA)
    rng = run.rng("trials")
    curator = SeparateCurator(problem.sample(rng, n * trials), rng, trials=trials)
    out = method.run(problem, curator, trials=trials)
    g = estimates(method, out)
    excess = g[np.arange(trials), out.which] - g.min(axis=1)
    misses = int((excess > terms * (2 * u + loss)).sum())
    more = (
        Figure("2u + loss", 2 * u + loss), Figure("mean excess", float(excess.mean())),
        Figure("largest excess", float(excess.max())),
        Figure("largest gap there is, 4 L_0", 4 * problem.L0),
    )  # fmt: skip
    return frequency(misses, trials, run, most=BETA / 2, of="misses", more=more)
