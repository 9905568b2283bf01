"""A decoder for Gaussian l1-recovery that needs no equation to be solvable.

    zhat = argmin |A z - b|_2   over   B_1(0, L sqrt(s)),      b = A zbar + xi

exists for every number of rows, m > d included.  With u = A(zhat - zbar) its optimality against the
feasible point zbar reads |u|^2 <= <xi, u> = <A^T xi, zhat - zbar>, and Hoelder's inequality bounds
this by 2 L sqrt(s) |A^T xi|_oo.  The bound is one on the image; it is one on the points as far as A
shrinks no difference of two points of the ball.  For A = I it is `sparse.proj-error`.
"""

from typing import Any

from workbench.claims import Claim, Outcomes, because, broken, dropped
from workbench.rigor.provers import projections

CLAIM = Claim(
    "sparse.cs-accuracy.decoder",
    title="Least squares over the l1 ball in place of an equality constraint",
    ours=("lemma", "not on the poster"),
    statement=r"""\hat z = \arg\min_{\lVert z \rVert_1 \le L\sqrt{s}} \lVert A z - b \rVert_2: \quad
        \lVert A (\hat z - \bar z) \rVert_2^2
        \le \min\{ \lVert \xi \rVert_2^2, \; 2 L \sqrt{s}\, \lVert A^\top \xi \rVert_\infty \}
        \;\text{ for every } A \text{ and } m""",
    hypotheses=r"b = A \bar z + \xi, \; \lVert \bar z \rVert_1 \le L \sqrt{s}",
    encoded=projections.decoded(),
    repairs=("sparse.cs-accuracy.every-budget",),
    note="Post-processing of the same release: the privacy does not change. As encoded h = A zhat,"
    " z = A zbar and xi are vectors of R^m, and p = zhat, q = zbar and g = A^T xi of R^d, with"
    " zeros where the sums have more terms. As the ball is convex and A linear, zhat is no worse"
    " than zhat + t (zbar - zhat), of image h + t (z - h); that g is A^T xi is used as"
    " <xi, A(zhat - zbar)> = <g, zhat - zbar>; M is any number that no |g_j| exceeds.",
)


@CLAIM.proof
@broken("twice_the_square_is_not_bounded", "2 |u|^2 <= |xi|^2 fails for u = xi.", share=2)
@broken("without_convexity", segment=((projections.t, ">=", 1), projections.SEGMENT[1]))
@because("On a set of two points the nearest one may be as far as 2 |xi|.")
@dropped("where", projections.ADJOINT, {0: "g may be 0.", 1: "zhat may be any point.",
                                        2: "zbar may be any point."})  # fmt: skip
@broken("a_larger_correlation", "M bounds none of the |g_j|.", sure=())
def no_step_towards_the_mean_is_better(**changes: Any) -> Outcomes:  # noqa: ANN401
    """|u|^2 <= <xi, u> = <A^T xi, zhat - zbar> for u = A(zhat - zbar), and |xi - u|^2 >= 0."""
    yield from projections.by_the_image(**changes)
