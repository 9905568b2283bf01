"""Run tasks in this process or in worker processes, and survive what happens to the workers.

A worker imports the modules of its tasks, runs one task at a time on one thread, and writes the
evidence itself, so that a finished task is on disk whatever becomes of the parent.  A mark in the
folder of the run says that a task was started, and then that it is done.  When a worker dies, all
are replaced, and the marks tell who was in flight:

- the one with last words was over its hard time limit: INCONCLUSIVE, with its stack;
- without any, each is tried again alone; one whose worker dies again is an ERROR;
- all others simply run again, and so does everything when no check had been started.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.claims import Check, Claim, Library, load
from workbench.claims.paper import claims_in
from workbench.errors import ClaimError
from workbench.processes import WorkerError, one_thread, workers
from workbench.referee import Referee
from workbench.runner.perform import GRACE, died_twice, ended, over_time, perform
from workbench.runner.plan import Task, longest_first
from workbench.runner.raised import shorten
from workbench.runner.record import Record
from workbench.runner.store import Store, mark_of

if TYPE_CHECKING:
    from concurrent.futures import Future
    from concurrent.futures.process import BrokenProcessPool

_SHORT = 60.0  # the limit of a check that asks for no other
_SHARE = 10  # so many of these are worth a worker: to start and to import takes as long as they
_TRIES = 3  # how often in a row all workers may die before any has started a check
INSTEAD = "-j 0 runs the checks in this process, without workers."


def execute(
    library: Library,
    tasks: Sequence[Task],
    store: Store,
    *,
    jobs: int = 1,
    grace: float = GRACE,
    pools: Callable[[int], Any] | None = None,
) -> Generator[tuple[Task, Record], None, None]:
    """Run `tasks` and yield each with its record when it is finished, in no fixed order.

    jobs = 0 stays in this process, on one thread (for debuggers; no hard time limit); jobs >= 1
    workers load the installed papers by themselves.

    library: the installed papers
    tasks: the checks to run
    store: where evidence is kept
    grace: seconds beyond its limit after which a check is ended from outside
    pools: makes the executor with so many workers; one of its own if None
    """
    if jobs == 0:
        with Referee() as referee:
            for task in tasks:
                with one_thread():
                    record = perform(library[task.claim], find_check(library, task), task, referee)
                store.write(task, record)
                yield task, record
        return
    with store.running() as marks:
        yield from Workers(store, marks, jobs, grace, pools or _pool).run(tasks)


def find_check(library: Library, task: Task) -> Check:
    """The check that a task names."""
    for check in library[task.claim].checks:
        if check.name == task.check:
            return check
    raise ClaimError(
        f"{task.name} is not among the installed papers of the worker process, which loads them by"
        " itself. Use jobs=0 for claims that are defined on the spot."
    )


# ------------------------------------------------------------------------------- in the worker


@functools.cache
def _library(paper: str) -> Library:
    return load([paper])


def _found(task: Task) -> tuple[Claim, Check]:
    """The claim and the check of a task, from their modules; else from the whole paper.

    Whatever is wrong with a module is for the reader of the paper to say.
    """
    with contextlib.suppress(Exception, SystemExit):
        for claim in [c for module in task.modules for c in claims_in(module)]:
            for check in claim.checks if claim.id == task.claim else ():
                if check.name == task.check:
                    return claim, check
    library = _library(task.claim.split(".", 1)[0])
    return library[task.claim], find_check(library, task)


@functools.cache
def _referee() -> Referee:
    """The referee of this worker; its process ends with the worker."""
    return Referee()


def _settle() -> None:
    """Take what is there for good: nobody looks for cycles in it.

    That is libraries for the most part, and what the checks before have worked out.  The little
    that they left in cycles stays too, until the worker has grown by `ROOM` and is replaced.
    """
    gc.freeze()


def _work(task: Task, root: Path, mark: Path, grace: float) -> None:
    """Run a task and store its evidence."""
    claim, check = _found(task)
    _settle()
    mark.parent.mkdir(parents=True, exist_ok=True)  # somebody may be clearing the store
    mark.touch()
    record = perform(
        claim,
        check,
        task,
        _referee(),
        last_words=mark.with_suffix(".stack"),
        grace=grace,
    )
    Store(root).write(task, record)
    with contextlib.suppress(FileNotFoundError):
        mark.replace(mark.with_suffix(".done"))


# ------------------------------------------------------------------------------- in the parent


class _Broken(Exception):
    """A worker died; carries what the pool said, and whether nothing at all was finished."""

    def __init__(self, cause: BrokenProcessPool, *, idle: bool) -> None:
        super().__init__(str(cause))
        codes = re.search(r"\{(.*)\}", str(cause))
        self.codes = f" (exit code {codes[1]})" if codes else ""
        self.idle = idle


def _pool(count: int) -> Any:  # noqa: ANN401
    return workers(count, instead=INSTEAD)


def worth(tasks: Sequence[Task]) -> int:
    """How many workers these tasks are worth: one for each long one, and for every few short ones.

    A task is long that asks for more time than the others have, or a statistical one.
    """
    long = sum(task.limit > _SHORT or task.alpha > 0 for task in tasks)
    return max(1, long + -(-(len(tasks) - long) // _SHARE))


@dataclass(slots=True)
class Workers:
    """The bookkeeping of one run with worker processes."""

    store: Store
    marks: Path
    jobs: int
    grace: float
    pools: Callable[[int], Any] = _pool

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Record]]:
        """Run them all, together as long as that goes well; the suspects last, one by one."""
        waiting = longest_first(tasks)
        suspects: list[Task] = []
        idle = 0
        while waiting:
            try:
                yield from self._round(waiting)
            except _Broken as broken:
                stuck = [t for t in waiting if self._last_words(t)]
                flying = [t for t in waiting if self._mark(t).exists()]
                idle = idle + 1 if not stuck and not flying and broken.idle else 0
                if idle == _TRIES:
                    raise WorkerError(
                        f"worker processes ended {_TRIES} times before they started a check"
                        f"{broken.codes}: something kills them (by hand, or for want of memory),"
                        f" or loading the papers does. {INSTEAD}"
                    ) from None
                for task in stuck:
                    waiting.remove(task)
                    yield task, self._stuck(task)
                if not stuck:
                    suspects.extend(flying)
                    waiting = [t for t in waiting if t not in flying]
                self._wipe(flying)
        for task in suspects:
            yield self._alone(task)

    def _round(self, waiting: list[Task]) -> Iterator[tuple[Task, Record]]:
        """Run what waits until it is done or a worker dies; what is finished leaves the list."""
        from concurrent.futures import as_completed
        from concurrent.futures.process import BrokenProcessPool

        finished = 0
        pool = self.pools(min(self.jobs, worth(waiting)))
        try:
            futures: dict[Future[None], Task] = {}
            for task in waiting:
                arguments = (task, self.store.root.absolute(), self._mark(task), self.grace)
                futures[pool.submit(_work, *arguments)] = task
            for future in as_completed(futures):
                future.result()
                waiting.remove(futures[future])
                finished += 1
                yield futures[future], self._read(futures[future])
        except BrokenProcessPool as cause:
            pool.shutdown(wait=True, kill_workers=True)
            for task in [t for t in waiting if self._mark(t).with_suffix(".done").exists()]:
                waiting.remove(task)
                finished += 1
                yield task, self._read(task)
            raise _Broken(cause, idle=not finished) from None
        finally:
            pool.shutdown(wait=True, kill_workers=True)

    def _alone(self, task: Task) -> tuple[Task, Record]:
        """A second try for a task whose worker may have died of it."""
        try:
            return next(self._round([task]))
        except _Broken as broken:
            if self._last_words(task):
                return task, self._stuck(task)
            record = died_twice(task, broken.codes)
            self.store.write(task, record)
            return task, record

    def _stuck(self, task: Task) -> Record:
        """The record of a task that no alarm could stop."""
        outcome = over_time("it (or one of its mutants) hung in compiled code and", task.limit)
        record = ended(task, outcome, trace=shorten(self._last_words(task)))
        self.store.write(task, record)
        return record

    def _read(self, task: Task) -> Record:
        record = self.store.find(task, passing=True)
        if record is None:
            raise WorkerError(
                f"{self.store.path(task)} is gone although {task.name} has just written it:"
                " another run uses or cleans the same folder. Give each run its own --store."
            )
        return record

    def _mark(self, task: Task) -> Path:
        return self.marks.absolute() / mark_of(task)

    def _last_words(self, task: Task) -> str:
        path = self._mark(task).with_suffix(".stack")
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def _wipe(self, tasks: Iterable[Task]) -> None:
        for task in tasks:
            self._mark(task).unlink(missing_ok=True)
            self._mark(task).with_suffix(".stack").unlink(missing_ok=True)
