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

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken
from workbench.rigor import certify, witness
from workbench.symbolic import Relation, declare, relation

_FORM = r"""B(T) = \rho^{2T} \psi_0 + R\, \mathcal{E}_T,\quad
        \mathcal{E}_T = \sigma_s^2 + \frac{2 d S_1^2}{m^2 \epsilon_0(T)^2},\quad
        \epsilon_0(T) = \ln\left[1 + \frac nm (e^{\epsilon/T} - 1)\right]"""

eps, S, R, psi, n, m, d, T = declare("epsilon S_1 R > 0, psi_0 >= 0, integer n m d T > 0")
fade = declare("rho > 0")
SIZES = [(m, "<=", n), (n, ">=", 2)]


def budget(steps: sp.Expr) -> sp.Expr:
    """The budget of one step before amplification, eps_0."""
    return sp.log(1 + n / m * (sp.exp(eps / steps) - 1))


def floor(steps: sp.Expr) -> sp.Expr:
    """The noise floor, sigma_s^2 and the privacy noise."""
    return S**2 / (4 * m) * (n - m) / (n - 1) + 2 * d * S**2 / (m * budget(steps)) ** 2


def bound(steps: sp.Expr) -> sp.Expr:
    """The error bound B."""
    return fade ** (2 * steps) * psi + R * floor(steps)


def monotone(fewer: sp.Expr = T, more: sp.Expr = T + 1) -> tuple[Relation, Relation]:
    """More steps leave less budget, and more noise."""
    return (
        relation(budget(more), "<", budget(fewer), where=SIZES),
        relation(floor(fewer), "<", floor(more), where=SIZES),
    )


def limit(factor: sp.Expr = sp.Integer(1)) -> tuple[Relation, Relation]:
    """T eps_0/eps between k/(1 + k s) and `factor` k e^s, with k = n/m and s = eps/T."""
    ratio, share = n / m, eps / T
    total = T * budget(T) / eps
    return (
        relation(ratio / (1 + ratio * share), "<=", total, where=SIZES),
        relation(total, "<=", factor * ratio * sp.exp(share), where=SIZES),
    )


def full_batch(power: int = 2) -> Relation:
    """The noise floor at m = n."""
    value = 2 * d * S**2 * T**power / (n * eps) ** 2
    return relation(floor(T), "=", value, where=[(m, "=", n), (n, ">=", 2)])


