"""The exact test of a <= r b + D: never too many false alarms, over the whole range of b.

The audits judge right and wrong guesses X and Y among N draws for delta > 0.  The rejection region
is an upper set in X; for a fixed b, X is binomial (N - Y, a/(1-b)) given Y, and so its chance rises
in a: the worst case lies on the line a = r b + D.  There the chance of a rejection is a polynomial
in b, enclosed here over all of its range for small N, with the decisions of the code itself.

Berger and Boos: a p-value maximised over a confidence set of level beta for the nuisance b, plus
beta, is a p-value.
"""

from dataclasses import replace
from fractions import Fraction
from math import comb

import sympy as sp
from flint import arb

from workbench.audit.coins import Counts
from workbench.audit.two_binomials import exact_lower
from workbench.claims import Claim, Grade, Outcome, Outcomes, all_of, because, broken, fails, holds
from workbench.harness.ranges import EXACT, UNCHECKED, bounded_on_range
from workbench.rigor import inequality
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "audit.two-binomials",
    title="The unconditional test of two guess rates keeps its level",
    ours=("proposition", "workbench/audit/two_binomials.py; Berger and Boos (1994)"),
    statement=r"""\Pr_{a,b}[\text{the test rejects } \epsilon] \le \alpha
        \text{ whenever } a \le e^{\epsilon} b + \delta; \qquad
        \Pr[p \le u] \le (u - \beta) + \beta = u""",
    hypotheses=r"""(X, Y, N - X - Y) \text{ multinomial with chances } a, b, 1 - a - b
        p = \beta + \sup_{b \in C} p(b), \; \Pr_b[b \notin C] \le \beta""",
    parts=("nuisance", "level"),
    uses=("audit.coin-design", "audit.clopper-pearson"),
    note="The level is enumerated at epsilon = 0, delta = 1/8, N = 12; the general statement rests"
    " on the monotonicity named in the module, which is checked there too.",
)

missed, small, u, beta = declare("m q u beta >= 0")


@CLAIM.exact(part="nuisance")
@broken("an_interval_for_nothing_costs_the_level", price=sp.Integer(0))
@because("Without the price the sum is above u.")
def the_price_of_the_interval_is_paid(*, price: sp.Expr = beta) -> Outcome:
    """Misses at most beta, and p(b) <= u - beta with chance at most u - beta.
    P(p <= u) <= P(b outside C) + P(p(b) <= u - price) <= u.
    """
    claimed = relation(
        missed + small, "<=", u,
        where=[(missed, "<=", beta), (small, "<=", u - price), (beta, "<=", u)],
    )  # fmt: skip
    return inequality(claimed)


def region(nothing: Counts, *, delta: float, alpha: float) -> list[tuple[int, int]]:
    """The outcomes at which the code's lower bound for epsilon is above 0."""
    draws = nothing.draws
    return [
        (x, y)
        for x in range(draws + 1)
        for y in range(draws + 1 - x)
        if exact_lower(replace(nothing, correct=x, wrong=y), delta=delta, alpha=alpha, pilot=0.5)
        > 0
    ]


BOTH, ONE = Counts(0, 0, 12, sides=2), Counts(0, 0, 12, sides=1, coin=0.25)


def level(limit: Fraction, nothing: Counts, *, delta: float = 0.125, alpha: float = 0.2) -> Outcome:
    """The chance of a false alarm on the line a = r b + D, for all b; and the upper set."""
    draws, coin = nothing.draws, Fraction(nothing.coin)
    found = region(nothing, delta=delta, alpha=alpha)
    ragged = [(x, y) for x, y in found if x + y < draws and (x + 1, y) not in found]
    if ragged or not found:
        summary = f"the region of {len(found)} outcomes is not an upper set: {ragged[:3]}"
        return fails("enumeration and ball arithmetic", summary, grade=Grade.DERIVED, trust=EXACT)
    shift, r = Fraction(delta) * Fraction(nothing.share), coin / (1 - coin)

    def chance(rate: arb) -> arb:
        right = _ball(r) * rate + _ball(shift)
        rest = (1 - right - rate).max(arb(0))
        terms = (
            comb(draws, x) * comb(draws - x, y) * right**x * rate**y * rest ** (draws - x - y)
            for x, y in found
        )
        return sum(terms, arb(0))

    upper = holds(
        "enumeration and ball arithmetic", f"{len(found)} outcomes reject, an upper set in X",
        grade=Grade.DERIVED, reason=UNCHECKED, trust=EXACT,
    )  # fmt: skip
    what = f"false alarms of {draws} draws at alpha = {alpha:g}"
    top = (1 - shift) / (1 + r)
    return all_of(upper, bounded_on_range(chance, limit, low=Fraction(0), high=top, what=what))


def _ball(x: Fraction) -> arb:
    return arb(x.numerator) / arb(x.denominator)


@CLAIM.exact(
    part="level",
    corner="epsilon = 0, delta = 1/8, twelve draws, every rate; both sides, or a coin of 1/4",
)
@broken("a_twentieth_is_exceeded", limit=Fraction(1, 20))
@because("The decisions are made at level 1/5, and their chance of an error exceeds 1/20.")
def computed_decisions_keep_the_level(*, limit: Fraction = Fraction(1, 5)) -> Outcomes:
    """Every outcome decided by the code; the chance of a rejection is at most 1/5 for all b."""
    yield level(limit, BOTH)
    yield level(limit, ONE)
