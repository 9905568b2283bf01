"""Exponential weights are 1-Lipschitz from scores in the maximum norm to weights in the 1-norm.

Along the segment a + s c the weights p change at the rate p_i (c_i - E_p c), whose 1-norm is the
mean absolute deviation of c.  It is at most the standard deviation (Jensen), and that is at most
half of the range (Popoviciu): E (c - lo)(hi - c) >= 0.  So no condition on the step size is needed
where the proof of Theorem 4.2 bounds |w - w'| through e^(2s) - 1 <= 4s.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "saddle.lem-softmax-lip",
    title="Stability of exponential weights without a condition on the step size",
    ours=("lemma", "In place of a step of proof 4.5"),
    statement=r"""\lVert \mathrm{softmax}(a) - \mathrm{softmax}(b) \rVert_1
        \le \tfrac12 \big( \max_i - \min_i \big) (a - b)_i \le \lVert a - b \rVert_\infty""",
    hypotheses=r"a, b \in \mathbb{R}^d",
    parts=("derivative", "deviation", "spread", "path"),
    uses=("ext.descent-lemma",),
    note="For d = 2 it is |tanh(u/2) - tanh(v/2)| <= |u - v|/2, tight at 0. The condition of the"
    " form tau kappa T L_0 <= 1 in the proof may be dropped.",
)

d, i = declare("integer d > 0, integer i")
p = sp.IndexedBase("p", nonnegative=True)
c = sp.IndexedBase("c", real=True)


def total(body: sp.Expr) -> sp.Expr:
    """The sum over the d coordinates."""
    return sp.Sum(body, (i, 1, d))


@CLAIM.exact(part="derivative")
@broken("the_mean_is_subtracted", "p (c + E c) is not the derivative.", sign=-1)
def weights_change_by_their_deviation(*, sign: int = 1) -> Outcome:
    """One entry against all the others taken together (`other` collects them).
    d/ds of e^(a + s c)/Z at s: p (c - E c); here for one entry with Z' = sum of e c.
    """
    s, own, rate, other, slope = declare("real s own rate other slope")
    Z = sp.exp(own + s * rate) + sp.exp(other + s * slope)
    first, second = sp.exp(own + s * rate) / Z, sp.exp(other + s * slope) / Z
    mean = first * rate + second * slope
    return identity(sp.diff(first, s), first * (rate - sign * mean))


@CLAIM.exact(part="deviation")
@broken("not_by_a_factor_two", "2 (E|y|)^2 <= E y^2 fails for constant |y|.", factor=2)
def mean_deviation_is_at_most_the_standard_deviation(*, factor: int = 1) -> Outcome:
    """(E|y|)^2 <= E y^2, in any dimension.
    sum p y^2 - (sum p y)^2 in units of sum p: E y^2 - (E y)^2 = (1/2) sum_ij p p (y - y)^2.
    """
    j = declare("integer j")
    y = sp.IndexedBase("y", nonnegative=True)  # |c_i - E c|
    mass = total(p[i])
    pairs = sp.Sum(sp.Sum(p[i] * p[j] * (y[i] - y[j]) ** 2, (j, 1, d)), (i, 1, d)) / 2
    gap = pairs + (1 - factor) * total(p[i] * y[i]) ** 2
    return visible(factor * total(p[i] * y[i]) ** 2, "<=", mass * total(p[i] * y[i] ** 2), gap=gap)


@CLAIM.exact(part="spread")
@broken("an_eighth_is_exceeded", quarter=sp.Rational(1, 8))
@because("Two equal weights at both ends have variance R^2/4.")
def variance_is_at_most_a_quarter_of_the_squared_range(
    *, quarter: sp.Rational = sp.Rational(1, 4)
) -> Outcomes:
    """Popoviciu's inequality as an identity with a non-negative right side.
    mass sum p c^2 - (sum p c)^2 <= quarter R^2 mass^2 for c = low + up, up + down = R.
    (R^2/4) mass^2 - Var = mass sum p (c - low)(hi - c) + (mean - middle)^2.
    """
    low, R = declare("real low, R > 0")
    up = sp.IndexedBase("up", nonnegative=True)
    down = sp.IndexedBase("down", nonnegative=True)
    mass = total(p[i])
    first, second = total(p[i] * (low + up[i])), total(p[i] * (low + up[i]) ** 2)
    # R - up_i is written down_i: its product with up_i is what has to be non-negative
    inner = total(p[i] * up[i] * (R - up[i]))
    gap = mass * inner + (first - (low + R / 2) * mass) ** 2
    yield identity(R**2 / 4 * mass**2 - (mass * second - first**2), gap)
    left = declare("real variance")
    premises = [
        (1, declare("real variance"), R**2 / 4 - declare("real inner_0")),
        (1, 0, declare("real inner_0")),
    ]
    yield follows(left, quarter * R**2, premises, rest=(quarter - sp.Rational(1, 4)) * R**2)
    yield visible(total(p[i] * up[i] * down[i]), ">=", 0)


@CLAIM.exact(part="path")
@broken("a_third_of_the_range_is_not_enough", "range/3 is exceeded.", share=sp.Rational(1, 3))
def the_speed_is_integrated_along_the_segment(*, share: sp.Rational = sp.S.Half) -> Outcomes:
    """|p(1) - p(0)|_1 <= int_0^1 |p'|_1 ds <= range/2.
    Integrated over s in [0, 1]: at most range/2, and range <= 2 max|a - b|.
    """
    speed, R, top = declare("speed R top >= 0")
    yield follows(speed, share * R, [(1, speed, R / 2)], rest=(share - sp.S.Half) * R)
    yield follows(R / 2, top, [(sp.S.Half, R, 2 * top)])
