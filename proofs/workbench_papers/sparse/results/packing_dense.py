"""Explicit lower bounds for pure DP in the dense regime: signs, and opposite points.

    signs      the m points of a block have s entries L/sqrt(s) or -L/sqrt(s), fair and independent:
               e^(-(p-1)^2/2) + e^(-(p+1)^2/2) <= 2 e^(-1/2) at p = a/w, w = m L/(n sqrt(s)), so
               that the error of a block is at least 2 w^2 (s/2 - eps m)
    opposite   m points L or -L in one coordinate, which are mistaken for each other: what an answer
               errs from the wrong one is at most e^(eps m) times its error, and both are 2 w^2

The other points are 0.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers.private_answers import (
    POINTS,
    ROOM,
    opposite,
    opposite_shown,
    signs,
    signs_shown,
)
from workbench.rigor.provers.private_answers import SIGNS as BOTH
from workbench_papers.sparse.results.packing import HYPOTHESES

SIGNS = Claim(
    "sparse.packing-lb.signs",
    title="Explicit lower bound for pure DP by signs",
    ours=("lemma", "Table 1, lower bounds, dense regime; constants ours"),
    statement=r"""K s \le d, \; K m \le n \;\Longrightarrow\;
        \mathbb{E} \lVert \hat z - \bar z \rVert_2^2
        \ge K \Big( \frac mn \Big)^2 L^2 \Big( 1 - \frac{2 \epsilon m}{s} \Big)""",
    hypotheses=(*HYPOTHESES,
                r"\text{the points of block } k: \; s \text{ entries } \pm L/\sqrt s \text{, fair"
                r" and independent, in coordinates of the block; so they are } s\text{-sparse, of"
                r" norm } L \text{; } s \ge 1 \text{ is an integer}"),
    encoded=(signs(),),
    note="As encoded N = K s signs, v_1 and v_2 are the words, the two values of an entry, the c_b"
    " are fair, and the entries of the answer beyond N only add to its error. K m <= n and K s <= d"
    " make room for points and signs.",
)  # fmt: skip

TWO = Claim(
    "sparse.packing-lb.two-points",
    title="Explicit lower bound for pure DP by opposite points",
    ours=("lemma", "Table 1, lower bounds, dense regime for s = 1; constants ours"),
    statement=r"""K \le d, \; K m \le n \;\Longrightarrow\;
        \mathbb{E} \lVert \hat z - \bar z \rVert_2^2
        \ge K \Big( \frac mn \Big)^2 \frac{2 L^2}{1 + e^{\epsilon m}}""",
    hypotheses=(*HYPOTHESES,
                r"\text{the points of block } k: \; L \text{ or } -L \text{ in coordinate } k"
                r" \text{, fair and independent; so they are 1-sparse, of norm } L"),
    encoded=(opposite(),),
    note="At K = d = n = 1000 and m = eps = 1: a root mean square error of at least 0.02319 L. As"
    " encoded v_1 and v_2 are the words, the two values of an entry, the c_b are fair, and the"
    " entries of the answer beyond K only add to its error. K m <= n and K <= d make room for"
    " points and blocks.",
)  # fmt: skip


@SIGNS.proof
@broken("the_budget_costs_something", factor=0)
@because("For large eps the exponential mechanism errs as little as one likes.")
@dropped(
    "where",
    (ROOM, *BOTH),
    {
        1: "With one sign, K = 1 and s = 100 the answer 0 errs (L m/n)^2/100.",
        2: "If the words are -L/sqrt(s) both, the answer is known.",
        3: "If the words are L/sqrt(s) both, the answer is known.",
    },
)
def signs_are_guessed(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^(-(p-1)^2/2) + e^(-(p+1)^2/2) <= 2 e^(-1/2), and then Jensen's inequality.
    p is an entry of the answer over (m/n) L/sqrt(s).
    """
    return signs_shown(**changes)


@TWO.proof
@broken("not_three_times_as_much", factor=3)
@because("At eps near 0 it is 3/2 of K (L m/n)^2, the error of the answer 0.")
@dropped(
    "where",
    (ROOM, *POINTS),
    {
        1: "If the points are -L both, the answer is known.",
        2: "If the points are L both, the answer is known.",
    },
)
def opposite_points_are_mistaken(**changes: Any) -> Outcome:  # noqa: ANN401
    """(x - w)^2 + (x + w)^2 >= 2 w^2, and each is at most e^(eps m) times the other in the mean.
    x is an entry of the answer, and w = L m/n.
    """
    return opposite_shown(**changes)
