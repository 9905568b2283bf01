"""Potentials with sought coefficients: found where there is one, refused where there is none."""

from __future__ import annotations

import json
from fractions import Fraction as Q
from typing import Any

import pytest
import sympy as sp

from workbench.errors import ParameterError
from workbench.rigor.check import check_certificate, conclusions
from workbench.symbolic import declare
from workbench.worst_case import PerformanceProblem, prove_family, seek_potential, worst_case
from workbench.worst_case.families import MethodFamily
from workbench.worst_case.lyapunov import SoughtPotential
from workbench.worst_case.noisy import constant_momentum_basis, noisy_constant_momentum
from workbench.worst_case.textbook import STATE, begin, gap, half_distance, moved


def momentum(factor: Q, *, better: Q = Q(1)) -> MethodFamily:
    return noisy_constant_momentum(
        step=Q(1, 2), momentum=Q(1, 5), mu=Q(1, 10), factor=factor, better=better
    )


def sought(factor: Q) -> SoughtPotential:
    return seek_potential(momentum(factor), constant_momentum_basis, at={"S": 1})


def test_heavy_ball_has_a_potential_that_nobody_wrote_down() -> None:
    found = sought(Q(9, 10))
    assert found.proof.certificate is not None, found.proof.reason
    again = json.loads(json.dumps(found.proof.certificate))
    assert check_certificate(again).accepted
    [shown] = conclusions(again)
    assert shown["says"] == "worst-case-family"
    assert 1 <= found.initial < Q(11, 10)
    assert 0 < found.floor < Q(3, 10)


def test_the_bound_is_above_the_worst_case_of_two_steps() -> None:
    found = sought(Q(9, 10))
    problem = PerformanceProblem()
    f = problem.oracle("smooth-strongly-convex", mu=Q(1, 10), L=1)
    x, best = problem.vector("x0"), f.stationary("best")
    problem.require((x - best) ** 2 <= 1)
    before = x
    for _ in range(2):
        x, before = x - f.gradient(x) * Q(1, 2) + (x - before) * Q(1, 5), x
    problem.measure((x - best) ** 2)
    answer = worst_case(problem)
    assert answer.lower <= found.initial * Q(9, 10) ** 2


def test_noise_adds_at_least_what_one_step_adds() -> None:
    """After one step from the minimiser the error is a^2 S/2 = S/8 in the half distance."""
    assert sought(Q(9, 10)).floor >= Q(1, 8)


def test_there_is_no_potential_for_a_factor_below_the_rate_on_quadratics() -> None:
    """F = mu x^2/2 with heavy ball has the rate of a matrix with the trace 1 + b - a mu."""
    trace, product = 1 + 0.2 - 0.05, 0.2
    root = (trace + (trace**2 - 4 * product) ** 0.5) / 2
    found = sought(Q(int(root**2 * 1000) - 5, 1000))
    assert found.proof.certificate is None
    assert found.family is None
    assert "no such potential" in found.proof.reason


def test_a_changed_coefficient_or_multiple_is_refused() -> None:
    found = sought(Q(9, 10))
    made = found.proof.certificate
    worse = [[["q", "1/2"], *names] for _, *names in made["potential"]]
    assert not check_certificate({**made, "potential": worse}).accepted
    smaller = {**made["family"], "floor": ["*", ["q", "1/2"], made["family"]["floor"]]}
    assert not check_certificate({**made, "family": smaller}).accepted
    nearer = {**made["family"], "factor": ["q", "4/5"]}
    assert not check_certificate({**made, "family": nearer}).accepted


def descent(step: Q) -> MethodFamily:
    k = declare("integer k >= 0")
    return MethodFamily(
        symbols=(k,), index=k, oracles={"f": ("smooth-strongly-convex", {"mu": Q(1, 4), "L": 1})},
        **STATE, start=begin, step=lambda p, f, s: moved(f, s.x - s.g * step),
        initial=half_distance, measure=half_distance, factor=Q(9, 16) + Q(1, 10**6),
    )  # fmt: skip


def basis(s: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    return (s.x - s.best, s.g), (gap(s),)


def test_the_known_rate_of_gradient_descent_is_found() -> None:
    found = seek_potential(descent(Q(1)), basis)
    assert found.proof.certificate is not None, found.proof.reason
    assert found.initial == pytest.approx(1, abs=1e-2)
    assert seek_potential(descent(Q(5, 2)), basis).proof.certificate is None


def test_what_is_missing_is_named() -> None:
    with pytest.raises(ParameterError, match="shows nothing"):
        prove_family(momentum(Q(9, 10)))
    with pytest.raises(ParameterError, match="has no value"):
        seek_potential(momentum(Q(9, 10)), constant_momentum_basis)
    with pytest.raises(ParameterError, match="is no symbol"):
        seek_potential(momentum(Q(9, 10)), constant_momentum_basis, at={"S": 1, "T": 2})
    root = noisy_constant_momentum(step=sp.sqrt(2), momentum=Q(0), mu=Q(1, 10), factor=Q(9, 10))
    with pytest.raises(ParameterError, match="irrational"):
        seek_potential(root, constant_momentum_basis, at={"S": 1})
