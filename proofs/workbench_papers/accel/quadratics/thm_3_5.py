"""Error bound of heavy ball on quadratics (Theorem 3.5): the printed transient misses L/2.

Printed (25): E F(x_t) - F* <= V(xi_0) C_t^2 rho^(2t) + L m, where V(xi_0) = |xi_0 - xi*|^2 + ...
and C_t = |M^t| / rho^t by its proof.  The left side is a value of F, the first term on the right
is the square of a distance: the factor L/2 between them is missing.  On F = 100 y^2/2 one step
without noise, with alpha = 1/2000, leaves 45.1; the printed bound is below 5.6.

Corrected, with the exact noise term and an explicit constant:

    E_t <= (L/2) (rho^t + (1 + beta) t rho^(t-1))^2 |xi_0 - xi*|^2 + (1/2) sum_i lam_i nu_i.

The proof looks along each eigenvector at the error to come, with the responses h_j of
`accel.quad-finite-time` as weights: its square, less that of the stationary covariance, does not
grow in the mean.  The path without noise is at most rho^t (1 + (5/4)(1 + beta) t) times its start.
The term sigma^2 alpha^2/(1 - rho^2) of the printed V is not needed.
"""

from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st

from workbench.claims import Claim, Example, Outcome, because, broken, dropped
from workbench.convergence import heavy_ball_quadratic_bound
from workbench.convergence.quadratics import expected_suboptimality
from workbench.rigor.provers import quadratic_walks as walks
from workbench.rigor.provers.instances import RunStatement, RunStep, inner, parabola
from workbench.symbolic import declare
from workbench_papers.accel import _runs as run
from workbench_papers.accel._heavy_ball import L, alpha, beta


def one_step(factor: sp.Expr = sp.Integer(1)) -> RunStatement:
    """(25) after a step without noise, where mu = L, with `factor` before the transient.
    |M| is at most the Frobenius norm of its block (tau, -beta; 1, 0), tau = 1 + beta - alpha L,
    and rho < 1 says beta < 1 and |tau| < 1 + beta.
    """
    far, tau = declare("real V_0"), 1 + beta - alpha * L
    starts = [inner(at - run.s, at - run.s) for at in (run.first, run.old)]
    return run.method(
        (run.E, "<=", factor * far * (tau**2 + beta**2 + 1)), RunStep({"x": run.heavy_ball()}),
        means={far: sum(starts)},
        where=[(run.mu, "=", L), (beta, "<", 1), (alpha * L, "<", 2 * (1 + beta))],
    )  # fmt: skip


CLAIM = Claim(
    "accel.thm-3-5",
    title="Error bound of DP-SHB on quadratics, with the C_t of its proof",
    reading=("theorem", "Theorem 3.5, eqs. (25)-(26), with appendix B.3"),
    statement=r"""E_t \le V(\xi_0)\, C_t^2 \rho^{2t} + L\, m(\alpha,\beta), \quad
        V(\xi_0) = \mathbb{E} \lVert (\xi_0-\xi^\ast)(\xi_0-\xi^\ast)^\top \rVert
        + \frac{\sigma_T^2\alpha^2}{1-\rho^2},\quad
        C_t \rho^t = \lVert M(\alpha,\beta)^t \rVert""",
    hypotheses=r"""F(x) = \tfrac12 x^\top Q x + a^\top x + b, \; \xi_t = (x_t, x_{t-1})
        M(\alpha,\beta) = \begin{bmatrix} (1+\beta) I - \alpha Q & -\beta I \\ I & 0 \
            \end{bmatrix} \text{ of spectral radius } \rho, \; m(\alpha,\beta) = \sum_i \
            \frac{\alpha \sigma_T^2 (1+\beta)}{(1-\beta) \lambda_i (2 + 2\beta - \
            \alpha\lambda_i)}, \; \lambda_i \text{ the eigenvalues of } Q
        \mathbb{E}[w_t \mid x_t] = 0,\; \mathbb{E}[w_t w_t^\top \mid x_t] \preceq \sigma_T^2 I
        \rho < 1""",
    uses=("accel.quad-rate", "accel.quad-stationary"),
    note="The text leaves C_t = O(t) open; here C_t rho^t is the norm that its proof bounds. No C_t"
    " that depends on alpha Q, beta and t alone would do: c F and alpha/c in place of F and alpha"
    " leave M, rho and, without noise, the right side as they are, and E_t grows by c. As encoded"
    " the norm is that of Frobenius, which is not smaller. The counterexample has no noise, which"
    " every sigma_T > 0 allows; both terms with sigma_T are continuous in it.",
)

