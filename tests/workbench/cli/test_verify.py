"""`workbench verify`: exit codes, the two streams, baselines, what a newcomer gets wrong."""

import gc
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from tests.workbench.report import fixture
from tests.workbench.runner.toy import GOOD, Done, Toys, check

REFUTED = check(
    "false",
    'return no(at={"x": "1/2"})',
    mutant="return yes()",
).replace(".exact(", ".refutation(")
OPEN = check("open", "return inconclusive('search', 'a longer search would decide it')")
BOOM = check("boom", "raise ValueError('no')")
BOTH = (
    GOOD.replace(", encoded=(ONE,)", "")
    + '''

@GOOD.refutation
def one_is_not_one():
    """A certified counterexample to what is certified."""
    return no(at={"x": "1"})


@one_is_not_one.mutant
def it_is():
    """Not accepted."""
    return yes()
'''
)
CITED = claim_text = """
CITED = claim("cited", kind="cited", citation="Someone (2000), Theorem 1")
"""


@pytest.fixture
def toys(tmp_path: Path) -> Toys:
    return Toys(tmp_path / "papers")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch):
    """Verify in this process."""

    def call(toys: Toys, *arguments: str) -> Done:
        return toys.call(monkeypatch, "verify", "-j", "0", *arguments)

    return call


@pytest.mark.parametrize(
    ("text", "arguments", "code"),
    [
        (GOOD, [], 0),
        (CITED, [], 0),
        (REFUTED, [], 1),
        (BOOM, [], 1),
        (check("d", "return holds('m', 's', grade=Grade.SUPPORTED)", mutant="return yes()"), [], 1),
        (GOOD, ["--profile", "medium"], 2),
        (GOOD, ["--require", "BEST"], 2),
        (GOOD, ["-j", "-1"], 2),
        (GOOD, ["toy.goood"], 2),
        (GOOD, ["-k", "good and"], 2),
        (GOOD, ["--baseline", "missing.json"], 2),
        (GOOD, ["--baseline", "missing.json", "--no-baseline"], 2),
        (BOTH, [], 4),
        (GOOD, ["-k", "nowhere"], 5),
        (OPEN, [], 6),
        (GOOD, ["--require", "CERTIFIED"], 0),
        (GOOD + CITED, ["--require", "certified"], 0),
        (GOOD, ["--require", "PROVED"], 6),
        (GOOD + OPEN + REFUTED, [], 1),
        (OPEN + BOTH, [], 4),
    ],
)
def test_exit_codes(run, toys: Toys, text: str, arguments: list[str], code: int):
    toys.paper(a=text)
    done = run(toys, *arguments)
    assert done.returncode == code, done.stderr
    if code in (2, 5):
        assert done.stdout == ""
        assert done.stderr.strip()
    assert "Traceback" not in done.stderr


def test_failures_end_with_the_command_that_repeats_them(run, toys: Toys):
    toys.paper(a=GOOD + BOOM)
    done = run(toys, "--seed", "5", "--profile", "full")
    assert done.stdout.rstrip().endswith(
        "again: workbench verify toy.boom --seed 5 --profile full --fresh"
    )
    assert "raised ValueError: no" in done.stdout
    repeated = run(toys, *done.stdout.rstrip().split("again: workbench verify ")[1].split())
    assert repeated.returncode == 1
    assert "1 check run" in repeated.stderr


def test_a_reason_of_several_lines_is_shown_once_and_in_lines(run, toys: Toys):
    """As the search for a proof gives one: what is open, how close it is, what to try."""
    toys.paper(a=check("hard", "return inconclusive('test', 'Undecided.\\nTry: more time.')"))
    told = run(toys).stdout
    assert [line for line in told.splitlines() if "Undecided" in line] == [
        "? inconclusive  toy.hard  Undecided.",
        "  check_hard: inconclusive: Undecided.",
    ]
    assert "\n    Try: more time.\n" in told
    assert told.count("Try") == 1
    assert "\\n" not in told


def test_json_is_one_document_and_nothing_else(run, toys: Toys):
    toys.paper(a=GOOD + BOOM + CITED)
    done = run(toys, "--json")
    document = json.loads(done.stdout)
    assert document["schema"] == "workbench-run/1"
    assert document["exit"] == done.returncode == 1
    assert {c["id"]: (c["status"], c["expected"]) for c in document["claims"]} == {
        "toy.good": ("certified", True),
        "toy.boom": ("error", False),
        "toy.cited": ("assumed", True),
    }
    assert document["totals"]["claims"] == 3


def test_output_of_checks_does_not_reach_standard_output(run, toys: Toys):
    toys.paper(a=check("loud", "os.write(1, b'raw'); print('words'); return yes()"))
    done = toys.run("verify", "-j", "1", "--json")
    assert json.loads(done.stdout)["exit"] == 0


