"""Smooth losses with bounded gradients, convex or not: F(w) = mean of f(w, x_i) over the records.

For every record of the declared domain and every point w

    |grad f(w, x)| <= lipschitz = G,    |grad f(w, x) - grad f(w', x)| <= smoothness |w - w'|,

both in l2 norm.  So a replaced record moves one gradient by at most 2 G, and moves the change of a
gradient between w and w' by at most 2 smoothness |w - w'|.  The constants hold on the whole domain
and not only on the data at hand: privacy rests on them.  Named instances are in module
`nonconvex_instances`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import DataError, ParameterError, require
from workbench.privacy.arrays import Array, namespace, to_numpy, trial_blocks
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.query import Query

Field = Callable[[Array, Array], Array]
UNIT = 2.0**-53


class RecordLoss(Protocol):
    """What one record contributes; points have shape (R, 1, d), records (1 or R, m, k)."""

    def value(self, w: Array, records: Array) -> Array:
        """f(w, x), shape (R, m)."""
        ...

    def gradient(self, w: Array, records: Array) -> Array:
        """The gradient of f in w, shape (R, m, d)."""
        ...

    def outside(self, records: Array) -> Array:
        """Which rows of an array (n, k) leave the domain, shape (n,)."""
        ...

    def floor(self, records: Array) -> float:
        """A lower bound on F, which may be -inf."""
        ...

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Draw n records of the domain, shape (n, k)."""
        ...

    def opposites(self) -> tuple[Array, Array]:
        """Two records whose gradients point apart."""
        ...


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SmoothProblem:
    """A record loss, its starting point of shape (d,), and its constants on the whole domain."""

    name: str
    loss: RecordLoss
    start: Array
    lipschitz: float
    smoothness: float

    def __post_init__(self) -> None:
        """Check and freeze the parameters."""
        start = np.array(self.start, dtype=np.float64)
        if start.ndim != 1 or start.size == 0:
            raise ParameterError(f"start has shape {start.shape}: a point is needed.\n  Pass (d,).")
        start.setflags(write=False)
        object.__setattr__(self, "start", start)
        ok = 0 < self.lipschitz < np.inf
        require(ok, "lipschitz", self.lipschitz, "is not positive and finite", "Pass G > 0.")
        ok = 0 <= self.smoothness < np.inf
        require(ok, "smoothness", self.smoothness, "is negative or infinite", "Pass L >= 0.")

    @property
    def dimension(self) -> int:
        """Number of variables d."""
        return int(self.start.size)

    def dataset(self, records: ArrayLike) -> Dataset:
        """Dataset of these rows, checked against the declared domain."""
        data = Dataset(np.asarray(records, dtype=np.float64))
        width = self.loss.opposites()[0].size
        if data.records.shape[1] != width:
            raise DataError(
                f"records has shape {data.records.shape}: a record of {self.name!r} is a row of "
                f"{width} numbers.\n  Pass {width} columns."
            )
        bad = np.flatnonzero(self.loss.outside(data.records))
        if bad.size:
            raise DataError(
                f"records[{bad[0]}] = {data.records[bad[0]]} leaves the domain of {self.name!r}, "
                "on which its constants hold.\n  Clip it, or declare a larger domain."
            )
        return data

    def random_pair(self, rng: np.random.Generator, n: int) -> tuple[Dataset, Dataset]:
        """Random neighbours: n + 1 random records, the last of which replaces the first."""
        rows = self.loss.draw(rng, n + 1)
        first = self.dataset(rows[:n])
        return first, first.replace(0, rows[n])

    def extremal_pair(self, n: int, *, index: int = -1) -> tuple[Dataset, Dataset]:
        """Neighbours whose record `index` points apart; the other records equal the second's."""
        old, new = self.loss.opposites()
        second = self.dataset(np.tile(new, (n, 1)))
        return second.replace(index, old), second

    def mean_gradient(self, w: Array) -> Query:
        """The query of the mean gradient at points of shape (trials, d)."""
        return Query(
            points=w,
            values=self._values,
            mean=self._mean,
            difference=self._difference,
            difference_error=self._difference_error,
        )

    def objective(self, w: Array, dataset: Dataset) -> Array:
        """F at points of shape (trials, d), in blocks of bounded memory; shape (trials,)."""
        w, records = to_numpy(w), dataset.in_numpy.records[None]
        blocks = trial_blocks(len(w), dataset.n * max(self.dimension, records.shape[2]))
        return np.concatenate(
            [self.loss.value(w[rows][:, None], records).mean(axis=1) for rows in blocks]
        )

    def full_gradient(self, w: Array, dataset: Dataset) -> Array:
        """The gradient of F at points of shape (trials, d); not private."""
        w, records = to_numpy(w), dataset.in_numpy.records[None]
        blocks = trial_blocks(len(w), dataset.n * max(self.dimension, records.shape[2]))
        return np.concatenate([self._mean(w[rows], records) for rows in blocks])

    def initial_gap(self, dataset: Dataset) -> float:
        """Upper bound R on F(start) - inf F; infinite where F is not known to be bounded."""
        return float(self.objective(self.start[None], dataset)[0]) - self.loss.floor(
            dataset.in_numpy.records
        )

    def _values(self, w: Array, records: Array) -> Array:
        return self.loss.gradient(w[:, None, :], records)

    def _mean(self, w: Array, records: Array) -> Array:
        values = self.loss.gradient(w[:, None, :], records)
        if values.shape[1] == 1:
            return values[:, 0, :]
        return namespace(values).mean(values, axis=1)

    def _difference(self, w: Array, old: Array, new: Array) -> Array:
        at = w[:, None]
        return (self.loss.gradient(at, new[None, None]) - self.loss.gradient(at, old[None, None]))[
            :, 0
        ]

    def _difference_error(self, w: Array, old: Array, new: Array) -> Array:
        """Two gradients, each with a d-term sum inside.

        An argument is off by (d + 8) units of |w| + |x|, which moves a gradient by `smoothness`
        times that; evaluating and scaling it costs d + 32 units of G; the l1 norm is at most
        sqrt(d) times the l2 norm.
        """
        d = self.dimension
        size = 2 * np.sqrt((w**2).sum(axis=1)) + np.sqrt((old**2).sum()) + np.sqrt((new**2).sum())
        error = 2 * (d + 32) * self.lipschitz + (d + 8) * self.smoothness * size
        return np.asarray(UNIT * np.sqrt(d) * error)
