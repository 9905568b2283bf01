"""Blocks: kept, extended, repeated exactly, and not trusted when damaged or stale."""

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.workbench.convergence.toy import TOY, cell, deadly
from workbench.convergence.blocks import (
    Blocks,
    blocks_of,
    gathered,
    simulate_block,
    simulate_blocks,
)
from workbench.convergence.grids import Cell, Curve, Experiment
from workbench.errors import DataError, EvidenceError, ParameterError
from workbench.processes import WorkerError


def run(store, *, runs=10, seed=0, jobs=1, context=""):
    blocks = blocks_of(TOY, TOY.cells, runs=runs, seed=seed, context=context)
    todo = [b for b in blocks if store.find(b) is None]
    done = list(simulate_blocks(TOY, todo, store, jobs=jobs))
    return gathered(blocks, store), len(done)


def test_nothing_finished_is_repeated(tmp_path):
    store = Blocks(tmp_path)
    first, ran = run(store)
    assert ran == 8
    again, ran = run(store)
    assert ran == 0
    for id, curve in first.items():
        np.testing.assert_array_equal(curve.errors, again[id].errors)
        assert curve.errors.shape == (2, 10)


def test_an_interrupted_run_goes_on(tmp_path):
    store = Blocks(tmp_path)
    blocks = blocks_of(TOY, TOY.cells, runs=10, seed=0)
    work = simulate_blocks(TOY, blocks, store)
    for _ in range(3):
        next(work)
    work.close()
    assert sum(store.find(b) is not None for b in blocks) == 3
    _, ran = run(store)
    assert ran == 5


def test_more_runs_keep_the_first_ones(tmp_path):
    store = Blocks(tmp_path)
    few, _ = run(store, runs=10)
    many, ran = run(store, runs=17)
    assert ran == 8  # blocks of 5 and of 2
    for id, curve in few.items():
        np.testing.assert_array_equal(many[id].errors[:, :10], curve.errors)
        assert many[id].final.size == 17


def test_processes_and_order_do_not_matter(tmp_path):
    one, _ = run(Blocks(tmp_path / "one"))
    two, _ = run(Blocks(tmp_path / "two"), jobs=2)
    alone = simulate_block(TOY, blocks_of(TOY, [cell("B", 100)], runs=10, seed=0)[1])
    for id, curve in one.items():
        np.testing.assert_array_equal(curve.errors, two[id].errors)
    np.testing.assert_array_equal(one["T=100,B"].errors[:, 5:], alone.errors)


def test_seed_and_cell_give_other_streams(tmp_path):
    one, _ = run(Blocks(tmp_path))
    two, _ = run(Blocks(tmp_path), seed=1)
    finals = [curve.final / curve.final.mean() for s in (one, two) for curve in s.values()]
    assert len({tuple(final) for final in finals}) == 8


def test_stale_blocks_run_again(tmp_path):
    run(Blocks(tmp_path), context="old text")
    _, ran = run(Blocks(tmp_path), context="new text")
    assert ran == 8


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"key": 1}'])
def test_damaged_blocks_are_set_aside_and_run_again(tmp_path, damage):
    told = []
    store = Blocks(tmp_path, notice=told.append)
    first, _ = run(store)
    block = blocks_of(TOY, TOY.cells, runs=10, seed=0)[0]
    store.path(block).write_text(damage)
    again, ran = run(store)
    assert ran == 1
    np.testing.assert_array_equal(first[block.cell.id].errors, again[block.cell.id].errors)
    if damage != '{"key": 1}':  # that is only stale
        assert "is damaged" in told[0]
        assert store.path(block).with_name(store.path(block).name + ".damaged").exists()


def test_a_folder_in_the_place_of_a_block_is_set_aside(tmp_path):
    told = []
    store = Blocks(tmp_path, notice=told.append)
    run(store)
    path = store.path(blocks_of(TOY, TOY.cells, runs=10, seed=0)[0])
    path.unlink()
    path.mkdir()
    assert run(store)[1] == 1
    assert "no file" in told[0]


def test_a_lost_block_is_said_so(tmp_path):
    store = Blocks(tmp_path)
    run(store)
    blocks = blocks_of(TOY, TOY.cells, runs=10, seed=0)
    store.path(blocks[0]).unlink()
    with pytest.raises(EvidenceError, match="is gone"):
        gathered(blocks, store)


