"""Mean square of generalised Gaussian noise: d sigma^2, for every norm.

The radius has density ~ r^(d-1) e^(-r^2/(2 sigma^2)), and integration by parts,

    (r^d e^(-r^2/(2 sigma^2)))' = d r^(d-1) e^(..) - r^(d+1) e^(..)/sigma^2,

gives E r^2 = d sigma^2.  Sums of such noises are not of this law; by regularity their mean squares
add up at the price kappa_+.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity
from workbench.symbolic import declare

CLAIM = Claim(
    "noneuclid.gg-error",
    title="Mean square of generalised Gaussian noise",
    printed=("proposition", "slide: Proposition [BGN'21], second item"),
    statement=r"""\mathbb{E} \lVert A_{GG}(S) - A(S) \rVert_+^2 = d \sigma^2, \quad
        \mathbb{E} \lVert A_{GG}(S) - A(S) \rVert_\ast^2 \le d \sigma^2, \quad
        \textstyle \mathbb{E} \lVert \sum_i Z_i \rVert_+^2 \le \kappa_+ d \sum_i \sigma_i^2""",
    hypotheses=r"""\lVert x \rVert_\ast \le \lVert x \rVert_+
        Z_i: \text{ independent noises of scales } \sigma_i, \text{ in the last bound}""",
    parts=("mean square", "sums"),
    uses=("noneuclid.gg-mech", "noneuclid.kappa-regular"),
)

d, r, sigma, k_plus = declare("d r sigma kappa_plus > 0")


@CLAIM.exact(part="mean square", uses=("noneuclid.gg-mech",))
@broken("one_dimension_less_is_another_mean", mean=(d - 1) * sigma**2)
@because("(d - 1) sigma^2 belongs to d - 1 dimensions.")
def the_radius_has_mean_square_d(*, mean: sp.Expr = d * sigma**2) -> Outcome:
    """The radius has E r^2 = d sigma^2, by an integral whose ends vanish; |Z|_*^2 <= |Z|_+^2 = r^2.
    Weight r^(d-1) e^(-r^2/(2 sigma^2)), times mean - r^2, is a derivative.
    sigma^2 r^d e^(-r^2/(2 sigma^2)) vanishes at 0 and at infinity.
    """
    weight = r ** (d - 1) * sp.exp(-(r**2) / (2 * sigma**2))
    return identity((mean - r**2) * weight, sp.diff(sigma**2 * r * weight, r))


n, i = declare("integer n > 0, integer i")
scale = sp.IndexedBase("scale", positive=True)


@CLAIM.exact(part="sums", uses=("noneuclid.kappa-regular",))
@broken("without_the_constant_it_does_not_follow", constant=sp.Integer(1))
@because("As for Gaussians, where it is 1.")
def mean_squares_of_sums_add_up(*, constant: sp.Expr = k_plus) -> Outcomes:
    """E |sum Z_i|_+^2 <= kappa_+ sum E |Z_i|_+^2 = kappa_+ d sum sigma_i^2."""
    total = declare("E_sum >= 0")
    squares = sp.Sum(scale[i] ** 2, (i, 1, n))
    parts = sp.Sum(d * scale[i] ** 2, (i, 1, n))
    yield identity(k_plus * parts, k_plus * d * squares)
    premises = [(1, total, k_plus * d * squares)]
    rest = (constant - k_plus) * d * squares
    yield follows(total, constant * d * squares, premises, rest=rest, where=[(1, "<=", k_plus)])
