"""The door for PEPit: its objects as written, where it is installed; its shape where it is not."""

from __future__ import annotations

import importlib
import importlib.util
import warnings
from fractions import Fraction as Q
from types import SimpleNamespace
from typing import Any

import pytest

from workbench.errors import OutOfReachError
from workbench.rigor.check import check_certificate
from workbench.worst_case import from_pepit, read_pepit
from workbench.worst_case.numbers import simplest

needs_pepit = pytest.mark.skipif(
    importlib.util.find_spec("PEPit") is None, reason="PEPit is not installed"
)


@pytest.fixture
def pepit() -> Any:
    """The package; compiling its sources warns of their escape sequences."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        importlib.import_module("PEPit.functions")
        return importlib.import_module("PEPit")


@pytest.mark.parametrize("value", [Q(1, 3), Q(2, 7), Q(0), Q(-5), Q(355, 113), Q(10**6, 10**6 + 1)])
def test_fractions_come_back_from_their_floats(value: Q) -> None:
    number = Q(float(value))
    assert simplest(number, abs(number) / 2**44) == value


def test_a_surd_stays_within_the_tolerance() -> None:
    number = Q(2**0.5)
    assert abs(simplest(number, number / 2**44) - number) <= number / 2**44


class Leaf:
    """A free vector or number."""

    counter = 0


class ConvexFunction:
    """The shape of PEPit's class, with one call."""

    list_of_functions: list[Any] = []  # noqa: RUF012 - as in PEPit

    def __init__(self, calls: list[Any]) -> None:
        self.list_of_points, self.list_of_constraints, self.list_of_psd = calls, [], []
        type(self).list_of_functions = [self]

    def get_is_leaf(self) -> bool:
        return True


class Unheard(ConvexFunction):
    """A class that has no counterpart."""


def stand_in(kind: type[ConvexFunction]) -> SimpleNamespace:
    """A problem of the shape of PEPit's: |x|^2 <= 1, measure f(x) - f(0), g of size 1/3 x."""
    x, value = Leaf(), Leaf()
    point = SimpleNamespace(decomposition_dict={x: 1})
    g = SimpleNamespace(decomposition_dict={x: 1 / 3})
    f = SimpleNamespace(decomposition_dict={value: 1})
    square = SimpleNamespace(decomposition_dict={(x, x): 1.0, 1: -1.0})
    condition = SimpleNamespace(expression=square, equality_or_inequality="inequality",
                                activated=True)  # fmt: skip
    return SimpleNamespace(
        list_of_functions=[kind([(point, g, f)])], list_of_constraints=[condition],
        list_of_psd=[], list_of_performance_metrics=[square],
    )  # fmt: skip


def test_a_problem_is_read_by_its_shape_alone() -> None:
    data = read_pepit(stand_in(ConvexFunction))
    assert data["vectors"] == ["v0"]
    assert data["points"] == [["p0", [["1/3", "v0"]]]]
    assert data["oracles"][0]["calls"] == [["v0", "p0", "f0"]]
    assert data["conditions"] == [[[["1", "v0", "v0"], ["-1"]], "<="]]


def test_a_class_without_counterpart_is_out_of_reach() -> None:
    with pytest.raises(OutOfReachError, match="Unheard"):
        read_pepit(stand_in(Unheard))


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_an_iterate_that_is_not_finite_is_refused(number: float) -> None:
    """A step of infinite or undefined size, as a division by 0 leaves it behind."""
    problem = stand_in(ConvexFunction)
    leaf = next(iter(problem.list_of_functions[0].list_of_points[0][0].decomposition_dict))
    problem.list_of_functions[0].list_of_points[0][1].decomposition_dict[leaf] = number
    with pytest.raises(OutOfReachError, match="is not finite"):
        read_pepit(problem)


@needs_pepit
def test_gradient_descent_as_a_user_of_pepit_wrote_it(pepit: Any) -> None:
    problem = pepit.PEP()
    f = problem.declare_function(pepit.functions.SmoothConvexFunction, L=3)
    best, x = f.stationary_point(), problem.set_initial_point()
    problem.set_initial_condition((x - best) ** 2 <= 1)
    for _ in range(4):
        x = x - 1 / 3 * f.gradient(x)
    problem.set_performance_metric(f(x) - f(best))
    answer = from_pepit(problem)
    assert answer.lower <= Q(3, 18) <= answer.upper
    assert answer.gap <= 1e-6
    for certificate in (answer.certificate, answer.instance):
        assert check_certificate(certificate).accepted


@needs_pepit
def test_block_partitions_and_composite_functions_are_read(pepit: Any) -> None:
    problem = pepit.PEP()
    f = problem.declare_function(pepit.functions.SmoothConvexFunction, L=1)
    total = f + problem.declare_function(pepit.functions.ConvexFunction)
    blocks = problem.declare_block_partition(d=2)
    best, x = total.stationary_point(), problem.set_initial_point()
    problem.set_initial_condition((x - best) ** 2 <= 1)
    blocks.get_block(f.gradient(x), 0)
    problem.set_performance_metric(total(x - blocks.get_block(f.gradient(x), 0)) - total(best))
    data = read_pepit(problem)
    assert {o["class"] for o in data["oracles"]} == {"smooth-convex", "convex"}
    assert [c for c in data["conditions"] if c[1] == "="]
    assert data["values"]
