"""`report`, `diff`, `recheck` read files and load no papers; `new-claim` writes one."""

import json
import re
import tracemalloc
from pathlib import Path

import pytest

from tests.workbench.cli.test_browse import loaded
from tests.workbench.cli.test_verify import REFUTED
from tests.workbench.runner.toy import GOOD, Toys, check
from workbench.cli import folders, progress, recheck
from workbench.referee.digests import stamped
from workbench.report.reader import totals_of
from workbench.rigor import certify, identity
from workbench.rigor.check.kinds import digest
from workbench.symbolic import declare
from workbench.symbolic.text import parse

CERTIFIED = '''
import sympy as sp
from workbench.rigor import identity
from workbench.symbolic import relation

a, b = sp.symbols("a b", real=True)
SQUARE = claim("square", encoded=(relation((a + b) ** 2, "=", a**2 + 2 * a * b + b**2),))


@SQUARE.exact
def binomial():
    """(a + b)^2."""
    return identity((a + b) ** 2, a**2 + 2 * a * b + b**2)


@binomial.mutant
def lost_factor():
    """Without the 2."""
    return identity((a + b) ** 2, a**2 + a * b + b**2)
'''


@pytest.fixture
def toys(tmp_path: Path) -> Toys:
    return Toys(tmp_path / "papers")


@pytest.fixture
def run(toys: Toys, monkeypatch: pytest.MonkeyPatch):
    """Run a command line in this process."""
    return lambda *arguments: toys.call(monkeypatch, *arguments)


@pytest.fixture
def report(toys: Toys, run) -> Path:
    toys.paper(a=GOOD, b=CERTIFIED)
    done = run("verify", "-j", "0", "--out", "out")
    assert done.returncode == 0, done.stdout + done.stderr
    return toys.folder.parent / "out" / "verification.json"


def test_recheck_accepts_what_was_certified_and_nothing_changed(run, toys: Toys, report: Path):
    schema = report.with_name("made-up.schema.json")  # describes certificates and holds none
    schema.write_text('{"properties": {"certificate": {"type": "object"}}}')
    for place in ("out/verification.json", "out", ".workbench"):
        done = run("recheck", place)
        assert done.returncode == 0, done.stderr
        assert "2 of 2 certificates accepted" in done.stdout
    text = report.read_text()
    document = json.loads(text)
    (certificate,) = [
        e["certificate"]
        for c in document["claims"]
        for e in c["evidence"]
        if c["id"] == "toy.square"
    ]
    certificate["statement"]["right"] = ["n", "3"]
    report.write_text(json.dumps(document))
    done = run("recheck", "out")
    assert done.returncode == 1
    assert "rejected  toy.square::binomial (identity)" in done.stdout
    assert "again: workbench recheck out/verification.json" in done.stdout
    found = json.loads(run("recheck", "out", "--json").stdout)
    assert found["accepted"] == 1
    assert [c["verdict"] for c in found["certificates"]] == ["accepted", "rejected"]
    assert found["reports"][0]["doubtful"] == 1


def edited(report: Path, edit) -> None:
    """Change a report on disk and write all its digests anew, as somebody would who knows how."""
    document = json.loads(report.read_text())
    edit({c["id"]: c for c in document["claims"]})
    document["totals"] = totals_of([c["status"] for c in document["claims"]])
    report.write_text(json.dumps(stamped(document)))


def test_recheck_names_what_does_not_follow_whatever_the_digests_say(run, report: Path):
    verified = run("verify", "-j", "0", "--no-baseline")
    before = run("recheck", "out").stdout
    (line,) = [one for one in before.splitlines() if one.startswith("digest ")]
    assert line in verified.stdout.splitlines()
    assert f"`{line.split()[1]}`" in report.with_name("summary.md").read_text()
    assert line.split()[1] in report.with_name("index.html").read_text()
    assert "2 of 2 claims follow" in before

    edited(report, lambda claims: claims["toy.square"].update(status="proved", grade="PROVED"))
    done = run("recheck", "out")
    assert done.returncode == 1
    assert "differs  toy.square: status = proved" in done.stdout
    assert "1 of 2 claims follow" in done.stdout
    assert line not in done.stdout.splitlines()


