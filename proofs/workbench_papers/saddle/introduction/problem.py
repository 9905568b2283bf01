"""Saddle-point problems over two simplices, with constants measured in the 1-norm.

    min over x, max over y, each in a simplex, of F(x, y) = E_z f(x, y; z)

f is convex in x, concave in y.  Its regularity is measured in the 1-norm of the pair (x, y), so a
constant is the largest absolute ENTRY of a derivative, never a spectral norm: L_0 of the gradient,
L_1 of the Hessian, L_2 of the third derivatives.  That is the duality of the 1-norm and the maximum
norm.  Only differences of points of a simplex matter, so c (1, ..., 1) may be added to a gradient:
half of the range of its entries can take the place of the largest entry.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "saddle.def-problem",
    title="Stochastic saddle-point problem in the 1-norm",
    reconstructed=("definition", "Eq. (1), Sections 1 and 1.3"),
    statement=r"""\min_{x \in \Delta_{d_x}} \max_{y \in \Delta_{d_y}} F(x, y), \quad
        F = \mathbb{E}_z f(\cdot, \cdot; z); \qquad
        L_0 = \sup \max_i |\partial_i f|, \quad L_1 = \sup \max_{i,j} |\partial_{ij} f|, \quad
        L_2 = \sup \max_{i,j,k} |\partial_{ijk} f|""",
    hypotheses=r"""f(\cdot, y; z) \text{ convex}, \; f(x, \cdot; z) \text{ concave}
        L_0, L_1 < \infty \text{ (first-order-smooth)}; \text{ also } L_2 < \infty \text{ \
            (second-order-smooth)}""",
    parts=("entries", "quotient"),
    note="The formulas of the source are missing; these are the standard ones. Replacing a record"
    " makes neighbours.",
)

d, i, L = declare("integer d > 0, integer i, L_0 > 0")
p, q = sp.IndexedBase("p", nonnegative=True), sp.IndexedBase("q", nonnegative=True)
g = sp.IndexedBase("g", real=True)


def total(body: sp.Expr) -> sp.Expr:
    """The sum over the d coordinates."""
    return sp.Sum(body, (i, 1, d))


@CLAIM.exact(part="entries")
@broken("half_of_the_entry_is_not_enough", constant=L / 2)
@because("Without the quotient, L/2 is too small.")
def largest_entry_is_the_dual_norm(*, constant: sp.Expr = L) -> Outcome:
    """|<g, h>| <= max |g_i| |h|_1 for vectors of any length.
    One coordinate: entry (up - down) <= constant (up + down); such inequalities add up.
    The entry is L (a - b)/(a + b), any number of (-L, L); up - down, where |up - down| = up + down,
    is any coordinate of a vector.
    """
    a, b, up, down = declare("a b > 0, up down >= 0")
    return visible(L * (a - b) / (a + b) * (up - down), "<=", constant * (up + down))


@CLAIM.exact(part="quotient")
@broken("points_of_different_mass_see_them", second_mass=2 * declare("mass > 0"))
@because("If the two points differ in mass, a constant does not cancel.")
def constants_may_be_added_to_gradients(*, second_mass: sp.Expr = declare("mass > 0")) -> Outcome:
    """The multiples of (1, ..., 1) are invisible to differences of points of one simplex.
    <g + c 1, u - v> = <g, u - v> for u with the mass of v.
    """
    c, mass = declare("real c, mass > 0")
    left = total((g[i] + c) * p[i]) - total((g[i] + c) * q[i])
    right = total(g[i] * p[i]) - total(g[i] * q[i])
    # total(p) - mass and total(q) - mass vanish on the simplex
    return identity(left - c * (total(p[i]) - mass) + c * (total(q[i]) - second_mass), right)
