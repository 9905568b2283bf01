"""Runs of the methods over vertices, and the decay of a record in Poly-SFW."""

import numpy as np
import pytest

from workbench.algorithms.frank_wolfe.polyhedral import PolyhedralFrankWolfe
from workbench.claims import CheckResult, Run, judge, load
from workbench.privacy import AdvancedAccountant
from workbench.problems.sign_instances import sign_regression

CLAIMS = load(["ext", "noneuclid"]).claims
RUNS = [
    "private-fw.runs",
    "polysfw.runs",
    "polysfw-privacy.decay.runs",
    "asi-tree.runs",
    "nc-spider.vertices.runs",
]


def judged(id, *, manner=None):
    findings = [
        CheckResult(check, check(Run()), tuple(mutant(Run()) for mutant in check.mutants))
        for check in CLAIMS[id].checks
        if manner is None or check.manner == manner
    ]
    for finding in findings:
        assert finding.outcome.decision == "holds", finding.outcome.summary
        assert all(mutant.decision == "fails" for mutant in finding.mutants)
    return judge(CLAIMS, {id: findings})[id]


@pytest.mark.parametrize("slug", RUNS)
def test_the_accountant_reads_the_budget(slug):
    judged(f"noneuclid.{slug}", manner="exact")


@pytest.mark.slow
@pytest.mark.parametrize("slug", RUNS)
def test_runs_support_their_claim_and_nothing_more(slug):
    """One seed; each statistical check errs with probability at most its alpha."""
    assert judged(f"noneuclid.{slug}").status == "supported"


def test_the_decay_is_certified():
    assert judged("noneuclid.polysfw-privacy.decay").status == "certified"


@pytest.mark.parametrize("n", [400, 4000])
def test_the_decay_saves_what_the_claim_says(n):
    """(n / 2) / S = eta n (1 - eta / 2), with S a sum of finitely many squares."""
    problem = sign_regression(d=50).problem
    flat, method = (
        PolyhedralFrankWolfe.calibrated(problem, n=n, epsilon=1.0, delta=1e-5, decay=decay)
        for decay in (False, True)
    )
    eta = method.eta
    gain = eta * n * (1 - eta / 2) / (1 - (1 - eta) ** (n - 2))
    assert (method.loss / flat.loss) ** 2 == pytest.approx(gain, rel=1e-9)
    if n == 400:
        spent = [
            method.cost(problem, n=n, arrival=arrival).epsilon_at(1e-5, using=AdvancedAccountant)
            for arrival in (0, 1, 100)
        ]
        assert max(spent) <= 1.0
        assert spent[1] > 0.999
        assert np.argmax(spent) == 1
