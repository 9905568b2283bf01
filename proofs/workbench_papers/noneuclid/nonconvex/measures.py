"""How far from stationary a point is: gradient norm, Frank-Wolfe gap, nearness to stationarity.

On a ball of radius D the gap has a closed form: sup over |y| <= D of <g, x - y> is
<g, x> + D |g|_*, by Hoelder's inequality and its case of equality.  It is never negative, and at
least F(x) - F* for convex F.  The supremum stands inside the mean: the mean gradient of g = +-1
vanishes while the mean gap at 0 in [-D, D] is D.

Units: the gap is measured like F, while nearness mixes a distance and a gap.
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import linear_gaps as gaps
from workbench.rigor.provers.theorems import proved

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
    hypotheses=r"\hat x, x \in X \text{ convex and compact}; \; F \text{ differentiable}",
    parts=("ball", "sign and convex"),
    encoded={
        "ball": tuple(p.theorem for p in (gaps.below(), *gaps.attained())),
        "sign and convex": tuple(p.theorem for p in gaps.gaps()),
    },
    note="The first two lines define, and the claims are about the gap. As encoded a is |g|_* or"
    " more, and each y = -D u of the ball has the value <g, x> + D <g, u>, where the supremum of"
    " <g, u> over |u| <= 1 is |g|_*; w is any point of X, such as a minimiser.",
)  # fmt: skip


@CLAIM.proof(part="ball")
@broken("the_diameter_is_too_much", "2 D <g, u> is not what y = -D u has.", radius=2)
@dropped("ball", gaps.BALL, {0: "y may be far away.", 1: "a may be near 0, and y = -D u."})
@dropped("unit", gaps.UNIT, {0: "-D u may be outside of the ball."})
def hoelder_gives_the_closed_form(
    *, radius: int = 1, ball: Any = gaps.BALL, unit: Any = gaps.UNIT  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """<g, y> >= -|g|_* |y| >= -D |g|_*, attained by y = -D u."""
    return proved(gaps.below(given=ball), *gaps.attained(given=unit, radius=radius))


@CLAIM.proof(part="sign and convex")
@broken("without_convexity_it_does_not", "F(y) = -y^2 on [-1, 1] at x = 0.", convex=False)
@broken("turned_it_does_not", "F(y) = y on [0, 1], x = 1: the turned gap is 0.", turned=True)
def the_point_itself_is_allowed_and_each_other_one(**changes: Any) -> Outcome:  # noqa: ANN401
    """0 <= <g, x - x>, and F(w) >= F(x) + <g, w - x>."""
    return proved(*gaps.gaps(**changes))
