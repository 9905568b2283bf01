"""Correlation of a sampled gradient with its own sampling error: a leave-one-out bound.

xh is the average of K draws from x.  Replace draw k by an independent copy: xh' differs from xh by
(X_k - X_k')/K and does not know X_k.  So, for Phi L-Lipschitz from the 1-norm to the maximum norm,

    E <Phi(xh), X_k - x> = 1/2 E <Phi(xh) - Phi(xh'), X_k - X_k'>
                        <= L/(2K) E |X_k - X_k'|_1^2 = (2L/K) (1 - |x|_2^2),

and the average over k is E <Phi(xh), xh - x>.  No convexity, no second-order smoothness, no
neighbourhood; for a pair the two blocks add up.  For Phi = 2x, whose Lipschitz constant is 1 up to
shifts, it is an equality.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import certify
from workbench.rigor.provers.left_out import left_out, one, t, twice_the_average
from workbench.rigor.provers.saddle_paths import X
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse

_SETTING = r"""\Phi_x \text{ is } L_{xx}\text{-Lipschitz in } x \text{ from } \lVert \cdot \
            \rVert_1 \text{ to } \lVert \cdot \rVert_\infty, \; \Phi_y \text{ is } \
            L_{yy}\text{-Lipschitz in } y
        \widehat x, \widehat y \text{ independent, averages of } K \text{ independent } \
            \text{vertices from } P_x, P_y, \text{ of means } x, y"""

CLAIM = Claim(
    "saddle.ours.leave-one-out",
    title="A sampled gradient is nearly uncorrelated with the sampling error",
    ours=("lemma", "Not in the paper"),
    statement=r"""\left| \mathbb{E} \langle \Phi(\widehat x, \widehat y),
        (\widehat x - x, \widehat y - y) \rangle \right| \le \frac{2 (L_{xx} + L_{yy})}{K}""",
    hypotheses=_SETTING,
    encoded=tuple(left_out(sign=sign).theorem for sign in (1, -1)),
    note="As encoded P and Q are the two parts of Phi, measurable maps of linear growth; for both"
    " signs, at any round k, and for any points of the simplices of which xh and yh are averages.",
)


def joint_constant(factor: int = 4) -> Relation:
    """The sum of both blocks against 4 L_1/K."""
    where = "K, L_xx, L_yy, L_1 > 0, s, r >= 0, L_xx <= L_1, L_yy <= L_1"
    return parse(f"(2*L_xx*(1 - s) + 2*L_yy*(1 - r))/K <= {factor}*L_1/K", where=where)


SHARP = Claim(
    "saddle.ours.leave-one-out.sharp",
    title="The same with the best constant for given means",
    ours=("lemma", "Not in the paper"),
    statement=r"""\left| \mathbb{E} \langle \Phi(\widehat x, \widehat y),
        (\widehat x - x, \widehat y - y) \rangle \right|
        \le \frac{2 L_{xx} (1 - \lVert x \rVert_2^2) + 2 L_{yy} (1 - \lVert y \rVert_2^2)}{K}
        \le \frac{4 L_1}{K}, \text{ with equality on the left for } \Phi = 2x""",
    hypotheses=_SETTING + "\n" + r"L_{xx}, L_{yy} \le L_1",
    parts=("bound", "joint constant", "attained"),
    encoded={
        "bound": tuple(left_out(sign=sign, vertex=True).theorem for sign in (1, -1)),
        "joint constant": (joint_constant(),),
        "attained": (twice_the_average().theorem,),
    },
    uses=("saddle.def-exp-sampling",),
    note="As encoded P and Q are the two parts of Phi, measurable maps of linear growth; for both"
    " signs, at any round k; s and r are |x|^2 and |y|^2. Where the equality is shown, S is the sum"
    " of K vertices of mean p. That they are vertices is not needed for the bound, as no points of"
    " the same means are further apart in the mean. On the simplex 2x is 1-Lipschitz:"
    " saddle.cor2.3.sharp has it.",
)


@CLAIM.proof
@broken("one_block_is_not_two", "Phi = (2x, 2y) at uniform means: nearly 4/K.", blocks=1)
@broken("one_vertex_for_all_K", "K equal vertices have the correlation of one.", count=None)
@broken("blocks_that_are_not_independent", together=False)
@because("P may be any function of yh, whose spread may depend on xh.")
@broken("without_smoothness_in_x", "P may jump with xh.", kept="y")
@broken("without_smoothness_in_y", "Q may jump with yh.", kept="x")
def a_point_is_exchanged_for_a_copy(**change: Any) -> Outcome:  # noqa: ANN401
    """<P(u) - P(v), p - q>/2 <= L_xx |p - q|^2/(2K), and two points are at most 2 apart."""
    return proved(*(left_out(sign=sign, **change) for sign in (1, -1)))


@SHARP.proof(part="bound")
@broken("one_block_is_not_two", "Phi = (2x, 2y) attains both blocks.", blocks=1)
@broken("one_vertex_for_all_K", "K equal vertices have the correlation of one.", count=None)
@broken("blocks_that_are_not_independent", together=False)
@because("P may be any function of yh, whose spread may depend on xh.")
@broken("without_smoothness_in_x", "P may jump with xh.", kept="y")
@broken("without_smoothness_in_y", "Q may jump with yh.", kept="x")
def a_vertex_and_its_copy_differ_with_this_chance(**change: Any) -> Outcome:  # noqa: ANN401
    """The exchange costs nothing where the copy is the same vertex, with the chance |x|^2."""
    return proved(*(left_out(sign=sign, vertex=True, **change) for sign in (1, -1)))


@SHARP.exact(part="joint constant")
@broken("two_blocks_have_twice_the_constant", "At s = r = 0 it is 4 L_1/K.", factor=2)
def both_blocks_are_at_most_four(*, factor: int = 4) -> Outcome:
    """L_xx, L_yy <= L_1, and squares are at least 0."""
    return certify(joint_constant(factor))


@SHARP.proof(part="attained")
@broken("half_of_it", "It is an equality.", scale=1)
@broken("any_points_of_this_mean", drawn=th.draws("V", t, mean=one, of=X))
@because("Points at p itself: the left side is 0.")
def twice_the_identity_attains_it(**change: Any) -> Outcome:  # noqa: ANN401
    """Vertices have length 1; of K^2 pairs of draws the K of one draw with itself count."""
    return proved(twice_the_average(**change))
