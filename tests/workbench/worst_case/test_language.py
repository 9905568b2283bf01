"""Problems in words: bad input is refused with its argument, value, rule and way out."""

from __future__ import annotations

from fractions import Fraction as Q
from typing import Any

import pytest
import sympy

from workbench.errors import ParameterError
from workbench.worst_case import PerformanceProblem, square_root, worst_case


@pytest.fixture
def problem() -> PerformanceProblem:
    return PerformanceProblem()


@pytest.mark.parametrize(
    ("kind", "parameters", "said"),
    [
        ("smooth-strongly-convex", {"mu": 2, "L": 1}, "the class is empty"),
        ("smooth-strongly-convex", {"mu": 1, "L": 1}, "divides by"),
        ("smooth-convex", {"L": 0}, "not positive"),
        ("smooth-convex", {}, "are not those of"),
        ("convex", {"L": 1}, "are not those of"),
        ("smooth-convex", {"L": 0.5}, "floating-point"),
        ("convx", {}, "is unknown"),
        ("quadratic", {"mu": 2, "L": 1}, "the class is empty"),
        ("cocoercive-strongly-monotone", {"mu": 2, "beta": 1}, "the class is empty"),
        ("strongly-monotone", {"mu": -1}, "negative"),
    ],
)
def test_a_class_without_members_or_meaning_is_refused(
    problem: PerformanceProblem, kind: str, parameters: dict[str, Any], said: str
) -> None:
    with pytest.raises(ParameterError, match=said):
        problem.oracle(kind, **parameters)


def test_an_undefined_iterate_is_refused(problem: PerformanceProblem) -> None:
    x = problem.vector("x0")
    with pytest.raises(ParameterError, match="the point is undefined"):
        x / 0
    with pytest.raises(ParameterError, match="may not exist"):
        problem.oracle("convex").proximal(x, 0)
    with pytest.raises(ParameterError, match="floating-point"):
        x * 0.1
    with pytest.raises(ParameterError, match="another problem"):
        PerformanceProblem().oracle("convex").gradient(x)


def test_names_are_plain_and_used_once(problem: PerformanceProblem) -> None:
    problem.vector("x")
    with pytest.raises(ParameterError, match="is taken"):
        problem.number("x")
    with pytest.raises(ParameterError, match="plain word"):
        problem.vector("x y")


def test_a_problem_without_a_measure_is_refused(problem: PerformanceProblem) -> None:
    problem.vector("x")
    with pytest.raises(ParameterError, match="measures = 0"):
        problem.data()
    with pytest.raises(ParameterError, match="not well-formed"):
        worst_case({"vectors": ["x"], "measures": [[["1", "y", "y"]]]})


def test_smooth_functions_have_one_gradient_at_a_point_and_convex_ones_may_have_two(
    problem: PerformanceProblem,
) -> None:
    x = problem.vector("x")
    smooth, convex = problem.oracle("smooth-convex", L=1), problem.oracle("convex")
    assert smooth.gradient(x) is smooth.gradient(x)
    assert convex.gradient(x).weights != convex.gradient(x).weights
    assert smooth.value(x).weights == smooth.value(x).weights


def test_arithmetic_is_that_of_an_inner_product_space(problem: PerformanceProblem) -> None:
    x, y = problem.vector("x"), problem.vector("y")
    square = (x - 2 * y) ** 2
    assert square.weights == {("x", "x"): 1, ("x", "y"): -4, ("y", "y"): 4}
    assert (1 - square).weights == {(): 1, ("x", "x"): -1, ("x", "y"): 4, ("y", "y"): -4}
    assert (x * sympy.Rational(1, 3)).weights == {"x": Q(1, 3)}
    assert (x - x).weights == {}


def test_roots_are_rational_and_below() -> None:
    root = square_root(2)
    assert root**2 <= 2 < (root + Q(1, 10**30)) ** 2
