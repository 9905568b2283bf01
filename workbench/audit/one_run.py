"""Audits of a training run by canaries: one run, many coins.

Of m canaries each is put in by a fair coin of its own; the run answers a score per canary, and the
largest scores are guessed in, the smallest out.  The more guesses are right, the less private the
run.  Valid for every training algorithm, whatever the canaries do to each other:

    (eps, delta)  v of r guesses right has probability at most
                  P[B >= v] + 2 m delta max_i P[v - i <= B < v] / i,
                  B ~ Bin(r, 1 / (1 + e^-eps))
                  (Steinke, Nasr, Jagielski 2023, for add or remove one)
    mu-GDP        a recursion from the end: at error level a start with r = a v / m and
                  h = a (g - v) / m for g guesses; for i = v - 1, ..., 0 let
                  h' = max(h, Phi(Phi^-1(r) - mu)) and r += i (h' - h) / (g - i);
                  mu is refused where r + h > g / m in the end
                  (Mahloujifar, Melis, Chaudhuri 2024)

Several numbers of guesses are tried, and share the error level; what is guessed may depend on the
scores in any way.  One run certifies less than there is; how much, tests/campaigns/one_run.py says.
Published epsilons of f-DP audits in one run declare a Gaussian trade-off curve and are comparable
with `epsilon_if_gaussian`, not with `epsilon`, which declares nothing.
"""

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from workbench.errors import ParameterError, require
from workbench.privacy import Gaussian
from workbench.privacy.arrays import Array
from workbench.privacy.composition.checks import check_delta

Training = Callable[[np.ndarray, np.random.Generator], Array]
"""Which canaries are in, of shape (m,) and bool, and a generator -> a score per canary, (m,)."""

SHARES = (0.5, 0.3, 0.2, 0.12, 0.08, 0.05, 0.03, 0.02)
"""Guesses that are tried, as shares of the canaries."""

SMALL = 1e-5
"""The delta at which a result shows its epsilon; ask `epsilon` for others."""

_GUARD = 1e-12  # relative: what doubles may err in the recursion, many times over


@dataclass(frozen=True, slots=True)
class Guesses:
    """So many guesses, of which so many were right."""

    made: int
    right: int


@dataclass(frozen=True, slots=True)
class OneRun:
    """What one run says: both bounds hold with probability at least 1 - alpha, each on its own."""

    canaries: int
    guesses: tuple[Guesses, ...]
    alpha: float

    def __str__(self) -> str:
        """A few lines for a person."""
        right = ", ".join(f"{one.right} of {one.made}" for one in self.guesses)
        level = f"{1 - self.alpha:.6g}"
        return (
            f"one run with {self.canaries} canaries, each bound at confidence {level}\n"
            f"  no model: epsilon >= {self.epsilon(0.0):.4g} at delta 0, "
            f"{self.epsilon(SMALL):.4g} at delta {SMALL:g}\n"
            f"  Gaussian curve: mu >= {self.mu:.4g}, "
            f"epsilon >= {self.epsilon_if_gaussian(SMALL):.4g} at delta {SMALL:g}\n"
            f"  guesses of coins that were right: {right}"
        )

    def epsilon(self, delta: float) -> float:
        """The run is not (epsilon, delta)-DP for any smaller epsilon; no model is assumed.

        >>> OneRun(1000, (Guesses(100, 95),), 0.05).epsilon(0.0) > 2.0
        True
        """
        check_delta(delta, zero=True)
        share = self.alpha / len(self.guesses)

        def refused(one: Guesses) -> Callable[[float], bool]:
            return lambda e: chance_of_guesses(self.canaries, one, e, delta) <= share

        return max(_largest(refused(one)) for one in self.guesses)

    @property
    def mu(self) -> float:
        """The run is not mu-GDP for any smaller mu."""
        share = self.alpha / len(self.guesses)

        def refused(one: Guesses) -> Callable[[float], bool]:
            return lambda mu: gaussian_is_refused(self.canaries, one, mu, share)

        return max(_largest(refused(one)) for one in self.guesses)

    def refutes(self, *, mu: float = math.inf, epsilon: float = math.inf, delta: float = 0) -> bool:
        """Whether the run refutes a claim of mu-GDP, or one of (epsilon, delta)-DP.

        A true claim is refuted with probability at most alpha.
        """
        check_delta(delta, zero=True)
        for name, claim in (("mu", mu), ("epsilon", epsilon)):
            require(claim >= 0, name, claim, "is negative", "Pass the claimed loss.")
        share = self.alpha / len(self.guesses)
        if mu < math.inf:
            return any(gaussian_is_refused(self.canaries, g, mu, share) for g in self.guesses)
        if epsilon < math.inf:
            found = (chance_of_guesses(self.canaries, g, epsilon, delta) for g in self.guesses)
            return min(found) <= share
        raise ParameterError("mu, epsilon: no claim is given.\n  Pass mu, or epsilon and delta.")

    def epsilon_if_gaussian(self, delta: float) -> float:
        """The epsilon at delta of a mu-GDP run with the mu that was certified.

        A bound on epsilon for runs whose trade-off curve is that of some Gaussian, and for no
        others: see `epsilon` for a bound without a model.
        """
        mu = self.mu
        return Gaussian(1 / mu).epsilon_at(delta, sensitivity=1.0) if mu > 0 else 0.0


