"""Measured exponents: slopes of log medians over cells, with bands that hold at any sample size.

    cells = [(n, errors_at(n)) for n in (100.0, 1000.0, 10_000.0)]
    exponent_is(Fraction(-1, 2), run, cells, of="n", tolerance=Fraction(1, 20), runs=90)

A cell is a size and a function that makes the errors of so many independent runs at that size.

The median of a cell lies between two order statistics except with a probability that the binomial
law gives exactly, for any distribution.  A least-squares slope is linear in the log medians, so its
extremes over all the intervals are at their ends: the band holds if all intervals do.

What is decided is whether the slope over these cells is within a tolerance of a derived exponent;
the tolerance is half the distance to the nearest exponent that it is to be told from.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from workbench.claims import Figure, Grade, Outcome, Run, fails, holds, inconclusive
from workbench.convergence.experiments import Errors
from workbench.convergence.summaries import median_band
from workbench.errors import require
from workbench.harness.draws import once
from workbench.harness.levels import TRUST, error_level
from workbench.privacy.arrays import Array
from workbench.rates import Rate, best_rate
from workbench.rates.answer import RateAnswer


def derived_exponent(
    terms: Sequence[str],
    constraints: Sequence[str],
    *,
    free: Sequence[str],
    regime: str,
    symbol: str,
    region: Sequence[str] = (),
) -> Fraction:
    """Exponent of `symbol` in the one term of the best rate in which `regime` occurs.

    The free parameters are real: cells lie where rounding them to integers costs little.

    terms: the terms of the bound, as text
    constraints: what the parameters have to obey, as text
    free: the parameters over which the bound is minimised
    region: where the rate is looked at, as text

    Raises:
        ParameterError: no term of the rate, or several of them, depend on `regime`.
    """
    rate = _best(tuple(terms), tuple(constraints), tuple(free), tuple(region))
    powers = [term for term in rate.terms if regime in term] if isinstance(rate, Rate) else []
    require(
        len(powers) == 1, "regime", repr(regime),
        f"occurs in {len(powers)} terms of the best rate over {', '.join(free)}",
        "Name a symbol on which exactly one of its terms depends.",
    )  # fmt: skip
    return powers[0].get(symbol, Fraction(0))


@functools.cache  # one exponent after the other is asked of the same few rates
def _best(
    terms: tuple[str, ...], constraints: tuple[str, ...], free: tuple[str, ...],
    region: tuple[str, ...],
) -> RateAnswer:  # fmt: skip
    return best_rate(terms, constraints, free=free, region=region)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slope:
    """A least-squares slope of log medians, and the band that contains that of the true ones."""

    value: float
    low: float
    high: float
    medians: tuple[float, ...]


def slope(at: Sequence[float], samples: Sequence[Array], *, alpha: float) -> Slope:
    """Slope of log median against log `at`; samples of shape (runs,), one for every cell.

    >>> round(slope([1.0, 10.0], [np.full(40, 2.0), np.full(40, 20.0)], alpha=0.01).value, 9)
    1.0
    """
    x = np.log(np.array(at))
    weights = (x - x.mean()) / ((x - x.mean()) ** 2).sum()
    with np.errstate(divide="ignore"):  # a sample too small for an interval has the lower end 0
        bands = np.log([median_band(s, level=1 - alpha / len(samples)) for s in samples])
    middle = np.log([np.median(s) for s in samples])
    ends = np.where(weights > 0, bands.T, bands.T[::-1])
    ends[:, weights == 0] = 0  # a cell in the middle has no say, even where its ends are infinite
    return Slope(
        value=float(weights @ middle),
        low=float(weights @ ends[0]),
        high=float(weights @ ends[1]),
        medians=tuple(np.exp(middle).tolist()),
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
    """Whether the slope over the cells is within the tolerance of the exponent.

    of:        what the cells are sizes of
    tolerance: half the distance to the exponent that it is to be told from
    runs:      independent runs in each cell
    share:     the check spends 1/share of its error probability here

    run: gives the generators and the error level of the check
    cells: for each its size and what draws the errors of so many runs
    """
    samples = [once(errors)(run.rng(f"cell {at:g}"), runs) for at, errors in cells]
    found = slope([at for at, _ in cells], samples, alpha=error_level(run, share))
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
