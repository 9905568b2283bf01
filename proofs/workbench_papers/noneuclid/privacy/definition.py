"""(eps, delta)-differential privacy as one number per ordered pair: the hockey-stick divergence.

    P[E] <= e^eps Q[E] + delta for every event E  if and only if  sum_y (p_y - e^eps q_y)_+ <= delta

An event takes each output wholly or not at all, so it collects at most the positive parts, and the
event {p > e^eps q} collects all of them.  With eps = 0 it is the total variation distance.
"""

from workbench.claims import Claim, Outcome, broken
from workbench.rigor.provers import hockey_stick

CLAIM = Claim(
    "noneuclid.dp-def",
    title="(eps, delta)-DP, and its hockey-stick form",
    printed=("definition", "slide: Differential Privacy (DP)"),
    statement=r"""\Pr[A(S) \in E] \le e^\epsilon \Pr[A(S') \in E] + \delta \;\;\forall E
        \quad\Longleftrightarrow\quad \sum_y (p_y - e^\epsilon q_y)_+ \le \delta""",
    hypotheses=r"""S, S' \in \mathcal{Z}^n \text{ differ in at most one entry, in both orders}
        \text{countably many outputs, or densities in place of } p_y, q_y""",
    parts=("every event", "attained"),
    encoded={
        "every event": (hockey_stick.every_event("E"),),
        "attained": (hockey_stick.attained("E"),),
    },
    note=hockey_stick.AS_ENCODED,
)


@CLAIM.proof(part="every event")
@broken("without_the_bound", "Two laws may be far apart.", given=False)
def no_event_collects_more_than_the_positive_parts(*, given: bool = True) -> Outcome:
    """An event takes each output wholly or not at all: s (p - e^eps q) <= (p - e^eps q)_+."""
    return hockey_stick.no_event_gains_more("E", given=given)


@CLAIM.proof(part="attained")
@broken("without_privacy", "The positive parts may then add up to more.", given=False)
def the_likelier_outputs_collect_them_all(*, given: bool = True) -> Outcome:
    """The event {p > e^eps q} collects the positive parts, and nothing else."""
    return hockey_stick.one_event_gains_it("E", given=given)
