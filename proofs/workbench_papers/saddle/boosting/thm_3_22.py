"""Repeating private Frank-Wolfe: the best of m runs, not all of them (Theorem 3.22, Remark 3.23).

One run has expected error alpha (cited).  By Markov's inequality it exceeds 2 alpha with
probability at most 1/2, so the best of m independent runs does with probability at most 2^(-m).
For ALL of m runs Markov and a union bound give m alpha/beta with probability 1 - beta: a power of
1/beta, and from the mean alone nothing much better is true: an error of alpha/(2 beta) with
probability 2 beta has mean alpha.
"""

import sympy as sp

from workbench.claims import Claim, Example, Outcomes, because, broken
from workbench.rigor import certify, follows
from workbench.rigor.provers import finite_trees as trees
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "saddle.thm3.22",
    title="Private Frank-Wolfe: cited rate, and m runs by Markov's inequality",
    reconstructed=("theorem", "Theorem 3.22, eq. (10), Remark 3.23"),
    statement=r"""\mathbb{E} F(x) - F^\ast \le \alpha_{FW} \text{ for one run}; \;
        \Pr[\min_{j \le m} \mathrm{err}_j > 2 \alpha_{FW}] \le 2^{-m}; \;
        \Pr[\max_{j \le m} \mathrm{err}_j > m \alpha_{FW}/\beta] \le \beta""",
    hypotheses=r"m \text{ independent runs on disjoint data}",
    uses=("ext.afkt2021", "ext.markov"),
    repairs=("saddle.erratum-e11",),
    note="Which of the last two forms Remark 3.23 means cannot be read off. The second depends on"
    " 1/beta polynomially; the first one is enough for Theorem 3.20.",
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

alpha, beta, m = declare("alpha beta > 0, integer m > 0")


@CLAIM.exact
@broken("within_alpha_itself_nothing_is_known", factor=1)
@because("Markov's inequality at the mean gives probability 1.")
def the_best_of_m_runs_is_good(*, factor: int = 2) -> Outcomes:
    """Markov for each run, independence for the minimum, a union bound for the maximum.
    With one = Pr[err > 2 alpha] and far = Pr[err > m alpha/beta] of a run: 2 alpha one
    and (m alpha/beta) far are at most alpha, so one^m <= 2^(-m) and m far <= beta.
    """
    one, far, some = declare("one far some >= 0")
    half = sp.S.Half
    premises = [(1 / (factor * alpha), factor * alpha * one, alpha)]
    rest = half - sp.Rational(1, factor)
    yield follows(one, half, premises, rest=rest, at={"one": 1, "alpha": 1})
    yield certify(relation(one**m, "<=", half**m, where=[(one, "<=", half)]))
    yield follows(some, beta, [(1, some, m * far), (beta / alpha, m * alpha / beta * far, alpha)])


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
