"""Measured exponents: slopes of log medians over cells, with bands that hold at any sample size.

The median of a cell lies between two order statistics except with a probability that the binomial
law gives exactly, for any distribution.  A least-squares slope is linear in the log medians, so its
extremes over all the intervals are at their ends: the band holds if all intervals do.

What is decided is whether the slope over these cells is within a tolerance of a derived exponent;
the tolerance is half the distance to the nearest exponent that it is to be told from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from workbench.claims import Figure, Grade, Outcome, Run, fails, holds, inconclusive
from workbench.convergence.summaries import median_ranks
from workbench.harness import TRUST
from workbench.privacy.arrays import Array
from workbench.rates import Rate, best_rate

Errors = Callable[[np.random.Generator, int], Array]
"""Errors of so many independent runs of one cell."""


def derived(
    terms: Sequence[str],
    constraints: Sequence[str],
    *,
    free: Sequence[str],
    regime: str,
    symbol: str,
) -> Fraction:
    """Exponent of `symbol` in the one term of the best rate in which `regime` occurs.

    The free parameters are real: cells lie where rounding them to integers costs little.
    """
    rate = best_rate(terms, constraints, free=free)
    assert isinstance(rate, Rate)
    powers = [dict(term.product.powers) for term in rate.sum]
    (found,) = [power for power in powers if regime in power]
    return found.get(symbol, Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Slope:
    """A least-squares slope of log medians, and the band that contains that of the true ones."""

    value: float
    low: float
    high: float
    medians: tuple[float, ...]


def slope(at: Sequence[float], samples: Sequence[Array], *, alpha: float) -> Slope:
    """Slope of log median against log `at`; samples of shape (runs,), one for every cell.

    >>> slope([1.0, 10.0], [np.full(40, 2.0), np.full(40, 20.0)], alpha=0.01).value
    1.0
    """
    x = np.log(np.array(at))
    weights = (x - x.mean()) / ((x - x.mean()) ** 2).sum()
    low, middle, high = [], [], []
    for sample in samples:
        ordered = np.sort(sample)
        k = median_ranks(len(ordered), level=1 - alpha / len(samples))
        low.append(np.log(ordered[k - 1]) if k else -np.inf)
        high.append(np.log(ordered[-k]) if k else np.inf)
        middle.append(np.log(np.median(ordered)))
    ends = np.where(weights > 0, [low, high], [high, low])
    return Slope(
        value=float(weights @ middle),
        low=float(weights @ ends[0]),
        high=float(weights @ ends[1]),
        medians=tuple(float(np.exp(m)) for m in middle),
    )


def exponent_is(
    exponent: Fraction,
    run: Run,
    cells: Sequence[tuple[float, Errors]],
    *,
    of: str,
    tolerance: Fraction,
    runs: int,
    share: int = 1,
) -> Outcome:
    """Whether the slope over the cells is within the tolerance of the exponent."""
    samples = [errors(run.rng(f"cell {at:g}"), runs) for at, errors in cells]
    alpha = float(run.alpha / share) * (1 - 2.0**-40)
    found = slope([at for at, _ in cells], samples, alpha=alpha)
    told = f"exponent of {of}: {found.value:.3f}, in [{found.low:.3f}, {found.high:.3f}]"
    told = f"{told}; claimed {exponent} up to {tolerance}"
    common: dict[str, Any] = {
        "figures": (
            Figure(f"claimed exponent of {of}", float(exponent)),
            Figure("measured slope of the log median", found.value),
            Figure("band, lower end", found.low),
            Figure("band, upper end", found.high),
            *(Figure(f"median at {of} = {at:g}", m)
              for (at, _), m in zip(cells, found.medians, strict=True)),
            Figure("runs per cell, each on data of its own", runs),
        ),
        "alpha": run.alpha / share,
        "looks": len(cells),
        "power": f"an exponent outside [{found.low - float(tolerance):.3f},"
        f" {found.high + float(tolerance):.3f}] is disputed",
        "trust": TRUST,
    }  # fmt: skip
    low, high = float(exponent - tolerance), float(exponent + tolerance)
    if low <= found.low and found.high <= high:
        return holds("exact bands for medians", told, grade=Grade.SUPPORTED, **common)
    if found.high < low or high < found.low:
        return fails("exact bands for medians", told, grade=Grade.SUPPORTED, **common)
    return inconclusive("exact bands for medians", f"{told}: more runs would decide", **common)