REPAIRED = Claim(
    "accel.thm-3-5.repaired",
    title="Error bound of DP-SHB on quadratics",
    ours=("theorem", "Theorem 3.5, eqs. (25)-(26), corrected"),
    statement=r"""E_t \le \tfrac L2 \bigl( \rho^t + (1+\beta)\, t\, \rho^{t-1} \bigr)^2
        \lVert \xi_0 - \xi^\ast \rVert^2 + \tfrac12 \sum_{i=1}^d \lambda_i \nu_{\lambda_i}, \quad
        \lVert \xi_0 - \xi^\ast \rVert^2 = 2 \lVert x_0 - x^\ast \rVert^2,\quad \nu_\lambda =
        \frac{\alpha \sigma_T^2 (1+\beta)}{(1-\beta) \lambda (2 + 2\beta - \alpha\lambda)}""",
    hypotheses=r"""F(x) = F^\ast + \tfrac12 \sum_{i=1}^d \lambda_i \langle u_i, x - x^\ast \
            \rangle^2 \text{ for orthonormal } u_1, \dots, u_d,\; E_t = \mathbb{E} F(x_t) - F^\ast
        x_{t+1} = x_t - \alpha (\nabla F(x_t) + w_t) + \beta (x_t - x_{t-1}),\; x_{-1} = x_0,\; \
            \xi_t = (x_t, x_{t-1}),\; \xi^\ast = (x^\ast, x^\ast)
        \mathbb{E}[w_t \mid \text{past}] = 0
        \mathbb{E}[w_t w_t^\top \mid \text{past}] \preceq \sigma_T^2 I
        0 \le \beta < 1,\; 0 < \lambda_i \le L,\; 0 < \alpha\lambda_i < 2(1+\beta), \; t \ge 1
        0 < \rho < 1 \text{ is at least the moduli of the roots of } z^2 - (1 + \beta - \alpha \
            \lambda_i) z + \beta, \; i = 1, \dots, d""",
    encoded=(walks.error(),),
    repairs=("accel.thm-3-5",),
    note="The least such rho is the spectral radius, as in `accel.quad-rate.repaired`; where it is"
    " 0, any rho > 0 will do. Every quadratic with a positive definite Q has this form. As encoded"
    " t is n; a coordinate is that along an eigenvector, a, e and f are those of x_0 - x*, x_t - x*"
    " and x_(t-1) - x*. The roots are p + i s and q - i s, the first of them not the larger one,"
    " so that p^2 + s^2 <= beta. C_t = h_(n-t) and D_t = h_(n-t-1) for h_(-1) = 0, h_0 = 1,"
    " h_(j+1) = (1 + beta - alpha lambda) h_j - beta h_(j-1): there are always such numbers, and"
    " that the proof may speak of them assumes nothing. Of the conditions on numbers, rho < 1,"
    " s (p - q) = 0, p^2 + s^2 <= beta, p^2 + s^2 <= rho^2 and alpha lambda < 2 (1 + beta) only"
    " serve the proof: without one of them the bound is as true. The exact error, in place of this"
    " bound, is `accel.quad-finite-time`.",
)


