"""Uniformly bounded sensitivity (Assumption 3.2, eq. (19)): where it holds, and where it does not.

The l1 sensitivity of the per-record gradient,

    S_1(x) = sup over y, y' in the public domain of ||grad f(x;y) - grad f(x;y')||_1,

may depend on the point x.  The assumption asks for one bound S_1 that serves at all points.  It is
a property of the model and of the public domain, not of the data at hand.

Holds.  For mean-type quadratics f(x;y) = x'Qx/2 - y'x the state cancels in the difference of two
gradients: it is y' - y.  Over the domain ||y||_1 <= R this gives S_1(x) = 2R at every x, attained
by y = R e_k and y' = -R e_k.

Fails.  For least squares f(x;u,y) = (u x - y)^2 / 2 on the bounded domain |u| <= 1, |y| <= 1 the
two records (1, 0) and (0, 0) have gradients x and 0: for every S there is a point with S_1(x) > S.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import certify
from workbench.rigor.provers import empirical_risk as risk
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation
from workbench.symbolic.text import parse


def beyond(excess: int = 1) -> Relation:
    """The gradients u (u x - y) of two records differ by more than S at x = S + 1."""
    records = "u = 1, y = 0, v = 0, z = 0"
    return parse("abs(u*(u*x - y) - v*(v*x - z)) > S", where=f"{records}, x = S + {excess}, S >= 0")


CLAIM = Claim(
    "accel.assumption-3-2",
    title="Uniformly bounded l1 sensitivity",
    printed=("definition", "Assumption 3.2, eq. (19); the examples are ours"),
    statement=r"""\sup_{x \in \mathbb{R}^d} S_1(x) \le S_1 < \infty;\qquad
        f(x;y) = \tfrac12 x^\top Q x - y^\top x,\ \lVert y \rVert_1 \le R:\ S_1(x) = 2R;\qquad
        f(x;u,y) = \tfrac12 (u x - y)^2,\ |u|, |y| \le 1:\ \sup_x S_1(x) = \infty""",
    hypotheses=r"\mathcal{Y} \text{ public}",
    parts=("quadratics: bounded", "quadratics: attained", "least squares: unbounded"),
    encoded={
        "quadratics: bounded": (risk.within().theorem,),
        "quadratics: attained": (risk.opposite().theorem,),
        "least squares: unbounded": (beyond(),),
    },
    uses=("accel.sensitivity",),
    note="As encoded h is Q x, a vector is the sequence of its coordinates, two opposite records of"
    " norm R are 2 R apart, and (1, 0) and (0, 0) further than S at x = S + 1. An assumption, shown"
    " here to be neither empty nor automatic. Logistic regression satisfies it too; a supremum over"
    " the data at hand would not be private.",
)


@CLAIM.proof(part="quadratics: bounded")
@broken("the_radius_alone_is_not_enough", change={"factor": 1})
@because("With R in place of the diameter 2 R: two records may be further apart.")
@broken("one_record_in_the_domain", "The other one may be anywhere.", change={"told": (0,)})
def quadratics_have_sensitivity_at_most_twice_the_radius(*, change: dict[str, Any] = {}) -> Outcome:
    """||y - y'||_1 <= sum |y_k| + sum |y'_k| <= 2R, whatever x is."""
    return proved(risk.within(**change))


@CLAIM.proof(part="quadratics: attained")
@broken("a_larger_value_is_not_attained", factor=3)
@because("With 3 R in place of 2 R: the difference is 2 R at this pair.")
def opposite_records_attain_it_at_every_point(*, factor: int = 2) -> Outcome:
    """||(Qx - y) - (Qx + y)||_1 = 2 ||y||_1 for any y, such as those of norm R."""
    return proved(risk.opposite(factor=factor))


@CLAIM.exact(part="least squares: unbounded")
@broken("at_the_bound_itself_nothing_is_exceeded", excess=0)
@because("At x = S, in place of S + 1, the two gradients differ by S and not by more.")
def least_squares_exceeds_every_bound(*, excess: int = 1) -> Outcome:
    """At x = S + 1 the two gradients differ by S + 1 > S."""
    return certify(beyond(excess))
