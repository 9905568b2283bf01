"""Smooth strongly convex finite sums: the problem that every algorithm of the paper solves.

F is the mean of one loss per record, F(x) = (1/n) sum_i f(x; y_i).  It belongs to S(mu, L) when its
Bregman remainder F(x) - F(y) - <grad F(y), x - y> lies between (mu/2)|x - y|^2 and (L/2)|x - y|^2.

A definition cannot be wrong, but it can be empty or not fit its use.  Two things are checked for
every dimension d and every number n of records: a quadratic (written in its eigenbasis) is in the
class exactly when its curvatures lie in [mu, L], and a mean of members is a member.  The
inequalities that rate proofs draw from the definition are
ext.smooth-strongly-convex-inequalities.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "accel.problem-class",
    title="Smooth strongly convex finite sums",
    printed=("definition", "eqs. (1)-(3), Definition A.1"),
    statement=r"""F(x) = \frac{1}{n} \sum_{i=1}^n f(x; y_i), \qquad
        F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d) \;\text{ if and only if }\;
        \tfrac{\mu}{2} \lVert x - y \rVert^2 \le F(x) - F(y) - \nabla F(y)^\top (x - y)
        \le \tfrac{L}{2} \lVert x - y \rVert^2 \;\text{ for all } x, y""",
    hypotheses=r"""f(\cdot; y) \text{ is continuously differentiable for each } y \in \mathcal{Y}
        0 < \mu \le L""",
    parts=("quadratics", "means"),
    note="The paper prints the gradient of f for x in R; x is in R^d. The dataset is a tuple:"
    " equal records count twice.",
)

mu, L, d, n, i = declare("mu L > 0, integer d n > 0, integer i")
x, y, a = (sp.IndexedBase(name, real=True) for name in ("x", "y", "a"))
u, v = sp.IndexedBase("u", nonnegative=True), sp.IndexedBase("v", nonnegative=True)


def remainder(curvature: sp.Expr) -> sp.Expr:
    """F(x) - F(y) - <grad F(y), x - y> for F(x) = sum_i (curvature_i / 2) x_i^2 + a_i x_i."""

    def value(p: sp.IndexedBase) -> sp.Expr:
        return sp.Sum(curvature / 2 * p[i] ** 2 + a[i] * p[i], (i, 1, d))

    slope = sp.Sum((curvature * y[i] + a[i]) * (x[i] - y[i]), (i, 1, d))
    return value(x) - value(y) - slope


def squares(weight: sp.Expr) -> sp.Expr:
    """Half the weighted square of a distance, sum_i weight (x_i - y_i)^2 / 2."""
    return sp.Sum(weight * (x[i] - y[i]) ** 2 / 2, (i, 1, d))


@CLAIM.exact(part="quadratics")
@broken("a_curvature_below_mu_is_rejected", lowest=mu - u[i])
@because("With curvatures mu - u_i in place of mu + u_i the lower bound fails.")
def quadratics_with_curvatures_between_mu_and_L_belong(*, lowest: sp.Expr = mu + u[i]) -> Outcomes:
    """The remainder is sum_i (lambda_i / 2)(x_i - y_i)^2, and outside [mu, L] a bound fails."""
    one, s = declare("delta s > 0")
    outside = all_of(visible((mu - one) / 2 * s**2, "<", mu / 2 * s**2),
                     visible((L + one) / 2 * s**2, ">", L / 2 * s**2))  # fmt: skip
    yield visible(squares(mu), "<=", remainder(lowest), gap=squares(lowest - mu))
    yield visible(remainder(L - v[i]), "<=", squares(L), gap=squares(v[i]))
    yield outside


def mean_in_class(scale: sp.Expr) -> Outcome:
    """Remainders (mu/2) s + u_i and (L/2) s - v_i, of n records, have means within the bounds."""
    size = declare("s >= 0")  # |x - y|^2

    def mean(term: sp.Expr) -> sp.Expr:
        return sp.Sum(term, (i, 1, n)) * scale

    low, high = mu / 2 * size + u[i], L / 2 * size - v[i]
    return all_of(
        visible(mu / 2 * size, "<=", mean(low), gap=mean(u[i])),
        visible(mean(high), "<=", L / 2 * size, gap=mean(v[i])),
    )


@CLAIM.exact(part="means")
@broken("sum_in_place_of_the_mean_is_rejected", weight=sp.Integer(1))
@because("With the sum of n losses in place of their mean the curvature is n times as large.")
def mean_of_members_is_a_member(*, weight: sp.Expr = 1 / n) -> Outcomes:
    """The remainder is linear in F, and sums of n terms divided by n keep both bounds."""
    p, q, slope = (sp.IndexedBase(name, real=True) for name in ("p", "q", "g"))
    step = declare("real h")
    each = p[i] - q[i] - slope[i] * step
    whole = [sp.Sum(part[i], (i, 1, n)) / n for part in (p, q, slope)]
    linear = identity(sp.Sum(each, (i, 1, n)) / n, whole[0] - whole[1] - whole[2] * step)
    yield linear
    yield mean_in_class(weight)
