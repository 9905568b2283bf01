"""Worst cases of the literature, found again from both sides; no solver is believed."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction as Q

import pytest

from tests.workbench.worst_case import methods
from workbench.rigor.check import check_certificate, conclusions
from workbench.worst_case import PerformanceProblem, WorstCaseBounds, at_most, worst_case
from workbench.worst_case.textbook import nesterov_energy

CLOSE = 1e-6
KNOWN: dict[str, tuple[Callable[[], PerformanceProblem], float]] = {
    **{
        f"gradient descent, {n} steps": (lambda n=n: methods.gradient_descent(n), 1 / (4 * n + 2))
        for n in (1, 2, 5, 10)
    },
    "gradient descent, short steps": (
        lambda: methods.gradient_descent(3, step=Q(1, 3)),
        1 / (4 * 3 / 3 + 2),
    ),
    "contraction, short step": (lambda: methods.contraction(Q(1, 10), Q(1)), 0.81),
    "contraction, long step": (lambda: methods.contraction(Q(1, 10), Q(19, 10)), 0.81),
    "proximal point": (lambda: methods.proximal_point(3, Q(2)), 1 / 24),
    "subgradient": (lambda: methods.subgradient(3, Q(1, 2)), 1 / 2),
    "Nesterov": (lambda: methods.nesterov(3), 2 / 30),
    "monotone proximal point": (lambda: methods.monotone_proximal_point(3), (2 / 3) ** 2 / 3),
    "quadratics": (lambda: methods.quadratic(2), (1 / 5) * (4 / 5) ** 4 / 2),
    "inexact gradient": (
        lambda: methods.inexact_gradient(Q(1, 10), Q(1, 10)),
        ((1 - 0.1 * (0.9 / 1.1)) / (1 + 0.1 * (0.9 / 1.1))) ** 2,
    ),
    "nonconvex": (lambda: methods.nonconvex(4), 4 / (3 * 4)),
    "one of two coordinates": (
        lambda: methods.coordinate_descent(2, Q(1, 10), Q(1)), (1 + 0.81) / 2
    ),
    "one of three coordinates": (
        lambda: methods.coordinate_descent(3, Q(1, 10), Q(1)), (2 + 0.81) / 3
    ),
    "one of two functions": (lambda: methods.stochastic_gradient(2, Q(1, 10), Q(1)), 0.81),
    "one of three functions": (
        lambda: methods.stochastic_gradient(3, Q(1, 10), Q(1, 2)), 0.95**2
    ),
}  # fmt: skip


def accepted(answer: WorstCaseBounds) -> None:
    """Both certificates pass the checker, and conclude what the answer says."""
    for certificate, bound in ((answer.certificate, answer.upper), (answer.instance, answer.lower)):
        assert check_certificate(certificate).accepted
        [shown] = conclusions(certificate)
        assert Q(shown["bound"]) == bound


@pytest.mark.parametrize("name", KNOWN)
def test_textbook_rates_are_bracketed(name: str) -> None:
    build, value = KNOWN[name]
    answer = worst_case(build())
    assert answer.upper is not None, answer.reason
    assert answer.lower is not None, answer.reason
    tiny = 1e-12 * value  # of the literature's value in floating point
    assert float(answer.lower) - tiny <= value <= float(answer.upper) + tiny
    assert answer.gap <= CLOSE
    accepted(answer)


@pytest.mark.parametrize(
    ("problem", "most"),
    [
        (methods.heavy_ball(Q(1), Q(1, 10), Q(1, 2)), 1.0),
        (methods.frank_wolfe(2), 2 / 4),
        (methods.projected_gradient(2), 1 / 2),
    ],
    ids=["heavy ball", "Frank-Wolfe", "projected gradient"],
)
def test_methods_without_a_closed_form_have_a_narrow_bracket(
    problem: PerformanceProblem, most: float
) -> None:
    answer = worst_case(problem)
    assert answer.gap <= CLOSE, answer.reason
    assert 0 < float(answer.upper) <= most
    accepted(answer)


def test_functions_that_disagree_at_the_minimiser_cost_more_than_their_variance() -> None:
    """Quadratics of curvature mu add variances; Minkowski's inequality adds roots."""
    spread, mu = Q(1, 2), Q(1, 10)
    answer = worst_case(methods.stochastic_gradient(2, mu, Q(1), spread=spread))
    assert (1 - mu) ** 2 + spread**2 < answer.lower
    assert answer.upper < (1 - mu + spread) ** 2
    assert answer.gap <= CLOSE
    accepted(answer)


