"""The confidence bounds as claims: every check holds, every mutant is rejected, exactly."""

from fractions import Fraction

import pytest

from workbench.claims import Grade, Run
from workbench_papers.audit import CLAIMS
from workbench_papers.audit._enumeration import never_above

LONG = {  # proofs and accounts of several seconds, and a check beside one of single samples
    "computed_bounds_cover_up_to_sixty_draws", "the_accountant_reads_the_run", "both_ends_of_delta",
    "the_power_is_below_its_chord", "one_order_is_enough", "no_event_gains_more",
}  # fmt: skip
CHECKS = [
    pytest.param(claim, check, marks=pytest.mark.thorough if check.name in LONG else ())
    for claim in CLAIMS
    for check in claim.checks
]
QUICK = Run(alpha=Fraction(1, 10**4))


@pytest.mark.parametrize(("claim", "check"), CHECKS, ids=lambda x: getattr(x, "name", ""))
def test_every_check_holds_and_rejects_its_mutants(claim, check):
    outcome = check(QUICK)
    assert outcome.decision == "holds", outcome.summary or outcome.reason
    exact = Grade.ARGUED if outcome.joints else Grade.CERTIFIED
    exact = Grade.DERIVED if check.corner else exact
    assert outcome.grade == (
        Grade.SUPPORTED if check.manner in ("sampled", "statistical") else exact
    )
    assert check.mutants
    for mutant in check.mutants:
        rejected = "refused" if check.manner == "proof" else "fails"  # a proof that is none
        assert mutant(QUICK).decision == rejected, mutant.name


def test_the_claims_are_these():
    assert [claim.id for claim in CLAIMS] == [
        "audit.coin-design",
        "audit.clopper-pearson",
        "audit.two-binomials",
        "audit.ville",
        "audit.e-process",
        "audit.betting",
        "audit.empirical-bernstein",
        "audit.poisson-sampling",
        "audit.permute-and-flip",
        "audit.reused-sample",
        "audit.dp-sgd.loss",
        "audit.dp-sgd",
        "audit.dp-ftrl.banded",
        "audit.dp-ftrl.banded.loss",
        "audit.dp-ftrl.loss",
        "audit.dp-ftrl",
        "audit.gdp-curve",
        "audit.gdp-composition",
        "audit.pure-to-zcdp",
        "audit.zcdp-to-dp",
        "audit.zcdp-to-rdp",
        "audit.approximate-zcdp",
    ]


def parabola(p):
    return 4 * p * (1 - p)


def test_enclosures_cover_the_whole_range():
    unit = {"low": Fraction(0), "high": Fraction(1), "what": "4 p (1 - p)"}
    assert never_above(parabola, Fraction(101, 100), **unit).decision == "holds"
    assert never_above(parabola, Fraction(99, 100), **unit).decision == "fails"
    inside = {"low": Fraction(0), "high": Fraction(1, 4), "what": "a quarter"}
    assert never_above(parabola, Fraction(4, 5), **inside).decision == "holds"


def test_a_limit_that_is_touched_is_not_decided():
    """Equality at 1/3, which no halving of [0, 1] ever meets exactly."""
    touching = never_above(
        lambda p: 1 - (3 * p - 1) ** 2,
        Fraction(1),
        low=Fraction(0),
        high=Fraction(1),
        what="1 - (3 p - 1)^2",
    )
    assert touching.decision == "inconclusive"
    assert "higher precision" in touching.reason
