"""Sampling vertices: the one randomisation of this paper, with its mean and covariance.

A point x of the simplex is a law on the vertices.  The average xh of K independent draws from it
has E xh = x and Cov(xh) = (diag(x) - x x')/K: two draws are the same draw in K of K^2 pairs, and
otherwise independent.  The counts K xh are all that is released, and with exponential weights a
draw is the exponential mechanism.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import sampled_vertices as vertices
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "saddle.def-exp-sampling",
    title="Average of sampled vertices: mean and covariance",
    reconstructed=("definition", "Section 1.3"),
    statement=r"""\widehat x = \frac1K \sum_{k \le K} X_k, \; X_k \sim P_x \text{ i.i.d.}: \quad
        \mathbb{E} \widehat x = x, \quad
        \operatorname{Cov}(\widehat x) = \frac1K \big( \operatorname{diag}(x) - x x^\top \big)""",
    hypotheses=r"""x \in \Delta_d, \; \Pr[X = e_j] = x_j
        K \ge 1""",
    parts=("mean", "diagonal", "others"),
    encoded={
        "mean": (vertices.average().theorem,),
        "diagonal": (vertices.variance().theorem,),
        "others": (vertices.covariance().theorem,),
    },
    note="As encoded A_k and B_k are two coordinates of the draw k, with the means x and y, each 1"
    " or 0 and never both 1; numbers are written as multiples of a vector e, which is the 1. So"
    " S_K/K and R_K/K are coordinates of the average. Where the first is 0 the second is 1 with"
    " chance r: y = r (1 - x). Of independence it is used that a draw has the same law whatever was"
    " drawn before.",
)


@CLAIM.proof(part="mean")
@broken("half_of_the_mean", "K = 1.", mean=vertices.x / 2)
@broken("draws_of_another_law", "Their mean is another one.", of=vertices.drawn("A", None))
def each_draw_has_the_mean_x(**changes: Any) -> Outcome:  # noqa: ANN401
    """By induction on the number of draws."""
    return proved(vertices.average(**changes))


@CLAIM.proof(part="diagonal")
@broken("half_of_it", "K = 1, x = 1/2: it is 1/4.", over=2 * vertices.K)
@dropped("given", vertices.TOLD[:1], "A draw of 2 e with chance x/2 varies more.")
@broken("draws_that_follow_each_other", of=vertices.drawn("A", None))
@because("If all draws are the first one the variance does not fall.")
def indicators_are_their_own_squares(**changes: Any) -> Outcome:  # noqa: ANN401
    """A new draw adds |A - x e|^2 = (1 - 2x) <A, e> + x^2 |e|^2, and nothing else."""
    return proved(vertices.variance(**changes))


@CLAIM.proof(part="others")
@broken("half_of_it", "At K = 1 it is -x y.", over=2 * vertices.K)
@dropped("given", vertices.TOLD[1:], {
    0: "y is then any number.", 1: "The fixed draws x e and y e, not 0 or 1, have none.",
})  # fmt: skip
def no_vertex_has_two_ones(**changes: Any) -> Outcome:  # noqa: ANN401
    """A new draw adds <A - x e, B - y e> = -y <A, e> - x <B, e> + x y |e|^2, and nothing else."""
    return proved(vertices.covariance(**changes))
