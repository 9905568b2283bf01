"""Why ln(1/delta) must not exceed d in the lower bound: pure privacy costs at most 4 d/(eps n).

The exponential mechanism of density e^(-F_S/t) on X, t = 4 L_0 D/(eps n), is eps-DP: F_S moves by
at most 2 L_0 D/n, up to a constant, in the exponent and in the normaliser.  For convex F_S its mean
error is at most d t.  Along a ray from the minimiser let g(r) be the excess, g <= r g' by
convexity; by parts

    int g r^(d-1) e^(-g/t) <= int r^d g' e^(-g/t) = d t int r^(d-1) e^(-g/t) - t R^d e^(-g(R)/t).

So the empirical error is at most 4 d L_0 D/(eps n) for every delta, zero included, and however
large n is, the printed bound c (p-1) sqrt(d ln(1/delta))/(eps n) exceeds that for small delta.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor import follows, identity, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.lp-lower.pure",
    title="A pure upper bound that the printed lower bound exceeds for small delta",
    ours=("proposition", "slide: Lower Bounds for l_p Setup; not on the slide"),
    statement=r"""\begin{gathered}
        x \sim e^{-\epsilon n F_S(x)/(4 L_0 D)} \text{ on } X: \; \epsilon\text{-DP}, \;
        \mathbb{E} F_S(x) - F_S^\ast \le \frac{4 d L_0 D}{\epsilon n}; \\
        \ln(1/\delta) > \frac{16 d}{c^2 (p - 1)^2} \;\Longrightarrow\;
        c\, (p - 1) \frac{\sqrt{d \ln(1/\delta)}}{\epsilon n} > \frac{4 d}{\epsilon n}
        \end{gathered}""",
    hypotheses=r"""f(\cdot, z) \text{ convex}, L_0\text{-Lipschitz}, \; X \subset \mathbb{R}^d \
            \text{ convex, in a ball of radius } D \text{ around a point of } X
        \text{in the last line: } L_0 = D = 1, \; c > 0, \; 1 < p \le 2""",
    parts=("privacy", "error", "consequence"),
    uses=("noneuclid.dp-def",),
)

L0, D, eps, n, d, t = declare("L_0 D epsilon n d t > 0")


@CLAIM.exact(part="privacy", uses=("noneuclid.dp-def",))
@broken("one_over_n_is_too_little", "L_0 D/n is for adding a record.", change=L0 * D / n)
def the_scores_move_by_two_over_n(*, change: sp.Expr = 2 * L0 * D / n) -> Outcomes:
    """f(x, z) - f(x_0, z) is in [-L_0 D, L_0 D]: two of them over n; then twice, over t: eps."""
    value, other, moved = declare("real value other moved")
    premises = [(1 / n, value, L0 * D), (1 / n, -other, L0 * D)]
    yield follows((value - other) / n, change, premises, rest=change - 2 * L0 * D / n)
    # log of e^(-F/t)/e^(-F'/t), and of the quotient of the normalisers
    left = 2 * moved / (4 * L0 * D / (eps * n))
    premises = [(2 / (4 * L0 * D / (eps * n)), moved, change)]
    yield follows(left, eps, premises, rest=eps - 2 * change / (4 * L0 * D / (eps * n)))


@CLAIM.exact(part="error", uses=())
@broken("not_by_half_of_d", "The excess d/2 is that of parabolas.", factor=d / 2)
def a_logconcave_law_exceeds_its_minimum_by_d(*, factor: sp.Expr = d) -> Outcomes:
    """E F - F* <= d t, on every ray and so over all of them.
    With g, g' at r: the derivative of -t r^d e^(-g/t), and 0 = g(0) >= g - r g'.
    The tangent of g at r lies below g, also at 0.
    """
    r, here, slope = declare("r g slope > 0")
    weight = sp.exp(-here / t)
    # d/dr with g' = slope
    derivative = -t * d * r ** (d - 1) * weight + r**d * slope * weight
    mean, mass, end = declare("mean mass end >= 0")
    inner = declare("inner >= 0")  # int r^d g' e^(-g/t)
    start = declare("g_start >= 0")
    path = -t * r**d * sp.exp(-(start + slope * r) / t)
    yield identity(sp.diff(path, r), derivative, where=[(here, "=", start + slope * r)])
    gap = (r * slope - here) * r ** (d - 1)
    yield visible(here * r ** (d - 1), "<=", slope * r**d, where=[(here, "<=", r * slope)], gap=gap)
    premises = [(1, mean, inner), (1, inner, d * t * mass - t * end)]
    yield follows(mean, factor * t * mass, premises, rest=(factor - d) * t * mass + t * end)
    yield identity(d * (4 * L0 * D / (eps * n)), 4 * d * L0 * D / (eps * n))


@CLAIM.exact(part="consequence", uses=())
@broken("a_worse_upper_bound_would_not", "An upper bound 5 d/(eps n) is no conflict.", most=5)
def a_small_delta_contradicts_it(*, most: int = 4) -> Outcomes:
    """The delta is so small that c (p-1) root > 4 d.
    sqrt(d L) = root with root > 4 d/(c (p-1)); upper bound 4 d/(eps n).
    """
    c, p, root = declare("c p root > 0")
    known = [(1, "<", p), (p, "<=", 2), (4 * d / (c * (p - 1)), "<", root)]
    level = 16 * d / (c**2 * (p - 1) ** 2)
    yield identity(d * level, (4 * d / (c * (p - 1))) ** 2, where=known[:1])
    claimed = relation(most * d / (eps * n), "<", c * (p - 1) * root / (eps * n), where=known)
    yield inequality(claimed)
