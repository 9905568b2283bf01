"""CPU seconds of `workbench verify` on the paths that people take, workers included.

    python tests/benchmarks/verify_paths.py [--all]

The papers are copied, so that one of their modules can be edited; --all adds whole runs, cold and
known.  Every row is run twice and the second figure counts, so that bytecode is on disk.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

CLAIM = "accel.lemma-b1"


class Papers:
    """A copy of the papers of this repository with a store of its own, and a new paper beside."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.edits = folder, 0
        found = importlib.util.find_spec("workbench_papers")
        assert found is not None
        assert found.submodule_search_locations
        origin = Path(found.submodule_search_locations[0])
        shutil.copytree(origin, folder / origin.name)
        self.environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'own'}"}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def run(self, *words: str) -> None:
        """One command line; what it prints is of no interest, its failure is."""
        done = subprocess.run(
            [sys.executable, "-m", "workbench", *words], cwd=self.folder, env=self.environment,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode not in (0, 1, 6):  # 1 and 6: the papers have false and open claims
            raise SystemExit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stderr}")

    def edit(self, module: Path) -> None:
        """Change the text of a module, and nothing that it says."""
        self.edits += 1
        with module.open("a") as file:
            file.write(f"\n# edit {self.edits}\n")

    def own(self) -> Path:
        """A paper of one's own, installed; the module of its claim."""
        home = self.folder / "own"
        home.mkdir()
        subprocess.run(
            [sys.executable, "-m", "workbench", "init-paper", "mylemmas"],
            cwd=home, env=self.environment, capture_output=True, check=True,
        )  # fmt: skip
        (home / "mylemmas/mylemmas").rename(home / "package")
        shutil.rmtree(home / "mylemmas")
        (home / "package").rename(home / "mylemmas")
        info = home / "mylemmas-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mylemmas\nVersion: 1\n")
        (info / "entry_points.txt").write_text("[workbench.papers]\nmylemmas = mylemmas\n")
        return home / "mylemmas/lemma_1.py"


def measured(name: str, action: Callable[[], None], before: Callable[[], None]) -> None:
    """Run it twice, and print CPU and wall-clock seconds of the second time."""
    for last in (False, True):
        before()
        used, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        action()
        now, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
        cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
        if last:
            print(f"| {name} | {cpu:.2f} | {wall:.2f} |", flush=True)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="whole runs too, which take minutes")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        papers = Papers(Path(name))
        touched = next(Path(name).rglob("lemma_b1.py"))
        own = papers.own()
        verify = ("verify", "--no-baseline")
        print("| what | CPU s | wall s |\n|---|---:|---:|")

        def nothing() -> None:
            """The store stays as it is."""

        papers.run(*verify, CLAIM)
        measured("--version", lambda: papers.run("--version"), nothing)
        measured("one known claim", lambda: papers.run(*verify, CLAIM), nothing)
        measured("one touched claim", lambda: papers.run(*verify, CLAIM),
                 lambda: papers.edit(touched))  # fmt: skip
        measured("a touched claim of one's own", lambda: papers.run(*verify, "mylemmas"),
                 lambda: papers.edit(own))  # fmt: skip
        if given.all:
            whole = (*verify, "--out", "report")
            store = Path(name) / ".workbench"
            measured("all claims, cold", lambda: papers.run(*whole),
                     lambda: shutil.rmtree(store))  # fmt: skip
            measured("all claims, known", lambda: papers.run(*verify), nothing)
            measured("all claims, known, with the site", lambda: papers.run(*whole), nothing)


if __name__ == "__main__":
    main()
