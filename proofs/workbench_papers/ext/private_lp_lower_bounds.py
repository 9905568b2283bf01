"""Lower bounds for private optimisation over l_p balls, 1 < p <= 2.

    population   E F(x) - F*      >= c min{1, 1/sqrt(n) + (p - 1) sqrt(d)/(n eps)}, up to logarithms
    empirical    E F_S(x) - F_S*  >= c min{1, (p - 1) sqrt(d ln(1/delta))/(n eps)}

They rest on lower bounds for one-way marginals and cannot be checked by computing.  What is checked
is that at p = 2 they read as in the Euclidean case, and that the hard losses are 1-Lipschitz.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.lp-lower-bounds",
    title="Lower bounds for private convex optimisation over l_p balls",
    reconstructed=("cited", "Bassily, Guzman and Nandi (2021), the lower bounds for 1 < p <= 2"),
    statement=r"""\begin{gathered}
        \max_P \mathbb{E} F(x) - F^\ast \ge \tilde\Omega\Big( \min\Big\{ 1, \frac{1}{\sqrt n}
        + (p - 1) \frac{\sqrt d}{\epsilon n} \Big\} \Big), \\
        \max_S \mathbb{E} F_S(x) - F_S^\ast \ge \Omega\Big( \min\Big\{ 1, (p - 1)
        \frac{\sqrt{d \ln(1/\delta)}}{\epsilon n} \Big\} \Big)
        \end{gathered}""",
    hypotheses=r"""1 < p \le 2, \; L_0 = D = 1, \; (\epsilon, \delta)\text{-DP}
        \epsilon \lesssim 1, \; 2^{-o(n)} \le \delta \le n^{-1 - \Omega(1)}, \; \ln(1/\delta) \
            \lesssim d""",
    citation="Bassily, Guzman and Nandi (2021), Non-Euclidean differentially private stochastic"
    " convex optimization; from Steinke and Ullman (2016), Between pure and approximate"
    " differential privacy, and Bassily, Smith and Thakurta (2014)",
    note="The constants are not specified. The range of delta is that of the marginals bound.",
)

n, d, eps, Lambda, q = declare("n d epsilon Lambda q > 0")


@CLAIM.exact(corner="the rate at p = 2, and the norm of the records of the hard instance")
@broken("unit_entries_are_too_large", "Entries +-1 have norm d^(1/q).", entry=sp.Integer(1))
def at_two_it_is_the_euclidean_bound(*, p: int = 2, entry: sp.Expr = d ** (-1 / q)) -> Outcomes:
    """At p = 2 the factor is p - 1 = 1, and entries +-d^(-1/q).
    The Euclidean rate at p = 2; records of d entries of this size have l_q norm 1.
    """
    rate = (p - 1) * sp.sqrt(d * Lambda) / (eps * n)
    yield identity(rate, sp.sqrt(d * Lambda) / (eps * n))
    yield identity((d * entry**q) ** (1 / q), 1)
