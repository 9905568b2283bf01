"""A decoder for Gaussian l1-recovery that needs no equation to be solvable.

    zhat = argmin |A z - b|_2   over   B_1(0, L sqrt(s)),      b = A zbar + xi

exists for every number of rows, m > d included.  With u = A(zhat - zbar) its optimality against the
feasible point zbar reads |u|^2 <= <xi, u> = <A^T xi, zhat - zbar>, and Hoelder's inequality bounds
this by 2 L sqrt(s) |A^T xi|_oo.  The bound is one on the image; it is one on the points as far as A
shrinks no difference of two points of the ball.  For A = I it is `sparse.proj-error`.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "sparse.cs-accuracy.decoder",
    title="Least squares over the l1 ball in place of an equality constraint",
    ours=("lemma", "not on the poster"),
    statement=r"""\hat z = \arg\min_{\lVert z \rVert_1 \le L\sqrt{s}} \lVert A z - b \rVert_2: \quad
        \lVert A (\hat z - \bar z) \rVert_2^2
        \le \min\{ \lVert \xi \rVert_2^2, \; 2 L \sqrt{s}\, \lVert A^\top \xi \rVert_\infty \}
        \;\text{ for every } A \text{ and } m""",
    hypotheses=r"b = A \bar z + \xi, \; \lVert \bar z \rVert_1 \le L \sqrt{s}",
    parts=("optimality", "bounds"),
    repairs=("sparse.cs-accuracy.every-budget",),
    uses=("sparse.setting",),
    note="Post-processing of the same release: the privacy does not change.",
)

m, i = declare("integer m > 0, integer i")
u, xi = sp.IndexedBase("u", real=True), sp.IndexedBase("xi", real=True)
error = sp.Sum(u[i] ** 2, (i, 1, m))
inner = sp.Sum(xi[i] * u[i], (i, 1, m))


@CLAIM.exact(part="optimality", uses=())
@broken("twice_the_square_is_not_bounded", "2 |u|^2 <= <xi, u> fails for u = xi.", weight=2)
def no_step_towards_the_mean_is_better(*, weight: int = 1) -> Outcomes:
    """|A(zhat - zbar)|^2 <= <xi, A(zhat - zbar)>.
    A step t < 1 from zhat towards zbar changes |A z - b|^2 = |u - xi|^2 by -2 t P + t^2 N.
    P = <u - xi, u> may not be positive, or t = P/(N + P) would lower it.
    """
    P, N, t = declare("P > 0, N >= 0, real t")
    moved = sp.Sum((u[i] - xi[i] - t * u[i]) ** 2, (i, 1, m))
    rest = sp.Sum((u[i] - xi[i]) ** 2, (i, 1, m))
    step = P / (N + P)
    premise = (1, sp.Sum((u[i] - xi[i]) * u[i], (i, 1, m)), 0)
    yield identity(moved - rest, t**2 * error - 2 * t * (error - inner))
    yield visible(step**2 * N - 2 * step * P, "<", 0, gap=P**2 * (N + 2 * P) / (N + P) ** 2)
    yield follows(weight * error, inner, [premise], rest=(1 - weight) * error)
    yield "|u|^2 <= <xi, u>"


@CLAIM.exact(part="bounds", uses=("sparse.setting",))
@broken("the_radius_is_not_the_diameter", "L sqrt(s) |A^T xi|_oo is too small.", radii=1)
def largest_correlation_times_the_diameter(*, radii: int = 2) -> Outcomes:
    """The error is at most |xi|^2 and at most 2 L sqrt(s) |A^T xi|_oo.
    <xi, u> = <A^T xi, w> <= M |w|_1, w = zhat - zbar; and |xi|^2 - |u|^2 as a square.
    """
    square, M, length, new, old, R = declare("square M length new old R >= 0")
    premises = [(1, square, M * length), (M, length, new + old), (M, new, R), (M, old, R)]
    at = {"square": 2, "M": 1, "length": 2, "new": 1, "old": 1, "R": 1}
    right = sp.Sum(xi[i] ** 2, (i, 1, m))
    yield follows(error, right, [(2, error, inner)], rest=sp.Sum((xi[i] - u[i]) ** 2, (i, 1, m)))
    yield follows(square, radii * R * M, premises, at=at)
    yield "Cauchy-Schwarz as a square, and Hoelder over the ball"
