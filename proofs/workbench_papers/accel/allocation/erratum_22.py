"""Second-order conditions of the noise allocation: what the bordered Hessian really looks like.

The proof of Proposition 4.2 sets the derivatives of the Lagrangian

    sum_t a_t b_t^2 + lambda (sum_t S/(n b_t) - eps)

to zero, finds the right multiplier and the right scales, and closes with: "the bordered Hessian at
the solution is a diagonal matrix, with T negative values and a single 0 on its diagonal".  It is
neither.  Its border holds the derivatives -S/(n b_t^2) of the constraint, none of which is 0.  Its
other diagonal entries are 2 a_t + 2 lambda S/(n b_t^3), and 2 lambda S/(n b_t^3) = 4 a_t at the
solution, so they are 6 a_t > 0; T negative values would make the point a maximum.

What is true: the Hessian of the Lagrangian is diag(6 a_t), positive definite, and the bordered
Hessian has T positive eigenvalues and one negative one.  The second statement follows by completing
squares, for any T: with the border c_t,

    2 y sum c_t x_t + sum 6 a_t x_t^2 = sum 6 a_t (x_t + c_t y/(6 a_t))^2 - y^2 sum c_t^2/(6 a_t),

a congruence (Sylvester).  So the conclusion of the proof is right; Prop. 4.2 itself is proved here
without second-order conditions.
"""

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken
from workbench.rigor import identity, inequality, visible, witness
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.variables import Op
from workbench_papers.accel.notation import symbols

CLAIM = Claim(
    "accel.erratum-22",
    title="Bordered Hessian of the noise allocation, as printed",
    printed=("erratum", "Proof of Proposition 4.2, appendix B.4, last sentence"),
    statement=r"""\begin{bmatrix} 0 & \nabla h^\top \\ \nabla h & \nabla_b^2 \mathcal{L}
        \end{bmatrix} \text{ at the solution is diagonal, with } T \text{ negative values and a}
        \text{ single } 0, \quad h(b) = \sum_t \frac{S_1}{n b_t} - \epsilon, \;
        \mathcal{L} = \sum_t a_{T,t} b_t^2 + \lambda h(b)""",
    hypotheses=r"""m = n
        a_{T,t}, S_1, \epsilon > 0""",
    note="The entries on its diagonal are 6 a_t > 0, and its border does not vanish.",
)

REPAIRED = Claim(
    "accel.erratum-22.repaired",
    title="Hessian of the Lagrangian diag(6 a_t); one negative eigenvalue with its border",
    ours=("erratum", "Proof of Proposition 4.2, corrected"),
    statement=r"""\nabla_b^2 \mathcal{L}(b^\star, \lambda^\star)
        = \operatorname{diag}(6 a_{T,1}, \dots, 6 a_{T,T}) \succ 0, \quad
        \lambda^\star = \frac{(S_1/n)^2 \left[ \sum_t (2 a_{T,t})^{1/3} \right]^3}{\epsilon^3},
        \text{ and the bordered Hessian has } T \text{ positive and } 1
        \text{ negative eigenvalue}""",
    hypotheses=r"""m = n
        a_{T,t}, S_1, \epsilon > 0""",
    parts=("multiplier", "hessian", "signature"),
    uses=("accel.noise-allocation-problem",),
    repairs=("accel.erratum-22",),
    note="The multiplier printed in B.4 is right. The quadratic form of the bordered Hessian is"
    " written as T positive squares minus one, for every T; that this determines the signs of the"
    " eigenvalues is Sylvester's law of inertia.",
)

S, n, T, eps = symbols("S_1", "n", "T", "epsilon")
b, w, multiplier, t, j = declare("b a lam > 0, integer t j")
a, c = sp.IndexedBase("a", positive=True), sp.IndexedBase("c", positive=True)
x, y = sp.IndexedBase("x", real=True), declare("real y")

