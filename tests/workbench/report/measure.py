"""How quick and how light the pages of a report are, measured in a headless Chromium.

    python -m tests.workbench.report.measure .workbench/report

opens pages of every kind of a finished report: the first page, the graph, the table of all claims,
and of papers, errata and claims the largest.  It prints for each when something stood on the
screen first, what a search took, and what the renderer held; a `report.html` in the folder, all of
it in one file, is measured too, at its first page and at the largest paper.  It ends with 1 if one
of them is beyond its limit.
"""

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.browser import Browser

PAINT = 1000  # milliseconds to the first content
ANSWER = 100  # milliseconds of a search
MEMORY = 150 * 2**20  # bytes that the renderer of one page holds
SINGLE = 6_000_000  # bytes of the file that holds all of a report
WORDS = ("proposition", "noise variance", "e", "rate lower bound")
TIMES = 3  # best of so many, as other programs may have the processor
_FIRST = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
_SEARCH = (  # with reading the index and laying out the answers
    "(async () => { const t = performance.now(); rows = null; await search();"
    " found.getBoundingClientRect(); return performance.now() - t; })()"
)


@dataclass(frozen=True)
class Measured:
    """What one page took: milliseconds, milliseconds of the slowest search, bytes."""

    page: str
    paint: float
    answer: float
    memory: int

    @property
    def within(self) -> bool:
        return self.paint < PAINT and self.answer < ANSWER and self.memory < MEMORY


def measured(page: Path, fragment: str = "") -> Measured:
    """Open a page in a new browser, and search in it by typing."""
    with tempfile.TemporaryDirectory() as folder, Browser(Path(folder)) as browser:
        browser.screen(1280, 900)
        browser.open(page, fragment)
        paints = [browser.wait(_FIRST)]
        memory = browser.memory()
        slowest = 0.0
        browser.press("/")
        for words in WORDS:
            browser.evaluate("document.getElementById('search').value = ''")
            browser.type(words)
            browser.wait("document.querySelector('#found p')")
        memory = max(memory, browser.memory())
        for words in WORDS:
            browser.evaluate(f"document.getElementById('search').value = {words!r}")
            slowest = max(slowest, min(browser.evaluate(_SEARCH) for _ in range(TIMES)))
        for _ in range(TIMES - 1):
            browser.open(page, fragment)
            paints.append(browser.wait(_FIRST))
    return Measured(page.name + fragment, min(paints), slowest, memory)


def pages(folder: Path) -> Iterator[tuple[Path, str]]:
    """The pages to measure, and where in them; of those that there are many of, the largest."""
    for name in ("index.html", "pages/graph.html", "pages/claims.html"):
        yield folder / name, ""
    for kind in ("errata", "claims", "papers"):
        largest = max((folder / "pages" / kind).glob("*.html"), key=lambda p: p.stat().st_size)
        yield largest, ""
    if (folder / "report.html").is_file():
        yield folder / "report.html", ""
        yield folder / "report.html", f"#/{largest.relative_to(folder)}"


def main(folder: Path) -> int:
    """Print the table; 1 if something is beyond its limit."""
    good = True
    print(f"{'first paint':>12}{'search':>10}{'renderer':>11}   page")
    for page, fragment in pages(folder):
        one = measured(page, fragment)
        good &= one.within
        mark = "" if one.within else "   beyond a limit"
        name = f"{page.relative_to(folder)}{fragment}"
        print(
            f"{one.paint:9.0f} ms{one.answer:7.0f} ms{one.memory / 2**20:8.0f} MB   {name}{mark}",
            flush=True,
        )
    if (folder / "report.html").is_file():
        size = (folder / "report.html").stat().st_size
        good &= size < SINGLE
        print(f"all of it in one file: {size / 1e6:.1f} MB")
    print(f"limits: {PAINT} ms, {ANSWER} ms, {MEMORY / 2**20:.0f} MB; one file {SINGLE / 1e6} MB")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
