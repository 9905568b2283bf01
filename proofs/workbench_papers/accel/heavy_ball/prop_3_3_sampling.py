"""Covariance of a batch mean drawn without replacement (proof of Proposition 3.3, eq. (39)).

Draw m of n records, every batch equally likely.  The mean of their gradients has the covariance

    Cov(grad F_B) = (1/m) (n - m)/(n - 1) Sigma,    Sigma = (1/n) sum_i (g_i - gbar)(g_i - gbar)'.

Why: record i is in the batch with probability m/n, a pair i != j with probability
m(m-1)/(n(n-1)).  The rest is algebra in the three sums  sum a_i,  sum b_i,  sum a_i b_i,  for any
two coordinates a and b of the gradient, and symbolic n and m.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import batches
from workbench.rigor.provers.moments import moments_shown

CLAIM = Claim(
    "accel.prop-3-3.sampling-covariance",
    title="Covariance of a mini-batch mean without replacement",
    reconstructed=("lemma", "Proof of Proposition 3.3, eqs. (39)-(40)"),
    statement=r"""\operatorname{Cov}(\nabla F_B(x)) = \frac1m \frac{n-m}{n-1} \Sigma,\quad
        \Sigma = \frac1n \sum_{i=1}^n (g_i - \bar g)(g_i - \bar g)^\top,\quad
        g_i = \nabla f(x; y_i)""",
    hypotheses=r"""1 \le m \le n,\ n \ge 2
        B \text{ uniform among the } m\text{-subsets of } \{1, \dots, n\}""",
    encoded=(batches.covariance(),),
    uses=("accel.update-rules",),
    note="Every entry of the matrix: as encoded a and b are any two coordinates of the gradients,"
    " or one and the same. The text states the diagonal only.",
)


@CLAIM.proof
@broken("with_replacement", factor=1 / batches.m)
@because("At m = n >= 2 the left side is 0: it belongs to sampling with replacement.")
@dropped("where", batches.SIZES, {0: "Only the proof is refused: for one record there is no value.",
    1: "Only the proof is refused: there is no such batch."})  # fmt: skip
def covariance_shrinks_by_the_finite_population_factor(**changes: Any) -> Outcome:  # noqa: ANN401
    """E[a_B b_B] - E[a_B] E[b_B] = (1/m) (n - m)/(n - 1) times the covariance of all records."""
    return moments_shown(batches.covariance(**changes))
