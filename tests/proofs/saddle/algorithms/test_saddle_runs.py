"""The claims on running the algorithms: every instance holds, every mutant is rejected."""

from fractions import Fraction

import numpy as np
import pytest

from workbench.claims import CheckResult, Run, judge, load
from workbench_papers.saddle.algorithms import algorithm_1_scaling as alg_1_scaling
from workbench_papers.saddle.algorithms.experiment_scaling import SCALING as SCALING_EXPERIMENT
from workbench_papers.saddle.algorithms.experiment_scaling import named

CLAIMS = load(["ext", "saddle"]).claims

RUNS = [
    "alg1.runs",
    "alg1.runs.bounded-range",
    "alg3.runs",
    "alg3.runs.bounded-range",
    "alg4.runs",
    "alg5.runs",
    "alg5.runs.bounded-range",
    "alg-pvrfw.runs",
    "thm3.14.runs",
    "thm1.1.runs",
    "thm1.1.runs.bounded-range",
]
SCALING = ["alg1.scaling", "alg1.scaling.first-order", "thm1.1.scaling"]


def findings(slug, *, manner=None):
    return [
        CheckResult(check, check(Run()), tuple(mutant(Run()) for mutant in check.mutants))
        for check in CLAIMS[f"saddle.{slug}"].checks
        if manner is None or check.manner == manner
    ]


@pytest.mark.parametrize("slug", RUNS)
def test_the_accountant_reads_the_budget(slug):
    for finding in findings(slug, manner="exact"):
        assert finding.outcome.decision == "holds", finding.outcome.summary
        assert all(mutant.decision == "fails" for mutant in finding.mutants)


@pytest.mark.slow
@pytest.mark.parametrize("slug", [*RUNS, *SCALING])
def test_runs_support_their_claim_and_nothing_more(slug):
    """One seed; each statistical check errs with probability at most its alpha of 1e-3 or less."""
    found = findings(slug)
    for finding in found:
        assert finding.outcome.decision == "holds", finding.outcome.summary
        assert all(mutant.decision == "fails" for mutant in finding.mutants)
    id = f"saddle.{slug}"
    assert judge(CLAIMS, {id: found})[id].status == "supported"


def test_the_list_is_complete():
    for word, slugs in ((".runs", RUNS), (".scaling", SCALING)):
        assert {id for id in CLAIMS if word in id} == {f"saddle.{slug}" for slug in slugs}


def test_exponents_come_from_the_derived_rate():
    assert alg_1_scaling.privacy_exponent("P") == Fraction(-1, 2)
    assert alg_1_scaling.privacy_exponent("ell") == Fraction(3, 4)
    assert alg_1_scaling.statistical_exponent("n") == Fraction(-1, 2)
    assert alg_1_scaling.biased_exponent("P") == Fraction(-2, 5)


def test_the_experiment_simulates_its_cells():
    cells = {cell.id for cell in SCALING_EXPERIMENT.cells}
    assert len(cells) == 8
    assert all(c.statement.cells <= cells for c in SCALING_EXPERIMENT.conclusions)
    curve = SCALING_EXPERIMENT.simulate(
        named(n=500, epsilon=20.0, d=8), np.random.default_rng(0), 3
    )
    assert curve.errors.shape == (1, 3)
    assert (curve.errors > 0).all()
    assert (curve.errors <= 1).all()
