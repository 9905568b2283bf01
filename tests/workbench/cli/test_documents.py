"""`report`, `diff`, `recheck` read files and load no papers; `new-claim` writes one."""

import json
from pathlib import Path

import pytest

from tests.workbench.cli.test_browse import loaded
from tests.workbench.runner.toy import GOOD, Toys, check

CERTIFIED = '''
import sympy as sp
from workbench.rigor import identity

a, b = sp.symbols("a b", real=True)
SQUARE = claim("square")


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


def test_recheck_loads_neither_papers_nor_sympy_nor_solvers(run, toys: Toys, report: Path):
    modules = loaded(toys, "recheck", "out")
    assert modules & {"sympy", "numpy", "scipy", "cvxpy", "proofs", "toy_pkg"} == set()


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


def test_report_renders_again(run, toys: Toys, report: Path):
    assert run("report", "out/verification.json", "-o", "page.html").returncode == 0
    again = (toys.folder.parent / "page.html").read_text()
    assert again == (report.parent / "verification.html").read_text()
    assert run("report", "out/verification.json", "-o", "folder").returncode == 0
    assert (toys.folder.parent / "folder" / "junit.xml").is_file()
    assert (
        loaded(toys, "report", "out/verification.json", "-o", "p.html") & {"cvxpy", "sympy"}
        == set()
    )


def test_diff_exits_with_1_only_for_worse(run, toys: Toys, report: Path):
    toys.paper(a=GOOD, b=CERTIFIED, c=check("open", "return inconclusive('m', 'unknown')"))
    run("verify", "-j", "0", "--out", "more")
    same = run("diff", "out/verification.json", "out/verification.json")
    assert same.returncode == 0
    new = run("diff", "out/verification.json", "more/verification.json")
    assert new.returncode == 0
    assert "toy.open" in new.stdout
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
    assert "not overwritten" in again.stderr
    assert target.read_text().endswith("# mine\n")


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
    assert done.returncode == 2
    assert words in done.stderr


@pytest.mark.parametrize(
    ("slug", "module"), [("prop-4.2", "prop_4_2"), ("4-2", "claim_4_2"), ("class", "claim_class")]
)
def test_modules_of_new_claims_have_importable_names(run, toys: Toys, slug: str, module: str):
    package = toys.paper(a=GOOD)
    assert run("new-claim", f"toy.{slug}").returncode == 0
    assert (package / f"{module}.py").is_file()
    assert run("list", f"toy.{slug}").returncode == 0
