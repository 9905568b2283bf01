"""The site as a person meets it, in a headless Chromium: type, click, look, print.

These tests run where a browser is installed; what can be said of the pages without one is in
`test_site`.  The report is the recorded papers in size: 600 claims.
"""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.browser import CHROMIUM, Browser
from tests.workbench.report.fixture import large_report, rich_report
from tests.workbench.report.measure import MEMORY, SINGLE, Measured, measured, pages
from workbench.display import formula
from workbench.report import write_report

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")

_SUM = "+".join(f"x_{{{k}}}" for k in range(12))
WIDE = str(formula(rf"\frac{{{_SUM}}}{{n}}", block=True))
"""A fraction wider than a phone, which nothing can break."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """The site of a report that has everything, and the same report in one file."""
    made = tmp_path_factory.mktemp("site")
    write_report(rich_report(), made)
    write_report(rich_report(), made, single=True)
    return made


@pytest.fixture(scope="module")
def large(tmp_path_factory) -> Path:
    """The site of a report as large as that of all recorded papers."""
    made = tmp_path_factory.mktemp("large")
    write_report(large_report(600), made)
    write_report(large_report(600), made, single=True)
    return made


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def browser(running):
    running.screen(1280, 900)
    return running


@pytest.mark.parametrize("start", ["index.html", "report.html"])
def test_search_from_the_keyboard_leads_to_a_claim(browser, folder, start):
    browser.open(folder / start)
    browser.press("/")
    browser.type("noise alloc")
    browser.wait("document.querySelectorAll('#found a').length > 0")
    assert "accel.noise-allocation" in browser.text("#found a")
    browser.press("ArrowDown")
    browser.press("Enter")
    browser.wait("document.querySelector('article h1')?.innerText === 'Noise allocation'")
    assert "Statement" in browser.text("main")
    assert browser.complaints() == []
    assert [u for u in browser.requested() if not u.startswith(("file:", "data:", "about:"))] == []


@pytest.mark.parametrize("start", ["index.html", "report.html"])
def test_words_of_a_check_are_found_and_escape_closes_the_list(browser, folder, start):
    browser.open(folder / start)
    browser.press("/")
    browser.type("rival cheaper")
    browser.wait("document.querySelectorAll('#found a').length === 1")
    browser.press("Escape")
    browser.wait("document.getElementById('found').hidden")


def test_a_status_on_the_first_page_leads_to_its_claims_and_the_filter_can_be_undone(
    browser, folder
):
    browser.open(folder / "index.html")
    browser.click(".wb-key .s-refuted a")
    browser.wait("document.querySelector('output')?.innerText.startsWith('1 of')")
    assert "accel.noise-variance" in browser.text("table[data-rows]")
    browser.click("[data-all]")
    count = len(rich_report()["claims"])
    browser.wait(f"document.querySelector('output').innerText === '{count} of {count} shown'")
    browser.click("input[value=certified]")
    assert "status=" in browser.evaluate("location.hash")
    assert "Noise variance repaired" not in browser.text("table[data-rows]")


def test_a_table_is_sorted_by_its_heads(browser, folder):
    browser.open(folder / "pages/claims.html")
    first = "document.querySelector('tbody tr td:nth-child(2)').dataset.key"
    browser.click("th:nth-child(2) button")
    ids = sorted(c["id"] for c in rich_report()["claims"])
    assert browser.evaluate(first) == ids[0]
    browser.click("th:nth-child(2) button")
    assert browser.evaluate(first) == ids[-1]
    assert browser.evaluate("document.querySelector('[aria-sort]').ariaSort") == "descending"


def test_a_certificate_comes_when_it_is_asked_for(browser, folder):
    browser.open(folder / "pages/claims/accel.noise-allocation.html")
    assert not any("certificates" in url for url in browser.requested())
    browser.click(".wb-certificate summary")
    browser.wait("document.querySelector('.wb-certificate pre').innerText.includes('b_star')")
    assert sum("certificates" in url for url in browser.requested()) == 1


def test_a_folder_that_was_copied_in_part_says_what_is_missing(browser, folder, tmp_path):
    page = tmp_path / "alone" / "claim.html"
    page.parent.mkdir()
    text = (folder / "pages/claims/accel.noise-allocation.html").read_text()
    page.write_text(text.replace("../../pages/assets", (folder / "pages/assets").as_uri()))
    browser.open(page)
    browser.click(".wb-certificate summary")
    browser.wait(
        "document.querySelector('.wb-certificate pre').innerText.includes('copied in part')"
    )


@pytest.mark.parametrize("start", ["pages/graph.html", "report.html"])
def test_the_graph_is_brought_near_and_shows_the_lines_of_a_claim(browser, folder, start):
    single = start == "report.html"
    browser.open(folder / start, "#/pages/graph.html#paper=demo" if single else "#paper=demo")
    browser.wait("document.querySelector('svg.wb-graph:not([width])')")
    box = "document.querySelector('svg.wb-graph').getAttribute('viewBox')"
    near = browser.evaluate(box)
    browser.click("[data-zoom=all]")
    assert browser.evaluate(box) != near
    browser.evaluate("document.querySelector('[data-id=\"accel.rate\"]').focus()")
    assert browser.evaluate("document.querySelectorAll('.edge.on').length") >= 3
    assert "accel.rate" in browser.text("#picked")


def test_the_single_file_follows_links_back_and_forth(browser, folder):
    browser.open(folder / "report.html")
    title = browser.evaluate("document.title")
    browser.click(".wb-papers tbody a")
    browser.wait("document.querySelector('.wb-item')")
    browser.click(".wb-item h4 a")
    browser.wait("document.querySelector('article.wb-whole')")
    browser.evaluate("history.go(-2)")
    browser.wait("document.querySelector('.wb-papers')")
    assert browser.evaluate("document.title") == title
    assert [u for u in browser.requested() if not u.startswith(("file:", "data:", "about:"))] == []
    assert browser.complaints() == []


def test_hostile_text_runs_nothing_in_either_form(browser, folder):
    for page, fragment in (
        ("pages/claims/demo.hostile.html", ""),
        ("report.html", "#/pages/claims/demo.hostile.html"),
    ):
        browser.open(folder / page, fragment)
        browser.wait("document.querySelector('article.wb-whole')")
        assert "<script>alert(1)" in browser.text("article h1")
        browser.click("#search")
        browser.type("script")
        browser.wait("document.querySelectorAll('#found a').length > 0")
        assert (
            browser.evaluate("document.querySelectorAll('#found script, main script').length") == 0
        )
        assert browser.complaints() == []


@pytest.mark.parametrize("page", ["index.html", "pages/papers/accel.html", "pages/graph.html",
                                  "pages/claims.html", "report.html"])  # fmt: skip
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_nothing_is_wider_than_the_screen(browser, folder, page, phone):
    width = 360 if phone else 1280
    browser.screen(width, 800, phone=phone, dark=phone)
    browser.open(folder / page)
    # Not innerWidth: on a phone it grows with a page that is too wide.
    assert browser.evaluate("document.documentElement.scrollWidth") <= width


def test_the_tab_key_stops_at_a_formula_only_where_it_scrolls(browser, folder):
    stops = "document.querySelectorAll('div.wb-math[tabindex]').length"
    browser.open(folder / "pages/papers/accel.html")
    browser.wait("document.readyState === 'complete'")
    assert browser.evaluate(f"new Promise(r => setTimeout(() => r({stops}), 50))") == 0
    browser.screen(120, 800)
    shown = "[...document.querySelectorAll('div.wb-math')]"
    for place in (0, 2):
        browser.evaluate(f"{shown}[{place}].scrollIntoView()")
        browser.wait(f"{shown}[{place}].tabIndex === 0")
        assert browser.evaluate(f"{shown}[{place}].scrollWidth > {shown}[{place}].clientWidth")
    browser.screen(1280, 900)
    browser.wait(f"{shown}[2].tabIndex === -1")


def test_what_is_far_below_the_screen_is_laid_out_when_it_is_reached(browser, large):
    """Measuring the formulas of a whole paper held twice as much memory."""
    browser.open(large / "pages/papers/accel.html")
    browser.wait("document.querySelector('output')?.innerText")
    browser.evaluate("new Promise(r => setTimeout(r, 200))")
    assert browser.laid_out() < browser.evaluate("document.querySelectorAll('*').length") / 4


def test_a_formula_that_goes_on_behind_the_edge_has_a_shade_there(browser, folder):
    """And the page itself does not move sideways, nor is anything cut: the box scrolls."""
    browser.screen(360, 800, phone=True)
    browser.open(folder / "pages/papers/accel.html")
    browser.evaluate(f"document.querySelector('.wb-statement').innerHTML = {json.dumps(WIDE)}")
    browser.evaluate("window.onresize()")
    box = "document.querySelector('.wb-statement .wb-math')"
    shade = f"getComputedStyle({box}).backgroundImage"
    browser.evaluate(f"{box}.scrollIntoView()")
    browser.wait(f"{shade}.split('linear-gradient').length === 5")
    assert browser.evaluate(f"getComputedStyle({box}).overflowX") == "auto"
    assert browser.evaluate("document.documentElement.scrollWidth") <= 360
    browser.evaluate(f"{box}.scrollLeft = 9999")
    assert browser.evaluate(f"{box}.scrollLeft + {box}.clientWidth >= {box}.scrollWidth - 1")
    browser.screen(1600, 800)
    browser.wait(f"{shade} === 'none'")


def test_dark_is_dark(browser, folder):
    shades = []
    for dark in (False, True):
        browser.screen(800, 600, dark=dark)
        browser.open(folder / "index.html")
        colour = browser.evaluate("getComputedStyle(document.body).backgroundColor")
        shades.append(sum(map(int, re.findall(r"\d+", colour)[:3])))
    assert shades[0] > 600 > 150 > shades[1]


def test_a_filtered_paper_prints_what_is_shown(browser, tmp_path):
    write_report(large_report(60), tmp_path)
    sizes = []
    for fragment in ("", "#status=refuted"):
        browser.open(tmp_path / "pages/papers/accel.html", fragment)
        browser.wait("document.querySelector('output').innerText")
        sizes.append(len(re.findall(rb"/Type\s*/Page\b", browser.printed())))
    assert sizes[1] < sizes[0] / 2


def test_a_large_site_is_light_and_quick(large):
    """The measure of a recorded report, taken of one of its size; see `measure`."""
    taken = [measured(*page) for page in pages(large)]
    assert len(taken) == 8
    assert [one for one in taken if not one.within] == []
    assert (large / "report.html").stat().st_size < SINGLE


@pytest.mark.parametrize("change", [{"paint": 1e3}, {"answer": 1e2}, {"memory": MEMORY}])
def test_what_is_beyond_a_limit_is_told(change):
    assert Measured("a page", 1.0, 1.0, 1).within
    assert not replace(Measured("a page", 1.0, 1.0, 1), **change).within


AXE = Path(__file__).parents[3] / ".workbench" / "axe" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.skipif(not AXE.is_file(), reason="npm install --prefix .workbench/axe axe-core")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("page", ["index.html", "pages/papers/accel.html", "pages/graph.html",
    "pages/claims.html", "pages/errata/accel.html", "pages/claims/accel.noise-allocation.html",
    "report.html"])  # fmt: skip
def test_axe_finds_nothing(browser, folder, page, dark):
    browser.screen(1280, 900, dark=dark)
    browser.open(folder / page)
    browser.evaluate(AXE.read_text() + "; 0")
    found = browser.evaluate(
        "axe.run().then(r => r.violations.map(v => [v.id, v.nodes.slice(0, 3).map(n => n.html)]))"
    )
    assert found == [], json.dumps(found, indent=1)
