"""Report noisy min: the privacy of one selection.

Add independent Laplace noise of scale lam to each of d entries and report the index of the
smallest.  If every entry moves by at most D, this is 2 D/lam private, whatever d is: where an index
wins with some noise of its own it wins after that with 2 D less, which is at most e^(2 D/lam) times
less likely.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import noisy_maximum as noise

CLAIM = Claim(
    "ext.noisy-minimum",
    title="Privacy of report noisy min with Laplace noise",
    reconstructed=("theorem",
                   "Dwork and Roth (2014), The algorithmic foundations of differential privacy,"
                   " Claim 3.9: D/lambda for monotone scores"),
    statement=r"""\arg\min_i (v_i + \xi_i) \text{ is } \tfrac{2D}{\lambda}\text{-DP}""",
    hypotheses=r"""\xi_1, \dots, \xi_d \sim \operatorname{Lap}(\lambda) \text{ independent}
        |v_i(S) - v_i(S')| \le D \text{ for all } i \
            \text{ and neighbours } S, S'
        \lambda > 0, \; d \ge 2""",
    encoded=(noise.least(),),
    note="For d = 1 the index is always the same. As encoded it is for every index j, and so for"
    " every set of indices; b alone is lambda, Delta is D, and a_j, b_j are its scores on S and S'."
    " The means of won p and of wins q are the chances that j wins on S and on S': y is the noise"
    " of j, on S with 2 D taken off it, and p and q are its densities given the other noises, for a"
    " law that dominates both, such as their mean; c is 1/(2 b) over the density of that law. won"
    " and wins say that j is a minimum, a tie has chance 0; R is the least noisy score of a rival"
    " on S; r is the best rival on S', with the scores a_r, b_r and the noise z_r.",
)  # fmt: skip


@CLAIM.proof
@broken("once_the_sensitivity", cost=noise.Delta / noise.b)
@because("The others may fall where this one rises: at a large gap the loss comes near 2 D/lam.")
@broken("another_rival", "The best rival on S' may be none on S.", rival=())
@dropped("moves", noise.LEAST_MOVES, {0: "A rival falls as far as you like.", 1: "j may rise so."})
@dropped("laws", noise.least_laws(), {
    0: "p may be large where j wins on S.", 1: "q may be 0 where j wins on S'."})  # fmt: skip
def the_threshold_moves_by_twice_the_sensitivity(**changes: Any) -> Outcome:  # noqa: ANN401
    """Whatever all noises are: p <= e^(2D/lam) q, and where j has won it wins."""
    return noise.least_by_a_shift(**changes)
