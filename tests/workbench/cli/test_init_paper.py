"""A paper package from nothing: written, installed, verified and tested, as the README says.

The package is installed into an environment of its own, which sees the workbench and its
dependencies and nothing else of this repository.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("zero")
    done = run(folder, "-m", "workbench", "init-paper", "mylemmas")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "mylemmas\n"
    return folder / "mylemmas"


def run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def environment(made: Path, tmp_path_factory) -> dict[str, str]:
    """The package built and installed offline, into a folder of its own."""
    target = tmp_path_factory.mktemp("environment")
    wheel = run(made, "-c", "from hatchling.build import build_wheel; print(build_wheel('dist'))")
    assert wheel.returncode == 0, wheel.stderr
    import zipfile

    (built,) = (made / "dist").glob("*.whl")
    with zipfile.ZipFile(built) as content:
        content.extractall(target)
    return {"PYTHONPATH": str(target)}


def test_the_new_package_is_verified_as_it_is(made, environment, tmp_path):
    words = ("verify", "mylemmas", "--out", "report", "-j", "0")
    done = run(tmp_path, "-m", "workbench", *words, **environment)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "report/verification.json").read_text())
    (claim,) = report["claims"]
    assert (claim["id"], claim["status"]) == ("mylemmas.lemma-1", "certified")
    assert all(m["rejected"] for e in claim["evidence"] for m in e["mutants"])
    page = (tmp_path / "report/pages/papers/mylemmas.html").read_text()
    assert "Lemma 1" in page
    assert "no claim" in page, "Theorem 2 is an item that nobody looked at"


def test_its_own_tests_pass_and_find_a_false_claim(made, environment):
    plain = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    good = run(made, *plain, **environment)
    assert good.returncode == 0, good.stdout
    assert "2 passed" in good.stdout
    module = made / "mylemmas" / "lemma_1.py"  # what stands in the folder goes first
    text = module.read_text()
    module.write_text(text.replace("factor: int = 2", "factor: int = 3"))
    try:
        bad = run(made, *plain, **environment)
    finally:
        module.write_text(text)
    assert bad.returncode == 1, bad.stdout
    assert "1 failed" in bad.stdout


def test_its_files_say_what_they_are_for(made):
    assert "workbench verify mylemmas" in (made / "README.md").read_text()
    assert "workbench verify mylemmas" in (made / ".github/workflows/claims.yml").read_text()
    names = {str(p.relative_to(made)) for p in made.rglob("*") if p.is_file()}
    assert {"pyproject.toml", "mylemmas/__init__.py", "mylemmas/lemma_1.py"} <= names


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("My-Paper", "lower case letters"),
        ("class", "lower case letters"),
        ("json", "the name of a module"),
        ("accel", "the name of an installed paper"),
        ("mylemmas", "is there already"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_way_out(made, name, words):
    done = run(made.parent, "-m", "workbench", "init-paper", name)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Choose" in done.stderr
