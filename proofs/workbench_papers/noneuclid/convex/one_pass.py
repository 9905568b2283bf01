"""Stochastic mirror descent in one pass: regret, and from regret to population risk.

    x_1 = argmin h,   x_{t+1} = argmin over X of eta <g_t, x> + D_h(x, x_t)

with g_t = grad f(x_t, z_t).  Per step, s being |x_t - x_{t+1}|, the prox inequality and strong
convexity give

    eta <g_t, x_t - u> <= D_h(u, x_t) - D_h(u, x_{t+1}) + eta |g_t| s - mu s^2/2,

and the last two terms are at most eta^2 L_0^2/(2 mu).  The divergences telescope, D_h(u, x_1) is at
most h(u) - h(x_1) as x_1 minimises h, and since z_t is fresh the mean of <g_t, x_t - u> is at
least that of F(x_t) - F(u).  Each record is used once; nothing is private.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, induction, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.smd-onepass",
    title="Stochastic mirror descent in one pass",
    reconstructed=("algorithm", "slide: SCO: Excess Risk Rates, the bullets"),
    statement=r"""\mathbb{E} F(\bar x) - F^\ast \le \frac{D^2}{2 \eta n} + \frac{\eta L_0^2}{2 \mu},
        \text{ at least } \frac{L_0 D}{\sqrt{\mu n}}, \text{ which }
        \eta = \frac{D}{L_0} \sqrt{\frac{\mu}{n}} \text{ attains}""",
    hypotheses=r"""h \; \mu\text{-strongly convex and differentiable on } X, \; h(x^\ast) - h(x_1) \
            \le D^2/2
        \lVert \nabla f(x, z) \rVert_\ast \le L_0, \; f \text{ convex}, \; z_1, \dots, z_n \text{ \
            i.i.d., each used once}, \; \bar x = \tfrac1n \sum_t x_t""",
    parts=("one step", "sum", "step size"),
    uses=("ext.bregman-projection", "ext.conditional-expectation"),
    note="In expectation. The bound with high probability that the slide mentions for regular norms"
    " needs bounded increments and is not checked.",
)

L0, D, n, mu, eta = declare("L_0 D n mu eta > 0")
before, after, closer, step, size = declare("D_before D_after D_step step size >= 0")
inner, moved = declare("real inner moved")


@CLAIM.exact(part="one step", uses=("ext.bregman-projection",))
@broken("a_quarter_is_not_enough", share=sp.Rational(1, 4))
@because("A step of length eta L_0/mu costs the half.")
def a_step_costs_half_of_its_square(*, share: sp.Rational = sp.S.Half) -> Outcome:
    """The square is completed:
    eta |g| s - mu s^2/2 = eta^2 |g|^2/(2 mu) - (mu s - eta |g|)^2/(2 mu).
    eta <g, x - u> = eta <g, x+ - u> + eta <g, x - x+> <= D - D+ + share eta^2 L_0^2/mu.
    """
    half = sp.S.Half
    return follows(
        eta * (inner + moved),
        before - after + share * eta**2 * L0**2 / mu,
        [
            (1, eta * inner, before - after - closer),  # prox inequality
            (eta, moved, size * step),  # duality of the norms
            (1, mu / 2 * step**2, closer),  # strong convexity
            (eta * step, size, L0),
        ],
        rest=(mu * step - eta * L0) ** 2 / (2 * mu) + (share - half) * eta**2 * L0**2 / mu,
        at={
            "inner": "-1/2", "moved": 1, "eta": 1, "D_before": 0, "D_after": 0, "D_step": "1/2",
            "size": 1, "step": 1, "mu": 1, "L_0": 1},
    )  # fmt: skip


@CLAIM.exact(part="sum", uses=("ext.conditional-expectation",))
@broken("a_larger_start_costs_more", start=sp.Integer(1))
@because("D_h(x*, x_1) <= D^2 is not enough for D^2/(2 eta n).")
def divergences_telescope(*, start: sp.Rational = sp.S.Half) -> Outcomes:
    """D_h(x*, x_1) <= h(x*) - h(x_1) <= D^2/2, as <grad h(x_1), x* - x_1> >= 0.
    Sum of D_t - D_{t+1} + c telescopes; divided by eta n with D_1 <= start D^2.
    """
    N, t = declare("integer N >= 0, integer t")
    d = sp.IndexedBase("d", real=True)
    first, last, mean, risk = declare("first last mean risk >= 0")
    cost = eta**2 * L0**2 / (2 * mu)
    yield induction(relation(sp.Sum(d[t] - d[t + 1], (t, 1, N)), "=", d[1] - d[N + 1]), "N")
    yield follows(
        risk,
        D**2 / (2 * eta * n) + eta * L0**2 / (2 * mu),
        [
            (1, risk, mean),  # convexity, and E[g_t | past] is a subgradient of F
            (1 / (eta * n), eta * n * mean, first - last + n * cost),
            (1 / (eta * n), first, start * D**2),
        ],
        rest=last / (eta * n),
        at={
            "risk": 1, "mean": 1, "first": 1, "last": 0, "eta": 1, "n": 1, "mu": 10**6, "L_0": 1,
            "D": 1,
        },
    )  # fmt: skip


@CLAIM.exact(part="step size", uses=())
@broken("twice_that_is_not_the_minimum", "The two terms are L_0 D/(2 sqrt(mu n)) each.", factor=2)
def the_two_terms_are_balanced(*, factor: int = 1) -> Outcomes:
    """The bound minus factor L_0 D/sqrt(mu n) is a square, which vanishes at the stated eta."""
    best = D / L0 * sp.sqrt(mu / n)
    bound = D**2 / (2 * eta * n) + eta * L0**2 / (2 * mu)
    value = factor * L0 * D / sp.sqrt(mu * n)
    gap = (D / sp.sqrt(2 * eta * n) - L0 * sp.sqrt(eta / (2 * mu))) ** 2
    yield identity(bound.subs(eta, best), value)
    yield visible(value, "<=", bound, gap=gap)
