"""No certificate is faster than heavy ball on a parabola.

If (22) has a solution at rho with kappa > 0, then on F = lam x^2/2, mu <= lam <= L, the noise-free
step T (with trace 1 + beta - alpha lam and determinant beta) contracts the form W = P + (c lam/2)
E11 of the energy: T^T W T <= rho^2 W.  That bounds the roots z of z^2 - (1 + beta - alpha lam) z +
beta:

    real z        the step takes (z, 1) to z (z, 1), so z^2 V <= rho^2 V with V = W(z, 1);
    complex z     |z|^2 = beta = det T, and determinants respect the order of forms,
                  beta^2 det W <= rho^4 det W.

V > 0 for a root z != 0, as V >= kappa lam z^2/2.  And det W > 0 when beta > 0: a vector in the
kernel of W has x = 0, so it is (0, 1); the step takes it to (-beta, 0), of energy 0 but x != 0.
"""

from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import strategies as st

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.solvers import HeavyBallRate, heavy_ball_rate
from workbench.symbolic import declare
from workbench_papers.accel._heavy_ball import ENERGY, MATRICES, METHOD, P, form, i, p, total, x

mu, L, alpha, beta = METHOD
P11, P12, P22, c, c0 = ENERGY
X0, X1, X2, Phi = MATRICES

CLAIM = Claim(
    "accel.lmi-lower-bound",
    title="A certified rate is never below the rate on quadratics",
    ours=("lemma", "not in the paper; about Proposition 3.4"),
    statement=r"""(P, c_0, c) \text{ solves (22) at } \rho \text{ with } \kappa_P > 0
        \;\Longrightarrow\; \rho \ge \max_{\mu \le \lambda \le L} \max_\pm
        \lvert a_{\lambda,\pm} \rvert, \quad
        a_{\lambda,\pm}^2 - (1 + \beta - \alpha\lambda) a_{\lambda,\pm} + \beta = 0""",
    hypotheses=r"""P \succeq 0,\; c_0, c \ge 0
        0 < \mu \le L,\; \alpha > 0,\; 0 \le \beta < 1""",
    parts=("parabola", "real roots", "complex roots"),
    uses=("accel.prop-3-4.repaired", "accel.lyapunov-function"),
    note="Necessary for a correct certificate, not sufficient for its existence.",
)

lam, r = declare("lam rho_squared > 0")
u, v = declare("u v >= 0")  # lam - mu and L - lam
now, old = x[i], p[i]
following = (1 + beta - alpha * lam) * now - beta * old


def energy(new: sp.Expr, before: sp.Expr) -> sp.Expr:
    """The quadratic form W of the energy."""
    return total(form(P, (new, before)) + c * lam / 2 * new**2)


@CLAIM.exact(part="parabola")
@broken("printed_sign_of_b_does_not_contract", sign=1)
@because("With B = (alpha, 0), (22) says nothing about heavy ball.")
def energy_contracts_on_every_parabola(*, sign: int = -1) -> Outcome:
    """W(T xi) <= rho^2 W(xi) for every curvature between mu and L.
    rho^2 W(x, y) - W(step) is (22) at (x, y, lam x) plus visibly non-negative terms.
    The sum: -c_0 e^T X_0 e = 2 c_0 u v x^2, and c (L - lam)/2 (step)^2 + c (1 - rho^2) u x^2 / 2.
    """
    e = (now, old, lam * now)
    slack = total(form(c0 * X0() + c * (X1() + (1 - r) * X2()) - Phi(r, sign), e))
    rest = 2 * c0 * u * v * total(now**2) + c * v / 2 * total((following - now) ** 2)
    rest += c * (1 - r) * u / 2 * total(now**2)
    ends = [(mu, "=", lam - u), (L, "=", lam + v)]
    same = identity(r * energy(now, old) - energy(following, now), slack + rest, where=ends)
    if same.decision != "holds":
        return same
    inside = [*ends, (slack, ">=", 0), (r, "<=", 1)]
    left = energy(following, now)
    return visible(left, "<=", r * energy(now, old), where=inside, gap=slack + rest)