def test_a_broken_paper_is_told_and_the_others_go_on(run, toys: Toys):
    toys.paper(a=GOOD)
    toys.paper("hurt", a="import no_such_module")
    done = run(toys, "--out", "out")
    assert done.returncode == 1
    assert "toy.good" in done.stdout
    assert "paper 'hurt' (entry point hurt_pkg) cannot be loaded" in done.stderr
    assert "no_such_module" in done.stderr
    report = json.loads((toys.folder.parent / "out" / "verification.json").read_text())
    assert [f["paper"] for f in report["failures"]] == ["hurt"]
    assert "no_such_module" in (toys.folder.parent / "out" / "index.html").read_text()
    assert run(toys, "toy").returncode == 0, "the other paper is not concerned"
    alone = run(toys, "hurt")
    assert alone.returncode == 1
    assert "cannot be loaded" in alone.stderr


def test_a_paper_that_needs_a_broken_one_goes_on(run, toys: Toys):
    toys.paper(a=check("needs", "return yes()", uses="('hurt.lemma',)"))
    toys.paper("hurt", a="1/0")
    done = run(toys, "toy")
    assert done.returncode == 0
    assert "modulo hurt.lemma" in done.stdout


@pytest.mark.parametrize(
    ("uses", "words"),
    [
        ("('toy.godo',)", "Did you mean toy.good?"),
        ("('toy.x',)", "claims use each other in a circle"),
    ],
)
def test_a_wrong_graph_names_the_claim(run, toys: Toys, uses: str, words: str):
    toys.paper(a=GOOD, b=check("x", "return yes()", uses=uses))
    done = run(toys)
    assert done.returncode == 2
    assert words in done.stderr
    assert "toy.x" in done.stderr


def test_a_module_without_paper_is_told(run, toys: Toys):
    (toys.folder / "empty_pkg").mkdir()
    (toys.folder / "empty_pkg" / "__init__.py").write_text("")
    toys.register("empty", "empty_pkg")
    done = run(toys)
    assert done.returncode == 1
    assert "empty_pkg.PAPER is NoneType, expected Paper" in done.stderr


def baseline(run, toys: Toys, **changes: str) -> Path:
    """The report of a run as a baseline, with some statuses changed."""
    run(toys, "--out", "base", "--no-baseline")
    path = toys.folder.parent / "base" / "verification.json"
    report = json.loads(path.read_text())
    for claim in report["claims"]:
        old, new = claim["status"], changes.get(claim["id"].split(".")[1], claim["status"])
        claim["status"] = new
        report["totals"][old] -= 1
        report["totals"][new] += 1
    path.write_text(json.dumps(report))
    return path


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, 0),
        ({"good": "supported"}, 0),  # better than recorded
        ({"good": "proved"}, 1),  # worse than recorded
        ({"good": "refuted"}, 1),  # a refutation was lost
        ({"false": "certified"}, 1),
        ({"false": "disputed"}, 1),
        ({"open": "certified"}, 1),
        ({"open": "refuted"}, 1),
    ],
)
def test_a_recorded_status_is_expected_and_a_worse_one_is_not(run, toys: Toys, changes, code):
    toys.paper(a=GOOD + REFUTED + OPEN)
    path = baseline(run, toys, **changes)
    done = run(toys, "--baseline", str(path))
    assert done.returncode == code, done.stdout + done.stderr
    if code:
        assert "the baseline records" in done.stdout


def test_an_error_is_never_expected(run, toys: Toys):
    toys.paper(a=BOOM)
    assert run(toys, "--baseline", str(baseline(run, toys))).returncode == 1


def test_a_claim_that_the_baseline_does_not_know_counts_by_itself(run, toys: Toys):
    toys.paper(a=GOOD)
    path = baseline(run, toys)
    toys.paper(b=REFUTED)
    assert run(toys, "--baseline", str(path)).returncode == 1


def test_a_claim_that_is_gone_from_a_run_of_everything_is_worse(run, toys: Toys):
    toys.paper(a=GOOD, b=REFUTED)
    path = baseline(run, toys)
    assert run(toys, "toy.good", "--baseline", str(path)).returncode == 0, "it was not asked for"
    package = toys.paper(a=GOOD)
    (package / "b.py").unlink()
    done = run(toys, "--baseline", str(path))
    assert done.returncode == 1
    assert "toy.false is gone: the baseline records refuted." in done.stdout
    found = json.loads(run(toys, "--baseline", str(path), "--json").stdout)
    assert (found["gone"], found["exit"]) == (["toy.false"], 1)
    assert run(toys, "toy", "--baseline", str(path)).returncode == 0


