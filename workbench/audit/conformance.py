"""Whether a sampler follows the density that it declares.

The residuals z must be independent Laplace(1): (release - exact answer) / declared scale for
Laplace noise, and what module `residuals` makes of other releases.  Then, at every sample size and
exactly,

    sum |z|                               is Gamma(N),
    signs, and the bits |z| > log 2       are fair coins,
    products of neighbouring coins        are fair coins too (steps, trials, coordinates),
    the empirical distribution function   stays within the DKW-Massart band,
    pairs of values closer than h         are at most N^2 h / 4 in the mean (and Markov).

Every row is one test; the battery rejects when some p-value is below alpha / (number of rows).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, gammainc, gammaincc, gammaincinv

from workbench.errors import DataError
from workbench.privacy.arrays import Array
from workbench.privacy.mechanisms import Laplace

CLOSE = 2.0**-40
"""Two residuals closer than this count as one draw used twice."""


@dataclass(frozen=True, slots=True)
class ConformanceRow:
    """One test: what was measured, what is expected, and how likely a larger distance is."""

    name: str
    measured: float
    expected: float
    p_value: float


@dataclass(frozen=True, slots=True)
class Conformance:
    """The battery on N residuals, at error level alpha for all rows together."""

    rows: tuple[ConformanceRow, ...]
    alpha: float
    residuals: int

    @property
    def level(self) -> float:
        """Error level of one row."""
        return self.alpha / len(self.rows)

    @property
    def rejected(self) -> tuple[ConformanceRow, ...]:
        """The rows that reject."""
        return tuple(row for row in self.rows if row.p_value <= self.level)

    @property
    def holds(self) -> bool:
        """Whether no row rejects."""
        return not self.rejected

    @property
    def detectable_scale(self) -> float:
        """Largest ratio (true scale) / (declared scale) below 1 found with probability 0.95."""
        n = self.residuals
        return float(gammaincinv(n, self.level / 2) / gammaincinv(n, 0.95))


def check_residuals(first: Array, second: Array, *, alpha: float) -> Conformance:
    """Run the battery on the residuals, shape (steps, trials, d), of two independent calls."""
    z = np.asarray(first, dtype=np.float64)
    again = np.asarray(second, dtype=np.float64)
    if z.ndim != 3 or z.shape != again.shape or z.size == 0:
        raise DataError(
            f"residuals have shapes {z.shape} and {again.shape}: two calls with equal axes "
            "(steps, trials, d) are needed.\n  Run the same algorithm twice."
        )
    if not (np.isfinite(z).all() and np.isfinite(again).all()):
        step = int(np.flatnonzero(~np.isfinite(z + again).all(axis=(1, 2)))[0])
        raise DataError(
            f"residuals of step {step} are not finite.\n  Check the curator and the start."
        )
    signs, large = z > 0, np.abs(z) > math.log(2)
    rows = [_scale(z), _scale_per_step(z), _coin("signs", signs), _shape(z)]
    for axis, name in enumerate(("steps", "trials", "coordinates")):
        if z.shape[axis] > 1:
            rows.append(_coin(f"signs of neighbouring {name}", _agree(signs, axis)))
            rows.append(_coin(f"sizes of neighbouring {name}", _agree(large, axis)))
    rows += [_repeats(z), _repeats_across(z, again)]
    return Conformance(tuple(rows), alpha, z.size)


def _gamma_p(total: Array, n: int) -> Array:
    """Two-sided p-value of a Gamma(n) variable."""
    return np.minimum(1.0, 2 * np.minimum(gammainc(n, total), gammaincc(n, total)))


def _scale(z: Array) -> ConformanceRow:
    total = np.abs(z).sum()
    return ConformanceRow("scale", float(total / z.size), 1.0, float(_gamma_p(total, z.size)))


def _scale_per_step(z: Array) -> ConformanceRow:
    totals = np.abs(z).sum(axis=(1, 2))
    n = z[0].size
    p = _gamma_p(totals, n)
    worst = int(np.argmin(p))
    name = f"scale of the worst step ({worst})"
    return ConformanceRow(name, float(totals[worst] / n), 1.0, min(1.0, len(z) * float(p[worst])))


def _agree(coins: NDArray[np.bool_], axis: int) -> NDArray[np.bool_]:
    """Whether neighbours along an axis agree: again independent fair coins."""
    moved = np.moveaxis(coins, axis, 0)
    return np.equal(moved[1:], moved[:-1])


def _coin(name: str, heads: NDArray[np.bool_]) -> ConformanceRow:
    n, k = heads.size, int(heads.sum())
    p = min(1.0, 2 * float(bdtr(min(k, n - k), n, 0.5)))
    return ConformanceRow(name, k / n, 0.5, p)


def _shape(z: Array) -> ConformanceRow:
    """Largest distance of distribution functions; P(D > x) <= 2 exp(-2 N x^2) (Massart)."""
    values = np.sort(z, axis=None)
    n = values.size
    cdf = Laplace(1.0).cdf(values)
    steps = np.arange(n + 1) / n
    distance = float(max((steps[1:] - cdf).max(), (cdf - steps[:-1]).max()))
    return ConformanceRow("shape", distance, 0.0, min(1.0, 2 * math.exp(-2 * n * distance**2)))


def _repeats(z: Array) -> ConformanceRow:
    """Close pairs; the difference of two draws has density at most 1/4, so h / 2 per pair."""
    count = int((np.diff(np.sort(z, axis=None)) < CLOSE).sum())
    mean = math.comb(z.size, 2) * CLOSE / 2
    p = min(1.0, mean / count) if count else 1.0
    return ConformanceRow("repeated draws", count, mean, p)


def _repeats_across(z: Array, again: Array) -> ConformanceRow:
    count = int((np.abs(z - again) < CLOSE).sum())
    mean = z.size * CLOSE / 2
    p = min(1.0, mean / count) if count else 1.0
    return ConformanceRow("draws repeated in a second call", count, mean, p)
