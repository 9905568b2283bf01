"""`workbench report` and `diff`: commands that read reports; only a map reads a paper too."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import BASELINE, Exit, installed, json_option, narrate, print_json

if TYPE_CHECKING:
    from workbench.report.baseline import Recorded


_PAGES = (".html", ".htm")


@click.command("report", short_help="Render a verification.json again.")
@click.argument("run", metavar="RUN.json", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE|DIR",
    help="A folder for index.html with its pages, the JSON, junit.xml and summary.md; a FILE.html"
    " for all pages in one file; the file of --errata, --map, --encoded or --baseline, with - for"
    " standard output.",
)
@click.option(
    "--single-file", is_flag=True, help="In DIR: report.html alone, without certificates."
)
@click.option("--errata", metavar="PAPER", help="Write the errata of one paper, as Markdown.")
@click.option(
    "--map", "map_of", metavar="PAPER", help="Write the map of one installed paper, as Markdown."
)
@click.option(
    "--encoded", is_flag=True, help="Write how much of each statement is encoded, as Markdown."
)
@click.option("--baseline", is_flag=True, help="Write the baseline that later runs compare with.")
@click.option(
    "--recorded",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="In DIR: a baseline or report whose statuses are expected."
    f"  [default: {BASELINE}, and what papers bring]",
)
@click.option("--no-baseline", is_flag=True, help="In DIR: expect nothing.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="In DIR, what a release has: report.html too, and baseline.json, summary.md in FOLDER.",
)
@click.option(
    "--beside",
    multiple=True,
    metavar="PAPER",
    help="With --record: ERRATA.md and PAPER.md of this paper, in the folder of its package.",
)
def report_command(
    run: Path,
    output: Path,
    single_file: bool,
    errata: str | None,
    map_of: str | None,
    encoded: bool,
    baseline: bool,
    recorded: Path | None,
    no_baseline: bool,
    record: Path | None,
    beside: tuple[str, ...],
) -> int:
    """Render a verification.json again.

    The map of a paper lists its items, their claims with verdicts and modules. The claims are those
    that are installed; RUN gives the verdicts, and may be a baseline.

    A baseline records the hypotheses that certificates do without too, as `workbench recheck
    --hypotheses` finds them: for hundreds of claims that takes a minute or two.

    A release is recorded from one reading: `-o DIR --record FOLDER --beside PAPER ...`.
    """
    if sum(map(bool, (errata, map_of, encoded, baseline))) > 1:
        raise click.UsageError("--errata, --map, --encoded and --baseline exclude each other.")
    if recorded is not None and no_baseline:
        raise click.UsageError("--recorded and --no-baseline exclude each other.")
    if beside and record is None:
        raise click.UsageError("--beside needs --record FOLDER.")
    if record is not None:
        if any((errata, map_of, encoded, baseline, recorded, no_baseline, single_file)):
            raise click.UsageError("--record goes with -o DIR and --beside, and nothing else.")
        from workbench.cli.recording import record_all

        for path in record_all(run, output, record, beside):
            narrate(f"wrote {path}")
        return Exit.OK
    from workbench.cli.hypotheses import unused_of
    from workbench.report import single_file as whole
    from workbench.report.baseline import baseline_json, load_baseline, unused_in
    from workbench.report.encoding import encoding_markdown
    from workbench.report.reader import load_report, read_report

    printed = output == Path("-")
    if printed and not (errata or map_of or encoded or baseline):
        raise click.UsageError(
            "-o - prints the document of --errata, --map, --encoded or --baseline: add one."
        )
    one = bool(errata or map_of or encoded or baseline) or output.suffix.lower() in _PAGES
    text = ""
    if map_of:
        try_output(output, one=one, printed=printed)
        text = map_text({id: one.status for id, one in load_baseline(run).items()}, map_of)
    else:
        report = load_report(run)
        try_output(output, one=one, printed=printed)
        if errata:
            text = errata_text(report, errata)
        elif encoded:
            text = encoding_markdown(read_report(report))
        elif baseline:
            narrate("asking each certificate for the hypotheses that it does without ...")
            text = baseline_json(report, unused_of(report))
        elif one:
            expected = {} if no_baseline else _recorded(recorded)
            text = whole(read_report(report), unused=unused_in(report["claims"], expected))
    if printed:
        click.echo(text, nl=False)
        return Exit.OK
    with writing(output):
        if one:
            output.write_text(text, encoding="utf-8")
            files: tuple[Path, ...] = (output,)
        else:
            expected = {} if no_baseline else _recorded(recorded)
            files = rendered(report, output, expected, single=single_file)
    for path in files:
        narrate(f"wrote {path}")
    return Exit.OK


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


def _recorded(path: Path | None) -> dict[str, Recorded]:
    from workbench.cli.judgement import read_baseline

    return read_baseline(path, "--recorded")


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


@click.command("diff", short_help="Compare two reports, or one with a baseline.")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@json_option
def diff_command(old: Path, new: Path, as_json: bool) -> int:
    """Compare two reports: what is worse, better, restated, changed, new, gone.

    Exits with 1 if anything is worse, and a claim that is gone is. Compare reports of the same
    selection: what only one of them was asked about is new or gone in the other.

    Either may be a baseline. It holds statuses and digests alone, so nothing is listed as changed:
    claims with other evidence are counted.
    """
    from workbench.report import diff
    from workbench.report.baseline import compare, is_baseline, load_baseline
    from workbench.report.reader import load_report

    if is_baseline(old) or is_baseline(new):
        found = compare(load_baseline(old), load_baseline(new))
    else:
        found = diff(load_report(old), load_report(new))
    if as_json:
        print_json("diff", **found.to_json())
    else:
        click.echo(found.to_text().rstrip("\n"))
    return Exit.WORSE if found.is_worse else Exit.OK
