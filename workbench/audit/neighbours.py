"""Whether two datasets are neighbours, as far as their type and the declared relation tell.

A black box may be asked about any two objects, and only its owner knows the neighbouring relation.
He can name it, and lists, tuples and arrays are then held to it as lists of records.  Where nothing
is declared, the result says what the pair looks like.
"""

from collections import Counter
from collections.abc import Hashable, Iterator

import numpy as np

from workbench.errors import DataError, require
from workbench.privacy import Dataset
from workbench.privacy.queries.datasets import changed_record

RELATIONS = {
    "replace-one": "one record replaced",
    "add-or-remove-one": "one record added or removed",
    "zero-out": "one record set to zero",
}
"""Relations that are checked; a description in words of your own is shown, and not checked."""

ZEROS = ("0", "0.0", "False", "None")
"""Records of a list that count as zero."""


def check_pair(dataset: object, neighbour: object) -> None:
    """Refuse two identical datasets, and workbench datasets that are not neighbours."""
    if isinstance(dataset, Dataset) and isinstance(neighbour, Dataset):
        changed_record(dataset, neighbour)
    for name, data in (("dataset", dataset), ("neighbour", neighbour)):
        rule = "is an iterator: the first call uses it up, and all others see nothing"
        require(not isinstance(data, Iterator), name, type(data).__name__, rule, "Pass a list.")
    if dataset is neighbour or _equal(dataset, neighbour):
        raise DataError(
            f"dataset and neighbour are identical ({type(dataset).__name__}): every mechanism "
            "looks the same on them.\n  Pass two datasets that differ in one record."
        )


def relation(dataset: object, neighbour: object, *, declared: str | None) -> str:
    """What is known of the relation of two datasets, in a sentence; DataError if it is broken.

    >>> relation([1, 2], [1], declared="add-or-remove-one")
    'Neighbours by add-or-remove-one (declared, and true of this pair).'
    >>> relation([1, 2], [1], declared=None)[:64]
    'The neighbouring relation is not declared; in this pair one reco'
    """
    ok = declared is None or declared in RELATIONS or " " in declared.strip()
    require(
        ok,
        "neighbouring",
        repr(declared),
        f"is none of {', '.join(RELATIONS)}, and no description either",
        "Name one of them, or describe the relation in several words.",
    )
    found = _looks_like(dataset, neighbour)
    if declared is None:
        seen = f"in this pair {' and '.join(found)}" if found else "the pair does not tell it"
        return f"The neighbouring relation is not declared; {seen}."
    if declared not in RELATIONS or found is None:
        return f"Neighbours by {declared} (declared, not checked)."
    if RELATIONS[declared] not in found:
        raise DataError(
            f"dataset and neighbour are no neighbours by {declared!r}: {' and '.join(found)}.\n"
            "  Pass a pair that has the declared relation, or declare the one that it has."
        )
    return f"Neighbours by {declared} (declared, and true of this pair)."


def _looks_like(dataset: object, neighbour: object) -> list[str] | None:
    """How two lists of records differ; None for anything that is none."""
    one, two = _records(dataset), _records(neighbour)
    if one is None or two is None:
        return None
    less, more = one - two, two - one
    if less.total() == more.total() == 1:
        gone, came = next(iter(less)), next(iter(more))
        zero = _is_zero(gone) or _is_zero(came)
        return [RELATIONS["replace-one"], *([RELATIONS["zero-out"]] if zero else [])]
    if less.total() + more.total() == 1:
        return [RELATIONS["add-or-remove-one"]]
    if not less and not more:
        return ["only the order of the records differs"]
    return [f"{max(less.total(), more.total())} records differ"]


def _is_zero(record: Hashable) -> bool:
    return not any(record) if isinstance(record, bytes) else record in ZEROS


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
    if isinstance(data, Dataset):
        data = data.records
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