def test_recheck_survives_and_refuses_what_is_too_large_or_too_deep(run, toys: Toys, report: Path):
    def nested(claims) -> None:
        evidence = claims["toy.square"]["evidence"][0]
        inner = evidence["certificate"]
        for _ in range(400):
            inner = {"kind": "all", "members": [inner]}
        evidence["certificate"] = inner | {"digest": digest(inner)}

    edited(report, nested)
    assert run("recheck", "out").returncode == 0, "deep, and all of it is there"
    deep = '{"kind": "all", "members": [' * 480 + '{"kind": "sign"}' + "]}" * 480
    (toys.folder.parent / "x.json").write_text(f'{{"certificate": {deep}}}')
    done = run("recheck", "x.json")
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    large = {"kind": "psd", "matrix": [["1" * 10**6] * 20], "L": [], "D": []}
    (toys.folder.parent / "x.json").write_text(json.dumps({"certificate": large}))
    done = run("recheck", "x.json")
    assert done.returncode == 1
    assert "not checked" in done.stdout
    assert "0 of 1 certificates accepted" in done.stdout


@pytest.mark.parametrize("command", ["recheck", "diff", "report"])
def test_no_report_gives_orders_to_the_terminal(run, report: Path, command: str):
    evil = "x\x1b[2J\x9b31m\u202e\nNOTHING IS WRONG"

    def changed(claims) -> None:
        square = claims["toy.square"]
        square["id"] += evil
        square["reason"] = square["title"] = square["note"] = evil
        square["evidence"][0].update(check=evil, summary=evil)
        square["evidence"][0]["certificate"].update(kind=evil)

    before = report.with_name("before.json")
    before.write_text(report.read_text())
    edited(report, changed)
    more = {"recheck": [], "diff": [str(report)], "report": ["-o", "new"]}[command]
    done = run(command, str(before if command == "diff" else report), *more)
    said = done.stdout + done.stderr
    assert all(one.isprintable() for one in said.split("\n"))
    assert "NOTHING IS WRONG" not in said.splitlines()
    if command == "report":
        summary = (report.parents[1] / "new" / "summary.md").read_text()
        assert all(one.isprintable() for one in summary.split("\n"))


def test_a_certificate_without_a_kind_is_a_malformed_report(run, report: Path):
    edited(report, lambda claims: claims["toy.square"]["evidence"][0]["certificate"].pop("kind"))
    for command, *more in (("report", "-o", "x.html"), ("recheck",), ("diff", str(report))):
        done = run(command, str(report), *more)
        assert done.returncode == 2, done.stderr
        assert "certificate.kind is missing" in done.stderr
        assert "Traceback" not in done.stderr


def test_recheck_loads_neither_papers_nor_sympy_nor_solvers(run, toys: Toys, report: Path):
    modules = loaded(toys, "recheck", "out")
    assert modules & {"sympy", "numpy", "scipy", "cvxpy", "workbench_papers", "toy_pkg"} == set()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000])
@pytest.mark.parametrize("command", ["recheck", "report", "diff"])
def test_a_file_that_cannot_be_read_is_wrong_usage(run, toys: Toys, command: str, content: bytes):
    toys.paper(a=GOOD)
    (toys.folder.parent / "x.json").write_bytes(content)
    more = {"recheck": [], "report": ["-o", "x.html"], "diff": ["x.json"]}[command]
    done = run(command, "x.json", *more)
    assert done.returncode == 2, done.stderr
    assert "x.json" in done.stderr
    assert "workbench verify" in done.stderr
    assert "Traceback" not in done.stderr
    assert run(command, "absent.json", *more).returncode == 2


