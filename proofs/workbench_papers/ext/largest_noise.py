"""The largest of d noises: sigma H_d for Laplace, at most sigma sqrt(2 ln 2d) for normal ones.

The size of a Laplace noise is exponential, so with unit scale

    E max_j |xi_j| = int_0^oo (1 - (1 - e^-t)^d) dt = sum_{k <= d} 1/k = H_d:

the function sum_k (1 - e^-t)^k/k has this integrand as its derivative, is 0 at 0 and tends to H_d.
Upper bounds need less than the law of the maximum: a sum of exponentials for normal noise, and of
what exceeds a level for Laplace noise.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import certify, identity, induction, inequality
from workbench.rigor.provers import largest_noise as noises
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "ext.largest-noise",
    title="Mean of the largest Laplace noise",
    reconstructed=("lemma", "Renyi (1953), On the theory of order statistics"),
    statement=r"""\mathbb{E} \lVert \operatorname{Lap}(\sigma)^{\otimes d} \rVert_\infty
        = \sigma H_d, \quad H_d = \sum_{k=1}^d \tfrac1k \le 1 + \ln d""",
    hypotheses=r"d \ge 1, \; \sigma > 0, \; \text{independent coordinates}",
    parts=("laplace", "harmonic"),
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
    " (|xi| - a)_+ is sigma e^(-a/sigma) for all a >= 0.",
)  # fmt: skip

d, k = declare("integer d > 0, integer k")
v = declare("v >= 0")  # 1 - e^-t
t, count = declare("t > 0, integer d >= 0")


@CLAIM.exact(part="laplace", uses=("ext.gaussian-tail",))
@broken("the_sum_of_squares_is_not", "sum 1/k^2 belongs to another integrand.", power=2)
def harmonic_sum_is_the_mean_of_the_largest(*, power: int = 1) -> Outcomes:
    """E max = int Pr[max > t] dt (layer cake), and Pr[max <= t] = (1 - e^-t)^d.
    d/dt (1 - e^-t)^k/k = v^(k-1) (1 - v), v = 1 - e^-t, summed to 1 - v^d.
    """
    n = declare("integer k > 0")
    primitive = (1 - sp.exp(-t)) ** n / n**power
    left = (1 - v) * sp.Sum(v**k, (k, 0, count - 1))
    geometric = relation(left, "=", 1 - v**count, where=[(v, "<=", 1)])
    chance = (sp.exp(-t) + sp.exp(-t)) / 2  # Pr[|xi| > t], the two tails
    w = declare("w >= 0")  # e^-t: 1 at t = 0, and 0 in the limit
    ends = (1 - w) ** n / n**power
    yield identity(ends.subs(w, 1), 0)
    yield identity(ends.subs(w, 0), 1 / n)
    yield identity(chance, 1 - (1 - sp.exp(-t)))
    yield identity(sp.diff(primitive, t), (1 - sp.exp(-t)) ** (n - 1) * sp.exp(-t))
    yield induction(geometric, "d")
    yield "sum_k (1 - e^-t)^k/k is a primitive of the tail of the maximum"


@CLAIM.exact(part="harmonic", uses=())
@broken("one_half_is_too_small_a_start", "H_1 = 1 > 1/2 + ln 1.", start=sp.S.Half)
def harmonic_numbers_stay_near_the_logarithm(*, start: sp.Rational = sp.Integer(1)) -> Outcomes:
    """H_d <= 1 + ln d for every d: H_1 <= start = 1, and 1/(d + 1) <= ln(d + 1) - ln d."""
    step = certify(relation(1 / (d + 1), "<=", sp.log(1 + 1 / d)))
    yield step
    yield inequality(relation(1, "<=", start + sp.log(1, evaluate=False)))
    yield "each step adds at most ln((d + 1)/d)"


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
