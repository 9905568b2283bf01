"""Concentrated privacy of pure and bounded-range mechanisms, and its conversion.

    bounded range R   the log-ratio of probabilities lies in an interval of length R
    R-bounded range   implies R^2/8-zCDP            (an exponential mechanism: R <= 2 * sensitivity)
    composition       zCDP parameters add up, adaptively
    conversion        rho-zCDP implies (rho + 2 sqrt(rho ln(1/delta)), delta)-DP

Hoeffding's lemma, twice, bounds the moments of a bounded range; the conversion is that of Renyi
privacy at its best order.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import bounded_range, transcripts
from workbench.rigor.provers import concentrated as laws

RANGE = Claim(
    "ext.bounded-range",
    title="A bounded range gives concentrated privacy",
    reconstructed=("theorem",
                   "Cesar and Rogers (2021), Bounding, concentrating, and truncating, Theorem 2;"
                   " Bun and Steinke (2016), Proposition 1.3 and Lemma 2.3"),
    statement=r"""R\text{-bounded range implies } \tfrac{R^2}{8}\text{-zCDP}; \quad
        \rho\text{-zCDP implies } \big( \rho + 2 \sqrt{\rho \ln(1/\delta)}, \delta \big)
        \text{-DP}; \quad \rho_1, \dots, \rho_k \text{ compose adaptively to } \sum_i \rho_i""",
    hypotheses=r"""R, \rho > 0, \; 0 < \delta < 1
        R\text{-bounded range: on neighbours, in both orders, the laws } p, q \text{ have the same \
            null sets, and } \ln(p/q) \text{ lies in an interval of length } R
        \rho_1, \dots, \rho_k \text{ are fixed in advance; mechanism } i \text{ is } \rho_i \
            \text{-zCDP for each value of the earlier outputs, with fresh randomness}""",
    parts=("range", "conversion", "composition"),
    encoded={"range": (bounded_range.moment(),), "conversion": (laws.events(),),
             "composition": (transcripts.concentrated(),)},
    note="As encoded p and q are densities of the laws of the outputs on two neighbours, in either"
    " order, for one law such as half of their sum, L is ln(p/q) and A the low end of its interval;"
    " rho-zCDP bounds the mean of p^alpha q^(1 - alpha) by e^((alpha - 1) alpha rho) at all orders"
    " alpha > 1. In the composition p_t and q_t are those of output t given the outputs before it,"
    " and Lambda is ln of the ratio of the products, which are densities of the transcripts.",
)  # fmt: skip


@RANGE.proof(part="range")
@broken("a_ninth_is_too_little", "A coin of small R.", share=sp.Rational(1, 9))
@dropped("within", bounded_range.WITHIN, "L may take two values far apart.")
@dropped("where", (bounded_range.ORDER, *bounded_range.MASSES), {
    0: "At order 1/2 and p = q it says 1 <= e^(-R^2/32).", 1: "q = 1, p = 2: the mean is 2^alpha.",
    2: "p = 1, q = 1/2: the mean is 2^(alpha - 1), whatever R is."})  # fmt: skip
def the_lemma_bounds_mean_and_moment(**changes: Any) -> Outcome:  # noqa: ANN401
    """K = E_p L <= R^2/8, and E_p e^((a - 1) L) <= e^((a - 1) K + (a - 1)^2 R^2/8)."""
    return bounded_range.hoeffding_twice(**changes)


@RANGE.proof(part="conversion")
@broken("without_the_two", "Gaussian noise needs more.", spent=laws.SPENT / 2 + laws.rho / 2)
@broken("a_loss_that_is_none", "L has to be the log-ratio of the densities.", link=())
def the_conversion_takes_the_best_order(
    *, spent: sp.Expr = laws.SPENT, link: tuple[Any, ...] = (laws.LINK,)
) -> Outcome:
    """The cost is a rho + ln(1/delta)/(a - 1) at a = 1 + sqrt(ln(1/delta)/rho)."""
    return laws.concentrated_to_approximate(spent, (laws.LEVEL,), ((laws.a, ">", 1),), link)


@RANGE.proof(part="composition")
@broken("half_of_the_sum_is_not_enough", "Equal steps attain it.", total=transcripts.rho / 2)
@dropped("given", (transcripts.ORDERS,), "After some outputs a step may tell all.")
@broken("log_ratios_of_other_laws", "L_t has to be ln(p_t/q_t).", sure=())
def divergences_of_every_order_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """P e^((lambda - 1)(K - lambda B)) does not grow in the mean, K the sum of the log-ratios."""
    return transcripts.moments_multiply(every=True, **changes)
