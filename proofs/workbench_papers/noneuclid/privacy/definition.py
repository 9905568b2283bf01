"""(eps, delta)-differential privacy as one number per ordered pair: the hockey-stick divergence.

    P[E] <= e^eps Q[E] + delta for every event E  if and only if  sum_y (p_y - e^eps q_y)_+ <= delta

An event takes each output wholly or not at all, so it collects at most the positive parts, and the
event {p > e^eps q} collects all of them.  With eps = 0 it is the total variation distance.
"""

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import certify, visible
from workbench.symbolic import declare
from workbench.symbolic.text import parse

CLAIM = Claim(
    "noneuclid.dp-def",
    title="(eps, delta)-DP, and its hockey-stick form",
    printed=("definition", "slide: Differential Privacy (DP)"),
    statement=r"""\Pr[A(S) \in E] \le e^\epsilon \Pr[A(S') \in E] + \delta \;\;\forall E
        \quad\Longleftrightarrow\quad \sum_y (p_y - e^\epsilon q_y)_+ \le \delta""",
    hypotheses=r"""S, S' \in \mathcal{Z}^n \text{ differ in at most one entry, in both orders}
        \text{countably many outputs, or densities in place of } p_y, q_y""",
    parts=("every event", "attained"),
)

u, v = declare("u v > 0")  # sizes of p - e^eps q where it is positive, negative
s = declare("s >= 0")


@CLAIM.exact(part="every event")
@broken("nothing_smaller_bounds_every_event", factor=0)
@because("Without the positive parts nothing is left.")
def no_event_collects_more_than_the_positive_parts(*, factor: int = 1) -> Outcomes:
    """An event is s in {0, 1} (a randomised test: [0, 1]) at each output.
    s x <= factor x_+ for 0 <= s <= 1, whatever the sign of x.
    """
    yield visible(s * u, "<=", factor * u, where=[(s, "<=", 1)])
    yield visible(-s * v, "<=", 0, where=[(s, "<=", 1)])


@CLAIM.exact(part="attained")
@broken("the_complement_does_not", "The other outputs collect what is not positive.", taken=0)
def the_likelier_outputs_collect_them_all(*, taken: int = 1) -> Outcomes:
    """{x > 0}, where p_y > e^eps q_y, takes u and leaves -v or 0: the sum of (|x| + x)/2."""
    yield certify(parse(f"{taken}*u = (abs(u) + u)/2", where="u > 0"))
    yield certify(parse(f"(1 - {taken})*(-v) = (abs(-v) - v)/2", where="v > 0"))
