"""The vector Laplace mechanism is eps-DP exactly from scale S/eps on.

At an output o the log-ratio of the two densities is (1/b) sum_k (|o_k - c_k| - |o_k - a_k|), where
a and c are the two exact answers.  Each term is at most |a_k - c_k| by the triangle inequality, so
the sum is at most S/b: that is the theorem.

It cannot be improved.  Let b < S/eps, that is b eps < S.  As S is the supremum, some pair of
datasets has exact answers at distance M > b eps.  Take the event that every o_k lies beyond a_k,
seen from c_k.  Its probabilities are (1/2)^d and (1/2)^d e^(-M/b), whose ratio is e^(M/b) > e^eps.
The number d of coordinates is symbolic in both directions.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity, induction, visible
from workbench.symbolic import declare, relation
from workbench.symbolic.variables import Op
from workbench_papers.accel._line import in_every_order

CLAIM = Claim(
    "accel.laplace-mechanism",
    title="Vector Laplace mechanism",
    printed=("mechanism", "Theorem A.1"),
    statement=r"""\varphi(Y) + \text{Lap}(b)^d \text{ is } \epsilon\text{-DP if and only if }
        b \ge \frac{S_1^\varphi}{\epsilon}""",
    hypotheses=r"""\varphi : \mathcal{Y}^n \to \mathbb{R}^d \text{ has } \ell_1 \text{ sensitivity \
            } 0 < S_1^\varphi < \infty
        \text{independent coordinates with density } \tfrac{1}{2b} e^{-\lvert u \rvert / b}
        b, \epsilon > 0""",
    parts=("if", "only if"),
    uses=("accel.sensitivity",),
    note="The paper states the direction if, for the scale S/eps; only if is ours. b is a scale:"
    " the standard deviation is b times the square root of 2, and a sampler that takes the one for"
    " the other spends more than eps.",
)

b, eps, S, d, i = declare("b epsilon S > 0, integer d >= 0, integer i")
shift = sp.IndexedBase("D", nonnegative=True)  # |a_k - c_k|
slack = sp.IndexedBase("s", nonnegative=True)  # what the triangle inequality leaves


def density(distance: sp.Expr) -> sp.Expr:
    """Laplace density at a distance from its centre."""
    return sp.exp(-distance / b) / (2 * b)


@CLAIM.exact(part="if", uses=("accel.sensitivity", "ext.pointwise-density-ratio"))
@broken("half_the_scale", spent=S / (2 * b))
@because("With S/(2 b) in place of S/b: an output beyond both answers has the loss S/b.")
def log_ratio_is_at_most_sensitivity_over_scale(*, spent: sp.Expr = S / b) -> Outcomes:
    """(|o - c| - |o - a|)/b <= |a - c|/b in all six orders, then sum over the coordinates.
    The log-ratio of the densities is at most eps, if eps >= spent and |a - c| <= S.
    """
    near, far = declare("A C >= 0")  # |o_k - a_k|, |o_k - c_k|
    one = identity(sp.log(density(near)) - sp.log(density(far)), (far - near) / b)
    triangle = in_every_order(
        "oac", lambda dist: dist("o", "c") - dist("o", "a"), lambda dist: dist("a", "c")
    )
    moved = sp.Sum(shift[i] / b, (i, 1, d))
    left = sp.Sum((shift[i] - slack[i]) / b, (i, 1, d))
    summed = visible(left, "<=", moved, gap=sp.Sum(slack[i] / b, (i, 1, d)))
    norm = declare("M >= 0")  # |a - c|_1
    whole = visible(norm / b, "<=", eps, where=[(eps, ">=", spent), (norm, "<=", S)])
    yield one
    yield triangle
    yield summed
    yield whole
    yield "log-ratio <= sum of |a_k - c_k| / b <= S / b <= eps"


@CLAIM.exact(part="only if", uses=("accel.sensitivity", "ext.exponential-moments"))
@broken("the_exact_scale_is_private", op="<=")
@because("At b = S/eps no pair is at a distance above b eps, and a ratio of e^eps is allowed.")
def an_orthant_separates_the_two_answers(*, scale: sp.Expr = S / eps, op: Op = "<") -> Outcomes:
    """prod_k (1/2) / ((1/2) e^(-D_k/b)) = e^(sum D_k / b) > e^eps for a pair with sum > b eps.
    The event o_k >= a_k >= c_k for all k has ratio e^(M/b), and M > b eps if b < S/eps.
    """
    product = sp.Product(sp.S.Half / (sp.exp(-shift[i] / b) / 2), (i, 1, d))
    claimed = relation(product, "=", sp.exp(sp.Sum(shift[i] / b, (i, 1, d))))
    ratio = induction(claimed, "d", start=0, factor=sp.exp(shift[d + 1] / b))
    M = declare("M > 0")  # the distance of a pair, between b eps and S
    room = visible(b * eps, "<", S, where=[(b, op, scale)])
    exceeds = visible(M / b, ">", eps, where=[(b * eps, "<", M)])
    yield ratio
    yield room
    yield exceeds
