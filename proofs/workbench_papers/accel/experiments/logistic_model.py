r"""Regularised logistic regression: the printed objective has no maximiser (eq. (35)).

A record is a feature vector u and a label z = +-1, and p(z | u, x) = 1/(1 + e^(-z u^T x)).  The
paper asks for the maximiser of the mean of ln p + lambda |x|^2.  There is none: the first term
falls at most linearly in |x|, the second one grows like its square.  It is easiest to see with
features 0, which the domain allows: then ln p = -ln 2 at every x, the only stationary point is 0,
and it is the minimum.

With the penalty subtracted the problem is what the experiments solve,

    min F(x),    F(x) = mean_i ln(1 + e^(-z_i u_i^T x)) + lambda |x|^2.

The loss l(v) = ln(1 + e^-v) of a margin v has the slope -1/(1 + e^v): it is above its tangent and
at most (w - v)^2/8 above it at w.  So F differs from the tangent that is printed by a multiple of
the square of the step at most, which is what it means that this is its gradient; and the mean loss
is convex.  F is 2 lambda-strongly convex (`accel.logistic-constants`), and as F(x) >= lambda |x|^2
it has exactly one minimiser, which is well known and no part of the claim.
"""

from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from workbench.claims import Claim, Example, Outcome, all_of, because, broken, dropped
from workbench.problems import LogisticRegression
from workbench.rigor import witness
from workbench.rigor.provers import logistic_likelihood as likelihood
from workbench.rigor.provers import logistic_losses as logistic
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "accel.logistic-model",
    title="Regularised logistic regression as printed (erratum 28: the sign of the penalty)",
    printed=("definition", "Eq. (35)"),
    statement=r"""x^\ast = \arg\max_{x \in \mathbb{R}^d} \frac1n \sum_{i=1}^n
        \left[ \ln p(z_i \mid u_i, x) + \lambda \lVert x \rVert^2 \right], \quad
        p(z \mid u, x) = \frac{1}{1 + e^{-z u^\top x}}""",
    hypotheses=r"z_i \in \{-1, 1\},\; \lVert u_i \rVert_1 \le C,\; \lambda > 0",
    note="A sign: the penalty has to be subtracted, as the authors' code does.",
)

REPAIRED = Claim(
    "accel.logistic-model.repaired",
    title="Regularised logistic regression",
    ours=("definition", "Eq. (35), corrected"),
    statement=r"""F(x) = \frac1n \sum_{i=1}^n \ln\left( 1 + e^{-z_i u_i^\top x} \right)
        + \lambda \lVert x \rVert^2, \quad
        \nabla F(x) = -\frac1n \sum_{i=1}^n \frac{z_i u_i}{1 + e^{z_i u_i^\top x}} + 2\lambda x;
        \quad F - \lambda \lVert \cdot \rVert^2 \text{ is convex and } \ge 0;
        \text{ with the printed sign each } x \text{ is beaten by another one}""",
    hypotheses=r"z_i \in \{-1, 1\},\; \lambda > 0",
    parts=("gradient", "convex", "printed sign"),
    encoded={
        "gradient": (likelihood.above(), likelihood.below()),
        "convex": (likelihood.convex(), likelihood.positive()),
        "printed sign": (likelihood.beaten(),),
    },
    uses=("accel.problem-class",),
    repairs=("accel.logistic-model",),
    note="As encoded F(y) - F(x) - <grad F(x), y - x> is at most a multiple of squares of y - x, on"
    " either side, which defines the gradient. The point that beats x is s r with q = |x| and"
    " s = q + (1 + M + lambda)/lambda, for any vector r of length 1 and any M >= 0 with"
    " z_i <u_i, r> >= -M for all records, such as the largest of the |u_i|.",
)  # fmt: skip

lam, x, y, u, z = declare("lam > 0, real x y u z")


def printed(at: sp.Expr, sign: int) -> sp.Expr:
    """The printed log-likelihood, ln p + sign lambda x^2 for one record and one variable."""
    return -sp.log(1 + sp.exp(-z * u * at)) + sign * lam * at**2


