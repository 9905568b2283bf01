"""No certificate is faster than heavy ball on a parabola.

If (22) has a solution at rho with kappa > 0, then on F = lam x^2/2, mu <= lam <= L, the noise-free
step contracts the form W = P + (c lam/2) E11 of the energy, W(T xi) <= rho^2 W(xi).  At the real
and the imaginary part of an eigenvector of T, whose eigenvalue is a root z, the forms on the left
add up to |z|^2 times those on the right, which are positive in all where z != 0.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import heavy_ball_energies as energies
from workbench_papers.accel._heavy_ball import ENERGY, MATRICES, form

X0, X1, X2, Phi = MATRICES
c, c0 = ENERGY[3:]


def lmi(sign: int = -1) -> energies.Form:
    """The form of (22), left minus right, for B = (sign alpha, 0)."""
    square = energies.rho**2
    matrix = c0 * X0() + c * (X1() + (1 - square) * X2()) - Phi(square, sign)
    return lambda *at: form(matrix, at)


CLAIM = Claim(
    "accel.lmi-lower-bound",
    title="A certified rate is never below the rate on quadratics",
    ours=("lemma", "not in the paper; about Proposition 3.4"),
    statement=r"""(P, c_0, c) \text{ solves (22) at } \rho \text{ with } \kappa_P > 0
        \;\Longrightarrow\; \rho \ge \max_{\mu \le \lambda \le L} \max_\pm
        \lvert a_{\lambda,\pm} \rvert, \quad
        a_{\lambda,\pm}^2 - (1 + \beta - \alpha\lambda) a_{\lambda,\pm} + \beta = 0""",
    hypotheses=r"""P \succeq 0,\; c_0, c \ge 0
        0 < \mu \le L,\; \alpha > 0,\; 0 \le \beta < 1, \; 0 < \rho < 1""",
    encoded=(energies.stated(lmi()), energies.stated(lmi(), energies.ALONE)),
    uses=("accel.prop-3-4.repaired", "accel.lyapunov-function"),
    note="The inequality for rho is necessary for a correct certificate; it does not make one"
    " exist. As encoded the roots are p + i s and q - i s, and |p + i s|^2 <= rho^2: for the other"
    " root exchange p and q, and s and -s, under which the conditions are the same. (22) is an"
    " inequality for all x, y and g, which are the iterate, the one before and the gradient; its"
    " mixed terms stand there once for each entry of the symmetric matrix. The first statement is"
    " for P22 > 0, the second one for P22 = 0, where P12 = 0. That beta < 1 is not needed; whether"
    " P >= 0 is, given kappa > 0, is not known.",
)


@CLAIM.proof
@broken("printed_sign_of_b", sign=1)
@because("(mu, L, alpha, beta) = (4/5, 1, 1, 1/2): accel.prop-3-4 has rho^2 = 9/20 < beta.")
@broken("without_the_inequality_22", "P = 0, c = 1 and any rho.", solved=False)
@dropped("where", energies.WHERE, {
    0: "p = 10, q = beta/10, s = 0.", 1: "p = q = (1 + beta - alpha lam)/2 and any s.",
    2: "p = 10, q = 1 + beta - alpha lam - p, s^2 = beta - p q > 0.",
    3: "Gradient descent, alpha L = 1, and lam = mu/2: the root is 1 - mu/(2 L).",
    4: "Gradient descent, alpha L = 1, and lam = 3 L: the root is -2.",
    5: "(mu, L, alpha, beta) = (1/1000, 1, 4, 0), P = 0, c = 1, c_0 = 5/2, rho^2 = 6: at lam = 1"
       " the root is -3."})  # fmt: skip
@broken("without_kappa", "P = 0, c = c_0 = 0 and any rho.", last=2)
def eigenvectors_are_not_contracted_faster(
    *,
    last: int = 3,
    sign: int = -1,
    **changes: Any,  # noqa: ANN401
) -> Outcome:
    """(rho^2 - |z|^2) V is (22) at both parts of an eigenvector, and terms that are >= 0."""
    return energies.both_shown(lmi(sign), last, **changes)
