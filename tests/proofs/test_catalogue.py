"""The shipped claims as a whole: complete, well formed, every check with a mutant."""

import pytest

from workbench.claims import load

LIBRARY = load()
CLAIMS = LIBRARY.claims


def test_every_installed_paper_loads():
    assert LIBRARY.failures == ()
    assert {"accel", "audit", "ext", "momentum", "noneuclid", "saddle", "sparse"} <= {
        p.id for p in LIBRARY.papers
    }


@pytest.mark.parametrize("paper", [p for p in LIBRARY.papers if p.contents], ids=lambda p: p.id)
def test_the_contents_of_a_paper_are_the_list_of_its_claims(paper):
    listed = {id for item in paper.items() for id in item.claims}
    assert listed == {id for id, claim in CLAIMS.items() if claim.paper == paper.id}


@pytest.mark.parametrize("id", sorted(CLAIMS))
def test_every_claim_has_a_check_and_every_check_a_mutant(id):
    assert CLAIMS[id].checks
    for check in CLAIMS[id].checks:
        assert check.mutants, check.name
        assert check.doc, f"{check.name} has no docstring"


@pytest.mark.parametrize("id", sorted(CLAIMS))
def test_every_part_is_addressed_by_a_check(id):
    claim = CLAIMS[id]
    addressed = {c.part for c in claim.checks}
    assert "" in addressed or set(claim.parts) <= addressed


@pytest.mark.parametrize("id", sorted(CLAIMS))
def test_every_statement_renders(id):
    from workbench.report.formula import formula

    claim = CLAIMS[id]
    for latex in (claim.statement, *claim.hypotheses):
        assert "<math" in formula(latex), latex


def test_a_refutation_names_its_repair():
    """A claim that is checked by refutation only is a printed slip: some claim repairs it."""
    repaired = {r for c in CLAIMS.values() for r in c.repairs}
    slips = {c.id for c in CLAIMS.values() if c.checks and all(k.aim == "refute" for k in c.checks)}
    assert slips
    assert slips <= repaired, slips - repaired
