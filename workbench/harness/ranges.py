"""A bound on an enclosed function of one number, over a whole range of it.

A probability that is a polynomial in an unknown rate is bounded on [0, top] by ball arithmetic:
the range is halved until every piece is decided.
"""

from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx

from workbench.claims import Figure, Grade, Outcome, fails, holds, inconclusive

EXACT = ("Python integers", "python-flint")
UNCHECKED = "exact computation, without a certificate"
DEEPEST = 40
"""Halvings after which a piece counts as undecided."""


def bounded_on_range(
    chance: Callable[[arb], arb], limit: Fraction, *, low: Fraction, high: Fraction, what: str
) -> Outcome:
    """`chance(p) <= limit` for every p in [low, high]; `chance` encloses what it is given."""
    old, ctx.prec = ctx.prec, 128
    try:
        bound = arb(limit.numerator) / arb(limit.denominator)
        pieces, waiting, largest = 0, [(low, high, 0)], 0.0
        while waiting:
            left, right, depth = waiting.pop()
            value = chance(_between(left, right))
            pieces += 1
            if value <= bound:
                largest = max(largest, float(value.upper()))
                continue
            middle = (left + right) / 2
            at = chance(_between(middle, middle))
            if at > bound:
                summary = f"{what}: {float(at.mid()):.6g} at rate {middle} is above {limit}"
                grade = Grade.DERIVED
                return fails("enumeration and ball arithmetic", summary, grade=grade, trust=EXACT)
            if depth == DEEPEST:
                return inconclusive(
                    "enumeration and ball arithmetic",
                    f"{what}: the piece [{left}, {right}] was not decided; a higher precision or "
                    "more halvings would decide it",
                )
            waiting += [(left, middle, depth + 1), (middle, right, depth + 1)]
    finally:
        ctx.prec = old
    return holds(
        "enumeration and ball arithmetic", f"{what}: never above {limit}", grade=Grade.DERIVED,
        reason=UNCHECKED, trust=EXACT,
        figures=(Figure("largest enclosure", largest), Figure("pieces", pieces)),
    )  # fmt: skip


def _between(low: Fraction, high: Fraction) -> arb:
    """A ball that holds every number from low to high."""
    a = arb(low.numerator) / arb(low.denominator)
    return a.union(arb(high.numerator) / arb(high.denominator))
