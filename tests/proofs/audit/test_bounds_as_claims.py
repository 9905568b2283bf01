"""The confidence bounds as claims: every check holds, every mutant is rejected, exactly."""

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.claims import Grade, Run
from workbench.harness.ranges import bounded_on_range
from workbench.privacy.confidence import betting_lower
from workbench_papers.audit import CLAIMS
from workbench_papers.audit.clopper_pearson import computed

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
        "audit.clopper-pearson.computed",
        "audit.two-binomials",
        "audit.ville",
        "audit.e-process",
        "audit.betting",
        "audit.empirical-bernstein",
        "audit.poisson-sampling",
        "audit.permute-and-flip",
        "audit.gumbel-max",
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
    assert bounded_on_range(parabola, Fraction(101, 100), **unit).decision == "holds"
    assert bounded_on_range(parabola, Fraction(99, 100), **unit).decision == "fails"
    inside = {"low": Fraction(0), "high": Fraction(1, 4), "what": "a quarter"}
    assert bounded_on_range(parabola, Fraction(4, 5), **inside).decision == "holds"


def test_a_limit_that_is_touched_is_not_decided():
    """Equality at 1/3, which no halving of [0, 1] ever meets exactly."""
    touching = bounded_on_range(
        lambda p: 1 - (3 * p - 1) ** 2,
        Fraction(1),
        low=Fraction(0),
        high=Fraction(1),
        what="1 - (3 p - 1)^2",
    )
    assert touching.decision == "inconclusive"
    assert "higher precision" in touching.reason


def betting_misses(limit, *, draws=8, alpha=0.2):
    """P(L > p) <= limit for coins of every chance p and the bounds of the code: the decisions.

    Between two neighbouring values of L the sequences that miss are the same.
    """
    sequences = list(product((0, 1), repeat=draws))
    bounds = [betting_lower(np.array(s, dtype=float), alpha=alpha) for s in sequences]
    for low, high in pairwise(sorted({0.0, *bounds, 1.0})):
        heads = [sum(s) for s, bound in zip(sequences, bounds, strict=True) if bound >= high]
        count = [heads.count(k) for k in range(draws + 1)]

        def chance(p, count=count):
            return sum((c * p**k * (1 - p) ** (draws - k) for k, c in enumerate(count)), arb(0))

        ends = {"low": Fraction(low), "high": Fraction(high)}
        yield bounded_on_range(chance, limit, **ends, what="P(L > p)").decision


@pytest.mark.thorough
def test_computed_betting_bounds_cover_every_coin():
    """All sequences of eight coins, enumerated; the chance of a miss is above 1/100 somewhere."""
    assert set(betting_misses(Fraction(1, 5))) == {"holds"}
    assert "fails" in set(betting_misses(Fraction(1, 100)))


def tail_within(successes, trials, alpha, factor=1.0):
    """P_L(X >= k) <= alpha for one computed bound, in ball arithmetic (incomplete beta)."""
    old, ctx.prec = ctx.prec, 256
    try:
        exact = computed(successes, trials, alpha * factor)
        bound = arb(exact.numerator) / arb(exact.denominator)
        tail = bound.beta_lower(successes, trials - successes + 1, regularized=True)
        return bool(tail <= arb(alpha))
    finally:
        ctx.prec = old


@settings(max_examples=30, deadline=None)
@given(st.integers(61, 10**6), st.floats(0, 1), st.sampled_from([0.05, 0.01, 1e-3, 1e-6]))
def test_clopper_pearson_bounds_cover_larger_samples_too(trials, place, alpha):
    """Those computed at 1.01 alpha do not."""
    successes = max(1, round(place * trials))
    assert tail_within(successes, trials, alpha)
    assert not tail_within(successes, trials, alpha, factor=1.01)
