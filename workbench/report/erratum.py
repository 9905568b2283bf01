"""The errata of a paper as data: what is printed, why it is false, what is right, what else falls.

A statement of the paper that is refuted or disputed is an erratum, with the construction of each
counterexample, the values of both sides there, how the encoded symbols match the printed ones, and
its repairs.  A claim of provenance "ours" is a tempting variant and no error of the paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from workbench.report.letters import Letter, letters_of
from workbench.report.model import (
    ReportedClaim,
    ReportedEncoding,
    ReportedEvidence,
    ReportedFigure,
    ReportedPaper,
)
from workbench.report.network import Network
from workbench.report.reading import (
    A_CASE,
    Symbol,
    Violation,
    a_case,
    is_printed,
    violations_of,
)  # fmt: skip
from workbench.report.shown import shown

_UNTOLD = (
    "counterexample: all conditions hold and the statement does not",
    "finite-tree: the law is one, and the statement is false for it",
    "instance: the object is in its class, and the statement is false for it",
)
_SIDES = ("left", "right")
_TIMES = re.compile(r"\d+ times")
_MOST = 6  # formulas of a check that an erratum writes out


@dataclass(frozen=True, slots=True)
class Refutation:
    """One check that speaks against the statement.

    `words` are what the author of the check says of the construction; the violations are read off
    its certificate.  `encoded` and `figures` are what there is beyond them; `letters` says what the
    letters of a run are.
    """

    evidence: ReportedEvidence
    words: tuple[str, ...]
    violations: tuple[Violation, ...]
    symbols: tuple[tuple[Symbol, bool], ...]  # and whether it stands in the printed statement
    encoded: tuple[ReportedEncoding, ...]
    figures: tuple[ReportedFigure, ...]
    letters: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class Erratum:
    """A false or disputed statement, with all that a referee needs to check it by hand.

    repairs:   the claims that repair it; None for one that is not in the report
    falls:     claims that rest on it and have no other argument
    stands:    claims that rest on it, or rested on it, and hold by another argument
    on_repair: the claims that rest on a repair
    """

    claim: ReportedClaim
    cases: tuple[Refutation, ...]
    repairs: tuple[tuple[str, ReportedClaim | None], ...]
    falls: tuple[str, ...]
    stands: tuple[str, ...]
    on_repair: tuple[str, ...]


def errata_of(network: Network, paper: ReportedPaper) -> tuple[Erratum, ...]:
    """The errata of a paper in the order of the report."""
    return tuple(
        _erratum(network, claim)
        for claim in network.report.claims
        if claim.paper == paper.id and is_erratum(claim)
    )


def is_erratum(claim: ReportedClaim) -> bool:
    """Whether the claim is a statement of the paper against which there is evidence."""
    return claim.status in ("refuted", "disputed") and claim.provenance != "ours"


def _erratum(network: Network, claim: ReportedClaim) -> Erratum:
    repairs = tuple((id, network.claims.get(id)) for id in claim.repaired_by)
    resting = [network.claims[id] for id in network.above([claim.id])]
    falls = tuple(c.id for c in resting if c.status in ("broken", "refuted", "inconsistent"))
    return Erratum(
        claim,
        tuple(_once([_case(claim, e) for e in claim.evidence if e.decision == "fails"])),
        repairs,
        falls,
        tuple(c.id for c in resting if c.id not in falls),
        network.above(claim.repaired_by) if repairs else (),
    )


def _case(claim: ReportedClaim, evidence: ReportedEvidence) -> Refutation:
    violations = violations_of(evidence)
    told = evidence.counterexample.text if evidence.counterexample else evidence.summary
    words = [evidence.doc, "" if told in _UNTOLD else told, *evidence.joints, _test(evidence)]
    words += [A_CASE] if a_case(claim, evidence) else []
    symbols = dict.fromkeys(symbol for v in violations for symbol, _ in v.point)
    return Refutation(
        evidence,
        tuple(dict.fromkeys(filter(None, words))),
        violations,
        tuple((symbol, is_printed(symbol, claim)) for symbol in symbols),
        _formulas(evidence, violations),
        tuple(f for f in evidence.figures if not (violations and f.name in _SIDES)),
        letters_of(evidence) if violations else (),
    )


def _test(evidence: ReportedEvidence) -> str:
    """What a statistical test may get wrong, and what it would have seen; "" for an exact one."""
    if evidence.alpha is None:
        return ""
    looks = f", shared by {evidence.looks} looks" if evidence.looks else ""
    power = f"; {evidence.power}" if evidence.power else ""
    return f"A {evidence.method} at the error level {evidence.alpha}{looks}{power}."


def _once(cases: Iterable[Refutation]) -> Iterator[Refutation]:
    """The cases, where one with the law of an earlier one names it in place of all its steps."""
    seen: dict[tuple[str, ...], str] = {}
    for case in cases:
        law = tuple(one.latex for one in case.encoded)
        if law and law in seen and case.violations:
            times = dict.fromkeys(_TIMES.findall(" ".join(one.label for one in case.encoded)))
            told = f", but {' and '.join(times)} in a row" if times else ""
            words = f"Data, draws and steps are those of the check {seen[law]}{told}."
            yield replace(case, words=(*case.words, words), encoded=(), letters=())
        else:
            seen[law] = case.evidence.check.replace("_", " ")
            yield case


def _formulas(
    evidence: ReportedEvidence, violations: tuple[Violation, ...]
) -> tuple[ReportedEncoding, ...]:
    """What is shown beyond the violated statements: all of it, or the laws for which they fail."""
    said = shown(evidence, most=_MOST if not violations else None)
    if not violations:
        return said
    laws = ("data", "for functions", "for vectors", "function", "vector", "at the start", "drawn",
            "set", "then", "with")  # fmt: skip
    return tuple(one for one in said if re.split(r", | \(", one.label)[0] in laws)
