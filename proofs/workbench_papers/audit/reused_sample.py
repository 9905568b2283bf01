"""Two releases from one sample cost more than twice the amplified loss (opendp/opendp 2933).

A record is in the sample with chance c.  Each of two releases from that one sample, seen alone,
loses ln(1 + c w) at most, w = e^epsilon - 1.  Together they lose what one release of 2 epsilon from
the sample does, ln(1 + c ((1 + w)^2 - 1)), and it is attained; twice the amplified loss is less.
Fresh samples do cost the sum.
"""

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import certify
from workbench.symbolic import Relation
from workbench.symbolic.text import parse

MASSES = "p1 > 0, q1 > 0, p2 > 0, q2 > 0, p1 <= (1 + w)*q1, p2 <= (1 + w)*q2"


def together(cost: str = "(1 + w)^2 - 1") -> Relation:
    """The mass of two outcomes with the record is at most 1 + c cost times that without it."""
    with_it = "(1 - c)*q1*q2 + c*p1*p2"
    return parse(f"{with_it} <= (1 + c*({cost}))*q1*q2", where=f"0 < c < 1, w >= 0, {MASSES}")


def more(loss: str = "w") -> Relation:
    """Twice the amplified loss is less than what two likely outcomes lose."""
    return parse(f"(1 + c*{loss})^2 < (1 - c) + c*(1 + w)^2", where="0 < c < 1, w > 0")


CLAIM = Claim(
    "audit.reused-sample",
    title="Amplified losses of releases from one sample do not add up",
    ours=("proposition", "https://github.com/opendp/opendp/issues/2933"),
    statement=r"""(1 - c) q_1 q_2 + c p_1 p_2 \le (1 + c ((1 + w)^2 - 1)) q_1 q_2,
        \qquad (1 + c w)^2 < (1 - c) + c (1 + w)^2, \qquad w = e^{\epsilon} - 1""",
    hypotheses=r"""0 < c < 1, \; \epsilon > 0 \text{ (in the first part } \epsilon \ge 0)
        p_i, q_i > 0 \text{ are masses of an outcome of release } i \text{ with } \
            p_i \le e^{\epsilon} q_i""",
    parts=("together", "more"),
    encoded={"together": (together(),), "more": (more(),)},
    note="With p_i = e^eps q_i the first part is an equality (not encoded), so that the loss of"
    " the pair is above the sum. An audit of two answers about one sample refutes the sum:"
    " tests/wild/selection.py.",
)


@CLAIM.exact(part="together")
@broken("twice_the_loss_of_one", cost="2*w")
@because("2 w leaves out the square of w, which is lost where both outcomes are most telling.")
def both_lose_what_one_release_of_twice_the_loss_does(*, cost: str = "(1 + w)^2 - 1") -> Outcome:
    """p1 p2 <= (1 + w)^2 q1 q2, and the rest is the same on both sides."""
    return certify(together(cost))


@CLAIM.exact(part="more")
@broken("with_the_whole_loss_it_is_enough", loss="(2 + w)")
@because("(1 + c (2 + w))^2 is above 1 + c (2 w + w^2) for small w.")
def the_sum_is_too_little(*, loss: str = "w") -> Outcome:
    """1 + c (2 w + w^2) - (1 + c w)^2 = c (1 - c) w^2 > 0."""
    return certify(more(loss))