def test_a_claim_that_rests_on_others_names_the_command_that_goes_on(run, toys: Toys):
    toys.paper(a=GOOD, b=check("above", "return yes()", uses="('toy.good',)"))
    assert "`workbench trust toy.above` goes on below" in run(toys, "toy.above").stderr
    assert "workbench trust" not in run(toys).stderr


def bring(run, toys: Toys, text: str = "") -> None:
    """Put the baseline of a run, or a text, where the wheel of the papers has it."""
    path = baseline(run, toys)
    metadata = toys.folder / "toy_toy-1.0.dist-info" / "extra_metadata"
    metadata.mkdir()
    (metadata / "baseline.json").write_text(text or path.read_text())


def test_papers_bring_what_is_recorded_of_them(run, toys: Toys):
    toys.paper(a=REFUTED)
    bring(run, toys)
    assert run(toys).returncode == 0
    assert run(toys, "--no-baseline").returncode == 1
    toys.paper("other", a=REFUTED.replace("toy", "other"))
    assert run(toys).returncode == 1, "nothing is recorded of this one"
    toys.paper(a=REFUTED.replace('claim("false"', 'claim("false", statement="1 = 2"'))
    done = run(toys, "toy")
    assert (done.returncode, "another statement" in done.stdout) == (1, True)


def test_a_file_that_is_here_goes_before_what_papers_bring(run, toys: Toys):
    toys.paper(a=GOOD, b=REFUTED)
    bring(run, toys)
    here = toys.folder.parent / "reports" / "baseline.json"
    here.parent.mkdir()
    here.write_text(baseline(run, toys, false="disputed").read_text())
    assert run(toys).returncode == 1, "refuted is worse than disputed"


@pytest.mark.parametrize("text", ["{", "[]", '{"schema": "workbench-baseline/1"}'])
def test_a_damaged_baseline_of_a_paper_is_named(run, toys: Toys, text: str):
    toys.paper(a=GOOD)
    bring(run, toys, text)
    done = run(toys)
    assert done.returncode == 2
    assert "the baseline of toy-toy: " in done.stderr
    assert "--no-baseline" in done.stderr


def test_a_changed_statement_is_not_the_recorded_one(run, toys: Toys):
    toys.paper(a=REFUTED)
    path = baseline(run, toys)
    assert run(toys, "--baseline", str(path)).returncode == 0
    toys.paper(a=REFUTED.replace('claim("false"', 'claim("false", statement="1 = 2"'))
    done = run(toys, "--baseline", str(path))
    assert done.returncode == 1
    assert "the baseline records another statement" in done.stdout


def test_worse_is_what_diff_calls_worse():
    from workbench.claims import Grade
    from workbench.cli.judgement import judge_run
    from workbench.report.baseline import recorded_in
    from workbench.report.comparison import diff
    from workbench.report.status import STATUSES

    for old in STATUSES:
        for new in STATUSES:
            claims = [fixture.claim("t.a", s, grade="PROVED") for s in (old, new)]
            recorded = recorded_in({"claims": claims[:1]})
            (judged,) = judge_run(claims[1:], recorded, require=Grade.ASSUMED)
            worse = diff({"claims": claims[:1]}, {"claims": claims[1:]}).worse
            if new in ("error", "inconsistent"):
                assert not judged.expected
            else:
                assert judged.expected == (not worse), (old, new)


def test_the_default_baseline_is_the_one_in_reports(run, toys: Toys):
    toys.paper(a=REFUTED)
    path = baseline(run, toys)
    assert run(toys).returncode == 1
    made = toys.run("report", str(path), "--baseline", "-o", "reports/baseline.json")
    assert made.returncode == 0, made.stderr
    assert run(toys).returncode == 0
    assert run(toys, "--no-baseline").returncode == 1
    toys.paper(a=REFUTED.replace('claim("false"', 'claim("false", statement="1 = 2"'))
    done = run(toys)
    assert done.returncode == 1
    assert "the baseline records another statement" in done.stdout


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"schema": "workbench-report/9"}', '{"schema": "workbench-baseline/1"}'],
)
def test_a_malformed_baseline_is_wrong_usage_with_a_way_out(run, toys: Toys, content: str):
    toys.paper(a=GOOD)
    path = toys.folder.parent / "old.json"
    path.write_text(content)
    done = run(toys, "--baseline", "old.json")
    assert done.returncode == 2
    assert "old.json" in done.stderr
    assert "--no-baseline" in done.stderr


def test_damaged_evidence_is_set_aside_and_made_again(run, toys: Toys):
    toys.paper(a=GOOD)
    run(toys)
    (path,) = (toys.folder.parent / ".workbench" / "evidence").glob("*/*.json")
    path.write_text(path.read_text()[:100])
    done = run(toys)
    assert done.returncode == 0
    assert "is damaged" in done.stderr
    assert "1 check run, 0 known" in done.stderr
    assert path.with_name(path.name + ".damaged").exists()


