"""Moments of the exponential distribution, from which those of Laplace noise follow.

    integral over u from 0 to infinity of u^k e^(-u/b) / b  =  k! b^k

By parts, the k-th moment is k b times the one before it, and the moment 0 is 1.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.symbolic import declare
from workbench.symbolic.integrals import IntegralStatement, over_range

b, k, j, u, M = declare("b > 0, integer k >= 0, integer j, real u M")
ANY_SCALE, ANY_ORDER = declare("real b, integer k")


def moment(
    b: sp.Expr = b, k: sp.Expr = k, *, mass: int = 1, growth: sp.Expr = j
) -> IntegralStatement:
    """The integral of u^k e^(-u/b)/b is the product of all growth b, for j = 1..k."""
    integral = over_range(mass * u**k * sp.exp(-u / b) / b, u, 0)
    return IntegralStatement((M, "=", sp.Product(growth, (j, 1, k)) * b**k), means={M: integral})


CLAIM = Claim(
    "ext.exponential-moments",
    title="Moments of the exponential distribution",
    reconstructed=("lemma", "NIST Digital Library of Mathematical Functions, 5.2.1 and 5.4.1"),
    statement=r"""\int_0^\infty \frac{u^k}{b}\, e^{-u/b} \text{ d}u = k!\, b^k""",
    hypotheses=r"""b > 0
        k \in \{0, 1, 2, \dots\}""",
    encoded=(moment(),),
    note="Euler's integral for the gamma function at integers, with u = b s. As encoded k! is the"
    " product of 1, ..., k.",
)


@CLAIM.proof
@broken("moments_without_factorial", growth=sp.S.One)
@because("b^k alone is the power of the mean, and not the k-th moment from k = 2 on.")
@broken("twice_the_density", "The moment 0 is then 2.", mass=2)
@broken("any_scale", "At b = -1 the integrand is -u^k e^u, which has no integral.", b=ANY_SCALE)
@broken("any_order", "At k = -1 there is no integral, as 1/u has none near 0.", k=ANY_ORDER)
def each_moment_is_a_multiple_of_the_one_before(
    *, b: sp.Expr = b, k: sp.Expr = k, mass: int = 1, growth: sp.Expr = j
) -> Outcome:
    """-u^(k+1) e^(-u/b) has the derivative u^(k+1) e^(-u/b)/b - (k + 1) u^k e^(-u/b)."""
    proof, tail = IntegralProof(moment(b, k, mass=mass, growth=growth)), mass * sp.exp(-u / b)
    value = sp.Product(growth, (j, 1, k)) * b**k
    proof.induct(M, k, 0, value, base=[Segment(-tail)], step=[Segment(-(u ** (k + 1)) * tail)],
                 factor=(k + 1) * b)  # fmt: skip
    return proof.outcome()
