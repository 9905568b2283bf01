"""Audits, experiments and trials on a dask cluster of two processes, of which one is killed."""

import contextlib
import json
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import distributed
import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from tests.workbench.convergence.toy import TOY
from workbench.audit import black_box
from workbench.convergence import mean_error_against_bound
from workbench.convergence.blocks import Blocks, blocks_of, gathered, simulate_blocks
from workbench.engines import engine, stream
from workbench.engines.pools import Here
from workbench.processes import THREADS, one_thread


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0"
    ) as found:
        yield found


@pytest.fixture
def address(cluster):
    return "dask://" + cluster.scheduler_address.partition("://")[2]


def laplace(count, size, rng):
    return count + rng.laplace(size=size)


def audited(**where):
    found = json.loads(
        black_box(laplace, 0.0, 1.0, epsilon=0.5, samples=200_000, **where).to_json()
    )
    return {name: value for name, value in found.items() if name != "seconds"}


def test_an_audit_finds_the_same_while_a_worker_is_killed(cluster, address, monkeypatch):
    monkeypatch.setattr("workbench.audit.draws.BLOCK", 5_000)
    killed = []

    def kill():
        time.sleep(0.3)
        pid = next(iter(cluster.workers.values())).pid
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)

    thread = threading.Thread(target=kill)
    thread.start()
    found = audited(executor=address)
    thread.join()
    assert killed
    usual = audited()
    assert found == usual
    assert usual["verdict"] == "violation"


def test_an_experiment_has_the_same_runs(tmp_path, address):
    blocks = blocks_of(TOY, TOY.cells, runs=10, seed=0)
    curves = []
    for name, where in (("here", {}), ("cluster", {"executor": address})):
        store = Blocks(tmp_path / name)
        assert len(list(simulate_blocks(TOY, blocks, store, **where))) == len(blocks)
        curves.append(gathered(blocks, store))
    for id, curve in curves[0].items():
        np.testing.assert_array_equal(curve.errors, curves[1][id].errors)


def errors(rng, size):
    return rng.exponential(size=size)


def test_trials_have_the_same_errors(address):
    def mean(**where):
        rng = np.random.default_rng(1)
        return mean_error_against_bound(errors, bound=2.0, rng=rng, trials=1_000, block=90, **where)

    usual = mean()
    assert not usual.disputed
    assert mean(executor=address) == usual


def threads():
    """On how many threads a worker computes: by each library that is loaded, and by variables."""
    import scipy.linalg  # noqa: F401 - a second library for linear algebra

    told = {library["num_threads"] for library in threadpool_info()}
    return told | {os.environ.get(name) for name in THREADS}


def many_threads():
    """Have libraries loaded, with more threads than one, as a stranger's worker may."""
    os.environ.update(dict.fromkeys(THREADS, "2"))
    import scipy.linalg  # noqa: F401

    threadpool_limits(limits=2)
    return threads()


@pytest.mark.parametrize("where", ["here", "local", "dask", "ray"])
def test_a_piece_is_computed_on_one_thread(where, monkeypatch, request):
    for name in THREADS:
        monkeypatch.setenv(name, "2")
    if where == "ray":
        pytest.importorskip("ray", reason="needs ray, an extra")
    options = {"here": {"jobs": 0}, "local": {"jobs": 1}, "ray": {"executor": "ray"}}
    if where == "dask":
        cluster = request.getfixturevalue("cluster")
        options["dask"] = {"executor": request.getfixturevalue("address")}
        with distributed.Client(cluster, set_as_default=False) as client:
            assert all(found == {2, "2"} for found in client.run(many_threads).values())
    with threadpool_limits(limits=2), engine(instead="", **options[where]) as pool:
        before = threads()
        assert [answer for _, answer in stream(pool, threads, [()])] == [{1, "1"}]
        if where == "here":
            assert threads() == before, "what was found is given back"


def test_blocks_on_one_thread_may_overlap(monkeypatch):
    monkeypatch.setenv(THREADS[0], "2")
    monkeypatch.delenv(THREADS[1], raising=False)
    before = threads()
    with threadpool_limits(limits=2):
        with one_thread(), ThreadPoolExecutor(1) as other:
            with contextlib.ExitStack() as inner:
                other.submit(inner.enter_context, one_thread()).result()
            assert threads() == {1, "1"}, "the first to end leaves the other alone"
        assert 2 in threads()
    assert threads() == before


def test_an_audit_of_any_length_holds_a_few_blocks(monkeypatch):
    """How many blocks exist at once does not grow with the number of draws."""
    most = {}
    monkeypatch.setattr("workbench.audit.draws.BLOCK", 1_000)
    for samples in (10_000, 40_000):
        made = answered = worst = 0

        def counting(pool, work, items, **how):
            def seen():
                nonlocal made, worst
                for item in items:
                    made += 1
                    worst = max(worst, made - answered)
                    yield item

            nonlocal answered
            for pair in stream(pool, work, seen(), **how):
                answered += 1
                yield pair

        monkeypatch.setattr("workbench.audit.fixed.stream", counting)
        black_box(laplace, 0.0, 1.0, epsilon=1.0, samples=samples)
        assert made == answered > 1
        most[samples] = worst
    assert set(most.values()) == {Here.window}
