"""The files of a new paper package: what `workbench init-paper` writes."""

from __future__ import annotations

PROJECT = """\
[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1.0"
description = "Claims of a paper, checked with the DP workbench."
requires-python = ">=3.11"
dependencies = ["dp-workbench"]

[project.entry-points."workbench.papers"]
{name} = "{name}"

[tool.hatch.build]
dev-mode-dirs = ["."]  # an editable install needs nothing else

[tool.hatch.build.targets.wheel]
packages = ["{name}"]

[tool.pytest.ini_options]
testpaths = ["tests"]
"""

PAPER = '''"""The paper: its reference, and its claims in the order of its own items."""

from workbench.claims import Paper, collect

PAPER = Paper(
    "{name}",
    title="The title of the paper",
    authors="Its authors",
    reference="arXiv ...",
    contents="""
    1 Introduction
      Lemma 1: lemma-1
      Theorem 2:
""",
)
CLAIMS = collect(__name__, PAPER)
'''

TESTS = '''"""Every claim of the paper is verified, and none is worse than its author says."""

import json
import subprocess
import sys

import pytest

from {name} import CLAIMS

FALSE: set[str] = set()  # the ids of claims that are known to be false as printed


@pytest.fixture(scope="session")
def statuses(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The status of each claim, from one run of the workbench."""
    out = tmp_path_factory.mktemp("report")
    subprocess.run(
        [sys.executable, "-m", "workbench", "verify", "{name}", "--no-baseline",
         "--out", str(out), "--store", str(out / "store")],
        check=False,
    )  # fmt: skip
    report = json.loads((out / "verification.json").read_text(encoding="utf-8"))
    return {{claim["id"]: claim["status"] for claim in report["claims"]}}


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_the_claim_holds_or_is_known_to_be_false(claim, statuses):
    good = ("proved", "certified", "argued", "derived", "supported", "assumed")
    assert statuses[claim.id] in (("refuted",) if claim.id in FALSE else good)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_every_check_has_a_mutant(claim):
    assert all(check.mutants for check in claim.checks)
'''

WORKFLOW = """\
# Verify the claims on every push; the report is an artifact of the run.
name: claims
on: [push, pull_request]
jobs:
  verify:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with: {{python-version: "3.12"}}
      # Where no package index has dp-workbench, install it from its repository first.
      - run: pip install -e . pytest
      - run: pytest --junitxml junit.xml
      - run: workbench verify {name} --out report --summary "$GITHUB_STEP_SUMMARY"
      - uses: actions/upload-artifact@v4
        if: always()
        with: {{name: report, path: report}}
"""

README = """\
# {name}

Claims of a paper, checked with the DP workbench.

```console
$ pip install -e . pytest                 # once; installs the workbench too
$ workbench verify {name} --out report    # check every claim; open report/index.html
$ pytest                                  # the same as tests
```

`{name}/__init__.py` holds the reference and the items of the paper; each claim is a module beside
it. `workbench new-claim {name}.my-slug` writes a module to start from; name its slug among the
items.
When verdicts are as they should be, record them, and later runs report what changed:

```console
$ workbench report report/verification.json --baseline -o reports/baseline.json
```

Two lines in `pyproject.toml` let the package bring them along, wherever it is installed:

```toml
[tool.hatch.build.targets.wheel.extra-metadata]
"reports/baseline.json" = "baseline.json"
```
"""


def files(name: str, claim: str) -> dict[str, str]:
    """The files of the package by their paths; `claim` is the module of its first claim."""
    made = {
        "pyproject.toml": PROJECT,
        "README.md": README,
        ".gitignore": ".workbench/\nreport/\n__pycache__/\n",
        ".github/workflows/claims.yml": WORKFLOW,
        f"{name}/__init__.py": PAPER,
        "tests/test_claims.py": TESTS,
    }
    texts = {path: text.format(name=name) for path, text in made.items() if path != ".gitignore"}
    return {".gitignore": made[".gitignore"], f"{name}/lemma_1.py": claim} | texts
