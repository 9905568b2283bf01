"""Worker processes: one thread each, silent on standard output, gone when their parent is gone."""

from __future__ import annotations

import contextlib
import gc
import os
import queue
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

from threadpoolctl import OpenBLASController, threadpool_limits

from workbench.errors import WorkbenchError

THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "RAYON_NUM_THREADS",
)
"""The variables that say on how many threads a library computes."""

UNREACHABLE = (200_000, 20, 50)
"""How many new objects make Python look for cycles that nothing reaches, and how often it looks at
older ones.  A proof is millions of small trees; at the preset 700 a tenth of its time goes into
looking, at 20,000 still a twentieth, and what is found is a few megabytes.
"""

ROOM = 2**30
"""How many bytes a worker may grow by after its first piece of work before it is replaced.
It grows by more than joblib allows as it loads what checks need, and a new one loads it all again.
"""

_WATCH = 0.3  # seconds between looks at whether the parent is still there
_ENVIRONMENT = {
    **dict.fromkeys(THREADS, "1"),
    "PYTHONHASHSEED": "0",  # the order of sets of symbols must not differ between workers
}


class WorkerError(WorkbenchError):
    """The worker processes cannot do their work at all."""


def workers(count: int, *, instead: str) -> Any:  # noqa: ANN401 - joblib has no types
    """An executor with `count` worker processes; shut it down with kill_workers=True.

    Raises WorkerError where the system has no means for it; `instead` says what to do then.
    """
    try:
        from joblib.externals.loky import ProcessPoolExecutor

        class _Pool(ProcessPoolExecutor):  # type: ignore[misc]  # joblib has no types
            """Forgets what was not begun before its workers end; its thread would look for it."""

            _max_workers: int

            def grow(self, count: int) -> None:
                """Have so many workers from the next task on; those that are there stay."""
                self._max_workers = max(count, self._max_workers)

            def _setup_queues(self, *reducers: Any, queue_size: int | None = None) -> None:  # noqa: ANN401
                ahead = 2 * max(self._max_workers, os.cpu_count() or 1) + 1  # when it has grown too
                super()._setup_queues(*reducers, queue_size=queue_size or ahead)

            def shutdown(self, *, wait: bool = True, kill_workers: bool = False) -> None:
                with contextlib.suppress(queue.Empty):
                    while kill_workers:
                        self._work_ids.get_nowait()
                super().shutdown(wait=wait, kill_workers=kill_workers)

        return _Pool(
            max_workers=count, initializer=_start, initargs=(os.getpid(),), env=_ENVIRONMENT
        )
    except (OSError, ImportError) as error:
        raise WorkerError(f"worker processes cannot be started here: {error}. {instead}") from error


class _Blocks:
    """The blocks of this process that are computing on one thread, and what ends with the last."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.inside = 0
        self.ends = contextlib.ExitStack()


_BLOCKS = _Blocks()


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Compute on one thread for the length of a block, in a process that was started by others.

    Libraries for linear algebra and OpenMP that are loaded already are told so; those that are
    loaded in the block find the variables.  Blocks may overlap, on several threads of a process:
    the last one to end gives back what the first one found.
    """
    with _BLOCKS.lock:
        # OpenBLAS obeys the thread that set its limit last, and no other; so let go of it first.
        OpenBLASController.clear_controlling_thread(force=True)
        limits = threadpool_limits(limits=1)  # each time: OpenMP asks every thread of its own
        if not _BLOCKS.inside:
            _BLOCKS.ends.callback(_give_back, {name: os.environ.get(name) for name in THREADS})
            _BLOCKS.ends.callback(limits.restore_original_limits)
            os.environ.update(dict.fromkeys(THREADS, "1"))
        _BLOCKS.inside += 1
    try:
        yield
    finally:
        with _BLOCKS.lock:
            _BLOCKS.inside -= 1
            OpenBLASController.clear_controlling_thread(force=True)
            if not _BLOCKS.inside:
                _BLOCKS.ends.close()
                OpenBLASController.clear_controlling_thread(force=True)


def _give_back(variables: dict[str, str | None]) -> None:
    """Set variables of the environment to what they were; None for one that was not set."""
    for name, value in variables.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value


def _start(parent: int) -> None:
    """Prepare a worker: quiet on standard output, deaf to Ctrl-C, gone when its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)
    gc.set_threshold(*UNREACHABLE)
    from joblib.externals.loky import process_executor

    process_executor._MAX_MEMORY_LEAK_SIZE = ROOM

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
