"""`workbench recheck`: certificates decided again by the small checkers, and what follows.

For a report everything else is computed again too, along with its digests: see
`workbench.referee.rebuild`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import Exit, json_option, narrate, print_json
from workbench.cli.folders import batches, files_in
from workbench.cli.hypotheses import spare_lines, spare_rows
from workbench.referee.answer import Ruling, printable

if TYPE_CHECKING:
    from workbench.referee.rebuild import Difference
    from workbench.referee.spare import Spare

LARGEST = 128 * 2**20
"""Bytes of the largest file that is read; the report of all recorded papers has some twenty MiB."""


@click.command("recheck", short_help="Check a report again, trusting only the small checkers.")
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path)
)
@click.option(
    "--hypotheses", is_flag=True, help="Of a report: which hypotheses the proofs do without."
)
@json_option
def recheck_command(paths: tuple[Path, ...], hypotheses: bool, as_json: bool) -> int:
    """Check stored certificates again, and compute again what a report says because of them.

    PATH is a report, a file of evidence, or a folder of either. Nothing that found a certificate
    is trusted or even loaded: neither the papers, nor sympy, nor a solver. Each certificate has
    20 s and 2 GiB; one that takes more is not checked, which is no pass. A folder may be of any
    size: files are read a few at a time, each of at most 128 MiB.

    With --hypotheses every certified claim of a report is asked again without each of its
    hypotheses: those without which the same proof is accepted are named. This takes a minute.

    The digest of a report is printed to be compared with the published one: it covers the words,
    figures and statistics that nothing here can decide again.
    """
    from workbench.cli.progress import telling
    from workbench.referee.client import rule_all

    for path in paths:
        if not path.exists():
            read(path)  # which says so, before work is done
    found = Found()
    with telling(found.line):
        for batch in batches(files_in(paths)):
            files = [File(path, read(path)) for path in batch]
            asked = [c for file in files for _, c in file.certificates]
            found.certificates += len(asked)
            rulings = iter(rule_all(asked, told=found.ruled))
            for file in files:
                file.decide(rulings)
                found.add(file, rows=as_json)
                if hypotheses and file.good:
                    found.spare += file.spare()
                if not as_json:
                    _print_file(file)
    if as_json:
        print_json(
            "recheck", certificates=found.rows, accepted=found.accepted, reports=found.reports,
            spare=spare_rows(found.spare),
        )  # fmt: skip
    else:
        _print_totals(found)
    if not found.certificates and not found.reports:
        narrate(
            "workbench: no certificate in"
            f" {printable(', '.join(map(str, paths)))}. `workbench verify --out DIR` writes some."
        )
        return Exit.NOTHING
    return Exit.WORSE if found.bad else Exit.OK


@dataclass(slots=True)
class Found:
    """What is kept of the files that were checked: counts, and what the answer says of each."""

    certificates: int = 0
    checked: int = 0
    accepted: int = 0
    bad: bool = False
    rows: list[dict[str, Any]] = field(default_factory=list)
    reports: list[dict[str, Any]] = field(default_factory=list)
    spare: list[Spare] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def line(self) -> str:
        """How far it is."""
        return f"{self.checked} of {self.certificates} certificates read so far are checked"

    def ruled(self) -> None:
        """Count a ruling; threads call this."""
        with self.lock:
            self.checked += 1

    def add(self, file: File, *, rows: bool) -> None:
        """Count a file, and keep what the answer says of it; of its certificates with `rows`."""
        self.accepted += file.accepted
        self.bad = self.bad or not file.good
        if rows:
            self.rows += _rows(file)
        if file.is_report:
            self.reports.append(_report(file))


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
    def good(self) -> bool:
        """Whether all of it is accepted, and follows."""
        return not self.differences and self.accepted == len(self.certificates)

    @property
    def doubtful(self) -> int:
        """How many claims of a report do not follow."""
        ids = {claim["id"] for claim in self.document["claims"]}
        return len(ids & {one.where.partition("::")[0] for one in self.differences})

    def spare(self) -> list[Spare]:
        """What the proofs of the certified claims of a report do without."""
        from workbench.referee.spare import spare

        return list(spare(self.document)) if self.is_report else []

    def decide(self, rulings: Iterator[Ruling]) -> None:
        """Take one ruling for each certificate, and see what follows."""
        from workbench.referee.rebuild import rebuild

        self.rulings = list(islice(rulings, len(self.certificates)))
        if self.is_report:
            names = [name for name, _ in self.certificates]
            self.differences = rebuild(self.document, dict(zip(names, self.rulings, strict=True)))


def _rows(file: File) -> Iterator[dict[str, Any]]:
    for (name, certificate), ruling in zip(file.certificates, file.rulings, strict=True):
        yield {
            "where": name,
            "file": str(file.path),
            "kind": _kind(certificate),
            "accepted": ruling.accepted,
            "verdict": ruling.verdict,
            "message": ruling.message,
        }


def _report(file: File) -> dict[str, Any]:
    from workbench.referee.digests import report_digest

    return {
        "file": str(file.path),
        "digest": report_digest(file.document),
        "claims": len(file.document["claims"]),
        "doubtful": file.doubtful,
        "differences": [{"where": d.where, "what": d.what} for d in file.differences],
    }


def _print_file(file: File) -> None:
    """What is wrong with a file; nothing if nothing is."""
    for (name, certificate), ruling in zip(file.certificates, file.rulings, strict=True):
        if not ruling.accepted:
            _say(f"{ruling.verdict}  {name} ({_kind(certificate)}): {ruling.message}")
    for one in file.differences:
        _say(f"differs  {one.where}: {one.what}")
    if not file.good:
        _say(f"  again: workbench recheck {file.path}")


def _print_totals(found: Found) -> None:
    for line in spare_lines(found.spare):
        _say(line)
    click.echo(f"{found.accepted} of {found.certificates} certificates accepted")
    for report in found.reports:
        claims = report["claims"]
        _say(f"{claims - report['doubtful']} of {claims} claims follow from {report['file']}")
        _say(f"digest {report['digest']}")


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

    if (size := path.stat().st_size if path.is_file() else 0) > LARGEST:
        raise ReportError(
            f"{path} is not checked: it has {size / 2**20:.0f} MiB, and {LARGEST >> 20} MiB are"
            " read.\n  Certificates are checked one by one: check the evidence below .workbench/,"
            " or a report of fewer claims (`workbench verify PAPER --out DIR`)."
        )
    document = read_document(path)
    if is_report(document):
        try:
            read_report(document)
        except ReportError as error:
            raise ReportError(f"{path}: {error}") from error
    return document


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
