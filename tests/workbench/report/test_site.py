"""The pages of the site: complete, escaped, offline, linked to one another, the same each time."""

import random
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest

from tests.workbench.report import fixture
from tests.workbench.report.fixture import (
    HOSTILE,
    SQUARE,
    TRACE,
    evidence,
    large_report,
    rich_report,
)
from workbench.display.breaks import NEXT, breaks
from workbench.display.formulas import formula
from workbench.report import claim_html, single_file
from workbench.report.network import Network
from workbench.report.reader import read_report
from workbench.report.site import site_files
from workbench.report.site.names import claim_page, safe


class Tags(HTMLParser):
    """Every tag and attribute of a page; unbalanced tags are kept."""

    VOID = frozenset("meta input br img hr link col".split())

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.names: list[str] = []
        self.wrong: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.names.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def site(report, **more):
    return {k: v.decode() for k, v in site_files(read_report(report), **more).items()
            if not k.endswith(".woff")}  # fmt: skip


@pytest.fixture(scope="module")
def files():
    return site(rich_report(), source=lambda module: f"# {module}\n" if "accel" in module else None)


@pytest.fixture(scope="module")
def pages(files):
    return {path: text for path, text in files.items() if path.endswith(".html")}


def test_every_claim_and_every_paper_has_a_page(pages):
    report = rich_report()
    for claim in report["claims"]:
        assert claim_page(claim["id"]) in pages
    for paper in report["papers"]:
        assert f"pages/papers/{paper['id']}.html" in pages
    assert "pages/errata/accel.html" in pages
    assert "pages/errata/ext.html" not in pages, "nothing of it is false"


def test_every_link_leads_to_a_file_of_the_site_and_to_a_place_in_it(files, pages):
    places = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    checked = 0
    for path, text in pages.items():
        for name, value in Tags(text).attributes:
            if name not in ("href", "src", "data-load") or not value or value.startswith("data:"):
                continue
            parts = urlsplit(value)
            assert not parts.scheme, value
            assert not parts.netloc, value
            target = path
            if parts.path:
                steps = path.split("/")[:-1]
                for step in unquote(parts.path).split("/"):
                    steps = steps[:-1] if step == ".." else [*steps, step]
                target = "/".join(steps)
            assert target in files, (path, value)
            if parts.fragment and "=" not in parts.fragment:
                assert unquote(parts.fragment).replace('"', "&#34;") in places[target], value
            checked += 1
    assert checked > 200


def test_the_pages_are_well_formed_and_run_nothing_of_their_own(pages):
    for path, text in pages.items():
        tags = Tags(text)
        assert (tags.wrong, tags.open) == ([], []), path
        assert not set(tags.names) & {"iframe", "object", "embed", "base", "form"}
        assert tags.names.count("script") == 2
        assert re.search(r"<script[^>]*></script>", text)
        assert "default-src 'none'" in text
        assert not [name for name, _ in tags.attributes if name.startswith("on")]


def test_hostile_text_is_shown_and_not_obeyed(files, pages):
    page = pages[claim_page("demo.hostile")]
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "\u202e" in HOSTILE
    assert not [path for path, text in files.items() if "\u202e" in text]
    assert TRACE.split("\n")[1].strip().replace('"', "&#34;") in page


@pytest.mark.parametrize("id", ["../../x", "a/b", "Ä.b", "x" * 300, "..", "x-0123456789ab"])
def test_no_id_names_a_file_elsewhere(id):
    assert re.fullmatch(r"x-[0-9a-f]{12}", safe(id))


def test_equal_reports_give_equal_sites(files):
    again = site(rich_report(), source=lambda m: f"# {m}\n" if "accel" in m else None)
    assert again == files
    report = read_report(rich_report())
    assert single_file(report) == single_file(report)


def test_the_first_page_says_what_was_checked_what_is_false_and_what_is_open(pages):
    page = pages["index.html"]
    first = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert first is not None
    assert "refuted" in first[1]
    assert "not decided" in first[1]
    for paper in rich_report()["papers"]:
        assert f"pages/papers/{paper['id']}.html" in page
    assert "2 errata" in page
    assert "1 open" in page
    assert rich_report()["digest"] in page
    assert re.search(r"the run ended on <time[^>]*>2026-01-31 12:34 UTC</time>", page)
    assert "<span>workbench 0.2.0</span>" in page
    assert "<span>my-papers 1.4</span>" in page
    assert "accepting a false variant" in first[1]


