"""Queries over records that are numbers of atoms: a mean over a batch needs only its shares.

An answer to weights (1 or trials, atoms) on the atoms and points (trials, ..) is linear in the
weights; one record is a unit vector of weights, a batch its shares, a replaced record the
difference of two unit vectors.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workbench.privacy.arrays import Array, is_numpy, like, namespace
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
        xp = namespace(z)
        every = xp.stack([answer(like(row[None], z), z) for row in np.eye(atoms)], axis=1)
        index = xp.astype(records[..., 0], xp.int64)
        index = xp.broadcast_to(index, (z.shape[0], records.shape[1]))
        return xp.take_along_axis(every, index[:, :, None], axis=1)

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
    rows, m = records.shape[:2]
    if not is_numpy(records):
        xp, numbers = namespace(records), records[..., 0]
        hits = [xp.count_nonzero(numbers == atom, axis=1) for atom in range(atoms)]
        return xp.astype(xp.stack(hits, axis=1), xp.float64) / m
    numbers = records[..., 0].astype(np.int64)
    flat = (numbers + atoms * np.arange(rows)[:, None]).ravel()
    counts = np.bincount(flat, minlength=rows * atoms)
    return np.asarray(counts.reshape(rows, atoms) / m)
