r"""How far projecting a noisy point back onto a convex set can leave it from where it was.

With u = zhat - zbar the nearest point zhat of K to zbar + xi obeys <xi - u, -u> <= 0: otherwise a
small step from zhat towards zbar, which stays in K, would come nearer.  So |u|^2 <= <xi, u>, and

    |u|^2 <= |xi|^2                       as |xi - u|^2 >= 0,
    |u|^2 <= |xi|_oo |u|_1 <= 2 R |xi|_oo     in the l1 ball of radius R (Hoelder).

The second bound grows with the largest noise, not with the dimension: this is the whole gain of the
projection mechanism.  From zbar = -R e_1 the noise 2 R e_1 attains both.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import projections

CLAIM = Claim(
    "sparse.proj-error",
    title="Error of a projected noisy point",
    ours=("lemma", "behind Table 1: the analysis of the projection mechanism"),
    statement=r"""\lVert \hat z - \bar z \rVert_2^2 \le \langle \xi, \hat z - \bar z \rangle, \quad
        \lVert \hat z - \bar z \rVert_2^2 \le \lVert \xi \rVert_2^2, \quad
        K \subseteq B_1(0, R): \;
        \lVert \hat z - \bar z \rVert_2^2 \le 2 R\, \lVert \xi \rVert_\infty;
        \text{ no smaller constants}""",
    hypotheses=r"""K \subseteq \mathbb{R}^d \text{ closed and convex}, \; \bar z \in K
        \hat z = \Pi_K(\bar z + \xi) \text{ (Euclidean)}""",
    parts=("variational", "euclidean", "hoelder", "attained"),
    encoded={"variational": (projections.inner(),), "euclidean": (projections.euclidean(),),
             "hoelder": (projections.largest(),), "attained": projections.vertices()},
    note="As encoded zbar is z, zhat is h, and no point of the segment from h to z, part of K, is"
    " nearer to z + xi than h. M is any number that no |xi_j| exceeds. No smaller constants:"
    " in the ball of radius R, at one point and one noise, each bound times c < 1 is passed; w is"
    " any point of the ball.",
)  # fmt: skip

ONE_POINT = ((projections.t, ">=", 1), projections.SEGMENT[1])


@CLAIM.proof(part="variational")
@broken("twice_the_square_is_not_bounded", "2 |u|^2 <= <xi, u> fails for u = xi.", weight=2)
@broken("without_convexity", segment=ONE_POINT)
@because("In K = {0, 2} the nearest point to 3/2 is 2, from zbar = 0: 4 <= 3 is false.")
def the_nearest_point_has_a_variational_inequality(
    *, weight: int = 1, segment: Sequence[Any] = projections.SEGMENT
) -> Outcome:
    """A step t from zhat to zbar changes the square by t (t |u|^2 - 2 (|u|^2 - <xi, u>)) >= 0."""
    return projections.by_a_small_step(weight=weight, segment=segment)


@CLAIM.proof(part="euclidean")
@broken("it_need_not_halve_it", weight=2)
@because("2 |u|^2 <= |xi|^2 fails where the noisy point stays in K: u = xi.")
@broken("without_convexity_it_may_add", segment=ONE_POINT)
@because("In K = {0, 2} the nearest point to 3/2 is 2, from zbar = 0: 4 <= 9/4 is false.")
def projection_does_not_add_error(
    *, weight: int = 1, segment: Sequence[Any] = projections.SEGMENT
) -> Outcome:  # fmt: skip
    """|u|^2 <= |xi|^2, as |xi|^2 - |u|^2 = |xi - u|^2 + 2 (<xi, u> - |u|^2)."""
    return projections.by_the_square(weight=weight, segment=segment)


@CLAIM.proof(part="hoelder")
@broken("the_radius_is_not_the_diameter", "R |xi|_oo is too small.", share=sp.S.Half)
@dropped(
    "where",
    projections.IN_BALL,
    "This point is free: it is (1, 0) or (-1, 0), the other 0, R < 1/2.",
)
@broken("a_larger_noise", "M bounds none of the |xi_j|.", sure=())
def largest_noise_times_the_diameter(**changes: Any) -> Outcome:  # noqa: ANN401
    """|u|^2 <= <xi, u> <= |xi|_oo (|zhat|_1 + |zbar|_1) <= 2 R |xi|_oo."""
    return projections.by_the_largest(**changes)


@CLAIM.proof(part="attained")
@broken(
    "a_smaller_noise_does_not_attain_them", "xi = R e_1 is projected on 0.", noise=projections.R
)
def one_vertex_to_the_opposite_one(*, noise: sp.Expr = 2 * projections.R) -> Outcomes:
    """From -R e_1 by xi = 2 R e_1: |u|^2 = 4 R^2 = <xi, u> = |xi|^2 = 2 R |xi|_oo."""
    yield from projections.by_one_entry(noise)
    yield "one instance on which all bounds are equalities"
