"""The workers of an engine, as futures, and how a piece of work travels to them."""

from __future__ import annotations

import importlib
import os
import pickle
import re
import socket
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol

from workbench.processes import WorkerError, one_thread, workers

AHEAD = 2
"""Pieces in flight for each worker: one that it works on, and one that waits beside it."""

PATIENCE = 60  # seconds until a cluster has to have a worker


class Pool(Protocol):
    """Workers of an engine.

    window: how many pieces may be in flight
    deadly: the errors of a piece whose worker died
    """

    window: int
    deadly: tuple[type[BaseException], ...]

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:  # noqa: ANN401
        """Have a worker call `work`; both travel by cloudpickle."""

    def renew(self) -> bool:
        """After a death: whether all that was in flight is gone with the worker."""

    def close(self) -> None:
        """End what was started for this run, and nothing else."""


# ---------------------------------------------------------------------------------- the pieces


class _Raised:
    """In place of an answer: what the work raised, the same for every engine."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _packed(work: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """Pickled once, in one way: an engine of its own carries bytes."""
    import cloudpickle

    return bytes(cloudpickle.dumps((work, arguments)))


def _call(packed: bytes) -> Any:  # noqa: ANN401
    """In the worker: the answer, or what the work raised."""
    try:
        with one_thread():  # a worker of a cluster may have been started with any number
            work, arguments = pickle.loads(packed)
            return work(*arguments)
    except Exception as error:  # noqa: BLE001 - it is raised again where the answer is wanted
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # noqa: BLE001 - a stranger's error may not travel
            return _Raised(WorkerError(f"{type(error).__name__}: {error}"))
        return _Raised(error)


def opened(answer: Any) -> Any:  # noqa: ANN401
    """What the work answered; raises what it raised."""
    if isinstance(answer, _Raised):
        raise answer.error
    return answer


def _knock(address: str) -> None:
    """Raise OSError if nobody listens at HOST:PORT: ray would go on asking for minutes."""
    found = re.fullmatch(r"(?:ray://)?(.+):(\d{1,5})", address)
    if found is not None:
        socket.create_connection((found[1].strip("[]"), int(found[2])), timeout=PATIENCE).close()


def _first(error: Exception) -> str:
    """The kind of an error with its first line."""
    return f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"


# --------------------------------------------------------------------------------- the engines


class Here:
    """This process: for debuggers, and for work that is not worth a worker."""

    window = 1
    deadly: tuple[type[BaseException], ...] = ()

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:  # noqa: ANN401
        future: Future[Any] = Future()
        with one_thread():  # as in the workers of every other engine
            future.set_result(work(*arguments))
        return future

    def renew(self) -> bool:
        return False

    def close(self) -> None:
        return


class Local:
    """Worker processes by joblib's loky; when one dies, all are replaced."""

    deadly: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, jobs: int, instead: str) -> None:
        self.window, self._jobs, self._instead = AHEAD * jobs, jobs, instead
        self._pool = workers(jobs, instead=instead)

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:  # noqa: ANN401
        future: Future[Any] = self._pool.submit(_call, _packed(work, arguments))
        return future

    def renew(self) -> bool:
        self.close()
        self._pool = workers(self._jobs, instead=self._instead)
        return True

    def close(self) -> None:
        self._pool.shutdown(wait=True, kill_workers=True)


class Dask:
    """A dask cluster; its scheduler replaces workers by itself."""

    def __init__(self, jobs: int, executor: str) -> None:
        distributed: Any = importlib.import_module("distributed")
        self.deadly: tuple[type[BaseException], ...] = (
            distributed.KilledWorker,
            distributed.scheduler.NoValidWorkerError,
        )
        self._cluster: Any = None
        self._client: Any = None
        self._pool: Any = None
        address = executor.partition("://")[2]
        try:
            if address:
                where = f"tcp://{address}"
            else:
                import dask

                # A worker that dies is replaced; its work comes back to us, to be repeated alone.
                with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
                    where = self._cluster = distributed.LocalCluster(
                        n_workers=max(1, jobs),
                        threads_per_worker=1,
                        dashboard_address="127.0.0.1:0",
                    )
            self._client = distributed.Client(where, set_as_default=False, timeout=PATIENCE)
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError) as error:
            self.close()
            raise WorkerError(
                f"the dask cluster of --executor {executor} does not answer, or has no workers:"
                f" {error}. Start its scheduler and workers, or use --executor local."
            ) from error
        self.window = AHEAD * max(1, sum(self._client.nthreads().values()))
        self._pool = self._client.get_executor(pure=False)

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:  # noqa: ANN401
        future: Future[Any] = self._pool.submit(_call, _packed(work, arguments))
        return future

    def renew(self) -> bool:
        return False

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False)  # what still waits is cancelled
        for one in (self._client, self._cluster):
            if one is not None:
                one.close()


class Ray:
    """A ray cluster; it replaces workers by itself."""

    def __init__(self, jobs: int) -> None:
        ray: Any = importlib.import_module("ray")
        names = ("WorkerCrashedError", "NodeDiedError", "LocalRayletDiedError", "OutOfMemoryError")
        self.deadly: tuple[type[BaseException], ...] = tuple(
            getattr(ray.exceptions, name) for name in names
        )
        self._ray: Any = None if ray.is_initialized() else ray
        if self._ray is not None:
            address = os.environ.get("RAY_ADDRESS", "")
            here = {} if address else {"num_cpus": max(1, jobs)}
            try:
                _knock(address)
                ray.init(include_dashboard=False, log_to_driver=False, **here)
            except Exception as error:  # what it raises depends on what does not answer
                self.close()
                raise WorkerError(
                    f"the ray cluster of --executor ray does not answer: {_first(error)}."
                    " Start it, or mend RAY_ADDRESS, or use --executor local."
                ) from error
        self.window = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._call = ray.remote(max_retries=0, num_cpus=1)(_call)

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:  # noqa: ANN401
        future: Future[Any] = self._call.remote(_packed(work, arguments)).future()
        return future

    def renew(self) -> bool:
        return False

    def close(self) -> None:
        if self._ray is not None:
            self._ray.shutdown()
