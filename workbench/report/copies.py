"""Copies of this process that share out work whose data they have already, as they are forks.

A worker of `workbench.processes` starts empty and is told what to do; a copy knows all that its
original knows, and so can render a part of a report that would take longer to send than to write.
"""

from __future__ import annotations

import os
import pickle
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

Answer = TypeVar("Answer")

_FEWEST = 100  # jobs from which on a copy is worth its start
_HANDS = 1000  # numbers that wait in a pipe: the smallest one has room for them
_NUMBER = 4  # bytes of each; several processes may read, and each gets whole ones


def shared_out(jobs: Sequence[Callable[[], Answer]], *, copies: int) -> list[Answer]:
    """The answers of all jobs in their order, computed here and in `copies - 1` copies.

    Who is done with a job takes the next one.  A job has no effect but its answer.  What a copy
    could not answer is computed here, where its errors are told; so is everything where a copy is
    not worth its start, or cannot be made.

    >>> shared_out([lambda: 1, lambda: 2], copies=2)
    [1, 2]
    """
    copies = min(copies, len(jobs) // (_FEWEST // 2))
    if copies < 2 or len(jobs) < _FEWEST or sys.platform != "linux":
        return [job() for job in jobs]
    waiting, end = os.pipe()
    for number in range(copies, min(len(jobs), _HANDS)):
        os.write(end, number.to_bytes(_NUMBER, "big"))
    os.close(end)
    started = [_copy(jobs, number, waiting) for number in range(1, copies)]
    found: dict[int, Answer] = {}
    try:
        found |= _done(jobs, 0, waiting)
    finally:  # where a job has raised, too: no copy is left behind
        while os.read(waiting, _HANDS):
            pass
        os.close(waiting)
        for child, source in started:
            found |= _answers(child, source)
    return [found[number] if number in found else job() for number, job in enumerate(jobs)]


def _done(jobs: Sequence[Callable[[], Answer]], number: int, waiting: int) -> dict[int, Answer]:
    """The answers of the jobs that this process gets to, the first of them with this number."""
    found: dict[int, Answer] = {}
    while True:
        for place in range(number, len(jobs), _HANDS):
            found[place] = jobs[place]()
        if not (text := os.read(waiting, _NUMBER)):  # nobody writes: there are no more
            return found
        number = int.from_bytes(text, "big")


def _copy(jobs: Sequence[Callable[[], Answer]], number: int, waiting: int) -> tuple[int, int]:
    """A copy that computes some jobs: its number, and where its answers come from."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads: the copy has one
        child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    try:  # pragma: no cover - in the copy, which is not watched
        os.close(reading)
        with os.fdopen(writing, "wb") as answers:
            pickle.dump(_done(jobs, number, waiting), answers)
    except BaseException:  # noqa: BLE001 - the original meets it again, and tells it
        pass
    finally:  # pragma: no cover
        os._exit(0)  # nothing that the original has opened is closed, or written, twice


def _answers(child: int, source: int) -> dict[int, Any]:
    """What a copy has computed, by the numbers of its jobs; nothing if it came to no end."""
    with os.fdopen(source, "rb") as answers:
        text = answers.read()
    os.waitpid(child, 0)
    try:
        found: dict[int, Any] = pickle.loads(text)  # our own copy wrote it
    except (EOFError, pickle.UnpicklingError):
        return {}
    return found