def test_a_paper_stands_in_its_own_order_and_shows_what_nobody_looked_at(pages):
    page = pages["pages/papers/accel.html"]
    places = [
        page.index(f'id="accel.{slug}"') for slug in ("kernel-fact", "rate", "noise-variance")
    ]
    rest = page.rindex("Beside the items of the paper")
    assert places == sorted(places)
    assert places[-1] < rest < page.index('id="accel.noise-allocation"')
    assert re.search(r"Remark 2 <span[^>]*>no claim", page)


def test_a_claim_shows_statement_evidence_mutants_and_what_rests_on_what(pages):
    page = pages[claim_page("accel.noise-allocation")]
    for words in (
        "excess cost is manifestly nonnegative",
        "<math",
        "rejected",
        "NOT REJECTED",
        "workbench verify demo.x -k excess_cost",
        "as encoded: where",
        'href="../../pages/claims/ext.adaptive-composition.html"',
        'href="../../pages/claims/accel.rate.html"',
        "Source of workbench_papers.accel",
    ):
        assert words in page, words
    network = Network(read_report(rich_report()))
    assert network.used_by["accel.noise-allocation"] == ("accel.rate",)
    assert set(network.above(["accel.noise-allocation"])) > {"accel.rate", "accel.audit"}


def test_of_many_things_that_give_a_meaning_the_open_ones_come_first_and_the_rest_is_folded():
    """One claim had three hundred of them, which made thirteen printed pages."""
    closed = [
        {"latex": f"x_{{{k}}} > 0", "status": "discharged", "by": f"reason {k}"} for k in range(40)
    ]
    still = {"latex": "y > 0", "status": "open", "by": ""}
    made = fixture.report([fixture.claim("accel.rate", "argued", evidence=[
        evidence("proof", obligations=[*closed, still])
    ])])  # fmt: skip
    html = site(made)["pages/claims/accel.rate.html"]
    at_once, folded = html.split("28 more, all discharged")
    assert at_once.index(">open<") < at_once.index("reason 0")
    assert ("reason 11<" in at_once, "reason 12<" in at_once, "reason 39<" in folded) == (
        True, False, True
    )  # fmt: skip


def test_the_network_survives_a_circle():
    report = rich_report()
    for claim in report["claims"]:
        claim["uses"] = [c["id"] for c in report["claims"]]
    network = Network(read_report(report))
    assert len(network.above(["accel.rate"])) == len(report["claims"]) - 1


def test_a_certificate_is_a_file_of_its_own(files, pages):
    page = pages[claim_page("accel.noise-allocation")]
    (path,) = re.findall(r'data-load="\.\./\.\./(pages/certificates/[^"]+)"', page)
    assert "b_star" in files[path]
    assert files[path].startswith("workbenchLoaded(")
    assert "b_star" not in page.replace("<code>b_star</code>", "")


def test_the_single_file_holds_every_page_and_no_certificate(pages):
    import base64
    import gzip
    import json

    text = single_file(read_report(rich_report()))
    assert Tags(text).wrong == []
    (data,) = re.findall(r'<script type="application/json" id="packed">(.*?)</script>', text)
    packed = json.loads(data)
    assert set(packed["where"]) == set(pages)
    groups = {
        k: json.loads(gzip.decompress(base64.b64decode(v))) for k, v in packed["packs"].items()
    }
    for path, group in packed["where"].items():
        assert groups[group][path][1].strip()
    claim = groups[packed["where"][claim_page("accel.noise-allocation")]]
    html = claim[claim_page("accel.noise-allocation")][1]
    assert "left out of this file" in html
    assert "data-load" not in html
    assert not re.search(r"url\((?!data:)", text)


