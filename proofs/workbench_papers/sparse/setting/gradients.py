r"""Sparse gradients: what sparsity s and the Lipschitz constant L give together.

An s-sparse vector with |g|_2 <= L has |g|_1 <= sqrt(s) L (Cauchy-Schwarz on its support), so the
mean of such gradients lies in B_1(0, sqrt(s) L) and in B_2(0, L); its support may be all of the
coordinates.  Along a segment, <grad, x - y> <= |grad|_1 |x - y|_oo: a loss with sparse gradients is
sqrt(s) L-Lipschitz in the largest coordinate, whatever the dimension.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "sparse.setting",
    title="Stochastic optimisation with sparse gradients",
    printed=("definition", "Setting"),
    statement=r"""F_{\mathcal{D}}(x) = \mathbb{E} f(x; z), \quad
        F_S(x) = \frac1n \sum_i f(x; z_i), \quad
        \lVert \nabla f(x; z) \rVert_1 \le \sqrt{s}\, L, \quad
        |f(x; z) - f(y; z)| \le \sqrt{s}\, L\, \lVert x - y \rVert_\infty""",
    hypotheses=r"""\mathcal{X} \subseteq \mathbb{R}^d \text{ closed and convex}, \; 1 \le s \le d
        \lVert \nabla f(x; z) \rVert_0 \le s, \; \lVert \nabla f(x; z) \rVert_2 \le L \text{ at \
            every } x \in \mathcal{X} \text{ and every point that is used}""",
    parts=("norms", "mean", "lipschitz", "attained"),
    note="The two inequalities are ours; the convexity and the smoothness of the block are stated"
    " where they are used. The support of a gradient moves with x and depends on the data: it is"
    " never released. A difference of two gradients is 2s-sparse.",
)

s, n, L, D, i, j = declare("integer s n > 0, L D > 0, integer i j")
a = sp.IndexedBase("a", nonnegative=True)  # sizes of the entries on the support


@CLAIM.exact(part="norms")
@broken("equal_entries_attain_it", "No factor above 1 is possible.", factor=sp.Rational(11, 10))
def support_bounds_the_sum_norm(*, factor: sp.Rational = sp.Integer(1)) -> Outcomes:
    """|g|_1^2 <= s |g|_2^2 <= s L^2.
    factor (sum_{i <= s} a_i)^2 <= s sum a_i^2: the difference is a sum of squares.
    """
    one, two = sp.Sum(a[i], (i, 1, s)), sp.Sum(a[i] ** 2, (i, 1, s))
    pairs = sp.Sum(sp.Sum((a[i] - a[j]) ** 2, (j, 1, s)), (i, 1, s))
    length = declare("length >= 0")  # |g|_1
    yield visible(factor * one**2, "<=", s * two, gap=pairs / 2)
    gap = (s * L**2 - length**2) / (sp.sqrt(s) * L + length)
    yield visible(length, "<=", sp.sqrt(s) * L, where=[(length**2, "<=", s * L**2)], gap=gap)
    yield "s |g|_2^2 - |g|_1^2 is half a sum of squares"


@CLAIM.exact(part="mean")
@broken("fewer_rows_do_not_make_it_smaller", rows=n / 2)
@because("A sum over n rows that is divided by n/2 may be twice as large.")
def mean_gradients_lie_in_both_balls(*, rows: sp.Expr = n) -> Outcomes:
    """|sum g_i|/n <= n B/n, for |.|_1 with B = sqrt(s) L and for |.|_2 with B = L.
    The mean of n vectors of a norm at most B has a norm at most B (triangle inequality).
    """
    missing = sp.IndexedBase("r", nonnegative=True)  # to the bound
    most, whole, norm = declare("B > 0, whole norm >= 0")
    total = sp.Sum(most - missing[i], (i, 1, n))
    yield visible(total, "<=", n * most, gap=sp.Sum(missing[i], (i, 1, n)))
    yield follows(norm, most, [(1 / n, whole, n * most), (1, norm, whole / rows)])


@CLAIM.exact(part="lipschitz")
@broken("a_fourth_root_is_too_small", power=sp.Rational(1, 4))
@because("s^(1/4) L |x - y|_oo fails from s = 2 on.")
def losses_are_lipschitz_in_the_largest_coordinate(*, power: sp.Rational = sp.S.Half) -> Outcome:
    """|f(x) - f(y)| <= |grad|_1 |x - y|_oo (mean value) <= s^(1/2) L D."""
    change, slope = declare("change slope >= 0")
    scale = declare("integer s > 0") ** power
    return follows(change, scale * L * D, [(1, change, slope * D), (D, slope, sp.sqrt(s) * L)])


@CLAIM.exact(part="attained")
@broken("a_larger_entry_has_another_norm", "g = L 1_T has |g|_2 = sqrt(s) L.", entry=L)
def linear_losses_attain_it(*, entry: sp.Expr = L / sp.sqrt(s)) -> Outcomes:
    """The loss is
    f = <g, x>, g = entry = L/sqrt(s) on s coordinates, x - y = D there: f(x) - f(y), |g|_2.
    """
    yield identity(sp.Sum(entry**2, (i, 1, s)), L**2)
    yield identity(sp.Sum(entry * D, (i, 1, s)), sp.sqrt(s) * L * D)
