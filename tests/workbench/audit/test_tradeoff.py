"""Claims of every notion: curves by another way, true claims pass, false ones are refuted."""

import math
import re

import numpy as np
import pytest
from scipy.stats import norm

from workbench import audit
from workbench.errors import DataError, ParameterError

DRAWS = 30_000


def gaussian(x, size, rng):
    return x + rng.normal(size=size)


def laplace(x, size, rng):
    return x + rng.laplace(size=size)


@pytest.mark.parametrize("x", [0.01, 0.2, 0.5, 0.9])
def test_curves_hold_the_laws_that_have_the_notion(x):
    """The curve of a claim lies below that of every law which satisfies it, and touches one."""
    normal = float(norm.cdf(norm.isf(x) - 1.0))
    assert audit.GaussianPrivacy(1.0).curve(x) == pytest.approx(normal)
    assert audit.Concentrated(0.5).curve(x) <= normal
    assert audit.Renyi(2.0, 1.0).curve(x) <= normal
    told = audit.Approximate(1.0)
    assert told.curve(1 / (1 + math.e)) == pytest.approx(1 / (1 + math.e))
    both = [audit.Notions(((1 - told.curve(x), x),), 0.1).renyi(a) for a in (1.5, 8.0)]
    assert max(both) <= 1.0 + 1e-12


@pytest.mark.parametrize("claim", [audit.Renyi(2.0, 1.0), audit.Concentrated(0.5)])
def test_a_curve_found_by_bisection_is_where_the_claim_ends(claim):
    for x in (0.05, 0.4):
        y = claim.curve(x)
        for shift, allowed in ((1e-6, True), (-1e-6, False)):
            said = audit.Notions(((1 - y - shift, x), (1 - x, y + shift)), 0.1)
            bound = said.rho <= 0.5 if isinstance(claim, audit.Concentrated) else (
                said.renyi(2.0) <= 1.0
            )  # fmt: skip
            assert bound is allowed


@pytest.mark.parametrize(
    ("sample", "true", "false"),
    [
        (gaussian, audit.GaussianPrivacy(1.0), audit.GaussianPrivacy(0.85)),
        (gaussian, audit.Concentrated(0.5), audit.Concentrated(0.2)),
        (gaussian, audit.Renyi(2.0, 1.0), audit.Renyi(2.0, 0.4)),
        (laplace, audit.Approximate(1.0), audit.Approximate(0.8)),
        (laplace, audit.Approximate(0.5, 0.2213), audit.Approximate(0.5, 0.15)),
        (gaussian, audit.TradeOff(lambda x: float(norm.cdf(norm.isf(x) - 1.0))),
         audit.TradeOff(lambda x: (1 - x) * 0.99)),
    ],
)  # fmt: skip
def test_true_claims_pass_and_false_ones_are_refuted(sample, true, false):
    for claim, verdict in ((true, "no violation found"), (false, "violation")):
        found = audit.audit_notion(sample, 0.0, 1.0, claim, samples=DRAWS)
        assert found.verdict == verdict, str(found)


def test_true_claims_are_refuted_for_few_seeds():
    """Fifty audits at confidence .9; fourteen alarms would have probability 4e-4."""
    bad = sum(
        audit.audit_notion(
            gaussian, 0.0, 1.0, audit.GaussianPrivacy(1.0), samples=600, confidence=0.9, seed=seed
        ).verdict
        == "violation"
        for seed in range(50)
    )
    assert bad < 14


def test_the_relation_is_named_and_held():
    def counts(records, size, rng):
        return sum(records) + rng.normal(size=size)

    claim = audit.GaussianPrivacy(1.0)
    found = audit.audit_notion(
        counts, [1, 0, 1], [1, 0], claim, samples=2_000, neighbouring="add-or-remove-one"
    )
    assert "add-or-remove-one" in str(found)
    with pytest.raises(DataError, match="replace-one"):
        audit.audit_notion(
            counts, [1, 0, 1], [0, 0, 0], claim, samples=2_000, neighbouring="replace-one"
        )


def test_the_picture_shows_the_claim_and_what_is_certified():
    found = audit.audit_notion(gaussian, 0.0, 1.0, audit.GaussianPrivacy(0.5), samples=DRAWS)
    (axes,) = found.picture().axes
    xs, ys = axes.lines[0].get_data()
    assert len(xs) == 201
    assert ys[100] == pytest.approx(float(norm.cdf(-0.5)))
    assert any(y < np.interp(x, xs, ys) for x, y in found.points)
    assert axes.get_title() == "violation"


def test_what_is_no_claim_is_refused():
    with pytest.raises(ParameterError, match="mu"):
        audit.GaussianPrivacy(-1.0)
    with pytest.raises(ParameterError, match="order"):
        audit.Renyi(1.0, 0.5)
    with pytest.raises(ParameterError, match="function"):
        audit.TradeOff(lambda x: 2.0).curve(0.5)
    with pytest.raises(ParameterError, match="samples"):
        audit.audit_notion(gaussian, 0, 1, audit.Concentrated(1.0), samples=10)


def test_it_says_what_would_have_been_seen():
    """Laws that differ by what the power line names are refuted; closer ones may not be."""
    claim = audit.GaussianPrivacy(0.6)
    found = audit.audit_notion(gaussian, 0, 0.5, claim, samples=DRAWS)
    assert found.verdict == "no violation found"
    told = re.search(r"of probability ([\d.]+) on one side and ([\d.]+) on the other", found.power)
    p, q = map(float, told.groups())

    def bits(x, size, rng):
        return rng.random(size) < (q if x else p)

    rates = [audit.audit_notion(bits, 0, 1, claim, samples=DRAWS, seed=s) for s in range(10)]
    assert sum(one.verdict == "violation" for one in rates) >= 7
    assert audit.GaussianPrivacy(0.6).curve(q) > 1 - p


def test_draws_that_could_not_refute_are_underpowered():
    few = audit.audit_notion(gaussian, 0, 1, audit.Concentrated(2.0), samples=200)
    assert few.verdict == "underpowered"
    assert "could not refute the claim" in str(few)
    order = audit.audit_notion(gaussian, 0, 1, audit.Renyi(2.0, 1.0), samples=2_000)
    assert "the Renyi divergence of order 2 >= " in str(order)


@pytest.mark.parametrize("claim", [1.0, (1.0, 1e-5), None])
def test_numbers_are_no_claims(claim):
    with pytest.raises(ParameterError, match="no claim of a notion"):
        audit.audit_notion(gaussian, 0, 1, claim, samples=400)
