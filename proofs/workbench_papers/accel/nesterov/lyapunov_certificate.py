"""Nesterov's method with noisy gradients contracts an energy, not the error.

One step, with q = sqrt(alpha mu) and beta = (1 - q)/(1 + q), is

    z = (1 + beta) x_t - beta x_{t-1},     x_{t+1} = z - alpha (g + w),     g = grad F(z),

where w is the gradient error (privacy noise plus batch error) with mean 0 given the past.  The
energy adds to the error a square that sees how far the momentum carries the iterate:

    V_t = F(x_t) - F* + |x_t - x* - (1 - q)(x_{t-1} - x*)|^2 / (2 alpha).

The proof is one identity in every dimension.  Three inequalities of the function class are used,
each with its own slack: strong convexity from z to x_t (slack s_1) and from z to x* (s_2), and
the descent lemma from z to x_{t+1} (s_3).  Then, with c_t = <w, alpha (1 - alpha L) g + z - alpha g
- x* - (1 - q)(x_t - x*)>, which has mean 0 because all but w belongs to the past,

    (1 - q) V_t + (alpha/2)(1 + alpha L) |w|^2 - V_{t+1} - c_t
        = (1 - q) s_1 + q s_2 + s_3
          + q (1 - q)^3 / (2 alpha (1 + q)) |x_t - x_{t-1}|^2 + (alpha/2)(1 - alpha L) |g|^2.

All terms on the right are non-negative when alpha L <= 1.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor.provers import nesterov_energies as _nesterov
from workbench.rigor.provers.theorems import Proof, proved
from workbench.symbolic.theorem import draw, function, vector

CLAIM = Claim(
    "accel.nag-lyapunov-certificate",
    title="Energy contraction of Nesterov's method with noisy gradients",
    ours=("lemma", "behind Theorem 4.1; the certificate is not in the paper"),
    statement=r"""V_t = F(x_t) - F^\ast + \left\lVert \sqrt{\tfrac{1}{2\alpha}} (x_t - x^\ast)
        + \left( \sqrt{\tfrac{\mu}{2}} - \sqrt{\tfrac{1}{2\alpha}} \right) (x_{t-1} - x^\ast)
        \right\rVert^2 \text{ satisfies }
        \mathbb{E} V_{t+1} \le (1-q)\, \mathbb{E} V_t
        + \frac{\alpha}{2} (1 + \alpha L)\, \mathbb{E} \lVert w_t \rVert^2
        \text{ and } V_0 = F(x_0) - F^\ast + \frac{\mu}{2} \lVert x_0 - x^\ast \rVert^2
        \le 2 (F(x_0) - F^\ast)""",
    hypotheses=r"""F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d)
        0 < \alpha \le 1/L,\; q = \sqrt{\alpha\mu},\; \beta = \frac{1-q}{1+q}
        x_{t+1} = z_t - \alpha (\nabla F(z_t) + w_t),\; z_t = (1+\beta) x_t - \beta x_{t-1}
        \mathbb{E}[w_t \mid x_0, \dots, x_t] = 0
        x_{-1} = x_0""",
    parts=("contraction", "energy", "start"),
    encoded=(_nesterov.STEP.theorem, _nesterov.REST.theorem, _nesterov.START.theorem),
    uses=("accel.problem-class", "accel.update-rules"),
    note="It is the energy V that contracts; for the error F(x_t) - F* alone this is false"
    " (accel.thm-4-1).",
)


@CLAIM.proof
@broken("without_small_steps", step={"given": _nesterov.SMALL_STEP[:1]})
@because("alpha <= 1/L is dropped: |g|^2 may have a negative factor.")
@broken("without_an_order_of_draws", "w is fixed: E<w, past> is open.", step={"error": vector("w")})
@broken("without_a_mean", "w is not centred given the past.", step={"error": draw("w", mean=None)})
@broken(
    "without_convexity",
    step={"objective": function("F", smooth=_nesterov.L, minimiser=_nesterov.s)},
)
@because("F is smooth and no more.")
@broken("with_heavier_momentum", step={"momentum": 1 - _nesterov.q})
@because("F = mu x^2/2, mu = 1/100, alpha = 1, q = 1/10: the energy falls by less than q of it.")
@broken("with_less_noise", step={"noise": Fraction(9, 10) * _nesterov.NOISE})
@because("nine tenths of the noise term.")
@broken("start_below_the_error", factor=1)
@because("With F(x_0) - F* alone in place of its double: V_0 exceeds it.")
@broken("swapped_signs", rest=_nesterov.rest(sign=-1))
@because("sqrt(mu/2) + sqrt(1/(2 alpha)) gives another square.")
def theorems_are_proved(
    *, step: dict[str, Any] = {}, factor: int = 2, rest: Proof = _nesterov.REST
) -> Outcome:
    """One step, the energy at rest, and V_0 <= 2 (F(x_0) - F*), each with its proof as data."""
    return proved(_nesterov.start(factor=factor), _nesterov.one_step(**step), rest)
