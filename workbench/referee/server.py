"""The process that checks certificates: one line in, one line out.

    python -P -m workbench.referee.server SECONDS BYTES PARENT

A question is its number, what is wanted ("rule" for the whole ruling, "check" for what the checker
says) and the certificate as JSON; an answer is the number of its question and JSON.

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
from dataclasses import asdict
from typing import Any

from workbench.referee.answer import LONGEST, not_checked
from workbench.referee.checkers import Judge, checked, members_of, ruling_on
from workbench.referee.remembered import Accepted
from workbench.rigor.check import Answer, check_certificate
from workbench.rigor.check.kinds import KINDS

OUT_OF_MEMORY = 12  # exit status
_UNREACHABLE = (200_000, 20, 50)  # as in the workers: trees are made by the million, in no cycles
_ROOM = 1 / 4  # of the memory: how much the process may grow before cycles are looked for in all


def main(seconds: int, memory: int, parent: int) -> None:
    """Answer until the input ends."""
    _end_with(parent)
    gc.set_threshold(*_UNREACHABLE)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_AS, memory)
    with os.fdopen(os.dup(1), "w", encoding="ascii") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # C code that prints cannot speak for us
        known, looked = Accepted(), _peak()
        while True:
            _limit(resource.RLIMIT_CPU, int(time.process_time()) + 1 + seconds)  # to settle in
            looked = _settle(looked, int(memory * _ROOM))
            _limit(resource.RLIMIT_CPU, int(time.process_time()) + 1 + seconds)
            line = sys.stdin.buffer.readline()
            if not line:
                return
            number, wanted, text = line.split(b" ", 2)
            said = _answer(text, wanted == b"check", known, seconds)
            answers.write(f"{number.decode()} {said}\n")
            answers.flush()


def _settle(looked: int, room: int) -> int:
    """Take what is there for good, so that a certificate pays for cycles of its own alone.

    What was taken before is looked through when the process has needed `room` bytes more than at
    the last such look; returns how many bytes it had needed then, `looked` if it is that long ago.
    """
    if _peak() - looked > room:
        gc.unfreeze()
        gc.collect()
        looked = _peak()
    gc.freeze()
    return looked


def _peak() -> int:
    """The most memory that this process has had, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak << 10


def _answer(text: bytes, is_check: bool, known: Accepted, seconds: int) -> str:
    try:
        certificate = json.loads(text)
        judge = _judge(certificate, known, seconds)
        found = _said(certificate, judge) if is_check else ruling_on(certificate, judge).to_json()
        said = json.dumps(found, check_circular=False)
        if len(said) <= LONGEST:
            return said
        wrong = not_checked(f"what it shows takes more than {LONGEST >> 20} MiB to write down")
    except RecursionError:
        wrong = not_checked("it is nested too deeply")
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except ValueError as error:
        wrong = not_checked(f"it cannot be read: {error}")
    return json.dumps(wrong.to_json())


def _judge(certificate: Any, known: Accepted, seconds: int) -> Judge:  # noqa: ANN401 - JSON
    """Says what the checker says, from memory where that leaves the limit of time as it is."""
    judge, spent = known.judge(list(members_of(certificate)))
    if spent >= seconds:
        return checked
    _limit(resource.RLIMIT_CPU, int(time.process_time() + 1 + seconds - spent))
    return judge


def _said(certificate: Any, judge: Judge) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """The answer of `check_certificate`."""
    kind = certificate.get("kind") if isinstance(certificate, dict) else None
    if kind not in KINDS or kind == "all":
        return asdict(check_certificate(certificate))
    verdict, message = judge(certificate)
    return asdict(Answer(verdict == "accepted", message))


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
