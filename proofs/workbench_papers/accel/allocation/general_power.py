"""One formula for every noise law: splitting a budget when a share e costs a e^(-p).

Pure privacy with Laplace noise has error a_t b_t^2 and share S/(n b_t), so p = 2; Gaussian noise
under zCDP has p = 1.  For any real p > 0 the problem

    minimise  sum_t a_t e_t^(-p)   subject to   sum_t e_t = e

has the solution e*_t = e w_t / W with w_t = a_t^(1/(p+1)) and W = sum_t w_t, of value
W^(p+1) e^(-p).
The textbook proof is Hoelder's inequality.  Here it is an identity: with x_t = e_t / e*_t and
k(u) = e^u - 1 - u, which is >= 0 for all real u and 0 only at u = 0,

    sum_t a_t e_t^(-p) - W^(p+1) e^(-p)
        = (W/e)^p sum_t w_t [ k(-p ln x_t) + p k(ln x_t) ].

The logarithms cancel inside the bracket, x_t^(-p) - 1 + p (x_t - 1), and the linear terms cancel in
the sum, as both schedules spend e.  The number of steps and the power stay symbolic; k >= 0 is one
derivative chain on either side of 0.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity
from workbench.symbolic import declare
from workbench_papers.accel._exponential import k, nonnegative, positive
from workbench_papers.accel.notation import symbols

CLAIM = Claim(
    "accel.allocation-general-power",
    title="Optimal split of a budget when the cost of a share is a power",
    ours=("proposition", "not in the paper; Proposition 4.2 is the case p = 2"),
    statement=r"""e_t^\star = \frac{e\, a_t^{1/(p+1)}}{\sum_j a_j^{1/(p+1)}}
        \text{ is the unique minimiser of } \sum_{t=1}^T a_t e_t^{-p}
        \text{ subject to } \sum_{t=1}^T e_t = e, \text{ with value }
        e^{-p} \Bigl( \sum_j a_j^{1/(p+1)} \Bigr)^{p+1}""",
    hypotheses=r"""a_t, e_t, e > 0
        p > 0 \text{ real}
        T \ge 1""",
    parts=("feasible", "optimal", "unique"),
    note="Pure differential privacy with Laplace noise is p = 2, zero-concentrated privacy with"
    " Gaussian noise is p = 1. The proof is for every real p > 0 at once.",
)

(T,) = symbols("T")
p, W, whole, t = declare("p W e_total > 0, integer t")
w, e = sp.IndexedBase("w", positive=True), sp.IndexedBase("x", positive=True)


def steps(term: sp.Expr) -> sp.Sum:
    """The sum of one term per step."""
    return sp.Sum(term, (t, 1, T))


def power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    """base^exponent as e^(exponent ln base)."""
    return sp.exp(exponent * sp.log(base))


def excess(slope: sp.Expr) -> Outcome:
    """The excess cost, for free W and e, up to terms that vanish when both budgets are spent.
    a_t = w_t^(p+1), shares x[t]; `slope` is the weight of k(ln x), the tangent's slope.
    """
    logs = sp.log(e[t]) + sp.log(W) - sp.log(whole) - sp.log(w[t])  # ln (e_t / e*_t)
    cost = steps(power(w[t], p + 1) * power(e[t], -p))
    bracket = steps(w[t] * (k(-p * logs) + slope * k(logs)))
    unspent = steps(w[t]) - p * (W / whole * steps(e[t]) - steps(w[t]))
    return identity(cost, (power(W, p) * power(whole, -p)) * (bracket + unspent))


def budgets_cancel() -> Outcome:
    """With sum w = W, sum x = e the leftover is W - p (W/e e - W) = W: the value W^(p+1)/e^p."""
    w_sum, e_sum = declare("A B > 0")
    spent = [(w_sum, "=", W), (e_sum, "=", whole)]
    return identity(w_sum - p * (W / whole * e_sum - w_sum), W, where=spent)


@CLAIM.exact(part="optimal")
@broken("slope_one", "The tangent of x^(-p) at 1 has slope -p, not -1.", slope=sp.Integer(1))
@broken("larger_constant", constant=2)
@because("With 2 in place of 1 the function e^u - 2 - u is negative at 0.")
def excess_cost_is_a_sum_of_k(*, slope: sp.Expr = p, constant: int = 1) -> Outcomes:
    """An identity with symbolic T and real p, and k >= 0 on both sides of 0.
    Excess = (W/e)^p sum w [k(-p ln x) + p k(ln x)], every k non-negative.
    """
    yield excess(slope)
    yield budgets_cancel()
    yield nonnegative(constant)
    yield "the excess cost is a sum of terms k(v) = e^v - 1 - v >= 0, for every real p > 0"


@CLAIM.exact(part="feasible")
@broken("value_with_exponent_p_minus_one", exponent=p - 1)
@because("With W^p in place of W^(p+1) the value is another one.")
def split_spends_the_budget_and_reaches_the_value(*, exponent: sp.Expr = p) -> Outcomes:
    """Shares e w_t/W sum to e, and sum w^(p+1) (e w_t/W)^(-p) = W^(p+1) e^(-p), W = sum w.
    The shares e w_t / W, and their cost with value W^(exponent + 1) e^(-p).
    """
    best = sp.log(whole) + sp.log(w[t]) - sp.log(W)
    cost = steps(power(w[t], p + 1) * sp.exp(-p * best))
    value = steps(w[t]) * power(W, exponent) * power(whole, -p)
    yield identity(steps(whole * w[t] / W), whole, where=[(W, "=", steps(w[t]))])
    yield identity(cost, value)


@CLAIM.exact(part="unique")
@broken("shifted_k_vanishes_elsewhere", constant=2)
@because("With 2 in place of 1 the function e^u - 2 - u is negative near 0.")
def k_vanishes_at_zero_only(*, constant: int = 1) -> Outcome:
    """Strict chains on (0, oo) for u and for -u."""
    return positive(constant=constant)
