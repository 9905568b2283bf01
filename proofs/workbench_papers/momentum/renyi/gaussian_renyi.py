"""Renyi divergence of two normal laws with the same covariance (Appendix C.1).

    D_lambda(N(mu_1, sigma^2 I) || N(mu_2, sigma^2 I)) = lambda |mu_1 - mu_2|^2/(2 sigma^2)

The log-ratio of the densities is a sum over the coordinates, each linear in x_i, and the mean of
its exponential under the second law is known: lambda times the log-ratio, less lambda (lambda - 1)
(u_i - v_i)^2/(2 sigma^2) for each coordinate, has an exponential of mean 1.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import gaussian_sums as sums

CLAIM = Claim(
    "momentum.gaussian-renyi",
    title="Divergence of normal laws with equal covariance",
    reconstructed=("lemma", "Appendix C.1"),
    statement=r"""D_\lambda\big(\mathcal{N}(\mu_1, \sigma^2 I) \,\Vert\,
        \mathcal{N}(\mu_2, \sigma^2 I)\big)
        = \frac{\lambda \lVert \mu_1 - \mu_2 \rVert^2}{2 \sigma^2}""",
    hypotheses=r"\lambda > 1, \; \sigma > 0",
    encoded=(sums.divergence(),),
    uses=("momentum.def-rdp",),
    note="As encoded x has the second law, with independent coordinates x_1, ..., x_k, and u and v"
    " are mu_1 and mu_2; x_t is N(v_t, sigma^2) where E e^(s x_t) = e^(s v_t + s^2 sigma^2/2) for"
    " all s, as for no other law, by the uniqueness of moment generating functions, which is known"
    " and not encoded (Billingsley, Probability and Measure, 1995, Section 30). K_k is the"
    " log-ratio ln(p/q) of the two densities at x, whose constants cancel, D_k is |u - v|^2, and"
    " D_lambda is ln E (p/q)^lambda/(lambda - 1).",
)


@CLAIM.proof
@broken("a_third_in_place_of_a_half", "lambda/3 |u - v|^2 is less.", factor=sp.Rational(1, 3))
@dropped("given", sums.COORDINATE, "x may be v.")
@dropped("where", sums.ORDER, "At lambda = 1 the divergence has no value.")
def the_exponent_is_linear_in_each_coordinate(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(lambda K - lambda (lambda - 1) D/(2 sigma^2)) is 1, coordinate by coordinate."""
    return sums.moment_of_ratio(**changes)
