"""Concentrated privacy of pure and bounded-range mechanisms, and its conversion.

    bounded range R   the log-ratio of probabilities lies in an interval of length R
    R-bounded range   implies R^2/8-zCDP            (an exponential mechanism: R <= 2 * sensitivity)
    composition       zCDP parameters add up, adaptively
    conversion        rho-zCDP implies (rho + 2 sqrt(rho ln(1/delta)), delta)-DP

Hoeffding's lemma, twice, bounds the moments of a bounded range; the conversion is that of Renyi
privacy at its best order.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, argued, broken
from workbench.rigor import certify, identity
from workbench.symbolic import declare, relation

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
    uses=("ext.hoeffding-lemma", "ext.rdp-to-dp", "ext.rdp-composition"),
)  # fmt: skip


loss, log_moment, w, R, rho, L, sigma = declare("real K kappa, w R rho Lambda sigma > 0")
a = 1 + w


@RANGE.exact(part="range")
@broken("a_ninth_is_too_little", "R^2/9 needs more.", constant=sp.Rational(1, 9))
@broken("half_of_the_lemma", "One use of the lemma bounds the mean, another the moment.", where=1)
def the_lemma_bounds_mean_and_moment(
    *, constant: sp.Rational = sp.Rational(1, 8), where: int = 2
) -> Outcome:
    """K = E_p ln(p/q) <= R^2/8, and kappa <= (a - 1) K + (a - 1)^2 R^2/8 is a (a - 1) R^2/8."""
    said = [
        (log_moment, "<=", w * loss + w**2 * R**2 / 8), (loss, "<=", R**2 / 8),
    ]  # fmt: skip
    claimed = relation(log_moment, "<=", a * w * constant * R**2, where=said[:where])
    return argued(
        certify(claimed),
        "The loss ln(p/q) lies in an interval of length R, and the mean of q/p under p is 1. At s"
        " = -1 Hoeffding's lemma says 1 = E_p e^(-ln(p/q)) <= e^(-K + R^2/8), at s = a - 1 it"
        " bounds kappa, the logarithm of E_p e^((a - 1) ln(p/q)); and kappa/(a - 1) is the"
        " divergence of order a.",
    )


@RANGE.exact(part="conversion")
@broken("an_order_that_is_not_the_best", "At 1 + Lambda/rho it is worse.", root=1)
def the_conversion_takes_the_best_order(*, root: sp.Expr = sp.S.Half) -> Outcome:
    """The cost is a rho + ln(1/delta)/(a - 1) at a = 1 + sqrt(ln(1/delta)/rho)."""
    spent = rho + 2 * sp.sqrt(rho * L)
    at = [(w, "=", (L / rho) ** root)]
    return argued(
        identity(a * rho + L / w, spent, where=at),
        "rho-zCDP is Renyi privacy with a rho at every order a, which converts at this one.",
    )


@RANGE.exact(part="composition")
@broken("the_largest_is_not_enough", "Budgets add up.", second=sp.S.Zero)
def divergences_of_every_order_add_up(*, second: sp.Expr = sigma) -> Outcome:
    """Budgets add up: a rho_1 + a rho_2 = a (rho_1 + rho_2), at every order a."""
    return argued(
        certify(relation(a * rho + a * sigma, "<=", a * (rho + second))),
        "Renyi privacy of one order composes adaptively by adding up, here for all orders at once.",
    )
