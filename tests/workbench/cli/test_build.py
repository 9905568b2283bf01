"""The report of a run: complete, in its format, and a function of claims, evidence and setting."""

import json
from datetime import UTC, datetime
from fractions import Fraction
from types import SimpleNamespace

import jsonschema
import pytest

from tests.workbench.referee.small import ruled
from tests.workbench.runner.arithmetic import equal
from tests.workbench.runner.toy import ROOT
from workbench.claims import Claim, Figure, Grade, Library, Paper, fails, holds
from workbench.claims.paper import PaperFailure
from workbench.errors import ParameterError
from workbench.referee.digests import edited, statement_digest
from workbench.referee.rebuild import rebuild
from workbench.report.baseline import baseline_json
from workbench.report.build import build_report
from workbench.report.canonical import canonical_json, without_times
from workbench.report.errors import ReportError
from workbench.report.moment import moment
from workbench.report.reader import read_report
from workbench.report.summary import summary_markdown
from workbench.runner import RunSetting, Store, plan, verify

SCHEMA = json.loads((ROOT / "reports" / "workbench-report-3.schema.json").read_text())


def claim(slug: str, *, kind="lemma", **more) -> Claim:
    options = {
        "title": f"About {slug}",
        "statement": r"x \ge 0",
        "printed": (kind, "Lemma 1"),
        "hypotheses": "x > 1",
    }
    return Claim(f"toy.{slug}", **(options | more))


def library() -> Library:
    good = claim("good", uses=("toy.cited",))

    def sampled(run, value):
        if value:
            return fails("sampling", "it fails", grade=Grade.SUPPORTED)
        return holds(
            "sampling",
            "it holds",
            grade=Grade.SUPPORTED,
            alpha=run.alpha / 2,
            looks=3,
            figures=(Figure("n", 10), Figure("r", "1/3", note="exact"), Figure("x", 0.1)),
        )

    @good.statistical
    def it_holds(run):
        """A formula."""
        return sampled(run, 0)

    @it_holds.mutant
    def it_fails(run):
        """A false formula."""
        return sampled(run, 1)

    other = claim("other")

    @other.statistical
    def unfinished(run):
        """Raises."""
        raise ValueError("no")

    @unfinished.mutant
    def never(run):
        """Never run."""
        raise AssertionError

    false = claim("false")

    @false.refutation
    def a_point():
        """X = 0."""
        return equal("0", "1")

    @a_point.mutant
    def another_point():
        """X = 1."""
        return equal("1", "1")

    cited = claim("cited", kind="cited", citation="B (1999)")
    repaired = claim("false.repaired", repairs=("toy.false",))
    claims = {c.id: c for c in (good, other, false, cited, repaired)}
    papers = (Paper("toy", "A toy", "A. Toy", "none"),)
    return Library(papers, claims, (PaperFailure("hurt", "hurt_pkg", "cannot be loaded: why"),))


@pytest.fixture
def session(tmp_path):
    made = library()
    return verify(made, plan(made, setting=RunSetting(seed=4)), Store(tmp_path), jobs=0)


@pytest.fixture
def report(session):
    return build_report(session, wanted=["toy"], expression="good or not good")


def test_it_keeps_to_its_format(report):
    jsonschema.validate(report, SCHEMA)
    assert len(read_report(report).claims) == 5, "the other paper was not asked for"
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_it_says_what_each_claim_came_to(report):
    by_id = {c["id"]: c for c in report["claims"]}
    assert {i: c["status"] for i, c in by_id.items()} == {
        "toy.good": "supported",
        "toy.other": "error",
        "toy.false": "refuted",
        "toy.cited": "assumed",
        "toy.false.repaired": "inconclusive",
    }
    assert by_id["toy.good"]["assumes"] == ["toy.cited"]
    assert by_id["toy.good"]["uses"] == ["toy.cited"]
    assert by_id["toy.false"]["repaired_by"] == ["toy.false.repaired"]
    assert by_id["toy.false.repaired"]["repairs"] == ["toy.false"]
    (evidence,) = by_id["toy.good"]["evidence"]
    assert evidence["mutants"] == [
        {
            "name": "it_fails",
            "doc": "A false formula.",
            "decision": "fails",
            "rejected": True,
            "summary": "it fails",
        }
    ]
    assert evidence["doc"] == "A formula."
    assert evidence["repeat"] == "workbench verify toy.good --seed 4 --profile quick --fresh"
    (broken,) = by_id["toy.other"]["evidence"]
    assert "ValueError: no" in broken["trace"]
    (cited,) = by_id["toy.cited"]["evidence"]
    assert (cited["method"], cited["grade"], cited["summary"]) == (
        "citation",
        "ASSUMED",
        "B (1999)",
    )


