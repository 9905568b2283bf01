"""The wheels of engine and papers in an empty environment, far from this repository.

What a user gets from a registry is built and installed with all that it needs; then the commands
run in a folder that has nothing of ours.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHOWN = ("index.html", "pages/assets/site.js", "pages/assets/stix-two-math-subset.woff")


def run(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """One command, without what would lead Python or git back here."""
    ours = ("PYTHONPATH", "VIRTUAL_ENV", "PYTEST_ADDOPTS")
    return subprocess.run(
        list(map(str, words)), cwd=folder, capture_output=True, text=True, timeout=900,
        check=False, env={k: v for k, v in os.environ.items() if k not in ours},
    )  # fmt: skip


@pytest.mark.slow
def test_the_wheels_work_where_the_repository_is_not(tmp_path: Path) -> None:
    """Skipped only where the registry cannot be reached."""
    wheels, away = tmp_path / "wheels", tmp_path / "away"
    away.mkdir()
    for folder in (ROOT, ROOT / "proofs"):
        built = run(folder, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", wheels)
        assert built.returncode == 0, built.stderr
    there = tmp_path / "venv/bin"
    assert run(away, sys.executable, "-m", "venv", there.parent).returncode == 0
    pip = (there / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if run(away, *pip, "--no-deps", "--dry-run", "pytest").returncode != 0:
        pytest.skip("the package registry cannot be reached")
    done = run(away, *pip, *wheels.glob("*.whl"), "pytest")
    assert done.returncode == 0, done.stderr

    def workbench(*words: str, code: int = 0) -> str:
        ran = run(away, there / "workbench", *words)
        assert ran.returncode == code, f"{words}: {ran.stdout}{ran.stderr}"
        return ran.stdout

    found = run(away, there / "python", "-c", "import workbench; print(workbench.__file__)")
    assert Path(found.stdout).is_relative_to(tmp_path)
    assert "accel.prop-4-2" in workbench("list", "-k", "accel")
    # The baseline is in the wheel: what it records as false is no failure.
    told = workbench("verify", "accel.erratum-36", "accel.prop-4-2", "-j", "1", "--out", "report")
    assert "2 claims: 1 certified, 1 refuted" in told
    assert [name for name in SHOWN if not (away / "report" / name).is_file()] == []
    assert "2 of 2 claims follow" in workbench("recheck", "report")
    workbench("report", "report/verification.json", "--single-file", "-o", "one.html")
    workbench("prove", "log(1+x) <= x", "--where", "x >= 0", "--out", "lemma.json")
    assert "1 of 1 certificates accepted" in workbench("recheck", "lemma.json")

    workbench("init-paper", "my_paper")
    assert run(away, *pip, "-e", "my_paper").returncode == 0
    assert "1 claim: 1 certified" in workbench("verify", "my_paper", "--out", "mine")
    tested = run(away / "my_paper", there / "python", "-W", "error", "-m", "pytest", "-q")
    assert "2 passed" in tested.stdout, tested.stdout
    assert "warning" not in tested.stdout, tested.stdout
