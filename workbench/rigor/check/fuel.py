"""How much work one certificate may cause: counted, so that the answer never depends on the clock.

Every certificate starts with a full tank, and the loops of the checkers spend from it, about one
unit for a microsecond.  When it is empty, the certificate is too large to check.  Outside of
`tank`, in the provers, which have budgets of their own, nothing is counted.

What has been worked out before takes no time, and costs the units that it cost then: whether a
certificate is too large does not depend on those before it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

Found = TypeVar("Found")
FULL = 5_000_000
_LEFT: ContextVar[list[int] | None] = ContextVar("left", default=None)
_UNCOUNTED = 10**15
_MOST_KNOWN, _LONGEST_KNOWN = 2048, 20_000  # answers, and characters of what one depends on
_KNOWN: OrderedDict[str, tuple[Any, int]] = OrderedDict()


class OutOfFuel(Exception):
    """The certificate asks for more work than one certificate may; the message says for what."""


@contextmanager
def tank(units: int = FULL) -> Iterator[list[int]]:
    """Count the work inside; the list holds what is left."""
    left = [units]
    token = _LEFT.set(left)
    try:
        yield left
    finally:
        _LEFT.reset(token)


def spend(units: int, what: str) -> None:
    """Take some units out of the tank; raises OutOfFuel if it is empty."""
    left = _LEFT.get()
    if left is not None:
        left[0] -= units
        if left[0] < 0:
            raise OutOfFuel(what)


def worked_out(everything: str, work: Callable[[], Found]) -> Found:
    """What some work comes to, or has come to before, at the same cost.

    everything: the text of all that it depends on
    """
    known = _KNOWN.get(everything)
    if known is not None:
        spend(known[1], "what was worked out before")
        return known[0]
    outer = _LEFT.get()
    before = _UNCOUNTED if outer is None else outer[0]
    with tank(before) as left:
        try:
            found = work()
        finally:
            if outer is not None:
                outer[0] = left[0]
    if len(everything) < _LONGEST_KNOWN:
        _KNOWN[everything] = found, before - left[0]
    if len(_KNOWN) > _MOST_KNOWN:
        _KNOWN.popitem(last=False)
    return found
