"""The coin experiment judged while it runs: an e-process, valid at every look.

Under the claim right guesses have probability a and wrong ones b with a <= r b + D at every draw,
r = odds e^epsilon (workbench.audit.coins).  A gambler who always stakes lambda has, after X right
and Y wrong guesses and M passes,

    wealth = (1 + lambda (1 - D))^X  (1 - lambda (r + D))^Y  (1 - lambda D)^M.

One draw multiplies it by 1 + lambda (a - r b - D) <= 1 in the mean, as long as lambda (r + D) <= 1:
it is a nonnegative supermartingale, and so is the average over several stakes.  By Ville's
inequality it ever reaches 1 / alpha with probability at most alpha, however often one looks and
whenever one stops.  The stakes are fixed beforehand by the claim under test; then

- the wealth depends on the counts alone, so that anybody can recompute it;
- it falls in epsilon, so that one rejected epsilon rejects all the smaller ones, and bisection
  gives a lower confidence bound that holds at all looks together.
"""

import math
from dataclasses import replace

import numpy as np
from scipy.special import betaincinv, logsumexp

from workbench.audit.coins import FARTHEST, SEEN, Counts

STAKES = (1 - 2.0**-6) * 2.0 ** -(np.arange(25) / 2)
"""Stakes as shares of the largest one that the claim allows: one of them is never far wrong."""

SLACK = 2.0**-40
"""Relative slack for the rounding of logarithms times counts."""

HALVINGS = 60


def log_wealth(counts: Counts, epsilon: float, *, claim: float, delta: float) -> float:
    """Logarithm of the gambler's wealth against `epsilon`, rounded down; stakes fit `claim`.

    >>> ten = log_wealth(Counts(10, 0, 10), 0.0, claim=0.0, delta=0.0)
    >>> math.log(2**10 / 25) - 0.1 < ten < math.log(2**10)  # the boldest of 25 stakes is below 1
    True
    """
    shift = delta * counts.share
    stakes = STAKES / (counts.odds * math.exp(min(claim, FARTHEST)) + shift)
    risk = stakes * (counts.odds * math.exp(min(epsilon, FARTHEST)) + shift)
    passes = counts.draws - counts.guesses
    gains = counts.correct * np.log1p(stakes * (1 - shift))
    losses = counts.wrong * np.log1p(-np.minimum(risk, 1 - 2.0**-30))
    losses = losses + passes * np.log1p(-stakes * shift)
    total = gains + losses - SLACK * (gains - losses)
    allowed = total[risk < 1]  # a stake that could lose more than everything is left out
    return float(logsumexp(allowed)) - math.log(STAKES.size) if allowed.size else -math.inf


def refutes(counts: Counts, epsilon: float, *, claim: float, delta: float, alpha: float) -> bool:
    """Whether the wealth against `epsilon` has reached 1 / alpha."""
    wealth = log_wealth(counts, epsilon, claim=claim, delta=delta)
    return wealth >= -math.log(alpha) * (1 + SLACK)


def sequential_lower(counts: Counts, *, claim: float, delta: float, alpha: float) -> float:
    """Lower confidence bound for epsilon that holds at all looks together; never negative."""

    def rejected(epsilon: float) -> bool:
        return refutes(counts, epsilon, claim=claim, delta=delta, alpha=alpha)

    if not rejected(0.0):
        return 0.0
    if rejected(claim):
        low, high = claim, claim + 1.0
        while rejected(high):  # ends where no stake is allowed any more
            low, high = high, high + 1.0
    else:
        low, high = 0.0, claim
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if rejected(middle) else (low, middle)
    return low


def sequential_detectable(counts: Counts, epsilon: float, *, delta: float, alpha: float) -> float:
    """Smallest epsilon of the guessed events refuted by the last look with probability SEEN.

    The rule is taken to guess as often as it did.  Infinite where no outcome refutes the claim.
    """
    guesses = counts.guesses
    low, high = 0, guesses + 1  # too few right guesses, and enough of them
    while high - low > 1:
        middle = (low + high) // 2
        found = replace(counts, correct=middle, wrong=guesses - middle)
        if refutes(found, epsilon, claim=epsilon, delta=delta, alpha=alpha):
            high = middle
        else:
            low = middle
    if high > guesses:
        return math.inf
    theta = float(betaincinv(high, guesses - high + 1, SEEN))
    shift = delta * counts.share * counts.draws / guesses
    return math.log(theta - shift) - math.log1p(-theta) - math.log(counts.odds)
