"""The claims of the paper on momentum aggregation: complete, and with the verdicts found."""

import pytest

from workbench.claims import Finding, Run, judge, load

LIBRARY = load(["ext", "momentum"])
CLAIMS = {id: c for id, c in LIBRARY.claims.items() if c.paper == "momentum"}

EXPECTED = """
setting def-dp def-sensitivity def-rdp gaussian-renyi rdp-to-dp tree-facts prior-rates intervals
alg3-compose prop-18 prefix-fenwick prop-16 momentum-identity sens-g prop-13 node-count thm-4
noise-variance lem-12 lem-5 lem-5-sharp scale-invariance lem-11 lem-11-det thm-6
fullbatch-motivation eq-123 lem-17 cor-15 alg4-reconstruct sens-h thm-8 lem-7 thm-9 alg5 thm-10
online-tree honaker matrix-mechanism alg2p alg2u alg2t baseline-fullbatch
""".split()

REFUTED = """
rdp-to-dp.unconditional erratum-2 erratum-3 tree-gain erratum-10 lem-11.repeated lem-11.single
lem-11.single.one-over-n sens-h.fresh thm-8.fresh
""".split()
BROKEN = ["thm-9"]
DERIVED = ["comparisons"]  # figures in floating point
# finite ranges, single orders or dimensions: each says which in its checks
SUPPORTED = "alg3-compose def-rdp lem-12.exact thm-4.exact matrix-mechanism online-tree".split()
# supported by runs, and slower: see test_momentum_algorithms.py
RUNS = """
alg1 alg2 alg2u.run alg2t.run alg2p.run comparisons.run thm-6.run thm-9.repaired.run alg2u.utility
alg2p.utility error-split alg1.scaling alg2t.scaling
""".split()


@pytest.fixture(scope="module")
def verdicts():
    """Every check of the paper with its mutants; what is cited counts as it is."""
    findings = {
        id: [Finding(c, c(Run()), tuple(m(Run()) for m in c.mutants)) for c in claim.checks]
        for id, claim in CLAIMS.items()
        if id.removeprefix("momentum.") not in RUNS
    }
    return judge(LIBRARY.claims, findings)


@pytest.mark.parametrize("slug", EXPECTED)
def test_every_entry_of_the_paper_has_a_claim(slug):
    assert f"momentum.{slug}" in CLAIMS


def test_every_claim_has_the_verdict_that_was_found(verdicts):
    for id in CLAIMS:
        slug = id.removeprefix("momentum.")
        if slug in RUNS:
            continue
        expected = (
            "refuted"
            if slug in REFUTED
            else "broken"
            if slug in BROKEN
            else "supported"
            if slug in SUPPORTED
            else "derived"
            if slug in DERIVED
            else "certified"
        )
        assert verdicts[id].status == expected, (id, verdicts[id].reason)


@pytest.mark.parametrize("slug", REFUTED)
def test_what_is_refuted_has_a_repair(slug):
    repaired = {r for c in LIBRARY.claims.values() for r in c.repairs}
    assert f"momentum.{slug}" in repaired
