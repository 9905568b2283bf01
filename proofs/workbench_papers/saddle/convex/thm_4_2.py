"""Guarantees of Algorithm 5, private convex optimisation by anytime mirror descent (Theorem 4.2).

With weights t the regret costs 2 ln d/(tau T(T+1)) + tau L_0^2 (2T+1)/6.  In the first kappa rounds
the gradient error is the bias of K vertices.  Later the sampled point is stale, by t - t_k rounds:

    drift      2 L_1 |x^t - x^{t_k}|_1, weighted sum at most 8 L_1 kappa T
    sampling   against iterates that restart at t_k and do not know the sample: 2 b_K
    coupling   |w - w~|_1 <= tau sum of i |error|_inf (softmax is 1-Lipschitz): tau kappa t V_K

and the output vertices cost c_K.  Divided by A_T = T(T+1)/2:

    E F - F* <= 2 ln d/(tau T(T+1)) + tau L_0^2 (2T+1)/6 + 2 b_K + 16 L_1 kappa/T
                + tau kappa (2T+1) V_K/3 + c_K.

u = x* is fixed, so no ghost sequence is needed.  No condition on tau kappa T is needed either.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor import follows, identity, induction, visible
from workbench.symbolic import declare, relation
from workbench_papers.saddle._rates import REGION, best_order, from_gap

_SETTING = (
    r"F \text{ convex}, \; f(\cdot; z) \; L_0\text{-Lipschitz}, L_1\text{-smooth in } \lVert"
    r" \cdot \rVert_1 \text{ on } \Delta_d",
    r"\tau \text{ as in Proposition 4.3}, \; K \ge 1, \; 1 \le \kappa \le T \le n",
)
_USES = ("saddle.thm4.2.every-round", "saddle.prop4.3", "saddle.cor2.3", "saddle.cor2.3.sharp",
         "saddle.lem-softmax-lip", "ext.conditional-expectation")  # fmt: skip

CLAIM = Claim(
    "saddle.thm4.2",
    title="Algorithm 5 before optimisation",
    reconstructed=("theorem", "Theorem 4.2, proof 4.5, eq. (11)"),
    statement=r"""\mathbb{E} F(\widetilde x) - F^\ast \le \frac{2 \ln d}{\tau T (T+1)}
        + \frac{\tau L_0^2 (2T+1)}{6} + 2 b_K + \frac{16 L_1 \kappa}{T}
        + \frac{\tau \kappa (2T+1)}{3} V_K + c_K""",
    hypotheses=(
        *_SETTING,
        r"b_K, V_K, c_K \text{ the bias, second moment and value error of } K \text{ vertices}",
    ),
    parts=("drift", "coupling"),
    uses=(*_USES, "saddle.cor2.4", "saddle.cor2.12", "saddle.cor2.6.simplex",
          "saddle.cor2.14.simplex"),
    note="Constants ours. To the bound of saddle.thm4.2.every-round, which has b_K and c_K, come"
    " drift and coupling. The condition on tau kappa T in the proof is not needed"
    " (`saddle.lem-softmax-lip`).",
)  # fmt: skip

PRIVACY = ("tau*T**2*(K*kappa)**(1/2)/P", "tau*T**(5/2)*(K/kappa)**(1/2)/P")
CONSTRAINTS = ("T/n", *PRIVACY, "kappa/T")


def order(bias: str, moments: tuple[str, ...], claimed: str, *more: str) -> Order:
    """The best order of the six terms over tau, T, K, kappa."""
    return best_order(["ell/(tau*T**2)", "tau*T", bias, "kappa/T", *moments], CONSTRAINTS,
                      free=["tau", "T", "K", "kappa"], integer=["T", "K", "kappa"],
                      claimed=claimed, region=(*REGION, *more))  # fmt: skip


ORDER_FIRST = order("K**(-1/2)", ("tau*kappa*T*(ell/K)**(1/2)", "tau*kappa*T/K"),
                    "(ell/n)**(1/2) + ell**(7/10)*P**(-2/5)", "ell**3/P")  # fmt: skip
ORDER_SECOND = order("1/K", ("tau*kappa*T*ell/K", "tau*kappa*T/K**2"),
                     "(ell/n)**(1/2) + ell*P**(-1/2)")  # fmt: skip
_LIMITS = (
    *_SETTING,
    r"P = n \epsilon/\sqrt{\ln(1/\delta)}, \; n, P, \ell = \ln d \ge 1; \; L_0 = L_1 = L_2 = 1",
)
_SUM = (
    "The part `order` is about a sum, the terms of saddle.thm4.2 up to constants, under the privacy"
    " of saddle.prop4.3."
)

FIRST = Claim(
    "saddle.thm4.2a",
    title="Rate of Algorithm 5, first-order-smooth",
    reconstructed=("rate", "Theorem 4.2, first part"),
    statement=r"""\min_{\tau, T, K, \kappa} \mathbb{E} F(\widetilde x) - F^\ast
        \lesssim \sqrt{\frac{\ln d}{n}} + (\ln d)^{7/10} P^{-2/5}""",
    hypotheses=(*_LIMITS, r"\ell^3 \le P \text{ (not in the theorem)}"),
    parts=("order", "gap"),
    encoded={"order": (ORDER_FIRST,)},
    uses=("saddle.thm4.2", "saddle.prop4.3"),
    note=_SUM + " Without l^3 <= P it can be as large as l^(5/6) P^(-1/3) n^(-1/6). The exponent"
    " 7/10 is what this bound gives; for one player that of Algorithm 1 gives 3/5"
    " (`saddle.ours.private-iterate-rate`).",
)

SECOND = Claim(
    "saddle.thm4.2b",
    title="Rate of Algorithm 5, second-order-smooth",
    reconstructed=("rate", "Theorem 4.2, second part"),
    statement=r"""\min_{\tau, T, K, \kappa} \mathbb{E} F(\widetilde x) - F^\ast
        \lesssim \sqrt{\frac{\ln d}{n}} + \ln d \cdot P^{-1/2}""",
    hypotheses=_LIMITS,
    parts=("order", "gap"),
    encoded={"order": (ORDER_SECOND,)},
    uses=("saddle.thm4.2", "saddle.prop4.3"),
    note=_SUM,
)

tau, logs, L0, L1, K, V, T, t = declare("tau log_d L_0 L_1 K V > 0, integer T > 0, integer t")
kappa = declare("integer kappa > 0")
A = T * (T + 1) / 2


@CLAIM.exact(part="drift")
@broken("half_of_it_is_exceeded", "8 L_1 (t - t_k) is too small for t near 2 t_k.", limit=8)
def the_average_does_not_move_far_in_kappa_rounds(*, limit: int = 16) -> Outcomes:
    """16 L_1 T (kappa - 1)/2 <= 8 L_1 kappa T, and divided by A_T at most 16 L_1 kappa/T.
    t 2 L_1 sum_{i = t_k}^{t-1} 4/(i+2) <= 16 L_1 (t - t_k) as t <= 2 t_k; their sum; over A_T.
    stale = t - t_k; sum over t of (t - t_k) <= T (kappa - 1)/2, block by block of length kappa.
    """
    base, now, stale, total = declare("t_k > 0, t_now stale total >= 0")
    claimed = relation(sp.Sum(t - 1, (t, 1, kappa)), "=", kappa * (kappa - 1) / 2)
    block = induction(claimed, "kappa", start=1)
    part = declare("integer part > 0")  # rounds of a block that is not finished
    left = now * 2 * L1 * stale * 4 / (base + 2)
    yield visible(left, "<=", limit * L1 * stale, where=[(now, "<=", 2 * base)])
    yield block
    yield visible(part * (part - 1) / 2, "<=", part * (kappa - 1) / 2, where=[(part, "<=", kappa)])
    left = 16 * L1 * total / A
    rest = 16 * L1 * kappa / T - 16 * L1 * T * (kappa - 1) / (2 * A)
    yield follows(left, 16 * L1 * kappa / T, [(16 * L1 / A, total, T * (kappa - 1) / 2)], rest=rest)


@CLAIM.exact(part="coupling")
@broken("the_round_counts_twice", "Once as the weight of the error, once in the step.", power=1)
def coupled_iterates_stay_close(*, power: int = 2) -> Outcomes:
    """At most kappa rounds since the last refresh, each moves the weights by tau i |error|.
    t (tau kappa t V) summed and divided by A_T: tau kappa V (2T+1)/3.
    E |error_i| |w - w~| <= tau sum_{i} i E(e_i e_t) <= tau kappa t V by Cauchy-Schwarz.
    """
    e, f = declare("e f >= 0")
    squares = T * (T + 1) * (2 * T + 1) / 6
    yield visible(e * f, "<=", (e**2 + f**2) / 2, gap=(e - f) ** 2 / 2)
    yield induction(relation(sp.Sum(t**power, (t, 1, T)), "=", squares), "T", start=1)
    yield identity(tau * kappa * V * squares / A, tau * kappa * (2 * T + 1) / 3 * V)


_FREE = {0: "T may be as large as you like.", 2: "kappa = 1 and K large cost too little then."}


def terms_of_the_gap_are_those_of_the_sum(*, factor: int = 182) -> Outcome:
    """At the step size tau/91 the bound of `saddle.thm4.2` is at most 182 times the sum."""
    return from_gap(
        "182*ell/(tau*T*(T + 1)) + tau*(2*T + 1)/546 + 2*b + 16*kappa/T"
        " + tau*kappa*(2*T + 1)*V/273 + b",
        f"{factor}*(ell/(tau*T^2) + tau*T + b + kappa/T + tau*kappa*T*V)",
        "T >= 1, kappa, b, V > 0",
        "floor(n/T) is at least n/(2T), so tau/91 satisfies Proposition 4.3 where tau satisfies the"
        " two limits of the part `order`.",
        "b is the bias b_K and V the second moment V_K, up to constants the terms of the sum by the"
        " corollaries that saddle.thm4.2 uses, and c_K is at most of order 1/K.",
    )


for rate in (FIRST, SECOND):
    half = broken("half_of_it", "At T = 1 the regret alone is 91 times its term.", factor=90)
    rate.exact(part="gap")(half(terms_of_the_gap_are_those_of_the_sum))


@FIRST.exact(part="order")
@broken("six_tenths_is_not_reached", claimed="(ell/n)**(1/2) + ell**(6/10)*P**(-2/5)")
@because("l^(6/10) P^(-2/5) is below what this bound gives.")
@dropped("constraints", CONSTRAINTS, _FREE)
@broken("larger_logarithms", region=REGION)
@because("For P < l^3 it can be as large as l^(5/6) P^(-1/3) n^(-1/6).")
def best_order_has_the_power_seven_tenths(**changes: Any) -> Outcome:  # noqa: ANN401
    """(l/n)^(1/2) + l^(7/10) P^(-2/5), l = ln d."""
    return rate_is(ORDER_FIRST.but(**changes))


@SECOND.exact(part="order")
@broken("three_quarters_is_not_reached", claimed="(ell/n)**(1/2) + ell**(3/4)*P**(-1/2)")
@because("l^(3/4) P^(-1/2) would be the rate for bilinear saddle points.")
@dropped("constraints", CONSTRAINTS, _FREE)
def best_order_is_one_over_the_root(**changes: Any) -> Outcome:  # noqa: ANN401
    """The best order is (l/n)^(1/2) + l P^(-1/2)."""
    return rate_is(ORDER_SECOND.but(**changes))
