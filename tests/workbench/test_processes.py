"""Worker processes: what happens to a pool that is ended while much of its work is not begun."""

import threading
import time
from concurrent.futures import FIRST_COMPLETED, wait

import pytest

from workbench.processes import ROOM, workers


def test_a_pool_that_is_interrupted_ends_without_a_trace(monkeypatch: pytest.MonkeyPatch):
    told: list[object] = []
    monkeypatch.setattr(threading, "excepthook", told.append)
    pool = workers(1, instead="")
    futures = [pool.submit(time.sleep, 0.05) for _ in range(60)]
    wait(futures, return_when=FIRST_COMPLETED)
    began = time.monotonic()
    pool.shutdown(wait=True, kill_workers=True)
    assert time.monotonic() - began < 2.0, "it does not wait for what was not begun"
    assert told == []
    assert pool._work_ids.empty(), "its thread would look for them, now and then, and not find them"
    assert not all(future.done() and not future.exception() for future in futures)


def _room() -> int:
    from joblib.externals.loky import process_executor

    found: int = process_executor._MAX_MEMORY_LEAK_SIZE
    return found


def test_a_worker_may_load_what_checks_need() -> None:
    pool = workers(1, instead="")
    try:
        assert pool.submit(_room).result() == ROOM
    finally:
        pool.shutdown(wait=True, kill_workers=True)
