"""The rate of heavy ball on quadratics: eq. (26) prints the roots of Nesterov's method.

In one eigen-direction of Q the error obeys e[t+1] = tau e[t] - beta e[t-1], tau = 1 + beta - alpha
lam.  The rate is the larger modulus of the roots of z^2 - tau z + beta (this is what appendix B.3
has).  (26) prints (1 + beta)(1 - alpha lam) and beta (1 - alpha lam) in place of tau and beta:
Nesterov's recursion.  At alpha lam = 1 both are 0, but heavy ball has |z| = sqrt(beta).

The modulus is a function of |tau|: sqrt(beta) up to |tau| = 2 sqrt(beta), then (|tau| + sqrt(tau^2
- 4 beta))/2, which grows (for beta = 0 it is |tau|).  |tau| is convex in lam, so that over [mu, L]
the largest rate is found at an end.  It is below 1 exactly for 0 < alpha lam < 2 (1 + beta): the
polynomial is alpha lam at 1 and 2 (1 + beta) - alpha lam at -1, and its roots multiply to beta < 1.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcomes, because, broken
from workbench.rigor import identity, inequality, visible, witness
from workbench.symbolic import Relation, declare, relation
from workbench_papers.accel._heavy_ball import alpha, beta, mu

CLAIM = Claim(
    "accel.quad-rate",
    title="Rate of DP-SHB on quadratics, as printed (erratum 1)",
    printed=("rate", "Theorem 3.5, eq. (26)"),
    statement=r"""\rho = \max_{\lambda \in \{\mu, L\}} \max_\pm \lvert a_{\lambda,\pm} \rvert, \quad
        a_{\lambda,\pm} = \frac{(1+\beta)(1-\alpha\lambda)
        \pm \sqrt{(1+\beta)^2 (1-\alpha\lambda)^2 - 4\beta(1-\alpha\lambda)}}{2}
        \text{ are the eigenvalues of } \begin{bmatrix} 1+\beta-\alpha\lambda & -\beta \\ 1 & 0
        \end{bmatrix}""",
    hypotheses=r"0 \le \beta < 1,\; 0 < \alpha\lambda < 2(1+\beta)",
    note="These are the eigenvalues of Nesterov's method. Appendix B.3 has the right ones; the"
    " slip is in the theorem. The printed rate can be too small, which is unsafe.",
)

REPAIRED = Claim(
    "accel.quad-rate.repaired",
    title="Rate of DP-SHB on quadratics",
    ours=("rate", "Theorem 3.5, eq. (26), corrected as in appendix B.3"),
    statement=r"""a_{\lambda,\pm} = \tfrac12 \Bigl[ (1+\beta-\alpha\lambda)
        \pm \sqrt{(1+\beta-\alpha\lambda)^2 - 4\beta} \Bigr],\quad
        \max_{\mu \le \lambda \le L} \max_\pm \lvert a_{\lambda,\pm} \rvert
        = \max(\rho_\mu, \rho_L),\quad
        \rho_\lambda < 1 \iff 0 < \alpha\lambda < 2(1+\beta)""",
    hypotheses=r"0 < \mu \le L,\; \alpha > 0,\; 0 \le \beta < 1",
    parts=("roots", "modulus", "ends", "stability"),
    uses=("accel.quadratic-model", "accel.dynamical-system.repaired"),
    repairs=("accel.quad-rate",),
    note="The block form of B.3 needs the eigenbasis of Q, a permutation alone is not enough.",
)

lam, z = declare("lam > 0, real z")
tau = 1 + beta - alpha * lam


def squared_modulus(trace: sp.Expr, determinant: sp.Expr) -> Relation:
    """Complex roots have the squared modulus `determinant`; for heavy ball it is beta."""
    complex_roots = [(trace**2, "<", 4 * determinant), (tau**2, "<", 4 * beta), (beta, "<", 1)]
    return relation(determinant, "=", beta, where=complex_roots)


POINT: dict[str, Any] = {"alpha": 1, "beta": "3/10", "lam": "1/2"}

PULL = 1 - alpha * lam


@CLAIM.refutation(of="case")
@broken("product_of_the_roots_is_beta", trace=tau, determinant=beta)
@because("With heavy ball's own trace and determinant they agree there.")
def printed_rate_is_too_small(
    *, trace: sp.Expr = (1 + beta) * PULL, determinant: sp.Expr = beta * PULL
) -> Example:
    """At alpha = 1, mu = L = 1/2, beta = 3/10: rho^2 = 3/10, printed 3/20."""
    return witness(squared_modulus(trace, determinant), **POINT)


@REPAIRED.exact(part="roots", uses=())
@broken(
    "printed_trace_and_determinant", trace=(1 + beta) * (1 - alpha * lam),
    determinant=beta * (1 - alpha * lam),
)  # fmt: skip
@because("With trace and determinant of Nesterov's method, as printed, in place of heavy ball's.")
def roots_of_the_characteristic_polynomial(
    *, trace: sp.Expr = tau, determinant: sp.Expr = beta
) -> Outcomes:
    """det(z - T) = z^2 - tau z + beta; complex roots have modulus sqrt(beta).
    det(z - T) against trace and determinant, and its roots (t +- s)/2 and (t +- i s)/2.
    With s^2 = t^2 - 4 m the real ones multiply out; with s^2 = 4 m - t^2 the complex ones have the
    squared modulus (t^2 + s^2)/4 = m.
    """
    T = sp.Matrix([[tau, -beta], [1, 0]])
    t, m, s = declare("real t m s")
    real = [(m, "=", (t**2 - s**2) / 4)]
    yield identity((z * sp.eye(2) - T).det(), z**2 - trace * z + determinant)
    yield identity((z - (t + s) / 2) * (z - (t - s) / 2), z**2 - t * z + m, where=real)
    yield identity((t**2 + s**2) / 4, m, where=[(m, "=", (t**2 + s**2) / 4)])


q, more, further = declare("q > 0, k l >= 0")


def trace_of(m: sp.Expr, power: int) -> sp.Expr:
    """|tau| of real roots of moduli m and q^2/m, beta = q^2."""
    return m + q**power / m


@REPAIRED.exact(part="modulus", uses=())
@broken("another_product_of_roots", power=3)
@because("If the roots multiplied to q^3, 2 q would not be where they meet.")
def modulus_grows_with_the_trace(*, power: int = 2) -> Outcomes:
    """|tau| = m + beta/m, of difference (n - m)(m n - beta)/(m n) for n >= m >= sqrt(beta).
    For m >= q: |tau| >= 2 q, and a larger m has a larger |tau|; so m grows with |tau|.
    """
    m, n = q + more, q + more + further
    yield visible(2 * q, "<=", trace_of(m, power), gap=more**2 / m)
    left = trace_of(m, power)
    yield visible(left, "<=", trace_of(n, power), gap=further * (m * n - q**2) / (m * n))


@REPAIRED.exact(part="ends", uses=())
@broken("beyond_the_end_it_is_larger", beyond=sp.Integer(1))
@because("With curvatures above L allowed |tau| may be larger than at both ends.")
def largest_trace_is_at_an_end(*, beyond: sp.Expr = sp.Integer(0)) -> Outcomes:
    """Tau is affine in lam, so |tau| on [mu, L] is at most its larger value at an end.
    With lam = mu + w and L = lam + v: tau at lam between bounds B that hold at mu and L.
    """
    w, end, B = declare("w v B >= 0")
    inside = mu + w + beyond * (end + 1)
    traces = [1 + beta - alpha * point for point in (mu, mu + w + end)]
    bounds = [(traces[0], "<=", B), (-B, "<=", traces[1])]  # tau falls as lam grows
    value = 1 + beta - alpha * inside
    yield inequality(relation(value, "<=", B, where=bounds), gap=(B - traces[0]) + alpha * w)
    yield inequality(relation(-B, "<=", value, where=bounds), gap=(B + traces[1]) + alpha * end)


@REPAIRED.exact(part="stability", uses=())
@broken("border_one_plus_beta", factor=1)
@because("With 1 + beta in place of 2 (1 + beta) as the border of stability.")
def rate_is_below_one_exactly_there(*, factor: int = 2) -> Outcomes:
    """Complex roots: beta < 1, and |tau| < 2 sqrt(beta) < 1 + beta; real ones: sign of 1 - m.
    |tau| < 1 + beta is 0 < alpha lam < 2 (1 + beta), and for real roots m < 1 is the same.
    With beta = q^2, q < 1, and m >= q: 1 + beta - |tau| = (1 - m)(m - beta)/m, where m > beta.
    """
    m = q + more
    yield identity(1 + beta - tau, alpha * lam)
    yield identity(1 + beta + tau, factor * (1 + beta) - alpha * lam)
    yield identity(1 + q**2 - trace_of(m, 2), (1 - m) * (m - q**2) / m)
    yield visible(q**2, "<", m, where=[(q, "<", 1)])
