"""The readers of JSON from anywhere, each with a real document and the one error it may raise."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.campaigns import corpus
from tests.workbench.convergence.toy import TOY
from tests.workbench.report.fixture import rich_report
from workbench import audit
from workbench.claims.deciding import holds
from workbench.claims.outcome import Grade
from workbench.cli.recheck import certificates
from workbench.convergence.blocks import Block, Blocks, blocks_of, simulate_block
from workbench.errors import EvidenceError
from workbench.privacy import Laplace
from workbench.rates.check import fault
from workbench.report.baseline import baseline_of, read_baseline
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


@cache
def _audit() -> dict[str, Any]:
    """An audit on every level."""
    laplace = audit.Additive(Laplace(1.0), len, sensitivity=1.0)
    found = audit.audit(laplace, [([1], [])], epsilon=0.5, samples=2_000)
    return dict(json.loads(found.to_json()))


def _block() -> Block:
    return blocks_of(TOY, TOY.cells, runs=5, seed=0)[0]


@cache
def _stored() -> dict[str, Any]:
    """A block of an experiment as it is stored."""
    with TemporaryDirectory() as folder:
        store, block = Blocks(Path(folder)), _block()
        store.write(block, simulate_block(TOY, block))
        return dict(json.loads(store.path(block).read_text()))


def _find(document: Any) -> object:
    """Read a block from the disk: a damaged one is set aside, never an error."""
    with TemporaryDirectory() as folder:
        store, block = Blocks(Path(folder)), _block()
        store.path(block).parent.mkdir(parents=True)
        store.path(block).write_text(json.dumps(document))
        return store.find(block)


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
    "baseline": Reader(
        read_baseline, lambda: [baseline_of(rich_report() | {"failures": []})], ReportError
    ),
    "audit": Reader(lambda d: audit.recheck(json.dumps(d)), lambda: [_audit()], EvidenceError),
    "block of an experiment": Reader(_find, lambda: [_stored()]),
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
