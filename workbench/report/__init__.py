"""The report: one format, written as JSON, HTML, JUnit and Markdown, and compared between runs.

    write_report(report, folder)            verification.json, .html, junit.xml, summary.md
    render_html(report)                     one offline page
    diff(old, new), compare_with_baseline   what became worse, better, restated, new, gone
    claim_html, evidence_html               the same fragments for a notebook

A report is plain data of the format `workbench-report/1` (reports/workbench-report-1.schema.json).
Importing this package loads no template engine and no formula converter.
"""