lagrangian = w * b**2 + multiplier * S / (n * b)
stationary = (multiplier, "=", 2 * w * n * b**3 / S)  # 2 a b = lambda S / (n b^2)


def diagonal_entry(claimed: sp.Expr, sign: Op) -> Relation:
    """The second derivative in one scale, at a stationary point, against a claimed sign."""
    return relation(sp.diff(lagrangian, b, 2), sign, claimed, where=[stationary])


@CLAIM.refutation(of="case")
@broken("diagonal_is_six_a", claimed=6 * w, sign="=")
@because("With 6 a in place of the printed entry it is right, and nothing is refuted.")
def diagonal_is_not_negative(*, claimed: sp.Expr = sp.Integer(0), sign: Op = "<") -> Example:
    """At a = b = S = n = 1: the entry is 6."""
    return witness(diagonal_entry(claimed, sign), a=1, b=1, S_1=1, n=1, lam=2)


@CLAIM.refutation(of="case")
@broken("border_is_the_derivative", claimed=-S / (n * b**2))
@because("The border is -S/(n b^2), the derivative of S/(n b).")
def border_does_not_vanish(*, claimed: sp.Expr = sp.Integer(0)) -> Example:
    """At b = S = n = 1 the border holds -1, so the matrix is not diagonal.
    The border's entry, the derivative of the constraint in one scale.
    """
    return witness(relation(sp.diff(S / (n * b), b), "=", claimed), b=1, S_1=1, n=1)


@REPAIRED.exact(part="multiplier")
@broken("multiplier_without_the_two", factor=1)
@because("Without the factor 2 the multiplier does not make the Lagrangian stationary.")
def printed_multiplier_is_right(*, factor: int = 2) -> Outcome:
    """Stationarity holds at (31) with lambda = (S/n)^2 (sum (2 a)^(1/3))^3 / eps^3.
    2 a b = lambda S/(n b^2) with B.4's multiplier and the scales of (31); w_t = a_t^(1/3).
    """
    w = sp.IndexedBase("w", positive=True)
    roots = sp.Sum(w[j], (j, 1, T))
    best = declare("b_opt > 0")
    printed = (S / n) ** 2 * (sp.cbrt(factor) * roots) ** 3 / eps**3
    return identity(
        2 * w[t] ** 3 * best, multiplier * S / (n * best**2),
        where=[(best, "=", roots / w[t] * S / (n * eps)), (multiplier, "=", printed)],
    )  # fmt: skip


@REPAIRED.exact(part="hessian")
@broken("hessian_of_the_cost_alone", factor=2)
@because("2 a, the curvature of the cost alone, leaves out that of the constraint.")
def hessian_is_six_a(*, factor: int = 6) -> Outcomes:
    """2 a + 2 lambda S/(n b^3) = 2 a + 4 a.
    d^2 L/db^2 = 6 a at a stationary point; mixed derivatives vanish, L being a sum.
    """
    yield identity(sp.diff(lagrangian, b, 2), factor * w, where=[stationary])
    yield inequality(diagonal_entry(sp.Integer(0), ">"))


@REPAIRED.exact(part="signature")
@broken("squares_of_the_wrong_hessian", centre=2)
@because("With 2 a_t in the squares the cross terms do not match.")
def bordered_form_is_t_squares_minus_one(*, centre: int = 6) -> Outcomes:
    """Completing squares, for any number of steps and any border.
    The quadratic form of the bordered Hessian as T positive squares minus one.
    """
    form = 2 * y * sp.Sum(c[t] * x[t], (t, 1, T)) + sp.Sum(6 * a[t] * x[t] ** 2, (t, 1, T))
    squares = sp.Sum(6 * a[t] * (x[t] + y * c[t] / (centre * a[t])) ** 2, (t, 1, T))
    left_over = sp.Sum(c[t] ** 2 / (6 * a[t]), (t, 1, T))
    yield identity(form, squares - y**2 * left_over)
    yield visible(left_over, ">", 0)
