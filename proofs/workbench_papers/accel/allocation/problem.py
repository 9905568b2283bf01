"""How to spread a privacy budget over T steps (eq. (30)): the problem, and why "=" is "<=".

The bound of Theorem 4.1 depends on the Laplace scales through sum_t a_{T,t} b_t^2, and a step of
scale b costs epsilon(S, b, n, m) = ln(1 + (m/n)(e^(S/(b m)) - 1)) of the budget.  Problem (30) asks
for the scales of least cost that spend exactly eps.

Three facts make it a sensible problem, and they are what is checked here.

* It has feasible points: equal shares eps/T, turned into scales by the inverse of (11).
* Allowing a smaller total changes nothing.  Whoever has a share h of the budget left over adds it
  to any one step.  In terms of the step's share e, its scale is b(e) = S/(m ln(1 + k (e^e - 1))),
  k = n/m, so the new scale is smaller: its logarithm exceeds the old one by the positive number
  ln(R), R = (1 + k (e^(e+h) - 1))/(1 + k (e^e - 1)) > 1, and the cost a b^2 falls.
* Without subsampling the cost of a step is S/(n b), which gives the constraint of Prop. 4.2.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare
from workbench_papers.accel.notation import symbols

CLAIM = Claim(
    "accel.noise-allocation-problem",
    title="Least noise under a privacy budget, over all schedules of scales",
    printed=("definition", "Eq. (30)"),
    statement=r"""\min_{b_1, \dots, b_T > 0} \; \sum_{t=1}^T a_{T,t} b_t^2
        \quad \text{subject to} \quad
        \sum_{t=1}^T \varepsilon(S_1, b_t, n, m) = \epsilon""",
    hypotheses=r"""a_{T,t} > 0,\; S_1, \epsilon > 0,\; 1 \le m \le n,\; T \ge 1 \text{ fixed}
        \varepsilon(S,b,n,m) = \ln\left[ 1 + \frac{m}{n} (e^{S/(bm)} - 1) \right]""",
    parts=("feasible", "active", "full batch"),
    uses=("accel.eps-function",),
    note="The constraint may be written with <=: at an optimum the whole budget is spent.",
)

S, n, m, T, eps = symbols("S_1", "n", "m", "T", "epsilon")
share, spare, a, t = declare("v h a > 0, integer t")


def inner(e: sp.Expr) -> sp.Expr:
    """1 + (n/m)(e^e - 1): the exponential of the loss before amplification."""
    return 1 + n / m * (sp.exp(e) - 1)


def scale(e: sp.Expr) -> sp.Expr:
    """The scale that costs e per step, by the inverse of (11)."""
    return S / (m * sp.log(inner(e)))


def cost(b: sp.Expr) -> sp.Expr:
    """(11); the exponential is kept as it is, since sympy would cancel it against the logarithm."""
    return sp.log(1 + m / n * (sp.exp(S / (b * m), evaluate=False) - 1))


@CLAIM.exact(part="feasible")
@broken("full_shares_overspend", each=eps)
@because("With b(eps) in place of b(eps/T) in every step the total is T eps.")
def equal_shares_are_feasible(*, each: sp.Expr = eps / T) -> Outcome:
    """T steps at b_t = b(eps/T), a share of `each`, spend eps in all, whatever m is."""
    return identity(sp.Sum(cost(scale(each)), (t, 1, T)), eps)


@CLAIM.exact(part="active")
@broken("saving_does_not_lower_the_cost", extra=-share / 2)
@because("Taking a part of the share away makes the scale larger.")
def spending_what_is_left_over_lowers_the_cost(*, extra: sp.Expr = spare) -> Outcomes:
    """A schedule that leaves h > 0 unspent is beaten by one that adds h to one step.
    A share of e + extra is bought by a smaller scale, which costs less error.
    ln(inner(e + extra)) = l + ln(R) with l = ln(inner(e)) > 0; both are put in as numbers l, g > 0.
    """
    ratio = inner(share + extra) / inner(share)
    loss, gain = declare("l g > 0")
    before, after = S / (m * loss), S / (m * (loss + gain))
    yield visible(sp.log(inner(share)), ">", 0)
    yield visible(sp.log(ratio), ">", 0)
    left = sp.exp(sp.log(inner(share)) + sp.log(ratio), evaluate=False)
    yield identity(left, inner(share + extra))
    yield identity(cost(scale(share + extra)), share + extra)
    yield visible(a * after**2, "<", a * before**2)


@CLAIM.exact(part="full batch")
@broken("per_record_sensitivity", records=sp.Integer(1))
@because("With S/b in place of S/(n b) it is forgotten that the gradient is a mean.")
def full_batch_costs_the_plain_ratio(*, records: sp.Expr = n) -> Outcome:
    """At m = n a step costs epsilon(S, b, n, n) = S/(n b), here S/(records b)."""
    b = declare("b > 0")
    return identity(cost(b), S / (records * b), where=[(m, "=", n)])
