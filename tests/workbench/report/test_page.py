"""The page: complete, escaped, offline, and the same for the same report."""

import re
from html.parser import HTMLParser

import pytest

from tests.workbench.report.fixture import HOSTILE, large_report, rich_report
from workbench.report import claim_html, render_html
from workbench.report.formula import formula


class Tags(HTMLParser):
    """Every tag and attribute of a page; unbalanced tags are kept."""

    VOID = frozenset("meta input br img hr link col".split())

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.names: set[str] = set()
        self.wrong: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.names.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture(scope="module")
def page():
    return render_html(rich_report())


def test_the_page_loads_nothing_and_runs_nothing(page):
    tags = Tags(page)
    assert not tags.names & {"script", "iframe", "object", "embed", "link", "base", "form"}
    assert "default-src 'none'" in page
    for name, value in tags.attributes:
        assert not name.startswith("on"), name
        if name in ("src", "href") and value:
            assert value.startswith(("#", "data:")), value
    assert not re.search(r"url\((?!['\"]?data:)", page)


def test_the_page_is_well_formed(page):
    tags = Tags(page)
    assert tags.wrong == []
    assert tags.open == []


def test_hostile_text_is_shown_and_not_obeyed(page):
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "\u202e" in HOSTILE
    assert "\u202e" not in page


def test_every_claim_has_its_place_and_every_link_a_target(page):
    ids = set(re.findall(r'\bid="([^"]+)"', page))
    links = {
        v[1:] for n, v in Tags(page).attributes if n in ("href", "xlink:href") and v[:1] == "#"
    }
    from urllib.parse import unquote

    assert {unquote(link) for link in links} <= ids
    for claim in rich_report()["claims"]:
        assert any(claim["id"] in i for i in ids), claim["id"]


def test_equal_reports_give_equal_pages():
    assert render_html(rich_report()) == render_html(rich_report())


def test_the_first_heading_says_what_is_refuted(page):
    first = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.S)
    assert first
    assert "refuted" in first[1]
    assert "not decided" in first[1]


def test_a_long_list_at_the_head_is_folded_by_paper():
    report = rich_report()
    few = render_html(report)
    refuted = next(c for c in report["claims"] if c["status"] == "refuted")
    more = [refuted | {"id": f"{refuted['paper']}.slip-{i}", "repairs": []} for i in range(13)]
    report["claims"] += more
    for total in ("claims", "refuted"):
        report["totals"][total] += len(more)
    many = render_html(report)
    head = many[: many.index("<main>")]
    count = sum(c["status"] == "refuted" for c in report["claims"])
    assert f"<summary>{count} of {refuted['paper']}</summary>" in head
    assert f"of {refuted['paper']}</summary>" not in few[: few.index("<main>")]
    assert head.count("slip-12") == 2  # where it leads to, and what is read


def test_a_refuted_claim_shows_its_counterexample_and_its_repair():
    report = rich_report()
    claims = {c["id"]: c for c in report["claims"]}
    refuted = next(c for c in claims.values() if c["status"] == "refuted" and c["repaired_by"])
    html = claim_html(refuted, others=claims.values())
    assert refuted["repaired_by"][0] in html
    point = next(e["counterexample"] for e in refuted["evidence"] if e["counterexample"])["point"]
    assert all(p["name"] in html for p in point)
    assert "twice the right side" in html


def test_a_known_formula_becomes_mathml():
    html = formula(r"1 - \sqrt{\mu\alpha}")
    assert "<msqrt>" in html
    assert "<math" in html


def test_a_refused_formula_is_marked_and_not_lost():
    html = formula(r"\nosuchcommand{x} + 1")
    assert "<math" not in html
    assert "nosuchcommand" in html


def test_a_large_report_is_written():
    page = render_html(large_report(60))
    assert Tags(page).wrong == []
