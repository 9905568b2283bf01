"""Time limits that hold.

Soft: an alarm raises `TimeIsUp` inside the check.  It repeats every second, for a check that
swallows it.  Hard: code that never returns to the interpreter hears no alarm; a watchdog thread of
C code (faulthandler) then writes the stack to a file and ends the process.
"""

from __future__ import annotations

import contextlib
import faulthandler
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

_AGAIN = 1.0  # seconds between alarms after the first
_LEAST = 1e-3  # an alarm of zero seconds would be none


class TimeIsUp(BaseException):
    """The check ran over its limit.  Not an Exception: `except Exception` must not hide it."""


@contextlib.contextmanager
def soft_limit(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp in the block after `seconds`; only the main thread can be interrupted."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return
    armed = True

    def ring(number: int, frame: FrameType | None) -> None:
        if armed:
            raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, _LEAST), _AGAIN)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def hard_limit(seconds: float, last_words: Path | None) -> Iterator[None]:
    """End the process after `seconds`, its stack written to `last_words`; no file, no limit."""
    if last_words is None:
        yield
        return
    last_words.parent.mkdir(parents=True, exist_ok=True)  # somebody may be clearing the store
    with last_words.open("w", encoding="utf-8") as file:
        faulthandler.dump_traceback_later(seconds, exit=True, file=file)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
