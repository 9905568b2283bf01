"""A dataset that is handed out many times, and is each time what it was.

Mechanisms sort, clip or use up the records that they are given.  What one call does to its dataset
must not reach the next: both sides of an audit would soon look the same, and nothing be found.  So
mechanisms get a copy, and another one when they have changed it.
"""

import copy
from typing import Any

import numpy as np

DEEPEST = 30
"""Deepest nesting that is compared."""


class Intact:
    """Hands out copies of a dataset; one that cannot be copied is handed out itself."""

    def __init__(self, data: object) -> None:
        self._data = self._given = data
        try:
            self._given = copy.deepcopy(data)
        except Exception:  # noqa: BLE001 - a stranger's object: a connection, a lock
            self._copies = False
        else:
            self._copies = True

    def give(self) -> object:
        """The dataset as it was in the beginning."""
        if self._copies and not alike(self._given, self._data):
            self._given = copy.deepcopy(self._data)
        return self._given


def alike(one: Any, two: Any, depth: int = 0) -> bool:  # noqa: ANN401
    """Whether two objects of any kind hold the same; objects that do not tell count as the same.

    >>> alike([1.0, float("nan")], [1.0, float("nan")]), alike([1, [2]], [1, [3]])
    (True, False)
    """
    if one is two or depth > DEEPEST:
        return True
    if type(one) is not type(two):
        return False
    if isinstance(one, float):
        return one == two or (one != one and two != two)
    if isinstance(one, str | bytes | int | None):
        return bool(one == two)
    if isinstance(one, list | tuple):
        return len(one) == len(two) and (
            _equal(one, two) or all(alike(a, b, depth + 1) for a, b in zip(one, two, strict=True))
        )
    if isinstance(one, dict):
        return list(one) == list(two) and all(alike(one[k], two[k], depth + 1) for k in one)
    if hasattr(one, "__array__"):
        a, b = np.asarray(one), np.asarray(two)
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        if a.dtype == object:
            return all(alike(x, y, depth + 1) for x, y in zip(a.flat, b.flat, strict=True))
        return a.tobytes() == b.tobytes()
    compares: Any = type(one).__eq__
    if compares is not object.__eq__:
        return _equal(one, two)
    return alike(getattr(one, "__dict__", None), getattr(two, "__dict__", None), depth + 1)


def _equal(one: object, two: object) -> bool:
    """Whether they say plainly that they are equal."""
    try:
        return (one == two) is True
    except Exception:  # noqa: BLE001 - arrays in lists, a stranger's __eq__
        return False
