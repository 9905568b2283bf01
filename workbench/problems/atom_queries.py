"""Queries over records that are numbers of atoms: a mean over a batch needs only its shares.

An answer to weights (1 or trials, atoms) on the atoms and points (trials, ..) is linear in the
weights; one record is a unit vector of weights, a batch its shares, a replaced record the
difference of two unit vectors.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workbench.privacy.arrays import Array, Ints
from workbench.privacy.queries.query import Query

Weighted = Callable[[Array, Array], Array]
"""Weights of the atoms and points to answers of shape (trials, width)."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BlockQuery(Query):
    """A query whose answer has `width` coordinates, at points that have more."""

    width: int

    @property
    def shape(self) -> tuple[int, int]:
        """Shape (trials, width) of an answer."""
        return int(self.points.shape[0]), self.width


def atom_query(
    points: Array,
    *,
    width: int,
    atoms: int,
    answer: Weighted,
    error: Callable[[Array, int, int], Array],
) -> BlockQuery:
    """The query of `answer`; `error` bounds the rounding of a difference of two atoms."""

    def per_record(z: Array, records: Array) -> Array:
        every = np.stack([answer(row[None], z) for row in np.eye(atoms)], axis=1)
        index = np.broadcast_to(records[..., 0].astype(np.int64), (len(z), records.shape[1]))
        return every[np.arange(len(z))[:, None], index]

    def difference(z: Array, old: Array, new: Array) -> Array:
        change = np.zeros((1, atoms))
        change[0, int(new[0])] += 1
        change[0, int(old[0])] -= 1
        return answer(change, z)

    return BlockQuery(
        points=points,
        width=width,
        values=per_record,
        mean=lambda z, records: answer(shares(records, atoms), z),
        difference=difference,
        difference_error=lambda z, old, new: error(z, int(old[0]), int(new[0])),
    )


def shares(records: Array, atoms: int) -> Array:
    """How often each atom is in the batch, divided by its size; shape (1 or trials, atoms).

    >>> shares(np.array([[[2.0], [0.0], [2.0], [2.0]]]), 3).tolist()
    [[0.25, 0.0, 0.75]]
    """
    numbers: Ints = records[..., 0].astype(np.int64)
    rows, m = numbers.shape
    flat = (numbers + atoms * np.arange(rows)[:, None]).ravel()
    counts = np.bincount(flat, minlength=rows * atoms)
    return np.asarray(counts.reshape(rows, atoms) / m)
