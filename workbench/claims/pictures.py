"""Whether pictures are drawn: a report shows those of checks, and none of their mutants."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_DRAWN: ContextVar[bool] = ContextVar("pictures are drawn", default=True)


def are_drawn() -> bool:
    """Whether somebody will see a picture that is made now."""
    return _DRAWN.get()


@contextmanager
def undrawn() -> Iterator[None]:
    """Leave pictures empty for the length of a block: drawing one takes longer than many checks."""
    token = _DRAWN.set(False)
    try:
        yield
    finally:
        _DRAWN.reset(token)
