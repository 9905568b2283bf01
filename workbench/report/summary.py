"""The summary of a run in a few lines of Markdown: for a pull request, or the page of a CI run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.report.headline import headline
from workbench.report.markdown import code, prose
from workbench.report.model import Report, ReportedClaim
from workbench.report.numbers import count, seconds
from workbench.report.status import AGAINST, LOOKS, STATUSES


@dataclass(frozen=True, slots=True)
class News:
    """A claim that is not as it was expected: why, and the command that shows it again."""

    id: str
    status: str
    why: str
    again: str


def summary_markdown(
    report: Report, *, recorded: Mapping[str, str] | None = None, news: Sequence[News] = ()
) -> str:
    """The headline, what is new, the totals, and what speaks against the claims.

    recorded: the statuses that were known before, by id; what they say is folded away
    """
    known = recorded or {}
    counts = ", ".join(
        f"{LOOKS[s].glyph} {report.totals[s]} {s}" for s in STATUSES if report.totals[s]
    )
    lines = [f"**{headline(report).sentence}**", ""]
    if news:
        lines += [f"{count(len(news), 'claim')} not as recorded or expected:", ""]
        lines += ["| claim | verdict | why | again |", "|---|---|---|---|"]
        lines += [_row(one) for one in news] + [""]
    elif known:
        lines += ["Nothing is worse than recorded.", ""]
    lines += [
        counts or "no claims",
        "",
        f"Profile {report.profile}, seed {report.seed}, {seconds(report.seconds)} of checks, error"
        f" budget {report.budget.total} ({report.budget.spent} spent).",
        "",
        f"Digest {code(report.digest)}.",
        "",
    ]
    against = [claim for status in AGAINST for claim in report.with_status(status)]
    expected = [claim for claim in against if known.get(claim.id) == claim.status]
    lines += [_line(claim) for claim in against if claim not in expected]
    if expected:
        lines += ["", f"<details><summary>As recorded: {len(expected)} against</summary>", ""]
        lines += [*map(_line, expected), "", "</details>"]
    return "\n".join(lines).rstrip() + "\n"


def _line(claim: ReportedClaim) -> str:
    repair = f"; repaired: {', '.join(claim.repaired_by)}" if claim.repaired_by else ""
    return (
        f"- {LOOKS[claim.status].glyph} {claim.status}: {code(claim.id)}"
        f" ({prose(claim.title)}){prose(repair)}"
    )


def _row(one: News) -> str:
    look = LOOKS.get(one.status)
    cells = (
        code(one.id),
        f"{look.glyph if look else '−'} {one.status}",
        prose(one.why),
        code(one.again),
    )
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
