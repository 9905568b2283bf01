"""The example of a library that audits itself: its tests pass, and those of its slips fail."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.examples import seeds

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = Path(__file__).parent / "noisy-queries"


def run(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, words)), cwd=ROOT, env=os.environ | environment, capture_output=True,
        text=True, timeout=900, check=False,
    )  # fmt: skip


def test_good_tests_are_green_and_broken_ones_red():
    """A small share of `seeds.py 200`, of the query that needs nothing but dp-accounting."""
    script = EXAMPLE.parent / "seeds.py"
    done = run(sys.executable, script, 2, "averaging", PYTHONPATH=str(EXAMPLE))
    assert done.returncode == 0, done.stdout + done.stderr
    told = [line.rpartition(": ")[2] for line in done.stdout.splitlines()]
    assert told == ["2 of 2 green", "2 of 2 red"]


def test_a_test_that_fails_for_another_reason_is_not_counted_as_red():
    counts = seeds.Seeds(range(2))
    for told in ("f is not (1, 0)-DP: epsilon >= 2", "NameError: name 'f' is not defined"):
        counts.pytest_runtest_logreport(
            SimpleNamespace(
                nodeid="t.py::t[0]", when="call", outcome="failed", passed=False, longreprtext=told
            )
        )
    assert counts.failed == {"t.py::t": 1}


def test_the_workflow_uses_options_that_there_are(pytestconfig):
    workflow = (EXAMPLE / ".github/workflows/privacy.yml").read_text()
    options = set(re.findall(r" --(privacy-[a-z-]+)", workflow))
    assert options == {"privacy-summary", "privacy-samples", "privacy-seed"}
    for option in options:
        pytestconfig.getoption(option.replace("-", "_"))


def test_what_is_recorded_is_of_all_six_tests_and_as_it_should_be():
    kept = json.loads(seeds.RECORD.read_text())["tests"]
    named = {f"{path.parent.name}/{path.name}" for path in EXAMPLE.glob("*/test_*.py")}
    assert {name.partition("::")[0] for name in kept} == named
    for name, one in kept.items():
        assert one["as wanted"] == one["seeds"] >= 100, name
    shown = (EXAMPLE.parent / "README.md").read_text()
    for name, one in kept.items():
        line = f"| `{name.replace('::', '` | `')}` | {one['as wanted']} of {one['seeds']} |"
        assert line in shown, line


def test_counts_are_added_only_to_those_of_the_seeds_before(tmp_path, monkeypatch):
    monkeypatch.setattr(seeds, "RECORD", tmp_path / "seeds.json")
    monkeypatch.setattr(seeds, "LIBRARIES", ())
    seeds.record({"t": [2, 2]}, range(2))
    with pytest.raises(SystemExit, match="the first 2 of t"):
        seeds.record({"t": [2, 2]}, range(4, 6))
    seeds.record({"t": [2, 1]}, range(2, 4))
    kept = json.loads(seeds.RECORD.read_text())["tests"]["t"]
    assert (kept["seeds"], kept["as wanted"]) == (4, 3)


@pytest.mark.slow
def test_the_example_installed_from_the_registry(tmp_path):
    """Workbench and example into an empty environment, as its README says; then all of its tests.

    Skipped only where the registry cannot be reached.
    """
    python = tmp_path / "venv/bin/python"
    assert run(sys.executable, "-m", "venv", tmp_path / "venv").returncode == 0
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if run(*pip, "--no-deps", "--dry-run", "opendp").returncode != 0:
        pytest.skip("the package registry cannot be reached")
    done = run(*pip, ROOT, f"{EXAMPLE}[test]")
    assert done.returncode == 0, done.stderr
    where = ("-p", "no:cacheprovider", "--rootdir", EXAMPLE, "-c", EXAMPLE / "pyproject.toml")
    good = run(python, "-m", "pytest", *where, EXAMPLE / "tests")
    assert "3 passed" in good.stdout, good.stdout
    bad = run(python, "-m", "pytest", *where, EXAMPLE / "broken")
    assert "3 failed" in bad.stdout, bad.stdout
    assert bad.stdout.count("is not (1, ") >= 3
