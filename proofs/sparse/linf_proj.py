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

from proofs.sparse._cases import decide
from workbench.claims import Claim, Outcome, all_of
from workbench.rigor import follows

CLAIM = Claim(
    "sparse.linf-proj",
    kind="algorithm",
    title="Projection in the largest coordinate",
    source="block: Output Perturbation with l_oo-Projection",
    provenance="reconstructed",
    statement=r"""\hat x \in \arg\min_{x \in \mathcal{X}} \lVert x - \tilde x \rVert_\infty, \;
        x_\lambda \in \mathcal{X}, \; \tilde x = x_\lambda + \xi: \quad
        \lVert \hat x - x_\lambda \rVert_\infty \le 2 \lVert \xi \rVert_\infty; \quad
        \text{ball of a monotone norm: } \hat x_j = \operatorname{sign}(\tilde x_j)
        (|\tilde x_j| - \tau)_+, \; \tau \text{ smallest feasible}""",
    hypotheses=(
        r"\mathcal{X} \text{ closed, convex}",
        r"\text{monotone: } |x_j| \le |y_j| \;\forall j \text{ gives } \lVert x \rVert \le \lVert"
        r" y \rVert",
    ),
    parts=("guarantee", "threshold"),
)

xi, moved, back = sp.symbols("xi moved back", nonnegative=True)


def guarantee(factor: int, *, optimal: bool = True) -> Outcome:
    """|xhat - x| <= |xhat - xt| + |xt - x|, and the first is at most |x - xt| by optimality."""
    premises = [(1, moved, back + xi)] + ([(1, back, xi)] if optimal else [])
    lost = {"moved": 2, "back": 1, "xi": 1} if optimal else {"moved": 3, "back": 2, "xi": 1}
    return follows(moved, factor * xi, premises, at=lost)


@CLAIM.exact(part="guarantee")
def twice_the_noise_is_the_most_that_is_moved() -> Outcome:
    """Triangle inequality and optimality; x_lam is a candidate."""
    return guarantee(2)


@twice_the_noise_is_the_most_that_is_moved.mutant
def the_noise_itself_does_not_follow() -> Outcome:
    """The projection may add its own error to that of the noise."""
    return guarantee(1)


@twice_the_noise_is_the_most_that_is_moved.mutant
def the_euclidean_projection_moves_further() -> Outcome:
    """Without optimality in the largest coordinate: it moves by (1 + sqrt(d - 1))/2 = 3 at d = 26.

    There X = {<w, x> = 0} with w = (1/sqrt 2, -1/sqrt(50), ...) and xi = (1, ..., 1), so that the
    first coordinate of xi - <w, xi> w is 1 - (1/sqrt 2)(1/sqrt 2 - 25/sqrt(50)) = 3, and the
    distance to xt is 2.
    """
    return guarantee(2, optimal=False)


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

    return decide(cases(), "soft threshold against a grid")


def threshold(part: Fraction) -> Outcome:
    """|x| <= tau + |y| when |x - y| <= tau: so |y| >= |x| - tau; then small cases."""
    x, y, tau = sp.symbols("x y tau", nonnegative=True)  # sizes; z is the distance
    z = sp.Symbol("z", nonnegative=True)
    return all_of(
        follows(x - tau, y, [(1, x, y + z), (1, z, tau)]),
        no_smaller(part),
        summary="no point is nearer, coordinate by coordinate",
    )


@CLAIM.exact(part="threshold")
def a_soft_threshold_is_the_projection() -> Outcome:
    """|y_j| >= (|xtilde_j| - tau)_+ for every feasible y."""
    return threshold(Fraction(1))


@a_soft_threshold_is_the_projection.mutant
def further_away_there_are_feasible_points() -> Outcome:
    """Within 3 tau the ball is met."""
    return threshold(Fraction(3))
