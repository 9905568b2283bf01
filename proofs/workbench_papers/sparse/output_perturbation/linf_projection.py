"""Projection in the largest coordinate: xhat minimises |x - xtilde|_oo over the convex set X.

For x_lam in X and xtilde = x_lam + xi, |xhat - xtilde|_oo <= |x_lam - xtilde|_oo = |xi|_oo, so

    |xhat - x_lam|_oo <= 2 |xi|_oo.

For a norm ball that is monotone and symmetric in every sign (l1, l2) the answer is a soft
threshold: every x within tau of xtilde has |x_j| >= (|xtilde_j| - tau)_+ in every coordinate, and
the soft threshold attains this.  The projection is not unique; this choice does not look at the
data.  The Euclidean projection has no such guarantee: on a hyperplane in 26 dimensions it moves a
coordinate by 3 |xi|_oo.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.harness import every_case
from workbench.rigor import follows
from workbench.symbolic import declare

CLAIM = Claim(
    "sparse.linf-proj",
    title="Projection in the largest coordinate",
    reconstructed=("algorithm", "block: Output Perturbation with l_oo-Projection"),
    statement=r"""\hat x \in \arg\min_{x \in \mathcal{X}} \lVert x - \tilde x \rVert_\infty, \;
        x_\lambda \in \mathcal{X}, \; \tilde x = x_\lambda + \xi: \quad
        \lVert \hat x - x_\lambda \rVert_\infty \le 2 \lVert \xi \rVert_\infty; \quad
        \text{ball of a monotone norm: } \hat x_j = \operatorname{sign}(\tilde x_j)
        (|\tilde x_j| - \tau)_+, \; \tau \text{ smallest feasible}""",
    hypotheses=r"""\mathcal{X} \text{ closed, convex}
        \text{monotone: } |x_j| \le |y_j| \;\forall j \text{ gives } \lVert x \rVert \le \lVert y \
            \rVert""",
    parts=("guarantee", "threshold"),
)

xi, moved, back = declare("xi moved back >= 0")


@CLAIM.exact(part="guarantee")
@broken("the_noise_itself_does_not_follow", factor=1)
@because("The projection may add its own error to that of the noise.")
@broken("the_euclidean_projection_moves_further", optimal=False)
@because(
    "Without optimality in the largest coordinate: it moves by (1 + sqrt(d - 1))/2 = 3 at"
    " d = 26. There X = {<w, x> = 0} with w = (1/sqrt 2, -1/sqrt(50), ...) and xi = (1,"
    " ..., 1), so that the first coordinate of xi - <w, xi> w is 1 - (1/sqrt 2)(1/sqrt 2"
    " - 25/sqrt(50)) = 3, and the distance to xt is 2."
)
def twice_the_noise_is_the_most_that_is_moved(*, factor: int = 2, optimal: bool = True) -> Outcome:
    """Triangle inequality and optimality; x_lam is a candidate.
    |xhat - x| <= |xhat - xt| + |xt - x|, and the first is at most |x - xt| by optimality.
    """
    premises = [(1, moved, back + xi)] + ([(1, back, xi)] if optimal else [])
    lost = {"moved": 2, "back": 1, "xi": 1} if optimal else {"moved": 3, "back": 2, "xi": 1}
    return follows(moved, factor * xi, premises, at=lost)


def smallest(x: Sequence[Fraction], radius: Fraction) -> Fraction:
    """The smallest tau with sum (|x_j| - tau)_+ <= radius."""
    sizes = sorted((abs(v) for v in x), reverse=True)
    if sum(sizes) <= radius:
        return Fraction(0)
    for k, size in enumerate(sizes, start=1):
        tau = (sum(sizes[:k]) - radius) / k
        if tau <= size and (k == len(sizes) or tau >= sizes[k]):
            return tau
    return sizes[0] - radius


def shrunk(x: Sequence[Fraction], tau: Fraction) -> list[Fraction]:
    """The soft threshold of each coordinate."""
    return [(1 if v > 0 else -1) * max(abs(v) - tau, Fraction(0)) for v in x]


def no_smaller(part: Fraction) -> Outcome:
    """l1 balls, grids: feasible at tau, and every grid point within part * tau is outside."""

    def cases() -> Iterator[tuple[str, bool]]:
        grid = [Fraction(v, 2) for v in range(-6, 7, 2)]
        fine = [Fraction(v, 6) for v in range(-18, 19)]
        for x in product(grid, repeat=2):
            for radius in (Fraction(1), Fraction(2)):
                tau = smallest(x, radius)
                feasible = sum(map(abs, shrunk(x, tau))) <= radius
                near = [[v for v in fine if abs(v - c) < part * tau] for c in x]
                outside = all(sum(map(abs, y)) > radius for y in product(*near))
                yield f"x = {x}, R = {radius}", feasible and (tau == 0 or outside)

    return every_case(cases(), "soft threshold against a grid")


@CLAIM.exact(part="threshold")
@broken("further_away_the_threshold_may_be_undercut", part=sp.Integer(3))
@because("|x - y| <= 3 tau does not give |y| >= |x| - tau.")
def a_soft_threshold_is_the_projection(*, part: sp.Expr = sp.Integer(1)) -> Outcome:
    """|y_j| >= (|xtilde_j| - tau)_+ for every feasible y.
    |x| <= part tau + |y| when |x - y| <= part tau: so |y| >= |x| - tau, for part = 1.
    """
    x, y, tau = declare("x y tau >= 0")  # sizes; z is the distance
    z = declare("z >= 0")
    near = follows(x - tau, y, [(1, x, y + z), (1, z, part * tau)])
    return near.because("no point is nearer, coordinate by coordinate")


@CLAIM.exact(part="threshold", corner="d = 2, x on a grid, R = 1 and 2; points of a finer grid")
@broken("further_away_there_are_feasible_points", "Within 3 tau the ball is met.", part=3)
def no_point_of_a_grid_is_nearer(*, part: int = 1) -> Outcome:
    """Soft thresholds are feasible, and every point that is nearer is outside of the ball."""
    return no_smaller(Fraction(part))
