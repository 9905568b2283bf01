"""Private optimisation over the l_1 ball: the nonsmooth rate, the lower bounds, the private lasso.

    nonsmooth   Theta(sqrt(ln d/n) + sqrt(d)/(eps n))
    smooth      Omega(sqrt(ln d/n) + min{sqrt(d)/(eps n), (ln d/(eps n))^(2/3)})
    empirical   Omega(n^(-2/3)) for the squares of the lasso, eps constant

up to logarithms, with L_0 = L_1 = D = 1, and capped by 1.  Cited.  Checked: where the two terms of
the minimum cross, and that the smooth lower bound does not exceed the nonsmooth rate.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rates import rate_is
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.afkt2021-bounds",
    title="Private optimisation over the l_1 ball: nonsmooth rate and lower bounds",
    reconstructed=(
        "cited",
        "Asi, Feldman, Koren and Talwar (2021), Private stochastic convex optimization:"
        " optimal rates in l1 geometry",
    ),
    statement=r"""\text{nonsmooth: } \tilde\Theta\Big( \sqrt{\frac{\ln d}{n}}
        + \frac{\sqrt d}{\epsilon n} \Big); \quad \text{smooth: } \tilde\Omega\Big(
        \sqrt{\frac{\ln d}{n}} + \min\Big\{ \frac{\sqrt d}{\epsilon n},
        \Big( \frac{\ln d}{\epsilon n} \Big)^{2/3} \Big\} \Big)""",
    hypotheses=r"""L_0 = L_1 = D = 1, \; (\epsilon, \delta)\text{-DP}, \; \epsilon \lesssim 1; \; \
            \text{capped by } 1; \text{ factors } \ln n, \ln(1/\delta) \text{ left out}""",
    citation="Asi, Feldman, Koren and Talwar (2021), abstract and Section 1.1",
)

LASSO = Claim(
    "ext.ttz15",
    title="Lower bound for the private lasso",
    reconstructed=("cited", "Talwar, Thakurta and Zhang (2015), Nearly optimal private LASSO"),
    statement=r"\max_S \mathbb{E} F_S(x) - \min F_S \ge \tilde\Omega\big( n^{-2/3} \big)",
    hypotheses=r"""(\epsilon, \delta)\text{-DP with } \epsilon = 0.1, \; \delta = o(n^{-2}); \; d \
            \text{ large}; \; f(x, (a, y)) = (\langle a, x \rangle - y)^2, \; \lVert a \
            \rVert_\infty, |y| \le 1, \; \lVert x \rVert_1 \le 1""",
    citation="Talwar, Thakurta and Zhang (2015), Nearly optimal private LASSO, the lower bound",
)

d, m, ell = declare("d m ell > 0")  # m = eps n, ell = ln d


@CLAIM.exact(corner="where the two terms of the minimum are equal")
@broken("not_at_the_dimension_itself", "eps n = d/ln^2 d.", power=sp.Integer(1))
def the_terms_cross_where_the_dimension_is_large(
    *, power: sp.Rational = sp.Rational(3, 2)
) -> Outcome:
    """The border is eps n = d^(3/2)/ln^2 d: more records than that, and sqrt(d)/(eps n) is smaller.
    sqrt(d)/m = (ell/m)^(2/3) at m = d^(3/2)/ell^2.
    """
    at = d**power / ell**2
    return identity(sp.sqrt(d) / at, (ell / at) ** sp.Rational(2, 3))


@LASSO.exact(corner="the upper bound of private Frank-Wolfe has the same order")
@broken("the_root_is_not_its_order", "It does not reach n^(-1/2).", power="-1/2")
def private_frank_wolfe_reaches_it(*, power: str = "-2/3") -> Outcome:
    """1/T + sqrt(T)/n over T is n^(-2/3), which noisy Frank-Wolfe reaches at constant eps."""
    return rate_is(f"n**({power})", ["1/T", "T**(1/2)/n"], free=["T"], region=["1/n"])
