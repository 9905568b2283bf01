"""Costs of sequences as statements: both ends, in both directions, and what does not show them."""

from fractions import Fraction

import pytest

from workbench.claims import Grade
from workbench.errors import ParameterError
from workbench.harness.sequences import cost_of
from workbench.privacy import Gaussian, Laplace, Release
from workbench.referee.grading import statement_digest
from workbench.rigor.check import check_certificate
from workbench.rigor.check.conclusions import conclusions
from workbench.symbolic.account_text import number

ADD = "add-or-remove-one"
SAMPLED = Gaussian(1.0).release(sensitivity=1.0, neighbouring=ADD).poisson(Fraction(1, 50))
PLAIN = Laplace(2.0).release(sensitivity=1.0, neighbouring=ADD)


def bracket(*releases, width=Fraction(1, 10**6), **changes):
    """Ends a millionth apart, around what the accountant finds."""
    found = cost_of(releases, epsilon=1, at_most=1, at_least=0).outcome()
    low, high = (Fraction(figure.value) for figure in found.figures)
    ends = {"at_most": high * (1 + width), "at_least": low * (1 - width), **changes}
    return cost_of(releases, epsilon=1, **ends)


@pytest.mark.parametrize(
    "releases", [[(SAMPLED, 1000)], [(PLAIN, 3)], [(SAMPLED, 1000), (PLAIN, 1)]]
)
def test_what_is_declared_is_what_the_certificate_shows(releases):
    stated = bracket(*releases)
    found = stated.outcome()
    assert (found.decision, found.grade) == ("holds", Grade.CERTIFIED)
    assert check_certificate(found.certificate).accepted
    shown = {statement_digest(one) for one in conclusions(found.certificate)}
    assert shown == {one.digest for one in stated.statements}
    directions = 2 if SAMPLED in [release for release, _ in releases] else 1
    assert len(stated.statements) == directions + 1
    assert all(r"\delta(1)" in one.latex() for one in stated.statements)


def test_a_bracket_beside_the_truth_fails_and_a_forged_end_is_refused():
    stated = bracket((SAMPLED, 1000))
    low, high = stated.at_least, stated.at_most
    above = cost_of(
        [(SAMPLED, 1000)], epsilon=1, at_most=2 * high, at_least=high * Fraction(101, 100)
    )
    below = cost_of([(SAMPLED, 1000)], epsilon=1, at_most=low * Fraction(99, 100), at_least=0)
    assert above.outcome().decision == below.outcome().decision == "fails"
    certificate = stated.outcome().certificate
    certificate.pop("digest")
    for member in certificate["members"]:
        assert member["side"] in ("at most", "at least")
        forged = {**member, "delta": str(low if member["side"] == "at most" else high)}
        if forged["pairs"][0]["sampling"] == "remove":  # adding a record costs far less
            assert not check_certificate(forged).accepted


def test_ends_nearer_than_the_bracket_decide_nothing():
    middle = bracket((SAMPLED, 1000), width=Fraction(0))
    point = (middle.at_most + middle.at_least) / 2
    found = cost_of([(SAMPLED, 1000)], epsilon=1, at_most=point, at_least=point).outcome()
    assert found.decision == "inconclusive"


def test_bounds_of_unknown_mechanisms_have_no_lower_end():
    unknown = Release.approximate(1.0, 1e-6, neighbouring=ADD)
    for releases in ([(unknown, 1)], []):
        with pytest.raises(ParameterError, match="attained"):
            cost_of(releases, epsilon=1, at_most=1, at_least=0)
    with pytest.raises(ParameterError, match="Order the ends"):
        cost_of([(PLAIN, 1)], epsilon=1, at_most=0, at_least=1)


def test_a_long_number_is_a_fraction_with_its_first_digits():
    """A float is a fraction of long numbers: a reader wants its first digits."""
    assert number("3602879701896397/36028797018963968").endswith(r"\approx 0.1")
    assert number("133279/50000000000") == r"2.66558 \cdot 10^{-6}"
    assert (number("1/3"), number("-5/2"), number("0")) == (r"\tfrac{1}{3}", "-2.5", "0")
