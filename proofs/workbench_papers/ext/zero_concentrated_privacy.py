"""Concentrated privacy of pure and bounded-range mechanisms, and its conversion.

    bounded range R   the log-ratio of probabilities lies in an interval of length R
    R-bounded range   implies R^2/8-zCDP            (an exponential mechanism: R <= 2 * sensitivity)
    composition       zCDP parameters add up, adaptively
    conversion        rho-zCDP implies (rho + 2 sqrt(rho ln(1/delta)), delta)-DP

Cited.  Checked: the Renyi divergences of randomised response at the integer orders 2, 3 and 4 on a
grid of epsilons, and the algebra of the conversion.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import identity, inequality
from workbench.symbolic import declare, relation

RANGE = Claim(
    "ext.bounded-range",
    title="A bounded range gives concentrated privacy",
    reconstructed=("cited",
                   "Cesar and Rogers (2021), Bounding, concentrating, and truncating, Theorem 2"),
    statement=r"""R\text{-bounded range implies } \tfrac{R^2}{8}\text{-zCDP}; \quad
        \rho\text{-zCDP implies } \big( \rho + 2 \sqrt{\rho \ln(1/\delta)}, \delta \big)
        \text{-DP}; \quad \rho_1, \dots, \rho_k \text{ compose adaptively to } \sum_i \rho_i""",
    hypotheses=r"R, \rho > 0, \; 0 < \delta < 1",
    citation="Dong, Durfee and Rogers (2020), Optimal differential privacy composition for"
    " exponential mechanisms; Cesar and Rogers (2021); Bun and Steinke (2016), Proposition 1.3 and"
    " Lemma 1.7",
)  # fmt: skip


@RANGE.exact(corner="randomised response, three orders, three values of epsilon")
@broken("a_quarter_of_it_is_too_little", "R^2/32 is too small.", constant=sp.Rational(1, 32))
def randomised_response_is_concentrated(*, constant: sp.Rational = sp.Rational(1, 8)) -> Outcome:
    """Its range is 2 eps, so it is eps^2/2-zCDP.
    (alpha - 1) D_alpha <= alpha (alpha - 1) constant R^2 with R = 2 eps, for alpha = 2, 3, 4.
    """
    found = []
    for order in (2, 3, 4):
        for eps in (sp.Rational(1, 4), sp.Integer(1), sp.Integer(3)):
            p = sp.exp(eps) / (1 + sp.exp(eps))
            moment = p**order / (1 - p) ** (order - 1) + (1 - p) ** order / p ** (order - 1)
            limit = sp.exp(order * (order - 1) * constant * (2 * eps) ** 2)
            found.append(inequality(relation(moment, "<=", limit)))
    return all_of(*found, summary="orders 2, 3, 4 at three values of epsilon")


@RANGE.exact(corner="the budget that the conversion leaves for a given epsilon")
@broken("without_the_factor_two", "rho + sqrt(rho L) has another solution.", weight=1)
def budget_of_the_conversion(*, weight: int = 2) -> Outcome:
    """The budget is rho = (sqrt(ln(1/delta) + eps) - sqrt(ln(1/delta)))^2.
    (sqrt(L + e) - sqrt(L))^2 solves rho + weight sqrt(rho L) = e.
    """
    L, e = declare("Lambda epsilon > 0")
    root = sp.sqrt(L + e) - sp.sqrt(L)
    return identity(root**2 + weight * root * sp.sqrt(L), e)
