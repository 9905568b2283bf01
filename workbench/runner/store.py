"""The evidence of all runs on disk: one file for each task, written whole or not at all.

    .workbench/
      evidence/CLAIM/CHECK.PROFILE-SEED.json    what a task found
      running/PID/                              which tasks are in flight, while a run lasts
      sources.cache                             what each source file imports (a cache)
      library/MODULE.cache                      what the claims of a paper say (a cache)

A file whose content is not what was written is set aside as *.damaged and said so; its task runs
again.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from workbench.errors import EvidenceError
from workbench.runner.plan import Task
from workbench.runner.record import OutdatedError, Record
from workbench.stored import stored_text

Notice = Callable[[str], None]


def mark_of(task: Task) -> str:
    """The name of the file that is there while a worker runs the task."""
    return task.key[:40]


def ignore(message: str) -> None:
    """The notice of a caller who does not want to know."""


@dataclass(frozen=True, slots=True)
class Store:
    """Evidence under `root`; `notice` is told of damaged files."""

    root: Path
    notice: Notice = field(default=ignore, compare=False)

    @property
    def sources(self) -> Path:
        """The cache of the import graph."""
        return self.root / "sources.cache"

    @property
    def library(self) -> Path:
        """The folder of what the papers say."""
        return self.root / "library"

    def prepare(self) -> None:
        """Make the folder and write into it; raises EvidenceError if that is impossible."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.root) as file:
                file.write(b"x")
        except OSError as error:
            raise EvidenceError(
                f"{self.root} cannot be used for evidence: {error.strerror}."
                " Choose a folder that you may write to with --store."
            ) from error

    def path(self, task: Task) -> Path:
        """Where the evidence of a task lies."""
        name = f"{task.check}.{task.profile}-{task.root}.json"
        return self.root / "evidence" / task.claim / name

    def find(self, task: Task, *, passing: bool = False) -> Record | None:
        """The evidence for exactly this task, or None if it is missing, stale or damaged.

        What an outside cause did counts only if `passing` says so.
        """
        path = self.path(task)
        try:
            record = Record.read(stored_text(path))
            if (record.claim, record.check) != (task.claim, task.check):
                raise EvidenceError(f"it is the evidence of {record.claim}::{record.check}")
        except (FileNotFoundError, NotADirectoryError, OutdatedError):
            return None
        except UnicodeDecodeError as error:
            self._set_aside(path, f"it is not text: {error}")
            return None
        except EvidenceError as error:
            self._set_aside(path, str(error))
            return None
        except OSError as error:
            if error.errno == errno.ELOOP:  # links in a circle: there is nothing to lose
                self._set_aside(path, str(error.strerror) + ".")
                return None
            raise EvidenceError(
                f"{path} cannot be read: {error.strerror}."
                " Mend its permissions, or choose another folder with --store."
            ) from error
        fits = record.key == task.key and (passing or not record.passing)
        return record if fits else None

    def write(self, task: Task, record: Record) -> None:
        """Write the evidence so that a reader sees the old file or the new one, never a part.

        A machine that loses its power may keep a part, which the hash at its head then tells: to
        wait for the disk at each of a thousand checks would take seconds.
        """
        path = self.path(task)
        text = record.text()
        scratch = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with scratch.open("w", encoding="utf-8") as file:
                file.write(text)
            scratch.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                scratch.unlink()
            raise EvidenceError(
                f"{path} cannot be written: {error.strerror}."
                " Make room or mend its permissions, or choose another folder with --store."
            ) from error

    def _set_aside(self, path: Path, problem: str) -> None:
        aside = path.with_name(path.name + ".damaged")
        try:
            path.replace(aside)
        except OSError as error:
            kept = f"It cannot be set aside ({error.strerror})"
        else:
            kept = f"It is kept as {aside.name}"
        self.notice(f"{path} is damaged: {problem} {kept}; its task runs again.")

    @property
    def _marks(self) -> Path:
        return self.root / "running" / str(os.getpid())

    def in_flight(self, tasks: Iterable[Task]) -> list[str]:
        """The names of those tasks that a worker of this process runs now."""
        try:
            there = set(os.listdir(self._marks))
        except OSError:
            return []
        return [task.name for task in tasks if mark_of(task) in there]

    @contextlib.contextmanager
    def running(self) -> Iterator[Path]:
        """A folder for the marks of this run; those of runs that were killed are removed."""
        self.prepare()
        here = self._marks
        base = here.parent
        try:
            here.mkdir(parents=True, exist_ok=True)
            for other in base.iterdir():
                if other != here and not _alive(other.name):
                    shutil.rmtree(other, ignore_errors=True)
            for scratch in self.root.glob("evidence/*/.*.tmp"):
                if not _alive(scratch.name.split(".")[-2]):
                    scratch.unlink(missing_ok=True)
        except OSError as error:
            raise EvidenceError(
                f"{self.root} cannot be used for evidence: {error.strerror}."
                " Choose a folder that you may write to with --store."
            ) from error
        try:
            yield here
        finally:
            shutil.rmtree(here, ignore_errors=True)


def _alive(pid: str) -> bool:
    """Whether a process of this number exists."""
    try:
        os.kill(int(pid), 0)
    except PermissionError:
        return True
    except (ValueError, OverflowError, OSError):
        return False
    return True
