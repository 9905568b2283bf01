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

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "accel.assumption-3-2",
    title="Uniformly bounded l1 sensitivity",
    printed=("definition", "Assumption 3.2, eq. (19)"),
    statement=r"""\sup_{x \in \mathbb{R}^d} S_1(x) \le S_1 < \infty;\qquad
        f(x;y) = \tfrac12 x^\top Q x - y^\top x,\ \lVert y \rVert_1 \le R:\ S_1(x) = 2R;\qquad
        f(x;u,y) = \tfrac12 (u x - y)^2,\ |u|, |y| \le 1:\ \sup_x S_1(x) = \infty""",
    hypotheses=r"\mathcal{Y} \text{ public}",
    parts=("quadratics: bounded", "quadratics: attained", "least squares: unbounded"),
    uses=("accel.sensitivity",),
    note="An assumption, shown here to be neither empty nor automatic. Logistic regression"
    " satisfies it too; a supremum over the data at hand would not be private.",
)

k, d, R = declare("integer k, integer d > 0, R > 0")


def state_cancels(linear: sp.Expr) -> Outcome:
    """Coordinate k of grad f(x;y) - grad f(x;y'), for q = (Qx)_k and any x."""
    q, y, z = declare("real q y z")
    return identity((q - linear * y) - (q - z), z - y)


def triangle() -> Outcome:
    """|y - z| <= |y| + |z|, by the signs of y and z: y = +-p, z = +-r and p, r >= 0."""
    p, r = declare("p r >= 0")
    cases = [sign * (i * p - j * r) for sign in (1, -1) for i in (1, -1) for j in (1, -1)]
    return all_of(visible(u, "<=", p + r) for u in cases)


def summed(radius: sp.Expr) -> Outcome:
    """sum_k |y_k| + sum_k |z_k| <= 2R when both l1 norms are at most R."""
    a, c = sp.IndexedBase("a", nonnegative=True), sp.IndexedBase("c", nonnegative=True)
    norms = [sp.Symbol(name, nonnegative=True) for name in ("norm_y", "norm_z")]
    sums = [sp.Sum(v[k], (k, 1, d)) for v in (a, c)]
    left, right = sp.Sum(a[k] + c[k], (k, 1, d)), norms[0] + norms[1]
    total = identity(left, right, where=[(v, "=", e) for v, e in zip(norms, sums, strict=True)])
    return all_of(
        total, visible(norms[0] + norms[1], "<=", radius, where=[(v, "<=", R) for v in norms])
    )


@CLAIM.exact(part="quadratics: bounded")
@broken("the_radius_alone_is_not_enough", radius=R)
@because("With R in place of the diameter 2 R: two records may be further apart.")
def quadratics_have_sensitivity_at_most_twice_the_radius(*, radius: sp.Expr = 2 * R) -> Outcomes:
    """||y - y'||_1 <= sum |y_k| + sum |y'_k| <= 2R, whatever x is."""
    yield state_cancels(sp.Integer(1))
    yield triangle()
    yield summed(radius)


@CLAIM.exact(part="quadratics: attained")
@broken("a_larger_value_is_not_attained", value=3 * R)
@because("With 3 R in place of 2 R: the difference is 2 R at this pair.")
def opposite_records_attain_it_at_every_point(*, value: sp.Expr = 2 * R) -> Outcomes:
    """|(q + R) - (q - R)| = 2R for every q = (Qx)_k.
    Records y = R e_k and y' = -R e_k differ by 2R in coordinate k and agree elsewhere.
    """
    q = declare("real q")
    changed = identity((q + R) - (q - R), value)
    yield changed
    yield visible(value, ">", 0)


def beyond(bound: sp.Expr, point: sp.Expr) -> Outcome:
    """Gradients u (u x - y) of the records (1, 0) and (0, 0) at `point` differ by more than S."""
    gradients = [u * (u * point) for u in (1, 0)]
    return visible(gradients[0] - gradients[1], ">", bound)


@CLAIM.exact(part="least squares: unbounded")
@broken("at_the_bound_itself_nothing_is_exceeded", excess=0)
@because("At x = S, in place of S + 1, the two gradients differ by S and not by more.")
def least_squares_exceeds_every_bound(*, excess: int = 1) -> Outcome:
    """At x = S + 1 the two gradients differ by S + 1 > S."""
    S = declare("S >= 0")
    return beyond(S, S + excess)
