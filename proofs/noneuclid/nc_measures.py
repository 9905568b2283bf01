"""How far from stationary a point is: gradient norm, Frank-Wolfe gap, nearness to stationarity.

On a ball of radius D the gap has a closed form: sup over |y| <= D of <g, x - y> is
<g, x> + D |g|_*, by Hoelder's inequality and its case of equality.  It is never negative, and at
least F(x) - F* for convex F.  The supremum stands inside the mean: the mean gradient of g = +-1
vanishes while the mean gap at 0 in [-D, D] is D.

Units: the gap is measured like F, while nearness mixes a distance and a gap.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of
from workbench.rigor import follows, identity, inequality
from workbench.symbolic import relation

CLAIM = Claim(
    "noneuclid.nc-measures",
    kind="definition",
    title="Measures of stationarity, and the closed form of the Frank-Wolfe gap on a ball",
    source="slide: DP Stochastic Nonconvex Optimization",
    provenance="printed",
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
    hypotheses=(r"\hat x, x \in X \text{ convex and compact}",),
    parts=("ball", "sign", "convex", "order", "nearness"),
)

D, size = sp.symbols("D size", positive=True)  # |g|_*
at, other = sp.symbols("gx gy", real=True)  # <g, x>, <g, y>
norm_x, norm_y = sp.symbols("norm_x norm_y", nonnegative=True)


def on_a_ball(radius: sp.Expr) -> Outcome:
    """<g, y> >= -|g|_* |y| >= -D |g|_*, attained by y = -D u with <g, u> = |g|_*, |u| = 1."""
    return all_of(
        follows(
            at - other,
            at + radius * size,
            [(1, -other, size * norm_y), (size, norm_y, D)],
            rest=(radius - D) * size,
        ),
        identity(at - (-D) * size, at + radius * size),
    )


@CLAIM.exact(part="ball")
def hoelder_gives_the_closed_form() -> Outcome:
    """Above and attained."""
    return on_a_ball(D)


@hoelder_gives_the_closed_form.mutant
def the_diameter_is_too_much() -> Outcome:
    """2 D |g|_* is not attained."""
    return on_a_ball(2 * D)


def not_negative(radius: sp.Expr) -> Outcome:
    """y = x is allowed: 0 <= gap; on a ball this is Hoelder's inequality at x."""
    gap = sp.Symbol("gap", real=True)
    return all_of(
        follows(at - at, gap, [(1, at - at, gap)]),
        follows(0, at + D * size, [(1, -at, size * norm_x), (size, norm_x, radius)],
                rest=(D - radius) * size),
    )  # fmt: skip


@CLAIM.exact(part="sign")
def the_point_itself_is_allowed() -> Outcome:
    """<g, x> >= -D |g|_*."""
    return not_negative(D)


@the_point_itself_is_allowed.mutant
def outside_the_ball_it_may_be_negative() -> Outcome:
    """|x| <= 2 D is not enough."""
    return not_negative(2 * D)


def below_the_gap(modulus: int) -> Outcome:
    """F(x*) >= F(x) + <g, x* - x> + (modulus/2)|x* - x|^2, and <g, x - x*> <= gap."""
    value, best, gap, inner = sp.symbols("F_x F_best gap inner", real=True)
    far = sp.Symbol("far", nonnegative=True)  # |x - x*|
    half = sp.Rational(modulus, 2)
    return follows(
        value - best,
        gap,
        [(1, value - inner + half * far**2, best), (1, inner, gap)],
        rest=half * far**2,
    )


@CLAIM.exact(part="convex")
def the_gap_bounds_the_suboptimality() -> Outcome:
    """Modulus 0: convexity."""
    return below_the_gap(0)


@the_gap_bounds_the_suboptimality.mutant
def without_convexity_it_does_not() -> Outcome:
    """Modulus -1: a weakly convex F."""
    return below_the_gap(-1)


def means(chance: sp.Rational) -> Outcome:
    """At x = 0 on [-D, D]: g = 1 with this chance, else -1; mean of the gap and gap of the mean."""
    mean = chance - (1 - chance)
    inside = chance * D * sp.Abs(1) + (1 - chance) * D * sp.Abs(-1)
    return all_of(
        inequality(relation(D * sp.Abs(mean), "<=", inside), methods=("sign",)),
        identity(inside, D),
        identity(D * sp.Abs(mean), 0),
    )


@CLAIM.exact(part="order")
def the_supremum_stands_inside_the_mean() -> Outcome:
    """A fair sign: 0 against D."""
    return means(sp.Rational(1, 2))


@the_supremum_stands_inside_the_mean.mutant
def an_unfair_sign_has_a_mean_gradient() -> Outcome:
    """With chance 3/4 the gap of the mean is D/2."""
    return means(sp.Rational(3, 4))


def nearness(length: sp.Expr) -> Outcome:
    """A stationary F' = g at x with |g|_* small: <g, x - y> <= |g|_* |x - y| <= 2 D |g|_*."""
    inner, far = sp.Symbol("inner", real=True), sp.Symbol("far", nonnegative=True)
    return follows(
        inner,
        length * size,
        [(1, inner, size * far), (size, far, 2 * D)],
        rest=(length - 2 * D) * size,
    )


@CLAIM.exact(part="nearness")
def a_small_gradient_is_nearly_stationary() -> Outcome:
    """With distance 0 and gap 2 D |g|_*."""
    return nearness(2 * D)


@a_small_gradient_is_nearly_stationary.mutant
def the_radius_is_not_the_diameter() -> Outcome:
    """D |g|_* is exceeded."""
    return nearness(D)
