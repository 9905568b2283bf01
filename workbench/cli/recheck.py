"""`workbench recheck`: stored certificates, decided again by the small checkers alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from workbench.cli.common import Exit, json_option, narrate, print_json
from workbench.referee.answer import printable


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
    from workbench.referee.client import rule_all

    held = [
        (name, str(path), certificate)
        for path in files_in(paths)
        for name, certificate in certificates(read_document(path), str(path))
    ]
    rows: list[dict[str, object]] = [
        {
            "where": name,
            "file": file,
            "kind": str(certificate.get("kind", "")),
            "accepted": ruling.accepted,
            "verdict": ruling.verdict,
            "message": ruling.message,
        }
        for (name, file, certificate), ruling in zip(
            held, rule_all([certificate for _, _, certificate in held]), strict=True
        )
    ]
    failed = [row for row in rows if not row["accepted"]]
    if as_json:
        print_json("recheck", certificates=rows, accepted=len(rows) - len(failed))
    else:
        for row in failed:
            click.echo(
                printable(f"{row['verdict']}  {row['where']} ({row['kind']}): {row['message']}")
            )
            click.echo(printable(f"  again: workbench recheck {row['file']}"))
        click.echo(f"{len(rows) - len(failed)} of {len(rows)} certificates accepted")
    if not rows:
        narrate(
            "workbench: no certificate in"
            f" {', '.join(map(str, paths))}. `workbench verify --out DIR` writes some."
        )
        return Exit.NOTHING
    return Exit.WORSE if failed else Exit.OK


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
