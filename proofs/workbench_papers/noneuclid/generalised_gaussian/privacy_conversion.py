"""From Renyi divergence to approximate privacy, with the best constant of one order.

delta = E_P (1 - e^(eps - loss))_+.  With y = loss - eps > 0 and w = e^(-y) in (0, 1),

    (1 - w) w^b <= (1 - 1/a)^a/(a - 1),     b = a - 1,

with equality at w = 1 - 1/a: e^u >= 1 + u for the ratios of both terms to their values there.
So 1 - e^(-y) <= c_a e^(b y), and the mean of e^(b loss) is e^(b D_a).
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor.provers.renyi_conversion import ORDER, RENYI, at_one_order, best_constant

CLAIM = Claim(
    "noneuclid.gg-privacy.conversion",
    title="From Renyi divergence to approximate privacy, with the best constant of an order",
    ours=("lemma", "not on the slides; Canonne, Kamath and Steinke (2020)"),
    statement=r"""D_\alpha \le \tau \;\Longrightarrow\; (\epsilon, \delta)\text{-DP with } \delta
        = \frac{e^{(\alpha - 1)(\tau - \epsilon)}}{\alpha - 1}
        \Big( 1 - \frac1\alpha \Big)^\alpha""",
    hypotheses=r"\alpha > 1, \; \epsilon \ge 0",
    encoded=(at_one_order(),),
    uses=("noneuclid.dp-def",),
    note="As encoded lambda is alpha and rho is tau; p and q are densities of the laws of the"
    " outputs on two neighbours for one probability law, such as half of their sum, S is any event"
    " with indicator s, and R is p^lambda q^(1 - lambda), whose mean is at most"
    " e^((lambda - 1) rho); no pair of laws obeys this where q vanishes and p does not."
    " eps >= 0 is not needed.",
)


@CLAIM.proof
@broken("half_of_the_constant", "It is attained where 1 - 1/alpha is the ratio.", factor=sp.S.Half)
@broken("below_order_one", "The bound on the moment is then one from below.", where=(RENYI,))
@broken("without_the_moment", "Two laws may lie apart.", where=(ORDER,))
@broken("a_loss_that_is_none", "L has to be the log-ratio of the densities.", link=())
def the_hockey_stick_is_below_a_power(**changes: Any) -> Outcome:  # noqa: ANN401
    """(p - e^eps q) s is at most c e^(-(a-1) eps) R, with c the largest (1 - w) w^(a-1)."""
    return best_constant(**changes)
