"""The map of a paper: each of its items, the claims made of it, where they are, and the verdict.

The items and their order are those of the paper's own contents; an item without a claim is listed
as such.  Everything else is read off a report, nothing is written by hand.
"""

from collections.abc import Sequence

from workbench.claims.paper import Item
from workbench.report.model import Claim, Report
from workbench.report.status import LOOKS


def paper_map(report: Report, paper: str, items: Sequence[Item]) -> str:
    """The map of one paper as Markdown; links lead to the modules beside it."""
    about = next((p for p in report.papers if p.id == paper), None)
    claims = {c.id: c for c in report.claims if c.paper == paper}
    title = f"{about.title} ({about.reference})" if about else paper
    lines = [f"# {title}", "", "Made by `make report` from the contents of the paper, not by hand."]
    listed = {id for item in items for id in item.claims}
    rest = [c for c in claims.values() if c.id not in listed]
    section = None
    for item in (*items, *(Item("Beside the paper", c.source, (c.id,)) for c in rest)):
        if item.section != section:
            section = item.section
            lines += ["", f"## {section}" if section else "## Contents", ""]
            lines += ["| item | claim | verdict | module |", "|---|---|---|---|"]
        if not item.claims:
            lines.append(f"| {_cell(item.label)} | no claim | | |")
        for place, id in enumerate(item.claims):
            label = _cell(item.label) if place == 0 else ""
            lines.append(f"| {label} | {_row(id, claims.get(id), paper)} |")
    return "\n".join(lines) + "\n"


def _row(id: str, claim: Claim | None, paper: str) -> str:
    if claim is None:
        return f"`{id}` | not in this report |"
    path = claim.module.split(f"{paper}.", 1)[-1].replace(".", "/") + ".py"
    look = LOOKS[claim.status]
    return f"`{id}` {_cell(claim.title)} | {look.glyph} {claim.status} | [{path}]({path})"


def _cell(text: str) -> str:
    """A text that stays inside its cell."""
    return " ".join(text.split()).replace("|", "\\|")
