"""The privacy filter in closed form: a budget for the sum of squared costs.

The filter stops before the first call that would make

    sqrt(2 Lambda V) + V/2 > eps,      Lambda = ln(1/delta_1), V = sum of eps_t^2 with this one,

or sum of delta_t > delta_2.  In v = sqrt(V) the left side is v^2/2 + sqrt(2 Lambda) v, so the first
test is V > V* with V* = (sqrt(2 Lambda + 2 eps) - sqrt(2 Lambda))^2.  The budget is about
eps^2/(2 Lambda) for small eps.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

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
    hypotheses=r"""\Lambda = \ln(1/\delta_1), \; 0 < \delta_1 < 1, \; \epsilon > 0
        (\epsilon_t, \delta_t) \text{ may depend on everything seen before}""",
    parts=("within", "beyond", "size"),
    uses=("ext.fully-adaptive-composition",),
    note="The sums include the call that is about to be made.",
)

Lambda, eps = declare("Lambda epsilon > 0")
v, u = declare("v u >= 0")  # sqrt(V), sqrt(V*)
w = declare("w > 0")  # sqrt(2 Lambda); eps = u^2/2 + w u
BUDGET = u**2 / 2 + w * u


def root(weight: sp.Expr) -> Outcome:
    """The root
    u = sqrt(2 Lambda + 2 eps) - sqrt(2 Lambda) solves weight u^2 + sqrt(2 Lambda) u = eps.
    """
    found = sp.sqrt(2 * Lambda + 2 * eps) - sp.sqrt(2 * Lambda)
    return identity(weight * found**2 + sp.sqrt(2 * Lambda) * found, eps)


@CLAIM.exact(part="within")
@broken("without_the_half_the_root_is_another", weight=sp.Integer(1))
@because("sqrt(2 Lambda V) + V = eps has a smaller solution.")
def within_the_budget_the_filter_is_silent(*, weight: sp.Expr = sp.S.Half) -> Outcomes:
    """The spent budget
    v <= u gives w v + v^2/2 <= w u + u^2/2 = eps: sqrt(2 Lambda V) + V/2 <= eps.
    """
    gap = (u - v) * (w + (u + v) / 2)
    yield root(weight)
    yield visible(w * v + v**2 / 2, "<=", BUDGET, where=[(v, "<=", u)], gap=gap)


@CLAIM.exact(part="beyond")
@broken("at_half_the_root_it_does_not", "v > u/2 is not enough.", factor=2)
def beyond_the_budget_it_stops(*, factor: int = 1) -> Outcomes:
    """The spent budget
    v > factor u, factor = 1, gives w v + v^2/2 > eps: sqrt(2 Lambda V) + V/2 > eps.
    """
    gap = (v - u) * (w + (u + v) / 2)
    yield root(sp.S.Half)
    yield visible(BUDGET, "<", w * v + v**2 / 2, where=[(u, "<", factor * v)], gap=gap)


@CLAIM.exact(part="size", uses=())
@broken("half_of_it_is_exceeded", "sqrt(V*) is above eps/(2 sqrt(2 Lambda)) for small eps.", top=2)
def the_budget_is_that_of_advanced_composition(*, top: int = 1) -> Outcomes:
    """eps/sqrt(2 Lambda + 2 eps) <= sqrt(V*) <= eps/sqrt(2 Lambda).
    sqrt(V*) = 2 eps/(sqrt(2 Lambda + 2 eps) + sqrt(2 Lambda)), between the two roots.
    """
    a, b = declare("a b > 0")  # sqrt(2 Lambda), sqrt(2 Lambda + 2 eps)
    gained = (b**2 - a**2) / 2  # eps
    known = [(a, "<", b)]
    yield identity(b - a, 2 * gained / (a + b), where=known)
    yield visible(gained / b, "<=", b - a, where=known, gap=(b - a) ** 2 / (2 * b))
    yield visible(b - a, "<=", gained / (top * a), where=known, gap=(b - a) ** 2 / (2 * a))
