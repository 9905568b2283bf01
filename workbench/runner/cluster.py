"""Run tasks on the workers of an engine, a cluster for instance, that share no disk with us.

A worker of the engine is a host: it keeps a worker process of its own, in which a check runs as it
does on this machine, with the same limits, last words and second try.  What comes back is the text
of the record, which is stored here.  A host proves first that what it is going to run is what was
asked for: it plans the task again, and the keys (of all text and data that the check reaches and of
what is installed) must be equal.
"""

from __future__ import annotations

import functools
import os
import tempfile
import threading
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import current_process
from pathlib import Path
from typing import Any

from workbench.claims import Library, load
from workbench.engines import Lost, engine, stream
from workbench.errors import EvidenceError
from workbench.processes import workers
from workbench.runner.execute import INSTEAD, Workers
from workbench.runner.perform import died_twice
from workbench.runner.plan import PARTS, Plan, RunSetting, Task, longest_first, plan
from workbench.runner.record import Record
from workbench.runner.sources import Sources
from workbench.runner.store import Store
from workbench.runner.versions import VARIABLES


def on_engine(
    executor: str, tasks: Sequence[Task], store: Store, *, jobs: int, grace: float
) -> Generator[tuple[Task, Record], None, None]:
    """Run the tasks, and yield each with its record when it is stored, in no fixed order.

    executor: dask, dask://HOST:PORT or ray
    jobs: worker processes, where the engine is made for this run
    grace: seconds beyond its limit after which a check is ended from outside
    """
    variables = {name: os.environ.get(name) for name in VARIABLES}
    waiting = longest_first(tasks)
    with engine(executor, jobs=max(1, jobs), instead=INSTEAD) as pool:
        for (task, *_), text in stream(pool, work, ((task, variables, grace) for task in waiting)):
            record = died_twice(task) if isinstance(text, Lost) else Record.read(text)
            store.write(task, record)
            yield task, record


# --------------------------------------------------------------------------------- on the host


def work(task: Task, variables: Mapping[str, str | None], grace: float) -> str:
    """The text of the record of a task; raises EvidenceError where other things are installed.

    variables: those that the key depends on, as they are where the task was planned
    """
    budget = task.alpha * PARTS if task.alpha else RunSetting().budget
    setting = RunSetting(seed=task.root, profile=task.profile, budget=budget)
    here = _planned(task.claim, setting, tuple(variables.items()))
    if task.key not in {one.key for one in here.tasks}:
        raise EvidenceError(
            f"{task.name} would not be the same check on {os.uname().nodename}: its text, its data,"
            " or what is installed differs there. Install the same versions of the workbench, of"
            " the papers and of all libraries on every machine, or use --executor local."
        )
    ((_, record),) = _workers(grace).run([task])
    return record.text()


@functools.cache
def _library(paper: str) -> Library:
    return load([paper])


@functools.cache
def _sources() -> Sources:
    return Sources()


@functools.cache
def _planned(
    claim: str, setting: RunSetting, variables: tuple[tuple[str, str | None], ...]
) -> Plan:
    """The tasks of a claim, as they are planned here."""
    return plan(
        _library(claim.split(".", 1)[0]),
        [claim],
        setting=setting,
        sources=_sources(),
        variables=dict(variables),
    )


class _Kept:
    """A worker process that outlives the runs of its tasks; a dead one is replaced."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = workers(count, instead=INSTEAD)

    def submit(self, work: Any, *arguments: Any) -> Future[Any]:  # noqa: ANN401
        try:
            future: Future[Any] = self._pool.submit(work, *arguments)
        except BrokenProcessPool:
            self._pool.shutdown(wait=True, kill_workers=True)
            self._pool = workers(self._count, instead=INSTEAD)
            future = self._pool.submit(work, *arguments)
        return future

    def shutdown(self, **how: bool) -> None:
        """Keep it: it ends with its parent."""


_OF_THREAD = threading.local()


def _workers(grace: float) -> Workers:
    """The worker process of this thread: a host may work on several tasks at once."""
    if not hasattr(_OF_THREAD, "workers"):
        current_process().daemon = False  # as some engines start theirs, which forbids children
        _OF_THREAD.folder = tempfile.TemporaryDirectory(prefix="workbench-")
        store = Store(Path(_OF_THREAD.folder.name))
        marks = store.root / "running"
        marks.mkdir()
        _OF_THREAD.workers = Workers(store, marks, 1, grace, functools.cache(_Kept))
    found: Workers = _OF_THREAD.workers
    return found
