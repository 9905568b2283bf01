"""Datasets and the neighbouring relation "replace one record, n public and fixed".

A dataset is a list of n records, each a row of k numbers; a problem says what a row means.
Two datasets are neighbours when they have the same n and differ in exactly one row.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import DataError
from workbench.privacy.arrays import Array, converted, is_numpy, to_numpy

NEIGHBOURING = "replace-one"
"""The relation that every cost and every audit of this room refers to."""


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """n records as the rows of an array of shape (n, k), read-only in numpy."""

    records: Array

    def __post_init__(self) -> None:
        """Copy, validate and freeze the rows."""
        rows = np.array(to_numpy(self.records), dtype=np.float64)
        if rows.ndim != 2 or rows.shape[0] == 0:
            raise DataError(
                f"records has shape {rows.shape}: one row per record is needed, and one record.\n"
                "  Pass an array of shape (n, k) with n >= 1."
            )
        if not np.isfinite(rows).all():
            bad = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
            raise DataError(
                f"records[{bad}] = {rows[bad]} is not finite.\n  Remove or repair the record."
            )
        rows.setflags(write=False)
        object.__setattr__(self, "records", rows)

    @property
    def n(self) -> int:
        """Number of records."""
        return int(self.records.shape[0])

    def to(self, library: Any, *, device: Any = None) -> "Dataset":  # noqa: ANN401
        """The same records in another library of arrays: what runs on them computes there.

        Args:
            library: its module, for instance `torch`, `cupy` or `numpy`.
            device: where it shall keep them, in its own words; its default otherwise.

        Raises:
            ParameterError: array-api-compat is not installed.
        """
        moved = Dataset(self.records)
        object.__setattr__(moved, "records", converted(moved.records, library, device))
        return moved

    @property
    def in_numpy(self) -> "Dataset":
        """The same records in numpy: themselves, if they are there already."""
        return self if is_numpy(self.records) else Dataset(self.records)

    def replace(self, index: int, record: ArrayLike) -> "Dataset":
        """The neighbour whose row `index` is `record`.

        >>> Dataset(np.zeros((2, 1))).replace(1, [3.0]).records.tolist()
        [[0.0], [3.0]]
        """
        rows = np.array(to_numpy(self.records))
        rows[index] = record
        return Dataset(rows)


def changed_record(first: Dataset, second: Dataset) -> int:
    """Index of the one row in which two neighbours differ; an error if they are not neighbours."""
    if first.records.shape != second.records.shape:
        raise DataError(
            f"second has shape {second.records.shape}, first has {first.records.shape}: "
            f"neighbours under {NEIGHBOURING} have the same size.\n"
            "  Build the second dataset with first.replace(index, record)."
        )
    different = np.flatnonzero((first.records != second.records).any(axis=1))
    if different.size != 1:
        raise DataError(
            f"first and second differ in {different.size} records: neighbours under "
            f"{NEIGHBOURING} differ in exactly one.\n"
            "  Build the second dataset with first.replace(index, record)."
        )
    return int(different[0])
