"""The worker that imports what has changed: its answers, its end, and that it is used again."""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.workbench.runner.test_execute import SEVERAL
from tests.workbench.runner.toy import Toys, check, forget
from workbench.report.build import build_report
from workbench.report.canonical import canonical_json, without_times
from workbench.runner import EarlyWorker, Sources, Store, plan, read_library, verify


def loaded() -> bool:
    return any(m.split(".")[0].endswith("_pkg") for m in sys.modules)


def end_badly() -> None:
    os._exit(3)


def test_the_worker_of_the_run_is_the_one_that_was_there():
    with EarlyWorker() as early:
        first = early.call(os.getpid)
        assert first not in (None, os.getpid())
        assert early.call(os.getpid) == first
        pool = early.pool(1)
        assert pool.submit(os.getpid).result() == first
        pool.shutdown(wait=True, kill_workers=True)
        assert early.call(os.getpid) != first


def one_of(place: str, count: int) -> int:
    """Wait until so many workers are here at once."""
    Path(place, str(os.getpid())).touch()
    end = time.monotonic() + 60
    while len(os.listdir(place)) < count and time.monotonic() < end:
        time.sleep(0.01)
    return os.getpid()


@pytest.mark.parametrize(("there", "wanted"), [(1, 3), (3, 1), (2, 2)])
def test_a_run_that_wants_more_workers_keeps_those_that_were_there(
    tmp_path: Path, there: int, wanted: int
):
    with EarlyWorker(there) as early, ThreadPoolExecutor(there) as threads:
        (tmp_path / "first").mkdir()
        called = [
            threads.submit(early.call, one_of, tmp_path / "first", there) for _ in range(there)
        ]
        first = {one.result() for one in called}
        pool = early.pool(wanted)
        (tmp_path / "then").mkdir()
        count = max(there, wanted)
        then = {
            one.result()
            for one in [pool.submit(one_of, tmp_path / "then", count) for _ in range(count)]
        }
        pool.shutdown(wait=True, kill_workers=True)
    assert len(first) == there
    assert len(then) == count
    assert first <= then


def test_several_workers_answer_several_threads_and_are_the_pool_of_their_number():
    with EarlyWorker(2) as early, ThreadPoolExecutor(4) as threads:
        called = [threads.submit(early.call, os.getpid) for _ in range(4)]
        found = {one.result() for one in called}
        assert os.getpid() not in found
        pool = early.pool(2)
        later = {pool.submit(os.getpid).result() for _ in range(4)}
        assert len(found | later) <= 2
        pool.shutdown(wait=True, kill_workers=True)


def test_a_worker_that_raises_or_dies_gives_no_answer():
    with EarlyWorker() as early:
        assert early.call(int, "no number") is None
        assert early.call(end_badly) is None
        assert early.call(int, "7") == 7


@pytest.mark.parametrize("known", [False, True])
def test_papers_that_are_read_elsewhere_say_the_same(tmp_path, monkeypatch, known):
    toys = Toys(tmp_path / "papers")
    package = toys.paper(**SEVERAL)
    toys.use(monkeypatch)
    monkeypatch.setenv("PYTHONPATH", toys.environment()["PYTHONPATH"])
    reports = []
    for name in ("here", "there"):
        store = Store(tmp_path / name)
        store.prepare()
        store.root.mkdir(exist_ok=True)
        if known:
            read_library(store.library, Sources())
            text = package / "a.py"
            text.write_text(text.read_text() + f"\nMORE = {name!r}\n")
        forget()
        with EarlyWorker() as early:
            call = early.call if name == "there" else None
            library = read_library(store.library, Sources(), elsewhere=call)
            assert loaded() == (name == "here")
            forget()
            again = read_library(store.library, Sources())
            assert not loaded()
            assert plan(again) == plan(library)
            session = verify(library, plan(library), store, jobs=1, early=early)
        reports.append(canonical_json(without_times(build_report(session))))
    assert reports[0] == reports[1]


def test_a_paper_that_cannot_be_read_elsewhere_is_told_as_ever(tmp_path, monkeypatch):
    toys = Toys(tmp_path / "papers")
    toys.paper(a=check("x", "return yes()"), b="raise ValueError('on purpose')")
    toys.use(monkeypatch)
    monkeypatch.setenv("PYTHONPATH", toys.environment()["PYTHONPATH"])
    (tmp_path / "store").mkdir()
    with EarlyWorker() as early:
        library = read_library(tmp_path / "store/library", Sources(), elsewhere=early.call)
    assert "ValueError: on purpose" in library.failures[0].message
