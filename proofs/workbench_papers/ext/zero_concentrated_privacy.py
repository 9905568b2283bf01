"""Concentrated privacy of pure and bounded-range mechanisms, and its conversion.

    bounded range R   the log-ratio of probabilities lies in an interval of length R
    R-bounded range   implies R^2/8-zCDP            (an exponential mechanism: R <= 2 * sensitivity)
    composition       zCDP parameters add up, adaptively
    conversion        rho-zCDP implies (rho + 2 sqrt(rho ln(1/delta)), delta)-DP

Cited.  Checked: the algebra of the conversion.  The conversion, and R^2/8 for a loss within
[-R/2, R/2], are theorems of their own: audit.zcdp-to-dp, audit.pure-to-zcdp.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import identity
from workbench.symbolic import declare

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


@RANGE.exact(corner="the budget that the conversion leaves for a given epsilon")
@broken("without_the_factor_two", "rho + sqrt(rho L) has another solution.", weight=1)
def budget_of_the_conversion(*, weight: int = 2) -> Outcome:
    """The budget is rho = (sqrt(ln(1/delta) + eps) - sqrt(ln(1/delta)))^2.
    (sqrt(L + e) - sqrt(L))^2 solves rho + weight sqrt(rho L) = e.
    """
    L, e = declare("Lambda epsilon > 0")
    root = sp.sqrt(L + e) - sp.sqrt(L)
    return identity(root**2 + weight * root * sp.sqrt(L), e)
