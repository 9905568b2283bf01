"""How much work one certificate may cause: counted, so that the answer never depends on the clock.

Every certificate starts with a full tank, and the loops of the checkers spend from it, about one
unit for a microsecond.  When it is empty, the certificate is too large to check.  Outside of
`tank`, in the provers, which have budgets of their own, nothing is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

FULL = 5_000_000
_LEFT: ContextVar[list[int] | None] = ContextVar("left", default=None)


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
