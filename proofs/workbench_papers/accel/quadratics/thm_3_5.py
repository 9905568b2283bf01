"""Error bound of heavy ball on quadratics (Theorem 3.5): the printed transient misses L/2.

Printed (25): E F(x_t) - F* <= V(xi_0) C_t^2 rho^(2t) + L m, where V(xi_0) = |xi_0 - xi*|^2 + ...
and C_t = |M^t| / rho^t by its proof.  The left side is a value of F, the first term on the right
is the square of a distance: the factor L/2 between them is missing.  On F = 100 y^2/2 one step
without noise, with alpha = 1/2000, leaves 45.1; the printed bound is below 5.6.

Corrected, with the exact noise term and an explicit constant:

    E_t <= (L/2) (rho^t + (1 + beta) t rho^(t-1))^2 |xi_0 - xi*|^2 + (1/2) sum_i lam_i nu_i.

The proof: by `accel.quad-finite-time` the error is a transient plus a noise term.  The transient is
at most (lam/2) |T^t|^2 |xi_0|^2.  The noise term is nu (1 - (h_t^2 - 2 beta r h_t h_{t-1} + beta^2
h_{t-1}^2)), and the bracket is not negative because |r| <= 1; so it is at most nu, at every t.  The
term sigma^2 alpha^2/(1 - rho^2) of the printed V is not needed.
"""

from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st

from workbench.claims import Claim, Example, Outcome, because, broken
from workbench.convergence import heavy_ball_quadratic_bound
from workbench.convergence.quadratics import expected_suboptimality
from workbench.rigor import inequality, visible
from workbench.rigor.provers.instances import RunStatement, RunStep, inner, parabola
from workbench.symbolic import declare, relation
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
        \lVert \xi_0 - \xi^\ast \rVert^2 = 2 \lVert x_0 - x^\ast \rVert^2""",
    hypotheses=r"""F(x) = \tfrac12 x^\top Q x + a^\top x + b,\; x_{-1} = x_0
        \mathbb{E}[w_t \mid \text{past}] = 0,\; \mathbb{E}[w_t w_t^\top \mid \text{past}] \preceq \
            \sigma_T^2 I
        0 \le \beta < 1,\; 0 < \alpha\lambda_i < 2(1+\beta), \; t \ge 1""",
    parts=("noise", "transient"),
    uses=("accel.quad-rate.repaired", "accel.quad-finite-time", "accel.quad-power-bound"),
    repairs=("accel.thm-3-5",),
    note="rho as in accel.quad-rate.repaired, nu as in accel.quad-stationary. The exact error, in"
    " place of this bound, is accel.quad-finite-time.",
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


@REPAIRED.exact(part="noise", uses=("accel.quad-finite-time", "accel.quad-stationary"))
@broken("larger_correlation", reach=2)
@because("With |r| up to 2 in place of 1 the bracket may be negative.")
def noise_never_exceeds_its_limit(*, reach: int = 1) -> Outcome:
    """The noise term is nu times one minus a sum of two squares.
    lost = (h_t - beta r h_{t-1})^2 + beta^2 (1 - r^2) h_{t-1}^2, with r = s, |s| <= 1.
    """
    nu, h, b = declare("nu >= 0, real h_t h_s")
    above, below = declare("u v >= 0")  # 1 - s and 1 + s
    s = (below - above) / 2
    r = reach * s
    lost = h**2 - 2 * beta * r * h * b + beta**2 * b**2
    gap = nu * ((h - beta * r * b) ** 2 + beta**2 * above * below * b**2)
    given = [(above, "=", 2 - below), (below, "<=", 2)]
    return visible(nu * (1 - lost), "<=", nu, where=given, gap=gap)


@REPAIRED.exact(part="transient", uses=("accel.quad-power-bound", "accel.quad-finite-time"))
@broken("a_sixteenth_of_the_distance", start=sp.Rational(1, 8))
@because("t = 1, beta = 0, F = L x^2/2, alpha L = 1/100: 0.99^2 = 0.98, above 1.99^2/8 = 0.495.")
def transient_is_at_most_half_l_times_the_distance(*, start: sp.Expr = sp.S(2)) -> Outcome:
    """Each eigen-direction; |xi_0 - xi*|^2 = 2 |x_0 - x*|^2 from rest.
    (lam/2) e_t^2 <= (L/2) N^2 2 e_0^2 if e_t^2 + e_{t-1}^2 <= N^2 (e_0^2 + e_{-1}^2).
    From rest the right bracket is 2 e_0^2; lam = L - g.
    """
    below, rest, old, norm, first, value = declare("g u v N e_0 lam >= 0")
    now = norm**2 * 2 * first**2 - rest - old  # e_t^2
    given = [(L, "=", value + below), (rest + old, "<=", norm**2 * 2 * first**2)]
    right = L / 2 * norm**2 * start * first**2
    gap = below / 2 * norm**2 * 2 * first**2 + value / 2 * (rest + old)
    gap += right - L / 2 * norm**2 * 2 * first**2
    return inequality(relation(value / 2 * now, "<=", right, where=given), gap=gap)


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


@REPAIRED.sampled(**_QUADRATICS, corner="up to 3 variables and 30 steps; the bound as a float")
@broken("a_tenth_of_the_bound_is_exceeded", share=0.1)
@because("A tenth of the bound is too small somewhere.")
def exact_error_is_below_the_bound(
    spectrum: list[tuple[Fraction, Fraction]], step: Fraction, momentum: Fraction, steps: int,
    noise: Fraction, *, share: float = 1 + 1e-9,
) -> None:  # fmt: skip
    """The exact expected error against the bound that the package ships."""
    error, bound = _error_and_bound(spectrum, step, momentum, steps, noise)
    assert error <= share * bound  # rounding of sums and powers of positive floats
