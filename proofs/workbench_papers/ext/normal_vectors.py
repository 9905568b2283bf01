"""Normal vectors: linear combinations of independent ones, and Jensen's inequality for the norm.

For independent Z_i ~ N(0, s_i^2 I) in dimension d and fixed weights,

    sum_i c_i Z_i ~ N(0, v I),  v = sum_i c_i^2 s_i^2,        E |X| <= sqrt(E |X|^2) = sqrt(d v).

Cited.  Checked: the convolution of two densities by completing the square, and Jensen's inequality
for laws on finitely many atoms, where it is a variance.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

SUMS = Claim(
    "ext.normal-sums",
    title="Linear combinations of independent normal vectors are normal",
    reconstructed=("cited", "Vershynin (2018), High-dimensional probability, Section 3.3.2"),
    statement=r"""\textstyle \sum_i c_i Z_i \sim \mathcal{N}\big(0, \sum_i c_i^2 \sigma_i^2\, I\big)
        \;\text{ for independent } Z_i \sim \mathcal{N}(0, \sigma_i^2 I)""",
    hypotheses=r"c_i \text{ are fixed}",
    citation="Vershynin (2018), High-dimensional probability, Section 3.3.2",
)

JENSEN = Claim(
    "ext.second-moment",
    title="The mean norm is at most the root of the mean square",
    reconstructed=("cited", "Williams (1991), Probability with martingales, Section 6.6"),
    statement=r"""\mathbb{E} \lVert X \rVert \le \sqrt{\mathbb{E} \lVert X \rVert^2}""",
    hypotheses=r"\mathbb{E} \lVert X \rVert^2 < \infty",
    citation="Williams (1991), Probability with martingales, 6.6 (Jensen's inequality)",
)

x, z, u, v = declare("real x z, u v > 0")


@SUMS.exact(corner="the densities of two summands in one dimension")
@broken("the_larger_variance_is_not_enough", "N(0, u) is not the law of the sum.", total=u)
def variances_of_two_summands_add_up(*, total: sp.Expr = u + v) -> Outcome:
    """The exponent of the convolution splits into that of N(0, u + v) and a square in x.
    x^2/u + (z - x)^2/v = z^2/total + (x - u z/total)^2 total/(u v): exponents, doubled.
    """
    square = (x - u * z / total) ** 2 * total / (u * v)
    return identity(x**2 / u + (z - x) ** 2 / v, z**2 / total + square)


N, i, j = declare("integer N > 0, integer i j")
p, r = sp.IndexedBase("p", nonnegative=True), sp.IndexedBase("r", nonnegative=True)


@JENSEN.exact(corner="laws on finitely many atoms")
@broken("a_constant_norm_attains_it", "No factor above 1 is possible.", factor=sp.Rational(11, 10))
def the_variance_is_not_negative(*, factor: sp.Expr = sp.Integer(1)) -> Outcome:
    """(sum p)(sum p r^2) - (sum p r)^2 = sum_ij p_i p_j (r_i - r_j)^2/2.
    factor (sum p r)^2 <= (sum p)(sum p r^2): the difference is a sum of squares.
    """
    mean, square = sp.Sum(p[i] * r[i], (i, 1, N)), sp.Sum(p[i] * r[i] ** 2, (i, 1, N))
    pairs = sp.Sum(sp.Sum(p[i] * p[j] * (r[i] - r[j]) ** 2, (j, 1, N)), (i, 1, N))
    return visible(factor * mean**2, "<=", sp.Sum(p[i], (i, 1, N)) * square, gap=pairs / 2)
