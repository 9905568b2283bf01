"""Pure differential privacy for datasets that differ in one replaced record.

A randomised algorithm A is eps-DP if P(A(Y) in O) <= e^eps P(A(Y') in O) for every event O and all
datasets Y, Y' of the same size that differ in one record.  There is no delta in this paper, n is
public, and what is released is the whole sequence of iterates.

Three consequences are checked.  Randomised response with odds e^eps is eps-DP and no better:
all events, both orders, exactly.  Datasets that differ in k records satisfy the bound with k eps,
for every k.  And whatever is computed from the output obeys the same bound.
"""

import itertools

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "accel.dp-definition",
    title="Pure differential privacy, replace one record",
    printed=("definition", "Definition A.2"),
    statement=r"""\mathcal{A} \text{ is } \epsilon\text{-DP if and only if }
        \Pr[\mathcal{A}(Y) \in O] \le e^{\epsilon} \Pr[\mathcal{A}(Y') \in O]
        \;\text{ for all measurable } O \text{ and all } Y, Y' \text{ with } h(Y, Y') \le 1""",
    hypotheses=r"""\lvert Y \rvert = \lvert Y' \rvert = n
        \epsilon \ge 0""",
    parts=("randomised response", "groups", "post-processing"),
    note="h is the number of positions at which the two datasets differ: one record is replaced,"
    " none is added or removed. That decides the constants of the subsampling theorem. Checked are"
    " three consequences, the last one for outputs with finitely many values; for a fixed function"
    " of any output it is the definition at the event's preimage.",
)

eps = declare("epsilon > 0")


@CLAIM.exact(part="randomised response")
@broken("odds_of_twice_epsilon", odds=sp.exp(2 * eps))
@because("With odds e^(2 eps) in place of e^eps the response is not eps-DP.")
def randomised_response_meets_the_definition_exactly(*, odds: sp.Expr = sp.exp(eps)) -> Outcomes:
    """Odds e^eps satisfy all inequalities, one of them with equality.
    P(truth) = odds / (1 + odds): all four events, both orders, and equality for one event.
    """

    def probability(bit: int, event: tuple[int, ...]) -> sp.Expr:
        return sp.Add(*((odds if bit == o else sp.Integer(1)) / (1 + odds) for o in event))

    events = [e for size in range(3) for e in itertools.combinations((0, 1), size)]
    within = [
        visible(probability(bit, event), "<=", sp.exp(eps) * probability(1 - bit, event))
        for bit in (0, 1)
        for event in events
    ]
    attained = identity(probability(1, (1,)), sp.exp(eps) * probability(0, (1,)))
    yield attained
    yield from within
    yield "eight inequalities, and equality for the true answer"


@CLAIM.exact(part="groups")
@broken("groups_are_not_free", growth=sp.Integer(0))
@because("With the bound for one record in place of that for a group of them.")
def k_replaced_records_cost_k_epsilon(*, growth: sp.Expr = sp.Integer(1)) -> Outcome:
    """P <= e^(k eps) P' for datasets that differ in k records: the step from k to k + 1.
    From k replaced records to k + 1: P <= e^(k eps) Q and Q <= e^eps R give the next bound.
    """
    k, P, Q, R = declare("integer k >= 0, P Q R > 0")
    chain = [(P, "<=", sp.exp(k * eps) * Q), (Q, "<=", sp.exp(eps) * R)]
    return visible(P, "<=", sp.exp((k + growth) * eps) * R, where=chain)


@CLAIM.exact(part="post-processing")
@broken("post_processing_does_not_halve_the_loss", exponent=2 * eps)
@because("What returns the output as it is keeps its loss, 2 eps.")
def what_is_computed_from_the_output_obeys_the_bound(*, exponent: sp.Expr = eps) -> Outcome:
    """Randomised post-processing of an output with N values keeps the factor e^eps.
    P(f(A) in O) is a sum of probabilities of outputs, each within the bound.
    """
    o, N = declare("integer o, integer N > 0")
    p, slack = sp.IndexedBase("p", nonnegative=True), sp.IndexedBase("s", nonnegative=True)
    weight = sp.IndexedBase("w", nonnegative=True)  # chance that f sends output o into the event
    bounding = sp.exp(-exponent) * (p[o] + slack[o])
    left = sp.Sum(weight[o] * p[o], (o, 1, N))
    right = sp.exp(eps) * sp.Sum(weight[o] * bounding, (o, 1, N))
    return visible(left, "<=", right, gap=sp.Sum(weight[o] * slack[o], (o, 1, N)))
