"""How far from stationary a point is: gradient norm, Frank-Wolfe gap, nearness to stationarity.

On a ball of radius D the gap has a closed form: sup over |y| <= D of <g, x - y> is
<g, x> + D |g|_*, by Hoelder's inequality and its case of equality.  It is never negative, and at
least F(x) - F* for convex F.  The supremum stands inside the mean: the mean gradient of g = +-1
vanishes while the mean gap at 0 in [-D, D] is D.

Units: the gap is measured like F, while nearness mixes a distance and a gap.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "noneuclid.nc-measures",
    title="Measures of stationarity, and the closed form of the Frank-Wolfe gap on a ball",
    printed=("definition", "slide: DP Stochastic Nonconvex Optimization"),
    statement=r"""\begin{gathered}
        \mathbb{E} \lVert \nabla F(\hat x) \rVert_\ast; \quad \mathrm{gap}(\hat x)
        = \sup_{y \in X} \langle \nabla F(\hat x), \hat x - y \rangle \ge 0; \\
        \vartheta\text{-close to nearly stationary: } \exists x \in X: \lVert \hat x - x \rVert
        \le \vartheta, \; \inf_{g \in \partial F(x)} \sup_{y \in X} \langle g, x - y \rangle
        \le \vartheta; \\
        X = \{ \lVert y \rVert \le D \}: \; \mathrm{gap}(x) = \langle \nabla F(x), x \rangle
        + D \lVert \nabla F(x) \rVert_\ast; \quad F \text{ convex}: \; F(x) - F^\ast
        \le \mathrm{gap}(x)
        \end{gathered}""",
    hypotheses=r"\hat x, x \in X \text{ convex and compact}",
    parts=("ball", "sign", "convex", "order", "nearness"),
)

D, size = declare("D size > 0")  # |g|_*
at, other = declare("real gx gy")  # <g, x>, <g, y>
norm_x, norm_y = declare("norm_x norm_y >= 0")


@CLAIM.exact(part="ball")
@broken("the_diameter_is_too_much", "2 D |g|_* is not attained.", radius=2 * D)
def hoelder_gives_the_closed_form(*, radius: sp.Expr = D) -> Outcomes:
    """<g, y> >= -|g|_* |y| >= -D |g|_*, attained by y = -D u with <g, u> = |g|_*, |u| = 1."""
    premises = [(1, -other, size * norm_y), (size, norm_y, D)]
    yield follows(at - other, at + radius * size, premises, rest=(radius - D) * size)
    yield identity(at - (-D) * size, at + radius * size)


@CLAIM.exact(part="sign")
@broken("outside_the_ball_it_may_be_negative", "|x| <= 2 D is not enough.", radius=2 * D)
def the_point_itself_is_allowed(*, radius: sp.Expr = D) -> Outcomes:
    """The choice
    y = x is allowed, so 0 <= gap; on a ball this is <g, x> >= -D |g|_*, Hoelder at x.
    """
    gap = declare("real gap")
    yield follows(at - at, gap, [(1, at - at, gap)])
    premises = [(1, -at, size * norm_x), (size, norm_x, radius)]
    yield follows(0, at + D * size, premises, rest=(D - radius) * size)


@CLAIM.exact(part="convex")
@broken("without_convexity_it_does_not", "Modulus -1: a weakly convex F.", modulus=-1)
def the_gap_bounds_the_suboptimality(*, modulus: int = 0) -> Outcome:
    """F(x*) >= F(x) + <g, x* - x> + (modulus/2)|x* - x|^2, modulus = 0, and <g, x - x*> <= gap."""
    value, best, gap, inner = declare("real F_x F_best gap inner")
    far = declare("far >= 0")  # |x - x*|
    half = sp.Rational(modulus, 2)
    premises = [(1, value - inner + half * far**2, best), (1, inner, gap)]
    return follows(value - best, gap, premises, rest=half * far**2)


@CLAIM.exact(part="order")
@broken("an_unfair_sign_has_a_mean_gradient", chance=sp.Rational(3, 4))
@because("With chance 3/4 the gap of the mean is D/2.")
def the_supremum_stands_inside_the_mean(*, chance: sp.Rational = sp.S.Half) -> Outcomes:
    """A fair sign: 0 against D.
    At x = 0 on [-D, D]: g = 1 with this chance, else -1; mean of the gap and gap of the mean.
    """
    mean = chance - (1 - chance)
    inside = chance * D * sp.Abs(1) + (1 - chance) * D * sp.Abs(-1)
    yield visible(D * sp.Abs(mean), "<=", inside)
    yield identity(inside, D)
    yield identity(D * sp.Abs(mean), 0)


@CLAIM.exact(part="nearness")
@broken("the_radius_is_not_the_diameter", "With the radius, D |g|_* is exceeded.", length=D)
def a_small_gradient_is_nearly_stationary(*, length: sp.Expr = 2 * D) -> Outcome:
    """With distance 0 and gap 2 D |g|_*.
    A stationary F' = g at x with |g|_* small: <g, x - y> <= |g|_* |x - y| <= 2 D |g|_*.
    """
    inner, far = declare("real inner, far >= 0")
    premises = [(1, inner, size * far), (size, far, 2 * D)]
    return follows(inner, length * size, premises, rest=(length - 2 * D) * size)
