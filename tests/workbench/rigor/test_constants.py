"""Best constants: a certificate on one side, an exact counterexample on the other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from workbench.claims import Grade
from workbench.errors import ParameterError
from workbench.rigor import Budget, best_constant
from workbench.symbolic.text import parse


@pytest.mark.parametrize(
    ("statement", "where", "best"),
    [
        ("x <= c*(1 + x^2)", "", 0.5),
        pytest.param("log(1+x) >= x - c*x^2", "x >= 0", 0.5, marks=pytest.mark.thorough),
        ("x*y <= x^2 + c*y^2", "", 0.25),
        ("exp(x) >= c*x", "x >= 0", 2.718281828),
    ],
)
def test_the_bracket_holds_the_best_constant(statement: str, where: str, best: float) -> None:
    found = best_constant(parse(statement, where=where), "c", budget=Budget(seconds=20))
    assert found.refutation.decision == "fails"
    assert found.refutation.grade is Grade.CERTIFIED
    assert found.holds is not None
    assert found.proof.grade is Grade.CERTIFIED
    low, high = sorted((found.fails, found.holds))
    assert low - Fraction(1, 10**6) <= best <= high
    assert high - low < 0.1


@pytest.mark.parametrize(
    ("statement", "where", "message"),
    [
        ("x*y <= c", "x > 0, y > 0", "fails for every value of c"),  # infinite
        ("x^2 + c^2 >= 0", "", "is refuted for no value of c"),
        ("x <= c", "x >= 1, x <= 0", "has no point"),  # contradictory hypotheses
        ("x <= c", "x^2 + 1 <= 0", "has no point"),
        ("abs(x - c) <= 1", "0 <= x <= 1", "changes 2 times .* and 0, between 1 and 2"),
        ("c^2 >= 1", "x >= 0", "changes 2 times .*, between -1 and -0.5, between 0.5 and 1"),
    ],
)
def test_where_there_is_no_one_best_constant_the_error_says_why(
    statement: str, where: str, message: str
) -> None:
    with pytest.raises(ParameterError, match=message):
        best_constant(parse(statement, where=where), "c")


@pytest.mark.parametrize(
    ("statement", "where", "fails", "holds"),
    [
        ("x <= c", "0 <= x < 1", 1, 1),  # a supremum that is not attained
        ("x < c", "0 <= x < 1", 1, 1),  # ... where the strict statement holds too
        ("x/(1 + x) <= c", "x >= 0", 1, 1),  # approached at infinity
        ("abs(x - c) <= 1", "0 <= x <= 1, c >= 1/2", 1, 1),  # one of two ends
        ("x <= c*y", "0 <= x <= y, y > 0", 1, 1),  # a parameter
        ("sqrt(c) >= x", "0 <= x <= 3", 9, 9),  # without a value for c < 0
        ("x + c >= 0", "x >= -10^6", 10**6, 10**6),  # far away
    ],
)
def test_ends_that_are_not_attained_and_values_without_a_statement(
    statement: str, where: str, fails: int, holds: int
) -> None:
    found = best_constant(parse(statement, where=where), "c", budget=Budget(seconds=3))
    assert found.refutation.decision == "fails"
    assert found.proof.decision == "holds"
    assert found.holds is not None
    assert float(found.fails) == pytest.approx(fails, rel=0.01)
    assert float(found.holds) == pytest.approx(holds, rel=0.01)
    assert found.fails != found.holds


def test_no_value_without_a_proof_is_called_proved() -> None:
    """The lemma is out of reach in no time: the bracket has one end, and says so."""
    found = best_constant(parse("x <= c*(1 + x^2)"), "c", budget=Budget(seconds=1e-6))
    assert found.holds is None
    assert found.proof.decision != "holds"


def test_a_name_that_is_no_constant_is_an_error() -> None:
    with pytest.raises(ParameterError, match="is no real variable"):
        best_constant(parse("x^2 >= 0"), "c")
