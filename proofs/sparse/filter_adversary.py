"""An adaptive adversary against the filter: the worst choice of steps, by dynamic programming.

Randomised response with odds x or x^2, at the cost ln x or 2 ln x, is run until the filter stops;
which of the two comes next may depend on all the answers.  The loss is a walk on the multiples of
ln x and the budget a number of squares, so that the largest advantage E (1 - e^(eps - loss))_+ over
all strategies is a finite recursion, here in integers that are rounded up.  It has to stay below
delta_1.
"""

from fractions import Fraction
from functools import cache

from flint import arb

from workbench.claims import Claim, Figure, Grade, Outcome, fails, holds, inconclusive

CLAIM = Claim(
    "sparse.filter.adversary",
    kind="remark",
    title="An adaptive adversary with two kinds of steps does not beat the filter",
    source="not on the poster",
    provenance="ours",
    statement=r"""\max_{\text{strategies}} \mathbb{E} \big( 1 - e^{\epsilon - \mathcal{L}} \big)_+
        \le \delta_1 = \tfrac{1}{100}, \quad \mathcal{L} \text{ the loss when the filter stops}""",
    hypotheses=(
        r"\text{steps of randomised response with odds } x \text{ or } x^2, \; x = \tfrac{21}{20},"
        r" \; \epsilon = 20 \ln x",
        r"\sum \epsilon_t^2 \le V^*, \text{ the next step included}",
    ),
    uses=("sparse.filter",),
)

ODDS = Fraction(21, 20)
LEVEL = 20  # eps = LEVEL ln ODDS
DELTA = Fraction(1, 100)


def units(factor: int) -> int:
    """How many squared costs (ln x)^2 fit into factor V*."""
    step = (arb(21) / 20).log()
    logs = 2 * arb(100).log()
    budget = ((logs + 2 * LEVEL * step).sqrt() - logs.sqrt()) ** 2
    return int(float((factor * budget / step**2).lower()))


def advantage(budget: int) -> float:
    """The largest mean of (1 - x^(LEVEL - loss))_+, rounded up by less than 1e-9."""
    one, two = ODDS / (1 + ODDS), ODDS**2 / (1 + ODDS**2)
    scale = 10**18

    def up(value: Fraction) -> int:
        return -((-value.numerator * scale) // value.denominator)

    chances = [(1, 1, up(one)), (2, 4, up(two))]

    @cache
    def best(loss: int, left: int) -> int:
        found = max(0, up(1 - ODDS ** (LEVEL - loss)))
        for size, price, chance in chances:
            if price <= left:
                high, low = best(loss + size, left - price), best(loss - size, left - price)
                # the advantage grows with the loss: more weight on `high` is an upper bound
                found = max(found, low - ((low - high) * chance) // scale + 1)
        return found

    return best(0, budget) / scale


def private(factor: int) -> Outcome:
    """The advantage within factor V*, against delta_1."""
    budget = units(factor)
    worst = advantage(budget)
    good = worst <= DELTA
    if not good and worst - 1e-9 <= DELTA:
        return inconclusive("dynamic programming", "too close to call at this rounding")
    told = holds if good else fails
    return told(
        "dynamic programming", f"all strategies within {budget} units", grade=Grade.CERTIFIED,
        figures=(Figure("largest advantage", worst), Figure("units of the budget", budget)),
        trust=("Python integers", "python-flint"),
    )  # fmt: skip


@CLAIM.exact(uses=())
def no_strategy_gains_more_than_delta() -> Outcome:
    """All adaptive choices between the two steps, and of when to stop."""
    return private(1)


@no_strategy_gains_more_than_delta.mutant
def four_times_the_budget_is_too_much() -> Outcome:
    """Within 4 V* the same adversary gains more than delta_1."""
    return private(4)
