"""`workbench report` and `diff`: commands that read reports; only a map reads a paper too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.common import BASELINE, Exit, json_option, narrate, print_json
from workbench.cli.rendering import errata_text, map_text, rendered, try_output, writing

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


def _recorded(path: Path | None) -> dict[str, Recorded]:
    from workbench.cli.judgement import read_baseline

    return read_baseline(path, "--recorded")


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
