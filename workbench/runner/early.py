"""Workers that are started before the run is planned, and then are the workers of the run.

Where a module of a paper has changed, somebody has to import it before anything can be planned, and
with it sympy and much else.  A worker does that: it needs these modules for the checks anyway, and
the process that plans, judges and reports does without them.  Where nothing is known of any paper,
several workers share them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import Any, TypeVar

from workbench.processes import workers
from workbench.runner.execute import INSTEAD

Answer = TypeVar("Answer")


class EarlyWorker:
    """Some workers, started by the first call and given away with the first pool."""

    def __init__(self, count: int = 1) -> None:
        """Have no worker yet; `count` is how many the first call starts."""
        self._count = count
        self._pool: Any = None
        self._lock = threading.Lock()

    def __enter__(self) -> EarlyWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def call(self, work: Callable[..., Answer], *arguments: Any) -> Answer | None:  # noqa: ANN401
        """What the work answers there; None if it raises, or the worker cannot do it.

        Whoever needs the answer does the work again where its errors can be told.  Several threads
        may call at once, and each worker then answers one of them.
        """
        try:
            with self._lock:
                if self._pool is None:
                    self._pool = workers(self._count, instead=INSTEAD)
                pending = self._pool.submit(work, *arguments)
            answer: Answer = pending.result()
        except Exception as error:  # noqa: BLE001 - a paper is the code of a stranger
            if isinstance(error, BrokenExecutor):
                self._end()  # a worker died; one that has raised goes on
            return None
        return answer

    def pool(self, count: int) -> Any:  # noqa: ANN401 - joblib has no types
        """An executor with `count` workers or more, for its caller to shut down.

        Those that are there already are among them: they have imported what the rest still has to.
        """
        found, self._pool = self._pool, None
        if found is None:
            return workers(count, instead=INSTEAD)
        found.grow(count)
        return found

    def _end(self) -> None:
        with self._lock:
            if self._pool is not None:
                self._pool.shutdown(wait=True, kill_workers=True)
                self._pool = None