def test_the_single_file_of_all_papers_stays_below_six_megabytes():
    """600 claims, each with words that do not compress: more than the recorded papers have.

    These took 2.8 MB; `make report` measures them again.
    """
    report, letters = large_report(600), random.Random(0)
    for one in report["claims"]:
        one["note"] = "".join(letters.choices("abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLM", k=2300))
    assert 3_000_000 < len(single_file(read_report(report)).encode()) < 6_000_000


def test_a_refuted_claim_shows_its_counterexample_and_its_repair():
    report = rich_report()
    claims = {c["id"]: c for c in report["claims"]}
    refuted = next(c for c in claims.values() if c["status"] == "refuted" and c["repaired_by"])
    html = claim_html(refuted, others=claims.values())
    assert refuted["repaired_by"][0] in html
    point = next(e["counterexample"] for e in refuted["evidence"] if e["counterexample"])["point"]
    assert all(p["name"] in html for p in point)
    assert "twice the right side" in html


def test_ids_in_notes_are_links(pages):
    report = rich_report()
    report["claims"][3]["note"] = "See accel.rate, and not accel.nothing or b.c."
    page = site(report)[claim_page("accel.noise-allocation")]
    assert (
        '<a href="../../pages/claims/accel.rate.html">accel.rate</a>, and not accel.nothing' in page
    )


def test_a_known_formula_becomes_mathml():
    html = formula(r"1 - \sqrt{\mu\alpha}")
    assert "<msqrt>" in html
    assert "<math" in html


@pytest.mark.parametrize("script", ["^2", "_1", "_1^2"])
def test_a_bracket_of_a_size_of_its_own_keeps_it_under_a_script(script):
    """Chromium draws it small unless it stands in a row of its own."""
    shown = formula(rf"\Big( \frac{{a}}{{b}} \Big){script}")
    assert re.search(r"<msu[bpsu]+><mrow><mo minsize=[^>]*>\)</mo></mrow>", shown), shown


def test_a_cited_claim_says_its_reference_once():
    report = rich_report()
    report["claims"][0] |= {"citation": "Someone (2000)", "reason": "Someone (2000)"}
    report["claims"][0]["evidence"][0] |= {"summary": "Someone (2000)", "doc": "Someone (2000)"}
    page = site(report)[claim_page("ext.adaptive-composition")]
    assert page.count("Someone (2000)") == 1
    assert "it stands on its reference" in page
    assert "No check has run" not in page


def test_a_claim_in_a_page_of_others_links_to_nothing_but_itself():
    """In a notebook, or in the documentation, the pages of the other claims are not there."""
    from workbench.report.fragments import claim_html

    report = rich_report()
    for claim in report["claims"]:
        links = re.findall(r'href="([^"]*)"', claim_html(claim, others=report["claims"]))
        assert set(links) == {f"#{claim['id']}"}


def test_words_of_a_summary_are_kept_apart(pages):
    page = pages[claim_page("accel.smoothing")]  # its evidence has no grade
    assert re.search(r"INCONCLUSIVE</strong>\s+<span class=\"wb-check\">", page)


def test_a_refused_formula_is_marked_and_not_lost():
    html = formula(r"\nosuchcommand{x} + 1")
    assert "<math" not in html
    assert "nosuchcommand" in html


