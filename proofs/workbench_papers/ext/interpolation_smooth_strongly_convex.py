"""When points, gradients and values belong to some smooth strongly convex function.

Given finitely many triples (x_i, g_i, f_i), a function F in S(mu, L) with F(x_i) = f_i and grad
F(x_i) = g_i exists if and only if one inequality holds for every ordered pair.  That a member of
the class satisfies it is a textbook fact (see `ext.smooth-strongly-convex-inequalities`); that the
inequalities are enough is the theorem that is cited here.  It turns the question whether a method
can fail into finitely many numbers.

Checked here: on parabolas of curvature lam the inequality says (L - lam)(lam - mu) >= 0, so that it
holds exactly for the curvatures of the class.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.interpolation-smooth-strongly-convex",
    title="Interpolation by smooth strongly convex functions",
    reconstructed=("cited", "Taylor, Hendrickx and Glineur (2017), Theorem 4"),
    statement=r"""\exists F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d):\; F(x_i) = f_i,\;
        \nabla F(x_i) = g_i \;\; \forall i \iff \forall i, j:\;
        f_i \ge f_j + g_j^\top (x_i - x_j) + \frac{1}{2(1 - \mu/L)} \Bigl[
        \frac1L \lVert g_i - g_j \rVert^2 + \mu \lVert x_i - x_j \rVert^2
        - \frac{2\mu}{L} (g_i - g_j)^\top (x_i - x_j) \Bigr]""",
    hypotheses=r"""0 \le \mu < L
        \text{finitely many } (x_i, g_i, f_i)""",
    citation="A. B. Taylor, J. M. Hendrickx, F. Glineur (2017), Smooth strongly convex"
    " interpolation and exact worst-case performance of first-order methods, Theorem 4",
)

mu, L, lam, u, v, x, y = declare("mu L lam u v > 0, real x y")


@CLAIM.exact(corner="parabolas")
@broken("without_the_half_it_is_false", share=sp.Integer(1))
@because("1/(1 - mu/L) in place of 1/(2 (1 - mu/L)).")
def curvatures_of_the_class_satisfy_it(*, share: sp.Rational = sp.S.Half) -> Outcomes:
    """The slack is (L - lam)(lam - mu)/(2 (L - mu)) (x - y)^2.
    The inequality for F = lam x^2/2 at the points x and y, with lam = mu + u and L = lam + v.
    """
    bracket = (lam * (x - y)) ** 2 / L + mu * (x - y) ** 2 - 2 * mu / L * lam * (x - y) ** 2
    slack = lam / 2 * x**2 - lam / 2 * y**2 - lam * y * (x - y) - share * bracket / (1 - mu / L)
    inside = [(lam, "=", mu + u), (L, "=", mu + u + v)]
    value = u * v / (2 * (u + v)) * (x - y) ** 2
    yield identity(slack, value, where=inside)
    yield visible(0, "<=", value)
