"""More steps, more noise: the shape of the error bounds in the number of steps (Section 3.1).

For a fixed privacy budget eps the bounds have the form

    B(T) = rho^(2T) psi_0 + R E_T,     E_T = sigma_s^2 + 2 d S_1^2 / (m^2 eps_0(T)^2),

at the end of T steps, with eps_0(T) = ln(1 + k (e^(eps/T) - 1)) and k = n/m.  A longer run forgets
the start better, but each step is left with a smaller share eps/T of the budget, hence with more
noise:

    eps_0 strictly decreases in T, so E_T strictly increases, and without bound:
    k / (1 + k s) <= T eps_0 / eps <= k e^s     with s = eps/T,    so T eps_0 -> k eps.

Full batch.  For m = n, eps_0 = eps/T and E_T = 2 d S_1^2 T^2/(n^2 eps^2) is a parabola in T.  Both
terms of B are then convex: B may fall at first, but once it has risen it goes on rising, without
bound.

Hidden batch.  For m < n this shape is not guaranteed: as long as e^(eps/T) is large, eps_0 is
close to eps/T + ln k and E_T grows more slowly than linearly, so B may rise, fall and rise again.
"""

from collections.abc import Callable
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import counterexample, identity, inequality, visible
from workbench.symbolic import declare, relation

_FORM = r"""B(T) = \rho^{2T} \psi_0 + R\, \mathcal{E}_T,\quad
        \mathcal{E}_T = \sigma_s^2 + \frac{2 d S_1^2}{m^2 \epsilon_0(T)^2},\quad
        \epsilon_0(T) = \ln\left[1 + \frac nm (e^{\epsilon/T} - 1)\right]"""

CLAIM = Claim(
    "accel.error-shape",
    title="The noise floor grows with the number of steps; full-batch bounds are convex in it",
    printed=("remark", "Section 3.1, between Propositions 3.3 and 3.4"),
    statement=_FORM
    + r""":\qquad \epsilon_0(T) \text{ decreases and } \mathcal{E}_T \text{ increases in } T,\quad
        \frac{k}{1 + k\epsilon/T} \le \frac{T \epsilon_0(T)}{\epsilon} \le k e^{\epsilon/T},\;
        k = \frac nm;\qquad
        m = n:\ \mathcal{E}_T = \frac{2 d S_1^2 T^2}{n^2 \epsilon^2} \text{ and } B
        \text{ is strictly convex in } T""",
    hypotheses=r"""0 < \rho < 1,\ \psi_0 \ge 0,\ R, S_1, \epsilon > 0
        1 \le m \le n,\ n \ge 2""",
    parts=("monotone", "limit", "full batch", "convex"),
    uses=("accel.prop-3-1", "accel.prop-3-3.repaired"),
    repairs=("accel.error-shape.subsampled",),
    note="The text states the form of the bound and that its noise term increases with T; limit and"
    " convexity are ours. The shape belongs to equal shares eps/T of the budget; optimised shares"
    " keep the noise bounded.",
)

SUBSAMPLED = Claim(
    "accel.error-shape.subsampled",
    title="With a hidden batch, too, the bound falls first and then rises in T",
    ours=("remark", "Tempting reading of Section 3.1, between Propositions 3.3 and 3.4"),
    statement=_FORM + r""":\qquad m \le n,\ B(T) < B(T+1) \;\Longrightarrow\; B(T+1) \le B(T+2)""",
    hypotheses=r"0 < \rho < 1,\ \psi_0, R > 0",
    uses=("accel.prop-3-3.repaired",),
    note="Not in the paper. True for the full batch. With eps = 10 and n = 100 m the bound can rise"
    " from T = 1 to T = 2 and fall again at T = 3.",
)

ratio, share = declare("k s > 0")  # k = n/m and s = eps/T
eps, S, R, psi, n, m, d, T = declare("epsilon S_1 R > 0, psi_0 >= 0, integer n m d T > 0")


def inner(s: sp.Expr) -> sp.Expr:
    """e^(eps_0) for the share s of one step."""
    return 1 + ratio * (sp.exp(s) - 1)


longer = declare("h > 0")  # how much larger the share of fewer steps is


@CLAIM.exact(part="monotone")
@broken("more_steps_do_not_leave_more_budget", fewer=share, more=share + longer)
@because("With the comparison reversed: more steps leave less budget for each.")
def smaller_shares_leave_less_budget_and_more_noise(
    *, fewer: sp.Expr = share + longer, more: sp.Expr = share
) -> Outcomes:
    """ln(e^(eps_0(s + h)) / e^(eps_0(s))) > 0 for h > 0: eps_0 increases in the share s = eps/T.
    eps_0 is larger for the share of fewer steps, and a smaller eps_0 makes E_T larger.
    """
    small, extra = declare("small extra > 0")
    sigma = declare("sigma >= 0")  # sigma_s^2, 0 for the full batch
    noise = 2 * d * S**2 / m**2
    yield visible(sp.log(inner(fewer) / inner(more)), ">", 0)
    yield visible(sigma + noise / (small + extra) ** 2, "<", sigma + noise / small**2)


