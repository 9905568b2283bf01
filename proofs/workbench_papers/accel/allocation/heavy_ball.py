r"""Optimal noise scales for heavy ball: Proposition 4.2 with the weights of heavy ball.

On a quadratic the expected error is exact (`accel.quad-finite-time`): with the impulse response
h_0 = 1, h_{j+1} = (1 + beta - alpha lambda) h_j - beta h_{j-1} of each eigen-direction,

    E_T = transient + sum_{t=1}^T a_{T,t} (2 b_t^2),
    a_{T,t} = (alpha^2/2) sum_i lambda_i h_{T-t}^2,

where b_t belongs to the step that makes x_t.  With a certificate of Proposition 3.4 the weights are
a_{T,t} = alpha^2 R_P d rho^(2(T-t)).  Both have the form of eq. (30), so the scales of (31) are
optimal, as long as no weight vanishes; where one does, see `accel.allocation-hb.zero-weight`.
"""

from collections.abc import Sequence
from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import heavy_ball_scales as heavy
from workbench.rigor.provers.quadratic_walks import ENDS
from workbench.rigor.provers.theorems import Proof, proved
from workbench_papers.accel.heavy_ball import _energy, _energy_of_scales

CERTIFICATES: tuple[dict[str, Any], ...] = (
    {}, {"kappa": _energy.KAPPA_ALONE, "first": (_energy.NONE,), "corner": _energy.P22,
         "used": _energy.alone},
)  # fmt: skip


def bounds(**changes: Any) -> list[Proof]:  # noqa: ANN401
    """For P22 > 0, and for P22 = 0."""
    return [_energy_of_scales.bound_of_scales(**one, **changes) for one in CERTIFICATES]


CLAIM = Claim(
    "accel.allocation-hb",
    title="Optimal Laplace scales for heavy ball",
    ours=("proposition", "not in the paper"),
    statement=r"""E_T = \sum_{i=1}^d \frac{\lambda_i}2 (h_T^{(i)} - \beta h_{T-1}^{(i)})^2 a_i^2 +
        \sum_{t=1}^T a_{T,t} (2 b_t^2), \quad
        a_{T,t} = \frac{\alpha^2}{2} \sum_{i=1}^d \lambda_i \bigl( h_{T-t}^{(i)} \bigr)^2
        \text{ on quadratics}; \quad E_T \le \rho^{2T} \frac{V(x_0, x_{-1})}{\kappa_P} +
        \sum_{t=1}^T a_{T,t} (2 b_t^2), \quad a_{T,t} = \alpha^2 R_P d\, \rho^{2(T-t)}
        \text{ with a certificate}; \quad \sum_{t=1}^T a_{T,t} (2 b_t^2) \text{ is least at } b_t =
        \frac{\sum_j a_{T,j}^{1/3}}{a_{T,t}^{1/3}} \frac{S_1}{n\epsilon} \text{ if all }
        a_{T,t} > 0""",
    hypotheses=r"""E_T = \mathbb{E} F(x_T) - F^\ast, \; x_{t+1} = x_t + \beta (x_t - x_{t-1}) - \
            \alpha (\nabla F(x_t) + w), \; \lambda_i > 0 \text{ and } a_i \text{ the eigenvalues \
            of the Hessian and the entries of } x_0 - x^\ast, \; S_1 \text{ the } \ell_1 \
            \text{ sensitivity}, \; m = n,\; b_t > 0 \text{ and } T \text{ fixed in advance},\; \
            \sum_{t=1}^T \frac{S_1}{n b_t} = \epsilon
        h_{-1} = 0, h_0 = 1, h_{j+1} = (1 + \beta - \alpha\lambda_i) h_j - \beta h_{j-1}, \
            \; x_{-1} = x_0 \text{ on quadratics}
        \text{the step that makes } x_t \text{ adds Laplace noise of scale } b_t; \text{ on \
            quadratics } \mathbb{E}[w \mid \text{past}] = 0 \text{ and } \mathbb{E}[w w^\top \mid \
            \text{past}] = 2 b_t^2 I \text{ are all that is used of it}
        \text{a certificate is a solution of } (22) \text{ in } \
            \texttt{accel.prop-3-4.repaired}, \; R_P \text{ is that of } (23)""",
    parts=("weights", "certificate", "optimal"),
    encoded={
        "weights": (heavy.error(), heavy.weights().theorem),
        "certificate": tuple(p.theorem for p in bounds()),
        "optimal": tuple(p.theorem for p in heavy.best_scales()),
    },
    uses=("accel.quad-finite-time", "accel.prop-3-4.repaired", "accel.prop-4-2"),
    note="As encoded the letters of the error on quadratics are those of accel.quad-finite-time:"
    " t is n, Z_n the sum of the 2 b_t^2 h_(n-t)^2 of a coordinate, and the scale is the same one"
    " in all coordinates in the relation after it, where the two sums change places: h^(i)_j is"
    " entry (i - 1) T + j of one sequence. With a certificate the start is at rest or not. In the"
    " last part c_t is a_{T,t}^(1/3), so no weight vanishes, y_t are other scales, and R_P is any"
    " positive number.",
)


