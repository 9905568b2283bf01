"""What is recorded in reports/, in the errata and the maps of the papers: they tell one story."""

import re
from collections import Counter
from pathlib import Path

import pytest

from workbench.claims import load
from workbench.claims.paper import installed_papers
from workbench.report.baseline import load_baseline
from workbench.report.paper_map import paper_map
from workbench.report.status import AGAINST, STATUSES

ROOT = Path(__file__).resolve().parent.parent
RECORDED = load_baseline(ROOT / "reports" / "baseline.json")
SUMMARY = (ROOT / "reports" / "summary.md").read_text(encoding="utf-8")
ERRATA = sorted(ROOT.glob("proofs/workbench_papers/*/ERRATA.md"))
MAPS = sorted(ROOT.glob("proofs/workbench_papers/*/PAPER.md"))


def test_the_summary_counts_what_the_baseline_records() -> None:
    counts = Counter(one.status for one in RECORDED.values())
    assert RECORDED
    told = {status: int(n) for n, status in re.findall(r"(\d+) ([a-z]+)(?:,|$)", SUMMARY, re.M)}
    assert {s: told.get(s, 0) for s in STATUSES} == {s: counts[s] for s in STATUSES}


def test_the_summary_names_what_the_baseline_records_against_a_paper() -> None:
    told = re.findall(r"^- \S+ ([a-z]+): `([^`]+)`", SUMMARY, re.M)
    against = {(one.status, id) for id, one in RECORDED.items() if one.status in AGAINST}
    assert set(told) == against


@pytest.mark.parametrize("path", ERRATA, ids=lambda path: path.parent.name)
def test_the_errata_list_what_is_recorded_as_false_and_is_not_our_own_variant(path: Path) -> None:
    paper, claims = path.parent.name, load().claims
    listed = re.findall(r"^`([^`]+)`, .*\.$", path.read_text(encoding="utf-8"), re.M)
    assert listed
    assert [id for id in listed if id not in claims] == []
    refuted = {
        id
        for id, one in RECORDED.items()
        if id.startswith(f"{paper}.") and one.status in ("refuted", "disputed")
    }
    assert refuted - set(listed) == {
        id for id in refuted if id not in claims or claims[id].provenance == "ours"
    }
    assert {id for id in listed if id in RECORDED} <= refuted


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.parent.name)
def test_the_map_of_a_paper_is_that_of_its_contents_and_of_the_baseline(path: Path) -> None:
    paper, library = path.parent.name, load()
    made = paper_map(
        *(p for p in library.papers if p.id == paper),
        [claim for claim in library.claims.values() if claim.paper == paper],
        {id: one.status for id, one in RECORDED.items()},
        package=dict(installed_papers())[paper],
    )
    again = f"workbench report reports/baseline.json --map {paper} -o {path.relative_to(ROOT)}"
    assert path.read_text(encoding="utf-8") == made, f"make it again: {again}"
    modules = re.findall(r"\]\(([^)]*)\) \|$", made, re.M)
    assert modules
    assert [module for module in modules if not (path.parent / module).is_file()] == []
