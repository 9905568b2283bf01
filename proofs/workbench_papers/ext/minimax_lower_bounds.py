"""Lower bounds of stochastic convex optimisation without privacy, and strong convexity of l_p.

    p = 1           min{1, sqrt(ln d/n)}
    1 < p <= 2      min{1, 1/sqrt(n)}
    2 < p < oo      min{1, n^(-1/p), d^(1/2 - 1/p) n^(-1/2)}
    p = oo          min{1, sqrt(d/n)}

up to constants that depend on p alone, with L_0 = D = 1.  Cited.  Checked: the part 1/sqrt(n), by
n signs whose bias h = 1/(2 sqrt(n)) cannot be told from -h; the total variation is summed exactly.

Half of the squared l_p norm is (p - 1)-strongly convex for 1 < p <= 2: cited; checked at
x = (1, 1), y = (1 + s, 1 - s), where the constant is approached.
"""

import math

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import identity, inequality
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "ext.ny83",
    title="Lower bounds of stochastic convex optimisation over l_p balls",
    reconstructed=(
        "cited",
        "Nemirovski and Yudin (1983); Agarwal, Bartlett, Ravikumar and Wainwright (2012)",
    ),
    statement=r"""\inf_A \sup_P \mathbb{E} F(A) - F^\ast \ge c_p L_0 D \begin{cases}
        \min\{1, \sqrt{\ln d/n}\} & p = 1 \\ \min\{1, n^{-1/2}\} & 1 < p \le 2 \\
        \min\{1, n^{-1/p}, d^{1/2 - 1/p} n^{-1/2}\} & 2 < p < \infty \\
        \min\{1, \sqrt{d/n}\} & p = \infty \end{cases}""",
    hypotheses=r"""f(\cdot; z) \text{ convex, } L_0\text{-Lipschitz in } \lVert \cdot \rVert_p \
            \text{ on the ball of radius } D, \; d \ge 2""",
    citation="Nemirovski and Yudin (1983), Problem complexity and method efficiency in"
    " optimization; Agarwal, Bartlett, Ravikumar and Wainwright (2012), Information-theoretic lower"
    " bounds on the oracle complexity of stochastic convex optimization, Theorem 1",
)  # fmt: skip

CONVEX = Claim(
    "ext.lp-strong-convexity",
    title="Half of the squared l_p norm is (p - 1)-strongly convex",
    reconstructed=("cited", "Ball, Carlen and Lieb (1994), Proposition 3"),
    statement=r"""\tfrac12 \lVert y \rVert_p^2 \ge \tfrac12 \lVert x \rVert_p^2
        + \langle \nabla \tfrac12 \lVert \cdot \rVert_p^2(x), y - x \rangle
        + \tfrac{p - 1}{2} \lVert y - x \rVert_p^2""",
    hypotheses=r"1 < p \le 2",
    citation="Ball, Carlen and Lieb (1994), Sharp uniform convexity and smoothness inequalities for"
    " trace norms; Juditsky and Nemirovski (2008)",
)


@CLAIM.exact(corner="two biased signs, n = 1, 4, 9, 16: the part 1/sqrt(n)")
@broken("one_half_is_more_than_the_bias", "h = 1/(2 sqrt(n)) times a probability.", share=sp.S.Half)
def two_biases_cannot_be_told_apart(*, share: sp.Rational = sp.Rational(1, 4)) -> Outcome:
    """The excess risk is at least 1/(4 sqrt(n)).
    h (1 - TV) >= share/sqrt(n) for n = 1, 4, 9, 16 signs of bias h = 1/(2 sqrt(n)) or -h.
    The losses -z x on [-1, 1]: excess risks h (1 - x) and h (1 + x), so the worse is h (1 - TV).
    """
    found = []
    for root in (1, 2, 3, 4):
        n, h = root**2, sp.Rational(1, 2 * root)
        p, q = (1 + h) / 2, (1 - h) / 2
        apart = sum(
            math.comb(n, k) * abs(p**k * q ** (n - k) - q**k * p ** (n - k)) for k in range(n + 1)
        )
        found.append(inequality(relation(share / root, "<=", h * (1 - apart / 2))))
    return all_of(*found, summary="n = 1, 4, 9, 16")


@CONVEX.exact(corner="p = 3/2, two coordinates, the curvature at (1, 1) in the direction (1, -1)")
@broken("p_itself_is_not_it", "1 would be the constant of p = 2.", constant=sp.Integer(1))
def the_constant_is_approached(*, constant: sp.Expr = sp.S.Half) -> Outcome:
    """The constant p - 1 = 1/2 is the curvature there.
    d^2/ds^2 of ((1+s)^p + (1-s)^p)^(2/p)/2 at s = 0 is (p - 1) |(1, -1)|_p^2, p = 3/2.
    """
    p, s = sp.Rational(3, 2), declare("s > 0")
    square = ((1 + s) ** p + (1 - s) ** p) ** (2 / p) / 2
    return identity(sp.diff(square, s, 2).subs(s, 0), constant * sp.Integer(2) ** (2 / p))
