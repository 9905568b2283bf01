"""A report on disk: JSON (the master), the site, JUnit XML and a summary of a few lines.

Each file is written beside its place and renamed, so that a reader never sees half of one; so is
the folder with the pages of the site, which takes the place of that of an older report.
"""

import functools
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from workbench.report.baseline import Recorded, unused_in
from workbench.report.canonical import canonical_json
from workbench.report.model import Report, ReportedClaim, ReportedEvidence
from workbench.report.reader import read_report
from workbench.report.site import single_file, site_files
from workbench.report.site.sources import Reader
from workbench.report.summary import News, summary_markdown

MASTER, INDEX, PAGES, SINGLE = "verification.json", "index.html", "pages", "report.html"


def write_report(
    report: dict[str, Any],
    folder: Path,
    *,
    single: bool = False,
    recorded: Mapping[str, Recorded] | None = None,
    news: Sequence[News] = (),
) -> tuple[Path, ...]:
    """Write verification.json, junit.xml, summary.md and the site; returns their paths.

    The site is index.html with the folder `pages`; with `single` it is report.html alone.
    `recorded` is what was known before, by id: a status that it has is no failure, and the summary
    folds it; pages show the hypotheses that a certificate does without.  The summary begins with
    the `news`.
    """
    data = read_report(report)
    known = {id: one.status for id, one in (recorded or {}).items()}
    unused = unused_in(report["claims"], recorded or {})
    whole = functools.partial(canonical_json, report)
    if single:
        files = {}
        master, shown = whole(), {SINGLE: single_file(data, unused=unused)}
    else:
        files = site_files(data, source=Reader(), unused=unused, beside={MASTER: whole})
        master, shown = files.pop(MASTER).decode(), {INDEX: files.pop(INDEX).decode()}
    contents = {
        MASTER: master,
        "junit.xml": junit_xml(data, known, news),
        "summary.md": summary_markdown(data, recorded=known, news=news),
        **shown,
    }
    folder.mkdir(parents=True, exist_ok=True)
    if files:
        _write_pages(folder, files)
    return tuple(write_text(folder / name, text) for name, text in contents.items())


def _write_pages(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put the folder `pages` in the place of an older one."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".pages.", suffix=".part") as part:
        new, old = Path(part) / "new", Path(part) / "old"
        for name, content in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if (folder / PAGES).exists():
            os.rename(folder / PAGES, old)
        os.rename(new / PAGES, folder / PAGES)


def write_text(path: Path, text: str) -> Path:
    """Write a text beside its place and rename it; returns the path."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)  # mkstemp makes files that only their owner can read
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return path


def junit_xml(report: Report, recorded: Mapping[str, str], news: Sequence[News] = ()) -> str:
    """One test case for each check: refuted is a failure, an error an error, open is skipped.

    A check that speaks against a claim whose status is the recorded one is skipped, with that as
    the reason: it is a known result, and only news turns a dashboard red.  News of which no check
    speaks, such as a verdict that became weaker or a claim that is gone, is a case of its own.
    """
    root = ET.Element("testsuites", name="workbench")
    for paper in report.papers:
        claims = [c for c in report.claims if c.paper == paper.id]
        if not claims:
            continue
        suite = ET.SubElement(root, "testsuite", name=paper.id)
        counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
        for claim in claims:
            for evidence in claim.evidence:
                counts["tests"] += 1
                known = recorded.get(claim.id) == claim.status
                kind = _case(suite, claim, evidence, known=known)
                if kind:
                    counts[kind] += 1
        red = {case.get("classname") for case in suite if case.find("failure") is not None}
        for one in news:
            if one.id.split(".", 1)[0] == paper.id and one.id not in red and one.status != "error":
                case = ET.SubElement(suite, "testcase", classname=one.id, name="verdict")
                told = _printable(f"{one.status}: {one.why}")
                ET.SubElement(case, "failure", message=told).text = f"again: {one.again}"
                counts["tests"] += 1
                counts["failures"] += 1
        for name, number in counts.items():
            suite.set(name, str(number))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, "unicode") + "\n"


def _case(
    suite: ET.Element, claim: ReportedClaim, evidence: ReportedEvidence, *, known: bool
) -> str:
    case = ET.SubElement(
        suite,
        "testcase",
        classname=claim.id,
        name=evidence.check,
        time=f"{evidence.seconds:.3f}",
    )
    message = _printable(evidence.reason or evidence.summary)
    body = _printable("\n".join(filter(None, (evidence.trace, f"again: {evidence.repeat}"))))
    if evidence.decision == "error" or not all(m.rejected for m in evidence.mutants):
        ET.SubElement(case, "error", message=message).text = body
        return "errors"
    if evidence.decision == "fails" and known:
        told = f"{claim.id} is recorded as {claim.status}: {message}"
        ET.SubElement(case, "skipped", message=told)
        return "skipped"
    if evidence.decision == "fails":
        ET.SubElement(case, "failure", message=message).text = body
        return "failures"
    if evidence.decision in ("refused", "inconclusive"):
        ET.SubElement(case, "skipped", message=message)
        return "skipped"
    return ""


def _printable(text: str) -> str:
    """XML 1.0 has no way to write most control characters."""
    return "".join(c if c in "\n\t" or c >= " " else "�" for c in text if c != "\r")
