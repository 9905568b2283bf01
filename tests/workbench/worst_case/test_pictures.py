"""Pictures show what the certificates hold: an arrow for each multiplier, a point for each call."""

from __future__ import annotations

import matplotlib as mpl
import pytest

from tests.workbench.worst_case import methods
from workbench.errors import ParameterError
from workbench.worst_case import WorstCaseBounds, worst_case
from workbench.worst_case.pictures import bound_curve, multiplier_graph, worst_function

mpl.use("Agg")
from matplotlib.figure import Figure


@pytest.fixture(scope="module")
def answer() -> WorstCaseBounds:
    return worst_case(methods.gradient_descent(1), sharp=True)


def test_an_arrow_for_each_multiplier(answer: WorstCaseBounds) -> None:
    axes = Figure().add_subplot()
    multiplier_graph(answer, axes)
    said = [t.get_text() for t in axes.texts]
    assert answer.certificate is not None
    weights = [m for m in answer.certificate["multipliers"] if m[0] == "oracle"]
    assert len([t for t in said if t == ""]) == len(weights)  # arrows are annotations without text
    assert {"best", "x0"} <= set(said)


def test_a_point_for_each_call_with_its_value(answer: WorstCaseBounds) -> None:
    axes = Figure().add_subplot()
    worst_function(answer, axes)
    assert answer.instance is not None
    points = [line for line in axes.lines if line.get_marker() == "o"]
    assert len(points) == len(answer.instance["problem"]["oracles"][0]["calls"])
    heights = sorted(float(p.get_ydata()[0]) for p in points)
    assert heights[-1] - heights[0] == pytest.approx(5 / 18)  # the Huber function with kink 1/3


def test_a_side_that_is_missing_has_no_picture(answer: WorstCaseBounds) -> None:
    empty = WorstCaseBounds(None, None, None, None, answer.seconds, "not solved")
    with pytest.raises(ParameterError, match="no upper bound"):
        multiplier_graph(empty, Figure().add_subplot())
    with pytest.raises(ParameterError, match="no instance"):
        worst_function(empty, Figure().add_subplot())
    axes = Figure().add_subplot()
    bound_curve([1, 2], [answer, empty], axes)
    assert [len(line.get_xdata()) for line in axes.lines] == [1, 1]
