"""One report, whatever the engine: processes, a dask cluster of which a worker is killed, ray."""

import importlib.util
import os
import signal
import sys
import threading
import time
import types
from pathlib import Path

import distributed
import pytest
from threadpoolctl import threadpool_limits

from tests.workbench.runner.toy import GOOD, Toys, check
from workbench.errors import EvidenceError
from workbench.processes import THREADS
from workbench.report.build import build_report
from workbench.report.canonical import canonical_json, without_times
from workbench.runner import Store, WorkerError, plan, verify

HERE = """(Path(os.environ['SEEN']) / f'{run.seed}').touch(); time.sleep(0.1); return yes()"""
THREADED = """import numpy, scipy.linalg, threadpoolctl
    told = {one["num_threads"] for one in threadpoolctl.threadpool_info()}
    assert told == {1}, told
    return yes()"""
STUCK = "import collections, itertools; collections.deque(itertools.repeat(0), maxlen=0)"
NEEDS_RAY = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="needs ray, an extra"
)


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toys:
    found = Toys(tmp_path / "papers")
    many = {f"m{i}": check(f"many-{i}", HERE) for i in range(4)}
    loud = check("loud", "raise ValueError('on purpose')")
    found.paper(good=GOOD, stuck=check("stuck", STUCK, options="seconds=0.3"), loud=loud, **many)
    found.use(monkeypatch)
    monkeypatch.setenv("PYTHONPATH", found.environment()["PYTHONPATH"])
    (tmp_path / "seen").mkdir()
    monkeypatch.setenv("SEEN", str(tmp_path / "seen"))
    return found


@pytest.fixture
def cluster(toys: Toys):
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0"
    ) as found:
        yield found


def address(cluster) -> str:
    return "dask://" + cluster.scheduler_address.partition("://")[2]


def run(toys, tmp_path, monkeypatch, **options):
    library = toys.use(monkeypatch)
    store = Store(tmp_path / f"store-{time.monotonic_ns()}")
    return verify(library, plan(library), store, **({"grace": 0.5} | options)), store


def text(session) -> str:
    return canonical_json(without_times(build_report(session)))


def killer(cluster, seen: Path, killed: list[int]) -> threading.Thread:
    """Kill one of the two workers once two checks have begun."""

    def kill() -> None:
        deadline = time.monotonic() + 60
        while len(list(seen.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        pid = next(iter(cluster.workers.values())).pid
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    return thread


def test_the_report_of_a_cluster_is_that_of_one_process(toys, tmp_path, monkeypatch, cluster):
    usual = text(run(toys, tmp_path, monkeypatch, jobs=1)[0])
    for mark in (tmp_path / "seen").iterdir():
        mark.unlink()
    killed: list[int] = []
    thread = killer(cluster, tmp_path / "seen", killed)
    found, store = run(toys, tmp_path, monkeypatch, executor=address(cluster))
    thread.join()
    assert killed, "a worker was killed on the way"
    assert text(found) == usual
    library = toys.use(monkeypatch)
    assert verify(library, plan(library), store, jobs=1).reused == len(found.records)


@pytest.mark.thorough
def test_a_machine_with_another_text_is_refused(toys, tmp_path, monkeypatch, cluster):
    library = toys.use(monkeypatch)
    planned = plan(library)
    module = tmp_path / "papers" / "toy_pkg" / "good.py"
    module.write_text(module.read_text() + "\nMORE = 1\n")
    store = Store(tmp_path / "store")
    with pytest.raises(EvidenceError, match=r"would not be the same check on .* local"):
        verify(library, planned, store, executor=address(cluster))
    assert not list(store.root.glob("evidence/toy.good/*")), "nothing of it was stored"


def test_a_cluster_that_is_not_there_is_said_so(toys, tmp_path, monkeypatch):
    monkeypatch.setattr("workbench.engines.pools.PATIENCE", 0.5)
    with pytest.raises(WorkerError, match=r"does not answer.*--executor local"):
        run(toys, tmp_path, monkeypatch, executor="dask://127.0.0.1:9")


def test_an_engine_that_is_not_installed_is_said_so(toys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(WorkerError, match=r"needs ray.*dp-workbench\[ray\]"):
        run(toys, tmp_path, monkeypatch, executor="ray")


def test_a_ray_cluster_that_is_not_there_is_said_so(toys, tmp_path, monkeypatch):
    class Ray:
        """As if no cluster answered."""

        exceptions = types.SimpleNamespace(
            WorkerCrashedError=OSError, NodeDiedError=OSError, LocalRayletDiedError=OSError,
            OutOfMemoryError=OSError,
        )  # fmt: skip
        shutdown = staticmethod(lambda: None)
        is_initialized = staticmethod(lambda: False)

        @staticmethod
        def init(**options):
            raise RuntimeError("The node timed out during startup\nand so on")

    monkeypatch.setitem(sys.modules, "ray", Ray)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(WorkerError, match=r"does not answer: .*startup\. .*--executor local"):
        run(toys, tmp_path, monkeypatch, executor="ray")
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:9")
    monkeypatch.setattr(Ray, "init", lambda **options: time.sleep(300))
    with pytest.raises(WorkerError, match=r"does not answer: ConnectionRefusedError"):
        run(toys, tmp_path, monkeypatch, executor="ray")


@NEEDS_RAY
def test_the_report_of_ray_is_that_of_one_process(toys, tmp_path, monkeypatch):
    usual = text(run(toys, tmp_path, monkeypatch, jobs=1)[0])
    assert text(run(toys, tmp_path, monkeypatch, jobs=2, executor="ray")[0]) == usual


@pytest.mark.parametrize(
    "where",
    [
        "here",
        "local",
        pytest.param("dask", marks=pytest.mark.thorough),
        pytest.param("ray", marks=NEEDS_RAY),
    ],
)
def test_a_check_computes_on_one_thread(toys, tmp_path, monkeypatch, where, request):
    """Its evidence is found again by a key that knows nothing of threads."""
    for name in THREADS:
        monkeypatch.setenv(name, "2")
    for name in ("good", "stuck", "loud", *(f"m{i}" for i in range(4))):
        (toys.folder / "toy_pkg" / f"{name}.py").unlink()
    toys.paper(threaded=check("threaded", THREADED))
    options = {"here": {"jobs": 0}, "local": {"jobs": 1}, "ray": {"executor": "ray"}}
    if where == "dask":
        options["dask"] = {"executor": address(request.getfixturevalue("cluster"))}
    with threadpool_limits(limits=2):
        session, _ = run(toys, tmp_path, monkeypatch, **options[where])
    (record,) = session.records.values()
    assert record.outcome.decision == "holds", record.outcome.reason
