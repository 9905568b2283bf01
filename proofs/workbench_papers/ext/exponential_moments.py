"""Moments of the exponential distribution, from which those of Laplace noise follow.

    integral over u from 0 to infinity of u^k e^(-u/b) / b  =  k! b^k

By parts, the k-th moment is k b times the one before it, and the moment 0 is 1.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, argued, because, broken
from workbench.rigor import induction
from workbench.symbolic import Defined, First, Rule, declare, relation

CLAIM = Claim(
    "ext.exponential-moments",
    title="Moments of the exponential distribution",
    reconstructed=("lemma", "NIST Digital Library of Mathematical Functions, 5.2.1 and 5.4.1"),
    statement=r"""\int_0^\infty \frac{u^k}{b}\, e^{-u/b}\, du = k!\, b^k""",
    hypotheses=r"""b > 0
        k \in \{0, 1, 2, \dots\}""",
    note="Euler's integral for the gamma function at integers, with u = b s.",
)

b, k, t = declare("b > 0, integer k >= 0, integer t")
m, f = sp.IndexedBase("m", real=True), sp.IndexedBase("f", real=True)  # moments; factorials
FACTORIAL = Rule("f", "t", (t + 1) * f[t])


@CLAIM.exact
@broken("moments_without_factorial", factorial=Rule("f", "t", f[t]))
@because("b^k alone is the power of the mean, not the k-th moment.")
@broken("parts_without_the_power", "The derivative of u^(k+1) is (k + 1) u^k.", rule=b * m[t])
def each_moment_is_a_multiple_of_the_one_before(
    *, factorial: Rule = FACTORIAL, rule: sp.Expr = (t + 1) * b * m[t]
) -> Outcome:
    """m_(k+1) = (k + 1) b m_k and m_0 = 1, so m_k = k! b^k."""
    stated = Defined(
        relation(m[k], "=", f[k] * b**k),
        [Rule("m", "t", rule), factorial], [First("m", 0, 1), First("f", 0, 1)],
    )  # fmt: skip
    return argued(
        induction(stated, "k", factor=(k + 1) * b),
        "-u^(k+1) e^(-u/b) has the derivative u^(k+1) e^(-u/b)/b - (k + 1) u^k e^(-u/b), is 0 at 0"
        " and at infinity, and e^(-u/b)/b has the integral 1.",
    )