@CLAIM.exact(part="limit")
@broken("the_limit_is_not_half_of_it", upper=ratio * R / 2)
@because("With k e^s/2 in place of k e^s there is no upper bound.")
def total_before_amplification_tends_to_k_eps(*, upper: sp.Expr = ratio * R) -> Outcomes:
    """k/(1 + k s) <= T eps_0/eps <= k e^s; both ends tend to k as s = eps/T tends to 0.
    k/(1 + k s) <= eps_0/s <= upper, from four one-variable inequalities.
    With y = eps_0, x = e^y - 1 = k a and a = e^s - 1:  x/(1 + x) <= y <= x  and  s <= a <= s e^s.
    """
    y = declare("y >= 0")
    known = [
        inequality(relation(y, "<=", sp.exp(y) - 1)),
        inequality(relation(sp.exp(y) - 1, "<=", y * sp.exp(y))),
    ]
    z, x, a, growth = declare("eps_0 x a G > 0")  # G = e^s
    above = [(z, "<=", ratio * a), (a, "<=", share * growth)]
    below = [(x / (1 + x), "<=", z), (ratio * share, "<=", x)]
    least = ratio * share / (1 + ratio * share)
    yield from known
    left = sp.exp(z) - 1
    yield identity(left, ratio * (sp.exp(share) - 1), where=[(z, "=", sp.log(inner(share)))])
    yield visible(z, "<=", share * upper.subs(R, growth), where=above)
    yield visible(least, "<=", z, where=below)


def noise_floor(sensitivity_term: sp.Expr, budget: sp.Expr, batch: sp.Expr) -> sp.Expr:
    """R E_T without sigma_s^2: 2 d S^2/(m^2 eps_0^2)."""
    return sensitivity_term / (batch * budget) ** 2


@CLAIM.exact(part="full batch")
@broken("linear_growth", "With T in place of T^2: the noise grows with the square of T.", power=1)
def full_batch_noise_is_a_parabola_in_the_number_of_steps(*, power: int = 2) -> Outcomes:
    """At m = n, sigma_s^2 = 0 and E_T = 2 d S^2 T^power/(n^2 eps^2) with power = 2."""
    eps0 = declare("eps_0 > 0")
    full = [(m, "=", n), (eps0, "=", sp.log(1 + (sp.exp(eps / T) - 1) * n / m))]
    value = 2 * d * S**2 * T**power / (n * eps) ** 2
    sampling = S**2 / 4 * (n - m) / (m * (n - 1))
    large = (n, ">=", 2)
    yield identity(sampling, 0, where=[large, (m, "=", n)])
    yield identity(noise_floor(2 * d * S**2, eps0, m), value, where=full)


@CLAIM.exact(part="convex")
@broken("a_saturating_noise_term_spoils_it", growth=lambda t: t / (t + 1))
@because("With c T/(T + 1) in place of c T^2 the bound is not convex.")
def full_batch_bound_is_convex_in_the_number_of_steps(
    *, growth: Callable[[sp.Expr], sp.Expr] = lambda t: t**2
) -> Outcome:
    """psi_0 q^T (1 - q)^2 + 2c > 0: the differences of B increase with T.
    B(T+2) - 2 B(T+1) + B(T) > 0 for B(T) = psi_0 q^T + c growth(T), q = rho^2 < 1.
    """
    q, c = declare("q c > 0")

    def bound(t: sp.Expr) -> sp.Expr:
        return psi * q**t + c * growth(t)

    value = bound(T + 2) - 2 * bound(T + 1) + bound(T)
    gap = psi * q**T * (1 - q) ** 2 + 2 * c
    return visible(value, ">", 0, where=[(q, "<", 1)], gap=gap)


@SUBSAMPLED.refutation
@broken("full_batch_keeps_rising", batch=100)
@because("With m = n = 100 and S_1 = 100, so that S_1/m is the same: once risen, it keeps rising.")
def bound_rises_and_falls_again(*, batch: int = 1) -> Outcome:
    """With m = 1 the bound rises from T = 1 to T = 2 and falls at T = 3.
    B at T = 1, 2, 3 for n = 100, eps = 10, d = S_1 = R = 1, rho^2 = 99/100 and psi_0 = 6/5.
    """
    decay = declare("q > 0")

    def bound(steps: int) -> sp.Expr:
        eps0 = sp.log(1 + (sp.exp(eps / steps) - 1) * n / m)
        return psi * decay**steps + R * noise_floor(2 * d * S**2, eps0, m)

    shape = relation(bound(2), "<=", bound(3), where=[(bound(1), "<", bound(2)), (m, "<=", n)])
    point: dict[str, Any] = {
        "n": 100,
        "epsilon": 10,
        "d": 1,
        "S_1": batch,
        "R": 1,
        "q": "99/100",
        "psi_0": "6/5",
    }
    return counterexample(shape, m=batch, **point)
