"""Second-order conditions of the noise allocation: what the bordered Hessian really looks like.

The proof of Proposition 4.2 sets the derivatives of the Lagrangian

    sum_t a_t b_t^2 + lambda (sum_t S/(n b_t) - eps)

to zero, finds the right multiplier and the right scales, and closes with: "the bordered Hessian at
the solution is a diagonal matrix, with T negative values and a single 0 on its diagonal".  It is
neither.  Its border holds the derivatives -S/(n b_t^2) of the constraint, none of which is 0.  Its
other diagonal entries are 2 a_t + 2 lambda S/(n b_t^3), and 2 lambda S/(n b_t^3) = 4 a_t at the
solution, so they are 6 a_t > 0; T negative values would make the point a maximum.

What is true: the Hessian of the Lagrangian is diag(6 a_t), positive definite, and the form of the
bordered Hessian is, for any T, a sum of T positive squares minus one.  So the conclusion of the
proof is right; Prop. 4.2 itself is proved here without second-order conditions.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, because, broken, dropped
from workbench.rigor import certify, witness
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.variables import Op
from workbench_papers.accel.notation import symbols

S, n, T, eps = symbols("S_1", "n", "T", "epsilon")
b, w, multiplier, t, j, h = declare("b a lam > 0, integer t j, real h")
a, x, y = sp.IndexedBase("a", positive=True), sp.IndexedBase("x", real=True), declare("real y")

lagrangian = w * b**2 + multiplier * S / (n * b)
stationary = (multiplier, "=", 2 * w * n * b**3 / S)  # 2 a b = lambda S / (n b^2)
BEST = (b, "=", sp.Sum(sp.cbrt(a[j]), (j, 1, T)) / sp.cbrt(a[t]) * S / (n * eps))
STEP = (1, "<=", t), (t, "<=", T)


def printed(factor: int = 2) -> tuple[Any, ...]:
    """The multiplier of B.4."""
    roots = sp.Sum(sp.cbrt(factor * a[j]), (j, 1, T))
    return multiplier, "=", (S / n) ** 2 * roots**3 / eps**3


SOLVED = (BEST, printed())


def balanced(where: Sequence[Any] = SOLVED) -> Relation:
    """The derivative of the Lagrangian in one scale vanishes."""
    force = multiplier * S / (n * b**2)
    return relation(2 * a[t] * b, "=", force, where=[*STEP, *where])


def expanded(entry: int = 6, where: Sequence[Any] = SOLVED) -> Relation:
    """How the Lagrangian changes with one scale: half of the entry times h^2, and a third order."""
    at, moved = (lagrangian.subs(w, a[t]).subs(b, scale) for scale in (b, b + h))
    rest = -2 * a[t] * h**3 / (b + h)
    change = sp.Rational(entry, 2) * a[t] * h**2 + rest
    return relation(moved - at, "=", change, where=[*STEP, *where, (b + h, ">", 0)])


def squares(centre: int = 6) -> tuple[Relation, Relation]:
    """The form of the bordered Hessian as T positive squares minus one."""
    scales = sp.IndexedBase("b", positive=True)
    c = -S / (n * scales[t] ** 2)
    form = 2 * y * sp.Sum(c * x[t], (t, 1, T)) + sp.Sum(6 * a[t] * x[t] ** 2, (t, 1, T))
    whole = sp.Sum(6 * a[t] * (x[t] + y * c / (centre * a[t])) ** 2, (t, 1, T))
    rest = sp.Sum(c**2 / (6 * a[t]), (t, 1, T))
    return relation(form, "=", whole - y**2 * rest), relation(rest, ">", 0)


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
    note="The entries on its diagonal are 6 a_t > 0, and its border does not vanish. Nor are they"
    " eigenvalues: at T = a = b = S_1 = n = eps = 1 these are 3 - sqrt(10) and 3 + sqrt(10).",
)

REPAIRED = Claim(
    "accel.erratum-22.repaired",
    title="Hessian of the Lagrangian diag(6 a_t); with its border, T squares minus one",
    ours=("erratum", "Proof of Proposition 4.2, corrected"),
    statement=r"""\nabla_b^2 \mathcal{L}(b^\star, \lambda^\star)
        = \operatorname{diag}(6 a_{T,1}, \dots, 6 a_{T,T}) \succ 0, \quad
        \lambda^\star = \frac{(S_1/n)^2 \left[ \sum_t (2 a_{T,t})^{1/3} \right]^3}{\epsilon^3},
        \text{ and with } c_t = -\frac{S_1}{n b_t^2} \text{ the form of the bordered Hessian is }
        2 y \sum_t c_t x_t + \sum_t 6 a_{T,t} x_t^2 = \sum_t 6 a_{T,t}
        \Bigl( x_t + \frac{c_t y}{6 a_{T,t}} \Bigr)^2 - y^2 \sum_t \frac{c_t^2}{6 a_{T,t}}""",
    hypotheses=r"""m = n
        a_{T,t}, S_1, \epsilon > 0
        b^\star \text{ as in (31)}""",
    parts=("multiplier", "hessian", "signature"),
    encoded={
        "multiplier": (balanced(),), "hessian": (expanded(),), "signature": squares(),
    },
    uses=("accel.noise-allocation-problem",),
    repairs=("accel.erratum-22",),
    note="The multiplier printed in B.4 is right: it makes the Lagrangian stationary. By"
    " Sylvester's law of inertia, which is no part of this claim, there are T positive eigenvalues"
    " and a negative one. As encoded, the Lagrangian is taken step by"
    " step, as it is a sum over the steps and mixed derivatives vanish; 6 a_t is twice the"
    " coefficient of h^2 in its change from b*_t to b*_t + h, and what is left is of third order.",
)  # fmt: skip


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


@REPAIRED.exact(part="multiplier", uses=())
@broken("multiplier_without_the_two", where=(BEST, printed(1)))
@because("Without the factor 2 the multiplier does not make the Lagrangian stationary.")
@dropped("where", SOLVED, "Other scales, or other multipliers, are not stationary.")
def printed_multiplier_is_right(*, where: Sequence[Any] = SOLVED) -> Outcome:
    """2 a b = lambda S/(n b^2) with B.4's multiplier and the scales of (31)."""
    return certify(balanced(where))


@REPAIRED.exact(part="hessian", uses=())
@broken("hessian_of_the_cost_alone", entry=2)
@because("2 a, the curvature of the cost alone, leaves out that of the constraint.")
@dropped("where", SOLVED, "Elsewhere the change is of first order.")
def hessian_is_six_a(*, entry: int = 6, where: Sequence[Any] = SOLVED) -> Outcome:
    """The second derivative is 2 a + 2 lambda S/(n b^3) = 2 a + 4 a."""
    return certify(expanded(entry, where))


@REPAIRED.exact(part="signature", uses=())
@broken("squares_of_the_wrong_hessian", centre=2)
@because("With 2 a_t in the squares the cross terms do not match.")
def bordered_form_is_t_squares_minus_one(*, centre: int = 6) -> Outcome:
    """Completing squares, for any number of steps and any scales."""
    return certify(squares(centre))
