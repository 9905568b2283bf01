"""How two results of one mechanism differ: which numbers moved, which choices are others.

A number has a distance and moves.  Yes or no, a text, a member of an enumeration, nothing: these
are choices, the same or another one, and count as 0 or 1.  The rest is the shape of a result (its
type, keys, lengths, an exception), which is told in words.
"""

import enum
import math
from typing import Any

import numpy as np

SLACK = 1e-9
"""What numbers may err that are equal."""


def is_choice(value: Any) -> bool:  # noqa: ANN401
    """Whether a value has no distance from others of its kind."""
    return value is None or isinstance(value, bool | str | bytes | enum.Enum)


def leaves(result: Any) -> list[Any]:  # noqa: ANN401
    """The numbers and choices of a result in the order in which their moves are listed."""
    if isinstance(result, dict):
        return [x for part in result.values() for x in leaves(part)]
    if isinstance(result, list | tuple):
        return [x for part in result for x in leaves(part)]
    if is_choice(result) or type(result) is int:
        return [result]
    if isinstance(result, BaseException):
        return []
    if np.asarray(result).dtype.kind not in "fc":
        listed = np.asarray(result).tolist()
        return leaves(listed) if listed is not result else []
    return list(np.asarray(result, dtype=float).ravel())


def moves(first: Any, second: Any) -> list[float] | str:  # noqa: ANN401
    """How far each number moved, and 1 for each other choice; or how the shapes differ."""
    if isinstance(first, BaseException) or isinstance(second, BaseException):
        told = [
            f"{type(x).__name__}: {x}" if isinstance(x, BaseException) else "a result"
            for x in (first, second)
        ]
        return [] if told[0] == told[1] else f"the outcomes are {told[0]}, and {told[1]}"
    if type(first) is type(second) is int:
        return [float(abs(first - second))]  # exactly: floats lose their low bits
    if type(first) is not type(second):
        return f"the results are {first!r} and {second!r}"
    if is_choice(first):
        return [float(first != second)]
    if isinstance(first, dict):
        if list(first) != list(second):
            return f"the keys are {list(first)} and {list(second)}"
        return _joined(list(first.values()), list(second.values()))
    if isinstance(first, list | tuple):
        return _joined(list(first), list(second))
    one, two = np.asarray(first), np.asarray(second)
    if one.shape != two.shape:
        return f"the shapes are {one.shape} and {two.shape}"
    if one.dtype.kind not in "fc" and one.tolist() is not first:
        return moves(one.tolist(), two.tolist())
    try:
        one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    except (TypeError, ValueError):
        return [] if bool(first == second) else f"the results are {first!r} and {second!r}"
    moved = np.where(one == two, 0.0, np.abs(one - two))
    if np.isnan(moved).any() and not np.array_equal(np.isnan(one), np.isnan(two)):
        return "a number is NaN on one side only"
    return [float(x) for x in np.nan_to_num(moved, nan=0.0, posinf=math.inf).ravel()]


def difference(first: Any, second: Any) -> str:  # noqa: ANN401
    """In which way two results differ, in words; nothing where they are equal."""
    found = moves(first, second)
    if isinstance(found, str):
        return found
    far = max(range(len(found)), key=found.__getitem__, default=None)
    if far is None or found[far] <= SLACK:
        return ""
    if is_choice(one := leaves(first)[far]):
        return f"the results are {one!r} and {leaves(second)[far]!r}"
    return f"a number moved by {found[far]:.6g}"


def _joined(first: list[Any], second: list[Any]) -> list[float] | str:
    if len(first) != len(second):
        return f"the lengths are {len(first)} and {len(second)}"
    parts = [moves(a, b) for a, b in zip(first, second, strict=True)]
    told = next((part for part in parts if isinstance(part, str)), None)
    return told or [x for part in parts if not isinstance(part, str) for x in part]