@pytest.mark.parametrize(
    ("latex", "pieces"),
    [
        (r"a = b", ["a", "{}= b"]),
        (r"\left( a = b \right) \le \{c = d\}", [r"\left( a = b \right)", r"{}\le \{c = d\}"]),
        (r"x \quad\text{if } y = 1", [r"x \quad", r"\text{if } y", "{}= 1"]),
        (
            r"\begin{cases} a & b \\ c & d \end{cases} = 1",
            [r"\begin{cases} a & b \\ c & d \end{cases}", "{}= 1"],
        ),
        (
            r"A = \begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix},\quad B",
            ["A", r"{}= \begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix},\,", r"\quad", "B"],
        ),
        (r"a & b = c", None),
        (r"\frac{a & b}{c = d", None),
        (
            r"\text{more than 95\% of all labels are positive}",
            [r"\text{more than 95\% of all }", r"\text{labels are positive}"],
        ),
        (  # too wide for a phone: inside brackets, which get one size; what is in braces stays
            r"x \left(\frac{a + b}{c} + a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8\right)^2 y",
            [
                r"x \biggl( \frac{a + b}{c} + a_1 + a_2 + a_3 + a_4 + a_5",
                r"{}+ a_6 + a_7 + a_8 \biggr)^2 y",
            ],
        ),
        (  # nor does a half without a fraction get a smaller bracket; a size that is there stays
            r"\max\Big\{aaaaaaaaaaaaaaaaaaaaaaaaaa, \frac{bbbbbbbbbb}{c}, dddddddddd\Big\} e",
            [
                r"\max\Bigl\{ aaaaaaaaaaaaaaaaaaaaaaaaaa,\,",
                r"\frac{bbbbbbbbbb}{c}, dddddddddd \Bigr\}",
                "e",
            ],
        ),
        (
            r"\left(aaaa_{1} + aaaa_{2} + aaaa_{3} + aaaa_{4} + aaaa_{5} + aaaa_{6} + b\right) c",
            [
                r"\bigl( aaaa_{1} + aaaa_{2} + aaaa_{3} + aaaa_{4}",
                r"{}+ aaaa_{5} + aaaa_{6} + b \bigr)",
                "c",
            ],
        ),
        (
            r"\left|aaaaaaaa + bbbbbbbbbbb + ccccccccccc + dddddddddd + eeeeeeeee + fff\right|^2",
            None,
        ),
        (
            r"\sum_{i=1}^{n} \left(aaaa_{i} - bbbb_{i}\right) (c + d)",
            [r"\sum_{i=1}^{n} \left(aaaa_{i} - bbbb_{i}\right)", "(c + d)"],
        ),
        (r"\sum_{i=1}^{n} f_{i} \left(aaaa_{i} - bbbb_{i}\right)^2 c", None),
        (r"a) = (b", None),
        (r"\sum_{i = 1}^n x_i", None),
        (  # the end of an environment is no factor
            r"\begin{aligned} aaaaaaaaaaaaaaa + bbbbbbbbbbbbbbbbbbb + (c + d) \end{aligned}",
            None,
        ),
        (r"a \not= b", ["a", r"{}\not= b"]),
        (r"\Big(a = b\Big) \le \Big\{c\Big\}", [r"\Big(a = b\Big)", r"{}\le \Big\{c\Big\}"]),
        (r"f(x_1, x_2, x_3, x_4, x_5), z", ["f(x_1, x_2, x_3, x_4, x_5),\\,", "z"]),
        (r"x_1, x_2", None),
        (
            r"\begin{gathered} a = b; \\ \Big(c \Big) \end{gathered}",
            ["a", "{}= b;", NEXT, r"\Big(c \Big)"],
        ),
        (r"\begin{gathered} a \\ b & c \end{gathered}", None),
        (r"\begin{gathered} \sqrt{a \\ b} \end{gathered}", None),
        (
            r"x \text{ differ in at most one entry, in both orders}",
            [r"x \text{ }\text{differ in at most one }", r"\text{entry, in both orders}"],
        ),
        (r"(\epsilon, \delta)\text{-DP}", None),
        ("", None),
    ],
)
def test_a_formula_is_broken_where_that_is_safe(latex, pieces):
    assert breaks(latex) == ([latex] if pieces is None else pieces)


def test_broken_formulas_lose_nothing():
    """But for the marks of words: one text may have become several."""

    def letters(latex: str) -> str:
        return re.sub(r"\\text|\\,|[\s{}]", "", latex)

    for claim in rich_report()["claims"]:
        for latex in (claim["statement"], *claim["hypotheses"]):
            assert letters("".join(breaks(latex))) == letters(latex)


def test_a_large_report_is_written():
    pages = site(large_report(60))
    assert Tags(pages["pages/graph.html"]).wrong == []
    assert len(re.findall(r'class="node', pages["pages/graph.html"])) == 60


def test_evidence_of_a_notebook_holds_its_certificate():
    from workbench.report import evidence_html

    row = evidence("both", certificate=SQUARE | {"digest": "ab"}) | {"digest": "0"}
    html = evidence_html(row)
    assert "b_star" in html
    assert "data-load" not in html
