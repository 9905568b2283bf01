"""The duality gap: how far a pair is from a saddle point, and that it can be computed.

    Gap(x, y) = max_w F(x, w) - min_v F(v, y) = max over (v, w) of F(x, w) - F(v, y)

It is non-negative, convex in the pair, at most 4 L_0 and L_0-Lipschitz in the 1-norm of the pair.
It belongs to the population F, and in expected bounds the maximum is inside the expectation.  All
of it follows from F(v, y) >= F(x, y) + <grad_x F(x, y), v - x>, and <g, h> <= L_0 |h|_1.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers.duality_gap import BOUNDS, MOST, NEAR, TURNED, L, properties, s
from workbench.rigor.provers.linear_functions import at_vertices, extreme, reached
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "saddle.def-gap",
    title="Duality gap: non-negative, convex, bounded, Lipschitz",
    reconstructed=("definition", "Eq. (2)"),
    statement=r"""\begin{gathered}
        \mathrm{Gap}(x, y) = \max_{w} F(x, w) - \min_{v} F(v, y): \\
        0 \le \mathrm{Gap} \le 4 L_0, \; \mathrm{Gap} \text{ is convex}, \;
        |\mathrm{Gap}(z) - \mathrm{Gap}(z')| \le L_0 \lVert z - z' \rVert_1
        \end{gathered}""",
    hypotheses=r"""F \text{ convex-concave and continuously differentiable}, \;
            |\partial_i F| \le L_0 \text{ everywhere}
        x, v \in \Delta_{d_x}, \; y, w \in \Delta_{d_y}""",
    encoded=tuple(proof.theorem for proof in properties()),
    uses=("saddle.def-problem",),
    note="L_0 is that of saddle.def-problem. As encoded z = (x, y) and z' = (x_2, y_2), in either"
    " order, and a and b are any bounds > 0 of |x - x'|_1 and |y - y'|_1. The dual norm of the"
    " 1-norm is the largest |entry|. Only the gap's convexity needs that of F. The maximum norm of"
    " the quotient may replace L_0.",
)

BILINEAR = Claim(
    "saddle.def-gap.bilinear",
    title="Duality gap of a bilinear game: linear functions are largest at vertices",
    ours=("remark", "Remark on eq. (2)"),
    statement=r"""\max_{w \in \Delta_d} \langle c, w \rangle = \max_j c_j, \quad
        \min_{v \in \Delta_d} \langle c, v \rangle = \min_j c_j""",
    hypotheses=r"c \in \mathbb{R}^d",
    encoded=(extreme(), extreme(-1), reached()),
    uses=("saddle.def-gap",),
    note="For F = x^T A y the gap is max_j (A^T x)_j - min_i (A y)_i: c is A^T x or A y. As encoded"
    " c has k entries, and best is their largest or least.",
)


@CLAIM.proof
@broken("a_gap_above_zero", "At a saddle point it is 0.", floor=L)
@broken("one_simplex_is_not_enough", "Opposite vertices in both blocks reach 4 L_0.", limit=3)
@broken("weights_may_not_shrink", "At s = 1 the gap would be at most half of itself.", share=s / 2)
@broken("half_of_the_constant_is_too_small", constant=Fraction(1, 2))
@because("Linear functions attain L_0.")
@broken("concave_in_x_and_convex_in_y", "F = -x_1^2: the gap 1 - x_1^2 is concave.", of=TURNED)
@dropped("given", BOUNDS, "Linear functions may be as steep as you like.")
@dropped("most", MOST, "At s = 2 convexity says the opposite.")
@dropped("near", NEAR, "The points may be 2 apart.")
def gap_inherits_what_it_is_made_of(**changes: Any) -> Outcome:  # noqa: ANN401
    """At all v and w: one inequality of convexity in each block, and <g, h> <= L_0 |h|_1."""
    return proved(*properties(**changes))


@BILINEAR.proof
@broken("weights_of_another_sum", "With the sum 2 a positive maximum is exceeded.", total=2)
@broken("an_entry_above_the_bound", "It is the value at its vertex.", inside=False)
@broken("two_coordinates", "With two of them the value is twice as large.", count=2)
@broken("another_vertex", "There the value is another entry.", at_best=False)
def linear_functions_are_largest_at_vertices(**changes: Any) -> Outcome:  # noqa: ANN401
    """The sum of w_j (best - c_j) is >= 0, and 0 at the vertex."""
    return at_vertices(**changes)
