"""The errata of one paper as Markdown with LaTeX; the page of the site shows the same data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.report.erratum import Erratum, Refutation, errata_of
from workbench.report.headline import of_the_text
from workbench.report.markdown import code, inline, math, prose
from workbench.report.model import PROVENANCES, Report, ReportedClaim
from workbench.report.network import Network
from workbench.report.numbers import show
from workbench.report.status import LOOKS

FAILS = {"<=": r"\not\le", "<": r"\not\lt ", "=": r"\ne", ">=": r"\not\ge", ">": r"\not>"}
_AT_ONCE = 12  # ids that are listed before the rest is counted


def errata_markdown(report: Report, paper: str) -> str:
    """The errata of a paper in the order of the report."""
    about = next((p for p in report.papers if p.id == paper), None)
    errata = errata_of(Network(report), about) if about else ()
    refuted = [one.claim for one in errata if one.claim.status == "refuted"]
    kinds = f": {of_the_text(refuted)}" if refuted else ""
    title = f"{about.title} ({about.reference})" if about else paper
    lines = [
        f"# Errata: {prose(title)}",
        "",
        f"Made by `workbench report verification.json --errata {paper}`; not edited by hand."
        f" {len(refuted)} statements are refuted{kinds}; {len(errata) - len(refuted)} are disputed."
        " A refutation is exact, and `workbench recheck` accepts its certificate; a dispute is a"
        " statistical test at a stated error level.",
    ]
    for erratum in errata:
        lines += ["", *_erratum(erratum)]
    return "\n".join(lines).rstrip() + "\n"


def _erratum(erratum: Erratum) -> Iterator[str]:
    claim = erratum.claim
    yield from (f"## {prose(claim.title)}", "", f"{code(claim.id)}, {prose(claim.source)}.", "")
    standing = PROVENANCES[claim.provenance]
    yield from (f"**{standing[0].upper()}{standing[1:]}**" + _disputed(claim), "")
    yield from (math(claim.statement), "")
    for hypothesis in claim.hypotheses:
        yield from (math(hypothesis), "")
    if claim.note:
        yield from (prose(claim.note), "")
    for case in erratum.cases:
        yield from _case(case)
    if not erratum.cases:
        yield from (prose(claim.reason), "")
    for id, repair in erratum.repairs:
        yield from _repair(id, repair)
    if not erratum.repairs:
        yield from ("**Repaired**: no repaired statement is on record.", "")
    yield f"**What else**: {_others(erratum)}"


def _disputed(claim: ReportedClaim) -> str:
    if claim.status != "disputed":
        return ""
    return f" (disputed, error level {show(claim.alpha)})"


def _case(case: Refutation) -> Iterator[str]:
    yield from (f"**Why it fails**, check {code(case.evidence.check)}", "")
    for words in case.words:
        yield from (prose(words), "")
    for violation in case.violations:
        left, right = violation.values
        sides = (violation.left, violation.right)
        yield from (math(f" {FAILS[violation.op]} ".join(sides)), "")
        if violation.where:
            yield from ("where the conditions of the statement hold:", "")
            yield from (f"- {inline(condition)}" for condition in violation.where)
            yield ""
        yield from ("| symbol | value | |", "|---|---|---|")
        printed = {symbol.name: here for symbol, here in case.symbols}
        for symbol, value in violation.point:
            where = "as printed" if printed.get(symbol.name) else "of the encoding"
            means = f"{symbol.means}; {where}" if symbol.means else where
            yield f"| {_cell(code(symbol.name))} | {_cell(prose(value))} | {_cell(prose(means))} |"
        yield f"| left side | {_cell(prose(left))} | |"
        yield f"| right side | {_cell(prose(right))} | |"
        yield ""
    if case.letters:
        yield from ("| letter of the run | what it is |", "|---|---|")
        for letter in case.letters:
            told = f"{letter.words} {inline(letter.value)}" if letter.value else letter.words
            yield f"| {_cell(inline(letter.latex))} | {_cell(told)} |"
        yield ""
    label = None
    for one in case.encoded:
        if one.latex:
            if one.label != label:
                yield from (f"{prose(one.label)}:" if one.label else "as encoded:", "")
            label = one.label
            yield from (math(one.latex), "")
    for figure in case.figures:
        note = f" ({prose(figure.note)})" if figure.note else ""
        yield (
            f"- {prose(figure.name)}: {prose(show(figure.value))} {prose(figure.unit)}".rstrip()
            + note
        )
    if case.figures:
        yield ""


def _repair(id: str, repair: ReportedClaim | None) -> Iterator[str]:
    if repair is None:
        yield from (f"**Repaired** by {code(id)} (not in this report)", "")
        return
    rests = f" modulo {', '.join(map(code, repair.assumes))}" if repair.assumes else ""
    look = LOOKS[repair.status].glyph
    yield from (f"**Repaired** by {code(id)}, {look} {repair.status}{rests}", "")
    yield from (math(repair.statement), "")
    for hypothesis in repair.hypotheses:
        yield from (math(hypothesis), "")


def _others(erratum: Erratum) -> str:
    said = []
    if erratum.falls:
        said.append(f"With it falls {_listed(erratum.falls)}.")
    if erratum.stands:
        said.append(f"On it rests, and holds by another argument, {_listed(erratum.stands)}.")
    if not said:
        said.append("No other claim rests on the printed statement.")
    if erratum.on_repair:
        said.append(f"On the repair rests {_listed(erratum.on_repair)}.")
    return " ".join(said)


def _listed(ids: Iterable[str]) -> str:
    ids = tuple(ids)
    more = f" and {len(ids) - _AT_ONCE} more" if len(ids) > _AT_ONCE else ""
    return ", ".join(map(code, ids[:_AT_ONCE])) + more


def _cell(words: str) -> str:
    """Words that stay inside their cell."""
    return " ".join(words.split()).replace("|", "\\|")
