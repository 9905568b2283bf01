"""From densities to events: a bounded density ratio is pure differential privacy.

Every privacy proof of these papers bounds the ratio of two densities at one output, p <= e^eps p'.
The definition of privacy speaks of events instead.  The bridge is measure theory: integrate the
pointwise bound over the event; conversely, if the bound fails on a set of positive measure, that
set is an event that breaks the definition.

This is a textbook property of the Lebesgue integral and is cited.  What is checked here is its
finite case, sums over any number N of outcomes, in both directions.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import visible
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.pointwise-density-ratio",
    title="Bounded density ratio is the same as bounded probability ratio",
    reconstructed=("cited", "Billingsley, Probability and Measure, Section 15"),
    statement=r"""P(O) \le e^{\epsilon} P'(O) \;\text{ for all measurable } O
        \quad\text{if and only if}\quad p \le e^{\epsilon} p' \;\text{ almost everywhere}""",
    hypotheses=r"""P, P' \text{ have densities } p, p' \text{ for one } \sigma\text{-finite measure}
        \epsilon \ge 0""",
    citation="Billingsley (1995), Probability and Measure, 3rd edition, Theorem 15.2 (ii) and (iv)",
    note="Monotonicity of the integral gives one direction; the other takes for O the set where"
    " the density ratio is too large.",
)

FINITE = "finitely many outcomes"

eps, N, o = declare("epsilon >= 0, integer N > 0, integer o")
p, q = sp.IndexedBase("p", nonnegative=True), sp.IndexedBase("q", nonnegative=True)
slack = sp.IndexedBase("s", nonnegative=True)  # q = e^-eps (p + s) is any q >= e^-eps p
excess = sp.IndexedBase("e", positive=True)  # p = e^eps q + e is any p > e^eps q


@CLAIM.exact(corner=FINITE)
@broken("twice_the_exponent", exponent=2 * eps)
@because("From p <= e^(2 eps) q the event bound with e^eps does not follow.")
def pointwise_bound_adds_up_to_events(*, exponent: sp.Expr = eps) -> Outcome:
    """Ratios p <= e^eps q at each outcome of an event gives P(O) <= e^eps Q(O).
    If p <= e^exponent q at each of N outcomes, then sum p is at most e^eps times sum q.
    """
    right = sp.exp(eps) * sp.Sum(sp.exp(-exponent) * (p[o] + slack[o]), (o, 1, N))
    return visible(sp.Sum(p[o], (o, 1, N)), "<=", right, gap=sp.Sum(slack[o], (o, 1, N)))


@CLAIM.exact(corner=FINITE)
@broken("ratio_at_the_limit_breaks_nothing", offset=sp.Integer(0))
@because("Where p = e^eps q exactly, the event bound holds with equality.")
def set_of_large_ratio_breaks_the_event_bound(*, offset: sp.Expr = excess[o]) -> Outcome:
    """If p > e^eps q on a nonempty set of outcomes, that set is an event that breaks the bound.
    The event of all outcomes with p = e^eps q + offset has P(O) > e^eps Q(O).
    """
    left = sp.Sum(sp.exp(eps) * q[o] + offset, (o, 1, N))
    return visible(left, ">", sp.Sum(sp.exp(eps) * q[o], (o, 1, N)), gap=sp.Sum(offset, (o, 1, N)))
