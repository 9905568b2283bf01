"""From Renyi divergence to approximate privacy, with the best constant of one order.

delta = E_P (1 - e^(eps - loss))_+.  With y = loss - eps > 0 and w = e^(-y) in (0, 1),

    (1 - w) w^b <= (1 - 1/a)^a/(a - 1),     b = a - 1,

with equality at w = 1 - 1/a: ln x <= x - 1 for the ratios of both factors to their values there.
So 1 - e^(-y) <= c_a e^(b y), and the mean of e^(b loss) is e^(b D_a).
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import certify, follows, identity
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.gg-privacy.conversion",
    title="From Renyi divergence to approximate privacy, with the best constant of an order",
    ours=("lemma", "not on the slides; Canonne, Kamath and Steinke (2020)"),
    statement=r"""D_\alpha \le \tau \;\Longrightarrow\; (\epsilon, \delta)\text{-DP with } \delta
        = \frac{e^{(\alpha - 1)(\tau - \epsilon)}}{\alpha - 1}
        \Big( 1 - \frac1\alpha \Big)^\alpha""",
    hypotheses=r"\alpha > 1, \; \epsilon \ge 0",
    uses=("noneuclid.dp-def",),
)

w, best, b, x, y = declare("w best b x y > 0")


@CLAIM.exact
@broken("another_order_has_another_point", slope=1 / (1 - best))
@because("At b = 1/(1 - best) the product is larger elsewhere.")
def the_hockey_stick_is_below_a_power(*, slope: sp.Expr = best / (1 - best)) -> Outcomes:
    """The curve is below a moment: delta <= c_a e^(-(a-1) eps) E_P e^((a-1) loss).
    ln(1 - w) + b ln w is largest at `best`, where b = best/(1 - best); its value is ln c_a.
    """
    inside = [(best, "<", 1), (w, "<", 1)]
    yield certify(relation(sp.log(x), "<=", x - 1))
    yield identity(sp.log(x / y), sp.log(x) - sp.log(y))
    left = sp.log(1 - w) + slope * sp.log(w)
    premises = [
        (1, sp.log(1 - w) - sp.log(1 - best), (1 - w) / (1 - best) - 1),
        (slope, sp.log(w) - sp.log(best), w / best - 1),
    ]
    yield follows(left, sp.log(1 - best) + slope * sp.log(best), premises, where=inside)
    # best = 1 - 1/a: the slope is b, and (1 - best) best^b = best^a/b
    yield identity(slope.subs(best, b / (b + 1)), b)
    yield identity(1 - b / (b + 1), b / (b + 1) / b)
    yield identity(1 - 1 / (b + 1), b / (b + 1))
    yield "(1 - w) w^(a-1) <= (1 - 1/a)^a/(a - 1), with equality at w = 1 - 1/a"