def test_recheck_of_nothing_selects_nothing(run, toys: Toys):
    toys.paper(a=GOOD)
    (toys.folder.parent / "x.json").write_text("{}")
    assert run("recheck", "x.json").returncode == 5


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Thirty files of 50 KiB each, over some folders, and one certificate that is accepted."""
    a = declare("real a")
    square = identity((a + 1) ** 2, a**2 + 2 * a + 1).certificate
    for k in range(30):
        path = tmp_path / "all" / f"{k % 3}" / f"{k}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"padding": list(range(9000)), "certificate": None}))
    (tmp_path / "all" / "1.json").write_text(json.dumps({"certificate": square}))
    (tmp_path / "all" / ".hidden.json").write_text("[")
    return tmp_path / "all"


def test_recheck_holds_a_few_files_of_a_folder_at_a_time(run, folder: Path, monkeypatch):
    def peak(held: int) -> int:
        monkeypatch.setattr(folders, "BATCH", held)
        tracemalloc.start()
        try:
            assert "1 of 1 certificates accepted" in run("recheck", str(folder)).stdout
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(0)  # what is imported counts only once
    assert peak(10**5) < peak(10**9) / 4


def test_the_files_of_a_folder_come_in_the_order_of_their_names(folder: Path):
    found = list(folders.files_in((folder,)))
    assert found == sorted(p for p in folder.rglob("*.json") if p.name != ".hidden.json")
    assert [p for batch in folders.batches(found) for p in batch] == found
    assert max(map(len, folders.batches([folder / "1.json", folder / "absent.json"]))) == 2


def test_recheck_says_how_far_it_is(run, folder: Path, monkeypatch):
    monkeypatch.setattr(folders, "BATCH", 1)
    monkeypatch.setattr(progress, "FIRST", 0.01)
    monkeypatch.setattr(progress, "EVERY", 0.01)
    told = run("recheck", str(folder)).stderr
    assert re.search(r"\n1 of 1 certificates read so far are checked, \d+ s\n", told)


def test_recheck_counts_within_a_file(run, tmp_path: Path, monkeypatch):
    certificate = certify(parse("log(1+x) <= x", where="x >= 0")).certificate
    many = tmp_path / "many.json"
    many.write_text(json.dumps([{"certificate": certificate}] * 40))
    monkeypatch.setattr(progress, "FIRST", 0.01)
    monkeypatch.setattr(progress, "EVERY", 0.01)
    told = run("recheck", str(many)).stderr
    counted = [int(n) for n in re.findall(r"^(\d+) of 40 certificates", told, re.M)]
    assert counted == sorted(counted)
    assert any(0 < n < 40 for n in counted)


def test_recheck_refuses_a_file_that_is_too_large_for_it(run, toys: Toys, report, monkeypatch):
    monkeypatch.setattr(recheck, "LARGEST", 100)
    done = run("recheck", "out")
    assert done.returncode == 2, done.stderr
    assert "verification.json is not checked: it has" in done.stderr
    assert "workbench verify PAPER --out DIR" in done.stderr


def test_report_renders_again(run, toys: Toys, report: Path):
    assert run("report", "out/verification.json", "-o", "page.html").returncode == 0
    again = (toys.folder.parent / "page.html").read_text()
    assert run("report", "out/verification.json", "-o", "folder").returncode == 0
    folder = toys.folder.parent / "folder"
    for name in ("junit.xml", "index.html", "pages/claims/toy.square.html"):
        assert (folder / name).read_bytes() == (report.parent / name).read_bytes()
    alone = ("report", "out/verification.json", "-o", "alone", "--single-file")
    assert run(*alone).returncode == 0
    alone = toys.folder.parent / "alone"
    assert (alone / "report.html").read_text() == again
    assert not (alone / "index.html").exists()
    assert (
        loaded(toys, "report", "out/verification.json", "-o", "p.html") & {"cvxpy", "sympy"}
        == set()
    )


def test_a_report_that_is_rendered_again_knows_what_is_recorded(run, toys: Toys):
    toys.paper(a=GOOD, b=REFUTED)
    home = toys.folder.parent
    first = run("verify", "-j", "0", "--out", "first")
    assert first.returncode == 1
    source = "first/verification.json"
    assert run("report", source, "-o", "unknown").returncode == 0
    for name in ("junit.xml", "summary.md"):
        assert (home / "unknown" / name).read_bytes() == (home / "first" / name).read_bytes()
    assert "<failure" in (home / "unknown/junit.xml").read_text()
    assert run("report", source, "--baseline", "-o", "reports/baseline.json").returncode == 0
    assert run("verify", "-j", "0", "--out", "known").returncode == 0
    for more in ([], ["--recorded", "reports/baseline.json"]):
        assert run("report", "known/verification.json", "-o", "again", *more).returncode == 0
        for name in ("junit.xml", "summary.md"):
            assert (home / "again" / name).read_bytes() == (home / "known" / name).read_bytes()
        assert "<failure" not in (home / "again/junit.xml").read_text()
    assert run("report", source, "-o", "all", "--no-baseline").returncode == 0
    assert "<failure" in (home / "all/junit.xml").read_text()
    absent = run("report", source, "-o", "all", "--recorded", "absent.json")
    assert absent.returncode == 2
    assert "--recorded FILE" in absent.stderr


def test_diff_exits_with_1_only_for_worse(run, toys: Toys, report: Path):
    toys.paper(a=GOOD, b=CERTIFIED, c=check("open", "return inconclusive('m', 'unknown')"))
    run("verify", "-j", "0", "--out", "more")
    same = run("diff", "out/verification.json", "out/verification.json")
    assert same.returncode == 0
    new = run("diff", "out/verification.json", "more/verification.json")
    assert new.returncode == 0
    assert "toy.open" in new.stdout
    gone = run("diff", "more/verification.json", "out/verification.json")
    assert gone.returncode == 1
    assert "gone (1)\n  toy.open: inconclusive" in gone.stdout
    toys.paper(a=GOOD.replace("return yes()", "return inconclusive('m', 'r')"))
    run("verify", "-j", "0", "toy.good", "--out", "worse")
    worse = run("diff", "out/verification.json", "worse/verification.json")
    assert worse.returncode == 1
    assert "toy.good" in worse.stdout
    document = json.loads(
        run("diff", "out/verification.json", "worse/verification.json", "--json").stdout
    )
    assert document["schema"] == "workbench-run/1"
    assert "toy.good" in json.dumps(document["worse"])
    assert (
        loaded(toys, "diff", "out/verification.json", "out/verification.json")
        & {
            "cvxpy",
            "sympy",
            "numpy",
        }
        == set()
    )


def test_a_report_is_compared_with_a_baseline(run, toys: Toys, report: Path):
    base = ("report", "out/verification.json", "--baseline", "-o", "base/baseline.json")
    assert run(*base).returncode == 0
    compared = ("diff", "base/baseline.json", "out/verification.json")
    same = run(*compared)
    assert (same.returncode, same.stdout) == (0, "unchanged (2)\n")
    assert loaded(toys, *compared) & {"cvxpy", "sympy", "numpy"} == set()

    def reworded(claims) -> None:
        claims["toy.square"]["evidence"][0]["summary"] = "something else"

    edited(report, reworded)
    assert run(*compared).stdout == "unchanged (2), 1 of them with other evidence\n"
    edited(report, lambda claims: claims["toy.square"].update(statement="1 = 2"))
    other = run(*compared)
    assert other.returncode == 0
    assert "restated (1)\n  toy.square: certified, another statement" in other.stdout
    edited(report, lambda claims: claims["toy.good"].update(status="error"))
    worse = run(*compared)
    assert worse.returncode == 1
    assert "worse (1)\n  toy.good: certified -> error" in worse.stdout
    run("verify", "-j", "0", "toy.square", "--no-baseline", "--out", "out")
    gone = run(*compared)
    assert gone.returncode == 1
    assert "gone (1)\n  toy.good: certified" in gone.stdout
    assert run("diff", "out/verification.json", "base/baseline.json").returncode == 0, "new"
    assert run(*base, "--errata", "toy").returncode == 2


def test_a_dash_prints_a_document_instead_of_writing_it(run, report: Path, tmp_path):
    asked = ("report", "out/verification.json", "--baseline", "-o")
    printed = run(*asked, "-")
    assert printed.returncode == 0
    assert run(*asked, "kept.json").returncode == 0
    (kept,) = tmp_path.rglob("kept.json")
    assert printed.stdout == kept.read_text(encoding="utf-8")
    assert not list(tmp_path.rglob("-"))
    without = run("report", "out/verification.json", "-o", "-")
    assert without.returncode == 2
    assert "--errata, --map, --encoded or --baseline" in without.stderr


CONTENTS = """
from workbench.claims import Paper, collect

