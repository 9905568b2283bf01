"""Certified bound of noisy heavy ball (Proposition 3.4), as printed: false, by one sign.

Whoever finds rho < 1, P >= 0 and c_0, c >= 0 with

    c_0 X_0 + c [X_1 + (1 - rho^2) X_2]  >=  Phi(A, B, P, rho)                              (22)

has a bound on E F(x_t) - F*.  Phi contains B, which is printed (alpha, 0), the step of gradient
ascent.  With it (22) has solutions for rates at which heavy ball does not converge: at mu = 4/5,
L = alpha = 1, beta = 1/2 a rational solution exists for rho^2 = 9/20 < beta, and on F = x^2/2 the
bound is broken after 13 steps.  The noise of that run is 0; the printed bound is continuous in its
noise term, so that a little noise does not mend it.  With B = (-alpha, 0) the proposition is true:
`accel.prop-3-4.repaired`.
"""

from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import counterexample
from workbench.symbolic import declare, relation
from workbench_papers.accel._heavy_ball import P11, P12, P22, X0, X1, X2, L, Phi, alpha, beta, mu

HYPOTHESES = (
    r"F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d)",
    r"\mathbb{E}[w_t \mid x_t, x_{t-1}] = 0,\; \mathbb{E} \lVert w_t \rVert^2 \le \mathcal{E}_T",
    r"0 < \rho < 1,\; P \succeq 0,\; c_0, c \ge 0",
    r"c_0 X_0 + c\, [X_1 + (1-\rho^2) X_2] \succeq \Phi(A, B, P, \rho) = \begin{bmatrix}"
    r" A^\top P A - \rho^2 P & A^\top P B \\ B^\top P A & B^\top P B \end{bmatrix}",
)

CLAIM = Claim(
    "accel.prop-3-4",
    title="Certified bound of DP-SHB, as printed (with B = (alpha, 0))",
    printed=("proposition", "Proposition 3.4, eqs. (22)-(23), with (18)"),
    statement=r"""\mathbb{E}[F(x_t) - F^\ast] \le \rho^{2t} \frac1c V_{P,c}(\xi_0)
        + \frac{1-\rho^{2t}}{1-\rho^2} \frac{L d \alpha^2}{2} \mathcal{E}_T
        \Bigl( 1 + \frac{2 P_{12}^2}{P_{22} c L + 2 \lvert P \rvert} \Bigr), \quad
        B = \begin{bmatrix} \alpha \\ 0 \end{bmatrix}""",
    hypotheses=HYPOTHESES,
    uses=("accel.dynamical-system", "accel.lemma-b1"),
    note="The counterexample has no noise: all records have the same gradient, so that S_1 = 0."
    " (23) also allows c = 0, where it divides by 0.",
)

r = declare("rho2 > 0")
pos = sp.IndexedBase("y", real=True)  # y_1, y_2, ... = x_{-1}, x_0, x_1, ... in one variable
_STEPS = 13


def minors(matrix: sp.Matrix) -> list[sp.Expr]:
    """Leading principal minors: all positive exactly when the matrix is positive definite."""
    return [matrix[:k, :k].det() for k in range(1, matrix.shape[0] + 1)]


def trajectory() -> list[Fraction]:
    """Heavy ball on y^2 / 2 from rest at 1, alpha = 1, beta = 1/2."""
    path = [Fraction(1), Fraction(1)]
    for _ in range(_STEPS):
        path.append(path[-1] - path[-1] + Fraction(1, 2) * (path[-1] - path[-2]))
    return path


POINT: dict[str, Any] = {"mu": "4/5", "L": 1, "alpha": 1, "beta": "1/2", "y": trajectory()}
FALSE_RATE: dict[str, Any] = {
    "P_11": "103/87", "P_12": "-22/9", "P_22": "106/21", "c_0": "31/68", "c": 1, "rho2": "9/20",
}  # fmt: skip
TRUE_RATE: dict[str, Any] = {
    "P_11": "435/512", "P_12": "-173/512", "P_22": "345/512", "c_0": "183/256", "c": "73/256",
    "rho2": "4/5",
}  # fmt: skip


@CLAIM.refutation
@broken("right_sign_certifies_a_rate_that_holds_there", sign=-1, rate=TRUE_RATE)
@because(
    "With B = (-alpha, 0) the rate rho^2 = 4/5 is certified, and the same run obeys its bound."
)
def certified_rate_is_broken_after_13_steps(
    *, sign: int = 1, rate: dict[str, Any] = FALSE_RATE
) -> Outcome:
    """rho^2 = 9/20, F = x^2/2: F(x_13) = 2025/33554432 = 6.04e-5 > 5.72e-5; (22) is strict.
    The printed bound after 13 noise-free steps on F = L y^2 / 2, and all that it supposes.
    """
    weight, mixed = declare("c c_0 > 0")
    slack = mixed * X0() + weight * (X1() + (1 - r) * X2()) - Phi(r, sign)
    conditions: list[Any] = [(minor, ">", 0) for minor in minors(slack)]
    conditions += [(minor, ">", 0) for minor in minors(sp.Matrix([[P11, P12], [P12, P22]]))]
    conditions += [(mu, "<=", L), (r, "<", 1)]
    for t in range(_STEPS):
        now, old = pos[t + 2], pos[t + 1]
        conditions.append((pos[t + 3], "=", now - alpha * L * now + beta * (now - old)))
    start = P11 * pos[2] ** 2 + 2 * P12 * pos[2] * pos[1] + P22 * pos[1] ** 2
    start += weight * L / 2 * pos[2] ** 2
    last = L / 2 * pos[_STEPS + 2] ** 2
    return counterexample(
        relation(last, "<=", r**_STEPS / weight * start, where=conditions),
        note="the printed B certifies rho^2 = 9/20; on x^2/2 heavy ball with alpha = 1, beta = 1/2"
        " has F(x_13) = 6.04e-5, and the bound is 5.72e-5",
        **POINT,
        **rate,
    )
