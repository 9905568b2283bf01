"""How much work one certificate may cause: counted, so that the answer never depends on the clock.

Every certificate starts with a full tank, and the loops of the checkers spend from it, about one
unit for a microsecond.  When it is empty, the certificate is too large to check.  Outside of
`tank`, in the provers, which have budgets of their own, nothing is counted.

What has been worked out before takes no time, and costs the units that it cost then: whether a
certificate is too large does not depend on those before it.  For the same reason what is `kept`,
to be used at several places of one certificate, goes with its tank.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

Found = TypeVar("Found")
FULL = 5_000_000
_LEFT: ContextVar[list[int] | None] = ContextVar("left", default=None)
_UNCOUNTED = 10**15
_MOST_KNOWN, _LONGEST_KNOWN = 2048, 30_000  # answers, and bytes of what one depends on
_KNOWN: OrderedDict[bytes, tuple[Any, int]] = OrderedDict()
_MOST_KEPT = 256
Kept = OrderedDict[Hashable, Any]
_KEPT: ContextVar[Kept | None] = ContextVar("kept", default=None)


class _Outside(threading.local):
    """What is kept outside of every tank, by each thread for itself."""

    def __init__(self) -> None:
        self.kept: Kept = OrderedDict()


_OUTSIDE = _Outside()


class OutOfFuel(Exception):
    """The certificate asks for more work than one certificate may; the message says for what."""


@contextmanager
def tank(units: int = FULL) -> Iterator[list[int]]:
    """Count the work inside; the list holds what is left."""
    left = [units]
    token, inside = _LEFT.set(left), _KEPT.set(OrderedDict())
    try:
        yield left
    finally:
        _LEFT.reset(token)
        _KEPT.reset(inside)


def spend(units: int, what: str) -> None:
    """Take some units out of the tank; raises OutOfFuel if it is empty."""
    left = _LEFT.get()
    if left is not None:
        left[0] -= units
        if left[0] < 0:
            raise OutOfFuel(what)


def kept(key: Hashable, make: Callable[[], Found]) -> Found:
    """What was made under this key for the certificate at hand, or what is made now.

    key: all that it depends on, and of what kind it is
    """
    store = _KEPT.get()
    if store is None:
        store = _OUTSIDE.kept
    found: Found | None = store.get(key)
    if found is None:
        found = store[key] = make()
        if len(store) > _MOST_KEPT:
            store.popitem(last=False)
    else:
        store.move_to_end(key)
    return found


def forget(key: Hashable) -> None:
    """Keep what was made under this key no longer."""
    store = _KEPT.get()
    (_OUTSIDE.kept if store is None else store).pop(key, None)


def worked_out(everything: bytes, work: Callable[[], Found]) -> Found:
    """What some work comes to, or has come to before, at the same cost.

    everything: the key of all that it depends on
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
