"""`workbench audit`: what is loaded, what is printed, and the exit codes."""

import json
import shlex
import subprocess
import sys

import pytest

from workbench import audit
from workbench.cli import run

MODULE = """
import numpy as np

def count(rows, size, rng):
    return len(rows) + rng.laplace(scale=0.5, size=size)

def fixed(rows, size, rng):
    return len(rows) + np.random.default_rng(0).laplace(size=size)

def nothing():
    return 0.0

class Kept:
    data = [1]
    def sample(self, rows, size, rng):
        return count(rows, size, rng)

kept = Kept()
FULL, EMPTY = [1], []
PAIRS = [([1], []), ([1, 1], [1])]
"""


@pytest.fixture(autouse=True)
def _user(tmp_path, monkeypatch):
    (tmp_path / "mine_for_audit.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


def call(capsys, line):
    code = run(["audit", *shlex.split(line)])
    out, err = capsys.readouterr()
    return code, out, err


PAIR = "--dataset '[1]' --neighbour '[]'"


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (f"mine_for_audit:count {PAIR} --epsilon 1", 1, "violation: count"),
        (f"mine_for_audit.py:count {PAIR} --epsilon 2", 0, "no violation found: count"),
        (f"mine_for_audit:kept {PAIR} --epsilon 2", 0, "no violation found: Kept"),
        (f"mine_for_audit:kept.sample {PAIR} --epsilon 2", 0, "no violation found"),
        (f"mine_for_audit:count {PAIR} --epsilon 9 --samples 900", 6, "underpowered: count"),
        (f"mine_for_audit:fixed {PAIR} --epsilon 2", 1, "model mismatch: fixed"),
        (f"mine_for_audit:count {PAIR} --epsilon 2 --bits", 1, "exponents of the lowest set bits"),
        ("mine_for_audit:count --pairs mine_for_audit:PAIRS --epsilon 2", 0, "pair 1"),
        (
            "mine_for_audit:count --dataset mine_for_audit:FULL --neighbour mine_for_audit:EMPTY "
            "--epsilon 1 --sequential",
            1,
            "of at most",
        ),
    ],
)
def test_exit_codes(capsys, line, code, words):
    samples = "" if "--samples" in line else " --samples 30000"
    found, out, _ = call(capsys, line + samples)
    assert words in out or words == "of at most"
    assert found == code
    assert "repeat: workbench audit mine_for_audit" in out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("mine_for_audit:cont --dataset 1 --neighbour 2 --epsilon 1", "Did you mean count?"),
        ("nothing_there:count --dataset 1 --neighbour 2 --epsilon 1", "cannot be imported"),
        ("nothing.py:count --dataset 1 --neighbour 2 --epsilon 1", "there is no file nothing.py"),
        ("count --dataset 1 --neighbour 2 --epsilon 1", "is not MODULE:NAME"),
        ("mine_for_audit:count --dataset 1,2] --neighbour 2 --epsilon 1", "neither a Python"),
        ("mine_for_audit:count --dataset '[1]' --epsilon 1", "two neighbouring datasets"),
        (
            "mine_for_audit:count --dataset '[1]' --pairs mine_for_audit:PAIRS --epsilon 1",
            "stands instead",
        ),
        ("mine_for_audit:count --dataset '[1]' --neighbour '[1]' --epsilon 1", "identical"),
        (f"mine_for_audit:Kept {PAIR} --epsilon 1", "Pass an instance"),
        (f"mine_for_audit:count {PAIR}", "--epsilon"),
        (f"mine_for_audit:nothing {PAIR} --epsilon 1", "Pass sample(dataset, size, rng), which"),
    ],
)
def test_wrong_usage_says_the_way_out(capsys, line, words):
    code, out, err = call(capsys, line)
    assert code == 2
    assert words in err
    assert out == ""


def test_json_is_one_document_that_can_be_rechecked(capsys):
    code, out, _ = call(capsys, f"mine_for_audit:count {PAIR} --epsilon 1 --samples 8000 --json")
    document = json.loads(out)
    assert (code, document["command"], document["audit"]["verdict"]) == (1, "audit", "violation")
    assert audit.recheck(out).verdict == "violation"


def test_the_printed_command_repeats_the_audit(capsys):
    line = f"mine_for_audit:count {PAIR} --epsilon 1.5 --samples 8000 --seed 4 --sequential"
    _, out, _ = call(capsys, line)
    again = out.splitlines()[-1].split("repeat: workbench audit ")[1]
    _, repeated, _ = call(capsys, again)

    def stable(text):
        return [line for line in text.splitlines() if " s; errors" not in line]

    assert stable(repeated) == stable(out)


def test_asking_for_help_loads_nothing_heavy():
    code = (
        "import sys; from workbench.cli import run; run(['audit', '--help']);"
        " sys.exit(bool({'numpy', 'scipy', 'hypothesis'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_file_may_import_its_neighbours(tmp_path, monkeypatch, capsys):
    """From another folder, as `python FILE.py` lets it."""
    folder = tmp_path / "below"
    folder.mkdir()
    (folder / "scales_of_mine.py").write_text("SCALE = 0.25\n")
    (folder / "release_of_mine.py").write_text(
        "import scales_of_mine\n\ndef f(rows, rng):\n"
        "    return len(rows) + rng.laplace(scale=scales_of_mine.SCALE)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    words = ["--dataset", "[1, 1]", "--neighbour", "[1]", "--epsilon", "1", "--samples", "4000"]
    assert run(["audit", "below/release_of_mine.py:f", *words]) == 1
    assert "violation" in capsys.readouterr().out
