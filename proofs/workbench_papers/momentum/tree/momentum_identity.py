"""Momentum as a weighted prefix sum, which a tree can compute (Section 3).

    m_t = (1 - alpha) m_(t-1) + alpha g_t,  m_0 = 0:    m_t = alpha G_[1,t],
    G_[y,z] = sum_(i=y..z) (1 - alpha)^(z-i) g_i,

and cutting at h gives G_[a,b] = (1 - alpha)^(b-h) G_[a,h] + G_[h+1,b].  Applied again and again,
G_[a,b] is the sum over the pieces [y, z] of any partition of (1 - alpha)^(b-z) G_[y,z]: the value
of a node does not depend on t, only its factor does.  That is why a noisy node may be reused.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.rigor import First, Rule, identity, induction
from workbench.symbolic import declare, relation
from workbench_papers.momentum import _tree as tree

CLAIM = Claim(
    "momentum.momentum-identity",
    title="Momentum is a weighted prefix sum, and prefix sums split",
    reconstructed=("lemma", "Section 3"),
    statement=r"""m_t = \sum_{i=1}^t \alpha (1-\alpha)^{t-i} g_i = \alpha G_{[1,t]}, \quad
        G_{[a,b]} = (1-\alpha)^{b-h} G_{[a,h]} + G_{[h+1,b]}, \quad
        m_t = \alpha \sum_{[y,z] \in \mathrm{COMPOSE}(1,t)} (1-\alpha)^{t-z} G_{[y,z]}""",
    hypotheses=r"0 < \alpha \le 1, \; m_0 = 0",
    parts=("unrolled", "cut", "pieces"),
    uses=("momentum.alg3-compose",),
    note="The weights sum to 1 - (1 - alpha)^t: there is a bias at the start.",
)

q = declare("q >= 0")  # 1 - alpha
t, h, l = declare("integer t h l >= 0")  # noqa: E741 - a length
i = declare("integer i")
g, m = sp.IndexedBase("g", real=True), sp.IndexedBase("m", real=True)
SMALL = (q, "<", 1)


@CLAIM.exact(part="unrolled")
@broken("the_newest_gradient_has_weight_alpha", shift=1)
@because("Weights alpha (1 - alpha)^(t-i+1) are one step too old.")
def momentum_is_a_weighted_sum(*, shift: int = 0) -> Outcome:
    """m_t = sum_i (1 - q) q^(t - i + shift) g_i with shift = 0, by induction on t."""
    total = sp.Sum((1 - q) * q ** (t - i + shift) * g[i], (i, 1, t))
    claimed = relation(m[t], "=", total, where=[SMALL])
    rules = [Rule("m", "t", q * m[t] + (1 - q) * g[t + 1])]
    return induction(claimed, "t", rules=rules, base=[First("m", 0, sp.Integer(0))], factor=q)


@CLAIM.exact(part="cut")
@broken("the_first_part_is_shrunk", exponent=sp.Integer(0))
@because("Without the factor the parts do not fit.")
def an_interval_may_be_cut_anywhere(*, exponent: sp.Expr = l) -> Outcome:
    """The first part is shrunk by the length of the second.
    G_[1,h+l] = q^exponent G_[1,h] + G_[h+1,h+l], by induction on l.
    """
    whole = sp.Sum(q ** (h + l - i) * g[i], (i, 1, h + l))
    first = sp.Sum(q ** (h - i) * g[i], (i, 1, h))
    second = sp.Sum(q ** (l - i) * g[h + i], (i, 1, l))
    claimed = relation(whole, "=", q**exponent * first + second, where=[SMALL])
    return induction(claimed, "l", factor=q)


@CLAIM.exact(part="pieces", corner="t up to 15")
@broken("the_factor_counts_from_the_end_of_the_node", "One power too many is noticed.", late=1)
def the_pieces_of_compose_give_the_momentum(*, last: int = 15, late: int = 0) -> Outcome:
    """The nodes of COMPOSE(1, t) give m_t symbol for symbol, for every t up to 15."""
    found = []
    for horizon in range(1, last + 1):
        data = sp.symbols(f"g_1:{horizon + 1}", real=True)

        def node(y: int, z: int, data: tuple[sp.Symbol, ...] = data) -> sp.Expr:
            return sum(q ** (z - k) * data[k - 1] for k in range(y, z + 1))

        total = sum(
            (q ** (horizon - z + late) * node(y, z) for y, z in tree.compose(1, horizon)),
            sp.Integer(0),
        )
        found.append(identity(node(1, horizon), total))
    return all_of(*found, summary=f"all t up to {last}")


@CLAIM.exact(part="pieces")
@broken("the_exponents_add_up", "The first piece is shrunk by both later lengths.", exponent=l)
def cutting_at_every_end_gives_any_partition(*, exponent: sp.Expr = l + t) -> Outcome:
    """Two cuts in a row: (1-alpha)^(b-z) is the product of the factors of later cuts.
    A prefix cut twice, at h and h + l, with t steps after that.
    """
    first, second, third = declare("real G_first G_second G_third")
    inner = q**l * first + second  # the prefix up to h + l
    return identity(q**t * inner + third, q**exponent * first + q**t * second + third)
