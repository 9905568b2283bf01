"""Engines: where the pieces of a long work run.  What they answer is the same wherever that is.

    local             worker processes on this machine
    dask              a dask cluster on this machine, made for the run
    dask://HOST:PORT  the dask cluster whose scheduler listens there
    ray               the ray cluster that RAY_ADDRESS names, or one on this machine

Every engine is somebody else's executor with futures; what is added here is the same for all of
them: `stream` keeps a bounded number of pieces in flight, and repeats a piece once, alone, when the
process that worked on it dies.
"""

from __future__ import annotations

import contextlib
import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from typing import Any, TypeVar

from workbench.engines.pools import Dask, Here, Local, Pool, Ray, opened
from workbench.errors import require
from workbench.processes import WorkerError

__all__ = ["LOST", "Here", "Lost", "Pool", "checked", "engine", "stream"]

_ADDRESS = re.compile(r"dask://([^:/\s]+|\[[0-9a-fA-F:]+\]):(\d{1,5})")
_EXTRAS = {"dask": ("distributed", "dask"), "ray": ("ray", "ray")}

Item = TypeVar("Item", bound=tuple[Any, ...])
Answer = TypeVar("Answer")


class Lost:
    """In place of an answer: the processes that worked on a piece died twice."""


LOST = Lost()


def checked(executor: str) -> str:
    """The name of an engine, if it is one."""
    known = executor in ("local", *_EXTRAS) or _ADDRESS.fullmatch(executor) is not None
    way_out = "Choose local, dask, dask://HOST:PORT or ray."
    require(known, "executor", repr(executor), "names no engine", way_out)
    return executor


@contextlib.contextmanager
def engine(executor: str = "local", *, jobs: int = 1, instead: str) -> Iterator[Pool]:
    """The workers of an engine for the length of a block; raises WorkerError if there are none.

    executor: local, dask, dask://HOST:PORT or ray
    jobs: worker processes on this machine (a cluster has those that it has); 0 is this process
    instead: what to do where an engine cannot be had, for the message
    """
    checked(executor)
    require(jobs >= 0, "jobs", jobs, "is negative", "It is a number of worker processes.")
    if executor == "local":
        pool: Pool = Local(jobs, instead) if jobs else Here()
    else:
        kind = executor.partition(":")[0]
        needed, extra = _EXTRAS[kind]
        try:  # by literal names: evidence depends on what a module may import
            if kind == "ray":
                importlib.import_module("ray")
            else:
                importlib.import_module("distributed")
        except ImportError as error:
            raise WorkerError(
                f"--executor {executor} needs {needed}, which is not installed ({error})."
                f" pip install 'dp-workbench[{extra}]', or use --executor local."
            ) from error
        pool = Ray(jobs) if kind == "ray" else Dask(jobs, executor)
    try:
        yield pool
    finally:
        pool.close()


def stream(
    pool: Pool,
    work: Callable[..., Answer],
    items: Iterable[Item],
    *,
    ordered: bool = False,
) -> Iterator[tuple[Item, Answer | Lost]]:
    """Call `work(*item)` for every item, and yield each with its answer when it is there.

    At most `pool.window` items are in flight, or wait for their turn if the answers are `ordered`
    like the items, so that we need memory for so many answers, however many items there are.
    The answer of an item whose worker died twice, the second time with nothing beside it, is LOST.
    An error of `work` is raised here.
    """
    source = enumerate(items)
    flying: dict[Future[Answer], tuple[int, Item]] = {}
    suspects: list[tuple[int, Item]] = []
    done: dict[int, tuple[Item, Answer | Lost]] = {}
    at, left = 0, True
    while left or flying or suspects or done:
        broken = False
        while left and len(flying) + len(suspects) + len(done) < pool.window:
            numbered = next(source, None)
            left = numbered is not None
            if numbered is not None:
                try:
                    flying[pool.submit(work, *numbered[1])] = numbered
                except pool.deadly:
                    suspects.append(numbered)
                    broken = True
                    break
        finished = wait(flying, return_when=FIRST_COMPLETED).done if not broken else set()
        for future in finished:
            number, item = flying.pop(future)
            try:
                done[number] = item, opened(future.result())
            except pool.deadly:
                suspects.append((number, item))
                broken = True
            except CancelledError as error:
                raise WorkerError("the cluster was shut down while it worked.") from error
        if broken and pool.renew():
            suspects += flying.values()
            flying.clear()
        if suspects and not flying:
            for number, item in suspects:
                done[number] = item, _alone(pool, work, item)
            suspects.clear()
        for number in sorted(done):
            if not ordered or number == at:
                at += 1
                yield done.pop(number)


def _alone(pool: Pool, work: Callable[..., Answer], item: tuple[Any, ...]) -> Answer | Lost:
    """The answer of a second try, with nothing else in flight."""
    try:
        answer: Answer = opened(pool.submit(work, *item).result())
        return answer
    except pool.deadly:
        pool.renew()
        return LOST
