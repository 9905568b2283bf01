"""Momentum as a weighted prefix sum, which a tree can compute (Section 3).

    m_t = (1 - alpha) m_(t-1) + alpha g_t,  m_0 = 0:    m_t = alpha G_[1,t],
    G_[y,z] = sum_(i=y..z) (1 - alpha)^(z-i) g_i,

and cutting at h gives G_[a,b] = (1 - alpha)^(b-h) G_[a,h] + G_[h+1,b].  Applied again and again,
G_[a,b] is the sum over the pieces [y, z] of any partition of (1 - alpha)^(b-z) G_[y,z]: the value
of a node does not depend on t, only its factor does.  That is why a noisy node may be reused.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor import First, Rule, induction
from workbench.rigor.provers.theorems import proved
from workbench.rigor.provers.windows import PIECES, pieces
from workbench.symbolic import Defined, Relation, declare, relation

alpha, t, s, h, l, i = declare("alpha > 0, integer t s h l >= 0, integer i")  # noqa: E741
g, m = sp.IndexedBase("g", real=True), sp.IndexedBase("m", real=True)
MOST = [(alpha, "<=", 1)]
STEP = [Rule("m", "t", (1 - alpha) * m[t] + alpha * g[t + 1])]
START = [First("m", 0, sp.Integer(0))]


def part(after: sp.Expr, length: sp.Expr) -> sp.Expr:
    """G over so many steps after one."""
    return sp.Sum((1 - alpha) ** (length - i) * g[after + i], (i, 1, length))


def unrolled(shift: int = 0) -> tuple[Relation, Relation]:
    """m_t as a sum of its own, and as alpha times that of the gradients."""
    own = sp.Sum(alpha * (1 - alpha) ** (t - i + shift) * g[i], (i, 1, t))
    return relation(m[t], "=", own, where=MOST), relation(m[t], "=", alpha * part(0, t), where=MOST)


def cut(exponent: sp.Expr = l) -> Relation:
    """[s + 1, s + h + l] cut at s + h."""
    both = (1 - alpha) ** exponent * part(s, h) + part(s + h, l)
    return relation(part(s, h + l), "=", both, where=MOST)


ENCODED: dict[str, tuple[Any, ...]] = {
    "unrolled": tuple(Defined(one, STEP, START) for one in unrolled()),
    "cut": (cut(),),
    "pieces": (pieces().theorem,),
}

CLAIM = Claim(
    "momentum.momentum-identity",
    title="Momentum is a weighted prefix sum, and prefix sums split",
    reconstructed=("lemma", "Section 3"),
    statement=r"""m_t = \sum_{i=1}^t \alpha (1-\alpha)^{t-i} g_i = \alpha G_{[1,t]}, \quad
        G_{[a,b]} = (1-\alpha)^{b-h} G_{[a,h]} + G_{[h+1,b]}, \quad
        m_t = \alpha \sum_{[y,z] \in \mathrm{COMPOSE}(1,t)} (1-\alpha)^{t-z} G_{[y,z]}""",
    hypotheses=r"""0 < \alpha \le 1, \; m_0 = 0, \; m_t = (1-\alpha) m_{t-1} + \alpha g_t
        \mathrm{COMPOSE}(1,t) \text{ is a partition of } [1,t] \text{ into intervals}""",
    parts=("unrolled", "cut", "pieces"),
    encoded=ENCODED,
    uses=("momentum.alg3-compose",),
    note="As encoded g is one coordinate, a = s + 1, the h of the second part is s + h and b is"
    " s + h + l. In the third part the partition is any one into intervals: c_i is 1 where a piece"
    " ends and 0 elsewhere, V_i is G from the start of the piece that holds i up to i, and u_i is"
    " (1 - alpha)^i. The weights sum to 1 - (1 - alpha)^t: there is a bias at the start.",
)  # fmt: skip


@CLAIM.exact(part="unrolled")
@broken("the_newest_gradient_has_weight_alpha", shift=1)
@because("Weights alpha (1 - alpha)^(t-i+1) are one step too old.")
@broken("the_start_is_at_rest", "From m_0 = 1 there is (1 - alpha)^t more.", start=1)
def momentum_is_a_weighted_sum(*, shift: int = 0, start: int = 0) -> Outcomes:
    """By induction on t."""
    base = [First("m", 0, sp.Integer(start))]
    for one in unrolled(shift):
        yield induction(one, "t", rules=STEP, base=base, factor=1 - alpha)


@CLAIM.exact(part="cut")
@broken("the_first_part_is_shrunk", exponent=sp.Integer(0))
@because("Without the factor the parts do not fit.")
@broken("by_the_length_of_the_second", exponent=h)
@because("For h = 1, l = 2 it is shrunk once in place of twice.")
def an_interval_may_be_cut_anywhere(*, exponent: sp.Expr = l) -> Outcome:
    """The first part is shrunk by the length of the second: by induction on it."""
    return induction(cut(exponent), "l", factor=1 - alpha)


@CLAIM.proof(part="pieces")
@broken("the_factor_counts_from_the_end_of_the_node", "At t = 1 it is one power too many.", late=1)
@dropped("given", PIECES, {
    0: "u_0 = 2 doubles the sum.", 1: "u_1 may be anything.", 2: "m_0 may be 1.",
    3: "m_1 may be anything.", 4: "V_0 = 1 is in V_1, if c_0 = 0.", 5: "V_1 may be anything.",
    6: "If no piece ends at t, its part is left out.",
})  # fmt: skip
def the_pieces_of_a_partition_give_the_momentum(**changes: Any) -> Outcome:  # noqa: ANN401
    """By induction, with the piece that has not ended yet: a step shrinks all that there is."""
    return proved(pieces(**changes))
