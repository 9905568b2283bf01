"""Pure, concentrated and approximate privacy: the two conversions of Bun and Steinke, for any laws.

Both are theorems about two laws with densities: what is shown of values is integrated over any law
(`workbench.rigor.provers.concentrated`).  The second is what a budget of zCDP is read through.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor.provers import concentrated as laws

_DENSITIES = (
    "As encoded p and q are densities of both laws for one probability law, such as half of\
 their sum, and L is ln(p/q) where q > 0"
)

PURE = Claim(
    "audit.pure-to-zcdp",
    title="(epsilon, 0)-DP is epsilon^2/2-zCDP",
    ours=("theorem", "Bun and Steinke (2016), Concentrated differential privacy, Proposition 1.4"),
    statement=r"""e^{-\epsilon} q \le p \le e^\epsilon q \;\Longrightarrow\;
        D_\alpha(P \Vert Q) = \frac{1}{\alpha - 1} \ln \mathbb{E}\, p^\alpha q^{1 - \alpha}
        \le \alpha \frac{\epsilon^2}2""",
    hypotheses=r"\alpha > 1, \; \epsilon > 0",
    uses=("ext.pointwise-density-ratio",),
    encoded=(laws.moment_of_pure(),),
    note=f"{_DENSITIES}; that the mean of p^alpha q^(1 - alpha) exists belongs to what is shown.",
)

EVENTS = Claim(
    "audit.zcdp-to-dp",
    title="rho-zCDP is (rho + 2 (rho ln(1/delta))^(1/2), delta)-DP",
    ours=("theorem", "Bun and Steinke (2016), Concentrated differential privacy, Proposition 1.3"),
    statement=r"""D_\alpha(P \Vert Q) \le \alpha \rho \text{ for all } \alpha > 1 \Longrightarrow
        P(S) \le e^\epsilon Q(S) + \delta, \quad \epsilon = \rho + 2 \sqrt{\rho \ln(1/\delta)}""",
    hypotheses=r"\rho > 0, \; 0 < \delta < 1, \; S \text{ any event}",
    encoded=(laws.events(),),
    note=f"{_DENSITIES}, p = 0 where it is not; s is the indicator of S.",
)


@PURE.proof
@broken("a_fifth_less", "Small losses need all of it.", share=sp.Rational(2, 5))
@broken("below_order_one", "At order 1/2 and p = q it says 1 <= e^(-eps^2/8).", where=())
@broken("losses_below", "Also -eps <= L is needed.", within=laws.WITHIN[1:], seconds=1)
@broken("losses_above", "Also L <= eps is needed.", within=laws.WITHIN[:1], seconds=1)
def the_power_is_below_its_chord(
    *, share: sp.Expr = sp.S.Half, where: Sequence[Any] = (laws.ORDER,),
    within: Sequence[Any] = laws.WITHIN, seconds: float = 100,
) -> Outcome:  # fmt: skip
    """e^(a L) is at most linear in e^L, of mean 1; cosh(y) e^(-y^2/2) falls for y > 0."""
    return laws.pure_to_concentrated(share, where, within, seconds)


@EVENTS.proof
@broken("without_the_two", "Half of it is not enough.", spent=laws.SPENT / 2 + laws.rho / 2)
@broken("a_loss_that_is_none", "L has to be the log-ratio of the densities.", link=())
@broken("orders_above_two", "The order that is used may be smaller.", above=((laws.a, ">", 2),))
def one_order_is_enough(
    *, spent: sp.Expr = laws.SPENT, link: Sequence[Any] = (laws.LINK,),
    above: Sequence[Any] = ((laws.a, ">", 1),),
) -> Outcome:  # fmt: skip
    """That of alpha = 1 + (ln(1/delta)/rho)^(1/2), where 1 - e^(-y) <= e^((alpha - 1) y)."""
    return laws.concentrated_to_approximate(spent, (laws.LEVEL,), above, link)
