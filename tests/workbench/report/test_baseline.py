"""The baseline: what is recorded of a run, how it is read, and what a later run is told."""

import json
from copy import deepcopy
from pathlib import Path

import jsonschema
import pytest

from tests.workbench.report.fixture import rich_report
from workbench.claims import load
from workbench.referee.digests import statement_digest
from workbench.report import diff
from workbench.report.baseline import (
    baseline_json,
    baseline_of,
    compare,
    load_baseline,
    read_baseline,
    recorded_in,
    statement_of,
    unused_in,
)
from workbench.report.errors import ReportError
from workbench.report.status import STATUSES

REPORTS = Path(__file__).parents[3] / "reports"
SCHEMA = json.loads((REPORTS / "workbench-baseline-1.schema.json").read_text())


def changed(report, **fields):
    """The report with other fields of its first claim."""
    made = deepcopy(report)
    made["claims"][0].update(fields)
    return made


def between(old, new):
    return compare(read_baseline(baseline_of(old)), recorded_in(new))


def test_a_baseline_records_what_its_report_does_on_a_line_for_each_claim(tmp_path):
    report = rich_report()
    text = baseline_json(report)
    jsonschema.validate(json.loads(text), SCHEMA)
    rows = [line for line in text.splitlines() if '"id"' in line]
    assert len(rows) == len(report["claims"])
    assert len(text) < 400 * len(rows)
    (tmp_path / "baseline.json").write_text(text)
    (tmp_path / "report.json").write_text(json.dumps(report))
    assert load_baseline(tmp_path / "baseline.json") == recorded_in(report)
    assert load_baseline(tmp_path / "report.json") == recorded_in(report)


def test_times_and_the_order_of_claims_are_not_recorded():
    report = rich_report()
    slow = deepcopy(report)
    slow["claims"][0]["evidence"][0]["seconds"] = 99.0
    slow["claims"].reverse()
    assert baseline_json(slow) == baseline_json(report)


def test_no_digest_that_the_report_holds_is_believed():
    report = rich_report()
    forged = deepcopy(report)
    for claim in forged["claims"]:
        claim["digest"] = "0" * 64
        for evidence in claim["evidence"]:
            evidence["digest"] = "0" * 64
    assert recorded_in(forged) == recorded_in(report)


@pytest.mark.parametrize("old", STATUSES)
def test_worse_than_the_baseline_is_what_is_worse_between_reports(old):
    report = changed(rich_report(), status=old)
    for new in STATUSES:
        later = changed(report, status=new)
        found, full = between(report, later), diff(report, later)
        assert (found.worse, found.better) == (full.worse, full.better), (old, new)
        assert found.is_worse == full.is_worse
        assert found.unchanged == len(report["claims"]) - (old != new)


def test_a_changed_statement_is_named():
    report = rich_report()
    id = report["claims"][0]["id"]
    for fields in ({"statement": "1 = 2"}, {"hypotheses": ["x > 9"]}, {"citation": "somebody"}):
        found = between(report, changed(report, **fields))
        assert [c.id for c in found.restated] == [id], fields
        assert f"{id}: {report['claims'][0]['status']}, another statement" in found.to_text()


def test_a_claim_that_is_gone_is_worse_and_a_new_one_is_not():
    report = rich_report()
    fewer = deepcopy(report)
    gone = fewer["claims"].pop(0)["id"]
    assert [c.id for c in between(report, fewer).gone] == [gone]
    assert between(report, fewer).is_worse
    assert [c.id for c in between(fewer, report).new] == [gone]
    assert not between(fewer, report).is_worse


def test_other_evidence_is_counted_and_not_named():
    report = rich_report()
    other = deepcopy(report)
    other["claims"][0]["evidence"][0]["summary"] = "something else"
    found = between(report, other)
    assert (found.changed, found.is_worse, found.other_evidence) == ((), False, 1)
    assert found.unchanged == len(report["claims"])
    assert found.to_text() == f"unchanged ({found.unchanged}), 1 of them with other evidence\n"
    assert found.to_json()["other_evidence"] == 1
    other["claims"][0]["status"] = "error"  # named already, so it is not counted again
    assert between(report, other).other_evidence == 0
    fewer = deepcopy(report)
    del fewer["claims"][0]["evidence"][0]
    assert between(report, fewer).other_evidence == 1


def test_hypotheses_that_are_not_needed_stand_beside_their_statement_and_with_no_other():
    report = changed(rich_report(), status="certified")
    id = report["claims"][0]["id"]
    document = json.loads(baseline_json(report, {id: ["b > 0"], "demo.gone": ["c > 0"]}))
    jsonschema.validate(document, SCHEMA)
    recorded = read_baseline(document)
    assert recorded[id].unused == ("b > 0",)
    assert unused_in(report["claims"], recorded) == {id: ("b > 0",)}
    for fields in ({"statement": "1 = 2"}, {"status": "argued"}):
        assert unused_in(changed(report, **fields)["claims"], recorded) == {}
    assert between(report, report).unchanged == len(report["claims"])


def test_the_statement_of_a_claim_has_the_digest_of_its_report():
    library = load({"ext"})
    (one,) = [c for c in library.claims.values() if c.id == "ext.adaptive-composition"]
    said = statement_of(one)
    recorded = load_baseline(REPORTS / "baseline.json")[one.id]
    assert statement_digest(said) == recorded.statement


def row(**changes):
    good = {"id": "t.a", "status": "certified", "statement": "0" * 64, "evidence": "f" * 64}
    return good | changes


@pytest.mark.parametrize(
    ("claims", "place"),
    [
        ([row(id="")], "id"),
        ([row(status="true")], "status"),
        ([row(statement="0" * 63)], "statement"),
        ([row(evidence="F" * 64)], "evidence"),
        ([row(evidence=None)], "evidence"),
        ([row(unused="b > 0")], "unused"),
        ([{k: v for k, v in row().items() if k != "status"}], "status"),
        ({"t.a": row()}, "claims"),
        (["t.a"], "claims"),
    ],
)
def test_the_reader_and_the_schema_refuse_the_same(claims, place):
    document = {"schema": "workbench-baseline/1", "claims": claims}
    with pytest.raises(ReportError, match=place) as fault:
        read_baseline(document)
    assert "workbench report RUN.json --baseline" in str(fault.value)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, SCHEMA)


def test_an_id_that_stands_there_twice_is_refused():
    with pytest.raises(ReportError, match="twice"):
        read_baseline({"schema": "workbench-baseline/1", "claims": [row(), row()]})


@pytest.mark.parametrize("schema", ["workbench-baseline/2", "workbench-report/1", "", "x"])
def test_another_format_is_refused_with_the_one_that_is_read(schema):
    with pytest.raises(ReportError, match="this version reads 'workbench-"):
        read_baseline({"schema": schema, "claims": []})


def test_no_baseline_is_made_while_a_paper_cannot_be_loaded():
    report = rich_report()
    report["failures"] = [{"paper": "broken", "message": "no such module"}]
    with pytest.raises(ReportError, match="the claims of broken"):
        baseline_of(report)


def test_no_module_hides_what_the_package_offers_under_its_name():
    """To import a module puts it into its package, whatever name the package has for it."""
    from pkgutil import iter_modules

    import workbench.report

    modules = {module.name for module in iter_modules(workbench.report.__path__)}
    assert modules & set(workbench.report.__all__) == set()
