"""The door for AutoLyap: its shape where it is not installed, its objects where it is."""

from __future__ import annotations

import importlib.util
from fractions import Fraction as Q
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from workbench.errors import OutOfReachError
from workbench.rigor.check import check_certificate
from workbench.worst_case import from_autolyap

needs_autolyap = pytest.mark.skipif(
    importlib.util.find_spec("autolyap") is None, reason="AutoLyap is not installed"
)


class SmoothConvex:
    """The shape of AutoLyap's class."""

    L = 1.0


class Unheard:
    """A class that has no counterpart."""


def descent(step: float = 1.0) -> SimpleNamespace:
    """Gradient descent as system matrices: u = grad f(y), y = x, x+ = x - step u."""
    one = np.ones((1, 1))
    return SimpleNamespace(n=1, m=1, m_bar_is=[1], I_func=[1], I_op=[],
                           get_ABCD=lambda k: (one, -step * one, one, 0 * one))  # fmt: skip


DISTANCE = (np.array([[1.0, 0, -1], [0, 0, 0], [-1, 0, 1]]), np.zeros(2))
GAP = (np.zeros((3, 3)), np.array([1.0, -1.0]))


@pytest.mark.parametrize("steps", [1, 2])
def test_objects_of_the_right_shape_are_read(steps: int) -> None:
    problem = SimpleNamespace(components={1: [SmoothConvex()]})
    answer = from_autolyap(problem, descent(), steps, DISTANCE, GAP)
    value = Q(1, 4 * steps + 2)
    assert answer.lower <= value <= answer.upper
    assert answer.gap < 1e-6
    assert check_certificate(answer.certificate).accepted
    assert check_certificate(answer.instance).accepted


@pytest.mark.parametrize("conditions", [[Unheard()], [SmoothConvex(), SmoothConvex()]])
def test_a_class_without_counterpart_is_out_of_reach(conditions: list[Any]) -> None:
    with pytest.raises(OutOfReachError, match="has no counterpart"):
        from_autolyap(SimpleNamespace(components={1: conditions}), descent(), 1, DISTANCE, GAP)


@needs_autolyap
@pytest.mark.filterwarnings("ignore:Solution may be inaccurate:UserWarning")  # of AutoLyap's
def test_methods_of_autolyap_agree_with_its_own_value() -> None:
    from autolyap import IterationDependent, SolverOptions
    from autolyap.algorithms import DouglasRachford, GradientMethod
    from autolyap.problemclass import (
        Convex,
        InclusionProblem,
        SmoothStronglyConvex,
    )
    from autolyap.problemclass import (
        SmoothConvex as Smooth,
    )

    cases: list[tuple[Any, Any, Any, Any]] = []
    smooth, one = InclusionProblem([Smooth(1.0)]), GradientMethod(gamma=1.0)
    distance = IterationDependent.get_parameters_distance_to_solution
    gap = IterationDependent.get_parameters_function_value_suboptimality
    cases.append((smooth, one, distance(one, 0), gap(one, 2)))
    two = DouglasRachford(gamma=1.0, lambda_value=1.0, type="function")
    composite = InclusionProblem([Convex(), SmoothStronglyConvex(0.5, 1.0)])
    residual = IterationDependent.get_parameters_fixed_point_residual
    cases.append((composite, two, residual(two, 0), residual(two, 2)))
    options = SolverOptions(backend="cvxpy", cvxpy_solver="CLARABEL")
    for problem, algorithm, first, last in cases:
        found = IterationDependent.search_lyapunov(
            problem, algorithm, 2, first[0], last[0], first[1], last[1],
            solver_options=options, verbosity=0,
        )  # fmt: skip
        answer = from_autolyap(problem, algorithm, 2, first, last)
        assert answer.upper is not None, answer.reason
        assert float(answer.upper) == pytest.approx(found["c_K"], rel=1e-5)