@CLAIM.refutation(of="case")
@broken("with_half_l_it_holds_there", factor=L / 2)
@because("With the factor L/2 = 50 before the transient the bound holds there.")
def steep_parabola_exceeds_the_bound(*, factor: sp.Expr = sp.Integer(1)) -> Example:
    """F = 50 y^2, alpha = 1/2000, beta = 3/10, t = 1, started at rest at 1: 45.1 is above 5.3.
    The case d = 1, t = 1, sigma_T = 0 of (25), where |M| is at most its Frobenius norm.
    """
    return one_step(factor).refuted(
        {"F": parabola(100)}, mu=100, L=100, alpha="1/2000", beta="3/10", x_0=1, p_0=1, s=0
    )


@REPAIRED.proof
@broken("a_sixteenth_of_the_distance", half=sp.Rational(1, 32))
@because("t = 1, beta = 0, F = L x^2/2, alpha L = 1/100: 0.99^2 = 0.98, above 1.99^2/8 = 0.495.")
@broken("half_of_the_noise", "The error tends to the whole of it.", noise=sp.Rational(1, 4))
@dropped(
    "where",
    walks.WHERE,
    {
        2: "No noise: for small L the bound is as small as one likes, and the error is not.",
        4: "beta = p = q = s = 0, no noise: rho is small, and the error (1 - alpha lambda)^(2t).",
        5: "alpha lambda = 1 + beta, p = q = s = 0, no noise: rho is small, the error is not.",
        9: "beta = p = s = 0, no noise: rho is small, and the error (1 - alpha lambda)^(2t).",
    },
)
@dropped(
    "given",
    walks.GIVEN,
    {
        0: "w = sigma always: the error tends to sigma^2/(2 lambda), too much for small alpha.",
        1: "sigma = 0, and noise all the same.",
    },
)
def potential_does_not_grow_and_the_path_without_noise_shrinks(**changes: Any) -> Outcome:  # noqa: ANN401
    """Along each eigenvector, the error to come from here is seen through the responses h."""
    return walks.error_shown(**changes)


_UNIT = st.fractions(Fraction(1, 10), Fraction(1), max_denominator=10)
_QUADRATICS: dict[str, Any] = {
    "spectrum": st.lists(st.tuples(_UNIT, _UNIT), min_size=1, max_size=3),
    "step": st.fractions(Fraction(1, 20), Fraction(3), max_denominator=20),
    "momentum": st.fractions(0, Fraction(19, 20), max_denominator=20), "steps": st.integers(0, 30),
    "noise": st.fractions(0, 1, max_denominator=4),
}  # fmt: skip


def _error_and_bound(
    spectrum: list[tuple[Fraction, Fraction]], step: Fraction, momentum: Fraction, steps: int,
    noise: Fraction,
) -> tuple[float, float]:  # fmt: skip
    values, offsets = [v for v, _ in spectrum], [o for _, o in spectrum]
    assume(step * max(values) < 2 * (1 + momentum))
    error = expected_suboptimality(
        values, offsets, alpha=step, beta=momentum, variances=[noise] * steps
    )
    bound = heavy_ball_quadratic_bound(
        distance2=float(sum(o**2 for o in offsets)), eigenvalues=[float(v) for v in values],
        alpha=float(step), beta=float(momentum), variance=float(noise), steps=steps,
    )  # fmt: skip
    return float(error), bound


@REPAIRED.sampled(
    **_QUADRATICS, examples=100, corner="up to 3 variables and 30 steps; the bound as a float"
)
@broken("a_tenth_of_the_bound_is_exceeded", share=0.1)
@because("A tenth of the bound is too small somewhere.")
def exact_error_is_below_the_bound(
    spectrum: list[tuple[Fraction, Fraction]], step: Fraction, momentum: Fraction, steps: int,
    noise: Fraction, *, share: float = 1 + 1e-9,
) -> None:  # fmt: skip
    """The exact expected error against the bound that the package ships."""
    error, bound = _error_and_bound(spectrum, step, momentum, steps, noise)
    assert error <= share * bound  # rounding of sums and powers of positive floats
