"""Adaptive composition of pure differential privacy: losses add up along the transcript.

Step t may choose its mechanism after seeing the outputs of the steps before it.  If, whatever it
saw, that mechanism is eps_t-DP, and eps_t was fixed in advance, then the whole transcript is
(sum_t eps_t)-DP.  For densities it is one line: the density of the transcript is a product of
conditional densities, and each factor changes by at most e^(eps_t).

Proved here for every number of steps.
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import transcripts

CLAIM = Claim(
    "ext.adaptive-composition",
    title="Adaptive composition of pure differential privacy",
    reconstructed=("theorem",
                   "McSherry (2009), Privacy integrated queries, Theorem 3; for equal budgets also"
                   " Dwork and Roth (2014), The algorithmic foundations of differential privacy,"
                   " Corollary B.2 with delta = 0"),
    statement=r"""\Pr[(A_1,\dots,A_T)(Y) \in O] \le e^{\epsilon_1+\dots+\epsilon_T}
        \Pr[(A_1,\dots,A_T)(Y') \in O] \;\text{ for all measurable } O""",
    hypotheses=r"""\epsilon_1,\dots,\epsilon_T \text{ are fixed in advance}
        A_t \text{ sees } Y \text{ and the outputs of } A_1,\dots,A_{t-1}; \text{ given these, its \
            randomness is fresh}
        A_t \text{ is } \epsilon_t\text{-DP for each value of these outputs}
        Y, Y' \text{ are neighbours}""",
    encoded=(transcripts.pure(),),
    note="As encoded p_t and q_t are densities of output t on the two neighbours, given the"
    " outputs before it, for one law such as half of their sum, and Z is the indicator of O; P_T"
    " and Q_T are then densities of the transcripts. Such densities, measurable in all outputs,"
    " exist where the outputs have countably generated sigma-algebras, and an event of others lies"
    " in such ones. That p_t has the mean 1 is not needed. The budgets are constants: where they"
    " may depend on outputs, another theorem (privacy filters) is needed. A hidden batch that is"
    " used in two steps is not fresh in the second one.",
)  # fmt: skip


@CLAIM.proof
@broken("half_of_the_budgets", "One step of all may spend its own.", total=transcripts.eps / 2)
@dropped("sure", transcripts.BOUNDED, "A step that is not private may reveal all.")
@dropped("given", transcripts.DENSITIES, {1: "The chance on Y' may not exist."})
def ratios_multiply(**changes: Any) -> Outcome:  # noqa: ANN401
    """P <= e^(sum of the eps) Q for the products of the densities, whatever the outputs were."""
    return transcripts.ratios_multiply(**changes)
