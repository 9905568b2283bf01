"""The exact expected error of heavy ball on a quadratic, at every step and for any noise schedule.

In one eigen-direction e[t+1] = tau e[t] - beta e[t-1] - alpha w[t], tau = 1 + beta - alpha lam.
With the impulse response h[-1] = 0, h[0] = 1, h[j+1] = tau h[j] - beta h[j-1], and from rest,

    e[t] = (h[t] - beta h[t-1]) e[0] - alpha sum over s < t of h[t-1-s] w[s].

Read backwards from t, r[j] = e[t-j], this telescopes: the number h[j] r[j] - beta h[j-1] r[j+1] -
(noise of the last j steps) stays r[0].  Squares of centred, uncorrelated noises add up, hence

    E_t = 1/2 sum_i lam_i ((h[t] - beta h[t-1])^2 e[0]^2 + alpha^2 sum_s sigma_s^2 h[t-1-s]^2).

For constant noise the last sum is closed: with nu and r of `accel.quad-stationary` it is

    alpha^2 sigma^2 sum_{j<t} h[j]^2 = nu (1 - h[t]^2 + 2 beta r h[t] h[t-1] - beta^2 h[t-1]^2),

the corner of S - T^t S (T^t)^T.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import First, Rule, identity, induction
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "accel.quad-finite-time",
    title="Exact expected error of DP-SHB on a quadratic",
    ours=("proposition", "not in the paper; it replaces the bound of Theorem 3.5"),
    statement=r"""E_t = \tfrac12 \sum_{i=1}^d \lambda_i \Bigl[ (h_t^{(i)} - \beta h_{t-1}^{(i)})^2
        \langle u_i, x_0 - x^\ast \rangle^2
        + \alpha^2 \sum_{s=0}^{t-1} \sigma_s^2 (h_{t-1-s}^{(i)})^2 \Bigr], \quad
        h_{-1} = 0,\; h_0 = 1,\; h_{j+1} = (1+\beta-\alpha\lambda) h_j - \beta h_{j-1}; \quad
        \sigma_s = \sigma:\; \alpha^2\sigma^2 \sum_{j<t} h_j^2
        = \bigl[ \Sigma - T^t \Sigma (T^t)^\top \bigr]_{11}""",
    hypotheses=r"""Q u_i = \lambda_i u_i,\; \lVert u_i \rVert = 1,\; x_{-1} = x_0 \text{ fixed}
        \mathbb{E} w_s = 0,\; \mathbb{E} w_s w_t^\top = \delta_{st} \sigma_s^2 I""",
    parts=("path", "constant noise", "powers", "second moments"),
    uses=("accel.quadratic-model", "accel.quad-stationary", "accel.dynamical-system.repaired"),
    note="t stays symbolic. With E w w^T <= sigma^2 I in place of equality, E_t is at most this."
    " All is polynomial in rationals, so that reference values are exact.",
)

alpha, beta, lam, variance, e_0 = declare("alpha beta lam sigma_squared > 0, real e_0")
r, h = sp.IndexedBase("r", real=True), sp.IndexedBase("h", real=True)  # h[k] stands for h_{k-1}
k = declare("integer k")
high = declare("b > 0")  # 2 + 2 beta - alpha lam
t = declare("integer t >= 0")
tau = 1 + beta - alpha * lam


def impulse(pull: sp.Expr) -> dict[str, Any]:
    """The recurrence of the impulse response, shifted by one, and its first two values."""
    rule = Rule("h", "k", tau * h[k + 1] - pull * h[k], shift=2)
    first = [First("h", 0, 0), First("h", 1, 1)]
    return {"rules": [rule], "base": first}


@CLAIM.exact(part="path", uses=())
@broken("nesterov_response", pull=beta * (1 - alpha * lam))
@because("With beta (1 - alpha lam) in the recurrence, as Nesterov has it.")
def error_is_a_sum_of_responses(*, pull: sp.Expr = beta) -> Outcomes:
    """By induction on the number of steps that are looked back.
    r[0] = h_t r[t] - beta h_{t-1} r[t+1] - sum h_{k-1} alpha w[t-k]; then r[t] = r[t+1] = e_0.
    The noise of the step that ends in r[k-1] is alpha w = tau r[k] - beta r[k+1] - r[k-1].
    """
    noise = tau * r[k] - beta * r[k + 1] - r[k - 1]
    backwards = h[t + 1] * r[t] - beta * h[t] * r[t + 1] - sp.Sum(h[k] * noise, (k, 1, t))
    at_rest = (h[t + 1] * e_0 - beta * h[t] * e_0, (h[t + 1] - beta * h[t]) * e_0)
    yield induction(relation(r[0], "=", backwards), "t", **impulse(pull))
    yield identity(*at_rest)


@CLAIM.exact(part="constant noise", uses=("accel.quad-stationary",))
@broken("forgotten_correlation_is_rejected", correlation=sp.Integer(0))
@because("With r = 0 the stationary covariance would be diagonal, which it is not.")
def constant_noise_has_a_closed_form(*, correlation: sp.Expr = declare("real r")) -> Outcome:
    """The corner of S - T^t S (T^t)^T, with (h_t, -beta h_{t-1}) the first row of T^t.
    By induction on t; nu and r with 1 - beta = 1/(1 + v), 2 + 2 beta - alpha lam = b > 0.
    """
    v = declare("v >= 0")
    momentum = v / (1 + v)
    step = (2 + 2 * momentum - high) / lam
    trace = high - 1 - momentum
    nu = step * variance * (1 + momentum) / ((1 - momentum) * lam * high)
    rule = Rule("h", "k", trace * h[k + 1] - momentum * h[k], shift=2)
    first = [First("h", 0, 0), First("h", 1, 1)]
    left = step**2 * variance * sp.Sum(h[k] ** 2, (k, 1, t))
    cross = 2 * momentum * correlation.subs(declare("real r"), trace / (1 + momentum))
    right = nu * (1 - h[t + 1] ** 2 + cross * h[t + 1] * h[t] - momentum**2 * h[t] ** 2)
    return induction(relation(left, "=", right), "t", rules=[rule], base=first)


@CLAIM.exact(part="powers", uses=())
@broken("positive_entries", sign=1)
@because("Without the minus sign in the second column the power is another matrix.")
def powers_of_the_matrix_are_responses(*, sign: int = -1) -> Outcomes:
    """T^t = [[h_t, -beta h_{t-1}], [h_{t-1}, -beta h_{t-2}]].
    T times the claimed T^t is the claimed T^(t+1); T^1 is T (h_{-1} = 0, h_0 = 1).
    """
    T = sp.Matrix([[tau, -beta], [1, 0]])
    a, b = declare("real h_t h_s")  # h_t and h_{t-1}, with beta h_{t-2} = tau h_{t-1} - h_t
    claimed = sp.Matrix([[a, sign * beta * b], [b, sign * (tau * b - a)]])
    following = sp.Matrix([[tau * a - beta * b, sign * beta * a], [a, sign * (beta * b)]])
    moved = T * claimed
    yield from (identity(moved[m, n], following[m, n]) for m in (0, 1) for n in (0, 1))
    yield from (
        identity(claimed.subs({a: tau, b: 1})[m, n], T[m, n]) for m in (0, 1) for n in (0, 1)
    )


M, a = sp.IndexedBase("M", nonnegative=True), sp.IndexedBase("a", real=True)
v = sp.IndexedBase("v", nonnegative=True)


@CLAIM.exact(part="second moments", uses=())
@broken("correlated_noise", correlation=sp.Integer(1))
@because("With E X[n] w_n = 1 in place of 0 the squares do not add up.")
def squares_of_uncorrelated_noises_add_up(*, correlation: sp.Expr = sp.Integer(0)) -> Outcome:
    """By induction on the number of noises.
    M[n] = E X[n]^2 for X[n+1] = X[n] + a_n w_n, X[0] = e_0, E w_n^2 = v_n.
    E X[n] w_n = 0, because X[n] is made of e_0 and of earlier noises, which
    are uncorrelated with w_n.
    """
    body = M[k] + 2 * a[k] * correlation + a[k] ** 2 * v[k]
    claimed = relation(M[t], "=", e_0**2 + sp.Sum(a[k] ** 2 * v[k], (k, 0, t - 1)))
    return induction(claimed, "t", rules=[Rule("M", "k", body)], base=[First("M", 0, e_0**2)])
