"""Smooth and strongly convex in the 1-norm means ill-conditioned: L/mu >= d (footnote 3).

Walk from 0 to a random corner v of {-1, 1}^d, one coordinate at a time.  A step +-e_i of either
sign costs, on average, at most (L/2) |e_i|_1^2 = L/2, since the linear terms cancel:
E f(v) - f(0) <= d L/2.  Strong convexity at 0 gives E f(v) - f(0) >= (mu/2) |v|_1^2 = mu d^2/2,
the linear term vanishing in the mean.  So mu d <= L, with equality for f = |x|_2^2/2.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import Rule, follows, identity, induction, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "saddle.footnote3",
    title="Condition number in the 1-norm is at least the dimension",
    reconstructed=("remark", "Footnote in Section 1.2"),
    statement=r"\frac{L_1}{\mu} \ge d, \text{ with equality for } f = \tfrac12 \lVert x \rVert_2^2",
    hypotheses=r"""f \text{ on } \mathbb{R}^d \; L_1\text{-smooth and } \mu\text{-strongly convex \
            in } \lVert \cdot \rVert_1""",
    parts=("bound", "equality"),
    uses=("ext.descent-lemma",),
    note="The whole space: on the simplex only tangent directions count.",
)

L, mu, d = declare("L_1 mu > 0, integer d > 0")


@CLAIM.exact(part="bound")
@broken("twice_the_dimension_is_too_much", "2 mu d <= L fails.", scale=2)
def a_random_corner_is_far_in_the_one_norm(*, scale: int = 1) -> Outcomes:
    """The smoothness bounds the curvature:
    mu d <= L for every dimension, twice differentiable or not.
    (up + down)/2 - f <= L/2 per step; d steps; mu d^2/2 <= E f(v) - f(0) <= d L/2.
    """
    up, down, here, slope, rise, n = declare("real up down here slope rise, integer n >= 0")
    t = declare("integer t")
    F, s = sp.IndexedBase("F", real=True), sp.IndexedBase("s", real=True)
    half = sp.S.Half
    premises = [(half, up, here + slope + L / 2), (half, down, here - slope + L / 2)]
    yield follows((up + down) / 2 - here, L / 2, premises)
    claimed = relation(F[n], "=", F[0] + sp.Sum(L / 2 - s[t], (t, 1, n)))
    yield induction(claimed, "n", rules=[Rule("F", "t", F[t] + L / 2 - s[t + 1])])
    premises = [(2 / d, mu * d**2 / 2, rise), (2 / d, rise, d * L / 2)]
    yield follows(scale * mu * d, L, premises, rest=(1 - scale) * mu * d)


@CLAIM.exact(part="equality")
@broken("it_is_not_more_strongly_convex", factor=2)
@because("|h|_2^2 >= 2 |h|_1^2/d fails for equal entries.")
def half_the_squared_norm_attains_it(*, factor: int = 1) -> Outcomes:
    """L_1 = 1, and |h|_2^2 >= |h|_1^2/d, so mu = 1/d; entries |h_i| are written h_i.
    |g|_inf of the Hessian I is 1; d sum h^2 - (sum h)^2 = (1/2) sum_ij (h_i - h_j)^2, h >= 0.
    """
    i, j = declare("integer i j")
    h = sp.IndexedBase("h", nonnegative=True)
    first, second = sp.Sum(h[i], (i, 1, d)), sp.Sum(h[i] ** 2, (i, 1, d))
    gap = sp.Sum(sp.Sum((h[i] - h[j]) ** 2, (j, 1, d)), (i, 1, d)) / (2 * d)
    yield visible(factor * first**2 / d, "<=", second, gap=gap + (1 - factor) * first**2 / d)
    yield identity(1 / (1 / d), d)
