r"""Regularised logistic regression: the printed objective has no maximiser (eq. (35)).

A record is a feature vector u and a label z = +-1, and p(z | u, x) = 1/(1 + e^(-z u^T x)).  The
paper asks for the maximiser of the mean of ln p + lambda |x|^2.  There is none: the first term
falls at most linearly in |x|, the second one grows like its square.  It is easiest to see with
features 0, which the domain allows: then ln p = -ln 2 at every x, the only stationary point is 0,
and it is the minimum.

With the penalty subtracted the problem is what the experiments solve,

    min F(x),    F(x) = mean_i ln(1 + e^(-z_i u_i^T x)) + lambda |x|^2.

The loss is convex in the margin v.  This is Jensen's inequality for two points, an identity with
k(s) = e^s - 1 - s >= 0: with p = 1/(1 + e^v), the negative slope at v, and a step h of the margin,

    (1 + e^(-(v+h))) / (1 + e^(-v)) - e^(-p h)
        = e^(-p h) [ (1 - p) k(p h) + p k(-(1 - p) h) ]  >=  0.

So F is 2 lambda-strongly convex, and as F(x) >= lambda |x|^2 it has exactly one minimiser.
"""

from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken
from workbench.problems import LogisticRegression
from workbench.rigor import certify, identity, visible, witness
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse

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
    uses=("accel.problem-class",),
    repairs=("accel.logistic-model",),
    note="Strongly convex, continuous and growing at infinity, F has exactly one minimiser.",
)

lam, x, y, u, z, rest = declare("lam > 0, real x y u z r")


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


@REPAIRED.exact(part="gradient")
@broken("printed_weight", weight=sp.exp(y) / (1 + sp.exp(y)))
@because("e^v/(1 + e^v), as in (36), is the weight of the other label.")
def gradient_of_one_record(*, weight: sp.Expr = 1 / (1 + sp.exp(y))) -> Outcome:
    """-z u/(1 + e^(z u^T x)) + 2 lambda x, coordinate by coordinate; the mean is linear.
    One coordinate of the gradient of one loss; r is the rest of u^T x, which stays fixed.
    """
    margin = z * (u * x + rest)
    loss = sp.log(1 + sp.exp(-margin)) + lam * x**2
    return identity(sp.diff(loss, x), -z * u * weight.subs(y, margin) + 2 * lam * x)


@REPAIRED.exact(part="convex")
@broken("another_slope_is_no_tangent", slope=sp.exp(y) / (1 + sp.exp(y)))
@because("With e^v/(1 + e^v), the slope for the other label, the line is no tangent.")
def loss_is_convex_in_the_margin(*, slope: sp.Expr = 1 / (1 + sp.exp(y))) -> Outcomes:
    """The tangent at v has slope -1/(1 + e^v), and the loss stays above it.
    ln(1 + e^(-(v+h))) >= ln(1 + e^(-v)) - p h, in exponential form, p = 1/(1 + e^v).
    """
    v, h, p = declare("real v h, p > 0")
    ratio = (1 + sp.exp(-v - h)) / (1 + sp.exp(-v))
    up, down = (sp.exp(s) - 1 - s for s in (p * h, -(1 - p) * h))
    jensen = sp.exp(-p * h) * ((1 - p) * up + p * down)
    yield identity(ratio, 1 - slope.subs(y, v) + slope.subs(y, v) * sp.exp(-h))
    yield identity(1 - p + p * sp.exp(-h) - sp.exp(-p * h), jensen)
    yield visible(1 - 1 / (1 + sp.exp(v)), ">", 0)
    yield certify(parse("exp(v) - 1 - v >= 0"))
    yield visible(sp.log(1 + sp.exp(-v)), ">", 0)
    yield "Jensen's inequality for two points, as an identity"


@REPAIRED.exact(part="printed sign")
@broken("with_the_penalty_subtracted_the_argument_fails", sign=-1)
@because("With - lambda x^2, which falls in |x|, the argument fails.")
def with_the_printed_sign_no_point_is_best(*, sign: int = 1) -> Outcomes:
    """A point far enough from 0 is better than x, for any records: the penalty outgrows the losses.
    With |x| = s its value is at most lambda s^2; at a point of length t it is at least
    lambda t^2 - ln 2 - M t, where M is the longest u, as 0 < ln(1 + e^(-v)) <= ln 2 + |v|.
    """
    s, longest, v = declare("s longest v >= 0")
    t = s + (longest + 1 + lam) / lam
    yield certify(relation(sp.log(1 + sp.exp(v)), "<=", sp.log(2) + v))
    yield certify(relation(sp.log(1 + sp.exp(-v)), "<=", sp.log(2) + v))
    yield certify(relation(sign * lam * s**2 + sp.log(2), "<", sign * lam * t**2 - longest * t))


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
