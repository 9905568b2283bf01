"""Saddle-point problems over two simplices, with constants measured in the 1-norm.

    min over x, max over y, each in a simplex, of F(x, y) = E_z f(x, y; z)

f is convex in x, concave in y.  Its regularity is measured in the 1-norm of the pair (x, y), so a
constant is the largest absolute ENTRY of a derivative, never a spectral norm: L_0 of the gradient,
L_1 of the Hessian, L_2 of the third derivatives.  That is the duality of the 1-norm and the maximum
norm.  Only differences of points of a simplex matter, so c (1, ..., 1) may be added to a gradient:
half of the range of its entries can take the place of the largest entry.
"""

from typing import Any

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor.provers import linear_functions as linear

CLAIM = Claim(
    "saddle.def-problem",
    title="Stochastic saddle-point problem in the 1-norm: what its constants are",
    reconstructed=("definition", "Eq. (1), Sections 1 and 1.3"),
    statement=r"""\max_{\lVert h \rVert_1 = 1} |\langle g, h \rangle| = \max_i |g_i|, \quad
        \langle g + c \mathbf{1}, u - v \rangle = \langle g, u - v \rangle \text{ for } u, v
        \in \Delta_d""",
    hypotheses=r"""\min_{x \in \Delta_{d_x}} \max_{y \in \Delta_{d_y}} F(x, y), \; \
            F = \mathbb{E}_z f(\cdot, \cdot; z), \; f(\cdot, y; z) \text{ convex}, \; \
            f(x, \cdot; z) \text{ concave}
        L_0 = \sup \max_i |\partial_i f|, \; L_1 = \sup \max_{i,j} |\partial_{ij} f| \text{ \
            (first-order-smooth)}, \; L_2 = \sup \max_{i,j,k} |\partial_{ijk} f| \text{ \
            (second-order-smooth)}
        g, h \in \mathbb{R}^d, \; c \in \mathbb{R}""",
    encoded=(linear.largest(), linear.largest(-1), linear.attained(), linear.invisible()),
    note="The formulas of the source are missing; these are the standard ones. What is claimed is"
    " why entries are what counts in the 1-norm, and that a constant added to a gradient does not."
    " As encoded L is the largest |g_i|. Replacing a record makes neighbours.",
)


@CLAIM.proof
@broken(
    "half_of_the_entry_is_not_enough", "It is reached at one coordinate.", constant=linear.L / 2
)
@broken("an_entry_above_the_bound", "It is reached at its coordinate.", below=False)
@broken("a_vector_of_length_two", "There it is 2 L.", length=2)
@broken("the_sign_of_the_entry_counts", "At an entry L the sign -1 gives -L.", signed=False)
@broken("points_of_different_mass_see_them", "The constant does not cancel.", total=2)
def the_largest_entry_is_the_dual_norm(*, total: int = 1, **changes: Any) -> Outcomes:  # noqa: ANN401
    """|g_i h_i| <= L |h_i| in each coordinate, and the entries of u - v add up to 0."""
    yield linear.dual_norm(**changes)
    yield linear.constants_cancel(total)
