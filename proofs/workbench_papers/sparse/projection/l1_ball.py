"""Euclidean projection onto the l1 ball, and onto its intersection with a Euclidean ball.

A point z of the ball is the nearest one to y if for some theta >= 0

    y - z = theta g + mu z,  |g_j| <= 1,  <g, z> = |z|_1,  theta (R - |z|_1) = mu (L^2 - |z|^2) = 0

(mu = 0 for the l1 ball alone): then <y - z, w - z> <= 0 for every w of the set.  So all entries
shrink towards zero by one threshold theta, and for two balls by one factor 1/(1 + mu) in addition.
For the l1 ball theta is found by sorting: with S_k the sum of the k largest |y_j|,

    k* = max {k : k u_k > S_k - R},     theta = (S_k* - R)/k*,     u_k* > theta >= u_(k*+1).
"""

from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import nearest_points

CLAIM = Claim(
    "sparse.l1-projection",
    title="Projection onto the l1 ball by sorting",
    reconstructed=("algorithm", "Projection Mechanism, the projection step"),
    statement=r"""\Pi_{B_1(0, R)}(y)_j = \operatorname{sign}(y_j) (|y_j| - \theta)_+ \;
        \text{ if } \lVert y \rVert_1 > R, \quad
        \theta = \frac{u_1 + \dots + u_{k^\star} - R}{k^\star}, \;
        k^\star = \max\Big\{ k : k u_k > \sum_{j \le k} u_j - R \Big\}; \quad
        \Pi_{B_1(0, R)}(y) = y \;\text{ if } \lVert y \rVert_1 \le R""",
    hypotheses=r"u_1 \ge \dots \ge u_d \text{ the sorted } |y_j|, \; R > 0",
    parts=("optimality", "threshold"),
    encoded={
        "optimality": (nearest_points.sorted_nearest(), nearest_points.itself()),
        "threshold": (nearest_points.sorted_inside(),),
    },
    note="As encoded z is the projection and w any point of the ball; e is 1 for the k* largest"
    " entries, `last` is u_k*, and `following` is u_(k*+1), or 0 for k* = d; that k* qualifies and"
    " k* + 1 does not is all that is used of the maximum. A post-processing"
    " of the noisy mean: it never sees the data. Ties do no harm, as equal entries are cut alike.",
)

TWO = Claim(
    "sparse.l1-projection.two-balls",
    title="Projection onto the intersection with a Euclidean ball",
    ours=("lemma", "not on the poster; for the repaired projection mechanism"),
    statement=r"""z = \frac{1}{1 + \mu} \operatorname{sign}(y) (|y| - \theta)_+, \;
        \theta (R - \lVert z \rVert_1) = \mu (L^2 - \lVert z \rVert_2^2) = 0
        \;\Longrightarrow\; z = \Pi_{B_1(0, R) \cap B_2(0, L)}(y)""",
    hypotheses=r"\theta, \mu \ge 0, \; z \in B_1(0, R) \cap B_2(0, L)",
    encoded=(nearest_points.two_balls(),),
    note="As encoded w is any point of both balls. That z is one of them makes it the projection,"
    " and is not needed for the inequality.",
)


@CLAIM.proof(part="optimality")
@broken("twice_the_threshold", at=2 * nearest_points.level)
@because("y = (2, 0), R = 1: z = 0 is 4 from y, and w = (1, 0) is 1, in squares.")
@dropped("where", (nearest_points.REFUSED, nearest_points.LEVEL), {
    0: "theta may be below 0, as at y = (1/2, 0), R = 1, k = 1, and z is not y.",
    1: "theta is any number, and z = 0 where it is large.",
})  # fmt: skip
@broken("a_point_outside_of_the_ball", "It may be y itself.", other=())
def one_threshold_is_the_nearest_point(**changes: Any) -> Outcomes:  # noqa: ANN401
    """|y - z|^2 + 2 theta |z|_1 is least at z, and |w|_1 <= R <= |z|_1.
    theta >= 0 as k* + 1 does not qualify; |z| >= |y| - theta adds up to R over the k* largest.
    """
    yield nearest_points.by_sorting(**changes)
    yield nearest_points.of_the_ball()


@CLAIM.proof(part="threshold")
@dropped("where", (nearest_points.KEPT, nearest_points.REFUSED, nearest_points.LEVEL), {
    0: "k may be too large, as at u = (3, 0), R = 1, k = 2, where theta = 1 > 0.",
    1: "k may be too small, as at u = (3, 3), R = 1, k = 1, where theta = 2 < 3.",
    2: "theta is any number.",
})  # fmt: skip
def sorting_finds_the_threshold(**changes: Any) -> Outcome:  # noqa: ANN401
    """u_(k*+1) <= theta < u_k*, so |z| = |y| - theta for the k* largest entries and 0 elsewhere."""
    return nearest_points.inside_by_sorting(**changes)


@TWO.proof
@dropped("tight", nearest_points.TIGHT, "Inside of that ball a point may be moved without need.")
@dropped("other", nearest_points.OTHER, "w may be nearer, outside of that ball.")
@broken(
    "the_factor_is_not_one_minus_mu", "Another factor, another point.", factor=1 - nearest_points.mu
)
def two_multipliers_are_enough(**changes: Any) -> Outcome:  # noqa: ANN401
    """|y - z|^2 + 2 theta |z|_1 + mu |z|^2 is least at z, and w is in both balls."""
    return nearest_points.by_two_multipliers(**changes)
