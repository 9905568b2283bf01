"""Pure, concentrated, Renyi and approximate privacy: conversions of Bun and Steinke, for any laws.

They are theorems about two laws with densities: what is shown of values is integrated over any law
(`workbench.rigor.provers.concentrated`).  A budget of zCDP is read through the second.  Where zCDP
itself is approximate, its delta and that of the conversion both count.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import approximate_concentrated as approximate
from workbench.rigor.provers import concentrated as laws
from workbench.rigor.provers import gaussian_sums as sums
from workbench.symbolic import Relation
from workbench.symbolic.text import parse

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


def detour(order: str = "1 + sqrt(Lambda/rho)") -> tuple[Relation, Relation]:
    """What Renyi privacy costs as approximate privacy, at any order and at that of the claim."""
    best, where = "rho + 2*sqrt(rho*Lambda)", "rho > 0, Lambda > 0"
    return (
        parse(f"{best} <= a*rho + Lambda/(a - 1)", where=f"{where}, a > 1"),
        parse(f"({order})*rho + Lambda/({order} - 1) = {best}", where=where),
    )


RENYI = Claim(
    "audit.zcdp-to-rdp",
    title="The Renyi curve of rho-zCDP: alpha rho is exact for Gaussian noise, and loses nothing",
    ours=("theorem", "https://github.com/opendp/opendp/issues/2046; Bun and Steinke (2016),"
          " Concentrated differential privacy, Definition 1.1 and Lemma 2.5"),
    statement=r"""D_\alpha\big(\mathcal N(u, \sigma^2 I) \Vert \mathcal N(v, \sigma^2 I)\big)
        = \alpha \rho; \qquad \min_{\alpha > 1} \; \alpha \rho + \frac{\ln(1/\delta)}{\alpha - 1}
        = \rho + 2 \sqrt{\rho \ln(1/\delta)}""",
    hypotheses=r"""\alpha > 1; \; \sigma > 0, \; u, v \in \mathbb R^k, \
            \lVert u - v \rVert^2 = 2 \sigma^2 \rho
        \text{in the second part } \rho > 0, \; 0 < \delta < 1""",
    parts=("gaussian", "detour"),
    encoded={"gaussian": (sums.concentrated(),), "detour": detour()},
    note="rho-zCDP is (alpha, alpha rho)-RDP at every order alpha > 1, for the same neighbours, by"
    " definition. By the first part no smaller curve is true of all rho-zCDP mechanisms: that of"
    " noise with 2 sigma^2 rho the square of an attained sensitivity is this one. By the second the"
    " conversion of ext.rdp-to-dp at the best order gives what audit.zcdp-to-dp does. As encoded"
    " lambda is alpha, Lambda is ln(1/delta), and K_k the log-ratio of the densities at x of law"
    " N(v, sigma^2 I), whose coordinates have E e^(s x_t) = e^(s v_t + s^2 sigma^2/2) for all s.",
)  # fmt: skip

APPROXIMATE = Claim(
    "audit.approximate-zcdp",
    title="Approximate zCDP as (epsilon, delta)-DP: both deltas count",
    ours=(
        "theorem",
        "https://github.com/opendp/opendp/issues/2005; Bun and Steinke (2016),"
        " Concentrated differential privacy, Section 8",
    ),
    statement=r"""\delta\text{-approximate } \rho\text{-zCDP implies }
        P(S) \le e^\epsilon Q(S) + \delta + (1 - \delta) \delta_1, \quad
        \epsilon = \rho + 2 \sqrt{\rho \ln(1/\delta_1)}; \qquad
        P(S) > e^\epsilon Q(S) + \delta_1 \text{ for some } P, Q, S \text{ with }
        \rho = \tfrac12, \; \delta = \delta_1 = \tfrac1{100}""",
    hypotheses=r"""\text{on two neighbours, in both orders, there are events } E, F \text{ with } \
            P(E), Q(F) \ge 1 - \delta \text{ and } D_\alpha(P_{|E} \Vert Q_{|F}) \le \alpha \rho \
            \text{ for all } \alpha > 1
        \rho > 0, \; 0 \le \delta < 1, \; 0 < \delta_1 < 1, \; S \text{ any event}
        \text{in the second part } P \text{ and } Q \text{ tell all with chance } \delta, \
            \text{ and are else } \mathcal N(1, 1) \text{ and } \mathcal N(0, 1)""",
    parts=("events", "once"),
    encoded={"events": (approximate.events(),), "once": (approximate.once(),)},
    note="As encoded p and q are densities for one law such as half of the sum, e and f the chances"
    " of E and F given the output, x and y densities of P given E and of Q given F, and L is"
    " ln(x/y). In the second part S is that all is told under P or that the output is above"
    " 1/2 + epsilon; given that nothing is told, P and Q are 1/2-zCDP, by audit.zcdp-to-rdp. So one"
    " delta cannot serve for both, and (epsilon, max(delta, delta_1)) is false too.",
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


@RENYI.proof(part="gaussian")
@broken("half_of_it", "The equation has no room.", factor=sp.S.Half)
@dropped("given", sums.COORDINATE, "Of other laws the ratio may have any moment.")
@dropped("where", sums.ORDER, "At order 1 it has no value.")
@dropped("after", sums.SPENT, "The means may be further apart.")
def each_coordinate_adds_its_own(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(lambda K - lambda (lambda - 1) |u - v|^2/(2 sigma^2)) is 1 at all times."""
    return sums.moment_of_ratio(of=sums.concentrated, **changes)


@RENYI.exact(part="detour")
@broken("another_order", "At 1 + Lambda/rho it costs more.", order="1 + Lambda/rho")
def the_best_order_costs_no_more(*, order: str = "1 + sqrt(Lambda/rho)") -> Outcome:
    """((a - 1) rho^(1/2) - Lambda^(1/2))^2 >= 0, and is 0 at the best order."""
    return certify(detour(order))


@APPROXIMATE.proof(part="events")
@broken("delta_of_the_conversion_alone", total=approximate.level)
@because("What is told with chance delta is an event that Q has not at all.")
@broken("the_larger_loss", "Gaussian noise needs more.", spent=approximate.SPENT / 2)
@broken("a_loss_that_is_none", "L has to be the log-ratio of the densities.", link=())
@dropped("kept", approximate.KEPT, {0: "E may be rare, and P arbitrary elsewhere.",
                                    1: "F may be rare, and P what Q is given F."})  # fmt: skip
@dropped("chances", approximate.CHANCES, {
    0: "e = 2 on half of P, and 0 on the rest: Q may be P given E, and does not see the rest.",
    1: "f may be large where Q is small and P is not."})  # fmt: skip
def what_is_left_out_adds_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """P(S) <= 1 - P(E)(1 - P(S | E)) <= delta + (1 - delta)(e^epsilon Q(S | F) + delta_1)."""
    return approximate.two_deltas(**changes)


@APPROXIMATE.exact(part="once")
@broken("the_sum_of_both", "delta + (1 - delta) delta_1 is enough.", total="199/10000")
@broken("half_as_much_told", "With delta = 1/200 one delta_1 is enough here.", chance="1/200")
def one_delta_is_too_little(**changes: Any) -> Outcome:  # noqa: ANN401
    """Normal noise gains 2.7e-4 at this epsilon, on top of what is told."""
    return approximate.gains_more(**changes)
