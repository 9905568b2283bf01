"""Whether two datasets can be neighbours, as far as their type tells.

A black box may be asked about any two objects, and only its owner knows the neighbouring relation.
What can be read off is refused or said: identical datasets teach nothing, and two lists or arrays
that differ in more than one record are neighbours under few relations.
"""

from collections import Counter
from collections.abc import Hashable

import numpy as np

from workbench.errors import DataError
from workbench.privacy import Dataset
from workbench.privacy.datasets import changed_record


def check_pair(dataset: object, neighbour: object) -> None:
    """Refuse two identical datasets, and workbench datasets that are not neighbours."""
    if isinstance(dataset, Dataset) and isinstance(neighbour, Dataset):
        changed_record(dataset, neighbour)
    if dataset is neighbour or _equal(dataset, neighbour):
        raise DataError(
            f"dataset and neighbour are identical ({type(dataset).__name__}): every mechanism "
            "looks the same on them.\n  Pass two datasets that differ in one record."
        )


def caution(dataset: object, neighbour: object) -> str:
    """A sentence if two lists, tuples or arrays differ in more than one record, else nothing.

    >>> caution([1, 2, 3], [3, 1]), caution([1, 2, 3], [1, 5, 3]), caution("a", "bcd")
    ('', '', '')
    >>> caution([0, 0, 0], [1, 1, 0])[:64]
    'Read as lists of records, dataset and neighbour differ in 2 reco'
    """
    one, two = _records(dataset), _records(neighbour)
    if one is None or two is None:
        return ""
    changed = max((one - two).total(), (two - one).total())
    if changed <= 1:
        return ""
    return (
        f"Read as lists of records, dataset and neighbour differ in {changed} records: the verdict "
        "is about the claim only if your relation makes them neighbours."
    )


def _records(data: object) -> Counter[Hashable] | None:
    """The multiset of records of a list, tuple or array; None for anything else."""
    if isinstance(data, np.ndarray) and data.ndim:
        return Counter(np.asarray(row).tobytes() for row in data)
    if isinstance(data, list | tuple):
        return Counter(map(repr, data))
    return None


def _equal(dataset: object, neighbour: object) -> bool:
    """Whether the two are known to be equal; False if the question makes no sense."""
    try:
        if isinstance(dataset, np.ndarray) or isinstance(neighbour, np.ndarray):
            one, two = np.asarray(dataset), np.asarray(neighbour)
            nan = one.dtype.kind in "fc" and two.dtype.kind in "fc"
            return bool(np.array_equal(one, two, equal_nan=nan))
        if type(dataset) is not type(neighbour):
            return False
        same = dataset == neighbour
        if hasattr(same, "all"):  # tables and the like answer entry by entry
            return bool(np.all(np.asarray(same)))
        return same is True
    except Exception:  # noqa: BLE001 - a stranger's __eq__ may do anything; then nothing is known
        return False
