"""Smooth and strongly convex in the 1-norm means ill-conditioned: L/mu >= d (footnote 3).

Walk from 0 to a random corner v of {-1, 1}^d, one coordinate at a time.  A step +-e_i of either
sign costs, on average, at most (L/2) |e_i|_1^2 = L/2, since the linear terms cancel:
E f(v) - f(0) <= d L/2.  Strong convexity at 0 gives E f(v) - f(0) >= (mu/2) |v|_1^2 = mu d^2/2,
the linear term vanishing in the mean.  So mu d <= L, with equality for f = |x|_2^2/2.
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import random_corners as corners

CLAIM = Claim(
    "saddle.footnote3",
    title="Condition number in the 1-norm is at least the dimension",
    reconstructed=("remark", "Footnote in Section 1.2"),
    statement=r"\frac{L_1}{\mu} \ge d, \text{ with equality for } f = \tfrac12 \lVert x \rVert_2^2",
    hypotheses=r"""f \text{ on } \mathbb{R}^d \; L_1\text{-smooth and } \mu\text{-strongly convex \
            in } \lVert \cdot \rVert_1, \; \mu > 0""",
    parts=("bound", "equality"),
    encoded={"bound": (corners.corner(),), "equality": corners.half_the_square()},
    uses=("ext.descent-lemma",),
    note="The whole space: on the simplex only tangent directions count. As encoded F_k is f at the"
    " corner of the first k coordinates, k = T, and V its next value; z is the sign of the step, g"
    " the derivative of f in its coordinate, g_0 that at 0, and G the sum of z g_0: the two bounds"
    " on V are what smoothness, with L for L_1, and strong convexity say of f there. For the"
    " equality, f at x + h: h_i is first the size of an entry but the largest, which is a, so a +"
    " sum h_i is the 1-norm, and L_1 = 1; then h is the step, and then its sizes, with mu = 1/d.",
)


@CLAIM.proof(part="bound")
@broken("twice_the_dimension_is_too_much", "2 mu d <= L fails for |x|_2^2/2.", scale=2)
@dropped("given", corners.FAIR, {0: "g may be large, g_0 = 0, and all signs 1."})
@dropped("sides", corners.CLASS, {0: "f may rise fast: mu is any number.",
                                  1: "f may be 0, and mu any number."})  # fmt: skip
def a_random_corner_is_far_in_the_one_norm(**changes: Any) -> Outcome:  # noqa: ANN401
    """The mean of f rises by L/2 at most in a step; mu d^2/2 <= E f(v) - f(0) <= d L/2."""
    return corners.is_far(**changes)


@CLAIM.exact(part="equality", uses=())
@broken("it_is_not_more_strongly_convex", "|h|_2^2 >= 2 |h|_1^2/d fails for equal entries.", part=2)
@broken("the_largest_entry_does_not_count_twice", "The others may be 0.", largest=2)
@broken("its_gradient_is_not_twice_the_point", "At h = x, for x with an entry of 1.", slope=2)
def half_the_squared_norm_attains_it(**changes: int) -> Outcome:
    """It is (1/2) sum_ij (|h_i| - |h_j|)^2 >= 0 by which d |h|_2^2 exceeds |h|_1^2."""
    return corners.attains_it(**changes)
