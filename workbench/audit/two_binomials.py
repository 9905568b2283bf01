"""The coin experiment for delta > 0: an exact unconditional test, inverted in epsilon.

Among N draws a rule guesses X right and Y wrong: Y is binomial (N, b), and X given Y is binomial
(N - Y, a / (1 - b)).  The claim says a <= odds e^epsilon b + D (workbench.audit.coins); it is
tested by how far the point (X, Y) lies beyond that line, in units of its standard deviation:

    T(x, y) = (x - c y - N D) / sqrt(x + c^2 y + k)     (the numerator alone where it is negative),

with the slope c = odds e^epsilon0 and k fixed on a pilot.  T rises in x and falls in y, so the
chance of {T >= T observed} rises in a and falls in b.  Hence

- on an interval b0 <= b <= b1 it is at most its value at (a(b1), b0): intervals of the nuisance b
  are split until each is decided, and the maximum over b is rigorous, not a grid's;
- b is confined to a Clopper-Pearson interval of level alpha / 50, which is paid for (Berger, Boos);
- the p-value rises in epsilon, because the regions {T >= t} do not move with epsilon: one rejected
  epsilon rejects all the smaller ones, and bisection gives an exact lower confidence bound.
"""

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, ndtri

from workbench.audit.coins import FARTHEST, ROUNDING, SEEN, Counts
from workbench.errors import require
from workbench.privacy.arrays import Array
from workbench.privacy.confidence import clopper_pearson_lower, clopper_pearson_upper

SHARE = 1 / 50
"""Part of alpha that pays for the confidence interval of the nuisance."""

CELLS = 160
"""Largest number of cells into which the values of Y are gathered (each rounded outwards)."""

LOST = 2.0**-44
"""More than what CELLS differences of distribution functions lose by cancellation."""

LARGEST = 300.0
"""Largest pilot."""

ROUNDS = 14
"""Halvings of an undecided interval of b before it counts as not rejected."""

PRECISION = 0.01
"""Width, in standard errors of epsilon, at which bisection stops; the rejected end is returned."""


