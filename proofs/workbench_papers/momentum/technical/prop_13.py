"""A geometric series over epochs (Proposition 13), and its sharper form.

    sum_(i >= 0) (1 - alpha)^(iN) = 1/(1 - (1 - alpha)^N) <= max{2, 2/(alpha N)}

Sharper, it is at most 1 + 1/(alpha N), which says (1 - alpha)^N (1 + alpha N) <= 1, and that is an
identity:

    1 - (1 - alpha)^N (1 + alpha N) = sum_(i < N) (1 - alpha)^i alpha^2 (i + 1) >= 0.

It implies the printed one, as 1 + 1/x <= 2/x for x <= 1 and <= 2 for x >= 1.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import certify, identity, induction, inequality, visible
from workbench.symbolic import Relation, declare, relation

alpha, q, x, epochs = declare("alpha q x > 0, integer N > 0")


def sharper(slope: int = 1) -> Relation:
    """1/(1 - (1 - alpha)^N) <= 1 + 1/(slope alpha N)."""
    sum_of_all = 1 / (1 - (1 - alpha) ** epochs)
    return relation(sum_of_all, "<=", 1 + 1 / (slope * alpha * epochs), where=[(alpha, "<=", 1)])


CLAIM = Claim(
    "momentum.prop-13",
    title="Geometric series over epochs",
    reconstructed=("proposition", "Proposition 13"),
    statement=r"""\sum_{i=0}^\infty (1-\alpha)^{iN} = \frac{1}{1 - (1-\alpha)^N}
        \le \max\Big\{ 2, \frac{2}{\alpha N} \Big\}""",
    hypotheses=r"0 < \alpha \le 1, \; N \ge 1",
    parts=("sum", "bound"),
    uses=("momentum.prop-13.sharp",),
)

SHARP = Claim(
    "momentum.prop-13.sharp",
    title="Geometric series over epochs, sharper",
    ours=("proposition", "Proposition 13, sharpened"),
    statement=r"""\frac{1}{1 - (1-\alpha)^N} \le 1 + \frac{1}{\alpha N}""",
    hypotheses=r"0 < \alpha \le 1, \; N \ge 1",
    encoded=(sharper(),),
)

n, i, rho = declare("integer n >= 0, integer i, rho >= 0")


@CLAIM.exact(part="sum", uses=())
@broken("the_power_is_n", "rho^(n + 1) belongs to one more term.", tail=rho ** (n + 1))
def partial_sums_stay_below_the_limit_by_a_power(*, tail: sp.Expr = rho**n) -> Outcomes:
    """sum_(i < n) rho^i = (1 - rho^n)/(1 - rho), and rho^n -> 0 for rho = (1 - alpha)^N < 1.
    sum_(i < n) rho^i = (1 - tail)/(1 - rho) for every n, and the tail is not negative.
    """
    total = sp.Sum(rho**i, (i, 0, n - 1))
    exact = induction(relation(total, "=", (1 - tail) / (1 - rho), where=[(rho, "<", 1)]), "n")
    yield exact
    left = (1 - tail) / (1 - rho)
    yield visible(left, "<=", 1 / (1 - rho), where=[(rho, "<", 1)], gap=tail / (1 - rho))


@CLAIM.exact(part="bound")
@broken("the_constant_is_not_one", "1 + 1/x is above max{1, 1/x}.", constant=1)
def the_sharper_bound_implies_it(*, constant: int = 2) -> Outcome:
    """1 + 1/x <= max{2, 2/x}.
    1 + 1/x <= constant/x for x <= 1 and 1 + 1/x <= constant for x >= 1, x = alpha N.
    """
    small = relation(1 + 1 / x, "<=", constant / x, where=[(x, "<=", 1)])
    large = relation(1 + 1 / x, "<=", constant, where=[(1, "<=", x)])
    return all_of(inequality(r) for r in (small, large))


@SHARP.exact
@broken("twice_the_slope_is_too_much", slope=2)
@because("(1 - alpha)^N (1 + 2 alpha N) exceeds 1 for small alpha.")
def the_geometric_series_is_below_the_harmonic_bound(*, slope: int = 1) -> Outcome:
    """(1 - alpha)^N (1 + alpha N) <= 1, by induction over N."""
    return certify(sharper(slope))


@SHARP.exact(corner="N = 1")
@broken("the_slack_is_not_zero", "The bound is not attained there.", rate=sp.Integer(0))
def a_single_record_shows_the_slack(*, rate: sp.Expr = sp.Integer(1)) -> Outcome:
    """At N = 1 the sum is 1/alpha, and the bound 1 + 1/alpha is above it by exactly 1."""
    return identity(1 + 1 / (alpha * 1) - 1 / (1 - (1 - alpha)), rate)
