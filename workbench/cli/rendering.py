"""The documents that are made of a report, and the places where they are written."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import installed

if TYPE_CHECKING:
    from workbench.report.baseline import Recorded


def try_output(output: Path, *, one: bool, printed: bool) -> None:
    """Fail now where writing would fail after the work: one file, or a folder of files."""
    if printed:
        return
    with writing(output):
        if not one:
            output.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=output).close()
            return
        output.parent.mkdir(parents=True, exist_ok=True)
        was_there = output.exists()
        output.open("a", encoding="utf-8").close()
        if not was_there:
            output.unlink()


@contextlib.contextmanager
def writing(output: Path) -> Iterator[None]:
    """Tell what the system refuses, and the way out."""
    from workbench.errors import EvidenceError

    try:
        yield
    except OSError as error:
        why = f"{error.strerror}. Name another file"
        if isinstance(error, FileExistsError | NotADirectoryError):
            why = "something that is no folder is in its place. Name a folder, or a FILE.html,"
        raise EvidenceError(f"{output} cannot be written: {why} with -o.") from error


def rendered(
    report: dict[str, Any], folder: Path, recorded: dict[str, Recorded], *, single: bool
) -> tuple[Path, ...]:
    """The files that the run itself wrote: what is recorded is no failure, and no news.

    A report does not say that a claim is gone, since it may be one on a part of the papers.
    """
    from workbench.cli.judgement import judge_run, news_of
    from workbench.report import write_report

    news = news_of(report, judge_run(report["claims"], recorded))
    return write_report(report, folder, single=single, recorded=recorded, news=news)


def errata_text(report: dict[str, Any], paper: str) -> str:
    """The errata of one paper of a report."""
    from workbench.report.errata import errata_markdown
    from workbench.report.reader import read_report

    data = read_report(report)
    if paper not in {p.id for p in data.papers}:
        raise click.BadParameter(
            f"{paper!r} is not a paper of this report ({', '.join(p.id for p in data.papers)}).",
            param_hint="--errata",
        )
    return errata_markdown(data, paper)


def map_text(statuses: Mapping[str, str], paper: str) -> str:
    """The map of an installed paper; of claims that have no status here none is recorded."""
    from workbench.claims.paper import installed_papers
    from workbench.errors import ClaimError
    from workbench.report.paper_map import paper_map

    packages = dict(installed_papers())
    if paper not in packages:
        raise click.BadParameter(
            f"{paper!r} is not an installed paper ({', '.join(packages) or 'there is none'}).",
            param_hint="--map",
        )
    library = installed([paper])
    about = next((p for p in library.papers if p.id == paper), None)
    if about is None:
        raise ClaimError("\n".join(failure.message for failure in library.failures))
    claims = [c for c in library.claims.values() if c.paper == paper]
    return paper_map(about, claims, statuses, package=packages[paper])