PAPER = Paper(
    "toy", "Toy <i>paper</i>", "A. Toy", "none",
    contents='''
    1 Squares
      Lemma 1 | eq. (2): square
      Remark 2:
    ''',
)
CLAIMS = collect(__name__, PAPER)
"""


@pytest.mark.parametrize(
    "what", ["--baseline", "--errata=toy", "--map=toy", "--encoded", ".html", ""]
)
def test_a_place_that_cannot_be_written_is_told_before_the_work(
    run, report: Path, monkeypatch, what: str
):
    def work(*_: object, **__: object) -> None:
        pytest.fail("the work was begun")

    for name in (
        "workbench.report.baseline.baseline_json", "workbench.report.encoding.encoding_markdown",
        "workbench.report.single_file", "workbench.report.write_report",
        "workbench.cli.documents.errata_text", "workbench.cli.documents.map_text",
    ):  # fmt: skip
        monkeypatch.setattr(name, work)
    asked = [what] if what.startswith("-") else []
    done = run(
        "report", "out/verification.json", *asked, "-o", f"/proc/there/x{what[:5].strip('-')}"
    )
    assert done.returncode == 2, done.stdout + done.stderr
    assert "cannot be written" in done.stderr
    new = Path("new") if asked else Path("new/page.html")
    with pytest.raises(pytest.fail.Exception):
        run("report", "out/verification.json", *asked, "-o", str(new))
    assert not new.is_file()  # what was tried left nothing


def test_a_map_lists_the_items_of_a_paper_with_verdicts_and_modules(run, toys: Toys, report: Path):
    toys.paper(a=GOOD, b=CERTIFIED).joinpath("__init__.py").write_text(CONTENTS)
    folder = toys.folder.parent
    run("report", "out/verification.json", "--baseline", "-o", "baseline.json")
    for source in ("out/verification.json", "baseline.json"):
        done = run("report", source, "--map", "toy", "-o", "PAPER.md")
        assert done.returncode == 0, done.stderr
        text = (folder / "PAPER.md").read_text()
        assert text.startswith("# Toy &lt;i>paper&lt;/i>\n\nA. Toy, none.\n")
        assert "2 items, 1 of them without a claim; 2 claims" in text
        first, second = text.split("## Beside the items of the paper")
        assert [line for line in first.splitlines() if "|" in line][2:] == [
            "| Lemma 1 \\| eq. (2) | `toy.square` About square | printed | ✓ certified"
            " | [b.py](b.py) |",
            "| Remark 2 | no claim | | |  |",
        ]
        assert (
            "| Lemma 1 | `toy.good` About good | printed | ✓ certified | [a.py](a.py) |" in second
        )


def test_a_release_is_recorded_from_one_reading(run, toys: Toys, report: Path):
    package = toys.paper(a=GOOD, b=CERTIFIED)
    package.joinpath("__init__.py").write_text(CONTENTS)
    source = "out/verification.json"
    for asked in (
        ("--baseline", "-o", "reports/baseline.json"), ("-o", "again"), ("-o", "report.html"),
        ("--errata", "toy", "-o", "ERRATA.md"), ("--map", "toy", "-o", "PAPER.md"),
    ):  # fmt: skip
        assert run("report", source, *asked).returncode == 0
    done = run("report", source, "-o", "all", "--record", "kept", "--beside", "toy")
    assert done.returncode == 0, done.stderr
    here = toys.folder.parent
    for one, other in (
        ("reports/baseline.json", "kept/baseline.json"), ("again/summary.md", "kept/summary.md"),
        ("report.html", "all/report.html"), ("ERRATA.md", f"{package}/ERRATA.md"),
        ("PAPER.md", f"{package}/PAPER.md"),
    ):  # fmt: skip
        assert (here / one).read_bytes() == (here / other).read_bytes(), other
    pages = sorted(path for path in (here / "again").rglob("*") if path.is_file())
    assert pages
    for path in pages:
        twin = here / "all" / path.relative_to(here / "again")
        assert path.read_bytes() == twin.read_bytes(), twin


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("--beside", "toy"), "--beside needs --record FOLDER"),
        (("--record", "kept", "--baseline"), "--record goes with -o DIR and --beside"),
        (("--record", "kept", "--beside", "toi"), "'toi' is not an installed paper (toy)"),
        (("--record", "/proc/there"), "cannot be written"),
    ],
)
def test_a_release_that_cannot_be_recorded_is_told_before_the_work(
    run, report: Path, monkeypatch, asked: tuple[str, ...], told: str
):
    def work(*_: object) -> None:
        pytest.fail("the work was begun")

    monkeypatch.setattr("workbench.cli.hypotheses.unused_of", work)
    done = run("report", "out/verification.json", "-o", "all", *asked)
    assert (done.returncode, told in done.stderr) == (2, True), done.stderr


def test_a_map_says_what_is_not_recorded_and_names_the_papers_that_there_are(
    run, toys: Toys, report: Path
):
    (toys.folder.parent / "bare.json").write_text(
        '{"schema": "workbench-baseline/1", "claims": []}'
    )
    assert run("report", "bare.json", "--map", "toy", "-o", "PAPER.md").returncode == 0
    text = (toys.folder.parent / "PAPER.md").read_text()
    assert text.count("| not recorded |") == 2
    assert "certified" not in text
    wrong = run("report", "bare.json", "--map", "toi", "-o", "PAPER.md")
    assert wrong.returncode == 2
    assert "'toi' is not an installed paper (toy)" in wrong.stderr
    both = run("report", "bare.json", "--map", "toy", "--errata", "toy", "-o", "PAPER.md")
    assert both.returncode == 2
    toys.register("gone", "no_such_module")
    gone = run("report", "bare.json", "--map", "gone", "-o", "PAPER.md")
    assert gone.returncode == 2
    assert "no_such_module" in gone.stderr


def test_a_new_claim_runs_as_it_is_and_is_not_overwritten(run, toys: Toys):
    package = toys.paper(a=GOOD)
    done = run("new-claim", "toy.my-first-lemma")
    assert done.returncode == 0, done.stderr
    target = package / "my_first_lemma.py"
    assert done.stdout.strip() == str(target)
    first = run("verify", "-j", "0", "toy.my-first-lemma")
    assert first.returncode == 0, first.stdout
    assert "certified" in first.stdout
    target.write_text(target.read_text() + "# mine\n")
    again = run("new-claim", "toy.my-first-lemma")
    assert again.returncode == 2
    assert "is a claim already" in again.stderr
    target.write_text("# no claim\n")  # a file that only has the name
    again = run("new-claim", "toy.my-first-lemma")
    assert again.returncode == 2
    assert "not overwritten" in again.stderr
    assert target.read_text() == "# no claim\n"


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("toi.lemma", "Did you mean toy?"),
        ("toy", "is not paper.slug"),
        ("toy.Lemma", "is not paper.slug"),
        ("toy.../../x", "is not paper.slug"),
    ],
)
def test_a_new_claim_needs_a_paper_and_a_slug(run, toys: Toys, id: str, words: str):
    toys.paper(a=GOOD)
    done = run("new-claim", id)
    assert done.returncode == 2, done.stderr
    assert words in done.stderr


@pytest.mark.parametrize(
    ("slug", "module"), [("prop-4.2", "prop_4_2"), ("4-2", "claim_4_2"), ("class", "claim_class")]
)
def test_modules_of_new_claims_have_importable_names(run, toys: Toys, slug: str, module: str):
    package = toys.paper(a=GOOD)
    assert run("new-claim", f"toy.{slug}").returncode == 0
    assert (package / f"{module}.py").is_file()
    assert run("list", f"toy.{slug}").returncode == 0


SPARE = '''
from workbench.rigor import certify
from workbench.symbolic.text import parse


def stated(least="0"):
    return parse("x + y >= x", where=f"x > 0, y >= {least}")


SUM = claim("sum", encoded=(stated(),))


@SUM.exact
def the_sum_is_larger():
    """y is left."""
    return certify(stated())


@the_sum_is_larger.mutant
def for_any_y():
    """With y = -1."""
    return certify(stated("-1"))
'''


def test_a_baseline_says_which_hypotheses_a_certificate_does_without(toys: Toys, run):
    toys.paper(a=SPARE)
    assert run("verify", "-j", "0", "--out", "out").returncode == 0
    done = run("report", "out/verification.json", "--baseline", "-o", "reports/baseline.json")
    assert done.returncode == 0, done.stderr
    path = toys.folder.parent / "reports/baseline.json"
    (row,) = json.loads(path.read_text())["claims"]
    assert row["unused"] == ["x > 0"]
    told = "its certificate is also accepted without x > 0"
    assert told in run("show", "toy.sum").stdout
    assert json.loads(run("show", "toy.sum", "--json").stdout)["claim"]["unused"] == ["x > 0"]
    run("report", "out/verification.json", "-o", "site")
    page = (toys.folder.parent / "site/pages/claims/toy.sum.html").read_text()
    assert "The certificate is also accepted without" in page
    row["statement"] = "0" * 64
    path.write_text(json.dumps({"schema": "workbench-baseline/1", "claims": [row]}))
    assert told not in run("show", "toy.sum").stdout, "it is of another statement"
    path.write_text("{")
    done = run("show", "toy.sum")
    assert (done.returncode, told in done.stdout) == (0, False)
    assert "reports/baseline.json" in done.stderr


def test_no_baseline_is_made_from_certificates_that_are_none(toys: Toys, run, report: Path):
    data = json.loads(report.read_text())
    (square,) = [c for c in data["claims"] if c["id"] == "toy.square"]
    square["evidence"][0]["certificate"] = {"kind": "all", "digest": "0"}
    report.write_text(json.dumps(stamped(data)))
    done = run("report", str(report), "--baseline", "-o", "-")
    assert done.returncode == 2, done.stderr
    assert "workbench recheck" in done.stderr
