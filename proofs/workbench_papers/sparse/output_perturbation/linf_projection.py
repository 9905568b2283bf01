"""Projection in the largest coordinate: xhat minimises |x - xtilde|_oo over the convex set X.

For x_lam in X and xtilde = x_lam + xi, |xhat - xtilde|_oo <= |x_lam - xtilde|_oo = |xi|_oo, so

    |xhat - x_lam|_oo <= 2 |xi|_oo.

For the balls of the 1-norm and the 2-norm the answer is a soft threshold: every y within r of
xtilde has |y_j| >= (|xtilde_j| - r)_+ in every coordinate, and the soft threshold attains this.
The projection is not unique; this choice does not look at the data.  The Euclidean projection has
no such guarantee: on a hyperplane in 26 dimensions it moves a coordinate by 3 |xi|_oo.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import soft_thresholds as soft

CLAIM = Claim(
    "sparse.linf-proj",
    title="Projection in the largest coordinate",
    reconstructed=("algorithm", "block: Output Perturbation with l_oo-Projection"),
    statement=r"""\hat x \in \arg\min_{x \in \mathcal{X}} \lVert x - \tilde x \rVert_\infty, \;
        x_\lambda \in \mathcal{X}, \; \tilde x = x_\lambda + \xi: \quad
        \lVert \hat x - x_\lambda \rVert_\infty \le 2 \lVert \xi \rVert_\infty; \quad
        \mathcal{X} = \{ x: \lVert x \rVert_p \le R \}, \; p \in \{1, 2\}: \;
        \hat x_j = \operatorname{sign}(\tilde x_j) (|\tilde x_j| - \tau)_+ \text{ is nearest}, \;
        \tau \ge 0 \text{ smallest feasible}""",
    hypotheses=r"""\mathcal{X} \text{ a set with a nearest point } \hat x
        \tau \text{ feasible: } \textstyle\sum_j (|\tilde x_j| - \tau)_+^p \le R^p""",
    parts=("guarantee", "feasible", "distance", "nearest"),
    encoded={
        "guarantee": (soft.moved(),),
        "feasible": (soft.inside(1), soft.inside(2)),
        "distance": (soft.distance(),),
        "nearest": (soft.outside(1), soft.outside(2)),
    },
    note="As encoded the guarantee is about any coordinate j: N is |xi|_oo, at least every |xi_j|;"
    " r is |xhat - xtilde|_oo, which is at most |x_lambda - xtilde|_oo = N, as x_lambda is in X."
    " Convexity is not needed. Then x, p and y are the coordinates of xtilde, of its soft threshold"
    " at tau and of any other point, and e is 1 at one coordinate, 0 elsewhere: p is in the ball,"
    " each of its coordinates is within tau of x, and a point within r < tau is not in the ball.",
)


@CLAIM.exact(part="guarantee")
@broken("the_noise_itself_is_exceeded", factor=1)
@because(
    "X is the segment from (0, 0) to (2, 0), x_lambda = (0, 0), xi = (1, 1): all of X is at the"
    " distance 1 of xtilde, so xhat = (2, 0) is allowed."
)
@dropped(
    "known",
    soft.NOISY,
    {
        0: "N may be 0, and the noise is not.",
        1: "Nothing else is said of xhat.",
        2: "The Euclidean projection moves by (1 + sqrt(d - 1))/2 = 3 at d = 26: X = {<w, x> = 0},"
        " w = (1/sqrt 2, -1/sqrt(50), ...), x_lambda = 0, xi = (1, ..., 1).",
    },
)
def twice_the_noise_is_the_most_that_is_moved(**changes: Any) -> Outcome:  # noqa: ANN401
    """|xhat - x_lam| <= |xhat - xtilde| + |xtilde - x_lam|, the first at most the second."""
    return soft.by_the_triangle(**changes)


@CLAIM.proof(part="feasible")
@broken("a_threshold_that_is_too_small", "d = 1, xtilde = 2, R = 1, tau = 0.", fits=False)
@broken("without_the_threshold", soft=[[(soft.p, "=", soft.x)]])
@because("d = 1, xtilde = 2, R = 1, tau = 1: xtilde itself is not in the ball.")
def a_soft_threshold_is_in_the_ball(**changes: Any) -> Outcomes:  # noqa: ANN401
    """|p_j| = (|xtilde_j| - tau)_+, whose sum, or sum of squares, is small enough."""
    yield from (soft.by_the_coordinates(power, **changes) for power in (1, 2))


@CLAIM.proof(part="distance")
@broken("half_of_the_threshold", "It moves xtilde = 2 to 1 for tau = 1.", share=sp.S.Half)
@broken("in_two_coordinates", "The sum of two of them may be 2 tau.", one=False)
@broken("another_point", soft=[[(soft.p, "=", 0)]])
@because("0 is at the distance 2 of xtilde = 2, tau = 1.")
def a_soft_threshold_is_near(**changes: Any) -> Outcome:  # noqa: ANN401
    """|p_j - xtilde_j| = min(tau, |xtilde_j|)."""
    return soft.by_one_coordinate(**changes)


@CLAIM.proof(part="nearest")
@broken("at_the_same_distance", "The soft threshold is one.", closer=())
@broken("anywhere", "0 is in the ball.", near=None)
@broken("any_threshold", smallest=False)
@because("d = 1, xtilde = 0, R = 1, tau = 1: y = 0 is nearer, and in the ball.")
def no_point_of_the_ball_is_nearer(**changes: Any) -> Outcomes:  # noqa: ANN401
    """|y_j| >= (|xtilde_j| - r)_+, as |xtilde_j - y_j| <= r; and r < tau is not feasible."""
    yield from (soft.by_a_smaller_one(power, **changes) for power in (1, 2))