def test_it_says_when_the_run_ended_and_nothing_else_does(session, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1769862896")
    made, again = (build_report(session, wanted=["toy"]) for _ in range(2))
    assert made["ended"] == "2026-01-31T12:34:56Z"
    assert canonical_json(made) == canonical_json(again)
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    before = datetime.now(UTC).replace(microsecond=0)
    late = build_report(session, wanted=["toy"])
    assert before <= datetime.fromisoformat(late["ended"]) <= datetime.now(UTC)
    assert without_times(late) == without_times(made)
    whole = [one | {"failures": []} for one in (late, made)]
    for recorded in (lambda r: summary_markdown(read_report(r)), baseline_json):
        assert len({recorded(one) for one in whole}) == 1, "it would change with every run"


@pytest.mark.parametrize("wrong", ["2026-01-31", "-1", "1e9", "\N{SUPERSCRIPT TWO}", "9" * 12])
def test_a_source_date_that_is_no_time_is_told_before_the_work(monkeypatch, wrong):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", wrong)
    with pytest.raises(ParameterError, match=r"whole number of seconds since 1970.*unset it"):
        moment()


@pytest.mark.parametrize("wrong", ["", "yesterday", "2026-02-30T00:00:00Z", "2026-1-31T12:34:56Z"])
def test_a_report_that_ended_at_no_time_is_refused(report, wrong):
    with pytest.raises(ReportError, match=r"report\.ended"):
        read_report(report | {"ended": wrong})


def test_it_names_the_distributions_of_its_papers(session, monkeypatch):
    dist = SimpleNamespace(name="toy-papers", version="1.4")
    points = [SimpleNamespace(name="toy", dist=dist), SimpleNamespace(name="other", dist=None)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: points)
    assert build_report(session, wanted=["toy"])["versions"]["toy-papers"] == "1.4"


def test_it_accounts_for_the_error_budget(report):
    shares = [Fraction(t["alpha"]) for t in report["budget"]["tests"]]
    total = Fraction(report["budget"]["total"])
    assert total == Fraction(1, 1000)
    assert shares == [total / 256] * 2
    assert Fraction(report["budget"]["spent"]) == total / 512


def test_it_names_papers_that_could_not_be_loaded(report):
    assert report["failures"] == [
        {"paper": "hurt", "module": "hurt_pkg", "message": "cannot be loaded: why"}
    ]
    assert [p["id"] for p in report["papers"]] == ["toy"], "it was not asked for"


@pytest.mark.parametrize("wanted", [[], ["hurt"], ["toy", "hurt.lemma-1"]])
def test_a_paper_that_was_asked_for_and_could_not_be_loaded_is_an_error(session, wanted):
    report = build_report(session, wanted=wanted)
    jsonschema.validate(report, SCHEMA)
    row = read_report(report).claims[-1]
    assert (row.paper, row.status, row.reason) == ("hurt", "error", "cannot be loaded: why")
    assert report["totals"]["error"] == 2
    assert [p["id"] for p in report["papers"]] == ["toy", "hurt"]


def test_it_says_how_to_get_it_again_and_not_where_it_was_made(report):
    command = "workbench verify toy -k 'good or not good' --seed 4 --profile quick"
    assert report["command"] == command
    assert str(ROOT) not in json.dumps(report)


def test_its_verdicts_follow_from_it_alone(session):
    for wanted in ([], ["toy"]):
        report = build_report(session, wanted=wanted)
        assert ruled(report)
        assert rebuild(report, ruled(report)) == []


def test_a_selection_says_what_is_outside_of_it(tmp_path):
    made = library()
    chosen = plan(made, ["toy.good"], setting=RunSetting(seed=4))
    report = build_report(verify(made, chosen, Store(tmp_path), jobs=0), wanted=["toy.good"])
    assert report["outside"] == {"toy.cited": "cited"}
    assert rebuild(report, {}) == []
    report["outside"] = {"toy.cited": "lemma"}
    assert "toy.good" in {one.where for one in rebuild(report, {})}


def test_the_digest_of_a_statement_follows_the_statement_and_nothing_else(report):
    row = report["claims"][0]
    plain = statement_digest(row)
    for changed in ("title", "note", "source", "status", "uses", "evidence"):
        assert statement_digest(row | {changed: ["other"]}) == plain
    assert statement_digest(row | {"statement": "x  \\ge\n 0"}) == plain
    for change in ({"statement": "x > 0"}, {"hypotheses": []}, {"parts": ["if"]}):
        assert statement_digest(row | change) != plain


def test_a_digest_covers_everything_but_times(report):
    assert list(edited(report)) == []
    row = report["claims"][0]
    report["seconds"] = row["evidence"][0]["seconds"] = 99.0
    report["ended"] = "2031-01-01T00:00:00Z"
    assert list(edited(report)) == []
    row["evidence"][0]["doc"] += "!"
    assert list(edited(report)) == ["toy.good::it_holds", "toy.good", "the report"]
