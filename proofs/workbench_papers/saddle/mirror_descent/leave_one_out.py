"""Correlation of a sampled gradient with its own sampling error: a leave-one-out bound.

xh is the average of K draws from x.  Replace draw k by an independent copy: xh' differs from xh by
(X_k - X_k')/K and does not know X_k.  So, for Phi L-Lipschitz from the 1-norm to the maximum norm,

    E <Phi(xh), X_k - x> = 1/2 E <Phi(xh) - Phi(xh'), X_k - X_k'>
                        <= L/(2K) E |X_k - X_k'|_1^2 = (2L/K) (1 - |x|_2^2),

and the average over k is E <Phi(xh), xh - x>.  No convexity, no second-order smoothness, no
neighbourhood; for a pair the two blocks add up.  For Phi = 2x, whose Lipschitz constant is 1 up to
shifts, it is an equality.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import follows, identity, inequality
from workbench.rigor.provers.left_out import left_out
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import declare, relation

_SETTING = r"""\Phi_x \text{ is } L_{xx}\text{-Lipschitz in } x \text{ from } \lVert \cdot \
            \rVert_1 \text{ to } \lVert \cdot \rVert_\infty, \; \Phi_y \text{ is } \
            L_{yy}\text{-Lipschitz in } y
        \widehat x, \widehat y \text{ independent, averages of } K \text{ independent } \
            \text{vertices from } P_x, P_y, \text{ of means } x, y"""

CLAIM = Claim(
    "saddle.ours.leave-one-out",
    title="A sampled gradient is nearly uncorrelated with the sampling error",
    ours=("lemma", "Not in the paper"),
    statement=r"""\left| \mathbb{E} \langle \Phi(\widehat x, \widehat y),
        (\widehat x - x, \widehat y - y) \rangle \right| \le \frac{2 (L_{xx} + L_{yy})}{K}""",
    hypotheses=_SETTING,
    encoded=tuple(left_out(sign=sign).theorem for sign in (1, -1)),
    note="As encoded P and Q are the two parts of Phi, measurable maps of linear growth; for both"
    " signs, at any round k, and for any points of the simplices of which xh and yh are averages.",
)

SHARP = Claim(
    "saddle.ours.leave-one-out.sharp",
    title="The same with the best constant for given means",
    ours=("lemma", "Not in the paper"),
    statement=r"""\left| \mathbb{E} \langle \Phi(\widehat x, \widehat y),
        (\widehat x - x, \widehat y - y) \rangle \right|
        \le \frac{2 L_{xx} (1 - \lVert x \rVert_2^2) + 2 L_{yy} (1 - \lVert y \rVert_2^2)}{K}
        \le \frac{4 L_1}{K}, \text{ with equality on the left for } \Phi = 2x""",
    hypotheses=_SETTING + "\n" + r"L_{xx}, L_{yy} \le L_1",
    parts=("exchange", "bound", "attained"),
    uses=("saddle.def-exp-sampling", "ext.conditional-expectation"),
)

L, K, d, i, j = declare("L K > 0, integer d > 0, integer i j")
x = sp.IndexedBase("x", nonnegative=True)
g = sp.IndexedBase("g", real=True)


def total(body: sp.Expr, index: sp.Symbol) -> sp.Expr:
    """The sum over the d vertices."""
    return sp.Sum(body, (index, 1, d))


@CLAIM.proof
@broken("one_block_is_not_two", "Phi = (2x, 2y) at uniform means: nearly 4/K.", blocks=1)
@broken("one_vertex_for_all_K", "K equal vertices have the correlation of one.", count=None)
@broken("blocks_that_are_not_independent", together=False)
@because("P may be any function of yh, whose spread may depend on xh.")
@broken("without_smoothness_in_x", "P may jump with xh.", kept="y")
@broken("without_smoothness_in_y", "Q may jump with yh.", kept="x")
def a_point_is_exchanged_for_a_copy(**change: Any) -> Outcome:  # noqa: ANN401
    """<P(u) - P(v), p - q>/2 <= L_xx |p - q|^2/(2K), and two points are at most 2 apart."""
    return proved(*(left_out(sign=sign, **change) for sign in (1, -1)))


@SHARP.exact(part="exchange")
@broken("pairs_are_counted_twice", "Without 1/2 the identity is lost.", share=sp.Integer(1))
def a_copy_of_one_draw_is_exchanged(*, share: sp.Rational = sp.S.Half) -> Outcome:
    """Coordinate by coordinate, in any dimension; sum x = 1.
    sum_i x_i <g_i, e_i - x> over vertices = 1/2 sum_ij x_i x_j <g_i - g_j, e_i - e_j>.
    g_i is Phi(xh) when draw k is e_i and all the rest is fixed; h_i is its i-th entry and, for the
    off-diagonal entries, every coordinate c contributes a covariance of g_i[c] with 1{i = c}.
    """
    one = sp.IndexedBase("one", nonnegative=True)  # the indicator 1{i = c} of one coordinate
    mass, mean = total(x[i], i), total(x[i] * one[i], i)
    covariance = mass * total(x[i] * g[i] * one[i], i) - total(x[i] * g[i], i) * mean
    pairs = total(total(x[i] * x[j] * (g[i] - g[j]) * (one[i] - one[j]), j), i)
    return identity(share * pairs, covariance)


@SHARP.exact(part="bound")
@broken("one_block_is_not_two", total_constant=2)
@because("2 L_1/K is exceeded by a pair of vertices spread out in both blocks.")
def copies_are_close(*, total_constant: int = 4) -> Outcomes:
    """(L/2K) E|X - X'|^2 = (2L/K)(1 - |x|^2) for each block, and 4 L_1/K for both."""
    squares, other, L_xx, L_yy, L1 = declare("S_x S_y >= 0, L_xx L_yy L_1 > 0")
    value = 2 * L_xx * (1 - squares) + 2 * L_yy * (1 - other)
    inner, distance = declare("real inner, dist >= 0")
    premises = [(sp.S.Half, inner, L * distance / K * distance)]
    yield follows(inner / 2, L / (2 * K) * distance**2, premises)
    yield identity(L / (2 * K) * 4 * (1 - squares), 2 * L * (1 - squares) / K)
    right = total_constant * L1 / K
    premises = [(2 / K, L_xx, L1), (2 / K, L_yy, L1)]
    yield follows(value / K, right, premises, rest=(2 * L_xx * squares + 2 * L_yy * other) / K)


@SHARP.exact(part="attained")
@broken("it_is_not_half_of_that", "(1/K)(1 - |x|^2) is not the value.", scale=1)
def twice_the_identity_attains_it(*, scale: int = 2) -> Outcome:
    """E <2 xh, xh - x> = 2 sum Var(xh_i) = (2/K)(1 - |x|^2), coordinate by coordinate.
    Of the K^2 pairs of draws K are one draw, with E = p, and the others have E = p^2.
    """
    p = declare("p >= 0")
    second = (K * p + K * (K - 1) * p**2) / K**2
    return identity(2 * (second - p * p), scale * p * (1 - p) / K)


@SHARP.exact(part="attained", corner="the Lipschitz constant of the extremal map, up to a shift")
@broken("without_the_shift_it_is_two", "2I has an entry 2.", shift=0)
def the_extremal_map_has_constant_one(*, shift: int = 1) -> Outcome:
    """2x - (sum x) 1 equals 2x up to a shift on the simplex, and its matrix has entries +-1.
    2I - shift 11' has entries of absolute value at most 1.
    """
    entries = (sp.Integer(2 * int(a == b) - shift) for a in range(2) for b in range(2))
    return all_of(inequality(relation(sp.Abs(entry), "<=", 1)) for entry in entries)