@CLAIM.exact(part="real roots", uses=())
@broken("unsquared_root", "With z in place of z^2: z = rho is above rho^2.", power=1)
def real_roots_are_at_most_rho(*, power: int = 2) -> Outcomes:
    """The step takes (z, 1) to (z^2, z), so the energy is multiplied by z^2.
    The step on (z, 1); then z^2 V <= rho^2 V and V > 0 give z^2 <= rho^2.
    """
    z = declare("real z")
    root = z**2 + beta - (1 + beta - alpha * lam) * z  # = 0
    step = (1 + beta - alpha * lam) * z - beta
    value, gap = declare("V > 0, w >= 0")
    yield identity(step + root, z**2)
    yield visible(
        z**power, "<=", r, where=[(r, "=", (z**2 * value + gap) / value)], gap=gap / value
    )


@CLAIM.exact(part="complex roots", uses=())
@broken("unsquared_momentum", power=1)
@because("beta <= rho^4 does not follow; whether it is true is not claimed.")
def complex_roots_are_at_most_rho(*, power: int = 2) -> Outcomes:
    """Determinants: det(T^T W T) = beta^2 det W, and det is monotone on positive forms.
    det A <= det(A + S) for A, S >= 0, with A = T^T W T, det A = beta^2 det W; divide by det W.
    A = [[a, a b], [a b, a b^2 + e]] and S likewise: all 2x2 forms with these a, e >= 0.
    """
    a, e, s, f, b, q = declare("a e s f >= 0, real b q")
    A, S = (sp.Matrix([[m, m * n], [m * n, m * n**2 + k]]) for m, n, k in ((a, b, e), (s, q, f)))
    rest = a * s * (q - b) ** 2 + a * f + e * s + s * f
    W = sp.Matrix(2, 2, declare("real W_11 W_12 W_12 W_22"))
    T = sp.Matrix([[1 + beta - alpha * lam, -beta], [1, 0]])
    det, gap = declare("D > 0, w >= 0")
    fourth = declare("rho4 > 0")  # beta^2 <= rho^4 says beta <= rho^2
    yield identity((A + S).det() - A.det(), rest)
    yield visible(0, "<=", rest)
    yield identity((T.T * W * T).det(), beta**2 * W.det())
    yield identity((T.T * W * T)[1, 1], beta**2 * W[0, 0])  # the energy one step after (0, 1)
    yield visible(beta**power, "<=", fourth, where=[(fourth, "=", (beta**2 * det + gap) / det)])


def squared_modulus(trace: Fraction, momentum: Fraction) -> tuple[Fraction, Fraction]:
    """Squared modulus of the larger root of z^2 - trace z + momentum, as a + sqrt(b)."""
    inside = trace**2 - 4 * momentum
    if inside <= 0:
        return momentum, Fraction(0)
    # ((|t| + sqrt(i))/2)^2 = (t^2 + i)/4 + sqrt(t^2 i)/2
    return (trace**2 + inside) / 4, trace**2 * inside / 4


_POINTS: dict[str, Any] = {
    "low": st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20),
    "step": st.fractions(Fraction(1, 10), Fraction(3, 2), max_denominator=10),
    "momentum": st.fractions(0, Fraction(1, 2), max_denominator=10),
}


@CLAIM.sampled(**_POINTS, examples=12, corner="L = 1, random rational points", uses=())
@broken("rates_of_nesterov_are_no_bound", ahead=1)
@because("Eq. (26) prints Nesterov's roots, and certified rates are below them at some points.")
def no_certified_rate_is_faster(
    low: Fraction, step: Fraction, momentum: Fraction, *, ahead: int = 0
) -> None:
    """The certified rho^2 against both ends of the spectrum, in exact arithmetic.
    Where `ahead` is 1 the gradient is taken beyond the point, as Nesterov's method does.
    """
    found = heavy_ball_rate(low, 1, step, momentum, tolerance="1/10000")
    if isinstance(found, HeavyBallRate):
        for pull in (step * low, step):
            trace = 1 + momentum - (1 + ahead * momentum) * pull
            a, b = squared_modulus(trace, momentum * (1 - ahead * pull))
            assert found.rho2 >= a
            assert (found.rho2 - a) ** 2 >= b