class BinomialTest:
    """The test of one observation against every epsilon; aimed at epsilon0 = `pilot`."""

    __test__ = False  # its name is no invitation to pytest

    def __init__(self, counts: Counts, *, delta: float, pilot: float) -> None:
        ok = 0 <= pilot <= LARGEST
        require(ok, "pilot", pilot, f"is outside [0, {LARGEST:g}]", "Pass a guess of the bound.")
        self.counts = counts
        self.slope = slope = counts.odds * math.exp(pilot)
        self.shift = delta * counts.share
        self.guard = counts.draws * self.shift * slope + slope * slope
        gap = counts.correct - slope * counts.wrong - counts.draws * self.shift
        spread = math.sqrt(counts.correct + slope * slope * counts.wrong + self.guard)
        self.distance = gap / spread if gap > 0 else gap

    def critical(self, wrong: Array) -> Array:
        """Smallest number of right guesses at least as extreme as the observation."""
        line = self.slope * wrong + self.counts.draws * self.shift
        t = self.distance
        if t <= 0:
            edge = line + t
        else:
            spread = line + self.slope**2 * wrong + self.guard
            edge = line + (t * t + np.sqrt(t**4 + 4 * t * t * spread)) / 2
        edge = np.ceil(edge - 1e-9 * (1 + np.abs(edge)))  # outwards: the observation belongs to it
        return np.clip(edge, 0.0, None)

    def chance(self, right: Array, wrong: Array, *, tail: float) -> Array:
        """Upper bound of P(T >= T observed) at rates `right` and `wrong`, vectors of one length.

        Values of Y that are less likely than about `tail` count as if they were all extreme.
        """
        n = self.counts.draws
        b = np.clip(wrong, 0.0, 1.0)[:, None]
        log = math.log(2 / tail)
        reach = np.sqrt(2 * log * n * b * (1 - b)) + log  # Bernstein: P(|Y - n b| > reach) <= tail
        first = np.clip(np.floor(n * b - reach), 0, n)
        last = np.clip(np.ceil(n * b + reach), 0, n)
        cells = int(min(CELLS, (last - first).max() + 1))
        low = np.floor(first + (last + 1 - first) * np.arange(cells) / cells)
        below = _binomial_below(np.concatenate([low, last + 1], axis=1), n, b)
        weight = np.clip(np.diff(below, axis=1), 0.0, None)
        tails = below[:, 0] + 1 - below[:, -1]
        share = np.clip(right[:, None] / np.maximum(1 - b, 1e-300), 0.0, 1.0)
        at_least = _binomial_at_least(self.critical(low), n - low, share)
        total = (weight * at_least).sum(axis=1) + tails
        return np.minimum(1.0, total * (1 + ROUNDING) + LOST)

    def nuisance(self, alpha: float) -> tuple[float, float]:
        """Confidence interval for b, the probability of a wrong guess."""
        wrong, draws = self.counts.wrong, self.counts.draws
        low = clopper_pearson_lower(wrong, draws, alpha=alpha / 2)
        high = clopper_pearson_upper(wrong, draws, alpha=alpha / 2)
        return low * (1 - ROUNDING), high * (1 + ROUNDING)

    def rejects(self, epsilon: float, *, alpha: float) -> bool:
        """Whether "(epsilon, delta)-DP on this pair" is refuted at error level alpha."""
        level = alpha * (1 - SHARE)
        ratio = self.counts.odds * math.exp(min(epsilon, FARTHEST))
        bottom, top = self.nuisance(alpha * SHARE)
        top = min(top, max(0.0, (1 - self.shift) / (1 + ratio)))
        bottom = min(bottom, top)
        tail = 1e-4 * alpha

        def line(b: Array) -> Array:
            return ratio * b + self.shift

        likely = np.array([min(max(self.counts.wrong / self.counts.draws, bottom), top)])
        if self.chance(line(likely), likely, tail=tail)[0] > level:
            return False
        edges = np.linspace(bottom, top, 5)
        left, right = edges[:-1], edges[1:]
        for _ in range(ROUNDS):
            bound = self.chance(line(right), left, tail=tail)
            left, right = left[bound > level], right[bound > level]
            if left.size == 0:
                return True
            if self.chance(line(right), right, tail=tail).max() > level:
                return False
            middle = (left + right) / 2
            left, right = np.concatenate([left, middle]), np.concatenate([middle, right])
        return False


def _binomial_below(k: Array, n: int, p: Array) -> Array:
    """P(Binomial(n, p) < k) for whole k in 0..n+1."""
    return 1 - _binomial_at_least(k, np.asarray(float(n)), p)


def _binomial_at_least(k: Array, n: Array, p: Array) -> Array:
    """P(Binomial(n, p) >= k) for whole k >= 0."""
    inside = (k > 0) & (k <= n)
    value = betainc(np.where(inside, k, 1.0), np.where(inside, n - k + 1, 1.0), p)
    return np.where(inside, value, np.where(k <= 0, 1.0, 0.0))


def exact_lower(counts: Counts, *, delta: float, alpha: float, pilot: float) -> float:
    """Lower confidence bound for epsilon at this delta; 0 when nothing is refuted.

    `pilot` is a guess of the bound that must not depend on the counts; it affects power only.
    """
    test = BinomialTest(counts, delta=delta, pilot=pilot)
    guess = _solve(counts, test.shift, -float(ndtri(alpha)))
    error = math.sqrt(1 / (counts.correct + 1) + 1 / (counts.wrong + 1))
    precision, step = PRECISION * error, error / 8
    low, high = 0.0, max(guess, precision)
    while test.rejects(high, alpha=alpha):  # climb from the guess, then step down from it
        low, high, step = high, high + step, 2 * step
    while low == 0.0 and high > precision:
        below = max(0.0, high - step)
        if test.rejects(below, alpha=alpha):
            low = below
            break
        high, step = below, 2 * step
    while high - low > precision:
        middle = (low + high) / 2
        low, high = (middle, high) if test.rejects(middle, alpha=alpha) else (low, middle)
    return low


