"""The files of a report, the schema, and the comparison of two reports."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from tests.workbench.report.fixture import rich_report
from workbench.report import diff, write_report
from workbench.report.baseline import Recorded
from workbench.report.canonical import canonical_json, without_times
from workbench.report.comparison import CLASSES
from workbench.report.errors import ReportError
from workbench.report.reader import load_report, read_report, totals_of
from workbench.report.summary import News

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "reports/workbench-report-3.schema.json").read_text()
)

SOME = (
    "momentum.erratum-10",
    "momentum.prop-16",
    "momentum.thm-9",
    "momentum.scale-invariance",
)


def test_the_fixture_and_the_schema_agree():
    jsonschema.validate(rich_report(), SCHEMA)


@pytest.mark.parametrize("key", ["schema", "claims", "totals", "budget", "seed"])
def test_a_missing_field_is_named(key):
    report = rich_report()
    del report[key]
    with pytest.raises(ReportError, match=key):
        read_report(report)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, SCHEMA)


def test_an_unknown_status_is_refused_with_the_known_ones():
    report = rich_report()
    report["claims"][0]["status"] = "true"
    with pytest.raises(ReportError, match="certified"):
        read_report(report)


def test_totals_that_do_not_add_up_are_refused():
    report = rich_report()
    report["totals"]["certified"] += 1
    with pytest.raises(ReportError):
        read_report(report)


def test_the_files_are_written_and_read_back(tmp_path):
    report = rich_report()
    files = write_report(report, tmp_path / "new" / "folder")
    assert [f.name for f in files] == ["verification.json", "junit.xml", "summary.md", "index.html"]
    assert load_report(files[0]) == report
    there = sorted(p.name for p in files[0].parent.iterdir())
    assert there == sorted(["pages", *(f.name for f in files)])


def test_the_pages_of_an_older_report_are_gone(tmp_path):
    report = rich_report()
    write_report(report, tmp_path)
    old = tmp_path / "pages/claims/accel.rate.html"
    assert old.is_file()
    report["claims"] = [c for c in report["claims"] if c["id"] != "accel.rate"]
    report["totals"] = totals_of([c["status"] for c in report["claims"]])
    write_report(report, tmp_path)
    assert not old.exists()
    assert not [p for p in tmp_path.iterdir() if p.name.startswith(".")]


def test_a_truncated_file_says_what_to_do(tmp_path):
    path = tmp_path / "verification.json"
    path.write_text(canonical_json(rich_report())[:500])
    with pytest.raises(ReportError, match="cut short"):
        load_report(path)


def test_a_broken_report_overwrites_nothing(tmp_path):
    write_report(rich_report(), tmp_path)
    before = (tmp_path / "verification.json").read_bytes()
    broken = rich_report()
    broken["claims"][0]["status"] = "true"
    with pytest.raises(ReportError):
        write_report(broken, tmp_path)
    assert (tmp_path / "verification.json").read_bytes() == before


def test_junit_counts_what_fails(tmp_path):
    report = rich_report()
    write_report(report, tmp_path)
    root = ET.parse(tmp_path / "junit.xml").getroot()
    cases = root.findall(".//testcase")
    evidence = [e for c in report["claims"] for e in c["evidence"]]
    assert len(cases) == len(evidence)
    failed = sum(
        e["decision"] == "fails" and all(m["rejected"] for m in e["mutants"]) for e in evidence
    )
    assert len(root.findall(".//failure")) == failed
    for suite in root:
        assert int(suite.get("tests")) == len(suite.findall("testcase"))


def recorded_of(report):
    return {c["id"]: Recorded(c["status"], "", "") for c in report["claims"]}


def test_junit_is_red_for_news_alone(tmp_path):
    report = rich_report()
    recorded = recorded_of(report) | {"demo.both-ways": Recorded("certified", "", "")}
    write_report(report, tmp_path, recorded=recorded)
    root = ET.parse(tmp_path / "junit.xml").getroot()
    failed = [case.get("classname") for case in root.findall(".//testcase[failure]")]
    assert failed == ["demo.both-ways"]
    known = root.find(".//testcase[@classname='accel.noise-variance']/skipped")
    assert known.get("message").startswith("accel.noise-variance is recorded as refuted: violated")
    assert root.findall(".//testcase/error"), "an error is never expected"


def test_what_became_worse_without_a_failed_check_is_red_too(tmp_path):
    news = [
        News("demo.gone", "gone", "the baseline records certified", "workbench verify demo.gone"),
        News("demo.both-ways", "inconsistent", "certified and refuted at once", "again"),
    ]
    recorded = recorded_of(rich_report()) | {"demo.both-ways": Recorded("x", "", "")}
    write_report(rich_report(), tmp_path, recorded=recorded, news=news)
    root = ET.parse(tmp_path / "junit.xml").getroot()
    (case,) = root.findall(".//testcase[@name='verdict']")
    assert case.get("classname") == "demo.gone", "a claim with a red check is not red twice"
    assert case.find("failure").get("message") == "gone: the baseline records certified"
    for suite in root:
        assert int(suite.get("tests")) == len(suite.findall("testcase"))


def test_the_summary_begins_with_the_news_and_folds_what_is_recorded(tmp_path):
    recorded = recorded_of(rich_report())
    write_report(rich_report(), tmp_path, recorded=recorded)
    text = (tmp_path / "summary.md").read_text()
    assert "Nothing is worse than recorded." in text
    assert "refuted: `accel.noise-variance`" in text.partition("<details>")[2]
    news = [News("accel.noise-variance", "refuted", "the baseline records a|b", "again")]
    del recorded["accel.noise-variance"]
    write_report(rich_report(), tmp_path, recorded=recorded, news=news)
    text = (tmp_path / "summary.md").read_text()
    assert "1 claim not as recorded or expected:" in text
    assert "| `accel.noise-variance` | × refuted | the baseline records a\\|b | `again` |" in text
    assert "refuted: `accel.noise-variance`" in text.partition("<details>")[0]


def test_the_summary_names_what_is_refuted(tmp_path):
    write_report(rich_report(), tmp_path)
    text = (tmp_path / "summary.md").read_text()
    assert "refuted: `accel.noise-variance`" in text


def test_times_are_the_only_difference_that_is_removed():
    slow, fast = rich_report(), rich_report()
    slow["seconds"], slow["ended"] = 1e6, "2031-01-01T00:00:00Z"
    slow["claims"][0]["evidence"][0]["seconds"] = 99.0
    assert without_times(slow) == without_times(fast)
    slow["seed"] += 1
    assert without_times(slow) != without_times(fast)


def change(report, id, **fields):
    made = deepcopy(report)
    next(c for c in made["claims"] if c["id"] == id).update(fields)
    return made


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("certified", "supported", "worse"),
        ("supported", "certified", "better"),
        ("certified", "refuted", "worse"),
        ("refuted", "inconclusive", "worse"),  # its counterexample was lost
        ("inconclusive", "error", "worse"),
        ("disputed", "supported", "better"),
        ("inconclusive", "supported", "better"),
    ],
)
def test_a_change_of_status_has_its_class(old, new, place):
    report = rich_report()
    id = report["claims"][0]["id"]
    found = diff(change(report, id, status=old), change(report, id, status=new))
    assert [c.id for c in getattr(found, place)] == [id]
    assert sum(len(getattr(found, n)) for n in CLASSES) == 1
    assert id in found.to_text()


def test_a_changed_statement_is_restated_whatever_its_status():
    report = rich_report()
    id = report["claims"][0]["id"]
    found = diff(report, change(report, id, statement="1 = 2", status="refuted"))
    assert [c.id for c in found.restated] == [id]
    assert "another statement" in found.to_text()
    assert found.worse == ()


def test_contents_are_compared_and_no_digest_is_believed():
    report = rich_report()
    id = report["claims"][0]["id"]
    assert diff(report, change(report, id, digest="0" * 64)).unchanged == len(report["claims"])
    slow = deepcopy(report)
    slow["claims"][0]["evidence"][0]["seconds"] = 99.0
    assert diff(report, slow).unchanged == len(report["claims"])
    other = deepcopy(report)
    other["claims"][0]["evidence"][0]["summary"] = "something else"
    (changed,) = diff(report, other).changed
    assert (changed.id, changed.what) == (id, "other evidence")
    (changed,) = diff(report, change(report, id, note="N", title="T")).changed
    assert changed.what == "another note, title"
    assert diff(report, change(report, id, hypotheses=["x > 0"])).restated


def test_new_and_gone_claims_are_listed():
    old, new = rich_report(), rich_report()
    gone = old["claims"][0]["id"]
    new["claims"] = new["claims"][1:]
    found = diff(old, new)
    assert [c.id for c in found.gone] == [gone]
    assert found.is_worse
    assert not diff(new, old).is_worse
    assert [c.id for c in diff(new, old).new] == [gone]
    assert json.loads(json.dumps(found.to_json()))["gone"][0]["id"] == gone


def test_the_errata_list_what_is_refuted_with_its_repair():
    from workbench.report.errata import errata_markdown

    text = errata_markdown(read_report(rich_report()), "accel")
    assert "`accel.noise-variance`" in text
    assert "**Repaired** by `accel.noise-variance-repaired`" in text
    assert "twice the right side" in text
    assert "`accel.figure-2`" in text, "a disputed claim is an erratum too"
    assert "With it falls `accel.uses-the-wrong-variance`." in text
    assert "both-ways" not in text


def test_a_dispute_says_how_often_its_test_errs_and_what_it_would_have_seen():
    from workbench.report.errata import errata_markdown

    report = rich_report()
    (claimed,) = [one for one in report["claims"] if one["id"] == "accel.figure-2"]
    claimed["evidence"][0] |= {
        "decision": "fails", "method": "sign test", "alpha": "1/2000", "looks": 2,
        "power": "9 of 10 runs do",
    }  # fmt: skip
    text = errata_markdown(read_report(report), "accel")
    told = "A sign test at the error level 1/2000, shared by 2 looks; 9 of 10 runs do."
    assert told in text


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report of a few claims of a paper, verified here and now, as it stands in its file."""
    from workbench.cli import run

    folder = tmp_path_factory.mktemp("fresh")
    places = ("--store", str(folder / "store"), "--out", str(folder))
    code = run(["verify", *SOME, "-j", "0", "--no-baseline", *places])
    assert code == 1, "momentum.erratum-10 is refuted, and no baseline records it"
    return load_report(folder / "verification.json")


