"""Repeating private Frank-Wolfe: the best of m runs, not all of them (Theorem 3.22, Remark 3.23).

One run has expected error alpha (cited).  By Markov's inequality it exceeds 2 alpha with
probability at most 1/2, so the best of m independent runs does with probability at most 2^(-m).
For ALL of m runs Markov and a union bound give m alpha/beta with probability 1 - beta: a power of
1/beta, and from the mean alone nothing much better is true: an error of alpha/(2 beta) with
probability 2 beta has mean alpha.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, because, broken
from workbench.rigor.provers import finite_trees as trees
from workbench.rigor.provers import repeated_runs as runs
from workbench.symbolic import declare

CLAIM = Claim(
    "saddle.thm3.22",
    title="m runs of private Frank-Wolfe: the best and the worst, by Markov's inequality",
    reconstructed=("remark", "Remark 3.23, from Theorem 3.22, eq. (10)"),
    statement=r"""\Pr[\min_{j \le m} \mathrm{err}_j > 2 \alpha_{FW}] \le 2^{-m}; \;
        \Pr[\max_{j \le m} \mathrm{err}_j > m \alpha_{FW}/\beta] \le \beta""",
    hypotheses=r"""m \text{ independent runs on disjoint data}, \; \mathrm{err}_j = F(x_j) - F^\ast
        \alpha_{FW} \text{ the bound of one run, } \mathbb{E}\, \mathrm{err}_j \le \alpha_{FW}: \
            \text{ Theorem 3.22, which is cited}
        0 < \beta""",
    parts=("best", "worst"),
    encoded={"best": (runs.all_large(),), "worst": (runs.one_large(),)},
    uses=("ext.afkt2021",),
    repairs=("saddle.erratum-e11",),
    note="Which of the two forms Remark 3.23 means cannot be read off. The second depends on 1/beta"
    " polynomially; the first one is enough for Theorem 3.20. As encoded runs come one after the"
    " other, and the mean of an error given those before is at most alpha: B is 1 as long as all"
    " errors were above 2 alpha, and W is 1 once one was above m alpha/beta.",
)

UNION = Claim(
    "saddle.erratum-e11",
    title="An expected error gives high probability at a polylogarithmic price",
    ours=("erratum", "Tempting reading of Remark 3.23"),
    statement=r"""\mathbb{E}\, \mathrm{err} \le \alpha \;\Longrightarrow\;
        \Pr\big[ \mathrm{err} > \alpha \ln^2(1/\beta) \big] \le \beta""",
    hypotheses=r"\mathrm{err} \ge 0, \; 0 < \beta < 1",
    note="Which form the remark has cannot be read off; its formulas are missing.",
)

alpha, beta = declare("alpha beta > 0")
SIGNED = declare("real err")


@CLAIM.proof(part="best")
@broken("within_alpha_itself", "101 alpha/100 with probability 99/100 has mean alpha.", factor=1)
@broken("a_third_for_each_run", "Just above 2 alpha with probability nearly 1/2.", base=3)
@broken("errors_of_any_mean", "All errors may be 3 alpha.", given=())
@broken("errors_below_zero", drawn=SIGNED, given=((SIGNED, "<=", alpha),))
@because("3 alpha with probability 9/10, and else far below 0.")
def the_best_of_m_runs_is_good(**changes: Any) -> Outcome:  # noqa: ANN401
    """Given the runs before, an error is above 2 alpha with probability at most 1/2."""
    return runs.seldom_all_large(**changes)


@CLAIM.proof(part="worst")
@broken("at_half_of_the_level", share=2)
@because("For m = 1, just above alpha/(2 beta) with probability nearly 2 beta.")
@broken("errors_of_any_mean", "All errors may be 2 m alpha/beta.", given=())
@broken("errors_below_zero", drawn=SIGNED, given=((SIGNED, "<=", alpha),))
@because("2 m alpha/beta with probability near 1, and else far below 0.")
def the_worst_of_m_runs_is_seldom_far_off(**changes: Any) -> Outcome:  # noqa: ANN401
    """Given the runs before, an error is above m alpha/beta with probability at most beta/m."""
    return runs.seldom_one_large(**changes)


@UNION.refutation(of="case")
@broken("with_a_power_of_beta_it_holds", level=1 / beta, height=1000)
@because("At the level alpha/beta, which Markov's inequality gives, the same error is harmless.")
def a_rare_large_error_has_a_small_mean(
    *, level: sp.Expr = sp.log(1 / beta) ** 2, height: int = 48
) -> Example:
    """The error is rare:
    err = 500 alpha with probability 1/500 and beta = 1/1000: ln^2(1000) = 47.7.
    An error of mean <= alpha is above h with probability <= beta; h is at least alpha `level`.
    """
    err, h, drawn = trees.terms("err h drawn")
    law = trees.LawStep({"drawn": [("1/500", 500), ("499/500", 0)]}, {"err": drawn})
    said: trees.Claims = (trees.mean(trees.when(err, ">", h, 1, 0)), "<=", beta)
    known: list[trees.Claims] = [(trees.mean(err), "<=", alpha), (alpha * level, "<=", h)]
    numbers = {"alpha": 1, "beta": "1/1000", "h": height}
    return trees.FiniteTree(said, {"err": 0}, [law], numbers, where=known)
