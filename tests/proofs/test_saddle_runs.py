"""The claims on running the algorithms: every instance holds, every mutant is rejected."""

import pytest

from workbench.claims import Finding, Run, judge, load

CLAIMS = load(["ext", "saddle"]).claims

RUNS = [
    "alg1.runs",
    "alg1.runs.bounded-range",
    "alg3.runs",
    "alg5.runs",
    "alg-pvrfw.runs",
    "thm1.1.runs",
]


def findings(slug, *, manner=None):
    return [
        Finding(check, check(Run()), tuple(mutant(Run()) for mutant in check.mutants))
        for check in CLAIMS[f"saddle.{slug}"].checks
        if manner is None or check.manner == manner
    ]


@pytest.mark.parametrize("slug", RUNS)
def test_the_accountant_reads_the_budget(slug):
    for finding in findings(slug, manner="exact"):
        assert finding.outcome.decision == "holds", finding.outcome.summary
        assert all(mutant.decision == "fails" for mutant in finding.mutants)


@pytest.mark.slow
@pytest.mark.parametrize("slug", RUNS)
def test_runs_support_their_claim_and_nothing_more(slug):
    """One seed; each statistical check errs with probability at most its alpha of 1e-3 or less."""
    found = findings(slug)
    for finding in found:
        assert finding.outcome.decision == "holds", finding.outcome.summary
        assert all(mutant.decision == "fails" for mutant in finding.mutants)
    id = f"saddle.{slug}"
    assert judge(CLAIMS, {id: found})[id].status == "supported"


def test_the_list_is_complete():
    assert {id for id in CLAIMS if ".runs" in id} == {f"saddle.{slug}" for slug in RUNS}
