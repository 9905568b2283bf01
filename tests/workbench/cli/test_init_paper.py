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
import yaml  # comes with jupytext

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("zero")
    done = run(folder, "-m", "workbench", "init-paper", "my_lemmas")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "my_lemmas\n"
    return folder / "my_lemmas"


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


@pytest.fixture(scope="module")
def page(made: Path, environment: dict[str, str], tmp_path_factory) -> str:
    """The recipe for CI, line by line as it stands, but for the installation and the actions."""
    recipe = yaml.safe_load((made / ".github/workflows/claims.yml").read_text())
    lines = [step["run"] for step in recipe["jobs"]["verify"]["steps"] if "run" in step]
    assert lines.pop(0) == "pip install -e . pytest"
    shell = "".join(
        f'{name}() {{ {sys.executable} -m {name} "$@"; }}\n' for name in ("pytest", "workbench")
    )
    summary = tmp_path_factory.mktemp("page") / "page.md"
    done = subprocess.run(
        ["bash", "-e", "-c", shell + "\n".join(lines)], cwd=made, capture_output=True, text=True,
        env=os.environ | environment | {"GITHUB_STEP_SUMMARY": str(summary)}, timeout=300,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
    assert (made / "junit.xml").is_file()
    return summary.read_text()


def test_the_new_package_is_verified_as_it_is(made, page):
    assert page.startswith("**1 claim: nothing refuted; all decided.**")
    report = json.loads((made / "report/verification.json").read_text())
    (claim,) = report["claims"]
    assert (claim["id"], claim["status"]) == ("my_lemmas.lemma-1", "certified")
    assert all(m["rejected"] for e in claim["evidence"] for m in e["mutants"])
    html = (made / "report/pages/papers/my_lemmas.html").read_text()
    assert "Lemma 1" in html
    assert "no claim" in html, "Theorem 2 is an item that nobody looked at"


@pytest.mark.thorough
def test_its_own_tests_find_a_false_claim(made, environment, page):
    module = made / "my_lemmas" / "lemma_1.py"  # what stands in the folder goes first
    text = module.read_text()
    module.write_text(text.replace("factor: int = 2", "factor: int = 3"))
    try:
        bad = run(made, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", **environment)
    finally:
        module.write_text(text)
    assert bad.returncode == 1, bad.stdout
    assert "1 failed" in bad.stdout


def test_its_files_say_what_they_are_for(made):
    assert "workbench verify my_lemmas" in (made / "README.md").read_text()
    assert "workbench verify my_lemmas" in (made / ".github/workflows/claims.yml").read_text()
    names = {str(p.relative_to(made)) for p in made.rglob("*") if p.is_file()}
    assert {"pyproject.toml", "my_lemmas/__init__.py", "my_lemmas/lemma_1.py"} <= names


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("My-Paper", "workbench init-paper my_paper"),
        ("class", "workbench init-paper class_paper"),
        ("2 lemmas", "workbench init-paper paper_2_lemmas"),
        ("json", "the name of a module"),
        ("accel", "the name of an installed paper"),
        ("my_lemmas", "is there already"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_way_out(made, name, words):
    done = run(made.parent, "-m", "workbench", "init-paper", name)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Choose" in done.stderr


def test_folders_on_the_way_are_told(tmp_path):
    done = run(tmp_path, "-m", "workbench", "init-paper", "some/where/my_notes")
    assert done.returncode == 0
    assert "New folders on the way: some, some/where." in done.stderr
    assert (tmp_path / "some/where/my_notes/pyproject.toml").is_file()
    again = run(tmp_path, "-m", "workbench", "init-paper", "some/my_notes")
    assert "on the way" not in again.stderr
