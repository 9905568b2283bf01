"""The privacy filter in closed form: a budget for the sum of squared costs.

The filter stops before the first call that would make

    sqrt(2 Lambda V) + V/2 > eps,      Lambda = ln(1/delta_1), V = sum of eps_t^2 with this one,

or sum of delta_t > delta_2.  In v = sqrt(V) the left side is v^2/2 + sqrt(2 Lambda) v, so the first
test is V > V* with V* = (sqrt(2 Lambda + 2 eps) - sqrt(2 Lambda))^2.  The budget is about
eps^2/(2 Lambda) for small eps.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import filter_budget as budget
from workbench.rigor.provers import privacy_filter as filters

CLAIM = Claim(
    "sparse.filter",
    title="Privacy filter, with its budget in closed form",
    reconstructed=("theorem", "block: Upper Bounds for DP-SO, first bullet"),
    statement=r"""\begin{gathered}
        \text{stopping before } \sum \epsilon_t^2 > V^* \text{ or } \sum \delta_t > \delta_2
        \text{ makes the whole interaction } (\epsilon, \delta_1 + \delta_2)\text{-DP}, \\
        V^* = \big( \sqrt{2 \Lambda + 2 \epsilon} - \sqrt{2 \Lambda} \big)^2: \quad
        \sqrt{2 \Lambda V} + \tfrac12 V \le \epsilon \iff V \le V^*; \quad
        \frac{\epsilon^2}{2 \Lambda + 2 \epsilon} \le V^* \le \frac{\epsilon^2}{2 \Lambda}
        \end{gathered}""",
    hypotheses=r"""\Lambda = \ln(1/\delta_1), \; 0 < \delta_1 < 1, \; \delta_2 \ge 0, \; \
            \epsilon > 0, \; V \ge 0
        \text{step } t \text{ is } (\epsilon_t, \delta_t)\text{-DP given what was seen before, on \
            which } \epsilon_t, \delta_t \text{ may depend}
        \text{at most } T \text{ steps, for any fixed } T; \text{ outputs in standard Borel \
            spaces}""",
    parts=("private", "within", "beyond", "size"),
    encoded={"private": (budget.interaction(),), "within": (budget.silent(),),
             "beyond": (budget.stops(),), "size": budget.size()},
    uses=("ext.fully-adaptive-composition",),
    note="The sums include the call that is about to be made. As encoded b_t, d_t are eps_t,"
    " delta_t, and 0 after the last step; p_t and q_t are densities of output t on two neighbours,"
    " given the outputs before it, for one law such as half of their sum; r_t and u_t are any parts"
    " of them of means a_t <= d_t and at most d_t, without which their log-ratio l_t is in"
    " [-b_t, b_t], such as the positive parts of p - e^b q and q - e^b p, where l is any number if"
    " the rest vanishes; Z is the indicator of an event. Where delta_2 is 1 or more there is"
    " nothing to show, and d_t < 1 follows where it is not.",
)  # fmt: skip


@CLAIM.proof(part="private", seconds=240, uses=())
@dropped("budgets", budget.FITTING, {0: "Many steps reveal all.", 1: "Each may leak delta_t."})
@dropped("sure", filters.PRIVATE, filters.WITHOUT_SURE)
@dropped("given", filters.GIVEN, filters.WITHOUT_GIVEN)
@broken("the_leaks_count", "A step may reveal all with chance delta_t.", leak=0)
def the_filter_keeps_both_budgets(**changes: Any) -> Outcome:  # noqa: ANN401
    """V <= V* says that sqrt(2 Lambda V) + V/2 <= eps; the rest is fully adaptive composition."""
    return budget.by_the_filter(**changes)


@CLAIM.exact(part="within", uses=())
@broken("without_the_half_it_is_exceeded", "sqrt(2 Lambda V*) + V* is above eps.", half=1)
def within_the_budget_the_filter_is_silent(*, half: sp.Expr = sp.S.Half) -> Outcome:
    """sqrt(V) <= sqrt(V*) gives (sqrt(V) + sqrt(2 Lambda))^2 <= 2 Lambda + 2 eps."""
    return certify(budget.silent(half), facts=budget.within())


@CLAIM.exact(part="beyond", uses=())
@broken("at_a_quarter_of_the_budget_it_does_not", least=budget.BUDGET / 4)
@because("V > V*/4 is not enough: sqrt(2 Lambda V) + V/2 <= eps up to V*.")
def beyond_the_budget_it_stops(**changes: Any) -> Outcome:  # noqa: ANN401
    """sqrt(V) > sqrt(V*) gives (sqrt(V) + sqrt(2 Lambda))^2 > 2 Lambda + 2 eps."""
    return certify(budget.stops(**changes), facts=budget.beyond())


@CLAIM.exact(part="size", uses=())
@broken("half_of_it_is_exceeded", "V* is above eps^2/(4 Lambda) for small eps.", top=2)
def the_budget_is_that_of_advanced_composition(*, top: int = 1) -> Outcome:
    """sqrt(V*) = 2 eps/(sqrt(2 Lambda + 2 eps) + sqrt(2 Lambda)), between the two roots."""
    return budget.by_the_roots(top)
