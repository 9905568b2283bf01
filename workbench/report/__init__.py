"""The report: one format, written as JSON, HTML, JUnit and Markdown, and compared between runs.

    write_report(report, folder)            verification.json, the site, junit.xml, summary.md
    single_file(report)                     the whole site as one offline page
    diff(old, new)                          what is worse, better, another statement, new, gone, ...
    workbench.report.baseline               what a run is compared with, a line for each claim
    claim_html, evidence_html               the same fragments for a notebook
    examine(*ids)                           run the checks of claims here and now, and show them

A report is plain data of the format `workbench-report/3` (reports/workbench-report-3.schema.json).
Importing this package loads no template engine and no formula converter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.report.comparison import Diff, diff
    from workbench.report.fragments import claim_html, evidence_html
    from workbench.report.live import LiveExamination, examine
    from workbench.report.site import single_file
    from workbench.report.write import write_report

__all__ = [
    "Diff",
    "LiveExamination",
    "claim_html",
    "diff",
    "evidence_html",
    "examine",
    "single_file",
    "write_report",
]

_HOME = {
    "Diff": "comparison",
    "LiveExamination": "live",
    "claim_html": "fragments",
    "diff": "comparison",
    "evidence_html": "fragments",
    "examine": "live",
    "single_file": "site",
    "write_report": "write",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module holds
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
