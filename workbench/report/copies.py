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
from typing import TypeVar

Answer = TypeVar("Answer")

_FEWEST = 100  # jobs from which on a copy is worth its start


def shared_out(jobs: Sequence[Callable[[], Answer]], *, copies: int) -> list[Answer]:
    """The answers of all jobs in their order, computed here and in `copies - 1` copies.

    A job has no effect but its answer.  What a copy could not answer is computed here, where its
    errors are told; so is everything where a copy is not worth its start, or cannot be made.

    >>> shared_out([lambda: 1, lambda: 2], copies=2)
    [1, 2]
    """
    copies = min(copies, len(jobs) // (_FEWEST // 2))
    if copies < 2 or len(jobs) < _FEWEST or sys.platform != "linux":
        return [job() for job in jobs]
    started = [_copy(jobs[k::copies]) for k in range(1, copies)]
    found: list[list[Answer] | None] = []
    try:
        found.append([job() for job in jobs[::copies]])
    finally:  # where a job has raised, too: no copy is left behind
        found += [_answers(child, source) for child, source in started]
    return [
        part[number // copies] if (part := found[number % copies]) is not None else job()
        for number, job in enumerate(jobs)
    ]


def _copy(jobs: Sequence[Callable[[], Answer]]) -> tuple[int, int]:
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
            pickle.dump([job() for job in jobs], answers)
    except BaseException:  # noqa: BLE001 - the original meets it again, and tells it
        pass
    finally:  # pragma: no cover
        os._exit(0)  # nothing that the original has opened is closed, or written, twice


def _answers(child: int, source: int) -> list[Answer] | None:
    """What a copy has computed; None if it did not come to an end."""
    with os.fdopen(source, "rb") as answers:
        text = answers.read()
    os.waitpid(child, 0)
    try:
        found: list[Answer] = pickle.loads(text)  # our own copy wrote it
    except (EOFError, pickle.UnpicklingError):
        return None
    return found
