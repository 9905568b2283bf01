"""The shipped claims as a whole: complete, well formed, every check with a mutant."""

import pytest

from workbench.claims import load

LIBRARY = load()
CLAIMS = LIBRARY.claims

# the statements of the papers, in their order
ENTRIES = {
    "saddle": """
        def-problem def-gap def-exp-sampling table1 lower-bound thm1.1 ex-max-loss footnote3
        lem2.1 cor2.3 cor2.4 cor2.6 lem2.8 lem2.10 cor2.12 cor2.14 ours.leave-one-out alg1 thm3.4
        thm3.5 cor3.6 prop3.3 lem3.9 lem3.8 lem3.11 fbeta-smooth thm3.1 ours.private-iterate
        def-tgeom alg2 lem3.15 alg3 prop3.17 thm3.14 alg-pvrfw thm3.22 thm3.24 alg4 thm3.20 lem4.1
        alg5 prop4.3 lem-softmax-lip thm4.2
    """,
    "momentum": """
        setting def-dp def-sensitivity def-rdp gaussian-renyi rdp-to-dp tree-facts prior-rates
        intervals alg3-compose prop-18 prefix-fenwick prop-16 momentum-identity alg1 sens-g
        prop-13 node-count thm-4 noise-variance lem-12 lem-5 scale-invariance lem-11 lem-11-det
        thm-6 fullbatch-motivation eq-123 lem-17 cor-15 alg4-reconstruct alg2 sens-h thm-8 lem-7
        thm-9 alg5 thm-10 online-tree honaker matrix-mechanism alg2p alg2u alg2t
        baseline-fullbatch
    """,
    "noneuclid": """
        dp-def gauss-mech gauss-calibration rnm rnm-exact-loss rnm-accuracy basic-comp adv-comp
        sco-def sco-rates smd-onepass dpsco-table dpsco-l2 private-fw fw-facts polysfw
        polysfw-sens polysfw-privacy polysfw-vr regularity-linf polysfw-risk asi-rate asi-tree
        asi-tree-privacy asi-tree-vr asi-tree-risk lp-lower uc-gap kappa-regular gg-mech gg-renyi
        gg-privacy gg-error gg-vs-gauss nvrsfw-naive nvrsfw-tree nvrsfw-afkt nc-measures nc-spider
        nc-l1 nc-lp nc-weak nc-weak-cost nc-facts
    """,
    "sparse": """
        setting so-def mean-sens gauss-calibration l1-projection proj-mech proj-error me-ub-pure
        me-ub-approx block-lb packing-lb me-lb-pure me-lb-approx cs-mech cs-accuracy erm-l2-sens
        erm-l1-sens erm-l1-sens-sharp erm-l1-constrained outpert linf-proj outpert-approx
        outpert-pure outpert-sco mlmc mlmc-unbiased mlmc-moment mlmc-privacy filter stopped-sgd
        sgd-convex sgd-nonconvex boost remarks t2-erm-approx t2-erm-pure t2-gradnorm t2-sco-approx
        t2-sco-pure
    """,
}
EXPECTED = [f"{paper}.{slug}" for paper, slugs in ENTRIES.items() for slug in slugs.split()]


def test_every_installed_paper_loads():
    assert LIBRARY.failures == ()
    assert {"accel", "audit", "ext", "momentum", "noneuclid", "saddle", "sparse"} <= {
        p.id for p in LIBRARY.papers
    }


@pytest.mark.parametrize("id", EXPECTED)
def test_every_entry_of_a_paper_has_a_claim(id):
    assert id in CLAIMS


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
