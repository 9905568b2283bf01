"""`workbench experiment` as a user meets it, on a toy paper that has one."""

import json
import subprocess
import sys

import pytest

from tests.workbench.runner.toy import GOOD, Toys

GRID = """
import numpy as np

from workbench.convergence.comparisons import Below, Conclusion
from workbench.convergence.grids import Cell, Curve, Experiment


def simulate(cell, rng, runs):
    if (Path(__file__).parents[1] / "stop").exists() and cell["method"] == "B":
        raise KeyboardInterrupt
    size = {"A": 1.0, "B": 20.0}[cell["method"]]
    return Curve((0, 10), np.stack([np.full(runs, 9.0), size * (0.5 + rng.random(runs))]))


GRID = Experiment(
    id="toy.grid", title="A toy", source="Section 1", simulate=simulate,
    cells=tuple(Cell((("T", "T=10"), ("method", m))) for m in "AB"),
    panel=("T",), line="method", column="T", runs=8,
    conclusions=(Conclusion("order", "A is below B", Below(("T=10,A",), ("T=10,B",))),),
)
"""


@pytest.fixture
def toys(tmp_path) -> Toys:
    made = Toys(tmp_path / "papers")
    made.paper(a=GOOD, grid=GRID)
    return made


def test_without_a_name_they_are_listed(monkeypatch, toys):
    done = toys.call(monkeypatch, "experiment")
    assert "toy.grid  A toy (Section 1): 2 cells, 8 runs of each" in done.stdout
    assert "workbench experiment ID" in done.stderr
    listed = json.loads(toys.call(monkeypatch, "experiment", "--json").stdout)
    assert [e["id"] for e in listed["experiments"]] == ["toy.grid"]


def test_only_the_module_of_the_experiment_is_imported_to_run_it(toys, tmp_path):
    """Another paper is not read, and of its own paper no module of claims."""
    toys.paper("other", a="raise RuntimeError('imported')")
    (tmp_path / ".workbench").mkdir()
    first = toys.run("experiment", "toy.grid", "-j", "1", "-k", "Z")
    assert first.returncode == 5
    code = (
        "import sys; from workbench.cli import run; run(['experiment', 'toy.grid', '-k', 'Z']);"
        " print(*sorted(m for m in sys.modules if m.startswith('toy_pkg')))"
    )
    again = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=toys.environment(), capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert again.stdout.split() == ["toy_pkg", "toy_pkg.grid"], again.stderr


def test_a_run_is_written_and_not_repeated(monkeypatch, toys, tmp_path):
    done = toys.call(monkeypatch, "experiment", "toy.grid", "-j", "1")
    assert done.returncode == 0, done.stderr
    assert "| order | A is below B | holds |" in done.stdout
    assert "2 of 2 blocks run" in done.stderr
    folder = tmp_path / ".workbench/experiments/toy.grid"
    assert (folder / "summary.md").read_text() == done.stdout
    assert (folder / "figures/T=10.svg").exists()
    again = toys.call(monkeypatch, "experiment", "toy.grid", "-j", "1", "--json", "--out", "here")
    assert "0 of 2 blocks run" in again.stderr
    document = json.loads(again.stdout)
    kept = json.loads((tmp_path / "here/results.json").read_text())
    assert document["finals"] == kept["finals"]
    assert document["conclusions"][0]["answer"] == "holds"
    fresh = toys.call(monkeypatch, "experiment", "toy.grid", "-j", "1", "--fresh", "--json")
    assert "2 of 2 blocks run" in fresh.stderr
    assert json.loads(fresh.stdout)["finals"] == kept["finals"]


def test_an_interrupted_run_goes_on(monkeypatch, toys):
    stop = toys.folder / "stop"
    stop.touch()
    done = toys.call(monkeypatch, "experiment", "toy.grid", "-j", "1")
    assert done.returncode == 130
    assert "with 1 of 2 blocks done and kept" in done.stderr
    assert "The same command goes on" in done.stderr
    stop.unlink()
    done = toys.call(monkeypatch, "experiment", "toy.grid", "-j", "1")
    assert "1 of 2 blocks run" in done.stderr


def test_a_part_of_the_cells(monkeypatch, toys):
    done = toys.call(monkeypatch, "experiment", "toy.grid", "-k", ",B", "-j", "1", "--runs", "3")
    assert done.returncode == 0
    assert "3 runs of 1 cells" in done.stdout
    assert "| A |" not in done.stdout


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        (["toy.gird"], 2, ["not an experiment", "Did you mean toy.grid?"]),
        (["toy.grid", "-k", "Z"], 5, ["matches none of the 2 cells", "T=10,A"]),
        (["toy.grid", "--runs", "0"], 2, ["--runs"]),
    ],
)
def test_the_answer_names_what_and_the_way_out(monkeypatch, toys, command, code, words):
    done = toys.call(monkeypatch, "experiment", *command)
    assert done.returncode == code
    assert all(word in done.stderr for word in words), done.stderr


def test_the_list_imports_the_modules_of_experiments_and_no_claims(monkeypatch, toys, tmp_path):
    """What is changed, added or gone is seen the next time; what cannot be imported is named."""
    toys.paper(a=GOOD + "\nraise RuntimeError('the claims are imported')", grid=GRID)

    def listed() -> list[str]:
        done = toys.run("experiment")
        assert "cannot be imported" not in done.stderr
        return done.stdout.splitlines()

    assert [line.split()[0] for line in listed()] == ["toy.grid"]
    grid = toys.folder / "toy_pkg/grid.py"
    grid.write_text(grid.read_text().replace("A toy", "Another title"))
    assert "Another title" in listed()[0]
    beside = toys.folder / "toy_pkg/beside.py"
    beside.write_text(grid.read_text().replace("toy.grid", "toy.beside"))
    assert [line.split()[0] for line in listed()] == ["toy.beside", "toy.grid"]
    grid.unlink()
    assert [line.split()[0] for line in listed()] == ["toy.beside"]
    beside.write_text(beside.read_text() + "\nraise RuntimeError('half written')\n")
    done = toys.run("experiment")
    assert (done.returncode, done.stdout) == (5, "")
    assert "toy_pkg.beside cannot be imported: RuntimeError: half written." in done.stderr


def test_two_experiments_of_one_id_are_refused(toys):
    """Each is named by its module; the same one under two names is one experiment."""
    toys.paper(a=GOOD, grid=GRID, again="from toy_pkg.grid import GRID as Experiment")
    assert toys.run("experiment").stdout.split()[0] == "toy.grid"
    toys.paper(a=GOOD, grid=GRID, again=GRID)
    done = toys.run("experiment")
    assert done.returncode == 2
    assert "'toy.grid' is defined twice, in toy_pkg.again and in toy_pkg.grid" in done.stderr


def test_a_paper_without_experiments(monkeypatch, tmp_path):
    toys = Toys(tmp_path / "papers")
    toys.paper(a=GOOD)
    done = toys.call(monkeypatch, "experiment")
    assert (done.returncode, done.stdout) == (5, "")
    assert "have no experiments" in done.stderr
