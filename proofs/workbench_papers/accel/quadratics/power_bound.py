"""An explicit constant for the transient: |M^t| <= rho^t + (1 + beta) t rho^(t-1).

Theorem 3.5 has an unspecified C_t = O(t) with |M^t| <= C_t rho^t.  In one eigen-direction M is T =
(tau, -beta; 1, 0), and T^t has the determinant D = beta^t, and a trace S and a sum of squares with

    |T^t|_F^2 = S^2 - 2 D + (1 + beta)^2 h_(t-1)^2,    |S| <= rho^t + D/rho^t,

where |h_(t-1)| <= t rho^(t-1) for the response h: so its norm, whose square is the larger root of
z^2 - |T^t|_F^2 z + D^2, is at most rho^t + (1 + beta) t rho^(t-1).

Figure 1 takes C_t = t "for simplicity".  That is no upper bound: |M| >= 1 > rho (erratum 6).
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, because, broken, dropped
from workbench.rigor import witness
from workbench.rigor.provers import quadratic_powers as powers
from workbench.rigor.provers.quadratic_walks import n, rho
from workbench.symbolic import declare, relation
from workbench_papers.accel._heavy_ball import alpha, beta

CLAIM = Claim(
    "accel.quad-power-bound",
    title="Explicit constant C_t of Theorem 3.5",
    ours=("lemma", "not in the paper, which has C_t = O(t)"),
    statement=r"""\lVert M(\alpha,\beta)^t \xi \rVert \le \bigl( \rho^t + (1+\beta)\, t\,
        \rho^{t-1} \bigr) \lVert \xi \rVert \text{ for all } \xi, \quad
        \text{so } C_t = 1 + (1+\beta)\, t/\rho \text{ is admissible}""",
    hypotheses=r"""M(\alpha,\beta) = \begin{bmatrix} (1+\beta) I - \alpha Q & -\beta I \\ I & 0 \
            \end{bmatrix}, \; Q \text{ with orthonormal eigenvectors and eigenvalues } \lambda_i > 0
        \rho > 0 \text{ is at least the moduli of the roots of } z^2 - (1 + \beta - \alpha \
            \lambda_i) z + \beta, \; \alpha > 0, \; \beta \ge 0, \; t \ge 1""",
    encoded=(powers.power(),),
    repairs=("accel.erratum-6",),
    note="The least such rho is the spectral radius (accel.quad-rate.repaired). As encoded t is n,"
    " a coordinate is that along an eigenvector, (a, b) that of xi and (e, f) that of M^t xi; the"
    " roots are p + i s and q - i s, which s (p - q) = 0 serves to say. C_t rho^t is the number in"
    " brackets. Nothing is random: a mean is the number.",
)

SIMPLE = Claim(
    "accel.erratum-6",
    title="C_t = t as an upper bound, as plotted",
    reading=("erratum", "Section 3.2, numerical demonstration, with footnote 1"),
    statement=r"\lVert M(\alpha,\beta)^t \rVert \le t\, \rho^t \text{ for all } t \ge 1",
    hypotheses=r"\rho < 1",
    note="The footnote says that a constant is left out; the plotted curves are no bounds.",
)

lam = declare("lam > 0")
plain = 1 + beta - alpha * lam


@CLAIM.proof
@broken("bounded_corner", bound=rho**n + (1 + beta) * rho ** (n - 1))
@because("The corner without t: at a double root it is (1 + beta) t rho^(t-1), larger at t = 3.")
@broken("one_plus_beta_squared", bound=rho**n + (1 + beta**2) * n * rho ** (n - 1))
@because("beta = 1/4, double root 1/2, t = 3: the corner is 15/16 > 1/8 + 51/64.")
@broken("a_quarter_of_the_corner", bound=rho**n + (1 + beta) * n * rho ** (n - 1) / 4)
@because("t = 1, beta = 0, alpha lam = 1/2: |M (1, 0)|^2 = 5/4 > (3/4)^2.")
@dropped("where", powers.WHERE, {
    0: "beta = p = q = s = 0: rho is small, and the first entry is (1 - alpha lam)^t.",
    1: "alpha lam = 1 + beta, p = q = s = 0, t = 2: M^2 = -beta I, and rho is small.",
    3: "beta = q = s = 0: rho is small, and the first entry is (1 - alpha lam)^t.",
    4: "beta = p = s = 0: rho is small, and the first entry is (1 - alpha lam)^t."})  # fmt: skip
def powers_are_bounded_by_their_determinant_and_squares(**changes: Any) -> Outcome:  # noqa: ANN401
    """M^4 - |T^t|_F^2 M^2 + D^2 >= 0 for M = rho^t + (1 + beta) t rho^(t-1)."""
    return powers.power_shown(**changes)


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
