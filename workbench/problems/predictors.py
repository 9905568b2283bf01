"""Losses of one linear predictor over a feasible set: f(x; a, b) = phi(<a, x>, b).

A record is a row (a, b): d features with dual norm at most `features`, and one number b.  If
|phi'| <= slope and |phi''| <= curvature on the domain, then in the norms of the set

    |grad f(x)|_* <= L0 = features slope,
    |grad f(x) - grad f(y)|_* <= L1 |x - y|,    L1 = features^2 curvature.

Convex where phi is.  Named instances with their exact population risks: module `sign_instances`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.errors import DataError, ParameterError, require
from workbench.privacy.arrays import Array, to_numpy, trial_blocks
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.query import Query
from workbench.problems.feasible_sets import FeasibleSet

UNIT = 2.0**-53


class PredictorLoss(Protocol):
    """A function phi(t, b) of the prediction t and the last number b of a record."""

    @property
    def convex(self) -> bool:
        """Whether it is convex in t, for every b of the domain."""
        ...

    def value(self, t: Array, b: Array) -> Array:
        """Its value, shape (R, m)."""
        ...

    def slope(self, t: Array, b: Array) -> Array:
        """The derivative in t, shape (R, m)."""
        ...

    def outside(self, b: Array) -> NDArray[np.bool_]:
        """Which numbers are not in the domain, shape (m,)."""
        ...


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PredictorProblem:
    """See the module; `slope` and `curvature` bound the derivatives of the loss on the domain.

    `law` draws records of shape (n, d + 1) from the population.
    """

    name: str
    loss: PredictorLoss
    feasible: FeasibleSet
    slope: float
    curvature: float
    features: float = 1.0
    law: Callable[[np.random.Generator, int], Array] | None = None

    def __post_init__(self) -> None:
        """Check the constants."""
        for key in ("slope", "features"):
            value = getattr(self, key)
            require(0 < value < np.inf, key, value, "is not positive and finite", "Bound it.")
        ok = 0 <= self.curvature < np.inf
        require(ok, "curvature", self.curvature, "is negative or infinite", "Bound |phi''|.")

    @property
    def dimension(self) -> int:
        """Number of variables d."""
        return self.feasible.dimension

    @property
    def convex(self) -> bool:
        """Whether every record's loss is."""
        return self.loss.convex

    @property
    def _room(self) -> float:
        """What `dataset` lets pass is on the domain up to rounding: constants are rounded up."""
        return 1 + (self.dimension + 40) * 2 * UNIT

    @property
    def L0(self) -> float:
        """Bound on the dual norm of a record's gradient."""
        return self.features * self.slope * self._room

    @property
    def L1(self) -> float:
        """Lipschitz constant of a record's gradient, from the norm to the dual norm."""
        return self.features**2 * self.curvature * self._room**2

    def dataset(self, records: ArrayLike) -> Dataset:
        """Dataset of rows (a, b), checked against the declared domain."""
        data = Dataset(np.asarray(records, dtype=np.float64))
        width = self.dimension + 1
        if data.records.shape[1] != width:
            raise DataError(
                f"records has shape {data.records.shape}: a record of {self.name!r} is a row of "
                f"{width} numbers.\n  Pass {self.dimension} features and one more number."
            )
        a, b = data.records[:, :-1], data.records[:, -1]
        largest = self.features * (1 + (self.dimension + 8) * 2 * UNIT)
        bad = np.flatnonzero((self.feasible.dual_norm(a) > largest) | self.loss.outside(b))
        if bad.size:
            raise DataError(
                f"records[{bad[0]}] leaves the domain of {self.name!r}, on which its constants "
                "hold.\n  Clip it, or declare a larger domain."
            )
        return data

    def sample(self, rng: np.random.Generator, n: int) -> Dataset:
        """N independent records of the population."""
        if self.law is None:
            raise ParameterError("law = None: there is no population.\n  Pass law= to sample.")
        return self.dataset(self.law(rng, n))

    def mean_gradient(self, x: Array) -> Query:
        """The query of the mean gradient at points of shape (trials, d)."""
        return Query(
            points=x,
            values=self._values,
            mean=self._mean,
            difference=self._difference,
            difference_error=self._difference_error,
        )

    def objective(self, x: Array, dataset: Dataset) -> Array:
        """The empirical risk at points of shape (trials, d); shape (trials,)."""
        x, records = to_numpy(x), dataset.in_numpy.records
        a, b = records[:, :-1], records[None, :, -1]
        parts = [
            self.loss.value(x[rows] @ a.T, b).mean(axis=1)
            for rows in trial_blocks(len(x), dataset.n)
        ]
        return np.concatenate(parts)

    def full_gradient(self, x: Array, dataset: Dataset) -> Array:
        """The gradient of the empirical risk, shape (trials, d); not private."""
        x, records = to_numpy(x), dataset.in_numpy.records[None]
        blocks = trial_blocks(len(x), dataset.n)
        return np.concatenate([self._mean(x[rows], records) for rows in blocks])

    def _slopes(self, x: Array, records: Array) -> Array:
        """Phi' of every record, shape (R, m)."""
        a, b = records[..., :-1], records[..., -1]
        t = x @ a[0, :, :].T if a.shape[0] == 1 else (a @ x[:, :, None])[..., 0]
        return self.loss.slope(t, b)

    def _values(self, x: Array, records: Array) -> Array:
        return self._slopes(x, records)[..., None] * records[..., :-1]

    def _mean(self, x: Array, records: Array) -> Array:
        slopes, a = self._slopes(x, records) / records.shape[1], records[..., :-1]
        if a.shape[0] == 1:
            return slopes @ a[0, :, :]
        return (slopes[:, None, :] @ a)[:, 0, :]

    def _difference(self, x: Array, old: Array, new: Array) -> Array:
        first, second = (self._values(x, row[None, None])[:, 0] for row in (old, new))
        return second - first

    def _difference_error(self, x: Array, old: Array, new: Array) -> Array:
        """A prediction is off by d + 8 units of what it sums, a slope by `curvature` times that.

        Evaluating a slope and scaling the features costs 16 units of `slope` more.
        """
        room: Array = np.zeros(len(x))
        for row in (old, new):
            a, b = np.abs(row[:-1]), abs(row[-1])
            prediction = (self.dimension + 8) * (np.abs(x) @ a + b)
            room += a.sum() * (self.curvature * prediction + 16 * self.slope)
        return 2 * UNIT * room
