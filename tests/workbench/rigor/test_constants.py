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
        ("log(1+x) >= x - c*x^2", "x >= 0", 0.5),
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


def test_a_constant_that_never_turns_is_an_error() -> None:
    with pytest.raises(ParameterError, match="changes 0 times"):
        best_constant(parse("x^2 + c^2 >= 0"), "c")
    with pytest.raises(ParameterError, match="is no real variable"):
        best_constant(parse("x^2 >= 0"), "c")
