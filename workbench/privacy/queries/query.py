"""What an algorithm may ask a curator: the mean over records of a function at public points.

A query carries no data.  It carries the points x of shape (trials, d), all of them functions of
earlier releases, and three functions that the curator applies to the records it holds:

    values(x, records)           every record's value,      shape (trials, m, d)
    mean(x, records)             the mean over the records, shape (trials, d)
    difference(x, old, new)      value(new) - value(old),   shape (trials, d) or (1, d)
    difference_error(x, old, new)    bound on its rounding error in l1 norm, (trials,) or (1,)

The first two are asked in the library of arrays that holds the data, the others in numpy.
`records` has shape (1, m, k), the same rows for all trials, or (trials, m, k); `old` and `new` are
one record each, of shape (k,), and no more of the data than that.  `mean_query` makes a query of
one function of a point and a record; the four are written by hand where more is known.
`difference` is there because a subtraction of two values loses the digits that a privacy audit
lives on: a problem knows which of its terms cancel, and leaves them out.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from workbench.errors import ParameterError
from workbench.privacy.arrays import Array, to_numpy


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Statistic:
    """Any function of the records, such as the minimiser of a loss: for secrets only.

    `function` maps records of shape (m, k) to an answer of `shape` (trials, d) and has no side
    effects; `rounding` bounds the l1 error of an answer, per trial.
    """

    function: Callable[[Array], Array]
    shape: tuple[int, int]
    rounding: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Query:
    """The mean of a per-record function at the points of every trial.

    points: public points x, shape (trials, d)
    values: (x, records) -> the value of every record, shape (trials, m, d)
    mean: (x, records) -> the mean over the records, shape (trials, d)
    difference: (x, old, new) -> value(new) - value(old) for one record each, of shape (k,); shape
        (trials, d), or (1, d) where it depends on no point
    difference_error: (x, old, new) -> a bound on its rounding error in l1 norm, (trials,) or (1,)
    factor: a public number by which every answer is multiplied

    `records` has shape (1, m, k), or (trials, m, k) where each trial has its own.
    """

    points: Array
    values: Callable[[Array, Array], Array]
    mean: Callable[[Array, Array], Array]
    difference: Callable[[Array, Array, Array], Array]
    difference_error: Callable[[Array, Array, Array], Array]
    factor: float = 1.0

    def __post_init__(self) -> None:
        """Check the shape of the points."""
        if self.points.ndim != 2:
            raise ParameterError(
                f"points has shape {self.points.shape}: the first axis is the trial, the second "
                "the coordinate.\n  Pass an array of shape (trials, d)."
            )

    @property
    def trials(self) -> int:
        """Number of trials."""
        return int(self.points.shape[0])

    @property
    def shape(self) -> tuple[int, int]:
        """Shape (trials, d) of an answer."""
        return int(self.points.shape[0]), int(self.points.shape[1])

    @property
    def in_numpy(self) -> Self:
        """The same query at points of numpy."""
        return replace(self, points=to_numpy(self.points))

    def block(self, rows: slice) -> "Query":
        """The same query for some of the trials."""
        return replace(self, points=self.points[rows, ...])

    def scaled(self, factor: float) -> "Query":
        """The query times a public number."""
        return replace(self, factor=self.factor * factor)

    def evaluate_values(self, records: Array) -> Array:
        """Value of every record at every point, shape (trials, m, d)."""
        return self._scale(self.values(self.points, records))

    def evaluate_mean(self, records: Array) -> Array:
        """Mean over the records at every point, shape (trials, d)."""
        return self._scale(self.mean(self.points, records))

    def evaluate_difference(self, old: Array, new: Array) -> Array:
        """value(new) - value(old), shape (trials, d) or (1, d) where it depends on no point."""
        return self._scale(self.difference(self.points, old, new))

    def evaluate_difference_error(self, old: Array, new: Array) -> Array:
        """Bound on the l1 rounding error of evaluate_difference, shape (trials,) or (1,)."""
        return abs(self.factor) * self.difference_error(self.points, old, new)

    def _scale(self, values: Array) -> Array:
        return values if self.factor == 1.0 else self.factor * values
