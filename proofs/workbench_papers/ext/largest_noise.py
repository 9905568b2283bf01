"""The largest of d noises: sigma H_d for Laplace, at most sigma sqrt(2 ln 2d) for normal ones.

The size of a Laplace noise is exponential, so with unit scale

    E max_j |xi_j| = int_0^oo t d/dt (1 - e^-t)^d dt = sum_{k <= d} 1/k = H_d:

one more noise adds to the integrand what has the primitive v^(d+1)/(d + 1) - t v^d e^-t, where v is
1 - e^-t; this is 0 at 0 and tends to 1/(d + 1).  Upper bounds need less than the law of the
maximum: a sum of exponentials for normal noise, and of what exceeds a level for Laplace noise.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import certify
from workbench.rigor.provers import largest_noise as noises
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.integrals import IntegralStatement, laplace_law, largest_of

d, k, sigma, x, M = declare("integer d > 0, integer k, sigma > 0, real x M")


def of_laplace(*, power: int = 1, scale: sp.Expr = sigma) -> tuple[IntegralStatement, sp.Expr]:
    """E max_j |xi_j| = sigma sum_{k <= d} 1/k^power, and this value."""
    value = sigma * sp.Sum(1 / k**power, (k, 1, d))
    mean = largest_of(d, laplace_law(x, scale), size=True)
    return IntegralStatement((M, "=", value), means={M: mean}), value


def harmonic(start: sp.Expr = sp.S.One) -> Relation:
    """H_d <= start + ln d."""
    return relation(sp.Sum(1 / k, (k, 1, d)), "<=", start + sp.log(d))


CLAIM = Claim(
    "ext.largest-noise",
    title="Mean of the largest Laplace noise",
    reconstructed=("lemma", "Renyi (1953), On the theory of order statistics"),
    statement=r"""\mathbb{E} \lVert \operatorname{Lap}(\sigma)^{\otimes d} \rVert_\infty
        = \sigma H_d, \quad H_d = \sum_{k=1}^d \tfrac1k \le 1 + \ln d""",
    hypotheses=r"d \ge 1, \; \sigma > 0, \; \text{independent coordinates}",
    parts=("laplace", "harmonic"),
    encoded={"laplace": (of_laplace()[0],), "harmonic": (harmonic(),)},
)

BOUNDS = Claim(
    "ext.largest-noise.bounds",
    title="Upper bounds on the mean of the largest noise, normal or Laplace",
    reconstructed=("lemma",
                   "Boucheron, Lugosi and Massart (2013), Concentration inequalities, Section 2.5,"
                   " with the constants of both laws"),
    statement=r"""\mathbb{E} \lVert \mathcal{N}(0, \sigma^2 I_d) \rVert_\infty
        \le \sigma \sqrt{2 \ln(2d)}, \quad
        \mathbb{E} \lVert \operatorname{Lap}(\sigma)^{\otimes d} \rVert_\infty
        \le \sigma (1 + \ln d)""",
    hypotheses=r"d \ge 1, \; \sigma > 0, \; \text{independent coordinates}",
    parts=("normal", "laplace"),
    encoded={"normal": (noises.largest("normal"),), "laplace": (noises.largest("laplace"),)},
    note="As encoded the coordinates xi are drawn one after the other, and M is the largest size so"
    " far. A number is N(0, sigma^2), given the past, where E e^(theta xi) = e^(theta^2 sigma^2/2)"
    " for all theta, as for no other law; and its size is that of Laplace noise where the mean of"
    " (|xi| - a)_+ is sigma e^(-a/sigma) for all a >= 0; that they have these means is shown by"
    " `ext.noise-laws`.",
)  # fmt: skip


@CLAIM.proof(part="laplace", uses=())
@broken("the_sum_of_squares_is_not", "d = 2: it is sigma (1 + 1/2), not sigma (1 + 1/4).", power=2)
@broken("noise_of_another_scale", "Noise of scale 2 sigma, d = 1: it is 2 sigma.", scale=2 * sigma)
def harmonic_sum_is_the_mean_of_the_largest(**changes: Any) -> Outcome:  # noqa: ANN401
    """The largest of d + 1 sizes is at most t with chance v^(d+1), and v = Pr[|X_1| <= t]."""
    stated, value = of_laplace(**changes)
    proof, tail = IntegralProof(stated), sp.exp(-x / sigma)
    v, formulas = 1 - tail, (1, 0)  # of the law, at x and at -x
    more = sigma * v ** (d + 1) / (d + 1) - x * v**d * tail
    proof.induct(M, d, 1, value, base=[Segment(-(x + sigma) * tail, formulas)],
                 step=[Segment(more, formulas)])  # fmt: skip
    return proof.outcome()


@CLAIM.proof(part="harmonic", uses=())
@broken("one_half_is_too_small_a_start", "H_1 = 1 > 1/2 + ln 1.", start=sp.S.Half)
def harmonic_numbers_stay_near_the_logarithm(*, start: sp.Expr = sp.S.One) -> Outcome:
    """H_d <= 1 + ln d for every d: H_1 = 1 = 1 + ln 1, and 1/(d + 1) <= ln(d + 1) - ln d."""
    return certify(harmonic(start))


@BOUNDS.proof(part="normal", uses=())
@broken("a_third_of_it", share=sp.Rational(1, 3))
@because("d = 1: E|xi| = sigma sqrt(2/pi) is above sigma sqrt(2 ln 2)/3.")
@broken("any_noise", "All the xi_j may be 10 sigma.", given=())
def both_signs_of_all_coordinates(**changes: Any) -> Outcome:  # noqa: ANN401
    """Beta M <= 2 ln(2d) - 1 + sum (e^(beta xi_j) + e^(-beta xi_j))/(4 d^2), of mean 2 ln(2d)."""
    return noises.by_the_sum("normal", **changes)


@BOUNDS.proof(part="laplace", uses=())
@broken("half_of_it", "d = 1: E|xi| is sigma.", share=sp.S.Half)
@broken("any_noise_here", "All the xi_j may be 10 sigma.", given=())
def what_exceeds_a_level(**changes: Any) -> Outcome:  # noqa: ANN401
    """M <= a + sum (|xi_j| - a)_+, of mean a + d sigma e^(-a/sigma), at a = sigma ln d."""
    return noises.by_the_sum("laplace", **changes)
