r"""Sparse gradients: what sparsity s and the Lipschitz constant L give together.

An s-sparse vector with |g|_2 <= L has |g|_1 <= sqrt(s) L (Cauchy-Schwarz on its support), and so
has a mean of such gradients; its support may be all of the coordinates.  A convex loss is above its
tangents, f(x) - f(y) <= <g, x - y> <= |g|_1 |x - y|_oo: it is sqrt(s) L-Lipschitz in the largest
coordinate, whatever the dimension, and so is every mean of such losses.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import sparse_gradients as gradients

ENCODED: dict[str, tuple[Any, ...]] = {
    "norms": (gradients.one_norm(),),
    "lipschitz": (gradients.lipschitz(),),
    "risks": (gradients.risks(),),
}

CLAIM = Claim(
    "sparse.setting",
    title="Stochastic optimisation with sparse gradients",
    printed=("definition", "Setting"),
    statement=r"""F_{\mathcal{D}}(x) = \mathbb{E} f(x; z), \quad
        F_S(x) = \frac1n \sum_i f(x; z_i): \quad
        \lVert \nabla f(x; z) \rVert_1 \le \sqrt{s}\, L, \quad
        |f(x; z) - f(y; z)| \le \sqrt{s}\, L\, \lVert x - y \rVert_\infty, \quad
        |F(x) - F(y)| \le \sqrt{s}\, L\, \lVert x - y \rVert_\infty
        \text{ for } F = F_{\mathcal{D}}, F_S""",
    hypotheses=r"""\mathcal{X} \subseteq \mathbb{R}^d \text{ closed and convex}, \; 1 \le s \le d
        f(\cdot; z) \text{ convex in the last two}, \; \nabla f(x; z) \text{ a gradient, or a \
            subgradient}
        \lVert \nabla f(x; z) \rVert_0 \le s, \; \lVert \nabla f(x; z) \rVert_2 \le L \text{ at \
            every } x \in \mathcal{X} \text{ and every point that is used}""",
    parts=("norms", "lipschitz", "risks"),
    encoded=ENCODED,
    note="The inequalities are ours; smoothness, and losses that are not convex, are stated where"
    " they are used. Vectors s-sparse of norm at most L lie in B_1(0, sqrt(s) L) and in B_2(0, L),"
    " and so do their means, as balls are convex. The support of a gradient moves with x and"
    " depends on the data: it is never released. As encoded g and g_y are gradients at x and y, of"
    " a loss that is f_x and f_y there, h and h_y count their entries that are not 0, and M is any"
    " number that no |x_j - y_j| exceeds. In the last part f_x and f_y are the random values"
    " f(x; z) and f(y; z) for any law of z, that of F_S among them, and F_x and F_y their means.",
)


@CLAIM.proof(part="norms")
@broken("half_of_it", "s entries L/sqrt(s) attain the bound.", share=sp.S.Half)
@broken("any_support", "d equal entries have the 1-norm sqrt(d) L.", sparse=())
@broken("any_length", "A gradient may be as long as it likes.", short=())
def few_entries_make_the_one_norm_small(**changes: Any) -> Outcome:  # noqa: ANN401
    """2 |g_j| <= t + g_j^2/t for each entry that is not 0, t = L/sqrt(s)."""
    return gradients.by_few_entries(**changes)


@CLAIM.proof(part="lipschitz")
@broken("half_of_it_here", share=sp.S.Half)
@because("The loss <g, x> with s entries L/sqrt(s), along the signs of g, attains the bound.")
@dropped("sparse", gradients.SPARSE, "The loss max{0, <g, x>} may have d equal entries.")
@dropped("short", gradients.SHORT, "The loss max{0, <g, x>} may have one large entry.")
@dropped("convex", gradients.CONVEX, "The values f_x and f_y have nothing to do with gradients.")
@broken("any_two_points", "M bounds none of the |x_j - y_j|.", close=())
def losses_are_lipschitz_in_the_largest_coordinate(**changes: Any) -> Outcome:  # noqa: ANN401
    """f(x) - f(y) <= <g, x - y> <= |g|_1 |x - y|_oo, and the reverse with g_y."""
    return gradients.by_both_gradients(**changes)


@CLAIM.proof(part="risks")
@broken("half_of_it_for_the_mean", share=sp.S.Half)
@because("A single record with such a linear loss attains the bound.")
@broken("any_losses", "The losses may differ by any amount.", sure=())
def means_of_losses_are_so_too(**changes: Any) -> Outcome:  # noqa: ANN401
    """A mean of differences is no larger than they are."""
    return gradients.by_the_mean(**changes)
