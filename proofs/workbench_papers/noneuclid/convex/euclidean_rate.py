"""The Euclidean rate: derived from the bound above, cited below, capped by the range.

The terms 1/S, S/T, S d/P^2 and S/n, over S and T >= S, are best at 1/sqrt(n) + sqrt(d)/P with
P = n eps/sqrt(ln(1/delta)).  The lower bounds are those for l_p balls at p = 2.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rates import rate_is
from workbench.rigor import identity
from workbench.symbolic import declare
from workbench_papers.noneuclid.convex.private_rates import EUCLIDEAN

CLAIM = Claim(
    "noneuclid.dpsco-l2.rate",
    title="The Euclidean rate of private convex optimisation",
    printed=("rate", "slide: DP-SCO: l_1-setup, the quoted Euclidean rate"),
    statement=r"""\Theta\Big( L_0 D \min\Big\{ 1, \frac{1}{\sqrt n}
        + \frac{\sqrt{d \ln(1/\delta)}}{n \epsilon} \Big\} \Big)""",
    hypotheses=r"""\epsilon \le \ln(1/\delta); \; \text{below: } \epsilon \lesssim 1, \; 2^{-o(n)} \
            \le \delta \le n^{-1 - \Omega(1)}, \; \ln(1/\delta) \lesssim d""",
    parts=("above", "below"),
    uses=("noneuclid.dpsco-l2", "ext.lp-lower-bounds"),
    note="Printed without the minimum: where sqrt(d ln(1/delta)) > n eps the sum exceeds the range"
    " 2 L_0 D. The logarithm in the lower bound is cited for the empirical risk.",
)

d, n, eps, Lambda = declare("d n epsilon Lambda > 0")


@CLAIM.exact(part="above", uses=("noneuclid.dpsco-l2", "noneuclid.sco-def"))
@broken("a_fourth_root_is_not_reached", claimed="n**(-1/2) + d**(1/4)/P")
@because("d^(1/4)/P is below what the bound gives.")
def the_bound_has_the_printed_order(*, claimed: str = "n**(-1/2) + d**(1/2)/P") -> Outcome:
    """The bound is of order 1/sqrt(n) + sqrt(d)/P, capped by the range."""
    return rate_is(EUCLIDEAN.but(claimed=claimed))


@CLAIM.exact(part="below", uses=("ext.lp-lower-bounds",), corner="the cited bounds at p = 2")
@broken("near_one_they_are_smaller", p=1 + 1 / sp.log(d))
@because("At p = 1 + 1/ln d the factor 1/ln d is below every constant.")
def the_cited_bounds_have_this_order(*, p: sp.Expr | int = 2) -> Outcome:
    """The factor p - 1 is 1. (p - 1) sqrt(d L)/(n eps) against sqrt(d L)/(n eps)."""
    rest = sp.sqrt(d * Lambda) / (n * eps)
    at = {"d": 20, "n": 1, "epsilon": 1, "Lambda": 1}
    return identity((p - 1) * rest, rest, at=at).modulo("ext.lp-lower-bounds")
