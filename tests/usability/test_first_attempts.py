"""What a newcomer types first, and what the workbench answers.

Each test is a transcript: the command and the words that the answer must hold.
"""

import json
from pathlib import Path

import pytest

from tests.workbench.runner.toy import GOOD, Toys, check


@pytest.fixture
def toys(tmp_path: Path) -> Toys:
    made = Toys(tmp_path / "papers")
    made.paper(a=GOOD, b=check("boom", "raise ValueError('no')"), c=check("so-far", "return yes()"))
    return made


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("", 2, ["Usage: workbench", "verify", "new-claim", "Exit codes"]),
        ("--help", 0, ["Usage: workbench", "Exit codes", "130"]),
        ("--version", 0, ["workbench "]),
        ("verfy", 2, ["No such command 'verfy'", "Did you mean", "verify"]),
        ("verify --profil full", 2, ["--profile"]),
        ("verify toy.goo", 2, ["Did you mean toy.good?", "workbench list"]),
        ("verify toi", 2, ["Did you mean toy?"]),
        ("verify -k 'good and nothing'", 5, ["matches none of the 3 claims", "workbench list"]),
        ("verify good", 2, ["neither a claim nor a prefix", "workbench list"]),
        ("list", 0, ["toy.good", "About good"]),
        ("list toy", 0, ["toy.good"]),
        ("show", 2, ["Missing argument 'ID'"]),
        ("show good", 2, ["'good' is not a claim", "workbench list"]),
        ("show toi", 2, ["Did you mean toy?"]),
        ("show toy.so", 2, ["ids begin with it, such as toy.so-far", "workbench list toy.so"]),
        ("explain good", 2, ["neither a statement", "paper.slug", "workbench list"]),
        ("explain toy.goo", 2, ["Did you mean toy.good?"]),
        ("prove 'cos(x) <= 1'", 2, ["'cos' is no known function", "exp, log, ln, sqrt"]),
        ("prove 'sum(k, 1, n, k) <= 1'", 2, ["'=' is expected here, as in sum(k = 1..n, term)"]),
        ("list -k 'good and'", 2, ["a word is missing at the end", "Join words by and"]),
        ("trust toy.good", 6, ["not verified yet: run `workbench verify toy.good"]),
        ("report", 2, ["Missing argument 'RUN.json'"]),
        ("report nothing.json -o x.html", 2, ["nothing.json", "workbench verify --out DIR"]),
        ("diff a.json b.json", 2, ["a.json", "workbench verify --out DIR"]),
        ("audit", 2, ["Missing argument 'MODULE:NAME'"]),
        ("audit release --epsilon 1", 2, ["is not MODULE:NAME, such as release.py:noisy_count"]),
        ("audit math:sqrt --epsilon 1", 2, ["--dataset DATA --neighbour DATA, or --pairs"]),
        ("recheck nothing", 2, ["nothing cannot be read", "verification.json"]),
        ("new-claim", 2, ["Missing argument 'PAPER.SLUG'"]),
        ("new-claim lemma", 2, ["is not paper.slug", "sgd.lemma-2-1"]),
        ("new-claim toy.good", 2, ["toy.good is a claim already", "Choose another slug"]),
    ],
)
def test_the_answer_names_what_and_the_way_out(monkeypatch, toys, command, code, words):
    import shlex

    done = toys.call(monkeypatch, *shlex.split(command))
    answer = done.stdout + done.stderr
    for word in words:
        assert word in answer, answer
    assert done.returncode == code
    assert "Traceback" not in answer


def test_from_nothing_to_a_verified_claim(monkeypatch, toys):
    """The path of the README: a new claim, its verification, its report, what it rests on."""
    steps = (
        ("new-claim toy.mine", "mine.py"),
        ("list -k mine", "toy.mine"),
        ("verify toy.mine -j 0 --out out", "1 claim: 1 certified"),
        ("trust toy.mine", "python-flint"),
        ("recheck out", "1 of 1 certificates accepted"),
        ("diff out/verification.json out/verification.json", ""),
    )
    for command, words in steps:
        done = toys.call(monkeypatch, *command.split())
        assert done.returncode == 0, done.stdout + done.stderr
        assert words in done.stdout
    assert (toys.folder.parent / "out" / "index.html").is_file()


def test_a_failing_claim_says_why_and_how_to_see_it_again(monkeypatch, toys):
    done = toys.call(monkeypatch, "verify", "-j", "0")
    assert done.returncode == 1
    assert "check_boom: error: raised ValueError: no" in done.stdout
    assert "again: workbench verify toy.boom --seed 0 --profile quick --fresh" in done.stdout


def test_every_command_that_answers_with_data_can_answer_in_json(monkeypatch, toys):
    for command in (["list"], ["show", "toy.good"], ["verify", "-j", "0", "toy.good"]):
        done = toys.call(monkeypatch, *command, "--json")
        assert json.loads(done.stdout)["schema"] == "workbench-run/1"


def test_an_algorithm_can_be_audited_from_the_command_line(monkeypatch, toys):
    (toys.folder.parent / "release.py").write_text(
        "def noisy_count(rows, size, rng):\n"
        "    return len(rows) + rng.laplace(scale=0.5, size=size)\n"
    )
    words = ["audit", "release.py:noisy_count", "--dataset", "[1]", "--neighbour", "[]"]
    done = toys.call(monkeypatch, *words, "--epsilon", "1")
    assert done.returncode == 1, done.stderr
    assert "violation: noisy_count" in done.stdout
    assert "repeat: workbench audit release.py:noisy_count --dataset '[1]'" in done.stdout
    done = toys.call(monkeypatch, *words, "--epsilon", "2", "--samples", "20000")
    assert done.returncode == 0, done.stderr
    assert "no violation found" in done.stdout
