"""The readers of JSON from anywhere, each with a real document and the one error it may raise."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.campaigns import corpus
from tests.workbench.report.fixture import rich_report
from workbench.claims.outcome import Grade, holds
from workbench.cli.recheck import certificates
from workbench.errors import EvidenceError
from workbench.rates.check import fault
from workbench.report.errors import ReportError
from workbench.report.reader import read_report
from workbench.rigor.check import check_certificate
from workbench.runner.record import Record


@dataclass(frozen=True)
class Reader:
    """Reads plain data; `refuses` is the error that a bad document gets."""

    read: Callable[[Any], object]
    documents: Callable[[], list[Any]]
    refuses: type[Exception] | tuple[()] = ()  # a reader that answers raises nothing

    def __call__(self, document: Any) -> None:
        """Read it; any other error than the declared one escapes."""
        with contextlib.suppress(self.refuses):
            self.read(document)


def _record() -> dict[str, Any]:
    """The evidence of one check as the store keeps it."""
    certificate = _certificates(("identity",))[0]
    outcome = holds(
        "normal form", "both sides agree", grade=Grade.CERTIFIED, certificate=certificate
    )
    made = Record(
        claim="paper.claim",
        check="an_identity",
        key="k",
        seed=1,
        profile="quick",
        outcome=outcome,
        versions={"python": "3"},
    )
    return made.to_json()


def _certificates(kinds: tuple[str, ...]) -> list[Any]:
    return [c for kind, group in corpus.read().items() if kind in kinds for c in group[:12]]


_RATES = ("rate", "rate-comparison")
_STATEMENTS = (
    "identity",
    "sign",
    "counterexample",
    "boxes",
    "chain",
    "induction",
    "inductive",
    "cover",
    "growth",
    "factors",
    "logchain",
    "logarithms",
    "psd",
    "momentum-rate",
    "integral",
)
READERS = {
    "report": Reader(read_report, lambda: [rich_report()], ReportError),
    "evidence": Reader(Record.from_json, lambda: [_record()], EvidenceError),
    "certificate": Reader(check_certificate, lambda: _certificates(_STATEMENTS)),
    "certificate of a rate": Reader(fault, lambda: _certificates(_RATES)),
    "certificates in a document": Reader(
        lambda d: list(certificates(d, "here")), lambda: [rich_report()]
    ),
}


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a JSON document: a container and a key of it."""
    keys = (
        range(len(node)) if isinstance(node, list) else list(node) if isinstance(node, dict) else ()
    )
    for key in keys:
        yield node, key
        yield from places(node[key])
