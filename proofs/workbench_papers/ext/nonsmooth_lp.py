"""Private optimisation of nonsmooth convex losses over l_p balls, 1 < p <= 2.

    E F(x) - F*  <=  C [ sqrt(kappa/n) + kappa sqrt(d)/(n eps) ] up to logarithms,

with at most n^(3/2) gradients.  Cited.  Checked: the privacy term reaches the statistical one at
n = kappa d/eps^2 records.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.nonsmooth-lp",
    title="Private nonsmooth convex optimisation over l_p balls",
    reconstructed=("cited",
                   "Bassily, Guzman and Menart (2021); Asi, Feldman, Koren and Talwar (2021)"),
    statement=r"""\mathbb{E} F(x) - F^\ast \le \tilde O\Big( \sqrt{\frac\kappa n}
        + \frac{\kappa \sqrt d}{n \epsilon} \Big) \text{ with at most } n^{3/2}
        \text{ gradients}""",
    hypotheses=r"""f(\cdot, z) \text{ convex}, L_0\text{-Lipschitz in } \lVert \cdot \rVert_p, \; \
            1 < p \le 2, \; \kappa = 1/(p - 1)
        (\epsilon, \delta)\text{-DP}; \text{ constants and logarithms left out}""",
    citation="Bassily, Guzman and Menart (2021), Differentially private stochastic optimization:"
    " new results in convex and non-convex settings, arXiv 2107.05585; Asi, Feldman, Koren and"
    " Talwar (2021), Private stochastic convex optimization: optimal rates in l1 geometry",
    note="Quoted from the slides, without constants.",
)  # fmt: skip

n, d, eps, kappa = declare("n d epsilon kappa > 0")


@CLAIM.exact(corner="the number of records at which the two terms are equal")
@broken("not_at_another", "At n = d/eps^2 they differ.", records=d / eps**2)
def the_terms_are_equal_at_this_size(*, records: sp.Expr = kappa * d / eps**2) -> Outcome:
    """Both terms of the rate are equal at n = kappa d/eps^2 records."""
    return identity(sp.sqrt(kappa / n), kappa * sp.sqrt(d) / (n * eps), where=[(n, "=", records)])
