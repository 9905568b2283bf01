"""What the commands share: exit codes, options, the two streams, loading the papers."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workbench.cli.streams import abandon

if TYPE_CHECKING:
    from workbench.claims import Library
    from workbench.runner import Sources, Store

SCHEMA = "workbench-run/1"
DEFAULT_STORE = Path(".workbench")
READING = "reading the papers, which takes a while where they are new or have changed"
BASELINE = Path("reports/baseline.json")
Command = TypeVar("Command", bound=Callable[..., Any])


class Exit(IntEnum):
    """The exit codes; their meaning for users is in the epilog of `workbench --help`."""

    OK = 0
    WORSE = 1
    USAGE = 2
    FAULT = 3
    INCONSISTENT = 4
    NOTHING = 5
    OPEN = 6
    INTERRUPTED = 130
    CLOSED = 141  # the reader of our output went away, as in `workbench list | head -1`


expression_option = click.option(
    "-k",
    "expression",
    metavar="EXPR",
    default="",
    help="Only ids that match words joined by and, or, not and parentheses, as in pytest.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
)


def _named(context: click.Context, option: click.Parameter, value: str) -> str:
    from workbench.engines import checked
    from workbench.errors import ParameterError

    try:
        return checked(value)
    except ParameterError as error:
        raise click.BadParameter(str(error)) from None


executor_option = click.option(
    "--executor",
    default="local",
    metavar="ENGINE",
    show_default=True,
    callback=_named,
    help="Whose workers: local, dask, dask://HOST:PORT or ray.",
)


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def setting_options(command: Command) -> Command:
    """Options of commands that read evidence: seed, profile, store."""
    for option in (
        click.option(
            "--store",
            type=click.Path(path_type=Path, file_okay=False),
            envvar="WORKBENCH_STORE",
            default=DEFAULT_STORE,
            show_default=True,
            show_envvar=True,
            help="Where evidence is kept.",
        ),
        click.option("--seed", type=int, default=0, show_default=True, help="The root seed."),
        click.option(
            "--profile",
            type=click.Choice(["quick", "full"]),
            default="quick",
            show_default=True,
            help="How thorough: full has larger samples and the slow checks.",
        ),
    ):
        command = option(command)
    return command


def narrate(message: str, *, nl: bool = True) -> None:
    """Tell the user something that is not the result; where nobody listens, the work goes on."""
    try:
        click.echo(message, err=True, nl=nl)
    except OSError:
        abandon(sys.stderr)


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Look for no cycles in the block: a report is millions of objects, which stay to its end.

    To look at them again and again would take a fifth of the time for reading and writing it, and
    to look at them once at the end half a second.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if before:
            gc.enable()


@contextlib.contextmanager
def patiently(what: str, *, after: float = 1.0, again: float = 5.0) -> Iterator[None]:
    """Tell the user what is being done if it is not done within `after` seconds.

    Until it is done, a line every `again` seconds says that it goes on.
    """
    start, ended = time.monotonic(), threading.Event()

    def tell() -> None:
        if not ended.wait(after):
            narrate(f"workbench: {what} ...")
            while not ended.wait(again):
                narrate(f"workbench: ... {time.monotonic() - start:.0f} s")

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()


def print_json(command: str, **content: object) -> None:
    """Print the one document of `--json`."""
    document = {"schema": SCHEMA, "command": command, **content}
    plain = "utf" not in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    click.echo(json.dumps(document, sort_keys=True, indent=1, ensure_ascii=plain))


def writable(folder: Path, option: str, *, make: bool = True) -> None:
    """Make a folder and write into it: to be told before the work that its result has no place.

    Without `make` nothing is left there: what is tried is the folder above it that is there.
    """
    import tempfile

    from workbench.errors import EvidenceError

    try:
        if make:
            folder.mkdir(parents=True, exist_ok=True)
        place = next(p for p in (folder, *folder.absolute().parents) if p.exists())
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(b"x")
    except OSError as error:
        raise EvidenceError(
            f"{folder} cannot be written: {error.strerror}. Choose another folder with {option}."
        ) from error


def append(file: Path, text: str, option: str, *, mode: str = "a") -> None:
    """Add text to a file that an option names; with the mode "w", put it in place of what is."""
    from workbench.errors import EvidenceError

    try:
        with file.open(mode, encoding="utf-8") as target:
            target.write(text)
    except OSError as error:
        raise EvidenceError(
            f"{file} cannot be written: {error.strerror}. Choose another file with {option}."
        ) from error


def writable_file(file: Path, option: str) -> None:
    """Open a file for writing and leave it as it is: to be told before the work that it cannot."""
    was_there = file.exists()
    append(file, "", option)
    if not was_there:
        file.unlink()


def installed(
    wanted: Iterable[str] = (),
    *,
    store: Path | None = None,
    sources: Sources | None = None,
    checks: bool = False,
    elsewhere: Callable[..., str | None] | None = None,
) -> Library:
    """The papers of the claims that are wanted, with those that these rest on; all, if none is.

    Papers that cannot be loaded are told on standard error.  Unless checks are asked for, what the
    papers say may come from the index in `store`, or in the user's cache where there is no store;
    modules that have changed since are imported `elsewhere`, if that is given.
    """
    from workbench.claims import load
    from workbench.claims.paper import installed_papers
    from workbench.runner import Sources, named_by, read_library

    kept = remembered(store)
    known = sources or Sources(kept.sources)

    def read(only: set[str] | None) -> Library:
        with patiently(READING):
            if checks:
                return load(only)
            return read_library(kept.library, known, only=only, elsewhere=elsewhere)

    names = list(wanted)
    papers = {name.split(".", 1)[0] for name in names}
    some = bool(names) and papers <= {name for name, _ in installed_papers()}
    library = read(papers if some else None)
    told = {*library.claims, *(f"{failure.name}.paper" for failure in library.failures)}
    if some and not all(any(named_by(id, name) for id in told) for name in names):
        library = read(None)  # so that the message about a wrong name knows all that are right
    if sources is None and kept.root.is_dir():
        known.save()
    for failure in library.failures:
        narrate(f"workbench: {failure.message}")
    return library


def remembered(store: Path | None = None) -> Store:
    """Where the index of the papers lies: in a store that is there, else in the user's cache."""
    from workbench.runner import Store

    kept = Store(store or Path(os.environ.get("WORKBENCH_STORE") or DEFAULT_STORE))
    return kept if kept.root.is_dir() else Store(_cache())


