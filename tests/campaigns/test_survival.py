"""The campaign finds what it looks for: a run that loses or changes a result, or says nothing."""

import random
from types import SimpleNamespace

import pytest

from tests.campaigns import survival
from tests.campaigns.survival_faults import Fault, _nothing, faults


class Run:
    """A process that has ended."""

    def __init__(self, code=0, told=""):
        self.returncode, self.told, self.pid = code, told, 2**23  # no process has it

    def communicate(self, timeout=None):
        return "", self.told


def world(tmp_path, *, run=None, report="same"):
    return SimpleNamespace(
        expect="same",
        seconds=0.0,
        store=lambda: tmp_path / "store",
        start=lambda store, **how: run or Run(),
        report=lambda store: report,
    )


FAULT = Fault("nothing", _nothing)
ROW = {"tried": 1, "failed": 0, "how": []}


def test_a_run_that_survives_passes(tmp_path):
    assert survival.disturb(world(tmp_path), FAULT) == []


def test_what_goes_wrong_is_found(tmp_path):
    def wrong(**how):
        return survival.disturb(world(tmp_path, **how), FAULT)

    assert wrong(report="another") == ["the report differs"]
    assert wrong(report=None) == ["the report differs"]
    assert wrong(run=Run(code=-11)) == ["exit code -11"]
    assert "traceback" in wrong(run=Run(code=3, told="Traceback (most recent call last)\nE"))[0]


def test_work_that_is_done_again_is_found(tmp_path, monkeypatch):
    times = iter(({"a": 1}, {"a": 2}))
    monkeypatch.setattr(survival, "stored", lambda store: next(times))
    monkeypatch.setattr(survival.os, "kill", lambda pid, sign: None)
    found = survival.kill(world(tmp_path), "parent", random.Random(0))
    assert found == ["finished work was done again"]


def test_every_fault_has_a_name_of_its_own():
    names = [fault.name for fault in faults(random.Random(0))]
    assert len(set(names)) == len(names) >= 20


def test_the_figures_become_a_table():
    rows = {"a disk of 64 KiB": {"tried": 2, "failed": 1, "how": ["traceback"]}}
    text = survival.table({"seeds": [1], "seconds": 3, "rows": rows})
    assert text.endswith("| a disk of 64 KiB | 2 | 1 | traceback |")


def test_pieces_add_up_and_no_seed_counts_twice():
    first = {"seeds": [1], "seconds": 3, "rows": {"SIGKILL of the group": ROW | {"tried": 2}}}
    second = {"seeds": [2], "seconds": 4, "rows": {"SIGKILL of the group": ROW, "x": ROW}}
    both = survival.together(first, second)
    assert both["seeds"] == [1, 2]
    assert both["rows"]["SIGKILL of the group"]["tried"] == 3
    assert both["rows"]["x"] == ROW
    assert "Seeds 1, 2; 7 seconds; 3 kills." in survival.table(both)
    with pytest.raises(SystemExit, match="counted already"):
        survival.together(both, second)
