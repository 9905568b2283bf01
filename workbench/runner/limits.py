"""Time limits that hold, and that are the same on a crowded machine.

The limit of a check is processor time: its own, and that of the children that it waited for.  So
a machine that is shared, or a cluster that is full, decides the same checks.  What waits for
something that never comes uses none; it is ended when PATIENCE times the limit has passed on the
clock.

Soft: an alarm raises `TimeIsUp` inside the check.  It repeats every second, for a check that
swallows it.  Hard: code that never returns to the interpreter hears no alarm; faulthandler, which
is C code, then writes the stack to a file and the process ends.
"""

from __future__ import annotations

import contextlib
import faulthandler
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

PATIENCE = 5
"""Seconds on the clock for each second of the processor, until a check counts as hung."""

_AGAIN = 1.0  # seconds between alarms after the first
_LEAST = 1e-3  # an alarm of zero seconds would be none
_SOON = 0.05  # seconds until a check that has used most of its limit is looked at again


class TimeIsUp(BaseException):
    """The check ran over its limit.  Not an Exception: `except Exception` must not hide it."""


def _used() -> float:
    """The processor time of this process, and of its children that have ended."""
    import resource  # where there are alarms, there is this

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


@contextlib.contextmanager
def soft_limit(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp in the block after `seconds` of the processor, or PATIENCE times as long.

    Only the main thread can be interrupted.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return
    before = signal.getsignal(signal.SIGALRM)
    end, patience = _used() + seconds, time.monotonic() + PATIENCE * seconds
    armed, over = True, False

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal over
        if not armed:
            return
        left = min(end - _used(), patience - time.monotonic())
        over = over or left <= 0
        if over:
            raise TimeIsUp
        signal.setitimer(signal.ITIMER_REAL, max(left, _SOON), _AGAIN)

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, _LEAST), _AGAIN)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def hard_limit(seconds: float, grace: float, last_words: Path | None) -> Iterator[None]:
    """End the process `grace` seconds after what `soft_limit` allows; no file, no limit.

    Its stack is written to `last_words`.
    """
    if last_words is None:
        yield
        return
    last_words.parent.mkdir(parents=True, exist_ok=True)  # somebody may be clearing the store
    with last_words.open("w", encoding="utf-8") as file:
        faulthandler.dump_traceback_later(PATIENCE * seconds + grace, exit=True, file=file)
        with _ended_by_the_kernel(seconds + grace, file.fileno()):
            try:
                yield
            finally:
                faulthandler.cancel_dump_traceback_later()


@contextlib.contextmanager
def _ended_by_the_kernel(seconds: float, words: int) -> Iterator[None]:
    """Have a signal that nobody handles end the process after so much time of the processor.

    faulthandler writes the stack first, from within whatever is running.
    """
    if not hasattr(signal, "setitimer") or not hasattr(faulthandler, "register"):
        yield
        return
    faulthandler.register(signal.SIGPROF, file=words, chain=True)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.unregister(signal.SIGPROF)
