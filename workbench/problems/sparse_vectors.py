"""Sparse vectors as data: at most s entries of R^d that are not zero, l2 norm at most `radius`.

A record is a row (j_1, ..., j_s, v_1, ..., v_s) of distinct positions and values, so n records need
2 n s numbers whatever d is; a shorter vector repeats no position and has values 0.  One replaced
record moves the mean of n by at most

    2 radius / n in l2 norm,    2 sqrt(s) radius / n in l1 norm,

and two opposite vectors with equal entries attain both.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from workbench.errors import DataError, require
from workbench.privacy.arrays import ULP, Array, Ints, like, namespace, to_numpy
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.query import Query


@dataclass(frozen=True, slots=True, kw_only=True)
class SparseVectors:
    """The vectors of R^d with at most s entries that are not zero and |z|_2 <= radius.

    >>> data = SparseVectors(d=5, s=2).dataset([[4, 0], [1, 2]], [[0.6, 0.8], [1.0, 0.0]])
    >>> SparseVectors(d=5, s=2).mean(data).tolist()
    [0.4, 0.5, 0.0, 0.0, 0.3]
    """

    d: int
    s: int
    radius: float = 1.0

    def __post_init__(self) -> None:
        """Check the parameters."""
        require(self.d >= 1, "d", self.d, "is below 1", "Pass a dimension.")
        ok = 1 <= self.s <= self.d
        require(ok, "s", self.s, f"is outside 1..d = {self.d}", "Pass the largest number of hits.")
        ok = 0 < self.radius < np.inf
        require(ok, "radius", self.radius, "is not positive and finite", "Pass a radius > 0.")

    @property
    def l1_radius(self) -> float:
        """|z|_1 <= sqrt(s) radius."""
        return math.sqrt(self.s) * self.radius

    def sensitivity(self, n: int, *, norm: str) -> float:
        """How far one replaced record moves the mean of n; norm is "l1" or "l2".

        >>> SparseVectors(d=9, s=4).sensitivity(10, norm="l1")
        0.4
        """
        require(n >= 1, "n", n, "is below 1", "Pass the number of records.")
        require(norm in {"l1", "l2"}, "norm", norm, "is unknown", 'Choose "l1" or "l2".')
        return 2 * (self.l1_radius if norm == "l1" else self.radius) / n

    def dataset(self, positions: ArrayLike, values: ArrayLike) -> Dataset:
        """Dataset of n records from arrays of shape (n, s), checked against the domain."""
        where, what = np.asarray(positions), np.asarray(values, dtype=np.float64)
        if where.ndim != 2 or where.shape != what.shape or where.shape[1] != self.s:
            raise DataError(
                f"positions has shape {where.shape}, values {what.shape}: each record has "
                f"s = {self.s} of both.\n  Pass two arrays of shape (n, {self.s})."
            )
        return self.checked(np.hstack([where.astype(np.float64), what]))

    def checked(self, records: ArrayLike) -> Dataset:
        """Dataset of these rows, checked against the domain."""
        data = Dataset(np.asarray(records, dtype=np.float64))
        if data.records.shape[1] != 2 * self.s:
            raise DataError(
                f"records has shape {data.records.shape}: a record is s = {self.s} positions and "
                f"as many values.\n  Pass rows of {2 * self.s} numbers."
            )
        where, what = data.records[:, : self.s], data.records[:, self.s :]
        ordered = np.sort(where, axis=1)
        rules = {
            f"a position outside 0..{self.d - 1}": (
                (where != np.floor(where)) | (where < 0) | (where >= self.d)
            ).any(axis=1),
            "a position twice": (ordered[:, 1:] == ordered[:, :-1]).any(axis=1),
            f"an l2 norm above {self.radius}": np.sqrt((what**2).sum(axis=1))
            > self.radius * (1 + (self.s + 4) * ULP),  # a norm on the boundary may round up
        }
        for rule, broken in rules.items():
            if broken.any():
                raise DataError(
                    f"records[{int(broken.argmax())}] has {rule}: it is no s-sparse vector of the "
                    "declared domain.\n  Merge its entries, clip it, or declare a larger domain."
                )
        return data

    def mean(self, dataset: Dataset) -> Array:
        """The mean of the vectors, shape (d,); not private."""
        return self._mean_of(dataset.in_numpy.records)

    def matrix(self, records: Array) -> csr_array:
        """Rows of shape (m, 2 s) as a sparse matrix of shape (m, d)."""
        m = len(records)
        where, what = self.split(records)
        starts = np.arange(0, m * self.s + 1, self.s)
        return csr_array((what.ravel(), where.ravel(), starts), shape=(m, self.d))

    def split(self, records: Array) -> tuple[Ints, Array]:
        """Positions and values of records of shape (..., 2 s)."""
        return records[..., : self.s].astype(np.int64), records[..., self.s :]

    def dense(self, records: Array) -> Array:
        """Vectors of shape (..., d)."""
        where, what = self.split(records)
        vectors = np.zeros((*records.shape[:-1], self.d))
        np.put_along_axis(vectors, where, what, axis=-1)
        return vectors

    def query(self, trials: int) -> Query:
        """The query of the mean, shape (trials, d); it depends on no point."""

        def values(x: Array, records: Array) -> Array:
            found = like(self.dense(to_numpy(records)), x)
            return namespace(x).broadcast_to(found, (x.shape[0], records.shape[1], self.d))

        def mean(x: Array, records: Array) -> Array:
            found = np.stack([self._mean_of(rows) for rows in to_numpy(records)])
            return namespace(x).broadcast_to(like(found, x), x.shape)

        def difference(x: Array, old: Array, new: Array) -> Array:
            return (self.dense(new) - self.dense(old))[None]

        def error(x: Array, old: Array, new: Array) -> Array:
            return np.full(1, ULP * (np.abs(new[self.s :]).sum() + np.abs(old[self.s :]).sum()))

        return Query(
            points=np.broadcast_to(np.zeros(1), (trials, self.d)),
            values=values,
            mean=mean,
            difference=difference,
            difference_error=error,
        )

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Random supports, random signs, equal sizes: instances S1 (s = 1) and S8; (n, 2 s)."""
        where = np.stack([rng.choice(self.d, self.s, replace=False) for _ in range(n)])
        return np.hstack([where.astype(np.float64), self._signs(rng, n)])

    def blocks(self, rng: np.random.Generator, n: int) -> Array:
        """Random signs on blocks of s positions, taken in turn: instance S2; (n, 2 s)."""
        block = np.arange(n) % (self.d // self.s)
        where = block[:, None] * self.s + np.arange(self.s)
        return np.hstack([where.astype(np.float64), self._signs(rng, n)])

    def opposites(self) -> tuple[Array, Array]:
        """Two records that attain both sensitivities, shape (2 s,) each."""
        where = np.arange(self.s, dtype=np.float64)
        what = np.full(self.s, self.radius / math.sqrt(self.s))
        return np.append(where, what), np.append(where, -what)

    def extremal_pair(self, n: int) -> tuple[Dataset, Dataset]:
        """Neighbours whose first record points apart; the other records equal the second's."""
        old, new = self.opposites()
        second = self.checked(np.tile(new, (n, 1)))
        return second.replace(0, old), second

    def random_pair(self, rng: np.random.Generator, n: int) -> tuple[Dataset, Dataset]:
        """Random neighbours: n + 1 random records, the last of which replaces the first."""
        rows = self.draw(rng, n + 1)
        first = self.checked(rows[:n])
        return first, first.replace(0, rows[n])

    def _mean_of(self, records: Array) -> Array:
        where, what = self.split(records)
        total = np.bincount(where.ravel(), weights=what.ravel(), minlength=self.d)
        return np.asarray(total / len(records))

    def _signs(self, rng: np.random.Generator, n: int) -> Array:
        return rng.choice([-1.0, 1.0], (n, self.s)) * (self.radius / math.sqrt(self.s))
