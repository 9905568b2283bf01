"""Finite-sample confidence bounds; none of them is a normal approximation.

Each lower bound is below the true mean except with probability alpha, at every sample size.

    clopper_pearson_lower      events: exact for a binomial proportion
    betting_lower              means of [0, 1] variables: a gambler's wealth (Waudby-Smith, Ramdas)
    rounded_lower              the same by randomised rounding and Clopper-Pearson: a cross-check
    truncated_mean_lower       means of nonnegative, unbounded variables: E X >= E min(X, cap)
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv

from workbench.errors import require
from workbench.privacy.arrays import Array

BISECTIONS = 60


def _check_alpha(alpha: float) -> None:
    ok = 0 < alpha < 1
    require(ok, "alpha", alpha, "is outside (0, 1)", "Pass the error probability you can afford.")


def clopper_pearson_lower(successes: int, trials: int, *, alpha: float) -> float:
    """Exact lower confidence bound for a success probability.

    >>> round(clopper_pearson_lower(10, 10, alpha=0.05), 6)  # 0.05 ** (1 / 10)
    0.741134
    """
    _check_alpha(alpha)
    ok = 0 <= successes <= trials and trials > 0
    require(ok, "successes", successes, f"is outside 0..trials = {trials}", "Count again.")
    if successes == 0:
        return 0.0
    return float(betaincinv(successes, trials - successes + 1, alpha))


def clopper_pearson_upper(successes: int, trials: int, *, alpha: float) -> float:
    """Exact upper confidence bound for a success probability."""
    return 1.0 - clopper_pearson_lower(trials - successes, trials, alpha=alpha)


def _unit_sample(x: ArrayLike) -> Array:
    sample = np.asarray(x, dtype=np.float64).ravel()
    require(sample.size > 0, "x", "[]", "is empty", "Pass at least one observation.")
    low, high = float(sample.min()), float(sample.max())
    ok = 0 <= low and high <= 1
    require(ok, "x", f"[{low}, {high}]", "leaves [0, 1]", "Scale the sample to [0, 1].")
    return sample


def _bets(sample: Array, target: float) -> Array:
    """Bet of every round, from the variance of the rounds before it."""
    seen = np.arange(1, sample.size + 1)
    mean = (0.5 + np.cumsum(sample)) / (seen + 1)
    variance = (0.25 + np.cumsum((sample - mean) ** 2)) / (seen + 1)
    past = np.concatenate([[0.25], variance[:-1]])
    return np.sqrt(2 * target / (sample.size * past))


def betting_lower(x: ArrayLike, *, alpha: float) -> float:
    """Lower confidence bound for the mean of independent variables in [0, 1].

    If the mean is at most m, the wealth prod_i (1 + bet_i (x_i - m)) of a gambler who sets each
    bet in [0, 3 / (4 m)] from the past is a nonnegative supermartingale, so it ever reaches
    1 / alpha with probability at most alpha.  The bound is the largest m that the
    wealth refutes; the wealth falls in m, so bisection finds it, and the refuted end is returned.
    """
    _check_alpha(alpha)
    sample = _unit_sample(x)
    target = np.log(1 / alpha)
    wish = _bets(sample, target)

    def refuted(m: float) -> bool:
        gains = np.log1p(np.minimum(wish, 0.75 / m) * (sample - m))
        rounding = 2.0**-50 * float(np.abs(gains).sum())  # of n logarithms and their running sum
        return float(np.cumsum(gains).max()) - rounding >= target

    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if refuted(middle) else (low, middle)
    return low


def betting_upper(x: ArrayLike, *, alpha: float) -> float:
    """Upper confidence bound for the mean of independent variables in [0, 1]."""
    return 1.0 - betting_lower(1.0 - _unit_sample(x), alpha=alpha)


def rounded_lower(x: ArrayLike, *, alpha: float, rng: np.random.Generator) -> float:
    """Lower bound for a mean in [0, 1]: round each x to 1 with chance x, then Clopper-Pearson."""
    sample = _unit_sample(x)
    hits = int((rng.random(sample.size) < sample).sum())
    return clopper_pearson_lower(hits, sample.size, alpha=alpha)


def truncated_mean_lower(x: ArrayLike, *, cap: float, alpha: float) -> float:
    """Lower confidence bound for the mean of a nonnegative variable, without moment assumptions.

    The cap must not be chosen on the same sample: fix it beforehand, or on a pilot.
    """
    sample = np.asarray(x, dtype=np.float64).ravel()
    ok = 0 < cap < np.inf
    require(ok, "cap", cap, "is not a positive number", "Choose a cap on a pilot sample.")
    low = float(sample.min(initial=0.0))
    require(low >= 0, "min(x)", low, "is negative", "The bound holds for nonnegative variables.")
    return cap * betting_lower(np.minimum(sample, cap) / cap, alpha=alpha)


def plan_cap(pilot: ArrayLike, *, alpha: float, trials: int) -> float:
    """Cap that promises the highest truncated_mean_lower on `trials` fresh observations.

    The promise is a Bernstein-type guess made on the pilot; it affects power, never validity.
    """
    sample = np.asarray(pilot, dtype=np.float64).ravel()
    require(sample.size > 0, "pilot", "[]", "is empty", "Pass at least one pilot observation.")
    top = float(sample.max())
    if top <= 0:
        return 1.0
    price = np.log(1 / alpha) / trials
    caps = np.unique(np.append(np.quantile(sample, [0.5, 0.75, 0.9, 0.95, 0.99]), [top, 2 * top]))
    caps = caps[caps > 0]
    cut = np.minimum(sample, caps[:, None])
    promise = cut.mean(axis=1) - np.sqrt(2 * price) * cut.std(axis=1) - price * caps
    return float(caps[int(np.argmax(promise))])
