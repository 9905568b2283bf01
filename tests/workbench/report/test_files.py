"""The files of a report, the schema, and the comparison of two reports."""

import json
from copy import deepcopy
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from tests.workbench.report.fixture import rich_report
from workbench.report import diff, write_report
from workbench.report.canonical import canonical_json, without_times
from workbench.report.errors import ReportError
from workbench.report.reader import load_report, read_report

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "reports/workbench-report-2.schema.json").read_text()
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
    assert [f.name for f in files] == [
        "verification.json",
        "verification.html",
        "junit.xml",
        "summary.md",
    ]
    assert load_report(files[0]) == report
    assert sorted(p.name for p in files[0].parent.iterdir()) == sorted(f.name for f in files)


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


def test_the_summary_names_what_is_refuted(tmp_path):
    write_report(rich_report(), tmp_path)
    text = (tmp_path / "summary.md").read_text()
    assert "refuted: `accel.noise-variance`" in text


def test_times_are_the_only_difference_that_is_removed():
    slow, fast = rich_report(), rich_report()
    slow["seconds"] = 1e6
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
    ],
)
def test_a_change_of_status_has_its_class(old, new, place):
    report = rich_report()
    id = report["claims"][0]["id"]
    found = diff(change(report, id, status=old), change(report, id, status=new))
    assert [c.id for c in getattr(found, place)] == [id]
    assert sum(len(getattr(found, n)) for n in ("worse", "better", "restated", "new", "gone")) == 1
    assert id in found.to_text()


def test_a_changed_statement_is_restated_whatever_its_status():
    report = rich_report()
    id = report["claims"][0]["id"]
    found = diff(report, change(report, id, digest="another", status="refuted"))
    assert [c.id for c in found.restated] == [id]
    assert found.worse == ()


def test_new_and_gone_claims_are_listed():
    old, new = rich_report(), rich_report()
    gone = old["claims"][0]["id"]
    new["claims"] = new["claims"][1:]
    found = diff(old, new)
    assert [c.id for c in found.gone] == [gone]
    assert [c.id for c in diff(new, old).new] == [gone]
    assert json.loads(json.dumps(found.to_json()))["gone"][0]["id"] == gone


def test_the_errata_list_what_is_refuted_with_its_repair():
    from workbench.report.errata import errata_markdown

    text = errata_markdown(read_report(rich_report()), "accel")
    assert "`accel.noise-variance`" in text
    assert "Repaired by `accel.noise-variance-repaired`" in text
    assert "b_t" in text
    assert "both-ways" not in text


def test_the_released_errata_are_those_of_the_released_report():
    from workbench.report.errata import errata_markdown

    root = Path(__file__).parents[3]
    released = read_report(load_report(root / "reports/verification.json"))
    files = sorted(root.glob("proofs/*/ERRATA.md"))
    assert files
    for file in files:
        assert file.read_text(encoding="utf-8") == errata_markdown(released, file.parent.name)


def test_every_certificate_of_the_released_report_is_accepted():
    from workbench.cli.recheck import certificates, decided, read_document

    path = Path(__file__).parents[3] / "reports/verification.json"
    found = list(certificates(read_document(path), path.name))
    assert found
    assert [(name, said) for name, c in found if not (said := decided(c))[0]] == []
