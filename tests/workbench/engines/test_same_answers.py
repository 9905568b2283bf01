"""Audits, experiments and trials on a dask cluster of two processes, of which one is killed."""

import json
import os
import signal
import threading
import time

import distributed
import numpy as np
import pytest

from tests.workbench.convergence.toy import TOY
from workbench.audit import black_box
from workbench.convergence import mean_error_against_bound
from workbench.convergence.blocks import Blocks, blocks_of, gathered, simulate_blocks
from workbench.engines import stream
from workbench.engines.pools import Here


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
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


def test_an_audit_of_any_length_holds_a_few_blocks(monkeypatch):
    """How many blocks exist at once does not grow with the number of draws."""
    most = {}
    monkeypatch.setattr("workbench.audit.draws.BLOCK", 5_000)
    for samples in (50_000, 200_000):
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
