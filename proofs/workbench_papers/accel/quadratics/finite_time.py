"""The exact expected error of heavy ball on a quadratic, at every step and for any noise schedule.

In one eigen-direction e[t+1] = tau e[t] - beta e[t-1] - alpha w[t], tau = 1 + beta - alpha lam.
With the impulse response h[-1] = 0, h[0] = 1, h[j+1] = tau h[j] - beta h[j-1], and from rest,

    e[t] = (h[t] - beta h[t-1]) e[0] - alpha sum over s < t of h[t-1-s] w[s].

Squares of noises that are centred given the past add up, hence

    E_t = 1/2 sum_i lam_i ((h[t] - beta h[t-1])^2 e[0]^2 + alpha^2 sum_s sigma_s^2 h[t-1-s]^2).

For constant noise the last sum is closed: with nu and r of `accel.quad-stationary` it is

    alpha^2 sigma^2 sum_{j<t} h[j]^2 = nu (1 - h[t]^2 + 2 beta r h[t] h[t-1] - beta^2 h[t-1]^2),

the corner of S - T^t S (T^t)^T.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import exact_walks as walks
from workbench.rigor.provers.quadratic_walks import ENDS
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "accel.quad-finite-time",
    title="Exact expected error of the heavy ball with isotropic noise on a quadratic",
    ours=("proposition", "not in the paper; it replaces the bound of Theorem 3.5"),
    statement=r"""E_t = \tfrac12 \sum_{i=1}^d \lambda_i \Bigl[ (h_t^{(i)} - \beta h_{t-1}^{(i)})^2
        \langle u_i, x_0 - x^\ast \rangle^2
        + \alpha^2 \sum_{s=0}^{t-1} \sigma_s^2 (h_{t-1-s}^{(i)})^2 \Bigr], \quad
        h_{-1} = 0,\; h_0 = 1,\; h_{j+1} = (1+\beta-\alpha\lambda) h_j - \beta h_{j-1}; \quad
        \sigma_s = \sigma:\; \alpha^2\sigma^2 \sum_{j<t} h_j^2
        = \bigl[ \Sigma - T^t \Sigma (T^t)^\top \bigr]_{11}""",
    hypotheses=r"""F(x) = F^\ast + \tfrac12 \sum_{i=1}^d \lambda_i \langle u_i, x - x^\ast \
            \rangle^2 \text{ for orthonormal } u_1, \dots, u_d, \; \lambda_i > 0,\; \
            E_t = \mathbb{E} F(x_t) - F^\ast
        x_{t+1} = x_t - \alpha (\nabla F(x_t) + w_t) + \beta (x_t - x_{t-1}),\; \
            x_{-1} = x_0 \text{ fixed}
        \mathbb{E}[w_t \mid \text{past}] = 0,\; \
            \mathbb{E}[w_t w_t^\top \mid \text{past}] = \sigma_t^2 I
        \text{the last formula: } T = \begin{bmatrix} 1+\beta-\alpha\lambda & -\beta \\ 1 & 0 \
            \end{bmatrix}, \; \Sigma = \nu_\lambda \begin{bmatrix} 1 & r \\ r & 1 \
            \end{bmatrix} \text{ of \texttt{accel.quad-stationary}}, \; 0 \le \beta < 1, \; \
            \alpha\lambda < 2(1+\beta)""",
    parts=("error", "constant noise"),
    encoded={"error": (walks.error(),), "constant noise": (walks.constant().theorem,)},
    uses=("accel.quadratic-model", "accel.quad-stationary", "accel.dynamical-system.repaired"),
    note="t stays symbolic, and reference values are exact, as all is polynomial in rationals. As"
    " encoded t is n; a coordinate is that along an eigenvector, a, e and f are those of x_0 - x*,"
    " x_t - x* and x_(t-1) - x*, v_t = sigma_(t-1)^2, C_t = h_(n-t) and D_t = y_t = h_(n-t-1) with"
    " the h of the coordinate: there are always such numbers. Z_n is the sum of the"
    " sigma_s^2 h_(n-1-s)^2. In this part all letters but alpha, beta, d and n are those of one"
    " coordinate, also y_t and v_t; the variances are numbers. In the second part h[j]"
    " is h_(j-1), s is sigma^2, and (p_t, q_t) is the first row of T^t, of which (p_t, q_t) T is"
    " the next one; the corner is nu (1 - p_t^2 - 2 r p_t q_t - q_t^2).",
)


@CLAIM.proof(part="error")
@broken("half_of_the_noise", "One step from the minimiser.", share=sp.S.Half)
@broken("half_of_the_pull", "h_2 is tau^2 - beta.", sure=walks.responses(sp.S.Half))
@dropped("given", walks.GIVEN, {
    0: "w = a = n = 1: (1 - alpha lambda - alpha)^2, not (1 - alpha lambda)^2 + alpha^2.",
    1: "The noise may be larger."})  # fmt: skip
@dropped("after", ENDS, {0: "C = 0, n = 0.", 1: "C = D = 1, n = 0: (1 - beta)^2 a^2."})
@dropped("sure", walks.RESPONSES, {0: "C may be any number before the last step."})
def squares_of_noises_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """(C_t e_t - beta D_t e_(t-1))^2 - alpha^2 Z_t keeps its mean, along each eigenvector."""
    return walks.error_shown(**changes)


@CLAIM.proof(part="constant noise")
@broken("forgotten_correlation", "At t = 1 for beta > 0.", share=0)
@dropped("given", walks.ALL, {
    0: "nu has no value at beta = 1.", 1: "nu has no value at alpha lambda = 2 (1 + beta).",
    2: "h_(-1) = 5 at t = 2, for beta > 0.", 3: "h_0 = 5 at t = 1.", 4: "h_1 = 5 at t = 2.",
    5: "p_0 = 0 at t = 0: 0 = nu.", 6: "q_0 = 9 at t = 0: 0 = -nu (18 r + 81).",
    7: "p_1 may be any number.", 8: "q_1 may be any number."})  # fmt: skip
def the_corner_falls_by_a_square_in_each_step(**changes: Any) -> Outcome:  # noqa: ANN401
    """alpha^2 sigma^2 p_t^2, as S solves the Lyapunov equation; and p_t = h_t."""
    return proved(walks.constant(**changes))
