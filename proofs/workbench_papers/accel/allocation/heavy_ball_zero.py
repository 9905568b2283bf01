r"""Noise scales for heavy ball where a weight vanishes, and what the optimal ones gain on R1.

Heavy ball oscillates, and h_j = 0 happens (for h_1, when 1 + beta = alpha lambda).  If a_{T,t} = 0
for some step, a budget spent there is wasted, every positive split is beaten by one that spends
less there, and the infimum is not attained, if the other weights do not all vanish too.  A tiny
weight in place of 0 comes close.

On the instance R1 with alpha = 1, beta = 3/10, T = 20, epsilon = 1 the noise part of E_T is
0.327211 with equal scales and 0.013426 with the optimal ones, 24 times less.
"""

from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, Outcomes, all_of, because, broken
from workbench.convergence.quadratics import impulse_response
from workbench.rigor import enclosure, identity, visible
from workbench.rigor.provers.decimals import rounds_to
from workbench.symbolic import declare
from workbench_papers.accel.notation import symbols

CLAIM = Claim(
    "accel.allocation-hb.zero-weight",
    title="Laplace scales for heavy ball where a weight vanishes",
    ours=("proposition", "not in the paper"),
    statement=r"""\text{if some but not all } a_{T,t} \text{ vanish, the infimum of }
        \sum_{t=1}^T a_{T,t} (2 b_t^2) \text{ is not attained}; \quad
        a_{T,T-1} = 0 \text{ if } d = 1,\; 1 + \beta = \alpha\lambda""",
    hypotheses=r"""a_{T,t} \text{ of \texttt{accel.allocation-hb} on quadratics}, \;\
            b_t > 0, \; \sum_{t=1}^T \frac{S_1}{n b_t} = \epsilon""",
    parts=("zero weight", "instance"),
    uses=("accel.allocation-hb", "accel.prop-4-2"),
    note="In the instance R1 optimal scales lower the noise part 24 times.",
)

alpha, eps = symbols("alpha", "epsilon")


@CLAIM.exact(part="zero weight")
@broken("spending_nothing_there_is_no_worse", share=declare("v >= 0"))
@because("With v = 0 allowed there is equality there; b_t = S/(n v) is then infinite.")
def spending_less_on_a_useless_step_is_always_better(
    *, share: sp.Expr = declare("v > 0")
) -> Outcomes:
    """h_1 = 0 at 1 + beta = alpha lambda; V/(eps - v)^2 > V/eps^2 for every v > 0.
    With `share` spent on a step of weight 0 the others cost V/(eps - share)^2 at best.
    V/eps^2 is less, is approached as the spare goes to 0, and is not reached.
    """
    V, level, curvature, momentum = declare("V u lam beta > 0")
    tau = 1 + momentum - alpha * curvature
    close = V / (eps - eps * level / (1 + level)) ** 2  # spare = eps u/(1 + u)
    yield identity(tau, 0, where=[(momentum, "=", alpha * curvature - 1)])
    yield visible(V / eps**2, "<", V / (eps - share) ** 2, where=[(share, "<", eps)])
    yield identity(close, V / eps**2 * (1 + level) ** 2)


def instance_weights(steps: int) -> list[Fraction]:
    """a_{T,t} for t = 1..T on R1: lambda in {1/2, 1}, alpha = 1, beta = 3/10; exact."""
    total = [Fraction(0)] * steps
    for curvature in (Fraction(1, 2), Fraction(1)):
        h, _ = impulse_response(
            curvature, alpha=Fraction(1), beta=Fraction(3, 10), method="heavy-ball", steps=steps
        )
        for t in range(1, steps + 1):
            total[t - 1] += curvature / 2 * h[steps - t] ** 2
    return total


@CLAIM.exact(part="instance")
@broken("equal_scales_are_not_optimal", optimal="0.327211")
@because("With 0.3272, the value of equal scales, in place of the optimal 0.0134.")
def reference_instance_gains_a_factor_of_24(
    *, equal: str = "0.327211", optimal: str = "0.013426"
) -> Outcome:
    """R1, alpha = 1, beta = 3/10, T = 20: exact weights, cube roots enclosed.
    Noise parts of E_20 with S_1 = 2, n = 100, epsilon = 1.
    """
    steps, unit = 20, sp.Rational(2, 100)
    weights = [sp.Rational(str(a)) for a in instance_weights(steps)]
    spread = 2 * (steps * unit) ** 2 * sp.Add(*weights)
    best = 2 * unit**2 * sp.Add(*(sp.cbrt(a) for a in weights)) ** 3
    return all_of(rounds_to(spread, equal), rounds_to(best, optimal)).with_figures(
        Figure("noise part, equal scales", enclosure(spread).value),
        Figure("noise part, optimal scales", enclosure(best).value),
    )
