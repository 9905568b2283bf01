"""The exponential mechanism: the range of the change, at most twice the sensitivity (Theorem 3.4).

Draw j with probability proportional to e^(s_j).  If another dataset changes every score by
c_j = a + h_j with 0 <= h_j <= R, the normaliser changes by a factor of at least e^a, so

    p'_r / p_r = e^(c_r) sum e^(s_j) / sum e^(s_j + c_j)  <=  e^(a + R) e^(-a)  =  e^R,

and the other direction exchanges the datasets.  R is the range of the change, at most twice the
sensitivity.  The factor 2 cannot be improved: with two scores that move in opposite directions by
D, where the first item is rarely chosen, the ratio comes as close to e^(2D) as one likes.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "saddle.thm3.4",
    title="Exponential mechanism: private for the range of the change of its scores",
    reconstructed=("mechanism", "Theorem 3.4"),
    statement=r"""\begin{gathered}
        \Pr[r] \propto e^{s(S, r)} \text{ is } R\text{-DP for }
        R = \sup_{S \sim S'} \big[ \max_r - \min_r \big] (s(S, r) - s(S', r)) \le 2 \Delta; \\
        \text{with weights } e^{\epsilon s/(2\Delta)} \text{ it is } \epsilon\text{-DP}; \\
        2\Delta \text{ cannot be replaced by less}
        \end{gathered}""",
    hypotheses=r"\text{finitely many } r, \; \Delta = \max_r \sup_{S \sim S'} |s(S, r) - s(S', r)|",
    parts=("range", "sensitivity", "tight"),
    uses=("ext.pointwise-density-ratio",),
)

n, j = declare("integer n > 0, integer j")
w = sp.IndexedBase("w", positive=True)  # e^(s_j)
h = sp.IndexedBase("h", nonnegative=True)  # e^(c_j - a) = 1 + h_j >= 1
own = declare("h_r >= 0")
growth = declare("G > 0")  # e^R


@CLAIM.exact(part="range")
@broken("half_of_the_range_is_not_enough", "e^(R/2) is exceeded.", limit=sp.sqrt(growth))
def normaliser_moves_with_the_smallest_change(*, limit: sp.Expr = growth) -> Outcome:
    """p'_r/p_r <= e^R for n items; e^a cancels.
    (1 + h_r) sum w / sum w (1 + h) <= limit, where 1 + h_r <= G; any number of items.
    """
    before, after = sp.Sum(w[j], (j, 1, n)), sp.Sum(w[j] * (1 + h[j]), (j, 1, n))
    return visible((1 + own) * before / after, "<=", limit, where=[(1 + own, "<=", growth)])


@CLAIM.exact(part="sensitivity")
@broken("once_is_not_enough", "Two scores may move in opposite directions.", factor=1)
def range_is_at_most_twice_the_sensitivity(*, factor: int = 2) -> Outcomes:
    """R <= 2 D, and eps/(2D) scales it to eps.
    max c - min c <= 2 * D for c in [-D, D]; eps/(2 D) times that is at most eps.
    """
    D, eps, top, low = declare("Delta epsilon > 0, real top low")
    bounded = [(top, "<=", D), (-D, "<=", low)]
    yield visible(top - low, "<=", factor * D, where=bounded)
    yield identity(eps / (2 * D) * 2 * D, eps)


@CLAIM.exact(part="tight")
@broken("the_distance_is_not_that_small", "e^(D - a) is below the distance.", exponent=1)
def opposite_moves_come_close_to_twice_the_sensitivity(*, exponent: int = 4) -> Outcomes:
    """e^(2D) - ratio = e^(2D) (e^(2D) - 1)/(e^(2D) + e^a) <= e^(4D - a).
    Scores (0, a) and (D, a - D): e^(2D) - p'/p <= e^(4 D - a), which tends to 0.
    """
    D, a = declare("Delta a > 0")
    first = 1 / (1 + sp.exp(a))
    moved = sp.exp(D) / (sp.exp(D) + sp.exp(a - D))
    gap = sp.exp(2 * D) * (sp.exp(2 * D) - 1) / (sp.exp(2 * D) + sp.exp(a))
    yield identity(sp.exp(2 * D) - moved / first, gap)
    yield visible(gap, "<=", sp.exp(exponent * D - a))