@CLAIM.proof(part="weights")
@broken("weight_without_the_half", half=1)
@because("Without the factor 1/2 the weight is that of twice the error.")
@broken("variance_of_a_scale", variance=heavy.SCALE**2)
@because("With b^2 in place of 2 b^2: a scale is not a standard deviation.")
@dropped("given", heavy.GIVEN, {
    0: "One step: the mean of the noise may be along x_0.", 1: "The noise may be larger.",
})  # fmt: skip
@dropped("after", ENDS, {0: "h_0 may be any number.", 1: "h_(-1) may be any number."})
@dropped("sure", heavy.RESPONSES, "The responses may be any numbers.")
def noise_term_has_the_form_of_the_problem(*, half: int = 2, **changes: Any) -> Outcomes:  # noqa: ANN401
    """The exact error with variances 2 b_t^2, and then the weights of the scales."""
    yield heavy.error_shown(**changes)
    yield proved(heavy.weights(half=half))


@CLAIM.proof(part="certificate")
@broken("second_moment_without_the_two", twice=1)
@because("With b^2 in place of 2 b^2: a scale is not a standard deviation.")
@broken("without_the_inequality_22", given=_energy_of_scales.STEPS[1:])
@because("P = 0, c = 1, c0 = 0, alpha = 3/L, beta = 0, F = L x^2/2: F(x_1) = 4 F(x_0).")
@broken("rates_from_one_on", given=(_energy_of_scales.STEPS[0], *_energy_of_scales.STEPS[2:]))
@because("P = beta = 0, c = 1, c0 = 4/3, alpha = L = 2, mu = 1, rho^2 = 8, F = x^2: 9 F(x_0).")
@broken("indefinite_energy", given=(*_energy_of_scales.STEPS[:2], _energy_of_scales.STEPS[3]))
@because("L = 2, P22 = -P12 = 1/5, P11 = 0, alpha = 1/10, rho = 19/20: F(x_1) = 0.405 > 0.339.")
def certified_noise_term_has_it_too(**changes: Any) -> Outcome:  # noqa: ANN401
    """The energy falls by rho^2 in each step, up to alpha^2 (P11 + c L/2) 2 d b_t^2.
    mu <= L, or there is no such F; kappa > 0 is that of (23).
    """
    return proved(*bounds(**changes))


@CLAIM.proof(part="optimal")
@broken("square_roots", power=2)
@because("Scales that follow a_t^(-1/2) cost more, if not all weights are equal.")
@broken("any_roots", "The c_t may be any numbers.", names=heavy.NAMES[1:])
@broken("any_scales", "The b_t may be large.", names=heavy.NAMES[::2])
@broken("any_budget", "Who spends more has smaller scales.", names=heavy.NAMES[:2])
def tangents_add_up_to_the_cost(*, names: Sequence[str] = heavy.NAMES, power: int = 3) -> Outcome:
    """Costs a b^2 are convex in 1/b, and their tangents at the b*_t have one slope."""
    return proved(*heavy.best_scales(names=names, power=power))
