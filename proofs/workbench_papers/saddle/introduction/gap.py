"""The duality gap: how far a pair is from a saddle point, and that it can be computed.

    Gap(x, y) = max_w F(x, w) - min_v F(v, y) = max over (v, w) of F(x, w) - F(v, y)

It is non-negative, convex in the pair, at most 4 L_0 and L_0-Lipschitz in the 1-norm of the pair.
It belongs to the population F, and in expected bounds the maximum is inside the expectation.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.rigor import follows, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "saddle.def-gap",
    title="Duality gap: non-negative, convex, bounded, Lipschitz",
    reconstructed=("definition", "Eq. (2)"),
    statement=r"""\begin{gathered}
        \mathrm{Gap}(x, y) = \max_{w} F(x, w) - \min_{v} F(v, y): \\
        0 \le \mathrm{Gap} \le 4 L_0, \; \mathrm{Gap} \text{ is convex}, \;
        |\mathrm{Gap}(z) - \mathrm{Gap}(z')| \le L_0 \lVert z - z' \rVert_1
        \end{gathered}""",
    hypotheses=r"""F \text{ convex-concave}, L_0\text{-Lipschitz in } \lVert \cdot \rVert_1
        x, v \in \Delta_{d_x}, \; y, w \in \Delta_{d_y}""",
    parts=("non-negative", "bounded", "convex", "Lipschitz", "bilinear games"),
    uses=("saddle.def-problem",),
    note="For x'Ay the two programs have closed forms, the largest entry of A'x and the smallest of"
    " Ay. The maximum norm of the quotient may replace L_0.",
)

here, top, dim, L = declare("real F_here top, integer d > 0, L_0 > 0")
rise, fall, dx, dy, s = declare("rise fall d_x d_y s >= 0")


@CLAIM.exact(part="non-negative")
@broken("a_minimum_above_the_value", other=-fall)
@because("With min_v F(v, y) = F(x, y) + fall the sign is lost.")
def maximum_exceeds_minimum(*, other: sp.Expr = fall) -> Outcome:
    """max_w F(x, w) >= F(x, y) >= min_v F(v, y).
    max_w F(x, w) = F(x, y) + rise and min_v F(v, y) = F(x, y) - other.
    """
    return visible((here + rise) - (here - other), ">=", 0)


@CLAIM.exact(part="bounded")
@broken("one_simplex_is_not_enough", limit=2)
@because("2 L_0 is exceeded by opposite vertices in both blocks.")
def two_simplices_have_diameter_four(*, limit: int = 4) -> Outcome:
    """F(x, w) - F(v, y) <= L (d_x + d_y) <= 4 L, as the diameters d_x, d_y are at most 2."""
    return visible(L * (dx + dy), "<=", limit * L, where=[(dx, "<=", 2), (dy, "<=", 2)])


@CLAIM.exact(part="convex")
@broken("weights_may_not_shrink", "With s/2 in place of s the inequality fails.", weight=s / 2)
def suprema_of_convex_functions_are_convex(*, weight: sp.Expr = s) -> Outcome:
    """F(., w) is convex and -F(v, .) is convex; the gap is the largest of their sums.
    F(x_s, w) - F(v, y_s) <= (1 - s) Gap + weight Gap' for every (v, w).
    """
    one, two = declare("Gap_1 Gap_2 >= 0")
    xw, xw2, vy, vy2, mid_x, mid_y = declare("real xw xw2 vy vy2 mid_x mid_y")
    premises = [
        (1, mid_x, (1 - s) * xw + s * xw2), (1, (1 - s) * vy + s * vy2, mid_y),
        (1 - s, xw - vy, one), (s, xw2 - vy2, two),
    ]  # fmt: skip
    return follows(mid_x - mid_y, (1 - s) * one + weight * two, premises, where=[(s, "<=", 1)])


@CLAIM.exact(part="Lipschitz")
@broken("half_of_the_constant_is_too_small", "L_0/2 is not enough.", constant=L / 2)
def gap_has_the_constant_of_the_function(*, constant: sp.Expr = L) -> Outcome:
    """Gap(z) - Gap(z') <= L_0 (|x - x'|_1 + |y - y'|_1).
    With the best (v, w) of z: Gap(z) = F(x, w) - F(v, y), and Gap(z') is at least theirs.
    """
    xw, vy, xw2, vy2, other = declare("real xw vy xw2 vy2 Gap_2")
    premises = [(1, xw, xw2 + L * dx), (1, vy2 - L * dy, vy), (1, xw2 - vy2, other)]
    return follows(xw - vy, other + constant * (dx + dy), premises)


@CLAIM.exact(part="bilinear games")
@broken("a_smaller_value_is_exceeded", "The vertex itself attains the maximum.", limit=top - 1)
def linear_functions_are_largest_at_vertices(*, limit: sp.Expr = top) -> Outcome:
    """<c, y> <= max_j c_j on the simplex, so max_w x'Aw = max_j (A'x)_j; the same for minima.
    sum y_j c_j <= limit * mass with c_j = top - below_j and mass = sum y_j: any dimension.
    """
    y, below = (sp.IndexedBase(name, nonnegative=True) for name in ("y", "below"))
    j = declare("integer j")
    value = sp.Sum(y[j] * (top - below[j]), (j, 1, dim))
    return visible(value, "<=", limit * sp.Sum(y[j], (j, 1, dim)))


@CLAIM.exact(part="bilinear games", corner="the closed form on one game of size 2 x 2")
@broken("another_point_has_a_positive_gap", shift=sp.Rational(1, 10))
@because("Moving x by 1/10 opens a gap.")
def closed_form_certifies_an_equilibrium(*, shift: sp.Rational = sp.Integer(0)) -> Outcome:
    """max_j (A'x)_j <= min_i (Ay)_i at the stated pair.
    A = [[1, -1/3], [-2/3, 1/3]] at x = (3/7, 4/7), y = (2/7, 5/7): both maxima equal 1/21.
    """
    third = sp.Rational(1, 3)
    A = sp.Matrix([[1, -third], [-2 * third, third]])
    x = sp.Matrix([sp.Rational(3, 7) + shift, sp.Rational(4, 7) - shift])
    y = sp.Matrix([sp.Rational(2, 7), sp.Rational(5, 7)])
    columns, rows = list(A.T * x), list(A * y)
    each = [inequality(relation(c - r, "<=", 0)) for c in columns for r in rows]
    return all_of(*each, summary="gap 0, so the value of the game is 1/21")
