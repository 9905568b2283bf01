"""The process that checks certificates: one line of JSON in, one line of JSON out.

    python -P -m workbench.referee.server SECONDS BYTES PARENT

Each certificate has SECONDS of processor time, and the process BYTES of memory.  Arithmetic in C
that runs out of either hears no exception: the kernel or the library ends the process.  Python that
runs out of memory ends it too, because nobody knows what was left half done.  The client says so
of the certificate, and starts another process.  This one ends with its parent.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import signal
import sys
import time

from workbench.referee.answer import LONGEST, not_checked
from workbench.referee.checkers import ruling_on

OUT_OF_MEMORY = 12  # exit status


def main(seconds: int, memory: int, parent: int) -> None:
    """Answer until the input ends."""
    _end_with(parent)
    gc.set_threshold(20_000, 20, 50)  # trees are made and dropped by the million, in no cycles
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_AS, memory)
    with os.fdopen(os.dup(1), "w", encoding="ascii") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # C code that prints cannot speak for us
        while True:
            _limit(resource.RLIMIT_CPU, int(time.process_time()) + 1 + seconds)
            line = sys.stdin.buffer.readline()
            if not line:
                return
            answers.write(_answer(line) + "\n")
            answers.flush()


def _answer(line: bytes) -> str:
    try:
        text = json.dumps(ruling_on(json.loads(line)).to_json())
        if len(text) <= LONGEST:
            return text
        said = not_checked(f"what it shows takes more than {LONGEST >> 20} MiB to write down")
    except RecursionError:
        said = not_checked("it is nested too deeply")
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except ValueError as error:
        said = not_checked(f"it cannot be read: {error}")
    return json.dumps(said.to_json())


def _limit(what: int, most: int) -> None:
    """Set a soft limit, never above what the user allows this process."""
    allowed = resource.getrlimit(what)[1]
    if allowed != resource.RLIM_INFINITY:
        most = min(most, allowed)
    resource.setrlimit(what, (most, allowed))


def _end_with(parent: int) -> None:
    """Die when the parent does, in the middle of a computation too where the kernel offers it."""
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
    if os.getppid() != parent:  # it died before we asked
        sys.exit()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
