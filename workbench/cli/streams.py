"""The standard streams of this process, whatever state the shell leaves them in."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import select
import signal
import stat
import sys
from typing import TextIO


def prepare() -> None:
    """Make the streams usable: none of them closed, and no text that they cannot show.

    With `>&-` a file that is opened later would get the number of standard output, and workers
    would write into it.  A locale without Greek letters gets escapes in their place.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest that is free
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the whole process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, _as_if_from_the_keyboard)


def _as_if_from_the_keyboard(number: int, frame: object) -> None:
    """Let `kill`, `timeout` and a cancelled job end a command as Ctrl-C does: in good order."""
    raise KeyboardInterrupt


def check_room(stream: TextIO) -> None:
    """Raise now what writing to the stream would raise later, as far as the system tells.

    So a command whose result has no place says so before its work: the device is full, no block of
    the disk is free, or whoever read from the pipe has gone.
    """
    try:
        number = stream.fileno()
    except (OSError, ValueError):  # a stream in memory
        return
    os.write(number, b"")
    kind = os.fstat(number).st_mode
    if stat.S_ISREG(kind):
        disk = os.fstatvfs(number)
        free = disk.f_bavail if os.geteuid() else disk.f_bfree
        if disk.f_blocks and not free:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind):
        waiting = select.poll()
        waiting.register(number, select.POLLOUT)
        if any(event & select.POLLERR for _, event in waiting.poll(0)):
            raise BrokenPipeError


def abandon(stream: TextIO) -> None:
    """Send the rest of a stream nowhere: its reader is gone, or its disk is full.

    What is still in the buffer would fail again, with a message of its own, when Python ends.
    """
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
