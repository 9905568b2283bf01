"""Population risk of output perturbation: stability of the minimiser adds 2 L^2/(lam n).

Exchange a record of S for a fresh one: the mean of f(x_lam(S); z_i) over S is that of
f(x_lam(S'); z), S' being S with z_i replaced by z.  So the mean of F_D(x_lam) - F_S(x_lam) is at
most L |x_lam(S) - x_lam(S')|_2 <= 2 L^2/(lam n): `ext.uniform-stability`, whose exchange is looked
at for two records.  The mean of F_S(x*) - F_D(x*) is 0, and the noise is bounded on F_D directly.
With sqrt(u + v) <= sqrt(u) + sqrt(v) the optimum splits into 2LD/sqrt(n) and the empirical rate.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rates import Order, rate_is
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "sparse.outpert-sco",
    title="Stochastic convex optimisation by output perturbation",
    reconstructed=("theorem", "Table 2, rows 2 and 4"),
    statement=r"""\begin{gathered}
        \mathbb{E} F_{\mathcal{D}}(\hat x) - F_{\mathcal{D}}(x^\ast) \le \frac{\lambda D^2}2
        + \frac1\lambda \Big( \frac{2 L^2}n + \frac{8 L^2 q}{n \epsilon} \Big), \quad
        q = \sqrt{s \ln(2d) \ln(1.25/\delta)}; \\
        \text{at the best } \lambda: \; \le \frac{2LD}{\sqrt n} + 4LD \sqrt{\frac{q}{n \epsilon}};
        \quad \text{pure DP: the same term } \frac{2 L^2}{\lambda n} \text{ is added}
        \end{gathered}""",
    hypotheses=r"""\text{as for convex ERM, approximate or pure}; \; S \sim \mathcal{D}^n
        \lambda \text{ does not depend on the data}""",
    parts=("stability", "sum", "optimum", "pure"),
    uses=("sparse.erm-l2-sens", "sparse.outpert-approx", "sparse.outpert-pure",
          "ext.uniform-stability"),
)  # fmt: skip


STABLE = ["s*L**2*h/(lam*P)", "L**2/(lam*n)", "D**2*lam"]  # h = 1 + ln d, P = n eps
SHARP_ORDER = Order(
    "D**(6/5)*H**(1/5)*(s*L**2*h/P)**(2/5) + D*L*(s*h/P)**(1/2) + D*L*n**(-1/2)",
    ["s*L**2*h*(H/lam)**(1/2)/(lam*P)", *STABLE], free=["lam"],
)  # fmt: skip

SHARP = Claim(
    "sparse.outpert-sco.sharp",
    title="Stochastic convex optimisation, pure DP, smaller noise: exponent 2/5",
    ours=("rate", "in place of Table 2, row 4"),
    statement=r"""\min_\lambda \lambda D^2 + \frac{s L^2 h}{\lambda n \epsilon} \Big(
        \sqrt{\frac H\lambda} + 1 \Big) + \frac{L^2}{\lambda n} \asymp \frac{LD}{\sqrt n}
        + D^{6/5} H^{1/5} \Big( \frac{s L^2 h}{n \epsilon} \Big)^{2/5}
        + L D \sqrt{\frac{s h}{n \epsilon}}, \quad h = 1 + \ln d""",
    hypotheses=r"""\text{the bound for convex ERM with the smaller noise}, \; L^2/(\lambda n) \
            \text{ for } S \sim \mathcal{D}^n; \text{ constants left out}""",
    encoded=(SHARP_ORDER,),
    note="A rate of the displayed sum. The smaller noise is that of `sparse.outpert-pure.sharp`. As"
    " encoded h is 1 + ln d, and P is n eps.",
    uses=("sparse.erm-l2-sens", "sparse.outpert-pure.sharp", "ext.uniform-stability"),
)

L, D, lam, n, P, q = declare("L D lambda n P q > 0")  # P = n eps


def exchanged(factor: int) -> Outcome:
    """The case is
    n = 2, records 0 and 1 with chances 1 - p and p, any minimiser X[S] and loss F[x, z].
    sum over S of Pr[S] (1/2) sum_i f(x(S); z_i) = the same with record i and a fresh one exchanged.
    """
    p = declare("p > 0")
    chance = [1 - p, p]
    loss = {
        (a, b, z): sp.Symbol(f"f_{a}{b}_{z}", real=True)
        for a in (0, 1) for b in (0, 1) for z in (0, 1)
    }  # fmt: skip
    empirical = sum(
        chance[a] * chance[b] * (loss[a, b, a] + loss[a, b, b]) / 2 for a in (0, 1) for b in (0, 1)
    )
    fresh = sum(
        chance[a] * chance[b] * chance[z] * (loss[z, b, z] + loss[a, z, z]) / 2
        for a in (0, 1)
        for b in (0, 1)
        for z in (0, 1)
    )
    return identity(empirical, factor * fresh)


@CLAIM.exact(part="stability", uses=("sparse.erm-l2-sens", "ext.uniform-stability"))
@broken("half_of_it_does_not_follow", "The sensitivity is 2L/(lam n).", constant=1)
@broken("the_exchange_keeps_the_mean", "No factor is lost.", factor=2)
def a_stable_minimiser_generalises(*, constant: int = 2, factor: int = 1) -> Outcomes:
    """E[F_D(x_lam) - F_S(x_lam)] <= 2 L^2/(lam n).
    The difference of the two means is at most L times the sensitivity of the minimiser.
    """
    gap, moved = declare("gap moved >= 0")
    yield exchanged(factor)
    right = constant * L**2 / (lam * n)
    premises = [(1, gap, L * moved), (L, moved, 2 * L / (lam * n))]
    yield follows(gap, right, premises, at={"gap": 2, "moved": 2, "L": 1, "lambda": 1, "n": 1})


@CLAIM.exact(
    part="sum", uses=("sparse.erm-l2-sens", "sparse.outpert-approx", "ext.uniform-stability")
)
@broken("the_quoted_sensitivity_costs_more", "With 4L/(lam n) the bound is exceeded.", constant=4)
def four_differences_make_the_excess_risk(*, constant: int = 2) -> Outcome:
    """In mean F_D(xhat) - F_D(x*) is four differences: noise, stability, regularisation, and 0."""
    whole, noise, general, fitted, fluctuation = declare(
        "real whole noise general fitted fluctuation"
    )
    stable, added = constant * L**2 / (lam * n), 8 * L**2 * q / (lam * P)
    premises = [
        (1, whole, noise + general + fitted + fluctuation),
        (1, noise, added),
        (1, general, stable),
        (1, fitted, lam * D**2 / 2),
        (1, fluctuation, 0),
    ]
    at = {
        "whole": "25/2", "noise": 8, "general": 4, "fitted": "1/2", "fluctuation": 0, "L": 1,
        "n": 1, "lambda": 1, "q": 1, "P": 1, "D": 1,
    }  # fmt: skip
    return follows(whole, lam * D**2 / 2 + (2 * L**2 / n + 8 * L**2 * q / P) / lam, premises, at=at)


@CLAIM.exact(part="optimum", uses=())
@broken("half_of_the_statistical_term_is_not_it", share=sp.S.Half)
@because("LD/sqrt(n) is not the square root of 4 a u.")
def the_optimum_splits_into_two_terms(*, share: sp.Rational = sp.Integer(1)) -> Outcomes:
    """The optimum is at most 2LD/sqrt(n) + 4LD sqrt(q/(n eps)).
    2 sqrt(a (u + v)) <= 2 sqrt(a u) + 2 sqrt(a v), a = D^2/2, u = 2L^2/n, v = 8L^2 q/P.
    """
    a, u, v = D**2 / 2, 2 * L**2 / n, 8 * L**2 * q / P
    x, y = declare("x y >= 0")  # sqrt(u), sqrt(v)
    side, both = declare("side both > 0")  # sqrt(a), sqrt(u + v)
    yield identity(side**2 * (both / side) + both**2 / (both / side), 2 * side * both)
    yield visible(x**2 + y**2, "<=", (x + y) ** 2, gap=2 * x * y)
    yield identity(2 * sp.sqrt(a * u), 2 * share * L * D / sp.sqrt(n))
    yield identity(2 * sp.sqrt(a * v), 4 * L * D * sp.sqrt(q / P))


@CLAIM.exact(
    part="pure", uses=("sparse.erm-l2-sens", "sparse.outpert-pure", "ext.uniform-stability")
)
@broken("stability_is_not_free", claimed="D**(4/3)*(s*L**2*H*h/P)**(1/3) + D*L*(s*h/P)**(1/2)")
@because("Without LD/sqrt(n) the bound is not reached.")
def pure_privacy_has_the_same_extra_term(
    *, claimed: str = "D**(4/3)*(s*L**2*H*h/P)**(1/3) + D*L*(s*h/P)**(1/2) + D*L*n**(-1/2)"
) -> Outcome:
    """The empirical rate and LD/sqrt(n)."""
    return rate_is(claimed, ["s*L**2*h*(H/lam)/(lam*P)", *STABLE], free=["lam"])


@SHARP.exact
@broken(
    "the_printed_exponent_is_larger",
    claimed="D**(4/3)*(s*L**2*H*h/P)**(1/3) + D*L*(s*h/P)**(1/2) + D*L*n**(-1/2)",
)
@because("1/3 is not the best order of this bound.")
def the_smaller_noise_has_the_same_extra_term(**changes: Any) -> Outcome:  # noqa: ANN401
    """The smaller noise keeps the exponent 2/5 and has the same extra term LD/sqrt(n)."""
    return rate_is(SHARP_ORDER.but(**changes))