def _solve(counts: Counts, shift: float, z: float) -> float:
    """Normal-approximation bound from which the search starts."""
    a, b, n = counts.correct / counts.draws, (counts.wrong + 0.5) / counts.draws, counts.draws
    z = z / math.sqrt(n)
    return max(0.0, float(_log_ratio(np.array(a), np.array(b), shift, z, np.array(counts.odds))))


def _log_ratio(a: Array, b: Array, shift: ArrayLike, z: float, odds: Array) -> Array:
    """Solve a - D - odds r b = z sqrt(a + (odds r)^2 b) for log r; far below 0 where hopeless."""
    gap = a - np.asarray(shift)
    square = b * b - z * z * b
    middle = b * gap
    end = gap * gap - z * z * a
    possible = (gap > 0) & (end > 0)
    root = np.sqrt(np.maximum(middle * middle - square * end, 0.0))
    ratio = np.where(possible, end / np.where(possible, middle + root, 1.0), 1.0)
    # hopeless rules are ranked by their margin against epsilon = 0 at the odds of their coin
    margin = (gap - odds * b) / np.sqrt(a + np.square(odds) * b)
    return np.where(possible, np.log(ratio) - np.log(odds), -10.0 + margin)


def plan(
    correct: ArrayLike,
    wrong: ArrayLike,
    *,
    draws: int,
    scale: float,
    share: ArrayLike,
    delta: float,
    alpha: float,
    coin: ArrayLike,
    caution: float,
) -> Array:
    """Bound that a rule promises with this coin; delta may be 0, and `share` is as in Counts.

    It was tried on `draws` tosses of a fair coin, and will be judged on `scale` times as many.  The
    promise allows for the error of the judgement and for `caution` standard errors of the trial,
    because the best of many rules looks better than it is.  A normal approximation for planning,
    never for a verdict; wrong guesses are few, so they count as `_skewed` says.
    """
    coin = np.asarray(coin, dtype=np.float64)
    a = 2 * coin * (np.asarray(correct, dtype=np.float64) + 1e-9) / draws
    b = 2 * (1 - coin) * _skewed(np.asarray(wrong, dtype=np.float64), caution) / draws
    z = math.sqrt((float(ndtri(alpha)) ** 2 / scale + caution**2) / draws)
    return _log_ratio(a, b, delta * np.asarray(share), z, coin / (1 - coin))


def _skewed(count: Array, errors: float) -> Array:
    """The mean whose normal upper limit, these errors above it, is that of a Poisson count.

    By the formula of Wilson and Hilferty.  A count of 0 has 15 as its limit at 5 errors; a mean of
    1 with an error of 1 would have 6, and of many rules one without a wrong guess would look best.
    """
    k = count + 1.0
    limit = k * (1 - 1 / (9 * k) + errors / (3 * np.sqrt(k))) ** 3
    return (np.sqrt(limit + errors**2 / 4) - errors / 2) ** 2


def exact_detectable(counts: Counts, epsilon: float, *, delta: float, alpha: float) -> float:
    """About the smallest epsilon of the guessed events refuted with probability SEEN.

    The rule is taken to guess as often as it did.  Infinite where it would need to be right always.
    """
    n, shift, share = counts.draws, delta * counts.share, counts.guesses / counts.draws
    ratio = counts.odds * math.exp(min(epsilon, FARTHEST / 2))
    z, power = -float(ndtri(alpha)), float(ndtri(SEEN))

    def found(a: float) -> bool:
        b = share - a
        null = math.sqrt(shift + ratio * b + ratio * ratio * b)
        spread = math.sqrt(a + ratio * ratio * b)
        return (a - shift - ratio * b) * math.sqrt(n) >= z * null + power * spread

    low, high = 0.0, share
    if not found(high):
        return math.inf
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if found(middle) else (middle, high)
    rare = share - high
    return math.log((high - shift) / (rare * counts.odds)) if rare > 0 else math.inf