def test_a_report_of_papers_follows_from_its_evidence(fresh):
    from workbench.referee import rule_all
    from workbench.referee.digests import edited
    from workbench.referee.rebuild import certificates_of, rebuild

    found = certificates_of(fresh)
    rulings = dict(zip(found, rule_all([*found.values()]), strict=True))
    assert len(rulings) > 10
    assert [(name, r.message) for name, r in rulings.items() if not r.accepted] == []
    assert rebuild(fresh, rulings) == []
    assert list(edited(fresh)) == []
    assert {c["status"] for c in fresh["claims"]} >= {"argued", "refuted", "supported"}
    jsonschema.validate(fresh, SCHEMA)

    for claim in fresh["claims"]:
        claimed = deepcopy(fresh)
        (row,) = [c for c in claimed["claims"] if c["id"] == claim["id"]]
        row["status"], row["grade"] = "proved", "PROVED"
        assert rebuild(claimed, rulings) != [], claim["id"]


def test_markdown_holds_nothing_that_a_browser_or_a_terminal_would_obey(tmp_path):
    from workbench.report.errata import errata_markdown

    evil = "a <script>alert(1)</script> `<b>` [x](javascript:y) \x1b[2J\x9b31m \u202e"
    report = rich_report()
    for claim in report["claims"]:
        for field in ("title", "source", "note", "reason"):
            claim[field] = evil
        claim["statement"] = "x < y" + evil
        claim["provenance"] = "printed"
        if claim["status"] == "refuted":
            claim["evidence"][0]["counterexample"] = {"point": [], "text": evil}
    for paper in report["papers"]:
        paper["title"] = paper["reference"] = evil
    write_report(report, tmp_path)
    for text in (
        (tmp_path / "summary.md").read_text(),
        errata_markdown(read_report(report), "accel"),
    ):
        assert "alert(1)" in text
        assert "<" not in text
        assert "](" not in text
        assert all(line.isprintable() for line in text.split("\n"))


