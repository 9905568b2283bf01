"""Pure differential privacy for datasets that differ in one replaced record.

A randomised algorithm A is eps-DP if P(A(Y) in O) <= e^eps P(A(Y') in O) for every event O and all
datasets Y, Y' of the same size that differ in one record.  There is no delta in this paper, n is
public, and what is released is the whole sequence of iterates.

Three consequences are shown.  Randomised response with odds e^eps is eps-DP and no better:
all events, both orders, exactly.  Datasets that differ in k records satisfy the bound with k eps,
for every k.  And whatever is computed from the output obeys the same bound.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.rigor.provers import pure_privacy as pure
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "accel.dp-definition",
    title="Pure differential privacy, replace one record",
    printed=("definition", "Definition A.2, the first sentence; the others are ours"),
    statement=r"""\mathcal{A} \text{ is } \epsilon\text{-DP if and only if }
        \Pr[\mathcal{A}(Y) \in O] \le e^{\epsilon} \Pr[\mathcal{A}(Y') \in O]
        \;\text{ for all measurable } O \text{ and all } Y, Y' \text{ with } h(Y, Y') \le 1;
        \quad \text{randomised response, which tells the bit of one record truly with chance }
        \frac{e^\epsilon}{1 + e^\epsilon}, \text{ is, and with no smaller } \epsilon;
        \quad h(Y, Y') \le k \;\Longrightarrow\;
        \Pr[\mathcal{A}(Y) \in O] \le e^{k \epsilon} \Pr[\mathcal{A}(Y') \in O]; \quad
        f \circ \mathcal{A} \text{ is } \epsilon\text{-DP for any randomised } f""",
    hypotheses=r"""\lvert Y \rvert = \lvert Y' \rvert = n
        \epsilon \ge 0""",
    parts=("randomised response", "groups", "post-processing"),
    encoded={
        "randomised response": (pure.response(), pure.least()),
        "groups": (pure.group().theorem,),
        "post-processing": (pure.processed(),),
    },
    note="h is the number of positions at which the two datasets differ: one record is replaced,"
    " none is added or removed. That decides the constants of the subsampling theorem. What is"
    " shown of the definition is what the row says after its first sentence. As encoded a and b are"
    " 1 where the true answer and the other one are in O, and 0 elsewhere; P_t is the chance of O"
    " at the t-th of k + 1 datasets, each a neighbour of the one before, of which the last one is"
    " repeated without end. p and q are the densities of A(Y) and A(Y') for one probability law,"
    " such as half of their sum, with the means m_p and m_q; s is the indicator of p > e^eps q, an"
    " event at which the definition is used, and w the chance that f sends the output into O.",
)  # fmt: skip


@CLAIM.proof(part="randomised response")
@broken("odds_of_twice_epsilon", response={"factor": 2})
@because("With odds e^(2 eps) in place of e^eps, eps > 0, the response is not eps-DP.")
@broken("any_level", "With level = eps it is met.", least={"where": ()})
def randomised_response_meets_the_definition_exactly(
    *, response: dict[str, Any] = {}, least: dict[str, Any] = {}
) -> Outcome:  # fmt: skip
    """(a e^eps + b)/(1 + e^eps) <= e^eps (a + b e^eps)/(1 + e^eps), and for a = 1, b = 0 equal."""
    return all_of(pure.response_shown(**response), pure.least_shown(**least))


@CLAIM.proof(part="groups")
@broken("groups_are_not_free", share=0)
@because("For eps > 0 and k = 2 two changes may each cost the factor e^eps.")
@broken("any_mechanism", "Without the definition two chances may be far apart.", given=())
def k_replaced_records_cost_k_epsilon(**changes: Any) -> Outcome:  # noqa: ANN401
    """From t replaced records to t + 1: P_{t+1} <= e^eps P_t <= e^eps e^(t eps) P_0."""
    return proved(pure.group(**changes))


@CLAIM.proof(part="post-processing")
@broken("half_of_epsilon", factor=sp.S.Half)
@because("For eps > 0 what returns the output as it is keeps its loss.")
@broken("any_mechanism", "Without the definition two laws may be far apart.", given=())
@broken("weights_of_any_size", "Of a weight that is no chance no mean need exist.", sure=())
def what_is_computed_from_the_output_obeys_the_bound(**changes: Any) -> Outcome:  # noqa: ANN401
    """For each output w (p - e^eps q) <= s (p - e^eps q), of which the mean is at most 0."""
    return pure.processed_shown(**changes)
