"""Time limits that hold, and that are the same on a crowded machine.

The limit of a check is processor time: its own, and that of the children that it waited for.  So
a machine that is shared, or a cluster that is full, decides the same checks.  What waits for
something that never comes uses none; it is ended when PATIENCE times the limit has passed on the
clock, of which the time that it waited for a processor does not count.

Soft: an alarm raises `TimeIsUp` inside the check.  It repeats every second, for a check that
swallows it.  Hard: code that never returns to the interpreter hears no alarm; faulthandler, which
is C code, then writes the stack to a file and the process ends.  It cannot tell what a process
waits for, so it waits longer.
"""

from __future__ import annotations

import contextlib
import faulthandler
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

PATIENCE = 5
"""Seconds on the clock for each second of the processor, until a check counts as hung."""

_DEAF = 4  # times PATIENCE: until a process that hears no alarm is ended by the clock
_AGAIN = 1.0  # seconds between alarms after the first
_LEAST = 1e-3  # an alarm of zero seconds would be none
_BETWEEN = 1000.0  # more seconds than the referee of a check takes, tried twice on a full machine
_SOON = 0.05  # seconds until a check that has used most of its limit is looked at again


class TimeIsUp(BaseException):
    """The check ran over its limit.  Not an Exception: `except Exception` must not hide it."""


def _used() -> float:
    """The processor time of this process, and of its children that have ended."""
    import resource  # where there are alarms, there is this

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _starved() -> float:
    """The seconds for which this thread has waited for a processor, where the kernel tells."""
    try:
        with open("/proc/thread-self/schedstat", "rb", buffering=0) as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


@contextlib.contextmanager
def soft_limit(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp in the block after `seconds` of the processor, or PATIENCE times as long.

    The second is time on the clock, in which it was no processor that the block waited for.

    Only the main thread can be interrupted.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return
    before = signal.getsignal(signal.SIGALRM)
    end, patience = _used() + seconds, time.monotonic() + PATIENCE * seconds
    armed, over, before_it, starved = True, False, _starved(), 0.0

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal over, starved
        if not armed:
            return
        starved = max(starved, _starved() - before_it)
        left = min(end - _used(), patience + starved - time.monotonic())
        over = over or left <= 0
        if over:
            raise TimeIsUp
        signal.setitimer(signal.ITIMER_REAL, max(left, _SOON), _AGAIN)

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(min(1, PATIENCE) * seconds, _LEAST), _AGAIN)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


Blocks = Callable[[], contextlib.AbstractContextManager[None]]


@contextlib.contextmanager
def hard_limit(seconds: float, grace: float, last_words: Path | None) -> Iterator[Blocks]:
    """Make the limit of each of several blocks; no file, no limit.

    It ends the process `grace` seconds after its block has used so much of the processor.  One that
    only waits has more time on the clock than `soft_limit` gives it.

    Its stack is written to `last_words`.
    """
    if last_words is None:
        yield contextlib.nullcontext
        return
    last_words.parent.mkdir(parents=True, exist_ok=True)  # somebody may be clearing the store
    with last_words.open("w", encoding="utf-8") as file:
        clock = _Clock(_DEAF * PATIENCE * seconds + grace, seconds, file.fileno())
        with clock, _ended_by_the_kernel(seconds + grace, file.fileno()) as used:

            @contextlib.contextmanager
            def block() -> Iterator[None]:
                clock.start()
                try:
                    with used():
                        yield
                finally:
                    clock.rest()

            yield block


class _Clock:
    """Ends the process after `least` seconds on the clock, in a block that goes on for so long.

    It is faulthandler that watches, by a thread, which takes longer to start and to end than many a
    block takes.  So one goes on through several blocks: it gives each of them `least` seconds, and
    `more` at most.
    """

    def __init__(self, least: float, more: float, words: int) -> None:
        self._least, self._more, self._words = least, more, words
        self._end = 0.0  # when the process would be ended; 0 for never

    def __enter__(self) -> _Clock:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def start(self) -> None:
        """Begin a block."""
        now = time.monotonic()
        if self._end - now < self._least:
            wanted = self._least + self._more
            self._end = now + wanted
            faulthandler.dump_traceback_later(wanted, exit=True, file=self._words)

    def rest(self) -> None:
        """End a block: what comes until the next one has limits of its own, for which is time."""
        if self._end - time.monotonic() < _BETWEEN:
            self._stop()

    def _stop(self) -> None:
        if self._end:
            faulthandler.cancel_dump_traceback_later()
            self._end = 0.0


@contextlib.contextmanager
def _ended_by_the_kernel(seconds: float, words: int) -> Iterator[Blocks]:
    """Have a signal that nobody handles end the process after so much processor time of a block.

    faulthandler writes the stack first, from within whatever is running.
    """
    if not hasattr(signal, "setitimer") or not hasattr(faulthandler, "register"):
        yield contextlib.nullcontext
        return

    @contextlib.contextmanager
    def block() -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    faulthandler.register(signal.SIGPROF, file=words, chain=True)
    try:
        yield block
    finally:
        faulthandler.unregister(signal.SIGPROF)


def of_main_thread(words: str) -> str:
    """Of last words, the stack of the main thread, which faulthandler writes last.

    What stands around it depends on which of two limits ended the process, so on how busy the
    machine was: a heading of its own, and which thread is called the current one.
    """
    _, _, stack = words.rstrip().rpartition("\n\n")
    return re.sub(r"^(Timeout .*\n)?(Current t|T)hread .*:", "Main thread:", stack)
