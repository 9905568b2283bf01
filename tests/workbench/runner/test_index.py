"""The index says what the papers say, and never what they said before."""

import sys
from pathlib import Path

import pytest

from tests.workbench.runner.test_execute import SEVERAL
from tests.workbench.runner.toy import Toys, check, forget
from workbench.errors import ClaimError
from workbench.report.build import build_report
from workbench.runner import Sources, Store, plan, read_library, verify

RICH = {
    **SEVERAL,
    "f": """
from workbench.rigor import witness
from workbench.symbolic import relation
import sympy as sp

x = sp.Symbol("x", real=True)
RICH = claim("rich", parts=("if", "only if"), hypotheses=("x > 0",), repairs=("toy.good",),
             uses=("toy.cited",), note="A note.", encoded=(relation(x**2, ">=", 0),))


@RICH.exact(part="if", corner="x = 1", uses=(), seconds=3)
def first():
    '''First.'''
    return yes()


@first.mutant
def first_mutant():
    '''Its mutant.'''
    return no()


@RICH.refutation(part="only if", profile="full")
def second():
    '''Second.'''
    return yes()


@second.mutant
def second_mutant():
    '''Its mutant.'''
    return yes()


CASES = claim("cases")


@CASES.refutation(of="case")
def third():
    '''Third.'''
    return witness(relation(x, "<=", 1), x=2)


@CASES.refutation(of="case")
def fourth():
    '''Fourth.'''
    raise ValueError


@third.mutant
def third_mutant():
    '''Its mutant.'''
    return witness(relation(x, "<=", 1), x=1)


CITED = claim("cited", kind="cited", citation="B (1)")
""",
}


@pytest.fixture
def toys(tmp_path: Path) -> Toys:
    return Toys(tmp_path / "papers")


def loaded() -> bool:
    return any(m.split(".")[0].endswith("_pkg") for m in sys.modules)


def test_plans_and_reports_from_the_index_are_those_of_the_papers(toys, tmp_path, monkeypatch):
    toys.paper(**RICH)
    library = toys.use(monkeypatch)
    store = Store(tmp_path)
    session = verify(library, plan(library), store, jobs=0)
    read_library(store.library, Sources())
    forget()
    known = read_library(store.library, Sources())
    assert not loaded()
    assert plan(known) == plan(library)
    told = [[(check.name, one.latex(), place) for check, one, place in papers["toy.cases"].cases()]
            for papers in (known, library)]  # fmt: skip
    assert told == [[("third", r"x \le 1", "x = 2")]] * 2
    again = verify(known, plan(known), store, jobs=1)
    assert again.reused == len(again.records) == len(session.records)
    untimed = {"ended": ""}  # one second, or two of them
    assert build_report(again) | untimed == build_report(session) | untimed
    with pytest.raises(ClaimError, match="cannot be run"):
        known["toy.good"].checks[0]()


@pytest.mark.parametrize(
    "change", ["edit", "new module", "new paper", "data", "damage", "forged", "engine"]
)
def test_whatever_changes_the_papers_are_loaded_again(toys, tmp_path, monkeypatch, change):
    package = toys.paper(**SEVERAL)
    toys.use(monkeypatch)
    folder = tmp_path / "library"
    index = folder / "toy_pkg.cache"
    read_library(folder, Sources())
    before = index.read_text().splitlines()[0]
    forget()
    match change:
        case "edit":
            with (package / "a.py").open("a") as file:
                file.write("GOOD.note = 'changed'\n")
        case "new module":
            (package / "z.py").write_text((package / "a.py").read_text().replace("good", "new"))
        case "new paper":
            toys.paper("other", a=check("x", "return yes()"))
        case "data":
            (package / "table.json").write_text("{}")
        case "damage":
            index.write_text(index.read_text()[:200])
        case "forged":
            index.write_text(index.read_text().replace("About good", "About evil"))
        case "engine":
            monkeypatch.setattr("workbench.runner.index.environment", lambda: "another")
    library = read_library(folder, Sources())
    assert loaded()
    assert library["toy.good"].title == "About good"
    if change == "edit":
        assert library["toy.good"].note == "changed"
    if change == "new module":
        assert "toy.new" in library.claims
    if change == "new paper":
        assert "other.x" in library.claims
    if change not in ("damage", "forged", "new paper"):
        assert index.read_text().splitlines()[0] != before
    forget()


