"""Certificates checked in another process, each within a stated time and memory.

    with Referee() as referee:
        ruling = referee.rule(certificate)

A certificate that runs over, or that ends the process (arithmetic in C aborts without memory), is
"not checked" with the reason, and the next one finds a new process.  What a certificate is worth
does not depend on those before it, nor on who kills processes: where one that has answered before
fails for want of memory, or one is killed from outside, a new one is asked once more.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

from workbench.errors import EvidenceError
from workbench.referee.answer import LONGEST, Ruling, not_checked, one_line

SECONDS = 20
MEMORY = 2 * 2**30
SERVER = "workbench.referee.server"
_PATIENCE = 15  # seconds of waiting for each second of processor time, on a crowded machine
_FROM_OUTSIDE = (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGHUP)  # no limit of ours sends them
_ROOT = Path(__file__).resolve().parents[2]


class Referee:
    """A process that checks certificates, started when first asked.  Threads take turns."""

    def __init__(self, *, seconds: int = SECONDS, memory: int = MEMORY) -> None:
        """Limit each certificate to `seconds` of processor time, the process to `memory` bytes.

        The slowest certificate of the released report takes about two seconds.  A process that
        checks all of them grows to about 500 MiB, most of which it gives back when it needs room.

        Raises:
            EvidenceError: a limit is no positive whole number.
        """
        for name, value in (("seconds", seconds), ("memory", memory)):
            if type(value) is not int or value <= 0:
                raise EvidenceError(
                    f"{name} = {value!r} is not a positive whole number: without a limit one"
                    f" certificate could hold up all. Leave {name} out, or pass a whole number."
                )
        self._seconds, self._memory = seconds, memory
        self._process: subprocess.Popen[bytes] | None = None
        self._owner, self._served, self._killed = os.getpid(), 0, False
        self._number = 0  # of the last question
        self._lock = threading.Lock()

    def __enter__(self) -> Referee:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process; the next certificate starts another one."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with contextlib.suppress(OSError):  # what was not written is of no use any more
                    pipe.close()

    def rule(self, certificate: Any) -> Ruling:  # noqa: ANN401 - any JSON value
        """Rule on one certificate; never raises for what the certificate holds."""
        try:
            text = _text(certificate)
        except RecursionError:
            return not_checked("it is nested too deeply")
        except (TypeError, ValueError) as error:
            return Ruling("rejected", one_line(f"it is not JSON: {error}"))
        if len(text) > LONGEST:
            size = f"{len(text) / 2**20:.0f} MiB of JSON, and {LONGEST >> 20} MiB are read"
            return not_checked(f"it is too large: {size}")
        found = self._answer("rule", text)
        if found is None:
            return not_checked(
                f"it ended the process that checks it, within {self._seconds} s and"
                f" {self._memory / 2**20:.0f} MiB of memory: it is too large to check"
            )
        return found if isinstance(found, Ruling) else Ruling.from_json(found)

    def check(self, certificate: Any) -> tuple[bool, str] | None:  # noqa: ANN401 - any JSON value
        """Whether the checker accepts a certificate, and what it says; None if it cannot be asked.

        What is accepted is remembered, as the ruling on it is likely to be wanted next.
        """
        try:
            text = _text(certificate)
        except (RecursionError, TypeError, ValueError):
            return None
        found = self._answer("check", text) if len(text) <= LONGEST else None
        if not isinstance(found, dict) or "accepted" not in found:
            return None
        return bool(found["accepted"]), str(found["message"])

    def _answer(self, wanted: str, text: str) -> dict[str, Any] | Ruling | None:
        """The answer to a question; None where the process ends of it."""
        with self._lock:
            try:
                fresh = self._start()
                found = self._ask(wanted, text)
                if found is None and (self._killed or not fresh):  # not the fault of the question?
                    self._start()
                    found = self._ask(wanted, text)
            except BaseException:  # an alarm, between a question and its answer
                self.close()
                raise
            return found

    def _start(self) -> bool:
        """Have a process; whether it is a new one."""
        if self._owner != os.getpid():  # we are the copy of a process that asks for itself
            self._process, self._owner = None, os.getpid()
        if self._process is not None and self._process.poll() is None:
            return self._served == 0
        self.close()
        where = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
        numbers = map(str, (self._seconds, self._memory, os.getpid()))
        self._process = subprocess.Popen(
            # -P: a file json.py in the current folder is not what is meant
            [sys.executable, "-P", "-m", SERVER, *numbers],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": where},
        )
        self._served = 0
        return True

    def _ask(self, wanted: str, text: str) -> dict[str, Any] | Ruling | None:
        """The answer; None where the process ended without one, and not for want of time."""
        self._number += 1
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            process.stdin.write(f"{self._number} {wanted} {text}\n".encode("ascii"))
            process.stdin.flush()
        except OSError:  # it has ended; the reason is its exit status
            line: bytes | None = b""
        else:
            line = self._line(process)
        if line and line.endswith(b"\n"):
            self._served += 1
            number, _, answer = line.partition(b" ")
            if number != b"%d" % self._number:  # of another question: nothing there can be believed
                self.close()
                self._killed = True
                return None
            found: dict[str, Any] = json.loads(answer)
            return found
        if line is None:
            self.close()
            return not_checked(f"it was given up after {self._seconds * _PATIENCE} s of waiting")
        status = process.wait()
        self._killed = status in _FROM_OUTSIDE
        self.close()
        if status == -signal.SIGXCPU:
            return not_checked(f"it takes more than {self._seconds} s of processor time")
        return None

    def _line(self, process: subprocess.Popen[bytes]) -> bytes | None:
        """The next line, cut short where the process ended; None when the patience is at an end."""
        assert process.stdout is not None
        end, parts = time.monotonic() + self._seconds * _PATIENCE, [b""]
        waiting = select.poll()  # thousands of times, and unlike epoll it opens nothing
        waiting.register(process.stdout, select.POLLIN)
        while not parts[-1].endswith(b"\n"):
            if not waiting.poll(1000 * max(0.0, end - time.monotonic())):
                return None
            part = os.read(process.stdout.fileno(), 2**20)
            if not part:
                break
            parts.append(part)
        return b"".join(parts)


def _text(certificate: Any) -> str:  # noqa: ANN401 - any JSON value
    """JSON on one line; raises RecursionError for what holds itself, without looking for it."""
    return json.dumps(certificate, allow_nan=False, check_circular=False)


class Panel:
    """Some referees that work at a time; they stay for as long as a block lasts."""

    def __init__(self, processes: int = 2) -> None:
        """Start nobody yet; `processes` is how many referees there will be."""
        self._pool = ThreadPoolExecutor(max_workers=processes)
        self._local = threading.local()
        self._started: list[Referee] = []

    def __enter__(self) -> Panel:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()
        for referee in self._started:
            referee.close()

    def rule(
        self, certificates: Iterable[Any], *, told: Callable[[], object] = int
    ) -> list[Ruling]:
        """The ruling on each certificate, in order, with the default limits.

        certificates: any JSON values
        told: called after each ruling, from the thread that asked for it
        """

        def rule(certificate: Any) -> Ruling:  # noqa: ANN401
            if not hasattr(self._local, "referee"):
                self._local.referee = Referee()
                self._started.append(self._local.referee)
            ruling: Ruling = self._local.referee.rule(certificate)
            told()
            return ruling

        return list(self._pool.map(rule, certificates))


def rule_all(
    certificates: Iterable[Any], *, processes: int = 2, told: Callable[[], object] = int
) -> list[Ruling]:
    """The ruling on each certificate, in order, by referees that are started for it.

    certificates: any JSON values
    processes: how many referees work at a time
    told: called after each ruling, from the thread that asked for it
    """
    with Panel(processes) as panel:
        return panel.rule(certificates, told=told)