WITNESS: dict[str, Any] = {"lam": "1/100", "y": 0, "x": 1}


@CLAIM.refutation(of="case")
@broken("subtracted_penalty_has_its_maximum_there", sign=-1)
@because("With - lambda x^2 the same stationary point is better than x = 1.")
def the_only_stationary_point_is_a_minimum(*, sign: int = 1) -> Example:
    """Features 0: the derivative is 2 lambda y, zero at 0 only, and x = 1 is better than 0.
    The case n = d = 1, u = 0: a maximiser is a stationary point y, and no x is better than it.
    """
    here, there = (printed(at, sign).subs(u, 0) for at in (x, y))
    return witness(relation(here, "<=", there, where=[(sp.diff(there, y), "=", 0)]), **WITNESS)


OTHER = 1 - logistic.ODDS  # e^v/(1 + e^v)


@REPAIRED.proof(part="gradient")
@broken("printed_weight", "This weight, as in (36), is that of the other label.", odds=OTHER)
def objective_stays_near_its_tangent(**changes: Any) -> Outcome:  # noqa: ANN401
    """At most (1/(8n)) sum_i (v_i(y) - v_i(x))^2 + lambda |y - x|^2 away, on either side."""
    return all_of(likelihood.above_shown(**changes), likelihood.below_shown(**changes))


@REPAIRED.proof(part="convex")
@broken("beyond_the_ends", "Beyond x and y it is above the chord.", where=())
@broken("at_least_1", "At x = 0 it is ln 2.", least=1)
def mean_loss_is_convex_and_not_negative(*, least: int = 0, **changes: Any) -> Outcome:  # noqa: ANN401
    """Both ends are above the tangent at the point between; and ln(1 + e^-v) > 0."""
    return all_of(likelihood.convex_shown(**changes), likelihood.positive_shown(least))


@REPAIRED.proof(part="printed sign")
@broken("subtracted_penalty", "At x = 0 it is -ln 2, and at s r below -4.", sign=-1)
@dropped("where", likelihood.LENGTHS, {
    0: "With r = 0 the point is 0, no better than x = 0.",
    1: "A point x further away than s r may be better."})  # fmt: skip
@broken("steep_losses", "At s r a loss may be larger than the penalty is.", every=())
def with_the_printed_sign_no_point_is_best(**changes: Any) -> Outcome:  # noqa: ANN401
    """At x it is at most lambda |x|^2, at s r at least lambda s^2 - ln 2 - s M."""
    return likelihood.beaten_shown(**changes)


_ROWS: dict[str, Any] = {
    "features": st.lists(st.floats(-3, 3), min_size=2, max_size=8), "point": st.floats(-60, 60),
    "positive": st.booleans(),
}  # fmt: skip


@REPAIRED.sampled(
    **_ROWS, examples=40, corner="the numeric objective with one variable, up to 8 records"
)
@broken("flipped_labels_are_noticed", "The loss of the other label is another number.", sign=-1.0)
def code_agrees_with_fifty_digits(
    features: list[float], point: float, positive: bool, *, sign: float = 1.0
) -> None:
    """The objective of the workbench against 50 digits, margins up to 180."""
    problem = LogisticRegression(radius=3.0, penalty=0.01, start=np.zeros(1))
    label = 1.0 if positive else -1.0
    data = problem.dataset([[f, label] for f in features])
    at = sp.Float(point, 50)
    losses = [sp.log(1 + sp.exp(-sign * label * sp.Float(f, 50) * at)) for f in features]
    exact = sp.Add(*losses) / len(features) + sp.Float("0.01", 50) * at**2
    value = float(problem.objective(np.array([[point]]), data)[0])
    # at most eight losses, each within a few ulps of max(loss, 1), plus the penalty's rounding
    assert abs(value - float(exact)) <= 64 * 2.0**-52 * max(1.0, float(exact))
