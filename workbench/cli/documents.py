"""`workbench report`, `diff` and `recheck`: commands that read files, and no papers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from workbench.cli.common import Exit, json_option, narrate, print_json


@click.command("report", short_help="Render a verification.json again.")
@click.argument("run", metavar="RUN.json", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE.html|DIR",
    help="A page, or a folder for the page, the JSON, junit.xml and summary.md.",
)
@click.option("--errata", metavar="PAPER", help="Write the errata of one paper, as Markdown.")
def report_command(run: Path, output: Path, errata: str | None) -> int:
    """Render a verification.json again."""
    from workbench.errors import EvidenceError
    from workbench.report import render_html, write_report
    from workbench.report.reader import load_report

    report = load_report(run)
    try:
        if errata or output.suffix.lower() in (".html", ".htm"):
            page = _errata(report, errata) if errata else render_html(report)
            output.parent.mkdir(parents=True, exist_ok=True)
            output.write_text(page, encoding="utf-8")
            files: tuple[Path, ...] = (output,)
        else:
            files = write_report(report, output)
    except OSError as error:
        raise EvidenceError(
            f"{output} cannot be written: {error.strerror}. Name another file with -o."
        ) from error
    for path in files:
        narrate(f"wrote {path}")
    return Exit.OK


def _errata(report: dict[str, Any], paper: str) -> str:
    from workbench.report.errata import errata_markdown
    from workbench.report.reader import read_report

    data = read_report(report)
    if paper not in {p.id for p in data.papers}:
        raise click.BadParameter(
            f"{paper!r} is not a paper of this report ({', '.join(p.id for p in data.papers)}).",
            param_hint="--errata",
        )
    return errata_markdown(data, paper)


@click.command("diff", short_help="Compare two reports.")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@json_option
def diff_command(old: Path, new: Path, as_json: bool) -> int:
    """Compare two reports: what is worse, better, restated, new, gone.

    Exits with 1 if anything is worse.
    """
    from workbench.report import diff
    from workbench.report.reader import load_report

    found = diff(load_report(old), load_report(new))
    if as_json:
        print_json("diff", **found.to_json())
    else:
        click.echo(found.to_text().rstrip("\n"))
    return Exit.WORSE if found.worse else Exit.OK


@click.command("recheck", short_help="Check stored certificates again, trusting nothing else.")
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path)
)
@json_option
def recheck_command(paths: tuple[Path, ...], as_json: bool) -> int:
    """Check stored certificates again, with the small checkers alone.

    PATH is a report, a file of evidence, or a folder of either. Nothing that found a certificate
    is trusted or even loaded: neither the papers, nor sympy, nor a solver.
    """
    from workbench.rigor.check import check_certificate

    rows: list[dict[str, object]] = []
    for path in files_in(paths):
        for name, certificate in certificates(read_document(path), str(path)):
            answer = check_certificate(certificate)
            rows.append(
                {
                    "where": name,
                    "file": str(path),
                    "kind": str(certificate.get("kind", "")),
                    "accepted": answer.accepted,
                    "message": answer.message,
                }
            )
    rejected = [row for row in rows if not row["accepted"]]
    if as_json:
        print_json("recheck", certificates=rows, accepted=len(rows) - len(rejected))
    else:
        for row in rejected:
            click.echo(f"rejected  {row['where']} ({row['kind']}): {row['message']}")
            click.echo(f"  again: workbench recheck {row['file']}")
        click.echo(f"{len(rows) - len(rejected)} of {len(rows)} certificates accepted")
    if not rows:
        narrate(
            "workbench: no certificate in"
            f" {', '.join(map(str, paths))}. `workbench verify --out DIR` writes some."
        )
        return Exit.NOTHING
    return Exit.WORSE if rejected else Exit.OK


def files_in(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The JSON files that are named, or lie in folders that are named; JSON Schemas aside."""
    for path in paths:
        if path.is_dir():
            found = (p for p in path.rglob("*.json") if not p.name.startswith("."))
            yield from sorted(p for p in found if not p.name.endswith(".schema.json"))
        else:
            yield path


def read_document(path: Path) -> object:
    """A JSON file; errors say what to do."""
    from workbench.errors import EvidenceError

    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EvidenceError(
            f"{path} cannot be read: {error.strerror}."
            " Name a verification.json, or evidence below .workbench/."
        ) from error
    except (ValueError, RecursionError) as error:
        raise EvidenceError(
            f"{path} is not JSON, or was cut short: {error}."
            " `workbench verify` writes it again; finished checks are not run twice."
        ) from error


def certificates(document: object, where: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Every certificate in a document, named by the claim and check that hold it."""
    if isinstance(document, list):
        for item in document:
            yield from certificates(item, where)
    if not isinstance(document, dict):
        return
    if isinstance(document.get("id"), str) and "evidence" in document:
        where = document["id"]
    if isinstance(document.get("claim"), str) and isinstance(document.get("check"), str):
        where = f"{document['claim']}::{document['check']}"
    elif isinstance(document.get("check"), str):
        where = f"{where}::{document['check']}"
    for key, value in document.items():
        if key == "certificate" and isinstance(value, dict):
            yield where, value
        elif key != "mutants":  # what a mutant claims is false: nothing there is to be accepted
            yield from certificates(value, where)