def test_an_instance_is_a_gram_matrix_that_the_bound_cannot_beat() -> None:
    answer = worst_case(methods.gradient_descent(1))
    assert answer.instance is not None
    assert len(answer.instance["gram"]) == len(answer.instance["problem"]["vectors"])
    assert Q(answer.instance["bound"]) <= answer.upper


def test_a_claimed_bound_is_decided_by_a_certificate() -> None:
    held = at_most(methods.gradient_descent(2), Q(1, 10) + Q(1, 10**6))
    assert held.decision == "holds"
    assert check_certificate(held.certificate).accepted
    exact = at_most(methods.gradient_descent(2), Q(1, 10))
    assert exact.decision == "holds"  # the worst case itself
    broken = at_most(methods.gradient_descent(2), Q(1, 10) - Q(1, 10**9))
    assert broken.decision == "fails"
    assert broken.certificate["side"] == "lower"


EXACT: dict[str, tuple[PerformanceProblem, Q]] = {
    "gradient descent": (methods.gradient_descent(5), Q(1, 22)),
    "contraction": (methods.contraction(Q(1, 10), Q(1)), Q(81, 100)),
    "proximal point": (methods.proximal_point(3, Q(2)), Q(1, 24)),
    "subgradient": (methods.subgradient(3, Q(1, 2)), Q(1, 2)),
    "Nesterov": (methods.nesterov(2), Q(1, 10)),
    "monotone proximal point": (methods.monotone_proximal_point(3), Q(4, 27)),
    "quadratics": (methods.quadratic(2), Q(128, 3125)),
    "nonconvex": (methods.nonconvex(3), Q(4, 9)),
}


@pytest.mark.parametrize("name", EXACT)
def test_worst_cases_that_are_short_fractions_are_found_exactly(name: str) -> None:
    problem, value = EXACT[name]
    answer = worst_case(problem, sharp=True)
    assert answer.upper == answer.lower == value
    accepted(answer)


def test_a_problem_without_a_limit_says_so_with_a_ray() -> None:
    problem = methods.PerformanceProblem()
    f = problem.oracle("smooth-convex", L=1)
    x, best = problem.vector("x0"), f.stationary("best")
    problem.measure(f.value(x) - f.value(best))
    answer = worst_case(problem)
    assert answer.upper is None
    assert "unbounded" in answer.reason
    assert check_certificate(answer.instance).accepted
    assert answer.instance["side"] == "unbounded"
    assert at_most(problem, 10).decision == "fails"


def test_conditions_that_nobody_meets_are_shown_to_be_so() -> None:
    problem = methods.PerformanceProblem()
    f = problem.oracle("convex-lipschitz", M=1)
    x, best = problem.vector("x0"), f.stationary("best")
    problem.require((x - best) ** 2 <= 1)
    problem.require(f.value(x) - f.value(best) >= 2)  # |f(x) - f*| <= M |x - x*| <= 1
    problem.measure(f.value(x) - f.value(best))
    answer = worst_case(problem)
    assert answer.upper is None
    assert answer.lower is None
    assert "no member" in answer.reason
    assert answer.certificate["side"] == "empty"
    assert check_certificate(answer.certificate).accepted


def test_a_class_with_necessary_inequalities_only_has_no_lower_bound() -> None:
    problem = methods.PerformanceProblem()
    f = problem.oracle("lipschitz-strongly-monotone", mu=Q(1, 10), L=1)
    x, zero = problem.vector("x0"), f.stationary("zero")
    problem.require((x - zero) ** 2 <= 1)
    problem.measure((x - f.gradient(x) * Q(1, 10) - zero) ** 2)
    answer = worst_case(problem)
    assert math.isclose(float(answer.upper), 1 - 2 * 0.01 + 0.01, rel_tol=CLOSE)
    assert answer.lower is None
    assert "necessary" in answer.reason


@pytest.mark.parametrize("q", [Q(1, 10), Q(1, 2), Q(9, 10)])
def test_a_step_of_nesterov_contracts_its_energy(q: Q) -> None:
    assert at_most(nesterov_energy(q), 1 - q).decision == "holds"
    heavier = at_most(nesterov_energy(q, momentum=1), 1 - q)
    assert (heavier.decision, heavier.certificate is not None) == ("fails", True)