def one_run(train: Training, *, canaries: int, alpha: float = 0.05, seed: int = 0) -> OneRun:
    """Run a training loop once, with canaries put in by fair coins, and guess the coins.

    Args:
        train: the loop: `train(included, rng)`, `included` of shape (canaries,) and bool, answers
            scores of shape (canaries,), larger where a canary looks as if it were in; NaN counts
            as no opinion.  It must not see the coins in any other way than by training.
        canaries: how many, each with a coin of its own.
        alpha: probability of certifying too much.
        seed: of the coins and of the run.

    Raises:
        ParameterError: scores of another shape or no numbers, fewer than 20 canaries, or a loop
            that cannot be called like that.

    >>> def train(included, rng):
    ...     return included + rng.normal(size=included.size)  # each canary is 1-GDP
    >>> 0.5 < one_run(train, canaries=10_000).mu < 1.0
    True
    """
    ok = hasattr(canaries, "__index__") and canaries >= 20
    require(ok, "canaries", canaries, "is no whole number from 20", "Plant more canaries.")
    require(0 < alpha < 1, "alpha", alpha, "is outside (0, 1)", "Pass an error probability.")
    coins, noise = np.random.default_rng(seed).spawn(2)
    included = coins.random(canaries) < 0.5
    rule = "cannot be called with included and rng"
    require(_takes_both(train), "train", train, rule, "Pass train(included, rng).")
    answer = train(included.copy(), noise)
    try:
        scores = np.asarray(answer, dtype=float)
    except (TypeError, ValueError) as error:
        raise ParameterError(
            f"train answered scores that are no numbers: {str(error) or type(answer).__name__}.\n"
            f"  Answer a float for each of the {canaries} canaries; NaN is no opinion."
        ) from error
    if scores.shape != (canaries,):
        raise ParameterError(
            f"train answered scores of shape {scores.shape}, not ({canaries},).\n"
            "  Answer one score for each canary, whether it was in or not."
        )
    known = np.flatnonzero(~np.isnan(scores))
    order = known[np.argsort(scores[known], kind="stable")]
    found: list[Guesses] = []
    for share in SHARES:
        half = min(math.ceil(share * canaries / 2), len(order) // 2)
        if half and (not found or found[-1].made != 2 * half):
            right = int(included[order[-half:]].sum() + (~included[order[:half]]).sum())
            found.append(Guesses(2 * half, right))
    require(bool(found), "train", train, "has an opinion on no two canaries", "Score them.")
    return OneRun(canaries, tuple(found), alpha)


def _takes_both(train: Training) -> bool:
    try:
        inspect.signature(train).bind(None, None)
    except TypeError:
        return False
    except ValueError:
        pass  # a compiled function: nothing is known
    return True


def chance_of_guesses(canaries: int, found: Guesses, epsilon: float, delta: float) -> float:
    """A bound on the probability of so many right guesses under (epsilon, delta)-DP."""
    from scipy.stats import binom  # slow to import

    q = 1 / (1 + math.exp(-epsilon))
    v, r = found.right, found.made
    chance = float(binom.sf(v - 1, r, q))
    if delta > 0 and v > 0:
        below = np.cumsum(binom.pmf(np.arange(v - 1, -1, -1), r, q))
        chance += 2 * canaries * delta * float(np.max(below / np.arange(1, v + 1)))
    return min(1.0, chance * (1 + _GUARD))


def gaussian_is_refused(canaries: int, found: Guesses, mu: float, alpha: float) -> bool:
    """Whether so many right guesses refuse mu-GDP at an error level."""
    v, g = found.right, found.made
    r, h = alpha * v / canaries, alpha * (g - v) / canaries
    for i in range(v - 1, -1, -1):
        higher = max(h, float(ndtr(ndtri(min(r, 1.0)) - mu)))
        r += i / (g - i) * (higher - h)
        h = higher
        if r > g / canaries:
            break
    return r + h > g / canaries * (1 + _GUARD)


def _largest(refused: Callable[[float], bool]) -> float:
    """The largest refused number, to a thousandth, rounded down; 0 where none is."""
    low, high = 0.0, 1.0
    if not refused(1e-3):
        return 0.0
    while refused(high):
        low, high = high, 2 * high
        if high > 64:
            return low
    while high - low > 1e-3:
        middle = (low + high) / 2
        low, high = (middle, high) if refused(middle) else (low, middle)
    return low