def test_a_paper_that_fails_is_tried_every_time(toys, tmp_path, monkeypatch):
    toys.paper("hurt", a="1/0")
    toys.use(monkeypatch)
    for _ in range(2):
        assert len(read_library(tmp_path / "library", Sources()).failures) == 1
    assert not (tmp_path / "library").exists()


def test_only_the_papers_that_changed_are_loaded_again(toys, tmp_path, monkeypatch):
    toys.paper("early", a=check("x", "return yes()"))
    package = toys.paper(**SEVERAL)
    toys.use(monkeypatch)
    read_library(tmp_path / "library", Sources())
    forget()
    with (package / "a.py").open("a") as file:
        file.write("GOOD.note = 'changed'\n")
    library = read_library(tmp_path / "library", Sources())
    assert library["toy.good"].note == "changed"
    assert "early.x" in library.claims
    assert "early_pkg" not in sys.modules
    forget()


def test_only_the_modules_that_changed_are_imported_again(toys, tmp_path, monkeypatch):
    package = toys.paper(a=check("x", "return yes()"), b=check("y", "return yes()"))
    toys.use(monkeypatch)
    read_library(tmp_path / "library", Sources())
    forget()
    with (package / "a.py").open("a") as file:
        file.write("X.note = 'changed'\n")
    library = read_library(tmp_path / "library", Sources())
    assert library["toy.x"].note == "changed"
    assert [one.name for one in library["toy.y"].checks] == ["check_y"]
    assert "toy_pkg.b" not in sys.modules
    forget()


THE_CLAIM = "from toy_pkg.a import X\n"
FROM_ELSEWHERE = f"""
{THE_CLAIM}

@X.exact
def more():
    '''More.'''
    return yes()


@more.mutant
def worse():
    '''Worse.'''
    return no()
"""


@pytest.mark.parametrize("change", ["of the claim", "of another", "removed", "added"])
def test_checks_that_another_module_adds_are_never_lost(toys, tmp_path, monkeypatch, change):
    """Whichever of the modules is edited, what is read is what a whole import gives."""
    more = FROM_ELSEWHERE if change != "added" else ""
    package = toys.paper(a=check("x", "return yes()"), b=more, c=THE_CLAIM)
    toys.use(monkeypatch)
    read_library(tmp_path / "library", Sources())
    forget()
    if change in ("removed", "added"):
        toys.paper(b="" if change == "removed" else FROM_ELSEWHERE)
    else:
        with (package / ("a.py" if change == "of the claim" else "c.py")).open("a") as file:
            file.write("# edited\n")
    library = read_library(tmp_path / "library", Sources())
    expected = ["check_x"] if change == "removed" else ["check_x", "more"]
    assert [one.name for one in library["toy.x"].checks] == expected
    forget()


def test_a_paper_comes_with_those_it_rests_on_and_no_others(toys, tmp_path, monkeypatch):
    toys.paper("base", a=check("x", "return yes()"))
    toys.paper("middle", a=check("x", "return yes()", uses="('base.x',)"))
    toys.paper("other", a=check("x", "return yes()"))
    toys.use(monkeypatch)
    for _ in range(2):
        library = read_library(tmp_path / "library", Sources(), only=["middle"])
        assert list(library.claims) == ["base.x", "middle.x"]
        forget()


def test_no_folder_is_made_for_the_sake_of_an_index(toys, tmp_path, monkeypatch):
    toys.paper(**SEVERAL)
    toys.use(monkeypatch)
    read_library(tmp_path / "none" / "library", Sources())
    assert not (tmp_path / "none").exists()
