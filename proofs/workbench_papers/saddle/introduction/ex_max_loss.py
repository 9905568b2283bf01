"""Minimising the largest of k losses as a saddle point: bounded losses are needed (Section 1.4).

min_x max_i f_i(x) = min_x max_y sum_i y_i f_i(x), linear in y.  Its derivatives are

    d_x: sum y_i grad f_i     d_y: f_i     d_xy: d_j f_i     d_xx: sum y_i d_jk f_i     d_yy: 0
    d_xxy: d_jk f_i           d_xxx: sum y_i d_jkl f_i       with more than one y: 0,

so L_0 = max(L_0, R_0), L_1 = max(L_1, L_0), L_2 = max(L_2, L_1), where |f_i| <= R_0.  The text asks
for Lipschitz and smooth losses only.  f_1 = 0, f_2 = c are 0-Lipschitz, and the joint constant is c
(or c/2 up to shifts), for any c.
"""

import sympy as sp

from workbench.claims import Claim, Example, Outcome, broken
from workbench.rigor import identity, visible
from workbench.rigor.provers import instances as runs
from workbench.symbolic import declare

R0, L0 = declare("R_0 L_0 >= 0")


def joint(bound: sp.Expr = L0) -> runs.RunStatement:
    """For two losses, half of the range of grad_y, the losses at x = 0, is at most the bound."""
    half, L1, f = declare("real h"), declare("L_1 >= 0"), [runs.value("f", 0, k) for k in (1, 2)]
    classes = [runs.CONVEX, runs.lipschitz(L0), runs.smooth(L1)]
    return runs.RunStatement(
        (half, "<=", bound), functions=[runs.Functions("f", *classes)], numbers=(R0,),
        means={half: abs(f[0] - f[1]) / 2},
    )  # fmt: skip


CLAIM = Claim(
    "saddle.ex-max-loss",
    title="Largest of k losses: the joint constants follow from those of the losses",
    reconstructed=("remark", "Section 1.4"),
    statement=r"""\min_x \max_i f_i(x) = \min_x \max_{y \in \Delta_k} \sum_i y_i f_i(x),
        \quad L_0^{\mathrm{joint}} \le L_0 \text{ up to shifts of the gradient}""",
    hypotheses=r"f_1, \dots, f_k \text{ convex}, L_0\text{-Lipschitz and } L_1\text{-smooth}",
    note="Refuted is the bound on the constant: boundedness is missing. The identity stands. As"
    " encoded h is half of the range of the gradient in y at x = 0, and R_0 bounds the losses.",
)

REPAIRED = Claim(
    "saddle.ex-max-loss.repaired",
    title="Largest of k bounded losses: joint constants",
    ours=("remark", "Section 1.4, with bounded losses"),
    statement=r"""L_0^{\mathrm{joint}} \le \max(L_0, R_0), \quad
        L_1^{\mathrm{joint}} \le \max(L_1, L_0), \quad L_2^{\mathrm{joint}} \le \max(L_2, L_1)""",
    hypotheses=r"""f_1, \dots, f_k \text{ convex with constants } L_0, L_1, L_2
        |f_i| \le R_0""",
    parts=("derivatives", "averages"),
    uses=("saddle.def-problem",),
    repairs=("saddle.ex-max-loss",),
)


@CLAIM.refutation(of="case")
@broken("with_bounded_losses_it_holds", "R_0 = 1 bounds both losses.", bound=L0 + R0)
def two_constants_are_enough(*, bound: sp.Expr = L0) -> Example:
    """f_1 = 0, f_2 = 1: L_0 = 0, joint constant 1/2 even up to shifts.
    The case k = 2, at the point x = 0, of the bound on the constant in y.
    """
    losses = [runs.ridge(0), runs.ridge(0, rest=1)]
    return joint(bound).refuted({"f": losses}, L_0=0, L_1=0, R_0=1)


x1, x2, y1, y2 = declare("real x1 x2 y1 y2")


@REPAIRED.exact(part="derivatives")
@broken("mixed_blocks_are_not_twice_that", "A factor 2 in the mixed blocks is rejected.", mixed=2)
def blocks_of_a_function_linear_in_y(*, mixed: int = 1) -> Outcome:
    """d_x d_y F = d_x f_i and so on: generic cubics stand for the Taylor polynomial at a point.
    Generic cubic losses of two variables, k = 2.  F(x + u, y + v) in powers of u and v is of first
    degree in v, with f_i at v_i, d_x f_i and d_xx f_i at v_i u and v_i u u, and averages at u only.
    """
    u1, u2, v1, v2 = declare("real u1 u2 v1 v2")
    losses = []
    for name in ("a", "b"):
        coefficients = sp.symbols(f"{name}0:10", real=True)
        monomials = [1, x1, x2, x1**2, x1 * x2, x2**2, x1**3, x1**2 * x2, x1 * x2**2, x2**3]
        losses.append(sum(k * m for k, m in zip(coefficients, monomials, strict=True)))
    f, g = losses

    def along(loss: sp.Expr) -> sp.Expr:  # the derivatives of a loss, at u, u u and u u u
        first = u1 * sp.diff(loss, x1) + u2 * sp.diff(loss, x2)
        second = u1 * sp.diff(first, x1) + u2 * sp.diff(first, x2)
        third = u1 * sp.diff(second, x1) + u2 * sp.diff(second, x2)
        return first + second / 2 + third / 6

    moved = {x1: x1 + u1, x2: x2 + u2}
    left = (y1 + v1) * f.subs(moved, simultaneous=True)
    left += (y2 + v2) * g.subs(moved, simultaneous=True)
    blocks = y1 * (f + along(f)) + y2 * (g + along(g))
    blocks += v1 * (f + mixed * along(f)) + v2 * (g + mixed * along(g))
    return identity(left, blocks)


@REPAIRED.exact(part="averages")
@broken("they_are_not_zero", "The bound 0 is exceeded.", limit=0)
def averages_do_not_exceed_the_largest(*, limit: int = 1) -> Outcome:
    """The blocks in x alone are averages of those of the losses.
    sum y_i e_i <= L sum y_i for entries e_i = L - below_i: any number of losses.
    """
    k, i = declare("integer k > 0, integer i")
    y, below = (sp.IndexedBase(name, nonnegative=True) for name in ("y", "below"))
    L = declare("L > 0")
    value = sp.Sum(y[i] * (L - below[i]), (i, 1, k))
    return visible(value, "<=", limit * L * sp.Sum(y[i], (i, 1, k)))
