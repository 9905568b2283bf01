"""Second moment and bias of the estimator.

The mean gradient of B is exactly the average of those of its halves, so that only the errors D of
the private means remain in the difference of level k:

    |D_B - (D_O + D_E)/2|^2 <= 2|D_B|^2 + |D_O|^2 + |D_E|^2,

in mean at most 3 V_0/2^k if E|D|^2 <= V_0/m for a batch of m.

Weighted by 1/p_k = 2^k (2 - 2^(-M)) every level costs the same.  Higher moments are not so tame.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor.provers import level_estimates as levels
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "sparse.mlmc-moment",
    title="Second moment and bias of the bias-reduced gradient",
    reconstructed=("lemma", "block: Subsampled Bias-Reduced Gradient Estimator"),
    statement=r"""\mathbb{E} \lVert \mathcal{G} \rVert_2^2 \le \nu^2 = 4 L^2 + 4 (3 M + 4) V_0,
        \quad \lVert \mathbb{E} \mathcal{G} - \nabla F_S \rVert_2 \le \beta
        = \sqrt{\frac{V_0}{2^{M+1}}} \le \sqrt{\frac{2 V_0}{n}}""",
    hypotheses=r"""\mathcal{G}, \text{ its levels } N \le M \text{ of chances } 2^{-N}/(2 - \
            2^{-M}) \text{ and its batches as in sparse.mlmc}; \; n \ge 2, \
            \; M = \lfloor \log_2 n \rfloor - 1
        \mathbb{E} \lVert A_m(z_1, \dots, z_m) - \tfrac1m \sum_j z_j \rVert_2^2 \le V_0/m \
            \text{ for all inputs and all } m, \; V_0 > 0
        \lVert \nabla f \rVert_2 \le L""",
    parts=("moment", "bias"),
    encoded={
        "moment": (levels.second_moment().theorem,),
        "bias": (levels.bias().theorem, levels.last_batch()),
    },
    uses=("sparse.mlmc", "sparse.mlmc-unbiased", "sparse.me-ub-approx"),
    note="Constants ours. For the projection mechanism V_0 is 8 L^2 sqrt(s ln(1.25/delta')"
    " ln(2d))/eps', by `sparse.me-ub-approx` for m records and eps'. As encoded z_O, z_E are the"
    " mean gradients of the halves at a level, so that of B is their average, z_I is that of the"
    " record, A_O, A_E, A_B, A_I are their private means, c is 2 - 2^(-M), and z is the gradient of"
    " F_S, the mean of the gradient of a uniform batch. Of z_I no more is used than its mean"
    " square. h is any vector of at most length 1, so what is said of <., h> is said of the length;"
    " the laws that are the same are those of `sparse.mlmc-unbiased`, at any chances p_k. That the"
    " chances add up to 1 and what c is follow from each other.",
)


@CLAIM.proof(part="moment", uses=())
@broken("the_gradient_alone_is_too_little", single=1)
@because("M = 0, V_0 small, errors along the gradient: L^2 + 5 L V_0^(1/2).")
@broken("a_third_for_each_level_is_exceeded", levels=1)
@because("L = 0, errors along one vector, M large: more than 5.8 M V_0.")
@broken("a_batch_that_is_no_average", "Gradients of any size remain.", middle=Fraction(1, 3))
@broken("batches_of_any_error", "The mean on B is any one.", kept="oeig")
@broken("first_halves_of_any_error", "The mean on O is any one.", kept="beig")
@broken("second_halves_of_any_error", "The mean on E is any one.", kept="boig")
@broken("records_of_any_error", "The mean of the record is any one.", kept="boeg")
@broken("gradients_of_any_size", "That of the record is any one.", kept="boei")
def every_level_costs_the_same(**changes: Any) -> Outcome:  # noqa: ANN401
    """Of level k 2 * 3 V_0/(2^k p_k^2) + 2 (2 L^2 + 2 V_0), and 1/p_k <= 2 * 2^k."""
    return proved(levels.second_moment(**changes))


@CLAIM.proof(part="bias", uses=())
@broken("the_largest_batch_need_not_be_everything", "V_0/n would need 2^(M+1) = n.", inside=1)
@broken("half_of_the_square", "The error on the largest batch is a vector of this length.", size=2)
@broken("records_beyond_the_largest_batch", "n is any number.", where="")
@broken("batches_of_any_law", "Only at level M its error is small.", kept="eiuvh")
@broken("second_halves_of_any_law", "At M = 0 it has -1/2 of any mean.", kept="biuvh")
@broken("records_of_any_law", "It has any mean of A_1.", kept="beuvh")
@broken("batches_of_any_mean", "The mean gradient of B is any one.", kept="beivh")
@broken("largest_batches_of_any_error", "The error there is any one.", kept="beiuh")
@broken("vectors_of_any_length", "For 2 h it is twice as much.", kept="beiuv")
@broken("chances_of_any_sum", "They count g_0 as often as their sum.", chances=False)
def the_bias_is_that_of_the_largest_batch(
    *, inside: int = 2, where: str = levels.LESS_THAN_HALF, **changes: Any  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """<E D, h> <= E|D|^2/(2 beta) + beta |h|^2/2 <= beta for the error D on the largest batch."""
    yield proved(levels.bias(**changes))
    yield levels.by_its_size(inside=inside, where=where)
