"""Optimal composition of equal steps: nothing is worse than repeated randomised response.

A step is (eps, delta)-DP; k of them, chosen adaptively, reveal at most what k independent copies of
this do: with probability delta the bit itself, else randomised response with odds e^eps.  For pure
steps the curve is

    delta_k(t) = sum_j C(k, j) e^(j eps)/(1 + e^eps)^k (1 - e^(t - (2j - k) eps))_+ .

Cited.  Checked: the formula against the sum over all 2^k answers, k up to 5, for symbolic odds.
"""

import itertools

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.optimal-composition",
    title="Optimal composition of equal steps",
    reconstructed=("cited", "Kairouz, Oh and Viswanath (2015), Theorem 3.3"),
    statement=r"""k \text{ adaptive } (\epsilon, \delta)\text{-DP steps are }
        \big( t, 1 - (1 - \delta)^k (1 - \delta_k(t)) \big)\text{-DP, } \;
        \delta_k(t) = \sum_{j=0}^k \binom{k}{j} \frac{e^{j\epsilon}}{(1 + e^\epsilon)^k}
        \Big( 1 - e^{t - (2j - k)\epsilon} \Big)_+, \;
        \text{attained by } k \text{ independent steps}""",
    hypotheses=r"""\text{each step is } (\epsilon, \delta)\text{-DP for every value of the earlier \
            outputs}
        \epsilon, t \ge 0, \; 0 \le \delta < 1, \; \epsilon, \delta \text{ fixed in advance}""",
    citation="Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy,"
    " Theorem 3.3",
)

u = declare("u > 0")  # e^eps - 1
odds = 1 + u


def formula(k: int, level: int, step: int) -> sp.Expr:
    """delta_k(level eps) with e^((2j - k) eps) > e^(level eps) written out."""
    terms = [
        sp.binomial(k, j) * odds**j / (1 + odds) ** k * (1 - odds ** (level - step * j + k))
        for j in range(k + 1)
        if 2 * j - k > level
    ]
    return sp.Add(*terms)


def enumerated(k: int, level: int) -> sp.Expr:
    """Sum over all answers of the positive part of p - e^(level eps) q."""
    total = sp.Integer(0)
    for answers in itertools.product((0, 1), repeat=k):
        truths = sum(answers)
        if 2 * truths - k > level:
            p, q = odds**truths, odds ** (k - truths)
            total += (p - odds**level * q) / (1 + odds) ** k
    return total


@CLAIM.exact(corner="randomised response, up to five steps, levels that are multiples of eps")
@broken("a_lie_does_not_count_for_nothing", step=1)
@because("The ratio is e^((2j - k) eps), not e^((j - k) eps).")
def the_formula_is_the_sum_over_all_answers(*, step: int = 2) -> Outcomes:
    """The ratio depends on the number of true answers alone; k = 1..5, every level 0..k - 1."""
    cases = [(k, level) for k in range(1, 6) for level in range(k)]
    for k, level in cases:
        yield identity(formula(k, level, step), enumerated(k, level))
    yield f"{len(cases)} pairs of steps and levels, any odds"
