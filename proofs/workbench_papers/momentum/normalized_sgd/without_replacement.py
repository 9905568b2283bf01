"""Draws without replacement: covariance of two of them, variance of a weighted epoch (Lemma 11).

For a uniform order X_1, ..., X_N of centred vectors, the mean of <X_i, X_j> over i != j is
(|sum v|^2 - sum |v|^2)/(N (N-1)) = -V/(N-1), coordinate by coordinate.  So

    E |sum c_i X_i|^2 = V N/(N-1) (sum c_i^2 - (sum c_i)^2/N) <= V sum c_i^2  for c_i >= 0.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor.provers import shuffled_vectors as shuffled
from workbench.rigor.provers.shuffled_vectors import N, c

COVARIANCE = Claim(
    "momentum.without-replacement",
    title="Covariance of two draws without replacement; variance of a weighted epoch",
    reconstructed=("lemma", "Proof of Lemma 11"),
    statement=r"""\mathbb{E}\langle X_i, X_j \rangle = -\frac{V}{N-1} \;(i \ne j), \quad
        \mathbb{E} \Big\lVert \sum_{i=1}^N c_i X_i \Big\rVert^2 = V \frac{N}{N-1}
        \Big( \sum_i c_i^2 - \frac1N \big( {\textstyle\sum_i c_i} \big)^2 \Big)
        \le V \sum_i c_i^2 \;\text{ for } c_i \ge 0""",
    hypotheses=r"""X_1, \dots, X_N \text{ is a uniform random order of vectors } v_1, \dots, v_N \
            \in \mathbb{R}^d, \; \lVert \cdot \rVert \text{ the 2-norm}
        \textstyle \sum_i v_i = 0, \; V = \frac1N \sum_i \lVert v_i \rVert^2, \; N \ge 2""",
    parts=("pair", "epoch", "bound"),
    encoded={
        "pair": (shuffled.pairs(),),
        "epoch": (shuffled.epoch(),),
        "bound": (shuffled.bound(),),
    },
    note="As encoded X_i = v_(pi_i) for a uniform order pi of 1, ..., N. The first part is about"
    " all weights a, b at once: the sum of a_i b_j <X_i, X_j> over i != j has the mean -V/(N-1)"
    " times that of a_i b_j, and at two unit vectors this is the covariance of one pair.",
)


@COVARIANCE.proof(part="pair")
@broken("with_replacement_is_another_law", divisor=N)
@because("The divisor is N - 1, the number of other records; -V/N is not the covariance.")
@broken("vectors_with_any_sum", "Of v_1 = v_2 = 1 the mean product is 1 = V, not -V.", every=())
@broken("one_record_alone", "For N = 1 it divides by N - 1 = 0.", where=())
def two_draws_are_negatively_correlated(**changes: Any) -> Outcome:  # noqa: ANN401
    """sum_(i != j) v_i v_j/(N (N-1)) = ((sum v)^2 - sum v^2)/(N (N-1)): -V/(N-1) for sum v = 0."""
    return shuffled.pairs_shown(**changes)


@COVARIANCE.proof(part="epoch")
@broken("the_correction_of_the_variance_is_needed", less=0)
@because("c = (1, 0) and N = 2: the variance is V, not V/2.")
@broken("a_mean_that_is_not_taken_off", "v = (1, 1), c = (1, 1): it is 4 and not 0.", every=())
def the_variance_of_an_epoch_collects_the_pairs(**changes: Any) -> Outcome:  # noqa: ANN401
    """V sum c^2 - V/(N-1) ((sum c)^2 - sum c^2)."""
    return shuffled.epoch_shown(**changes)


@COVARIANCE.proof(part="bound")
@broken("a_smaller_share", "v = (1, -1), c = (1, 0): it is V sum c^2 itself.", share=N / (N + 1))
@broken("weights_of_both_signs", "v = (1, -1), c = (1, -1): it is 4 > 2.", weights=c)
@broken("vectors_that_add_up", "v = (1, 1), c = (1, 1): it is 4 > 2.", every=())
def cross_terms_only_help(**changes: Any) -> Outcome:  # noqa: ANN401
    """(sum c)^2 - sum c^2 = sum c_i (sum c - c_i) >= 0 for weights that are not negative."""
    return shuffled.bound_shown(**changes)
