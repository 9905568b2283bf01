"""The first steps of a new user, as the README shows them, run and timed.

    python tests/usability/first_steps.py FOLDER

takes every step of the section "First steps" in an empty folder, from a clone of this repository
on, and prints how long each command took.  A step is a paragraph with at most three commands.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 1800  # seconds of one command
EXPECTED = {"workbench audit": 1}  # the mechanism of the README breaks its promise


@dataclass(frozen=True)
class Step:
    """What is done, the files it needs, its commands."""

    title: str
    files: Mapping[str, str]
    commands: tuple[str, ...]


@dataclass(frozen=True)
class Ran:
    """One command that was run."""

    command: str
    code: int
    seconds: float
    output: str

    @property
    def as_expected(self) -> bool:
        wanted = next((c for words, c in EXPECTED.items() if self.command.startswith(words)), 0)
        return self.code == wanted


def steps() -> list[Step]:
    """The steps of the README, in their order."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## First steps\n(.*?)^## ", text, re.S | re.M)
    found: list[Step] = []
    for part in re.split(r"^\*\*", section, flags=re.M)[1:]:
        commands = re.findall(r"^\$ (.*)$", part, re.M)
        files = dict(re.findall(r"```python\n# (\S+\.py)\n(.*?)```", part, re.S))
        found.append(Step(part.partition("**")[0].rstrip("."), files, tuple(commands)))
    return found


def take(step: Step, folder: Path, environment: Mapping[str, str]) -> list[Ran]:
    """Run the commands of a step in the folder, one after the other, in one shell each."""
    for name, content in step.files.items():
        (folder / name).write_text(content, encoding="utf-8")
    done = []
    for command in step.commands:
        start = time.monotonic()
        ran = subprocess.run(
            ["bash", "-c", command.replace("URL", str(ROOT))], cwd=folder,
            env={**os.environ, **environment}, capture_output=True, text=True, timeout=LONGEST,
            check=False,
        )  # fmt: skip
        seconds = time.monotonic() - start
        done.append(Ran(command, ran.returncode, seconds, ran.stdout + ran.stderr))
    return done


def main(folder: Path) -> int:
    """Take all steps; 1 if one went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join([str(folder / "dp-workbench/.venv/bin"), os.environ["PATH"]])
    wrong = 0
    for step in steps():
        print(step.title)
        for ran in take(step, folder.resolve(), {"PATH": path}):
            print(f"  {ran.seconds:7.1f} s  exit {ran.code}  {ran.command}", flush=True)
            if not ran.as_expected:
                print(ran.output)
                wrong += 1
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
