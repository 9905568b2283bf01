"""Moments of the exponential distribution, from which those of Laplace noise follow.

    integral over u from 0 to infinity of u^k e^(-u/b) / b  =  k! b^k

The integral itself is cited.  Its mechanism can be checked exactly: with p_0 = 1 and
p_k(u) = u^k + k b p_(k-1)(u), the function -p_k(u) e^(-u/b) has derivative u^k e^(-u/b) / b, and
p_k(0) = k! b^k is what remains of it at 0.  The derivatives are written out by the rules
p' -> derivative of a polynomial and (p e^(-u/b))' = (p' - p/b) e^(-u/b), for k up to 6.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.exponential-moments",
    title="Moments of the exponential distribution",
    reconstructed=("cited", "NIST Digital Library of Mathematical Functions, 5.2.1 and 5.4.1"),
    statement=r"""\int_0^\infty \frac{u^k}{b}\, e^{-u/b}\, du = k!\, b^k""",
    hypotheses=r"""b > 0
        k \in \{0, 1, 2, \dots\}""",
    citation="Olver et al. (2010), NIST handbook of mathematical functions, (5.2.1) and (5.4.1)",
    note="Euler's integral for the gamma function at integers, with u = b s.",
)

HIGHEST = 6
b, u = declare("b u > 0")


def primitive(k: int) -> list[sp.Expr]:
    """Coefficients of p_k, the constant one first: p_k = u^k + k b p_(k-1)."""
    if k == 0:
        return [sp.Integer(1)]
    return [k * b * c for c in primitive(k - 1)] + [sp.Integer(1)]


def polynomial(coefficients: list[sp.Expr]) -> sp.Expr:
    """The sum of c_j u^j."""
    return sp.Add(*(c * u**j for j, c in enumerate(coefficients)))


@CLAIM.exact(corner=f"k at most {HIGHEST}; that p_k(u) e^(-u/b) vanishes at infinity is cited")
@broken("moments_without_factorial", factorial=False)
@because("b^k alone is the power of the mean, not the k-th moment.")
def primitive_has_the_right_derivative_and_start(
    *, highest: int = HIGHEST, factorial: bool = True
) -> Outcome:
    """(-p_k e^(-u/b))' = u^k e^(-u/b) / b and p_k(0) = k! b^k.
    -p_k e^(-u/b) is a primitive of u^k e^(-u/b) / b, and p_k(0) = k! b^k.
    """
    found = []
    for k in range(highest + 1):
        p = primitive(k)
        slope = [j * c for j, c in enumerate(p)][1:]
        derivative = (polynomial(p) / b - polynomial(slope)) * sp.exp(-u / b)
        found.append(identity(derivative, u**k * sp.exp(-u / b) / b))
        found.append(identity(p[0], (sp.factorial(k) if factorial else 1) * b**k))
    return all_of(*found, summary=f"a primitive and its value at 0, for k up to {highest}")
