"""What constant noise leaves of the error on a quadratic: the stationary covariance, exactly.

In the eigen-direction of lam, with T = [[tau, -beta], [1, 0]] and tau = 1 + beta - alpha lam, the
covariance of (x_t, x_{t-1}) obeys S' = T S T^T + diag(alpha^2 sigma^2, 0), whose fixed point is

    S = nu [[1, r], [r, 1]],   nu = alpha sigma^2 (1 + beta) / ((1 - beta) lam (2 + 2 beta - alpha
    lam)),   r = tau / (1 + beta).

So the printed m(alpha, beta) = sum_i nu_i is right as the trace of the covariance of x_t, and the
error tends to sum_i lam_i nu_i / 2.  Two printed uses of m lose a factor: B.3 takes m for the trace
of the covariance of (x_t, x_{t-1}), which tends to 2 m (erratum 4), and (25) has L m where (L/2) m
is an upper bound (true, but twice too large).
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity, visible, witness
from workbench.symbolic import declare, relation
from workbench_papers.accel._heavy_ball import alpha, beta

CLAIM = Claim(
    "accel.quad-stationary",
    title="Stationary covariance of DP-SHB on a quadratic",
    printed=("lemma", "Theorem 3.5, m(alpha, beta)"),
    statement=r"""\Sigma = T \Sigma T^\top + \begin{bmatrix} \alpha^2\sigma^2 & 0 \\ 0 & 0
        \end{bmatrix} \text{ for } \Sigma = \nu_\lambda \begin{bmatrix} 1 & r \\ r & 1
        \end{bmatrix},\; \nu_\lambda = \frac{\alpha\sigma^2 (1+\beta)}{(1-\beta) \lambda
        (2 + 2\beta - \alpha\lambda)},\; r = \frac{1+\beta-\alpha\lambda}{1+\beta};\quad
        m(\alpha,\beta) = \sum_i \nu_{\lambda_i},\; \lim_t E_t = \tfrac12 \sum_i \lambda_i
        \nu_{\lambda_i} \le \tfrac L2 m(\alpha,\beta)""",
    hypotheses=r"""\mathbb{E} w_t = 0,\; \mathbb{E} w_s w_t^\top = \delta_{st} \sigma^2 I
        0 \le \beta < 1,\; 0 < \alpha\lambda_i < 2(1+\beta)""",
    parts=("fixed point", "positive", "error"),
    uses=("accel.quad-rate.repaired", "accel.quadratic-model"),
    repairs=("accel.erratum-4",),
    note="The fixed point is unique and attained in the limit because the spectral radius of T is"
    " below 1. The printed m is right; (25) could have L/2 in front of it.",
)

TRACE = Claim(
    "accel.erratum-4",
    title="Trace of the second moment of two iterates, as printed",
    printed=("erratum", "Proof of Theorem 3.5, appendix B.3"),
    statement=r"""\operatorname{Tr}(\bar E_t) \le m(\alpha,\beta) + \lVert M^t \rVert^2 \bar E_0
        + \sum_{j \ge t} \lVert M^j \rVert^2 \alpha^2 \sigma_T^2, \quad
        \text{so } \limsup_t \operatorname{Tr}(\bar E_t) \le m(\alpha,\beta)""",
    hypotheses=r"""\bar E_t = \mathbb{E} (\xi_t - \xi^\ast)(\xi_t - \xi^\ast)^\top
        \rho < 1""",
    note="The limit is 2 m: both x_t and x_{t-1} have the stationary variance. What is used later,"
    " the block of x_t, is right.",
)

lam, variance = declare("lam sigma_squared > 0")
tau = 1 + beta - alpha * lam


def stationary(share: sp.Expr) -> sp.Expr:
    """nu, with `share` in place of 1 + beta in its numerator."""
    return alpha * variance * share / ((1 - beta) * lam * (2 + 2 * beta - alpha * lam))


high, w = declare("b > 0, w >= 0")


@CLAIM.exact(part="fixed point", uses=())
@broken("variance_without_one_plus_beta", share=sp.Integer(1))
@because("Without the factor 1 + beta nu does not solve the equation.")
def printed_variance_solves_the_lyapunov_equation(*, share: sp.Expr = 1 + beta) -> Outcome:
    """All entries, for all alpha, beta, lam, sigma.
    S - T S T^T - diag(alpha^2 sigma^2, 0), entry by entry.
    With beta = w/(1 + w) and alpha = (2 + 2 beta - b)/lam, that is 2 + 2 beta - alpha lam = b > 0,
    no denominator can vanish.
    """
    momentum = w / (1 + w)
    given = {beta: momentum, alpha: (2 + 2 * momentum - high) / lam}
    trace, size = (1 + momentum) - (2 + 2 * momentum - high), given[alpha]
    nu = size * variance * share.subs(given) / ((1 - momentum) * lam * high)
    r = trace / (1 + momentum)
    S, T = nu * sp.Matrix([[1, r], [r, 1]]), sp.Matrix([[trace, -momentum], [1, 0]])
    pushed = T * S * T.T + sp.Matrix([[size**2 * variance, 0], [0, 0]])
    return all_of((identity(S[j, k], pushed[j, k]) for j, k in ((0, 0), (0, 1), (1, 1))))


@CLAIM.exact(part="positive", uses=())
@broken("another_border", reach=1)
@because("With 1 + beta in place of 2 (1 + beta) as the border of stability.")
def stationary_covariance_is_positive(*, reach: int = 2) -> Outcomes:
    """1 - r and 1 + r are positive exactly where the method is stable.
    -1 < r < 1, so S > 0: 1 - r = alpha lam/(1 + beta), 1 + r = (2 + 2 beta - alpha lam)/(..).
    """
    r = tau / (1 + beta)
    yield identity(1 - r, alpha * lam / (1 + beta))
    yield identity(1 + r, (reach * (1 + beta) - alpha * lam) / (1 + beta))


i, d = declare("integer i, integer d > 0")
nu, gap = sp.IndexedBase("nu", nonnegative=True), sp.IndexedBase("g", nonnegative=True)
L = declare("L > 0")


@CLAIM.exact(part="error")
@broken("a_quarter_is_too_small", share=sp.Rational(1, 4))
@because("With (L/4) m in place of (L/2) m there is no bound.")
def error_is_at_most_half_l_times_m(*, share: sp.Rational = sp.S.Half) -> Outcome:
    """(L/2) m - sum lam_i nu_i / 2 = sum (L - lam_i) nu_i / 2.
    E F - F* = sum lam_i nu_i / 2 with lam_i = L - g_i is at most (L/2) sum nu_i.
    """
    limit = sp.Sum((L - gap[i]) * nu[i] / 2, (i, 1, d))
    trace = sp.Sum(nu[i], (i, 1, d))
    rest = sp.Sum(gap[i] * nu[i], (i, 1, d)) / 2
    return visible(limit, "<=", share * L * trace, gap=rest + (share - sp.S.Half) * L * trace)


POINT: dict[str, Any] = {"alpha": 1, "beta": "3/10", "lam": "1/2", "sigma_squared": 1}


@TRACE.refutation(of="case")
@broken("twice_m_is_the_limit", times=2)
@because("With 2 m in place of m the limit is right, and nothing is refuted.")
def trace_tends_to_twice_m(*, times: int = 1) -> Example:
    """At alpha = 1, beta = 3/10, lam = 1/2, sigma = 1: the trace tends to 3.537, m = 1.769.
    The trace tends to 2 nu, for x_t and x_{t-1}; m is nu in one variable.
    """
    stable = [(beta, "<", 1), (alpha * lam, "<", 2 * (1 + beta))]
    nu = stationary(1 + beta)
    return witness(relation(2 * nu, "<=", times * nu, where=stable), **POINT)
