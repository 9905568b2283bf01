"""The truncated geometric law that chooses the depth of a bias-reduced gradient (Section 3.2).

Pr[N = k] = C 2^(-k) for k = 0, ..., M, with C = 1/(2 - 2^(-M)).  So E 2^N = C (M + 1): the expected
batch is short, and E 4^N = C (2^(M+1) - 1) = 2^M: its second moment is not.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor import identity, induction, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "saddle.def-tgeom",
    title="Truncated geometric law: normaliser and moments of 2^N",
    reconstructed=("definition", "Section 3.2"),
    statement=r"""\begin{gathered}
        \Pr[N = k] = C_M p^k, \; C_M = \frac{1-p}{1-p^{M+1}}; \\
        p = \tfrac12: \;
        C_M = \frac{1}{2 - 2^{-M}} \in (\tfrac12, 1], \quad
        \mathbb{E} 2^N = \frac{M+1}{2 - 2^{-M}}, \quad \mathbb{E} 4^N = 2^M
        \end{gathered}""",
    hypotheses=r"k = 0, \dots, M, \; 0 < p < 1",
    parts=("normaliser", "moments", "range"),
)

M, k = declare("integer M >= 0, integer k")
HALF = sp.S.Half
h = declare("h > 0")  # 2^(-M), at most 1
C = 1 / (2 - h)
INSIDE = [(h, "<=", 1)]


def geometric(first: int) -> Outcome:
    """(1 - p) sum_{k <= M} p^k = 1 - p^(M + first), by induction on M; here p = 1/(1 + s)."""
    s = declare("s > 0")
    p = 1 / (1 + s)
    return induction(relation((1 - p) * sp.Sum(p**k, (k, 0, M)), "=", 1 - p ** (M + first)), "M")


@CLAIM.exact(part="normaliser")
@broken("the_last_term_is_included", "1 - p^M belongs to the sum without k = M.", first=0)
def probabilities_add_up_to_one(*, first: int = 1) -> Outcomes:
    """For every p; and C_M = 1/(2 - 2^(-M)) at p = 1/2."""
    yield geometric(first)
    yield identity((1 - HALF) / (1 - h / 2), C, where=INSIDE)


@CLAIM.exact(part="moments")
@broken("there_are_m_plus_one_levels", "M levels are one too few.", count=M)
def every_level_contributes_the_same_to_the_mean(*, count: sp.Expr = M + 1) -> Outcomes:
    """E 2^N = C (M + 1), E 4^N = C (2^(M+1) - 1) = 2^M, with h = 2^(-M).
    2^k 2^(-k) = 1 summed M + 1 times; 4^k 2^(-k) = 2^k summed to 2^(M+1) - 1.
    """
    powers = sp.Sum(sp.Integer(2) ** k, (k, 0, M))
    yield identity(sp.Sum(C, (k, 0, M)), count * C, where=INSIDE)
    yield induction(relation(powers, "=", 2 * sp.Integer(2) ** M - 1), "M")
    yield identity(C * (2 / h - 1), 1 / h, where=INSIDE)


@CLAIM.exact(part="range")
@broken("two_thirds_is_exceeded_at_depth_zero", "C_0 = 1.", top=sp.Rational(2, 3))
def normaliser_is_between_one_half_and_one(*, top: sp.Rational = sp.Integer(1)) -> Outcomes:
    """1/2 < 1/(2 - h) <= top for 0 < h = 2^(-M) <= 1: C_0 = 1, and C_M decreases to 1/2."""
    yield visible(HALF, "<", 1 / (2 - h), where=INSIDE)
    yield visible(1 / (2 - h), "<=", top, where=INSIDE)
