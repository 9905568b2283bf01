"""What is said of an exception: in words that are the same on every machine and in every run."""

from __future__ import annotations

import errno
import os
import re
import site
import sys
import traceback
from pathlib import Path

from workbench.errors import out_of_room

_NO_ROOM = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.EIO}
)
_LONGEST = 6000  # characters of a trace that are kept


def is_passing(error: BaseException) -> bool:
    """Whether the machine had no room, and not the check, is why this was raised."""
    seen: list[BaseException] = []
    one: BaseException | None = error
    while one is not None and one not in seen:
        if (
            isinstance(one, MemoryError)
            or out_of_room(one)
            or (isinstance(one, OSError) and one.errno in _NO_ROOM)
        ):
            return True
        seen.append(one)
        one = one.__cause__ or one.__context__
    return False


def told(error: BaseException) -> str:
    """The kind and the first line of an error, without addresses or paths of this machine."""
    try:
        words = str(error)
    except Exception as worse:  # noqa: BLE001 - __str__ is a stranger's code too
        words = f"(its message cannot be shown: {type(worse).__name__})"
    first = words.strip().splitlines()[0] if words.strip() else "no message"
    return shorten(f"raised {type(error).__name__}: {first}")


def trace_of(error: BaseException) -> str:
    """The trace from the first frame outside the runner on."""
    tb = error.__traceback__
    own = str(Path(__file__).parent)
    while tb and tb.tb_next and tb.tb_frame.f_code.co_filename.startswith(own):
        tb = tb.tb_next
    try:
        text = "".join(traceback.format_exception(type(error), error, tb))
    except Exception as worse:  # noqa: BLE001 - __str__ is a stranger's code too
        text = f"{type(error).__name__} (its trace cannot be shown: {type(worse).__name__})"
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 3]}\n  ...\n{text[-2 * _LONGEST // 3 :]}"
    return shorten(text)


def shorten(text: str) -> str:
    """Drop what differs between machines and runs: folders of the installation, addresses."""
    folders = {os.getcwd(), sys.prefix, sys.base_prefix, *sys.path, *site.getsitepackages()}
    folders.add(os.path.dirname(os.__file__))
    for folder in sorted((f.rstrip(os.sep) for f in folders if f), key=len, reverse=True):
        if len(folder) > 1:
            text = text.replace(folder + os.sep, "")
    home = os.path.expanduser("~")
    if len(home) > 1:
        text = text.replace(home + os.sep, "~" + os.sep)
    text = re.sub(r"\bat 0x[0-9a-fA-F]+", "at 0x...", text)
    return re.sub(r"\b0x[0-9a-fA-F]{8,16}\b", "0x...", text)
