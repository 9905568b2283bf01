"""`list`, `show`, `trust`: nothing is run, nothing heavy is loaded."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.workbench.runner.toy import GOOD, ROOT, Toys, check
from workbench.cli.common import patiently

CITED = """
CITED = claim("cited", kind="cited", citation="Someone (2000), Theorem 1", title="A known fact")
"""
PAPER = (
    GOOD
    + CITED
    + check("open", "return inconclusive('m', 'unknown')")
    + check("rests", "return yes(trust=('flint',))", uses="('toy.cited', 'toy.open')")
)


@pytest.fixture
def toys(tmp_path: Path) -> Toys:
    made = Toys(tmp_path / "papers")
    made.paper(a=PAPER)
    return made


@pytest.fixture
def run(toys: Toys, monkeypatch: pytest.MonkeyPatch):
    """Run a command line in this process."""
    return lambda *arguments: toys.call(monkeypatch, *arguments)


def test_list(run, toys: Toys):
    done = run("list", "-k", "good or cited")
    assert done.returncode == 0
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[:2] for line in lines] == [["toy.good", "lemma"], ["toy.cited", "cited"]]
    assert run("list", "-k", "nowhere").returncode == 5
    assert run("list", "no").returncode == 2


def test_what_takes_longer_than_a_moment_is_told(capsys):
    with patiently("reading", after=0.01):
        time.sleep(0.2)
    assert capsys.readouterr().err == "workbench: reading ...\n"
    with patiently("reading", after=0.01, again=0.02):
        time.sleep(0.3)
    assert capsys.readouterr().err.splitlines()[1:], "it goes on, and says so"
    with patiently("reading", after=30):
        pass
    assert capsys.readouterr().err == ""


def test_a_paper_that_is_slow_to_read_is_told(toys, monkeypatch, tmp_path):
    toys.paper("slow", a="time.sleep(1.5)")
    assert "reading the papers" in toys.call(monkeypatch, "list").stderr


@pytest.mark.parametrize("command", ["list", "verify"])
def test_the_engine_alone_says_how_to_get_papers(tmp_path, monkeypatch, command: str):
    alone = Toys(tmp_path / "papers")
    done = alone.call(monkeypatch, command)
    assert (done.returncode, done.stdout) == (5, "")
    assert "no paper is installed" in done.stderr
    assert "`workbench.papers`" in done.stderr
    assert "make setup" in done.stderr
    alone.register("toy", "no_such_module")
    done = alone.call(monkeypatch, command)
    assert "no_such_module" in done.stderr
    assert "no paper is installed" not in done.stderr


def test_list_as_a_tree(run, toys: Toys):
    done = run("list", "toy.rests", "--tree")
    assert done.stdout.splitlines() == [
        "toy.rests  About rests",
        "    toy.cited  A known fact",
        "    toy.open  About open",
    ]


def test_list_as_json(run, toys: Toys):
    document = json.loads(run("list", "--json").stdout)
    assert document["schema"] == "workbench-run/1"
    assert document["claims"][3]["depends_on"] == ["toy.cited", "toy.open"]


def test_show(run, toys: Toys):
    done = run("show", "toy.good")
    assert done.returncode == 0
    for words in (
        "1 = 1",
        "Lemma 1",
        "one_is_one",
        "mutant one_is_two",
        "workbench verify toy.good",
    ):
        assert words in done.stdout
    paper = run("show", "toy")
    assert paper.returncode == 0
    for words in ("toy: ", "toy.good", "toy.cited", "verify it: workbench verify toy"):
        assert words in paper.stdout
    told = json.loads(run("show", "toy", "--json").stdout)
    assert told["paper"]["id"] == "toy"
    assert {"toy.good", "toy.cited"} <= {c["id"] for c in told["claims"]}
    document = json.loads(run("show", "toy.cited", "--json").stdout)
    assert document["claim"]["citation"] == "Someone (2000), Theorem 1"


def test_formulas_are_text_unless_latex_is_asked_for(run, toys: Toys):
    toys.paper(b=check("sum", "return yes()", statement=r"r'\sum_{t=0}^{T-1} t b_t \le 1'"))
    assert "  ∑_{t=0}^{T−1} t bₜ ≤ 1\n" in run("show", "toy.sum").stdout
    assert r"\sum_{t=0}^{T-1} t b_t \le 1" in run("show", "toy.sum", "--latex").stdout
    told = json.loads(run("show", "toy.sum", "--json").stdout)
    assert told["claim"]["statement"] == r"\sum_{t=0}^{T-1} t b_t \le 1"


@pytest.mark.parametrize("command", ["show", "trust"])
def test_an_unknown_id_gets_a_hint(run, toys: Toys, command: str):
    done = run(command, "toy.cite")
    assert done.returncode == 2
    assert "Did you mean toy.cited?" in done.stderr
    assert "workbench list" in done.stderr


def test_trust_reads_the_store_and_runs_nothing(run, toys: Toys):
    before = run("trust", "toy.rests")
    assert before.returncode == 6
    assert "not verified yet: run `workbench verify toy.open toy.rests" in before.stderr
    run("verify", "-j", "0", "toy.rests")
    partly = run("trust", "toy.rests")
    assert partly.returncode == 0
    assert "not verified yet: run workbench verify toy.open" in partly.stdout
    assert "toy.open (not verified yet)" in partly.stdout
    run("verify", "-j", "0")
    done = run("trust", "toy.rests")
    assert "toy.cited: Someone (2000), Theorem 1" in done.stdout
    assert "toy.open (inconclusive)" in done.stdout
    assert "flint" in done.stdout
    document = json.loads(run("trust", "toy.rests", "--json").stdout)
    assert document["open"] == [{"id": "toy.open", "status": "inconclusive"}]
    assert document["not_verified"] == []


def loaded(toys: Toys, *arguments: str) -> set[str]:
    """The top-level modules that a command loads."""
    script = (
        "import sys; from workbench.cli import run; run(sys.argv[1:]);"
        "print('MODULES', *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=toys.folder.parent,
        env=toys.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    modules = done.stderr.rpartition("MODULES ")[2].split()
    assert "workbench.cli" in modules, done.stderr
    return {name.split(".")[0] for name in modules}


HEAVY = {"sympy", "numpy", "scipy", "cvxpy", "matplotlib", "hypothesis", "joblib", "jinja2"}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["verify", "--help"]])
def test_help_loads_nothing_heavy(run, toys: Toys, arguments: list[str]):
    assert loaded(toys, *arguments) & (HEAVY | {"rich", "flint", "toy_pkg"}) == set()


def test_browsing_loads_only_what_the_papers_load(run, toys: Toys):
    for arguments in (["list"], ["show", "toy.good"], ["trust", "toy.good"]):
        modules = loaded(toys, *arguments)
        assert "toy_pkg" in modules
        assert modules & HEAVY == set()


def test_a_run_with_nothing_new_loads_neither_papers_nor_workers(run, toys: Toys):
    toys.run("verify", "-j", "1")
    for command in (["verify", "-j", "2"], ["list"], ["show", "toy.good"], ["trust", "toy.good"]):
        assert loaded(toys, *command) & (HEAVY | {"toy_pkg"}) == set()


def test_no_absolute_path_and_no_private_word_in_help(run, toys: Toys):
    done = run("--help")
    assert str(ROOT) not in done.stdout
    for code in ("0 ", "1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "130 "):
        assert f"\n    {code}" in done.stdout


ABSENT = "raise ImportError('it was not asked for')\n"


def test_only_what_is_asked_for_is_loaded(toys, monkeypatch):
    toys.paper("base", a=GOOD.replace("good", "fact"))
    toys.paper("heavy", a=ABSENT)
    toys.paper(a=GOOD.replace('claim("good")', 'claim("good", uses=("base.fact",))'))
    for command in (
        *(["verify", "-j", jobs, "toy.good"] for jobs in "01"),
        *([word, "toy.good"] for word in ("show", "trust", "list")),
    ):
        done = toys.call(monkeypatch, *command)
        assert done.returncode == 0, done.stderr
        assert "heavy" not in done.stderr
    assert "heavy" in toys.call(monkeypatch, "list").stderr
    wrong = toys.call(monkeypatch, "show", "toy.god")
    assert (wrong.returncode, "Did you mean toy.good?" in wrong.stderr) == (2, True)
    assert "heavy.paper is" not in toys.call(monkeypatch, "verify", "heavy", "-j", "0").stderr


def test_a_paper_that_only_evidence_names_is_known_when_it_is_judged(toys, monkeypatch):
    toys.paper("base", a='F = claim("fact", kind="cited", citation="B (1)")')
    toys.paper(a=GOOD.replace("return yes()", "return yes(assumes=('base.fact',))"))
    for jobs in "01":
        done = toys.call(monkeypatch, "verify", "-j", jobs, "toy.good", "--fresh")
        assert "holds modulo base.fact" in done.stdout, done.stdout + done.stderr
    assert "base.fact: B (1)" in toys.call(monkeypatch, "trust", "toy.good").stdout
