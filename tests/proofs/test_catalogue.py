"""The shipped claims as a whole: complete, well formed, every check with a mutant."""

import subprocess
import sys
from pathlib import Path

import pytest

import workbench_papers
from workbench.claims import Claim, load
from workbench.display.formulas import formula
from workbench.display.plain_formula import plain_formula
from workbench.errors import WorkbenchError

LIBRARY = load()
CLAIMS = LIBRARY.claims
FOLDER = Path(workbench_papers.__path__[0])


def test_every_installed_paper_loads():
    assert LIBRARY.failures == ()
    assert {"accel", "audit", "ext", "momentum", "noneuclid", "saddle", "sparse"} <= {
        p.id for p in LIBRARY.papers
    }


@pytest.mark.parametrize("paper", [p for p in LIBRARY.papers if p.contents], ids=lambda p: p.id)
def test_the_contents_of_a_paper_are_the_list_of_its_claims(paper):
    listed = {id for item in paper.items() for id in item.claims}
    assert listed == {id for id, claim in CLAIMS.items() if claim.paper == paper.id}


def test_the_experiments_of_the_papers_are_found_by_looking():
    """In a process in which nobody has imported the modules that hold them."""
    code = "from workbench.runner.grid import experiments; print(*sorted(experiments()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["accel.section-5", "saddle.scaling"]


def unfinished(claim):
    """What is missing in a claim: a check, a mutant or a sentence."""
    if not claim.checks:
        yield f"{claim.id} has no check"
    for check in claim.checks:
        if not check.mutants:
            yield f"{claim.id}: {check.name} has no mutant"
        if not check.doc:
            yield f"{claim.id}: {check.name} has no docstring"
    addressed = {check.part for check in claim.checks}
    if "" not in addressed:
        yield from (
            f"{claim.id}: no check of {part}" for part in claim.parts if part not in addressed
        )


def unrendered(claim):
    """The formulas of a claim that are no mathematics."""
    for latex in (claim.statement, *claim.hypotheses):
        try:
            rendered = formula(latex)
        except WorkbenchError as error:
            rendered = str(error)
        if "<math" not in rendered:
            yield f"{claim.id}: {latex}: {rendered}"
        elif "\\" in (text := plain_formula(latex)):
            yield f"{claim.id}: {text} is no text for a terminal"


def test_every_claim_has_a_check_and_every_check_a_mutant_and_a_sentence():
    assert [line for claim in CLAIMS.values() for line in unfinished(claim)] == []


def test_every_statement_renders():
    assert [line for claim in CLAIMS.values() for line in unrendered(claim)] == []


def test_what_is_missing_is_named():
    claim = Claim(
        "toy.c", title="t", statement=r"\frac{1", ours=("lemma", "s"), parts=("first", "second"),
    )  # fmt: skip
    assert list(unfinished(claim)) == [
        "toy.c has no check", *(f"toy.c: no check of {part}" for part in claim.parts)
    ]  # fmt: skip
    assert len(list(unrendered(claim))) == 1

    @claim.exact(part="first")
    def bare() -> None:
        pass

    assert list(unfinished(claim)) == [
        "toy.c: bare has no mutant",
        "toy.c: bare has no docstring",
        "toy.c: no check of second",
    ]


def test_every_paper_with_sections_has_its_map():
    """The map is the generated PAPER.md beside the paper; its text is compared elsewhere."""
    papers = [p for p in LIBRARY.papers if any(item.section for item in p.items())]
    folders = {p.id: FOLDER / p.id for p in papers}
    assert len(folders) >= 5
    assert [id for id, folder in folders.items() if not (folder / "PAPER.md").is_file()] == []


def test_a_refutation_names_its_repair():
    """A claim that is checked by refutation only is a printed slip: some claim repairs it."""
    repaired = {r for c in CLAIMS.values() for r in c.repairs}
    slips = {c.id for c in CLAIMS.values() if c.checks and all(k.aim == "refute" for k in c.checks)}
    assert slips
    assert slips <= repaired, slips - repaired
