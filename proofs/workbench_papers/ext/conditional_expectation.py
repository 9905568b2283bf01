"""Conditional expectations: what is known comes out, and an independent copy may be exchanged.

Let D be a random vector whose conditional law given the past is known, with an independent copy D'
of the same conditional law.  Three facts carry the sampling lemmas:

    the tower property     E[E[X | past]] = E[X];  X <= Y almost surely gives E[X] <= E[Y]
    known factors          E[<g, D>] = E[<g, E[D | past]>] for g a function of the past
    exchange               E[<g(D), D>] = E[<g(D) - g(D'), D - D'>] / 2   if E[D | past] = 0

The theory is cited; the exchange is checked for a law on any number N of atoms.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.conditional-expectation",
    title="Conditional expectations: tower property, known factors, exchangeable copies",
    reconstructed=("cited", "Williams (1991), Probability with martingales, Section 9.7"),
    statement=r"""\mathbb{E}[\mathbb{E}[X \mid \mathcal{F}]] = \mathbb{E} X, \quad
        \mathbb{E}[\langle g, D \rangle \mid \mathcal{F}]
        = \langle g, \mathbb{E}[D \mid \mathcal{F}] \rangle, \quad
        \mathbb{E}[\langle g(D), D \rangle \mid \mathcal{F}]
        = \tfrac12 \mathbb{E}[\langle g(D) - g(D'), D - D' \rangle \mid \mathcal{F}]""",
    hypotheses=r"""g \text{ is } \mathcal{F}\text{-measurable in the second formula}
        D, D' \text{ are i.i.d. given } \mathcal{F} \text{ with } \mathbb{E}[D \mid \mathcal{F}] = \
            0 \text{ in the third}
        \text{everything is integrable}""",
    citation="Williams (1991), Probability with martingales, 9.7 (a), (d), (i), (j)",
)

N, i, j = declare("integer N > 0, integer i j")
p = sp.IndexedBase("p", nonnegative=True)
g, D = sp.IndexedBase("g", real=True), sp.IndexedBase("D", real=True)


def total(body: sp.Expr, index: sp.Symbol) -> sp.Expr:
    """The sum over the N atoms."""
    return sp.Sum(body, (index, 1, N))


@CLAIM.exact(corner="the third formula, one coordinate, laws on finitely many atoms")
@broken("the_factor_one_half_is_needed", "Each pair is counted twice.", share=sp.Integer(1))
def copies_may_be_exchanged(*, share: sp.Rational = sp.S.Half) -> Outcome:
    """With sum p = 1 and sum p D = 0 the right side is E[g D].
    share sum_ij p_i p_j (g_i - g_j)(D_i - D_j) = (sum p)(sum p g D) - (sum p g)(sum p D).
    """
    pairs = total(total(p[i] * p[j] * (g[i] - g[j]) * (D[i] - D[j]), j), i)
    mass, mean = total(p[i], i), total(p[i] * D[i], i)
    covariance = mass * total(p[i] * g[i] * D[i], i) - total(p[i] * g[i], i) * mean
    return identity(share * pairs, covariance)
