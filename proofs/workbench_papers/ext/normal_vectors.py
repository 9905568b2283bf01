"""Normal vectors: linear combinations, sums of squares, and Jensen's inequality for the norm.

For independent Z_i ~ N(0, s_i^2 I) in dimension d and fixed weights,

    sum_i c_i Z_i ~ N(0, v I),  v = sum_i c_i^2 s_i^2,        E |X| <= sqrt(E |X|^2) = sqrt(d v).

The second is proved for every law, and the first for the projections <a, Z_i> on any vector a, one
summand after the other: E e^<a, Z> is e^(v |a|^2/2) for Z ~ N(0, v I), and for no other law.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import gaussian_sums as sums
from workbench.rigor.provers import sums_of_squares as squares
from workbench.rigor.provers.first_moments import jensen, mean, root_of_the_mean_square, square

SUMS = Claim(
    "ext.normal-sums",
    title="Linear combinations of independent normal vectors are normal",
    reconstructed=("lemma", "Vershynin (2018), High-dimensional probability, Section 3.3.2"),
    statement=r"""\textstyle \sum_i c_i Z_i \sim \mathcal{N}\big(0, \sum_i c_i^2 \sigma_i^2\, I\big)
        \;\text{ for independent } Z_i \sim \mathcal{N}(0, \sigma_i^2 I)""",
    hypotheses=r"""c_i \text{ and } \sigma_i \ge 0 \text{ are fixed}
        \text{finitely many } Z_i \text{ of one dimension, mutually independent}""",
    encoded=(sums.vectors(),),
    note="As encoded y_i is <a, Z_i> for any vector a, and L is |a|^2: Z is N(0, v I) where"
    " E e^<a, Z> = e^(v |a|^2/2) for all a, and Z_i given those before it, as they are independent,"
    " for multiples s a of a. S_k is <a, sum c_i Z_i>, and V_k is sum c_i^2 sigma_i^2. That no"
    " other law has these means is the uniqueness of moment generating functions, which is known,"
    " and not encoded: Billingsley (1995), Probability and Measure, Section 30.",
)

SQUARES = Claim(
    "ext.chi-square",
    title="The sum of the squares of an even number of normal numbers",
    reconstructed=("lemma", "Johnson, Kotz and Balakrishnan (1994), Continuous univariate"
                   " distributions, chapter 18"),
    statement=r"""S = y_1^2 + \dots + y_m^2: \quad \mathbb{E}\, e^{\kappa S} = (1 - 2 \kappa)^{-m/2}
        \;(\kappa < \tfrac12), \quad \Pr[S > 2 t] = e^{-t} \sum_{j=0}^{m/2 - 1} \frac{t^j}{j!}
        \;(m \text{ even}, \, t \ge 0)""",
    hypotheses=r"m \ge 1, \; y_i \sim \mathcal{N}(0, 1) \text{ independent}",
    parts=("means", "tail"),
    encoded={"means": (squares.of_one(), squares.of_all()),
             "tail": (squares.of_density(), squares.beyond())},
    note="As encoded v is the first mean, that of e^(kappa y^2), and the product of 1, ..., k is k!"
    " for k = m/2 - 1. By the second and third line S/2 and a number U of the density u^k e^-u/k!,"
    " u > 0, have the same moment generating function, and the last one is k! Pr[U > t]. That U and"
    " S/2 have then the same law is known, and not encoded: Billingsley (1995), Probability and"
    " Measure, Section 30.",
)  # fmt: skip

JENSEN = Claim(
    "ext.second-moment",
    title="The mean norm is at most the root of the mean square",
    reconstructed=("theorem", "Williams (1991), Probability with martingales, chapter 6"),
    statement=r"""\mathbb{E} \lVert X \rVert \le \sqrt{\mathbb{E} \lVert X \rVert^2}""",
    hypotheses=r"\mathbb{E} \lVert X \rVert^2 < \infty",
    encoded=(jensen(),),
    note="As encoded r is the norm of X, any norm; that its mean exists belongs to what is shown.",
)


@SUMS.proof
@broken(
    "a_third_in_place_of_a_half", "k = c = sigma = L = 1: E e^y is e^(1/2).", factor=sp.S(1) / 3
)
@dropped("given", sums.ALONG, "y may be 0.")
def the_exponents_of_summands_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(S - V L/2) is 1 at all times, as E e^(c y) = e^(c^2 sigma^2 L/2) given the past."""
    return sums.vectors_add_up(**changes)


@SQUARES.proof(part="means")
@broken("no_growth", "kappa = 1/4: the mean is the root of 2.", one={"value": 1})
@broken("any_kappa", "Beyond 1/2 the mean is infinite.", one={"where": ()})
@broken("of_all_as_of_one", "m = 2, kappa = 1/4: it is 2.", every={"value": squares.v})
@broken("any_numbers", "They may be 0.", every={"given": ()})
def moments_of_squares_multiply(**changes: dict[str, Any]) -> Outcomes:
    """e^(kappa y^2) times the density is that of N(0, 1/(1 - 2 kappa)), up to a factor."""
    yield squares.one_square(**changes.get("one", {}))
    yield squares.all_squares(**changes.get("every", {}))


@SQUARES.proof(part="tail")
@broken("one_power_less", "k = 0: it is 1/(1 - 2 kappa).", density={"value": squares.ROOT})
@broken("any_kappa_again", "Beyond 1/2 there is no integral.", density={"where": ()})
@broken("one_term_less", "k = 0: it is e^-t.", tail={"last": squares.k - 1})
def their_density_is_integrated_by_parts(**changes: dict[str, Any]) -> Outcomes:
    """-u^(k+1) e^-u has the derivative u^(k+1) e^-u - (k + 1) u^k e^-u."""
    yield squares.the_density(**changes.get("density", {}))
    yield squares.the_tail(**changes.get("tail", {}))


@JENSEN.proof
@broken("a_constant_norm_attains_it", "No factor above 1 is possible.", factor=sp.Rational(11, 10))
@broken("a_mean_square_that_need_not_exist", shows=(mean, square))
@because("Without a finite mean square a norm may have an infinite mean.")
def a_variance_is_not_negative(
    *, factor: sp.Expr = sp.S.One, shows: tuple[sp.Symbol, ...] = (mean,)
) -> Outcome:
    """The mean of (|X| - E |X|)^2 >= 0; and |X| <= 1 + |X|^2 has a mean."""
    return root_of_the_mean_square(factor, shows)
