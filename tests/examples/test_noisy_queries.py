"""The example of a library that audits itself: its tests pass, and those of its slips fail."""

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
