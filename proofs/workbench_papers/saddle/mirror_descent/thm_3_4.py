"""The exponential mechanism: the range of the change, at most twice the sensitivity (Theorem 3.4).

Draw j with probability proportional to e^(s_j).  If another dataset changes every score by
c_j = a + h_j with 0 <= h_j <= R, the normaliser changes by a factor of at least e^a, so

    p'_r / p_r = e^(c_r) sum e^(s_j) / sum e^(s_j + c_j)  <=  e^(a + R) e^(-a)  =  e^R,

and the other direction exchanges the datasets.  R is the range of the change, at most twice the
sensitivity.  The factor 2 cannot be improved: for c < 2D the scores (ln g, 0) and (ln g - D, D) are
D apart, and with g = 2D - c the ratio of the first item is above e^c, as e^g >= 1 + g.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers.exponential_mechanism import (
    CLOSE,
    ETA,
    INSIDE,
    MOVES,
    SCORES,
    R,
    by_opposite_moves,
    by_the_normaliser,
    epsilon,
    low,
    private,
    spread,
    tight,
)

CLAIM = Claim(
    "saddle.thm3.4",
    title="Exponential mechanism: private for the range of the change of its scores",
    reconstructed=("mechanism", "Theorem 3.4"),
    statement=r"""\begin{gathered}
        \Pr[r] \propto e^{s(S, r)} \text{ is } R\text{-DP for }
        R = \sup_{S \sim S'} \big[ \max_r - \min_r \big] (s(S, r) - s(S', r)) \le 2 \Delta; \\
        \text{with weights } e^{\epsilon s/(2\Delta)} \text{ it is } \epsilon\text{-DP}; \\
        2\Delta \text{ cannot be replaced by less}
        \end{gathered}""",
    hypotheses=r"\text{finitely many } r, \; \Delta = \max_r \sup_{S \sim S'} |s(S, r) - s(S', r)|",
    parts=("range", "sensitivity", "tight"),
    encoded={"range": (private(),), "sensitivity": (spread(), private(epsilon, ETA, CLOSE)),
             "tight": tight()},
    note="As encoded a and b are the scores of n items on S and S', in either order, `taken` is an"
    " event, and low the least change. R bounds a range of changes, as at two items r and q. That a"
    " sum of exponentials is above 0 says nothing more. For every c < 2 Delta there are two items"
    " with scores x and y, at most Delta apart, whose ratio is above e^c; that c < 2 Delta follows"
    " from the logarithm, and is said for the reader.",
)  # fmt: skip


@CLAIM.proof(part="range")
@broken("half_of_the_range_is_not_enough", "By the part tight, with R = 2 D.", cost=R / 2)
@dropped("sure", INSIDE, {0: "All weights but one may vanish.", 1: "One weight may be huge."})
def normaliser_moves_with_the_smallest_change(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^(a_r) <= e^(low + R) e^(b_r), and Z' <= e^(-low) Z."""
    return by_the_normaliser(low, low + R, **changes)


@CLAIM.proof(part="sensitivity")
@broken("once_is_not_enough", "Two scores may move in opposite directions.", factor=1)
@dropped("moves", MOVES, "One item may move by any amount.")
@broken("half_of_the_budget_is_not_enough", "By the part tight.", cost=epsilon / 2)
@broken("weights_of_twice_the_rate", "They can cost 2 eps, by the part tight.", rate=2 * ETA)
@dropped("sure", CLOSE, {0: "All weights but one may vanish.", 1: "One weight may be huge."})
def range_is_at_most_twice_the_sensitivity(
    *, factor: int = 2, moves: Sequence[Any] = MOVES, cost: sp.Expr = epsilon,
    rate: sp.Expr = ETA, sure: Sequence[Any] = CLOSE,
) -> Outcomes:  # fmt: skip
    """One change is at most D, another at least -D; times eps/(2 D) it is in [-eps/2, eps/2]."""
    yield certify(spread(factor, moves))
    yield by_the_normaliser(-epsilon / 2, epsilon / 2, cost=cost, rate=rate, sure=sure)


@CLAIM.proof(part="tight")
@broken("twice_the_exponent_is_too_much", power=2)
@because("e^(2c) is above e^(2D), which no ratio exceeds, where c is near 2 D.")
@dropped("scores", SCORES, dict.fromkeys(range(1, 5), "Without it this score is any number."))
def opposite_moves_come_close_to_twice_the_sensitivity(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^c (1 + g) <= e^c e^g = e^(2D) is e^c (g/e^D)/(g/e^D + e^D) < g/(g + 1), cleared."""
    return by_opposite_moves(**changes)
