"""Draws without replacement: covariance of two of them, variance of a weighted epoch (Lemma 11).

For a uniform order X_1, ..., X_N of centred vectors, the mean of <X_i, X_j> over i != j is
(|sum v|^2 - sum |v|^2)/(N (N-1)) = -V/(N-1), coordinate by coordinate.  So

    E |sum c_i X_i|^2 = V N/(N-1) (sum c_i^2 - (sum c_i)^2/N) <= V sum c_i^2  for c_i >= 0.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

n, i, j = declare("integer n >= 0, integer i j")
v, c = sp.IndexedBase("v", real=True), sp.IndexedBase("c", nonnegative=True)

COVARIANCE = Claim(
    "momentum.without-replacement",
    title="Covariance of two draws without replacement; variance of a weighted epoch",
    reconstructed=("lemma", "Proof of Lemma 11"),
    statement=r"""\mathbb{E}\langle X_i, X_j \rangle = -\frac{V}{N-1} \;(i \ne j), \quad
        \mathbb{E} \Big\lVert \sum_{i=1}^N c_i X_i \Big\rVert^2 = V \frac{N}{N-1}
        \Big( \sum_i c_i^2 - \frac1N \big( {\textstyle\sum_i c_i} \big)^2 \Big)
        \le V \sum_i c_i^2 \;\text{ for } c_i \ge 0""",
    hypotheses=r"""X_1, \dots, X_N \text{ is a uniform random order of vectors } v_1, \dots, v_N
        \textstyle \sum_i v_i = 0, \; V = \frac1N \sum_i \lVert v_i \rVert^2, \; N \ge 2""",
    parts=("pair", "epoch", "bound"),
)


@COVARIANCE.exact(part="pair")
@broken("with_replacement_is_another_law", divisor=sp.Symbol("N"))
@because("The divisor is N - 1, the number of other records; -V/N is not the covariance.")
def two_draws_are_negatively_correlated(*, divisor: sp.Expr = sp.Symbol("N") - 1) -> Outcomes:
    """Coordinate by coordinate: the mean of v_i v_j over pairs i != j.
    sum_(i != j) v_i v_j/(N (N-1)) = ((sum v)^2 - sum v^2)/(N (N-1)): -V/(N-1) for sum v = 0.
    """
    total = sp.Sum(v[i], (i, 1, n))
    square = sp.Sum(v[i] ** 2, (i, 1, n))
    size, mean, V = declare("size > 0, real S V")
    double = identity(sp.Sum(sp.Sum(v[i] * v[j], (j, 1, n)), (i, 1, n)) - square, total**2 - square)
    value = (mean**2 - size * V) / (size * (size - 1))
    centred = identity(value, -V / divisor.subs("N", size), where=[(mean, "=", 0), (1, "<", size)])
    yield double
    yield centred


@COVARIANCE.exact(part="epoch")
@broken("the_correction_of_the_variance_is_needed", less=0)
@because("c = (1, 0) and N = 2: the variance is V, not V/2.")
def the_variance_of_an_epoch_collects_the_pairs(*, less: int = 1) -> Outcome:
    """The variance of an epoch is N/(N-1) (sum c^2 - (sum c)^2/N).
    V sum c^2 - V/(N-1) ((sum c)^2 - sum c^2), with A = sum c^2 and B = (sum c)^2.
    """
    A, B, V, size = declare("A B V N > 0")
    left = V * A - V / (size - 1) * (B - A)
    return identity(left, V * size / (size - less) * (A - B / size), where=[(1, "<", size)])


@COVARIANCE.exact(part="bound")
@broken("positively_correlated_draws_would_hurt", "With the other sign the bound fails.", sign=-1)
def cross_terms_only_help(*, sign: int = 1) -> Outcome:
    """For non-negative weights the cross terms may be dropped.
    (sum c)^2 - sum c^2 = sum over pairs of c_i c_j >= 0 for weights of one sign.
    """
    cross = sp.Sum(sp.Sum(c[i] * c[j], (j, 1, i - 1)), (i, 1, n))
    V, rest = declare("V r > 0")
    return visible(V * rest - sign * 2 * V * cross, "<=", V * rest, gap=sign * 2 * V * cross)
