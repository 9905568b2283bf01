"""Normal vectors: linear combinations of independent ones, and Jensen's inequality for the norm.

For independent Z_i ~ N(0, s_i^2 I) in dimension d and fixed weights,

    sum_i c_i Z_i ~ N(0, v I),  v = sum_i c_i^2 s_i^2,        E |X| <= sqrt(E |X|^2) = sqrt(d v).

The second is proved for every law, and the first by completing the square in a convolution.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, argued, because, broken
from workbench.rigor import identity
from workbench.rigor.provers.first_moments import jensen, mean, root_of_the_mean_square, square
from workbench.symbolic import declare

SUMS = Claim(
    "ext.normal-sums",
    title="Linear combinations of independent normal vectors are normal",
    reconstructed=("lemma", "Vershynin (2018), High-dimensional probability, Section 3.3.2"),
    statement=r"""\textstyle \sum_i c_i Z_i \sim \mathcal{N}\big(0, \sum_i c_i^2 \sigma_i^2\, I\big)
        \;\text{ for independent } Z_i \sim \mathcal{N}(0, \sigma_i^2 I)""",
    hypotheses=r"""c_i \text{ are fixed}
        \text{finitely many } Z_i \text{ of one dimension, mutually independent}""",
)

JENSEN = Claim(
    "ext.second-moment",
    title="The mean norm is at most the root of the mean square",
    reconstructed=("theorem", "Williams (1991), Probability with martingales, chapter 6"),
    statement=r"""\mathbb{E} \lVert X \rVert \le \sqrt{\mathbb{E} \lVert X \rVert^2}""",
    hypotheses=r"\mathbb{E} \lVert X \rVert^2 < \infty",
    encoded=(jensen(),),
    note="As encoded r is the norm of X, any norm; that its mean exists belongs to what is shown.",
)

x, z, u, v = declare("real x z, u v > 0")


@SUMS.exact
@broken("the_larger_variance_is_not_enough", "N(0, u) is not the law of the sum.", total=u)
def variances_of_two_summands_add_up(*, total: sp.Expr = u + v) -> Outcome:
    """The exponent of the convolution splits into that of N(0, u + v) and a square in x.
    x^2/u + (z - x)^2/v = z^2/total + (x - u z/total)^2 total/(u v): exponents, doubled.
    """
    square = (x - u * z / total) ** 2 * total / (u * v)
    return argued(
        identity(x**2 / u + (z - x) ** 2 / v, z**2 / total + square),
        "The integral of the square's exponential over x does not depend on z: the density of the"
        " sum at z is a multiple of e^(-z^2/(2 total)), and so that of a normal variable.",
        "Coordinates are independent; c Z has the variance c^2 sigma^2, also where this is 0 and it"
        " adds nothing; and more summands come one after the other.",
    )


@JENSEN.proof
@broken("a_constant_norm_attains_it", "No factor above 1 is possible.", factor=sp.Rational(11, 10))
@broken("a_mean_square_that_need_not_exist", shows=(mean, square))
@because("Without a finite mean square a norm may have an infinite mean.")
def a_variance_is_not_negative(
    *, factor: sp.Expr = sp.S.One, shows: tuple[sp.Symbol, ...] = (mean,)
) -> Outcome:
    """The mean of (|X| - E |X|)^2 >= 0; and |X| <= 1 + |X|^2 has a mean."""
    return root_of_the_mean_square(factor, shows)