def test_the_store_can_be_chosen_by_option_and_environment(run, toys: Toys):
    toys.paper(a=GOOD)
    run(toys, "--store", "here")
    assert (toys.folder.parent / "here" / "evidence").is_dir()
    toys.run("verify", "-j", "0", WORKBENCH_STORE="there")
    assert (toys.folder.parent / "there" / "evidence").is_dir()
    assert not (toys.folder.parent / ".workbench").exists()
    (toys.folder.parent / "file").write_text("")
    done = run(toys, "--store", "file")
    assert done.returncode == 2


def test_out_writes_the_four_files_and_says_where(run, toys: Toys):
    toys.paper(a=GOOD + REFUTED)
    done = run(toys, "--out", "deep/out")
    folder = toys.folder.parent / "deep" / "out"
    for name in ("verification.json", "index.html", "junit.xml", "summary.md"):
        assert (folder / name).is_file()
        assert f"deep/out/{name}" in done.stderr
    report = json.loads((folder / "verification.json").read_text())
    assert report["command"] == "workbench verify --seed 0 --profile quick"
    evidence = {c["id"]: c["evidence"][0] for c in report["claims"]}
    assert evidence["toy.false"]["counterexample"]["point"] == [{"name": "x", "value": "1/2"}]
    assert all(m["rejected"] for e in evidence.values() for m in e["mutants"])


def test_plain_progress_names_count_share_time_and_claim(run, toys: Toys, monkeypatch, capsys):
    from tests.workbench.runner.test_store import TASK, performed
    from workbench.cli import progress
    from workbench.runner import Progress

    monkeypatch.setattr(progress, "EVERY", 0.05)
    with progress.watching(4, lambda: ["toy.d::two"]) as tell:
        tell(Progress(1, 4, TASK, performed()))
        time.sleep(0.2)
    out, err = capsys.readouterr()
    assert out == ""
    assert re.search(
        r"1/4 \(25 %\), last toy.c::one, \d+ s; running toy.d::two", err
    )  # however busy the machine is
    assert "\x1b" not in err


def test_progress_says_what_is_waited_for_before_the_first_check(monkeypatch, capsys):
    from workbench.cli import progress

    monkeypatch.setattr(progress, "FIRST", 0.01)
    with progress.watching(4):
        time.sleep(0.3)
    assert re.search(r"0/4, \d+ s; waiting for workers", capsys.readouterr().err)


def test_a_fault_of_the_workbench_says_so(run, toys: Toys, monkeypatch, capsys):
    from workbench import cli
    from workbench.cli import common

    def broken(*wanted: object):
        raise AssertionError("impossible")

    monkeypatch.setattr("workbench.cli.browse.installed", broken)
    assert cli.run(["list"]) == common.Exit.FAULT
    err = capsys.readouterr().err
    assert "AssertionError: impossible" in err
    assert "this is a bug of the workbench" in err


def test_the_summary_of_a_run_is_appended_with_its_news_first(run, toys: Toys, tmp_path: Path):
    toys.paper(a=GOOD + REFUTED)
    page = tmp_path / "page.md"
    page.write_text("before\n")
    assert run(toys, "--summary", str(page)).returncode == 1
    text = page.read_text()
    assert text.startswith("before\n**2 claims: 1 refuted")
    assert "| `toy.false` | × refuted | the baseline records nothing of it |" in text
    assert "workbench verify toy.false --seed 0 --profile quick --fresh" in text


def test_a_summary_without_a_place_is_told_before_a_check_runs(run, toys: Toys, tmp_path: Path):
    ran = tmp_path / "ran"
    toys.paper(a=check("x", f"Path({str(ran)!r}).touch(); return yes()"))
    done = run(toys, "--summary", str(tmp_path / "nowhere" / "page.md"))
    assert done.returncode == 2
    assert "Choose another file with --summary" in done.stderr
    assert not ran.exists()


@pytest.mark.parametrize(("jobs", "looks"), [("0", True), ("1", False)])
def test_cycles_are_looked_for_only_where_checks_run(
    jobs: str, looks: bool, toys: Toys, monkeypatch: pytest.MonkeyPatch
):
    from workbench.report import build

    toys.paper(a=GOOD)
    made, seen = build.build_report, []

    def build_report(*arguments: Any, **options: Any) -> dict[str, Any]:
        seen.append(gc.isenabled())
        return made(*arguments, **options)

    monkeypatch.setattr(build, "build_report", build_report)
    assert toys.call(monkeypatch, "verify", "-j", jobs).returncode == 0
    assert seen == [looks]
    assert gc.isenabled()