def test_a_report_of_the_first_version_says_what_it_lacks():
    with pytest.raises(ReportError, match="does not hold what its verdicts follow from"):
        read_report(rich_report() | {"schema": "workbench-report/1"})


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("certificate", {"digest": "0"}, "kind is missing"),
        ("certificate", {"kind": 3, "digest": "0"}, "is not a text"),
        ("alpha", "1/0", "not an exact number"),
        ("alpha", "٣", "not an exact number"),
        ("alpha", "1e-9", "not an exact number"),
        ("manner", "typed", "is none of"),
        ("uses", "accel.rate", "is not a list"),
        ("encoded", [{"label": "", "latex": "1 = 2"}], "beside a certificate"),
    ],
)
def test_evidence_that_cannot_be_is_refused(field, value, words):
    report = rich_report()
    (row,) = (e for c in report["claims"] for e in c["evidence"] if e["check"].startswith("excess"))
    row[field] = value
    with pytest.raises(ReportError, match=words):
        read_report(report)


def test_a_check_that_stands_twice_is_refused():
    report = rich_report()
    report["claims"][0]["evidence"] *= 2
    with pytest.raises(ReportError, match="twice"):
        read_report(report)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '{"a": NaN}', "[-Infinity]", '"' + "9" * 9])
def test_a_document_means_one_thing(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(ReportError, match="is not JSON"):
        load_report(path)
