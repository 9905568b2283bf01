"""Work in a child process that cannot outlast its time or outgrow its memory.

A search calls code that no one can interrupt (a factorisation in C, a solver) and that may ask for
any amount of memory.  So it runs in a fork of this process.  An alarm ends it from inside when its
time is up, and then it still tells how far it came; what does not heed the alarm is killed by the
kernel shortly after.  Time is that of the processor, so that a search finds the same on a crowded
machine; one that waits for something else is ended from outside.  Where there is no fork, the work
runs here, limited by its own clocks.
"""

from __future__ import annotations

import contextlib
import gc
import math
import os
import pickle
import select
import signal
import threading
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_GRACE = 0.3  # seconds beyond the budget, for telling how far it came
_PATIENCE = 15  # seconds of waiting for each second of processor time, on a crowded machine
_LEAST = 256 * 2**20  # bytes that a child may always use, however large this process is already
_AGAIN = 0.1  # seconds until the alarm repeats, should somebody's code have swallowed it


class TimeUp(BaseException):
    """The alarm; no `except Exception` on the way catches it."""


@dataclass(frozen=True, slots=True)
class WorkResult:
    """What the work returned, or why it was cut off."""

    value: Any = None
    cut_off: str = ""


def confined(
    work: Callable[[], Any], late: Callable[[], Any], *, seconds: float, memory: int
) -> WorkResult:
    """The value of `work()`; of `late()`, in the same process, when the time is up before.

    `seconds` are those of the processor, counted from the start of the child.
    `memory` bounds the bytes of the child, those of this process included.  An exception of the
    work is raised here.
    """
    if not hasattr(os, "fork"):
        return WorkResult(work())
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads: the child has one
        child = os.fork()
    if not child:
        os.close(reading)
        _child(work, late, writing, seconds, memory)
    os.close(writing)
    try:
        told, in_time = _read(reading, time.monotonic() + _PATIENCE * (seconds + _GRACE))
    finally:
        os.close(reading)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if not told:
        if in_time and not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU):
            return WorkResult(cut_off=f"it was cut off at its limit of {memory / 2**30:.3g} GiB")
        return WorkResult(cut_off=f"it was cut off after {seconds:g} s")
    is_value, content = pickle.loads(told)  # our own child wrote it
    if not is_value:
        raise content
    return WorkResult(content)


def briefly(work: Callable[[], Any], *, seconds: float) -> Any:  # noqa: ANN401
    """The value of `work()` in this process, or None when so much processor time is up before.

    For work that is nearly always short, heeds an alarm and needs little memory: to start a child
    takes longer than most of it.  What it left half done must not matter.  Its alarm is not that of
    a child, nor of the runner, whose limits go on.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        return None
    before, armed = signal.getsignal(signal.SIGVTALRM), True

    def on_alarm(number: int, frame: Any) -> None:  # noqa: ANN401
        if armed:
            raise TimeUp

    signal.signal(signal.SIGVTALRM, on_alarm)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN)
    try:
        value = work()
        armed = False
        return value
    except TimeUp:
        return None
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _read(source: int, end: float) -> tuple[bytes, bool]:
    """All that comes until the child closes its end; nothing if it has not by then."""
    parts: list[bytes] = []
    while (left := end - time.monotonic()) > 0:
        if not select.select([source], [], [], left)[0]:
            break
        part = os.read(source, 1 << 16)
        if not part:
            return b"".join(parts), True
        parts.append(part)
    return b"", False


def _child(
    work: Callable[[], Any], late: Callable[[], Any], writing: int, seconds: float, memory: int
) -> None:  # never returns
    try:
        gc.freeze()  # what was there before is shared with the parent as long as nobody touches it
        with open(os.devnull, "wb") as nothing:  # C code reports a lack of memory before it aborts
            os.dup2(nothing.fileno(), 2)
        _limit_memory(memory)
        _limit_time(seconds)
        told = _told(work, late, seconds)
        while told:
            told = told[os.write(writing, told) :]
    finally:
        os._exit(0)


def _told(work: Callable[[], Any], late: Callable[[], Any], seconds: float) -> bytes:
    def on_alarm(number: int, frame: Any) -> None:  # noqa: ANN401
        raise TimeUp

    try:
        signal.signal(signal.SIGPROF, on_alarm)
        signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
        try:
            value = work()
            signal.setitimer(signal.ITIMER_PROF, 0)
        except TimeUp:
            signal.setitimer(signal.ITIMER_PROF, 0)
            value = late()
        return pickle.dumps((True, value))
    except MemoryError:
        return b""
    except Exception as error:  # noqa: BLE001 - whatever it is belongs to the caller
        error.add_note(f"in the process of the search:\n{traceback.format_exc()}")
        try:
            return pickle.dumps((False, error))
        except (pickle.PicklingError, TypeError, AttributeError):
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


def _limit_time(seconds: float) -> None:
    """Have the kernel end this process when it goes on after its alarm."""
    import resource

    most, hard = math.ceil(seconds + _GRACE), resource.getrlimit(resource.RLIMIT_CPU)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def _limit_memory(memory: int) -> None:
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            virtual, resident = (
                int(n) * os.sysconf("SC_PAGE_SIZE") for n in file.read().split()[:2]
            )
    except OSError:  # no such file on this system
        virtual = resident = 0
    most = virtual + max(_LEAST, memory - resident)
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