def test_bad_curves_and_grids_are_refused():
    with pytest.raises(DataError, match="shape"):
        Curve((0, 1), np.zeros((3, 2)))
    with pytest.raises(DataError, match="diverged"):
        Curve((0,), np.array([[np.nan]]))
    with pytest.raises(ParameterError, match="runs"):
        blocks_of(TOY, TOY.cells, runs=0, seed=0)
    with pytest.raises(ParameterError, match="twice"):
        Experiment(
            id="a.b", title="", source="", cells=(cell("A", 1),) * 2, simulate=TOY.simulate,
            panel=("T",), line="method", column="T",
        )  # fmt: skip
    with pytest.raises(ParameterError, match="not an axis"):
        cell("A", 1)["speed"]
    with pytest.raises(ParameterError, match="Did you mean"):
        TOY.cell("T=10,C")
    assert TOY.cell("T=10,A") == Cell((("T", "T=10"), ("method", "A")))


def test_a_simulation_that_returns_too_few_runs_is_named():
    short = Experiment(
        id="a.b", title="", source="", cells=(cell("A", 1),), panel=("T",), line="method",
        column="T", simulate=lambda one, rng, runs: Curve((0,), np.ones((1, 1))),
    )  # fmt: skip
    block = blocks_of(short, short.cells, runs=3, seed=0)[0]
    with pytest.raises(EvidenceError, match=r"returned 1 runs for 3"):
        simulate_block(short, block)


def test_a_changed_block_is_not_believed(tmp_path):
    told = []
    store = Blocks(tmp_path, notice=told.append)
    run(store)
    path = store.path(blocks_of(TOY, TOY.cells, runs=10, seed=0)[0])
    text = path.read_text()
    path.write_text(text.replace("9.0", "8.0", 1))
    assert path.read_text() != text
    _, ran = run(store)
    assert ran == 1
    assert "does not have the hash" in told[0]


@pytest.fixture
def marker(tmp_path):
    (tmp_path / "marker").mkdir()
    return tmp_path / "marker"


def test_a_process_that_dies_is_replaced_and_its_block_repeated(tmp_path, marker):
    store = Blocks(tmp_path / "store")
    blocks = blocks_of(TOY, TOY.cells, runs=10, seed=0)
    done = list(simulate_blocks(deadly(marker, times=1), blocks, store, jobs=2))
    assert sorted(b.key for b in done) == sorted(b.key for b in blocks)
    undisturbed, _ = run(Blocks(tmp_path / "other"))
    for id, curve in gathered(blocks, store).items():
        np.testing.assert_array_equal(curve.errors, undisturbed[id].errors)


def test_a_block_that_kills_every_process_is_named_and_the_others_are_kept(tmp_path, marker):
    store = Blocks(tmp_path / "store")
    blocks = blocks_of(TOY, TOY.cells, runs=5, seed=0)
    with pytest.raises(WorkerError, match=r"ended twice with 1 blocks left.*T=100,B.*-j 1"):
        list(simulate_blocks(deadly(marker, times=99), blocks, store, jobs=2))
    assert sum(store.find(b) is not None for b in blocks) == 3


ENDS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)


@pytest.mark.parametrize("end", ENDS)
def test_processes_end_with_their_parent(tmp_path, end):
    code = f"""
import sys; sys.path[:0] = {sys.path!r}
from pathlib import Path
from tests.workbench.convergence.toy import parent_of_sleepers
parent_of_sleepers(Path({str(tmp_path)!r}))"""
    parent = subprocess.Popen(
        [sys.executable, "-c", code],
        preexec_fn=lambda: [signal.signal(s, signal.SIG_DFL) for s in ENDS[1:]],  # nohup ignores
    )
    until(lambda: len(list(tmp_path.glob("[0-9]*"))) == 2)
    parent.send_signal(end)
    parent.wait(timeout=20)
    until(lambda: not any(alive(int(p.name)) for p in tmp_path.glob("[0-9]*")))


def alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]
    except OSError:
        return False
    return state.split()[0] != "Z"


def until(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("id", ["../../x", "toy", "toy.", "/toy.grid", "toy.a/b", "Toy.grid", ""])
def test_an_id_that_leads_out_of_the_store_is_refused(id):
    with pytest.raises(ParameterError, match=r"is not paper\.slug"):
        replace(TOY, id=id)


@pytest.mark.parametrize("value", ["../x", "/x", "..", "a/b", "a\\b", "a\0"])
def test_a_cell_whose_name_is_a_path_is_refused(value):
    with pytest.raises(ParameterError, match="cannot be the name of a file"):
        replace(TOY, cells=(Cell((("T", value),)),))
