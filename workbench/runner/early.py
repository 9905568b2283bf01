"""A worker that is started before the run is planned, and then is the worker of the run.

Where a module of a paper has changed, somebody has to import it before anything can be planned, and
with it sympy and much else.  A worker does that: it needs these modules for the checks anyway, and
the process that plans, judges and reports does without them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from workbench.processes import workers
from workbench.runner.execute import INSTEAD

Answer = TypeVar("Answer")


class EarlyWorker:
    """At most one worker; it is started by the first call, and given away with the first pool."""

    def __init__(self) -> None:
        self._pool: Any = None

    def __enter__(self) -> EarlyWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def call(self, work: Callable[..., Answer], *arguments: Any) -> Answer | None:  # noqa: ANN401
        """What the work answers there; None if it raises, or the worker cannot do it.

        Whoever needs the answer does the work again where its errors can be told.
        """
        try:
            if self._pool is None:
                self._pool = workers(1, instead=INSTEAD)
            answer: Answer = self._pool.submit(work, *arguments).result()
        except Exception:  # noqa: BLE001 - a paper is the code of a stranger
            self._end()
            return None
        return answer

    def pool(self, count: int) -> Any:  # noqa: ANN401 - joblib has no types
        """An executor with `count` workers, for its caller to shut down."""
        found, self._pool = self._pool, None
        if found is not None and count == 1:
            return found
        if found is not None:
            found.shutdown(wait=True, kill_workers=True)
        return workers(count, instead=INSTEAD)

    def _end(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, kill_workers=True)
            self._pool = None
