"""A term of a theorem as a reader wants it: the value is the same, what substitution left is gone.

Where a checker puts numbers and other indices into a term it leaves 0 T - 1, 1 E[...] and sums over
an index t~b.  A reader is shown -1, E[...] and the sum over t.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_ZERO, _ONE = ["q", "0"], ["q", "1"]
_OTHERS = ("i", "j", "s", "r", "l", "m")  # names for an index whose own one means something else


def readable(tree: Any) -> Any:  # noqa: ANN401 - JSON
    """The term without factors and denominators of one, terms and factors of zero, marked indices.

    >>> readable(["+", ["*", ["q", "0"], ["v", "T"]], ["q", "-1"]])
    ['q', '-1']
    >>> readable(["sum", "t~b", ["q", "0"], ["v", "T"], ["idx", "a", ["v", "t~b"]]])
    ['sum', 't', ['q', '0'], ['v', 'T'], ['idx', 'a', ['v', 't']]]
    """
    if not isinstance(tree, list):
        whole = isinstance(tree, Mapping)
        return {key: readable(part) for key, part in tree.items()} if whole else tree
    match [part if isinstance(part, str) else readable(part) for part in tree]:
        case [("q" | "v" | "vec"), *_] as leaf:  # most of them are
            return leaf
        case ["*", *factors]:
            return _ZERO if _ZERO in factors else _joined("*", factors, _ONE)
        case ["+", *terms]:
            return _joined("+", terms, _ZERO)
        case ["v+", *terms]:
            return _joined("v+", terms, ["zero"])
        case ["/", top, bottom] if bottom == _ONE:
            return top
        case ["v*", scale, vector] if scale in (_ZERO, _ONE):
            return vector if scale == _ONE else ["zero"]
        case [("sum" | "prod") as op, index, low, high, body]:
            index, rename = unmarked(index, body)
            return [op, index, low, high, rename(body)]
        case parts:
            return parts


def unmarked(index: str, body: Any) -> tuple[str, Callable[[Any], Any]]:  # noqa: ANN401
    """The name to show for an index that is bound in the body, and what renames it there."""
    own = index.partition("~")[0]
    taken = _words(body)
    shown = next((n for n in (own, *_OTHERS) if n == index or n not in taken), index)

    def rename(tree: Any) -> Any:  # noqa: ANN401
        if tree == ["v", index]:
            return ["v", shown]
        return [rename(part) for part in tree] if isinstance(tree, list) else tree

    return shown, rename if shown != index else _as_it_is


def _as_it_is(tree: Any) -> Any:  # noqa: ANN401
    return tree


def _joined(op: str, parts: list[Any], unit: list[str]) -> Any:  # noqa: ANN401
    left = [part for part in parts if part != unit]
    return unit if not left else left[0] if len(left) == 1 else [op, *left]


def _words(tree: Any) -> set[str]:  # noqa: ANN401
    found: set[str] = set()
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += part
        elif isinstance(part, str):
            found.add(part)
    return found
