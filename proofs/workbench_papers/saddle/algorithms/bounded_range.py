"""Bounded-range accounting of Algorithms 3 and 5.

A choice by weights e^score of range R is R^2/8-zCDP, and these add up to

    rho = (sqrt(ln(1/delta) + eps) - sqrt(ln(1/delta)))^2,

without a bound on eps.  Draws before the first gradient are free.

    Algorithm 3      R = 4 w tau L_0/alpha, w <= 4.5 the weight of a record; 6 (U - 1) vertices
    Algorithm 5      pure loss e = 4 tau T L_0/B, so e^2/2; K (kappa + floor((T-1)/kappa) - 1)

The second is where the proof of Proposition 4.3 pays a factor 2 twice: here it does not matter, as
a softmax of sensitivity e has the range 2e, and (2e)^2/8 = e^2/2.  In both the step is
8 sqrt(rho ln(1/delta))/eps times that of the paper, or more.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

_BUDGET = r"\rho = \big( \sqrt{\ln(1/\delta) + \epsilon} - \sqrt{\ln(1/\delta)} \big)^2"

THIRD = Claim(
    "saddle.prop3.17.bounded-range",
    title="Privacy of Algorithm 3 by bounded range: a larger step size",
    ours=("proposition", "Proposition 3.17, other accounting"),
    statement=rf"""\tau \le \frac{{\alpha}}{{2 w L_0}} \sqrt{{\frac{{\rho}}{{3 (U - 1)}}}}, \;
        {_BUDGET} \;\Longrightarrow\; \text{{Algorithm 3 is }} (\epsilon, \delta)\text{{-DP}}""",
    hypotheses=r"""\epsilon > 0, \; 0 < \delta < 1, \; U \ge 2, \; \alpha = \lfloor n/U \rfloor \
            \ge 1
        w = \max_{N \le M} \text{weight of a record}/2^N \le 9/2, \text{ as in Proposition 3.17}
        \sum_{t \le T} 2^{N_t} \le U; \text{ the } N_t \text{ do not depend on the data}""",
    parts=("vertices", "composition", "comparison"),
    uses=("saddle.prop3.17", "saddle.prop3.3.bounded-range", "ext.bounded-range"),
    note="The sum of the costs is bounded for every sequence of levels.",
)

FIFTH = Claim(
    "saddle.prop4.3.bounded-range",
    title="Privacy of Algorithm 5 by concentrated privacy: a larger step size",
    ours=("proposition", "Proposition 4.3, other accounting"),
    statement=rf"""\tau \le \frac{{B}}{{4 L_0 T}} \sqrt{{\frac{{2 \rho}}
        {{K (\kappa + \lfloor (T-1)/\kappa \rfloor - 1)}}}}, \;
        {_BUDGET} \;\Longrightarrow\; \text{{Algorithm 5 is }} (\epsilon, \delta)\text{{-DP}}""",
    hypotheses=r"""f \; L_0\text{-Lipschitz}, \; \epsilon > 0, \; 0 < \delta < 1, \; 1 \le \kappa \
            \le T, \; T \ge 2""",
    parts=("vertices", "composition", "comparison"),
    uses=("saddle.prop4.3", "saddle.prop3.3.bounded-range", "ext.bounded-range"),
)

tau, L0, eps, Lambda, rho = declare("tau L_0 epsilon Lambda rho > 0")
alpha, w, B, T, K, kappa, left = declare("alpha w B T K kappa U_minus_1 > 0")
rounds = declare("rounds > 0")  # in which vertices that depend on data are drawn


@THIRD.exact(part="vertices")
@broken("output_vertices_count", "4 (U - 1) is exceeded if all levels are 0.", most=4)
def the_first_round_spends_a_unit_for_nothing(*, most: int = 6) -> Outcome:
    """4 sum 2^N + 2 (rounds - 1) <= 6 (U - 1).
    Rounds after the first: 4 * 2^N + 2 vertices each, 2^N summing to at most U - 2^(N_1).
    """
    total, many, first = declare("total many first > 0")
    at = {"total": 1, "many": 1, "first": 1, "U_minus_1": 1}
    premises = [(2, many, total), (6, total, left + 1 - first), (6, 1, first)]
    return follows(4 * total + 2 * many, most * left, premises, at=at)


@THIRD.exact(part="composition")
@broken("as_pure_mechanisms_they_do_not", "At R^2/2 each they exceed rho.", share=sp.S.Half)
def vertices_of_all_rounds_fit(*, share: sp.Rational = sp.Rational(1, 8)) -> Outcome:
    """6 (U-1) 1/8 R^2 <= rho, R = 4 w tau L_0/alpha at the stated step size."""
    limit = alpha / (2 * w * L0) * sp.sqrt(rho / (3 * left))
    spent = 6 * left * share * (4 * w * tau * L0 / alpha) ** 2
    return visible(spent, "<=", rho, where=[(tau, "<=", limit)])


def ratio(larger: sp.Expr, paper: sp.Expr, factor: int) -> Outcome:
    """larger/paper = factor sqrt(rho Lambda)/eps."""
    ours, theirs = declare("ours theirs > 0")
    steps = [(ours, "=", larger), (theirs, "=", paper)]
    return identity(ours / theirs, factor * sp.sqrt(rho * Lambda) / eps, where=steps)


@THIRD.exact(part="comparison")
@broken("it_does_not_gain_twice_as_much", factor=16)
@because("Sixteen would count a vertex once for both factors two.")
def algorithm_3_gains_what_algorithm_1_does(*, factor: int = 8) -> Outcome:
    """At w = 9/2, with U - 1 as U: 8 sqrt(rho ln(1/delta))/eps, 3.93 at eps = 1, delta = 1e-6."""
    larger = alpha / (9 * L0) * sp.sqrt(rho / (3 * left))
    return ratio(larger, alpha * eps / (18 * L0 * sp.sqrt(48 * left * Lambda)), factor)


@FIFTH.exact(part="vertices")
@broken("all_others_are_charged", "One too many: true, but not the count.", free=0)
def the_first_sample_is_uniform(*, free: int = 1) -> Outcomes:
    """There are kappa + floor((T-1)/kappa) samples, one of them free.
    T - 1 = kappa q + r: refreshed at 1..kappa, 2 kappa, ..., q kappa, and once at the end.
    For kappa = T (q = 0) at 1..T - 1 and at the end.
    """
    i, period = declare("integer i kappa > 0")
    later, before = declare("integer later before >= 0")  # q - 1 and T - 1

    def drawn(*counts: sp.Expr) -> sp.Expr:  # in so many rounds, and at the end
        return sp.Add(*(sp.Sum(1, (i, 1, count)) for count in counts)) + 1 - free

    yield identity(drawn(period, later), period + (later + 1) - 1)
    yield identity(drawn(before), (before + 1) + 0 - 1)


@FIFTH.exact(part="composition")
@broken("with_it_they_do_not", "e = 8 tau T L_0/B.", vertex=8)
def samples_fit_without_a_second_factor_two(*, vertex: int = 4) -> Outcomes:
    """K rounds e^2/2 <= rho for e = 4 tau T L_0/B; a range of 2e costs the same."""
    limit = B / (4 * L0 * T) * sp.sqrt(2 * rho / (K * rounds))
    pure = vertex * tau * T * L0 / B
    yield visible(K * rounds * pure**2 / 2, "<=", rho, where=[(tau, "<=", limit)])
    yield identity((2 * pure) ** 2 / 8, pure**2 / 2)


@FIFTH.exact(part="comparison")
@broken("four_is_the_gain_over_the_sharp_constant", factor=4)
@because("4 sqrt(rho ln(1/delta))/eps is half of it.")
def algorithm_5_gains_the_same(*, factor: int = 8) -> Outcome:
    """The gain is 8 sqrt(rho ln(1/delta))/eps, half of it against the sharp 8 sqrt(2).
    With equal numbers of samples.
    """
    larger = B / (4 * L0 * T) * sp.sqrt(2 * rho / (K * rounds))
    paper = B * eps / (16 * sp.sqrt(2) * L0 * T * sp.sqrt(K * rounds * Lambda))
    return ratio(larger, paper, factor)
