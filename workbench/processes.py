"""Worker processes: one thread each, silent on standard output, gone when their parent is gone."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

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

        return ProcessPoolExecutor(
            max_workers=count, initializer=_start, initargs=(os.getpid(),), env=_ENVIRONMENT
        )
    except (OSError, ImportError) as error:
        raise WorkerError(f"worker processes cannot be started here: {error}. {instead}") from error


def _start(parent: int) -> None:
    """Prepare a worker: quiet on standard output, deaf to Ctrl-C, gone when its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
