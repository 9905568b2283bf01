"""The exact law of report noisy max when one score lies t below d - 1 equal ones.

The index wins with probability P_d(t) = int f(z) F(z - t)^(d-1) dz, f and F the density and the law
of the unit Laplace noise: three elementary pieces, cut at z = 0 and z = t.

    P_d(t) = (1 - 2^-d) e^-t/d + 2^-d (e^-t - e^-(d-1)t)/(d - 2) + 2^-d e^-(d-1)t/d,   d >= 3
    P_2(t) = e^-t (1 + t/2)/2

From a tie the loss is -ln(d P_d(2 eps)) when the noise is D/eps: 2 eps - ln(1 + eps) for d = 2.
Far below the others the loss of a move by t tends to t: the worst case is 2 eps for every d.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of
from workbench.rigor import identity, inequality
from workbench.symbolic import relation

CLAIM = Claim(
    "noneuclid.rnm-exact-loss",
    kind="lemma",
    title="The exact probability that a trailing index wins",
    source="slide: Report Noisy Max Mechanism, made exact",
    provenance="ours",
    statement=r"""P_d(t) = \frac{(1 - 2^{-d}) e^{-t}}{d} + \frac{e^{-t} - e^{-(d-1)t}}{2^d (d-2)}
        + \frac{e^{-(d-1)t}}{2^d d} \;(d \ge 3), \quad
        P_2(t) = \tfrac12 e^{-t} \big( 1 + \tfrac t2 \big); \quad
        \sup_{g} \ln \frac{P_d(g)}{P_d(g + t)} = t""",
    hypotheses=(r"\text{unit scale}, \; t \ge 0",
                r"\text{one score } t \text{ below } d - 1 \text{ equal ones}"),
    parts=("two scores", "more scores", "supremum"),
)  # fmt: skip

z = sp.Symbol("z", real=True)
t = sp.Symbol("t", positive=True)
half = sp.Rational(1, 2)


def between(primitive: sp.Expr, low: sp.Expr, high: sp.Expr) -> sp.Expr:
    """The increment of a primitive."""
    return primitive.subs(z, high) - primitive.subs(z, low)


def pieces(d: int, probability: sp.Expr) -> Outcome:
    """Each primitive has the integrand as its derivative; their increments sum to P_d."""
    tail = 1 - sp.exp(t - z) / 2  # F(z - t) beyond t
    left = 2**-d * sp.exp(-(d - 1) * t) * sp.exp(d * z) / d if d else None
    inner = 2**-d * sp.exp(-(d - 1) * t)
    middle = inner * (z if d == 2 else sp.exp((d - 2) * z) / (d - 2))
    right = sp.exp(-t) * tail**d / d
    below = (sp.exp(z - t) / 2) ** (d - 1)  # F(z - t) up to t
    total = left.subs(z, 0) + between(middle, sp.Integer(0), t) + sp.exp(-t) / d - right.subs(z, t)
    return all_of(
        identity(sp.diff(left, z), sp.exp(z) / 2 * below),
        identity(sp.diff(middle, z), sp.exp(-z) / 2 * below),
        identity(sp.diff(right, z), sp.exp(-z) / 2 * tail ** (d - 1)),
        identity(total, probability),
    )
