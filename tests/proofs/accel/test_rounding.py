from fractions import Fraction

import pytest
import sympy as sp

from workbench.rigor.provers.decimals import half_unit, rounds_to


@pytest.mark.parametrize(
    ("printed", "slack"),
    [("0.6957", Fraction(1, 20000)), ("2.50", Fraction(1, 200)), ("7", Fraction(1, 2))],
)
def test_half_a_unit_of_the_last_printed_digit(printed, slack):
    assert half_unit(printed) == slack


def test_a_correctly_rounded_constant_is_certified():
    assert rounds_to(sp.exp(1), "2.718").decision == "holds"
    assert rounds_to(sp.pi, "3.1416").decision == "holds"
    assert rounds_to(sp.Rational(1, 3), "0.333").decision == "holds"


@pytest.mark.parametrize("wrong", ["2.717", "2.719", "2.7182", "2.71829"])
def test_a_wrong_last_digit_is_refuted(wrong):
    assert rounds_to(sp.exp(1), wrong).decision == "fails"
