"""From Renyi divergence to approximate privacy, with the best constant of one order.

delta = E_P (1 - e^(eps - loss))_+.  With y = loss - eps > 0 and w = e^(-y) in (0, 1),

    (1 - w) w^b <= (1 - 1/a)^a/(a - 1),     b = a - 1,

with equality at w = 1 - 1/a: ln x <= x - 1 for the ratios of both factors to their values there.
So 1 - e^(-y) <= c_a e^(b y), and the mean of e^(b loss) is e^(b D_a).
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor.provers import renyi_conversion as renyi

CLAIM = Claim(
    "noneuclid.gg-privacy.conversion",
    title="From Renyi divergence to approximate privacy, with the best constant of an order",
    ours=("lemma", "not on the slides"),
    statement=r"""D_\alpha \le \tau \;\Longrightarrow\; (\epsilon, \delta)\text{-DP with } \delta
        = \frac{e^{(\alpha - 1)(\tau - \epsilon)}}{\alpha - 1}
        \Big( 1 - \frac1\alpha \Big)^\alpha""",
    hypotheses=r"\alpha > 1, \; \epsilon \ge 0",
    encoded=(renyi.best_of_an_order(),),
    note="Known from Canonne, Kamath and Steinke (2020). As encoded alpha is lambda and"
    " tau is rho; p and q are densities of both laws for one probability law, such as half of their"
    " sum, S is any event with indicator s, and R is p^alpha q^(1 - alpha). Outputs with p > 0 = q"
    " have no chance, or D_alpha would be infinite. That eps is not negative is not needed.",
)


@CLAIM.proof
@broken("nine_tenths_of_it", "At the best order it is attained.", factor=sp.Rational(9, 10))
@broken("without_the_divergence", "Two laws may lie apart.", where=(renyi.ORDER,))
@broken("a_loss_that_is_none", "L has to be the log-ratio of the densities.", link=())
def the_hockey_stick_is_below_a_power(
    *, factor: sp.Expr = sp.S.One, where: Sequence[Any] = (renyi.ORDER, renyi.RENYI),
    link: Sequence[Any] = (renyi.LINK,),
) -> Outcome:  # fmt: skip
    """1 - e^(-y) <= (1 - 1/a)^a/(a - 1) e^((a - 1) y) for y = L - eps, whatever the output is."""
    return renyi.best_conversion(factor, where, link)
