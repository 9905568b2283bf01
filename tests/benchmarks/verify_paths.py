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
from collections.abc import Callable, Iterator
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


def measured(action: Callable[[], None], before: Callable[[], None]) -> tuple[float, float]:
    """Run it twice: CPU and wall-clock seconds of the second time."""
    cpu = wall = 0.0
    for _ in range(2):
        before()
        used, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        action()
        now, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
        cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    return cpu, wall


def paths(*, whole: bool) -> Iterator[tuple[str, float, float]]:
    """(what was verified, CPU seconds, wall-clock seconds); whole runs too, which take minutes."""
    with tempfile.TemporaryDirectory() as name:
        papers = Papers(Path(name))
        touched = next(Path(name).rglob("lemma_b1.py"))
        own = papers.own()
        verify = ("verify", "--no-baseline")

        def nothing() -> None:
            """The store stays as it is."""

        def run(*words: str) -> Callable[[], None]:
            return lambda: papers.run(*words)

        papers.run(*verify, CLAIM)
        yield "--version", *measured(run("--version"), nothing)
        yield "one known claim", *measured(run(*verify, CLAIM), nothing)
        yield "one touched claim", *measured(run(*verify, CLAIM), lambda: papers.edit(touched))
        mine = measured(run(*verify, "mylemmas"), lambda: papers.edit(own))
        yield "a touched claim of one's own", *mine
        if whole:
            site, store = (*verify, "--out", "report"), Path(name) / ".workbench"
            yield "all claims, cold", *measured(run(*site), lambda: shutil.rmtree(store))
            yield "all claims, known", *measured(run(*verify), nothing)
            yield "all claims, known, with the site", *measured(run(*site), nothing)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="whole runs too, which take minutes")
    print("| what | CPU s | wall s |\n|---|---:|---:|")
    for name, cpu, wall in paths(whole=parser.parse_args().all):
        print(f"| {name} | {cpu:.2f} | {wall:.2f} |", flush=True)


if __name__ == "__main__":
    main()
