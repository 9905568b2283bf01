"""A solver that fails, lies or is inexact leaves a side open: it never makes a verdict."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.workbench.worst_case import methods
from workbench.rigor.check import check_certificate
from workbench.worst_case import PerformanceProblem, at_most, prove_family, textbook, worst_case
from workbench.worst_case import solver as solving
from workbench.worst_case.solver import SolverResult

Answer = Callable[[int], SolverResult]
NAN = float("nan")
ANSWERS: dict[str, Answer] = {
    "fails": lambda n: SolverResult("NumericalError", None, NAN),
    "says infeasible": lambda n: SolverResult("PrimalInfeasible", None, NAN),
    "says unbounded": lambda n: SolverResult("DualInfeasible", None, NAN),
    "says zero": lambda n: SolverResult("Solved", np.zeros(n), 0.0),
    "says one": lambda n: SolverResult("Solved", np.ones(n), 1.0),
    "says anything": lambda n: SolverResult(
        "Solved", np.random.default_rng(n).normal(size=n), -1.0
    ),
    "is far off": lambda n: SolverResult("Solved", np.full(n, 1e9), 1e9),
}


def bounded() -> PerformanceProblem:
    return methods.gradient_descent(2)


def unbounded() -> PerformanceProblem:
    problem = PerformanceProblem()
    f = problem.oracle("smooth-convex", L=1)
    x, best = problem.vector("x0"), f.stationary("best")
    problem.measure(f.value(x) - f.value(best))
    return problem


def impossible() -> PerformanceProblem:
    problem = bounded()
    problem.require(problem.number("f") <= -1)
    problem.require(problem.number("g") >= 1)
    problem.require((problem.vector("y")) ** 2 <= -1)
    return problem


@pytest.mark.parametrize("build", [bounded, unbounded, impossible])
@pytest.mark.parametrize("how", ANSWERS)
def test_a_wrong_answer_of_the_solver_shows_nothing_false(
    monkeypatch: pytest.MonkeyPatch, how: str, build: Callable[[], PerformanceProblem]
) -> None:
    monkeypatch.setattr(solving, "_solved", lambda conic, settings: ANSWERS[how](len(conic.cost)))
    answer = worst_case(build())
    for certificate in (answer.certificate, answer.instance):
        assert certificate is None or check_certificate(certificate).accepted
    if build is bounded:
        assert answer.upper is None or 10 * answer.upper >= 1
        assert answer.lower is None or 10 * answer.lower <= 1
        assert "no member" not in answer.reason
        assert "unbounded" not in answer.reason
    if build is unbounded:
        assert answer.upper is None
    if build is impossible:
        assert answer.lower is None


@pytest.mark.parametrize("how", ["fails", "says infeasible", "says unbounded", "says anything"])
def test_a_failed_solve_decides_no_claim(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setattr(solving, "_solved", lambda conic, settings: ANSWERS[how](len(conic.cost)))
    outcome = at_most(bounded(), "1/20")  # false, and not refuted without an instance
    assert outcome.decision == "inconclusive"
    assert "no upper bound was made exact" in outcome.reason
    assert prove_family(textbook.contraction(), points=3).certificate is None


def test_a_solver_that_raises_is_one_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    import clarabel

    def broken(*args: object) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(clarabel, "DefaultSolver", broken)
    answer = worst_case(bounded())
    assert answer.upper is None
    assert answer.lower is None
    assert "failed: RuntimeError" in answer.reason


def test_conditions_that_contradict_each_other_are_seen_without_an_unknown() -> None:
    answer = worst_case(impossible())
    assert answer.upper is None
    assert answer.certificate["side"] == "empty"
    assert "no member" in answer.reason
