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

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, because, broken
from workbench.rigor.provers import instances as runs
from workbench.rigor.provers.instances import RunStatement, RunStep, parabola
from workbench.symbolic import declare
from workbench_papers.accel import _runs as run
from workbench_papers.accel._heavy_ball import P11, P12, P22, X0, X1, X2, Phi
from workbench_papers.accel.notation import symbols

HYPOTHESES = (
    r"F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d)",
    r"\mathbb{E}[w_t \mid x_t, x_{t-1}] = 0,\; \mathbb{E} \lVert w_t \rVert^2 \le \mathcal{E}_T",
    r"0 < \rho < 1,\; P \succeq 0,\; c_0, c \ge 0",
    r"c_0 X_0 + c\, [X_1 + (1-\rho^2) X_2] \succeq \Phi(A, B, P, \rho) = \begin{bmatrix}"
    r" A^\top P A - \rho^2 P & A^\top P B \\ B^\top P A & B^\top P B \end{bmatrix}",
)


def minors(matrix: sp.Matrix) -> list[sp.Expr]:
    """Leading principal minors: all positive exactly when the matrix is positive definite."""
    return [matrix[:k, :k].det() for k in range(1, matrix.shape[0] + 1)]


def printed(sign: int = 1) -> RunStatement:
    """(23) without noise after T steps, and all that it supposes, with B = (sign alpha, 0)."""
    (c, mixed, r), V = declare("c c_0 rho_squared > 0"), declare("real V_0")
    slack = mixed * X0() + c * (X1() + (1 - r) * X2()) - Phi(r, sign)
    form = sp.Matrix([[P11, P12], [P12, P22]])
    conditions: list[Any] = [(minor, ">", 0) for m in (slack, form) for minor in minors(m)]
    x, p, (T,) = run.first - run.s, run.old - run.s, symbols("T")
    start = P11 * runs.inner(x, x) + 2 * P12 * runs.inner(x, p) + P22 * runs.inner(p, p)
    return run.method(
        (run.E, "<=", r**T / c * V), RunStep({"x": run.heavy_ball(), "p": run.x}, times=T),
        means={V: start + c * run.error(run.first)}, where=[*conditions, (r, "<", 1)],
    )  # fmt: skip


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

POINT: dict[str, Any] = {
    "mu": "4/5", "L": 1, "alpha": 1, "beta": "1/2", "x_0": 1, "p_0": 1, "s": 0, "T": 13
}  # fmt: skip
FALSE_RATE: dict[str, Any] = {
    "P_11": "103/87", "P_12": "-22/9", "P_22": "106/21", "c_0": "31/68", "c": 1,
    "rho_squared": "9/20",
}  # fmt: skip
TRUE_RATE: dict[str, Any] = {
    "P_11": "435/512", "P_12": "-173/512", "P_22": "345/512", "c_0": "183/256", "c": "73/256",
    "rho_squared": "4/5",
}  # fmt: skip


@CLAIM.refutation(of="case")
@broken("right_sign_certifies_a_rate_that_holds_there", sign=-1, rate=TRUE_RATE)
@because(
    "With B = (-alpha, 0) the rate rho^2 = 4/5 is certified, and the same run obeys its bound."
)
def certified_rate_is_broken_after_13_steps(
    *, sign: int = 1, rate: dict[str, Any] = FALSE_RATE
) -> Example:
    """rho^2 = 9/20, F = x^2/2: F(x_13) = 2025/33554432 = 6.04e-5 > 5.72e-5; (22) is strict.
    The case d = 1 without noise, P and the slack of (22) definite: mu = 4/5, L = alpha = 1,
    beta = 1/2, x_0 = x_{-1} = 1; P_11 = 103/87, P_12 = -22/9, P_22 = 106/21, c_0 = 31/68, c = 1.
    """
    return printed(sign).refuted({"F": parabola(1)}, **POINT, **rate)
