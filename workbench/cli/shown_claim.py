"""A claim as `workbench show` writes it, with what its cases come to where they were run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.claims import Claim, Encodes, Library


def values_at(library: Library, claim: Claim) -> dict[str, tuple[str, ...]]:
    """Both sides of the cases of a claim by check, from stored evidence; nothing is run."""
    from workbench.cli.common import remembered
    from workbench.report.numbers import show
    from workbench.runner import RunSetting, Sources, plan

    checks = [check.name for check, _, _ in claim.cases()]
    found: dict[str, tuple[str, ...]] = dict.fromkeys(checks, ())
    if not checks:
        return found
    store = remembered()
    planned = plan(library, [claim.id], setting=RunSetting(), sources=Sources(store.sources))
    for task in planned.tasks:
        record = store.find(task) if task.check in found else None
        if record is not None:
            figures = record.outcome.figures
            sides = [f"{f.name} side {show(f.value)}" for f in figures if f.name in _SIDES]
            found[task.check] = (record.outcome.decision, *sides)
    return found


_SIDES = ("left", "right")
_LABEL = re.compile(r",\\quad (?=\\text\{)")  # what a law says, one thing on a line


def card(claim: Claim, values: Mapping[str, Sequence[str]], *, as_latex: bool) -> list[str]:
    """A claim for the terminal, line by line.

    values: of both sides of the cases, by check; see `values_at`
    """
    from workbench.cli.judgement import unused
    from workbench.cli.table import paragraph
    from workbench.display.plain_formula import plain_formula
    from workbench.symbolic.cards import domain_of

    def formula(latex: str, *, product: str = " ") -> str:
        return latex if as_latex else plain_formula(latex, product=product)

    lines = [
        paragraph(f"{claim.id}: {claim.title}", indent=""),
        paragraph(f"{claim.kind}, {claim.provenance}; {claim.source}; module {claim.module}"),
        "",
        paragraph(formula(claim.statement)),
    ]
    lines += [paragraph(f"where {formula(hypothesis)}") for hypothesis in claim.hypotheses]

    def encoded(label: str, one: Encodes) -> None:
        said, *law = _LABEL.split(one.latex())
        lines.append(paragraph(f"{label}: {formula(said, product='·')}"))
        lines.extend(paragraph(formula(text, product="·"), indent="    ") for text in law)
        if domain := [formula(condition, product="·") for condition in domain_of(one)]:
            lines.append(paragraph(f"where {', '.join(domain)}", indent="    "))

    for part, one in claim.statements():
        encoded(f"part {part} as encoded" if part else "as encoded", one)
    if spared := [formula(hypothesis) for hypothesis in unused(claim)]:
        alone = ", each left out alone" if len(spared) > 1 else ""
        told = ", or without ".join(spared)
        lines.append(paragraph(f"its certificate is also accepted without {told}{alone}"))
    for check, one, place in claim.cases():
        encoded(f"a case of {f'part {check.part}' if check.part else 'it'}, as encoded", one)
        said = ", ".join(values.get(check.name) or ("not run yet",))
        lines.append(paragraph(f"{f'at {place}: ' if place else ''}{said}", indent="    "))
        lines.append(paragraph(f"why it is one: {check.doc}", indent="    "))
    lines += ["", paragraph(claim.note)] if claim.note else []
    lines += ["", paragraph(f"cited from {claim.citation}")] if claim.citation else []
    for label, ids in (("uses", claim.uses), ("repairs", claim.repairs), ("parts", claim.parts)):
        lines += [paragraph(f"{label}: {', '.join(ids)}")] if ids else []
    for check in claim.checks:
        more = [check.manner, *([f"part {check.part}"] if check.part else [])]
        more += [check.corner] if check.corner else []
        more += [f"shows more: {check.stronger}"] if check.stronger else []
        more += ["full profile only"] if check.profile == "full" else []
        aim = "refutation" if check.aim == "refute" else "check"
        lines += ["", paragraph(f"{aim} {check.name} ({', '.join(more)})")]
        lines.append(paragraph(check.doc, indent="    "))
        lines += [paragraph(f"mutant {m.name}: {m.doc}", indent="    ") for m in check.mutants]
    return [*lines, "", f"  verify it: workbench verify {claim.id}"]
