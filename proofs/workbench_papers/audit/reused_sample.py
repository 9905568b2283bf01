"""Two releases from one sample cost more than twice the amplified loss (opendp/opendp 2933).

A record is in the sample with chance c.  The loss of an outcome is the logarithm of its mass with
the record over that without.  Each of two releases from that one sample, seen alone, loses
ln(1 + c w) at most, w = e^epsilon - 1.  Together they lose what one release of 2 epsilon from the
sample does, ln(1 + c ((1 + w)^2 - 1)), at most; at p_i = e^epsilon q_i that is more than twice.
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


def more(loss: str = "c*w") -> Relation:
    """Where both outcomes are most telling, the pair loses more than twice the amplified loss."""
    most = "0 < c < 1, w > 0, q1 > 0, q2 > 0, p1 = (1 + w)*q1, p2 = (1 + w)*q2"
    return parse(f"(1 + {loss})^2*q1*q2 < (1 - c)*q1*q2 + c*p1*p2", where=most)


CLAIM = Claim(
    "audit.reused-sample",
    title="Amplified losses of releases from one sample do not add up",
    ours=("proposition", "https://github.com/opendp/opendp/issues/2933"),
    statement=r"""(1 - c) q_1 q_2 + c p_1 p_2 \le (1 + c ((1 + w)^2 - 1)) q_1 q_2,
        \quad \text{ and } > (1 + c w)^2 q_1 q_2 \text{ at } p_i = e^{\epsilon} q_i, \qquad
        w = e^{\epsilon} - 1""",
    hypotheses=r"""\text{a record is in the sample with chance } c, \; 0 < c < 1
        \text{given the sample, the releases are independent}
        p_i, q_i > 0 \text{ are the masses of an outcome of release } i \text{ with the record in \
            the sample and without}, \; p_i \le e^{\epsilon} q_i
        \epsilon > 0 \text{ (in the first part } \epsilon \ge 0)""",
    parts=("together", "more"),
    encoded={"together": (together(),), "more": (more(),)},
    note="The loss of an outcome is the logarithm of its mass with the record over that without:"
    " ln(1 + c w) at most for one release alone, and more than twice this for the pair. An audit of"
    " two answers about one sample refutes the sum: tests/wild/selection.py.",
)


@CLAIM.exact(part="together")
@broken("twice_the_loss_of_one", cost="2*w")
@because("2 w leaves out the square of w, which is lost where both outcomes are most telling.")
def both_lose_what_one_release_of_twice_the_loss_does(*, cost: str = "(1 + w)^2 - 1") -> Outcome:
    """p1 p2 <= (1 + w)^2 q1 q2, and the rest is the same on both sides."""
    return certify(together(cost))


@CLAIM.exact(part="more")
@broken("without_the_sample_the_sum_is_enough", loss="w")
@because("(1 + w)^2, the losses before amplification, is above 1 - c + c (1 + w)^2.")
def the_sum_is_too_little(*, loss: str = "c*w") -> Outcome:
    """(1 - c) + c (1 + w)^2 - (1 + c w)^2 = c (1 - c) w^2 > 0."""
    return certify(more(loss))
