"""An explicit constant for the transient: |M^t| <= rho^t + (1 + beta) t rho^(t-1).

Theorem 3.5 has an unspecified C_t = O(t) with |M^t| <= C_t rho^t.  In one eigen-direction write T =
U (diag(a, b) + N) U* (Schur) with N strictly upper triangular.  Frobenius norms are invariant, so

    |N_12|^2 = tau^2 + beta^2 + 1 - |a|^2 - |b|^2 = (1 + beta)^2                   real roots,
                                                  = tau^2 + (1 - beta)^2 <= (1 + beta)^2   complex.

The corner c_t of the t-th power obeys c_{t+1} = a c_t + N_12 b^t, so |c_t| <= |N_12| t rho^(t-1);
the norm of a triangular 2x2 matrix is at most its larger diagonal modulus plus its corner.

Figure 1 takes C_t = t "for simplicity".  That is no upper bound: |M| >= 1 > rho (erratum 6).
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken
from workbench.rigor import First, Rule, identity, induction, visible, witness
from workbench.symbolic import declare, relation
from workbench_papers.accel._heavy_ball import alpha, beta

CLAIM = Claim(
    "accel.quad-power-bound",
    title="Explicit constant C_t of Theorem 3.5",
    ours=("lemma", "not in the paper, which has C_t = O(t)"),
    statement=r"""\lVert M(\alpha,\beta)^t \rVert_2 \le \rho^t + (1+\beta)\, t\, \rho^{t-1},
        \quad \text{so } C_t = 1 + (1+\beta)\, t/\rho \text{ is admissible if } \rho > 0""",
    hypotheses=r"""0 \le \beta < 1,\; 0 < \alpha\lambda_i < 2(1+\beta)
        t \ge 1 \;(\lVert M^0 \rVert = 1)""",
    parts=("corner", "power", "norm"),
    uses=("accel.quad-rate.repaired",),
    repairs=("accel.erratum-6",),
    note="The norm of M is the largest norm of its 2x2 blocks in the eigenbasis of Q. That every"
    " matrix is unitarily triangular (Schur) is textbook.",
)

SIMPLE = Claim(
    "accel.erratum-6",
    title="C_t = t as an upper bound, as plotted",
    reading=("erratum", "Section 3.2, numerical demonstration, with footnote 1"),
    statement=r"\lVert M(\alpha,\beta)^t \rVert \le t\, \rho^t \text{ for all } t \ge 1",
    hypotheses=r"\rho < 1",
    note="The footnote says that a constant is left out; the plotted curves are no bounds.",
)

lam, tau = declare("lam > 0, real tau")
plain = 1 + beta - alpha * lam


@CLAIM.exact(part="corner", uses=())
@broken("one_plus_beta_squared", bound=1 + beta**2)
@because("With 1 + beta^2 in place of (1 + beta)^2 the constant is too small.")
def corner_is_at_most_one_plus_beta(*, bound: sp.Expr = (1 + beta) ** 2) -> Outcomes:
    """Equal to (1 + beta)^2 for real roots, at most that for complex ones.
    The squared corner, real roots a + b = tau, a b = beta; complex ones |a|^2 = |b|^2 = beta.
    """
    a, b = declare("real a b")
    frobenius = tau**2 + beta**2 + 1
    T = sp.Matrix([[plain, -beta], [1, 0]])
    complex_roots = [(tau**2, "<=", 4 * beta)]
    product = declare("real q")
    yield identity(sum(entry**2 for entry in T), plain**2 + beta**2 + 1)
    left = (a + b) ** 2 + product**2 + 1 - a**2 - b**2
    yield identity(left, bound.subs(beta, product), where=[(product, "=", a * b)])
    gap = bound - (1 + beta) ** 2 + (4 * beta - tau**2)
    yield visible(frobenius - 2 * beta, "<=", bound, where=complex_roots, gap=gap)


u, lost = sp.IndexedBase("u", nonnegative=True), sp.IndexedBase("l", nonnegative=True)
k, t, rho, n = declare("integer k, integer t >= 0, rho N > 0")


@CLAIM.exact(part="power", uses=())
@broken("bounded_corner", count=sp.Integer(1))
@because("Without the factor t it is false: at a double root the corner is N t a^(t-1).")
def corner_of_a_power_grows_linearly(*, count: sp.Expr = t + 1) -> Outcomes:
    """The corner of the t-th power grows at most linearly, by induction on t.
    Of two triangular matrices the product has the corner a c_t + N b^t. So u_t = |c_t| obeys
    u_{t+1} = rho u_t + N rho^t - l_t with l >= 0, and u_{t+1} <= N (t+1) rho^t, N = |N_12|.
    """
    a, b, c, p, q, corner_n = declare("real a b c p q N")  # p = a^t, q = b^t
    moved = sp.Matrix([[a, corner_n], [0, b]]) * sp.Matrix([[p, c], [0, q]])
    rule = Rule("u", "k", rho * u[k + 1] + n * rho ** (k + 1) - lost[k + 1], shift=2)
    first = [First("u", 1, n - lost[0])]
    dropped = sp.Sum(rho ** (t - k) * lost[k], (k, 0, t))
    claimed = relation(u[t + 1], "=", n * count * rho**t - dropped)
    yield identity(moved[0, 1], a * c + corner_n * q)
    yield induction(claimed, "t", rules=[rule], base=first, factor=rho)
    yield visible(0, "<=", dropped)


@CLAIM.exact(part="norm", uses=())
@broken("a_quarter_of_the_corner", share=sp.Rational(1, 4))
@because("With c/4 in place of the corner's own term the bound m + c/4 is too small.")
def norm_is_at_most_diagonal_plus_corner(*, share: sp.Rational = sp.Integer(1)) -> Outcome:
    """A triangular matrix with the diagonal at most m and the corner c in modulus, at (x, y):
    (m + c)^2 (x^2 + y^2) - (m x + c y)^2 - (m y)^2 = m c ((x - y)^2 + x^2 + y^2) + c^2 x^2 >= 0.
    For the t-th power m = rho^t and c = |c_t|.
    """
    m, c, x, y = declare("m c x y >= 0")
    image = (m * x + c * y) ** 2 + (m * y) ** 2
    bound = (m + share * c) ** 2 * (x**2 + y**2)
    gap = m * c * ((x - y) ** 2 + x**2 + y**2) + c**2 * x**2
    gap += bound - (m + c) ** 2 * (x**2 + y**2)
    return visible(image, "<=", bound, gap=gap)


POINT: dict[str, Any] = {"alpha": "1/10", "beta": "16/25", "lam": "1/2", "rho": "4/5"}


@SIMPLE.refutation(of="case")
@broken("explicit_constant_holds_there", bound=(rho + 1 + beta) ** 2)
@because("With the explicit constant, (rho + 1 + beta)^2 = 5.95, the bound holds there.")
def first_power_is_larger(*, bound: sp.Expr = rho**2) -> Example:
    """At t = 1, alpha = 1/10, beta = 16/25, lam = 1/2: |M|^2 >= 3.5 > rho^2 = 0.64.
    M maps (1, 0) to (tau, 1), tau = 1 + beta - alpha lam; rho^2 = beta at complex roots.
    """
    inside = [(plain**2, "<", 4 * beta), (rho**2, "=", beta), (rho, "<", 1)]
    return witness(relation(plain**2 + 1, "<=", bound, where=inside), **POINT)
