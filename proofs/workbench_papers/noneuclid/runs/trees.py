"""Frank-Wolfe on gradient trees, run: accounted, attacked, its sensitivity attained, its error.

A record of a root is in all the leaves of its phase and moves them by 2 L0 D / b; a record at depth
j is in 2^j times fewer leaves and moves them by 8 L1 D^2 / b.  Each kind is accounted on its own.
"""

from dataclasses import replace

import numpy as np

from workbench.algorithms.frank_wolfe.tree import TreeFrankWolfe
from workbench.claims import Claim, Figure, because, broken
from workbench.harness import Case, examine
from workbench.privacy import AdvancedAccountant
from workbench.problems.sign_instances import sign_regression, signed_means, steep_pair

CLAIM = Claim(
    "noneuclid.asi-tree.runs",
    title="Frank-Wolfe on gradient trees, run: accounted, attacked, its error against the bound",
    reconstructed=(
        "algorithm",
        '"l1-Setup: Further Improvements"; constants are not on the slides',
    ),
    statement=r"""\begin{gathered}
        \lambda_t = \frac{2^{t+2} D \max\{L_0, 2 L_1 D\}}{b \epsilon}
        \text{ gives } \epsilon\text{-DP}, \quad
        \lambda_t = \frac{4 \Delta \sqrt{2 \cdot 2^t \ell}}{\epsilon}, \;
        \Delta = \frac{D}{b} \max\{2 L_0, 4 \sqrt{2} L_1 D\}
        \text{ gives } (\epsilon, \delta)\text{-DP}, \; \ell = \ln(1/\delta); \\
        \mathbb{E} F(x) - F^\ast \le \frac{8 L_1 D^2}{2^{T+1} - 1}
        + 2 D \sqrt{\frac{2 \ln(2d) (L_0^2 + 16 L_1^2 D^2)}{b}} + \lambda_T H_M
        \end{gathered}""",
    hypotheses=r"""\text{as in } \texttt{noneuclid.asi-tree}; \; \text{one record replaced}
        \epsilon \le 8 \ell""",
    parts=("privacy", "pure loss", "sensitivity", "error"),
    uses=("noneuclid.asi-tree",),
    note="Instances only.",
)

EPSILON, DELTA = 1.0, 1e-5


def scaled(plan: TreeFrankWolfe, noise: float) -> TreeFrankWolfe:
    """The method with `noise` times its scales."""
    return replace(plan, scales=tuple(noise * scale for scale in plan.scales))


@examine(
    CLAIM, corner="Sign regression, d = 50, n = 2000, 4 phases, eps = 1, delta = 0",
    accounted="accountant_reads_the_pure_budget", delta=0.0,
)  # fmt: skip
@broken("a_scale_one_percent_smaller_overspends", noise=1 / 1.01)
@because("The pure budget is spent to the last digit.")
@examine(CLAIM, accounted=True)
@broken("a_quarter_of_the_noise_overspends", noise=0.25)
@because("Two factors of two are forgotten: replacing in place of removing, and that of noisy max.")
def budget(*, noise: float = 1.0, delta: float = DELTA) -> Case:
    """Sign regression, d = 50, n = 2000, 4 phases, eps = 1, delta = 1e-5.

    The worst of the records at depth 0, .., 4 of any phase; `noise` times the scales.
    """
    problem = sign_regression(d=50).problem
    plan = TreeFrankWolfe.calibrated(problem, n=2000, T=4, epsilon=EPSILON, delta=delta)
    method = scaled(plan, noise)
    return Case(
        method, problem, n=2000, epsilon=EPSILON, delta=delta, using=AdvancedAccountant,
        readings=lambda: method.costs(problem, n=2000),
        more=(Figure("records used", method.records), Figure("kinds of records", method.T + 1)),
    )  # fmt: skip


@examine(CLAIM, audit=True, attained="a_record_of_a_root_moves_a_score_by_its_share")
def root() -> Case:
    """Linear losses, d = 1, 2 phases, b = 8, lambda = 1/2.

    A record of the second root moves all four leaves of its phase by 2 L0 D / b each.
    """
    problem = signed_means(means=[1.0]).problem
    method = TreeFrankWolfe(scales=(0.5, 0.5), b=8)
    data = problem.dataset(np.tile([1.0, 0.0], (method.records, 1)))
    pair = (data, data.replace(3 * method.b // 2, [-1.0, 0.0]))
    return Case(method, problem, n=method.records, options={"depth": 0}, pair=pair)


@examine(CLAIM, attained="a_record_of_a_child_moves_a_score_by_the_stated_term")
def child() -> Case:
    """Steep ramps, L0 = L1 = 1, a record of the right child of phase 1.

    The first step of all leads from -e_1 to e_1, a whole diameter, and the child has half of the
    records of the root: 8 L1 D^2 / b.
    """
    method = TreeFrankWolfe(scales=(0.02,), b=4)
    steep = steep_pair(n=method.records, index=4, eta=1.0, L1=1.0)
    return Case(
        method, steep.problem, n=method.records, pair=(steep.first, steep.second),
        options={"start": np.array([-1.0, 0, 0]), "depth": 1},
    )  # fmt: skip


@examine(CLAIM, errors=True)
@broken("the_choices_alone_are_disputed", noise=1e-6, terms={"steps": 0.0, "estimation": 0.0})
@because("Hardly any noise: steps and estimation are what is left.")
@broken("steps_and_estimation_alone_are_disputed", linear=True, noise=1e4, terms={"choices": 0.0})
@because("Linear losses and a lot of noise.")
def fresh(*, noise: float = 1.0, linear: bool = False) -> Case:
    """Sign regression, d = 20, n = 4224, 6 phases, eps = 50, each run on a sample of its own.

    `noise` times the scales, in the method and in the bound; or `linear` losses.
    """
    linear_losses = signed_means(means=[0.9, -0.3] + [0.0] * 18)
    instance = linear_losses if linear else sign_regression(d=20)
    problem, n = instance.problem, 4224
    method = scaled(TreeFrankWolfe.calibrated(problem, n=n, T=6, epsilon=50.0, delta=DELTA), noise)
    names = ("steps", "estimation", "choices")
    return Case(
        method, problem, n=n, error=instance.excess, start=problem.feasible.start,
        terms=dict(zip(names, method.terms(problem), strict=True)), trivial=2 * problem.L0,
        trials=30,
    )  # fmt: skip
