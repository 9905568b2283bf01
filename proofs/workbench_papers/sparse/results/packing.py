r"""An explicit lower bound for pure DP: words with one entry in each of s groups of coordinates.

All m points of a block are one word, which has the entry L/sqrt(s) at one of q places of each of s
groups, uniform and independent.  An answer a has the error D_g in group g.  As words that it does
not know have e^(-t D_1 - ... - t D_s) of mean at most (2/q)^s, for t = 2 ln(q)/w^2 and w = m L/(n
sqrt(s)), and exchanging m points costs e^(eps m), Jensen's inequality gives

    t E(D_1 + ... + D_s) >= s ln(q/2) - eps m.

For each answer words other than the nearest one are w/sqrt(2) away, and count 1/q at most.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers.private_answers import ROOM, SIZES, WORDS, groups, groups_shown

HYPOTHESES = (
    r"\hat z: \text{ the answer of any } \epsilon\text{-DP mechanism, one point replaced, to }"
    r" n \text{ points of } \mathbb{R}^d \text{, of mean } \bar z",
    r"\text{in each of } K \text{ blocks of coordinates: } m \text{ equal points; others are } 0",
    r"\mathbb{E} \text{ is over the points, too: so some sample has this error at least; it is}"
    r" \text{ infinite where the answer is not square-integrable}",
    r"L, \epsilon > 0; \; K, m, n, d \ge 1 \text{ are integers}",
)
WHERE = (ROOM, *SIZES)

CLAIM = Claim(
    "sparse.packing-lb",
    title="Explicit lower bound for pure DP by one entry in each of s groups",
    ours=("lemma", "Table 1, lower bounds; constants ours"),
    statement=r"""q \ge 2, \; K m \le n, \; K s q \le d \;\Longrightarrow\;
        \mathbb{E} \lVert \hat z - \bar z \rVert_2^2
        \ge K \Big( \frac mn \Big)^2 \frac{L^2}{2} \cdot
        \frac{\ln(q/2) - \epsilon m/s}{\ln q}""",
    hypotheses=(*HYPOTHESES,
                r"\text{the points of block } k: \; L/\sqrt s \text{ at one of } q \text{ places in"
                r" each of } s \text{ groups of coordinates of the block, the places uniform and"
                r" independent; so they are } s\text{-sparse, of norm } L \text{; } q \text{ and }"
                r" s \ge 1 \text{ are integers}"),
    encoded=(groups(),),
    note="As encoded N = K s groups, u = L/sqrt(s), v_{j, i} is entry i of word j, the c_b are the"
    " places, and the entries of the answer beyond N q only add to its error. K m <= n and K s"
    " q <= d make room for points and groups. It replaces a bound by codes of overlap at most s/2,"
    " of error L^2/(8K), which says more at the edge s = 1 and eps m = ln(q/2): there this is 0.",
)  # fmt: skip


@CLAIM.proof
@broken("the_budget_costs_something", factor=0)
@because("For large eps and q >= 3 the exponential mechanism errs as little as one likes.")
@dropped(
    "where",
    WHERE,
    {
        1: "With one group, K = 1, s = 100 and large q the answer 0 errs (L m/n)^2/100 only.",
        2: "With entries u near 0 the answer 0 has hardly any error.",
        3: "For q = 1 it is undefined, not refuted: ln q = 0 is below.",
    },
)
@broken("words_that_are_all_alike", every=WORDS[:1])
@because("If all entries of all words are u, the answer is known.")
@broken("words_that_are_all_zero", "Then the answer 0 has no error.", every=WORDS[1:])
def a_word_is_guessed(**changes: Any) -> Outcome:  # noqa: ANN401
    """1 + (q - 1)/q <= 2 for the sum over all words of e^(-t D), and then Jensen's inequality.
    D is the squared distance of a group from m/n times a word, and t = 2 ln(q) (n/(m u))^2.
    """
    return groups_shown(**changes)
