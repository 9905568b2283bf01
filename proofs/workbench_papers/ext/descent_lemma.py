"""Smoothness in a norm: a Lipschitz gradient bounds the error of linear approximation.

If the gradient of F is L-Lipschitz from a norm to its dual norm on a convex set, then for points
u and v = u + h of that set

    F(v) - F(u) = integral over s in [0, 1] of <grad F(u + s h), h>,
    |F(v) - F(u) - <grad F(u), h>| <= (L/2) |h|^2,      |<grad F(v) - grad F(u), h>| <= L |h|^2.

The theorem for differentiable F is cited.  What is checked: for quadratics on the plane with the
1-norm, where smoothness bounds the entries of the Hessian, and the constant 1/2 of the integral.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import visible
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.descent-lemma",
    title="Descent lemma in a general norm, both signs, with its integral form",
    reconstructed=("cited",
                   "Nesterov (2005), Smooth minimization of non-smooth functions, Section 2"),
    statement=r"""\left| F(v) - F(u) - \langle \nabla F(u), v - u \rangle \right|
        \le \tfrac L2 \lVert v - u \rVert^2, \quad
        F(v) - F(u) = \int_0^1 \langle \nabla F(u + s(v - u)), v - u \rangle\, ds""",
    hypotheses=r"""F \text{ is differentiable on a convex set } C, \text{ in the directions of } C
        \lVert \nabla F(u) - \nabla F(v) \rVert_\ast \le L \lVert u - v \rVert \text{ for } u, v \
            \in C""",
    citation="Nesterov (2018), Lectures on convex optimization, Lemma 1.2.3, whose proof uses"
    " nothing of the Euclidean norm but the Cauchy-Schwarz inequality of a norm and its dual",
)  # fmt: skip

L = declare("L > 0")
p, q, r, s = declare("p q r s >= 0")  # h = (p - q, r - s) has 1-norm p + q + r + s
up, down = sp.symbols("up1:4", positive=True), sp.symbols("down1:4", positive=True)


@CLAIM.exact(corner="quadratics of two variables, the 1-norm")
@broken("half_of_it_is_too_small", "L/4 is not enough.", constant=L / 4)
def quadratics_obey_it(*, constant: sp.Expr = L / 2) -> Outcome:
    """h'Hh/2 <= (L/2) |h|_1^2; the same for -H.
    h'Hh/2 <= constant |h|_1^2 when every entry of H lies between -L and L.
    """
    a, b, c = (L * (x - y) / (x + y) for x, y in zip(up, down, strict=True))
    h, k = p - q, r - s
    return visible((a * h**2 + 2 * b * h * k + c * k**2) / 2, "<=", constant * (p + q + r + s) ** 2)