def convex(middle: sp.Expr = T + 1) -> Relation:
    """Strictly convex in T at m = n."""
    inside = [(m, "=", n), (n, ">=", 2), (fade, "<", 1)]
    return relation(2 * bound(middle), "<", bound(T) + bound(T + 2), where=inside)


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
        \sigma_s^2 = \tfrac{S_1^2}{4m} \tfrac{n - m}{n - 1}, \; d \ge 1 \text{ the dimension}
        1 \le m \le n,\ n \ge 2""",
    parts=("monotone", "limit", "full batch", "convex"),
    encoded={
        "monotone": monotone(), "limit": limit(), "full batch": (full_batch(),),
        "convex": (convex(),),
    },
    uses=("accel.prop-3-1", "accel.prop-3-3.repaired"),
    repairs=("accel.error-shape.subsampled",),
    note="The text states the form of the bound and that its noise term increases with T; limit"
    " and convexity are ours. The shape belongs to equal shares eps/T of the budget; optimised"
    " shares keep the noise bounded. As encoded T is an integer, rises and falls are those of one"
    " step, and convexity is B(T) + B(T + 2) > 2 B(T + 1).",
)  # fmt: skip

SUBSAMPLED = Claim(
    "accel.error-shape.subsampled",
    title="With a hidden batch, too, the bound falls first and then rises in T",
    reading=("remark", "Section 3.1, between Propositions 3.3 and 3.4, for a hidden batch"),
    statement=_FORM + r""":\qquad m \le n,\ B(T) < B(T+1) \;\Longrightarrow\; B(T+1) \le B(T+2)""",
    hypotheses=r"0 < \rho < 1,\ \psi_0, R > 0",
    uses=("accel.prop-3-3.repaired",),
    note="True for the full batch; the text speaks of the two terms and not of their sum. With eps"
    " = 10 and n = 100 m the bound can rise from T = 1 to T = 2 and fall again at T = 3. R does not"
    " depend on T, as in the display; in (23) it does, by (1 - rho^(2T))/(1 - rho^2), of which this"
    " says nothing. As encoded sigma_s^2, the same on both sides, is left out.",
)

k, u, v = declare("k u v > 0")  # n/m, and shares of the budget


@CLAIM.exact(part="monotone")
@broken("more_steps_do_not_leave_more_budget", fewer=T + 1, more=T)
@because("With the comparison reversed: more steps leave less budget for each.")
def smaller_shares_leave_less_budget_and_more_noise(
    *, fewer: sp.Expr = T, more: sp.Expr = T + 1
) -> Outcomes:
    """eps_0 increases in the share s = eps/T, and E_T decreases in eps_0."""
    less, noisier = monotone(fewer, more)
    smaller = relation(_before(k, u), "<", _before(k, v), where=[(u, "<", v)])
    falls = (smaller, {"k": n / m, "u": eps / (T + 1), "v": eps / T})
    base, c, x, y = declare("real a, c x y > 0")
    louder = relation(base + c / x**2, "<", base + c / y**2, where=[(y, "<", x)])
    at = {"a": S**2 / (4 * m) * (n - m) / (n - 1), "c": 2 * d * S**2 / m**2,
          "x": budget(T), "y": budget(T + 1)}  # fmt: skip
    yield certify(less, facts=[falls])
    yield certify(noisier, facts=[falls, (louder, at)])


def _before(ratio: sp.Expr, share: sp.Expr) -> sp.Expr:
    return sp.log(1 + ratio * (sp.exp(share) - 1))


@CLAIM.exact(part="limit")
@broken("the_limit_is_not_half_of_it", factor=sp.S.Half)
@because("k e^s/2 in place of k e^s is no upper bound: the middle tends to k.")
def total_before_amplification_tends_to_k_eps(*, factor: sp.Expr = sp.Integer(1)) -> Outcomes:
    """k/(1 + k s) <= T eps_0/eps <= k e^s; both ends tend to k as s = eps/T tends to 0.
    With x = k (e^s - 1):  x/(1 + x) <= ln(1 + x) <= x  and  s <= e^s - 1 <= s e^s.
    """
    below, above = limit(factor)
    at = {"k": n / m, "u": eps / T}
    yield certify(below, facts=[(relation(_before(k, u), ">=", k * u / (1 + k * u)), at)])
    rise, (A, c, s, E) = n / m * (sp.exp(eps / T) - 1), declare("A c s E > 0")
    slope = relation(0, "<=", u * sp.exp(u) - sp.exp(u) + 1)
    joined = relation(T * A / s, "<=", k * E, where=[(A, "<=", c), (c, "<=", k * s * E / T)])
    ends = {"T": T, "A": budget(T), "c": rise, "s": eps, "k": n / m, "E": sp.exp(eps / T)}
    concave = (relation(sp.log(1 + k), "<=", k), {"k": rise})
    yield certify(above, facts=[concave, (slope, {"u": eps / T}), (joined, ends)])


@CLAIM.exact(part="full batch")
@broken("linear_growth", "With T in place of T^2: the noise grows with the square of T.", power=1)
def full_batch_noise_is_a_parabola_in_the_number_of_steps(*, power: int = 2) -> Outcome:
    """At m = n, sigma_s^2 = 0 and E_T = 2 d S_1^2 T^2/(n^2 eps^2)."""
    return certify(full_batch(power))


@CLAIM.exact(part="convex")
@broken("the_next_step_is_not_on_the_chord", middle=T + 2)
@because("2 B(T+2) < B(T) + B(T+2) says that B falls; where psi_0 = 0 it rises.")
def full_batch_bound_is_convex_in_the_number_of_steps(*, middle: sp.Expr = T + 1) -> Outcome:
    """B(T+2) - 2 B(T+1) + B(T) = psi_0 rho^(2T) (1 - rho^2)^2 + 2 R c > 0, c the noise per T^2."""
    return certify(convex(middle))


@SUBSAMPLED.refutation(of="case")
@broken("full_batch_keeps_rising", batch=100)
@because("With m = n = 100 and S_1 = 100, so that S_1/m is the same: once risen, it keeps rising.")
def bound_rises_and_falls_again(*, batch: int = 1) -> Example:
    """With m = 1 the bound rises from T = 1 to T = 2 and falls at T = 3.
    B at T = 1, 2, 3 for n = 100, eps = 10, d = S_1 = R = 1, rho^2 = 99/100 and psi_0 = 6/5.
    """
    decay = declare("q > 0")

    def here(steps: int) -> sp.Expr:
        noise = 2 * d * S**2 / (m * budget(sp.Integer(steps))) ** 2
        return psi * decay**steps + R * noise

    shape = relation(
        here(2), "<=", here(3), where=[(here(1), "<", here(2)), (m, "<=", n), (decay, "<", 1)]
    )
    point: dict[str, Any] = {
        "n": 100, "epsilon": 10, "d": 1, "S_1": batch, "R": 1, "q": "99/100", "psi_0": "6/5",
    }  # fmt: skip
    return witness(shape, m=batch, **point)
