"""The largest of d noises: exactly sigma H_d for Laplace, at most sigma sqrt(2 ln 2d) for Gaussian.

The size of a Laplace noise is exponential, so with unit scale

    E max_j |xi_j| = int_0^oo (1 - (1 - e^-t)^d) dt = sum_{k <= d} 1/k = H_d:

the function sum_k (1 - e^-t)^k/k has this integrand as its derivative, is 0 at 0 and tends to H_d.
For Gaussian noise e^(lam E max) <= sum_j E e^(+-lam xi_j) = 2d e^(lam^2 sigma^2/2) for every
lam > 0; the right side is taken at lam = sqrt(2 ln 2d)/sigma.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor import certify, identity, induction, inequality
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "sparse.largest-noise",
    title="Mean of the largest noise",
    reconstructed=("lemma", "behind Table 1"),
    statement=r"""\mathbb{E} \lVert \operatorname{Lap}(\sigma)^{\otimes d} \rVert_\infty
        = \sigma H_d, \; H_d = \sum_{k=1}^d \tfrac1k \le 1 + \ln d, \qquad
        \mathbb{E} \lVert \mathcal{N}(0, \sigma^2 I_d) \rVert_\infty
        \le \sigma \sqrt{2 \ln(2d)}""",
    hypotheses=r"d \ge 1, \; \sigma > 0, \; \text{independent coordinates}",
    parts=("laplace", "harmonic", "gaussian"),
)

d, k = declare("integer d > 0, integer k")
v = declare("v >= 0")  # 1 - e^-t
t, sigma, rate, count = declare("t sigma lambda > 0, integer d >= 0")


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


@CLAIM.exact(part="gaussian", uses=("ext.maximal-inequality",))
@broken("one_sign_is_not_enough", "ln d leaves out the negative ones.", signs=1)
def both_signs_of_all_coordinates(*, signs: int = 2) -> Outcomes:
    """The largest size max |xi_j| is the maximum of the 2d variables xi_j, -xi_j.
    ln(2 d)/lam + lam sigma^2/2 = sigma sqrt(2 ln(2 d)) at the best lam.
    The exponent of the moment: lam x - x^2/(2 sigma^2) = lam^2 sigma^2/2 - (x - lam sigma^2)^2/...
    """
    x = declare("real x")
    level = declare("Lambda > 0")  # ln(signs d)
    best = sp.sqrt(2 * level) / sigma
    variables = relation(2 * d, "<=", signs * d)  # xi_j and -xi_j
    left = rate * x - x**2 / (2 * sigma**2)
    yield identity(left, rate**2 * sigma**2 / 2 - (x - rate * sigma**2) ** 2 / (2 * sigma**2))
    yield identity(level / best + best * sigma**2 / 2, sigma * sp.sqrt(2 * level))
    yield inequality(variables)
    yield "the moment bound over 2d normal variables, at its best point"
