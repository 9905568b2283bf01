"""(eps, delta)-differential privacy as one number per ordered pair: the hockey-stick divergence.

    P[E] <= e^eps Q[E] + delta for every event E  if and only if  sum_y (p_y - e^eps q_y)_+ <= delta

An event takes each output wholly or not at all, so it collects at most the positive parts, and the
event {p > e^eps q} collects all of them.  With eps = 0 it is the total variation distance.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor.provers.densities import (
    ANY,
    LIKELIER,
    PRIVATE,
    all_exist,
    delta,
    each_output_counts_once,
    every_event,
    likelier,
)

CLAIM = Claim(
    "noneuclid.dp-def",
    title="(eps, delta)-DP, and its hockey-stick form",
    printed=("definition", "slide: Differential Privacy (DP)"),
    statement=r"""\Pr[A(S) \in E] \le e^\epsilon \Pr[A(S') \in E] + \delta \;\;\forall E
        \quad\Longleftrightarrow\quad \sum_y (p_y - e^\epsilon q_y)_+ \le \delta""",
    hypotheses=r"""S, S' \in \mathcal{Z}^n \text{ differ in at most one entry, in both orders}
        \text{countably many outputs, or densities in place of } p_y, q_y""",
    parts=("every event", "attained"),
    encoded={"every event": (every_event(),), "attained": (likelier(), all_exist())},
    note="As encoded p and q are densities of the laws of A(S) and A(S') for one probability law,"
    " such as half of their sum, s is the indicator of E, and r is (p - e^eps q)_+. The first"
    " statement is about every E, the second about E = {p > e^eps q}; the third shows that"
    " the means, which the others take as existing, always do. Neither that E p = E q = 1"
    " nor delta >= 0 is needed.",
)


@CLAIM.proof(part="every event")
@broken("half_of_it_does_not_bound_every_event", "{p > e^eps q} needs all of it.", bound=delta / 2)
@broken("without_a_bound_on_the_parts", "Two laws may lie apart.", where=())
@broken("another_number", "r has to be the positive part.", sure=())
def no_event_collects_more_than_the_positive_parts(
    *, bound: sp.Expr = delta, **changes: Sequence[Any]
) -> Outcome:
    """(p - e^eps q) s <= (p - e^eps q)_+ for s = 0 and s = 1, integrated."""
    return each_output_counts_once(every_event(bound=bound, **changes))


@CLAIM.proof(part="attained")
@broken("half_of_delta", "The positive parts may add up to delta.", bound=delta / 2)
@broken("without_the_definition", "Two laws may lie apart.", where=())
@broken("another_event", "One that no output belongs to tells nothing.", sure=ANY)
def the_likelier_outputs_collect_them_all(
    *, bound: sp.Expr = delta, where: Sequence[Any] = (PRIVATE,), sure: Sequence[Any] = (LIKELIER,)
) -> Outcomes:
    """(p - e^eps q) s = (p - e^eps q)_+ where s is 1 for p > e^eps q, else 0; integrated."""
    yield each_output_counts_once(likelier(bound=bound, where=where, sure=sure))
    yield each_output_counts_once(all_exist(sure=sure))
