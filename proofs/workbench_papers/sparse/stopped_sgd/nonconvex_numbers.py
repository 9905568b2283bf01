"""The two budgets per call, with all constants, for one set of numbers.

The bound on the root mean square of the gradient is sqrt(2 sqrt(2 Phi_0 H nu^2/T_0) + beta^2) with

    nu^2 = 4 L^2 + 4 (3M + 4) V_0,   beta^2 = V_0/2^(M+1),
    V_0 = 8 L^2 sqrt(s ln(1.25/delta') ln(2d))/eps',

and T_0, delta' as the budget says.  T_0 is the integer part of a number; an interval that holds it
is enough.  The smaller budget per call does improve the bound, and the number of calls that it
takes is out of reach: this is a statement about what the analysis gives, not a recipe.
"""

import math
from dataclasses import replace
from typing import Literal

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, all_of, because, broken
from workbench.rigor import enclosure, inequality
from workbench.symbolic import Variable, declare, relation

CLAIM = Claim(
    "sparse.sgd-nonconvex.numbers",
    title="Near-stationary points: two budgets per call, with all constants",
    ours=("remark", "not on the poster"),
    statement=r"""\epsilon' = 1/\sqrt{\ln 10^6}: \text{ bound } \ge 0.66; \quad
        \epsilon' = 10^{-4}: \text{ bound } \le 0.12, \text{ with } 10^{13} \le T_0 \le 10^{15}""",
    hypotheses=r"""n = 2^{30}, \; d = 10^4, \; s = 5, \; \epsilon = 1, \; \delta_1 = \delta_2 = 5 \
            \cdot 10^{-7}, \; L = H = \Phi_0 = 1
        \text{bound: } \Big( 2 \sqrt{2 \nu^2/T_0} + \beta^2 \Big)^{1/2}""",
    parts=("printed choice", "smaller budget", "calls"),
    uses=("sparse.sgd-nonconvex", "sparse.stopped-sgd", "sparse.mlmc-moment"),
)

DEPTH = 29  # M; n = 2^(M + 1)
N = 2 ** (DEPTH + 1)
SHARE = sp.Rational(5, 10**7)  # delta_1 = delta_2
WHOLE = 2 - sp.Rational(1, 2**DEPTH)  # the probabilities are 2^(-k)/WHOLE
k, T = declare("integer k, T > 0")
NUMBERS = ("boxes",)  # a sum of thirty logarithms has no sign that can be seen


def horizon(own: sp.Expr) -> sp.Expr:
    """V*/(4 E eps_N^2), of which T_0 is the integer part; `own` is eps'."""
    logs = 2 * sp.log(1 / SHARE)
    budget = (sp.sqrt(logs + 2) - sp.sqrt(logs)) ** 2
    record = sp.log(1 + (sp.exp(own) - 1) / N)
    cost = sp.log(1 + 2 ** (k + 1) * (sp.exp(2 * own) - 1) / N) + record
    return budget / (4 * sp.Sum(cost**2 / 2**k / WHOLE, (k, 0, DEPTH)))


def bound(own: sp.Expr) -> sp.Expr:
    """The bound on the gradient after T calls at eps' = `own`."""
    share = (4 * sp.Integer(DEPTH + 1) / WHOLE + 1) / N  # 2 E q + 1/n
    own_delta = SHARE / (4 * T * share)
    spread = 8 * sp.sqrt(5 * sp.log(sp.Rational(5, 4) / own_delta) * sp.log(2 * 10**4)) / own
    square = 4 + 4 * (3 * DEPTH + 4) * spread
    return sp.sqrt(2 * sp.sqrt(2 * square / T) + spread / 2 ** (DEPTH + 1))


def held(own: sp.Expr, op: Literal["<=", ">="], limit: sp.Rational) -> Outcome:
    """The horizon obeys
    low <= horizon - 1 and horizon <= high; the bound is as told for every T in [low, high].
    """
    exact = horizon(own)
    near = math.floor(float(enclosure(exact).value))  # a proposal: two inequalities decide on it
    low, high = near - near // 10**5, near + near // 10**5
    told = relation(bound(own), op, limit)
    return all_of(
        inequality(relation(low, "<=", exact - 1), methods=NUMBERS),
        inequality(relation(exact, "<=", high), methods=NUMBERS),
        inequality(replace(told, variables=(Variable("T", low=str(low), high=str(high)),))),
        summary=f"{low} <= T_0 <= {high}, and the bound is {op} {limit} for all such T_0",
    ).with_figures(Figure("bound", enclosure(bound(own), T=near).value))


@CLAIM.exact(part="printed choice", uses=())
@broken("a_smaller_budget_per_call_already_helps", logarithm=1000 * sp.log(10))
@because("eps' = 1/sqrt(10^3 ln 10) gives less.")
def the_printed_choice_says_little(*, logarithm: sp.Expr = sp.log(10**6)) -> Outcome:
    """The bound at eps' = 1/sqrt(logarithm) is at least 0.66, where L = 1 is trivial."""
    return held(1 / sp.sqrt(logarithm), ">=", sp.Rational(66, 100))


@CLAIM.exact(part="smaller budget", uses=())
@broken("a_hundred_times_as_much_does_not", own=sp.Rational(1, 100))
@because("With eps' = 10^-2 it does not hold.")
def the_smaller_budget_gives_a_sixth(*, own: sp.Rational = sp.Rational(1, 10**4)) -> Outcome:
    """The bound at eps' = `own` = 10^-4 is below 0.12."""
    return held(own, "<=", sp.Rational(12, 100))


@CLAIM.exact(part="calls", uses=())
@broken("a_larger_budget_needs_fewer", own=sp.Rational(1, 100))
@because("With eps' = 10^-2 it does not hold.")
def nobody_will_make_so_many_calls(*, own: sp.Rational = sp.Rational(1, 10**4)) -> Outcome:
    """The horizon is T_0 = 10^13 to 10^15, an integer of order n^(5/3) up to logarithms."""
    exact = horizon(own)
    return all_of(
        inequality(relation(10**13, "<=", exact), methods=NUMBERS),
        inequality(relation(exact, "<=", 10**15), methods=NUMBERS), summary="number of calls",
    ).with_figures(Figure("horizon", enclosure(exact).value))  # fmt: skip