def _cache() -> Path:
    """Where the index of this environment lies for commands that are given outside of a store."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    named = os.environ.get("WORKBENCH_CACHE") or Path(home) / "dp-workbench"
    folder = Path(named) / hashlib.sha256(sys.prefix.encode()).hexdigest()[:16]
    with contextlib.suppress(OSError):  # then nothing is remembered
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def selected(library: Library, wanted: Iterable[str], *, expression: str = "") -> list[str]:
    """The ids that the user means; names of papers that could not be loaded mean nothing."""
    from workbench.runner.select import named_by, select

    names = list(wanted)
    broken = {f.name for f in library.failures}
    known = [n for n in names if n.split(".", 1)[0] not in broken]
    known += [n for n in names if n not in known and any(named_by(id, n) for id in library.claims)]
    if names and not known:
        return []
    return select(list(library.claims), known, expression=expression)


def nothing(library: Library, *, expression: str = "") -> Exit:
    """Say that the selection is empty, and how to get another one."""
    if not library.papers and not library.failures:
        narrate(
            "workbench: no paper is installed.\n"
            "  A paper is a package that an entry point of the group `workbench.papers` names:"
            " install one into this environment,\n"
            "  or run `make setup` in a checkout of the workbench for those that come with it."
        )
        return Exit.NOTHING
    what = f"-k {expression!r} matches none of" if expression else "nothing is selected from"
    narrate(
        f"workbench: {what} the {len(library.claims)} claims of the installed papers"
        f" ({', '.join(p.id for p in library.papers) or 'none'})."
        " `workbench list` shows them."
    )
    return Exit.NOTHING
