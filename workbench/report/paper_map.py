"""The map of a paper: each of its items, the claims made of it, their verdicts, their modules.

The items and their order are those of the paper's own contents, and an item without a claim is
listed as such.  Titles and modules are those of the installed claims, verdicts those of a report or
a baseline.  Nothing is written by hand.
"""

from collections.abc import Iterable, Mapping

from workbench.claims.claim import Claim
from workbench.claims.paper import Paper
from workbench.report.contents import sections
from workbench.report.markdown import code, prose
from workbench.report.status import LOOKS


def paper_map(
    paper: Paper, claims: Iterable[Claim], statuses: Mapping[str, str], *, package: str
) -> str:
    """The map of one paper as Markdown, meant to lie in the folder of its package.

    claims:   the claims of the paper; those that no item names stand at the end
    statuses: the status of each claim by its id; of a claim that is missing there none is recorded
    package:  the name of the paper's package, which the links to modules start from
    """
    claims = tuple(claims)
    items = paper.items()
    without = sum(not item.claims for item in items)
    lines = [
        f"# {prose(paper.title)}",
        "",
        f"{prose(paper.authors)}, {prose(paper.reference)}.",
        "",
        "Made by `make report` from the contents of the paper and its claims; not edited by hand."
        f" {len(items)} items, {without} of them without a claim; {len(claims)} claims: as the"
        " paper prints them, reconstructed from a garbled source, one reading of its text, at the"
        " boundary of a range that it leaves open, or ours. What is refuted is explained in the"
        " errata.",
    ]
    for section in sections(items, claims):
        lines += ["", f"## {prose(section.title)}" if section.title else "## Contents", ""]
        lines += ["| item | claim | from | verdict | module |", "|---|---|---|---|---|"]
        for entry in section.entries:
            rows = [_row(claim, statuses.get(claim.id), package) for claim in entry.claims]
            label = _cell(entry.label)
            for row in rows or ["no claim | | | "]:
                lines.append(f"| {label} | {row} |")
                label = ""
    return "\n".join(lines) + "\n"


def _row(claim: Claim, status: str | None, package: str) -> str:
    """The claim, its provenance, its verdict and its module, as the cells of a row."""
    path = claim.module.removeprefix(f"{package}.").replace(".", "/") + ".py"
    verdict = f"{LOOKS[status].glyph} {status}" if status else "not recorded"
    name = f"{code(claim.id)} {_cell(claim.title)}"
    return f"{name} | {claim.provenance} | {verdict} | [{path}]({path})"


def _cell(text: str) -> str:
    """Words that stay inside their cell."""
    return " ".join(prose(text).split()).replace("|", "\\|")
