"""The two budgets per call, with all constants, for one set of numbers.

The bound on the root mean square of the gradient is sqrt(2 sqrt(2 Phi_0 H nu^2/T_0) + beta^2) with

    nu^2 = 4 L^2 + 4 (3M + 4) V_0,   beta^2 = V_0/2^(M+1),
    V_0 = 8 L^2 sqrt(s ln(1.25/delta') ln(2d))/eps',

and T_0, delta' as the budget says.  Everything is computed in ball arithmetic.  The smaller budget
per call does improve the bound, and the number of calls that it takes is out of reach: this is a
statement about what the analysis gives, not a recipe.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from flint import arb

from workbench.claims import Claim, Figure, Grade, Outcome, fails, holds, inconclusive

CLAIM = Claim(
    "sparse.sgd-nonconvex.numbers",
    kind="remark",
    title="Near-stationary points: two budgets per call, with all constants",
    source="not on the poster",
    provenance="ours",
    statement=r"""\epsilon' = 1/\sqrt{\ln 10^6}: \text{ bound } \ge 0.66; \quad
        \epsilon' = 10^{-4}: \text{ bound } \le 0.12, \text{ with } 10^{13} \le T_0 \le 10^{15}""",
    hypotheses=(
        r"n = 2^{30}, \; d = 10^4, \; s = 5, \; \epsilon = 1, \; \delta_1 = \delta_2 = 5 \cdot"
        r" 10^{-7}, \; L = H = \Phi_0 = 1",
        r"\text{bound: } \Big( 2 \sqrt{2 \nu^2/T_0} + \beta^2 \Big)^{1/2}",
    ),
    parts=("printed choice", "smaller budget", "calls"),
    uses=("sparse.sgd-nonconvex", "sparse.stopped-sgd", "sparse.mlmc-moment"),
)

DEPTH = 29  # M; n = 2^(M + 1)
N = 2 ** (DEPTH + 1)
SHARE = arb(5) / 10**7  # delta_1 = delta_2


class Enclosed(NamedTuple):
    """Horizon before rounding down, and the bound at both ends of what rounding may do."""

    horizon: arb
    low: arb
    high: arb


@cache
def bound(numerator: int, root: int) -> Enclosed:
    """eps' = numerator/10^5, or 1/sqrt(ln root)."""
    own = arb(numerator) / 10**5 if numerator else 1 / arb(root).log().sqrt()
    logs = 2 * (1 / SHARE).log()
    budget = ((logs + 2).sqrt() - logs.sqrt()) ** 2
    whole = 2 - arb(1) / 2**DEPTH
    record = (1 + (own.exp() - 1) / N).log()
    grown = (2 * own).exp() - 1
    costs = [(1 + arb(2 ** (k + 1)) / N * grown).log() + record for k in range(DEPTH + 1)]
    mean = sum((c**2 / 2**k / whole for k, c in enumerate(costs)), arb(0))
    horizon = budget / (4 * mean)
    share = (4 * arb(DEPTH + 1) / whole + 1) / N  # 2 E q + 1/n

    def value(calls: arb, counted: arb) -> arb:
        """The bound with `calls` in the denominator and `counted` in delta'."""
        own_delta = SHARE / (4 * counted * share)
        spread = 8 * (5 * (arb(5) / 4 / own_delta).log() * arb(2 * 10**4).log()).sqrt() / own
        square = 4 + 4 * (3 * DEPTH + 4) * spread
        return (2 * (2 * square / calls).sqrt() + spread / 2 ** (DEPTH + 1)).sqrt()

    return Enclosed(horizon, value(horizon, horizon - 1), value(horizon - 1, horizon))


def certain(order: Sequence[tuple[arb, arb]], text: str, value: arb) -> Outcome:
    """Every first number is at most the second; enclosures that overlap decide nothing."""
    if any(low > high for low, high in order):
        told = fails
    elif all(low <= high for low, high in order):
        told = holds
    else:
        return inconclusive("ball arithmetic", f"{text}: enclosures overlap")
    return told("ball arithmetic", text, grade=Grade.CERTIFIED, trust=("python-flint",),
                figures=(Figure("value", float(value.mid())),))  # fmt: skip


def at_least(root: int) -> Outcome:
    """The bound at eps' = 1/sqrt(ln root), from below."""
    found = bound(0, root)
    return certain([(arb("0.66"), found.low)], "bound at the printed choice", found.low)


@CLAIM.exact(part="printed choice", uses=())
def the_printed_choice_says_little() -> Outcome:
    """0.66, where L = 1 is trivial."""
    return at_least(10**6)


@the_printed_choice_says_little.mutant
def a_smaller_budget_per_call_already_helps() -> Outcome:
    """eps' = 1/sqrt(10^3 ln 10) gives less."""
    return at_least(10**1000)


def at_most(numerator: int) -> Outcome:
    """The bound at eps' = numerator/10^5, from above."""
    found = bound(numerator, 0)
    return certain([(found.high, arb("0.12"))], "bound at the smaller budget", found.high)


@CLAIM.exact(part="smaller budget", uses=())
def the_smaller_budget_gives_a_sixth() -> Outcome:
    """Below 0.12 at eps' = 10^-4."""
    return at_most(10)


@the_smaller_budget_gives_a_sixth.mutant
def a_hundred_times_as_much_does_not() -> Outcome:
    """eps' = 10^-2."""
    return at_most(1000)


def calls(numerator: int) -> Outcome:
    """10^13 <= T_0 <= 10^15."""
    found = bound(numerator, 0).horizon
    inside = [(arb(10**13), found - 1), (found, arb(10**15))]
    return certain(inside, "number of calls", found)


@CLAIM.exact(part="calls", uses=())
def nobody_will_make_so_many_calls() -> Outcome:
    """About n^(5/3) up to logarithms."""
    return calls(10)


@nobody_will_make_so_many_calls.mutant
def a_larger_budget_needs_fewer() -> Outcome:
    """eps' = 10^-2."""
    return calls(1000)
