"""The standard streams of this process, whatever state the shell leaves them in."""

from __future__ import annotations

import contextlib
import io
import os
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


def abandon(stream: TextIO) -> None:
    """Send the rest of a stream nowhere: its reader is gone, or its disk is full.

    What is still in the buffer would fail again, with a message of its own, when Python ends.
    """
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
