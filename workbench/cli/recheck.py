"""`workbench recheck`: certificates decided again by the small checkers, and what follows.

For a report everything else is computed again too, along with its digests: see
`workbench.referee.rebuild`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import Exit, json_option, narrate, print_json
from workbench.referee.answer import Ruling, printable

if TYPE_CHECKING:
    from workbench.referee.rebuild import Difference


@click.command("recheck", short_help="Check a report again, trusting only the small checkers.")
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path)
)
@json_option
def recheck_command(paths: tuple[Path, ...], as_json: bool) -> int:
    """Check stored certificates again, and compute again what a report says because of them.

    PATH is a report, a file of evidence, or a folder of either. Nothing that found a certificate
    is trusted or even loaded: neither the papers, nor sympy, nor a solver. Each certificate has
    20 s and 2 GiB; one that takes more is not checked, which is no pass.

    The digest of a report is printed to be compared with the published one: it covers the words,
    figures and statistics that nothing here can decide again.
    """
    from workbench.referee.client import rule_all

    files = [File(path, read(path)) for path in files_in(paths)]
    rulings = iter(rule_all([c for file in files for _, c in file.certificates]))
    for file in files:
        file.decide(rulings)
    if as_json:
        _print_document(files)
    else:
        _print_lines(files)
    if not any(file.certificates or file.is_report for file in files):
        narrate(
            "workbench: no certificate in"
            f" {printable(', '.join(map(str, paths)))}. `workbench verify --out DIR` writes some."
        )
        return Exit.NOTHING
    bad = any(file.differences or file.accepted < len(file.certificates) for file in files)
    return Exit.WORSE if bad else Exit.OK


@dataclass(slots=True)
class File:
    """A JSON file with its certificates, what the referee says of them, and what follows."""

    path: Path
    document: Any
    certificates: list[tuple[str, Any]] = field(init=False)
    rulings: list[Ruling] = field(init=False)
    differences: list[Difference] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        from workbench.referee.rebuild import certificates_of

        self.certificates = (
            list(certificates_of(self.document).items())
            if self.is_report
            else list(certificates(self.document, self.path.name))
        )

    @property
    def is_report(self) -> bool:
        return is_report(self.document)

    @property
    def accepted(self) -> int:
        return sum(ruling.accepted for ruling in self.rulings)

    @property
    def doubtful(self) -> int:
        """How many claims of a report do not follow."""
        ids = {claim["id"] for claim in self.document["claims"]}
        return len(ids & {one.where.partition("::")[0] for one in self.differences})

    def decide(self, rulings: Iterator[Ruling]) -> None:
        """Take one ruling for each certificate, and see what follows."""
        from workbench.referee.rebuild import rebuild

        self.rulings = list(islice(rulings, len(self.certificates)))
        if self.is_report:
            names = [name for name, _ in self.certificates]
            self.differences = rebuild(self.document, dict(zip(names, self.rulings, strict=True)))


def _print_document(files: list[File]) -> None:
    rows = [
        {
            "where": name,
            "file": str(file.path),
            "kind": _kind(certificate),
            "accepted": ruling.accepted,
            "verdict": ruling.verdict,
            "message": ruling.message,
        }
        for file in files
        for (name, certificate), ruling in zip(file.certificates, file.rulings, strict=True)
    ]
    reports = [
        {
            "file": str(file.path),
            "digest": _root(file),
            "claims": len(file.document["claims"]),
            "doubtful": file.doubtful,
            "differences": [{"where": d.where, "what": d.what} for d in file.differences],
        }
        for file in files
        if file.is_report
    ]
    accepted = sum(file.accepted for file in files)
    print_json("recheck", certificates=rows, accepted=accepted, reports=reports)


def _print_lines(files: list[File]) -> None:
    for file in files:
        for (name, certificate), ruling in zip(file.certificates, file.rulings, strict=True):
            if not ruling.accepted:
                _say(f"{ruling.verdict}  {name} ({_kind(certificate)}): {ruling.message}")
        for one in file.differences:
            _say(f"differs  {one.where}: {one.what}")
        if file.differences or file.accepted < len(file.certificates):
            _say(f"  again: workbench recheck {file.path}")
    total = sum(len(file.certificates) for file in files)
    click.echo(f"{sum(file.accepted for file in files)} of {total} certificates accepted")
    for file in files:
        if file.is_report:
            claims = len(file.document["claims"])
            _say(f"{claims - file.doubtful} of {claims} claims follow from {file.path}")
            _say(f"digest {_root(file)}")


def _root(file: File) -> str:
    from workbench.referee.digests import report_digest

    return report_digest(file.document)


def _say(line: str) -> None:
    click.echo(printable(line))


def _kind(certificate: Any) -> str:  # noqa: ANN401 - any JSON value
    return str(certificate.get("kind", "")) if isinstance(certificate, dict) else ""


def is_report(document: object) -> bool:
    """Whether a document claims to be a report, of whatever version."""
    schema = document.get("schema") if isinstance(document, dict) else None
    return isinstance(schema, str) and schema.startswith("workbench-report/")


def read(path: Path) -> Any:  # noqa: ANN401 - any JSON value
    """The content of a file; a report has to be one that this version reads."""
    from workbench.report.document import read_document
    from workbench.report.errors import ReportError
    from workbench.report.reader import read_report

    document = read_document(path)
    if is_report(document):
        try:
            read_report(document)
        except ReportError as error:
            raise ReportError(f"{path}: {error}") from error
    return document


def files_in(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The JSON files that are named, or lie in folders that are named; JSON Schemas aside."""
    for path in paths:
        if path.is_dir():
            found = (p for p in path.rglob("*.json") if not p.name.startswith("."))
            yield from sorted(p for p in found if not p.name.endswith(".schema.json"))
        else:
            yield path


def certificates(document: object, where: str) -> Iterator[tuple[str, Any]]:
    """Every certificate in a document, named by the claim and check that hold it.

    A document may be a certificate itself, as `workbench prove --out` writes it.
    """
    if isinstance(document, dict) and {"kind", "digest"} <= document.keys():
        yield where, document
        return
    left = [(document, where)]
    while left:
        value, name = left.pop()
        if isinstance(value, list):
            left += [(item, name) for item in reversed(value)]
        if not isinstance(value, dict):
            continue
        claim, check = value.get("claim"), value.get("check")
        if isinstance(claim, str) and isinstance(check, str):
            name = f"{claim}::{check}"
        for key, inner in reversed(value.items()):
            if key == "certificate" and inner is not None:
                yield name, inner
            elif key != "mutants":  # what a mutant claims is false: nothing there is to be accepted
                left.append((inner, name))
