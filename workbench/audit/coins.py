"""The coin experiment: what right and wrong guesses say about epsilon.

Every draw first flips a coin for the dataset, then runs the mechanism, and a rule fixed beforehand
guesses the coin from the output, or passes.  Let a and b be the probabilities that a draw is
guessed right, and guessed wrong.

Two-sided rules guess either side, and the coin is fair.  Right guesses of the dataset have
probability P(E)/2, wrong ones P'(E)/2, and P(E) <= e^epsilon P'(E) + delta under the claim; the
same holds for the neighbour, and the two add up to a <= e^epsilon b + delta.

One-sided rules guess one side only, which comes up with probability `coin` of our choice: small if
the event is rare on the other side, to see more of that.  Then
a <= odds e^epsilon b + delta coin, with odds = coin / (1 - coin).

For delta = 0 this says: given that the rule guesses, the odds that it is right are at most
odds e^epsilon.  Right guesses among all guesses are exactly binomial, so that one Clopper-Pearson
bound at the full error level is all that is needed.
"""

import math
from dataclasses import dataclass, replace

from scipy.special import betainc, betaincinv

from workbench.errors import require
from workbench.privacy.confidence import clopper_pearson_lower

SEEN = 0.95
"""Probability that goes with every statement of power."""

FARTHEST = 500.0
"""No sample refutes an epsilon as large as this; larger ones count as this one."""

ROUNDING = 2.0**-40
"""Relative slack for the rounding of incomplete beta functions (about 2^-44 in scipy)."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Guesses of a coin: right, wrong, and the number of draws, passes included.

    `coin` is the probability of the side that is guessed; 1/2 when both are.
    """

    correct: int
    wrong: int
    draws: int
    sides: int = 1
    coin: float = 0.5

    def __post_init__(self) -> None:
        numbers = (self.correct, self.wrong, self.draws, self.sides)
        ok = (
            min(numbers) >= 0
            and 0 < self.draws >= self.correct + self.wrong
            and self.sides in (1, 2)
        )
        ok = ok and 0 < self.coin < 1 and (self.sides == 1 or self.coin == 0.5)
        require(
            ok,
            "counts",
            (*numbers, self.coin),
            "are not right, wrong and all draws of a rule with 1 or 2 sides and its coin",
            "Count every draw once, correct + wrong <= draws; two sides need a fair coin.",
        )

    @property
    def guesses(self) -> int:
        """Draws on which the rule did not pass."""
        return self.correct + self.wrong

    @property
    def odds(self) -> float:
        """Odds of the guessed side before the output is seen."""
        return self.coin / (1 - self.coin)

    @property
    def share(self) -> float:
        """What delta is multiplied with in the claim about a and b."""
        return self.coin if self.sides == 1 else 1.0

    def all_right(self) -> "Counts":
        """The same guesses, had every one been right."""
        return replace(self, correct=self.guesses, wrong=0)


def coin_lower(counts: Counts, *, alpha: float) -> float:
    """Lower confidence bound for epsilon when delta = 0; never negative, always finite.

    >>> round(coin_lower(Counts(10, 0, 10), alpha=0.01), 6)  # theta = 0.01 ** (1 / 10)
    0.536326
    """
    if counts.guesses == 0:
        return 0.0
    theta = clopper_pearson_lower(counts.correct, counts.guesses, alpha=alpha * (1 - ROUNDING))
    theta *= 1 - ROUNDING
    return max(0.0, _logit(theta) - math.log(counts.odds)) if theta > 0 else 0.0


def _logit(theta: float) -> float:
    return math.log(theta) - math.log1p(-theta)


def guesses_needed(epsilon: float, *, alpha: float, odds: float = 1.0) -> int:
    """Smallest number of guesses that refutes epsilon when every one of them is right."""
    doubt = math.log1p(math.exp(-min(epsilon, FARTHEST)) / odds)
    return math.floor(-math.log(alpha) / doubt) + 1


def coin_detectable(counts: Counts, epsilon: float, *, alpha: float) -> float:
    """Smallest epsilon of the guessed events that is refuted with probability SEEN; exact.

    Infinite when no outcome of so few guesses refutes the claim.
    """
    guesses = counts.guesses
    limit = 1 / (1 + math.exp(-epsilon) / counts.odds)
    low, high = 0, guesses + 1  # too few right guesses, and enough of them
    while high - low > 1:
        middle = (low + high) // 2
        if float(betainc(middle, guesses - middle + 1, limit)) <= alpha:
            high = middle
        else:
            low = middle
    if high > guesses:
        return math.inf
    theta = float(betaincinv(high, guesses - high + 1, SEEN))
    return _logit(theta) - math.log(counts.odds)
