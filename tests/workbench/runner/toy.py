"""Tiny papers for tests: a package in a folder, an entry point that names it, a command line.

Each paper is real: installed by a .dist-info folder beside it, found through the entry-point group,
loaded by the worker processes like any other.
"""

import contextlib
import io
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.workbench.runner import arithmetic
from workbench.claims import Library, load

ROOT = Path(__file__).parents[3]

HEAD = """
import hashlib, json, os, signal, sys, time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any
from workbench.claims import Claim, Counterexample, Figure, Grade, Outcome
from workbench.claims import fails, holds, inconclusive


def claim(slug, *, kind="lemma", **more):
    options = dict(title=f"About {slug}", printed=(kind, "Lemma 1"), statement="1 = 1")
    return Claim(f"{PAPER}.{slug}", **(options | more))

"""
HEAD += "\n\n" + Path(arithmetic.__file__).read_text().split("\n\n\n", 1)[1]

INIT = """
from workbench.claims import Paper, collect

PAPER = Paper({name!r}, "Toy paper {name}", "A. Toy", "none")
CLAIMS = collect(__name__)
"""

GOOD = """
GOOD = claim("good", encoded=(ONE,))


@GOOD.exact
def one_is_one():
    '''1 = 1.'''
    return yes()


@one_is_one.mutant
def one_is_two():
    '''1 = 2 is rejected.'''
    return no()
"""


def check(
    slug: str, body: str, *, mutant: str = "return no()", options: str = "", **more: str
) -> str:
    """The text of a claim with one check and one mutant."""
    name = slug.replace("-", "_")
    given = "".join(f", {key}={value}" for key, value in more.items())
    return f'''
{name.upper()} = claim("{slug}"{given})


@{name.upper()}.exact({options})
def check_{name}(run):
    """A check of {slug}."""
    {body}


@check_{name}.mutant
def mutant_{name}(run):
    """A mutant of {slug}."""
    {mutant}
'''


def forget() -> None:
    """Drop the toy papers that this process has loaded."""
    for name in [m for m in sys.modules if m.split(".")[0].endswith("_pkg")]:
        del sys.modules[name]


@dataclass(frozen=True)
class Done:
    """What a command line left."""

    returncode: int
    stdout: str
    stderr: str


@dataclass
class Toys:
    """A folder with toy papers, to be put on the path."""

    folder: Path
    names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Hide the papers of this repository behind a distribution of the same name without any."""
        info = self.folder / "dp_workbench_papers-0.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        name = "dp-workbench-papers"
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0\n")

    def paper(self, name: str = "toy", **modules: str) -> Path:
        """Write a paper; each keyword is a module with the text of its claims."""
        package = self.folder / f"{name}_pkg"
        package.mkdir(parents=True, exist_ok=True)
        (package / "__init__.py").write_text(INIT.format(name=name))
        for module, text in modules.items():
            (package / f"{module}.py").write_text(f"PAPER = {name!r}\n{HEAD}\n{text}")
        self.register(name, package.name)
        return package

    def register(self, name: str, module: str) -> None:
        """Install an entry point."""
        info = self.folder / f"{name}_toy-1.0.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-toy\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[workbench.papers]\n{name} = {module}\n")
        self.names.append(name)

    def use(self, monkeypatch: pytest.MonkeyPatch) -> Library:
        """Load them in this process."""
        monkeypatch.syspath_prepend(self.folder)
        forget()
        return load()

    def call(self, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Done:
        """Run the workbench in this process: quicker, for what needs no process of its own."""
        from workbench.cli import run

        with monkeypatch.context() as patch:
            patch.chdir(self.folder.parent)
            patch.setenv("NO_COLOR", "1")
            patch.delenv("WORKBENCH_STORE", raising=False)
            patch.syspath_prepend(self.folder)
            forget()
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = run(arguments)
            forget()
        return Done(int(code), out.getvalue(), err.getvalue())

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a process that has these papers."""
        kept = {k: v for k, v in os.environ.items() if k not in ("WORKBENCH_STORE", "COLUMNS")}
        path = os.pathsep.join([str(self.folder), str(ROOT)])
        return kept | {"PYTHONPATH": path, "NO_COLOR": "1"} | more

    def command(self, *arguments: str) -> list[str]:
        """The command line of the workbench in this interpreter."""
        return [sys.executable, "-m", "workbench", *arguments]

    def run(
        self, *arguments: str, timeout: float = 60, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run the workbench in the folder above the papers."""
        return subprocess.run(
            self.command(*arguments),
            cwd=self.folder.parent,
            env=self.environment(**environment),
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
