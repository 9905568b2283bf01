"""Renyi divergence of generalised Gaussian noise: the display has three slips, its result is true.

Write p = |.|_+^2, P and Q for the noise around mu and 0, density C e^(-p/(2 sigma^2)).  Then

    e^((a-1) D_a(P||Q)) = C int exp{ [-a p(z - mu) + (a-1) p(z)] / (2 sigma^2) } dz.

As displayed: convexity of p at z and smoothness at z in the direction -a mu bound the bracket by
-p(z - a mu) + kappa_+ a^2 p(mu).  Better: z - mu lies on the segment from w = z - a mu to z, at
lambda = (a-1)/a from w, and smoothness there, weighted (a-1, 1), gives kappa_+ a (a-1) p(mu).  In
both cases the integral of C e^(-p(z - a mu)/(2 sigma^2)) is 1, and the result is

    D_a <= kappa_+ a^2 p(mu)/(2 sigma^2 (a-1)),      D_a <= a kappa_+ p(mu)/(2 sigma^2).

The second is the Gaussian statement with kappa times the squared sensitivity: zCDP.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, because, broken, dropped
from workbench.rigor import witness
from workbench.rigor.provers import norm_noise as noise
from workbench.symbolic import declare, relation

PRINTED = Claim(
    "noneuclid.gg-renyi",
    title="Renyi divergence of generalised Gaussian noise, as displayed",
    printed=("erratum", "slide: GG Mechanism: Analysis"),
    statement=r"""\exp\{(\alpha - 1) D_\alpha(P \Vert Q)\}
        = C \int \Big( \frac{dP}{dQ} \Big)^\alpha dQ, \quad
        \exp\{(\alpha - 1) D_\alpha(P \Vert Q)\}
        \le \frac{\kappa \alpha^2 \lVert \mu_1 - \mu_2 \rVert^2}{2 \sigma^2 (\alpha - 1)}""",
    hypotheses=r"""P, Q: \text{ noise of density } C e^{-\lVert z \rVert_+^2/(2 \sigma^2)} \text{ \
            around } \mu_1, \mu_2
        \alpha > 1, \; (E, \lVert \cdot \rVert_\ast) \; \kappa\text{-regular}""",
    uses=("noneuclid.kappa-regular",),
    note="Slips: the constant C in the first line, the left side of the last (which is D itself),"
    " and its norm.",
)

CLAIM = Claim(
    "noneuclid.gg-renyi.repaired",
    title="Generalised Gaussian noise is zCDP like a Gaussian with kappa times the square",
    ours=("lemma", "slide: GG Mechanism: Analysis, corrected and sharpened"),
    statement=r"""D_\alpha(P \Vert Q) \le \frac{\alpha \kappa_+}{2 \sigma^2}
        \lVert \mu_1 - \mu_2 \rVert_+^2 \le \frac{\alpha \kappa \Delta^2}{2 \sigma^2}: \quad
        \frac{\kappa \Delta^2}{2 \sigma^2}\text{-zCDP}; \quad \text{as displayed: } D_\alpha
        \le \frac{\kappa_+ \alpha^2}{2 \sigma^2 (\alpha - 1)} \lVert \mu_1 - \mu_2 \rVert_+^2""",
    hypotheses=r"""P, Q: \text{ noise of density } C e^{-\lVert z \rVert_+^2/(2 \sigma^2)} \text{ \
            around } \mu_1, \mu_2
        \text{every } \alpha > 1, \; \lVert \mu_1 - \mu_2 \rVert_\ast \le \Delta, \; (E, \lVert \
            \cdot \rVert_\ast) \; \kappa\text{-regular}""",
    parts=("in the norm", "zCDP", "displayed"),
    encoded={"in the norm": (noise.divergence(),),
             "zCDP": (noise.divergence(noise.IN_CONCENTRATED, noise.CLOSE),),
             "displayed": (noise.divergence(noise.AS_DISPLAYED),)},
    repairs=("noneuclid.gg-renyi",),
    uses=("noneuclid.kappa-regular",),
    note=noise.AS_ENCODED + " It is for every alpha > 1 and both orders of the pair, by translation"
    " (mu is mu_1 - mu_2 or its opposite). The mean is e^((alpha - 1) D_alpha). The displayed bound"
    " blows up as alpha tends to 1 and gives no Kullback-Leibler divergence; the other one does.",
)  # fmt: skip

a, sigma, mu = declare("alpha sigma mu > 0")
ABOVE_ONE = (1, "<", a)


@PRINTED.refutation(of="case")
@broken("without_the_exponential_it_holds_there", exponential=False)
@because("Without it the claim is 1/4 <= 1/2, and true.")
def an_exponential_is_at_least_one(*, exponential: bool = True) -> Example:
    """In one dimension, kappa = 1, at alpha = 2, sigma = 1 and mu_1 - mu_2 = mu = 1/2:
    (alpha - 1) D = alpha (alpha - 1) mu^2/(2 sigma^2) = 1/4, and e^(1/4) > 1/2, the right side.
    """
    value = a * (a - 1) * mu**2 / (2 * sigma**2)
    value = sp.exp(value) if exponential else value
    claimed = relation(value, "<=", a**2 * mu**2 / (2 * sigma**2 * (a - 1)), where=[ABOVE_ONE])
    return witness(claimed, alpha=2, mu="1/2", sigma=1)


@PRINTED.refutation(of="case")
@broken("without_the_constant_it_is", constant=sigma / sigma)
@because("Without it the claim is 1 = 1, and true.")
def the_moment_of_equal_laws_is_one(
    *, constant: sp.Expr = 1 / (sigma * sp.sqrt(2 * sp.pi))
) -> Example:
    """P = Q in one dimension have moment 1, not C = 1/(sigma sqrt(2 pi)), here at sigma = 1."""
    return witness(relation(1, "=", constant), sigma=1)


HALF = "For a normal law, where kappa_+ = 1, the first bound is an equality."


@CLAIM.proof(part="in the norm")
@broken("half_of_it_is_too_little", HALF, most=noise.IN_THE_NORM / 2)
@broken("without_alpha_>_1", "alpha = 1/2, kappa_+ = 2: the mean of sqrt(pq) is larger.", where=())
@dropped("smooth", noise.SMOOTH, noise.STEEP)
def smoothness_between_the_two_ends(**changes: Any) -> Outcome:  # noqa: ANN401
    """-alpha p(m) + (alpha-1) p(z) <= -p(w) + kappa_+ alpha (alpha-1) p(mu) for p = |.|_+^2.
    Smoothness at m = z - mu towards z and w = z - alpha mu, weighted (alpha-1, 1).
    """
    return noise.diverges(**changes)


@CLAIM.proof(part="zCDP")
@broken("half_of_it_is_too_little", HALF, most=noise.IN_CONCENTRATED / 2)
@dropped("where", noise.CLOSE, {0: "As in the first part.", 1: "The norms may be far apart.",
                          2: "The centres may be far apart."})  # fmt: skip
@dropped("smooth", noise.SMOOTH, noise.STEEP)
def the_norms_are_within_their_ratio(**changes: Any) -> Outcome:  # noqa: ANN401
    """kappa_+ |mu|_+^2 <= kappa |mu|_*^2 <= kappa Delta^2."""
    return noise.diverges(**{"most": noise.IN_CONCENTRATED, "where": noise.CLOSE, **changes})


@CLAIM.proof(part="displayed")
@broken("half_of_it_is_too_little", "False for normal laws and alpha > 2.",
        most=noise.AS_DISPLAYED / 2)  # fmt: skip
@dropped("smooth", noise.SMOOTH, noise.STEEP)
def the_displayed_bound_is_larger(**changes: Any) -> Outcome:  # noqa: ANN401
    """Alpha (alpha-1) <= alpha^2."""
    return noise.diverges(**{"most": noise.AS_DISPLAYED, **changes})
