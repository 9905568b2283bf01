"""The report as one HTML file: no script, nothing from the network, readable as long as HTML is.

The order is the order of importance: what is refuted or not decided; versions, seed and time; what
rests on what; an overview; then every claim with its evidence, which opens on demand.
"""

from typing import Any

from markupsafe import Markup

from workbench.report.environment import clean, environment, page_style
from workbench.report.graph import graph_rules, graph_svg
from workbench.report.headline import headline
from workbench.report.model import Report
from workbench.report.numbers import show
from workbench.report.reader import read_report
from workbench.report.status import STATUSES


def render_html(report: dict[str, Any] | Report) -> str:
    """Write a report as one self-contained HTML page."""
    data = report if isinstance(report, Report) else read_report(report)
    by_paper = [(p, [c for c in data.claims if c.paper == p.id]) for p in data.papers]
    page = (
        environment()
        .get_template("page.html.j2")
        .render(
            report=data,
            headline=headline(data),
            style=Markup(page_style()) + "\n" + graph_rules(data.claims),
            graph=graph_svg(data),
            present=[s for s in STATUSES if data.totals[s]],
            by_paper=[(p, claims) for p, claims in by_paper if claims],
            others={c.id: c for c in data.claims},
            present_ids=frozenset(c.id for c in data.claims),
            versions=", ".join(f"{name} {version}" for name, version in data.versions),
            budget_line=f"{show(data.budget.total)}, of which {show(data.budget.spent)} is spent",
        )
    )
    return clean(page)
