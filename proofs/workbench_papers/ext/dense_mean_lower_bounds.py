"""Lower bounds for the private mean of dense vectors.

    pure          error >= c min(1, t/(eps m))                       packing (Hardt and Talwar)
    approximate   error >= c min(1, sqrt(t ln(1/delta))/(eps m))     fingerprinting

for the mean of m points of the unit ball of R^t, root mean square, under a prior.  Neither can be
checked by computing.  What is checked is that the second one does not contradict the first: a pure
mechanism is an approximate one, so sqrt(t ln(1/delta)) may not exceed t.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import visible
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.dense-lb",
    title="Lower bounds for dense private mean estimation",
    reconstructed=(
        "cited",
        "Hardt and Talwar (2010); Bun, Ullman and Vadhan (2014); Steinke and Ullman (2016)",
    ),
    statement=r"""\sup \sqrt{\mathbb{E} \lVert \hat z - \bar z \rVert_2^2} \ge
        c \min\Big( 1, \frac{t}{\epsilon m} \Big) \;\; (\delta = 0), \qquad \ge
        c \min\Big( 1, \frac{\sqrt{t \ln(1/\delta)}}{\epsilon m} \Big) \;\; (\delta > 0),
        \text{ for a prior in place of the supremum as well}""",
    hypotheses=r"""m \text{ points of the unit ball of } \mathbb{R}^t, \; 0 < \epsilon \le 1
        \delta > 0: \; \delta \le m^{-1-c'}, \; \ln(1/\delta) \le c'' t
        c, c', c'' > 0 \text{ universal}""",
    citation="Hardt and Talwar (2010), On the geometry of differential privacy; Bun, Ullman and"
    " Vadhan (2014), Fingerprinting codes and the price of approximate differential privacy;"
    " Steinke and Ullman (2016), Between pure and approximate differential privacy",
    note="The condition ln(1/delta) <= c'' t is part of the statement as used here: without it the"
    " pure Laplace mechanism, which is (eps, delta)-DP for every delta, would be a contradiction.",
)

t, ell, c = declare("t ell c > 0")


@CLAIM.exact(corner="that the second bound does not exceed the first by more than a constant")
@broken("without_the_condition_it_does_not", "ell <= 2 c t is not enough.", limit=2 * c * t)
def approximate_bound_stays_below_the_pure_one(*, limit: sp.Expr = c * t) -> Outcome:
    """sqrt(t ell) <= sqrt(c) t where ell <= limit, which is ell <= c t."""
    return visible(t * ell, "<=", c * t**2, where=[(ell, "<=", limit)], gap=t * (c * t - ell))
