"""Privacy from the source of a method: what it releases is what is accounted for."""

import copy
from typing import Any, cast

import pytest

from workbench.algorithms import HeavyBall
from workbench.algorithms.momentum.heavy_ball import MomentumState
from workbench.claims import Outcome
from workbench.errors import PrivacyError
from workbench.harness.recording import recorded_privacy, source_is_private
from workbench.rigor.check import check_certificate
from workbench.symbolic.theorem import exp, integer, ln, number

alpha, beta, S, eps = (number(name, above=0) for name in ("alpha", "beta", "S", "eps"))
n, m, T = (integer(name, at_least=1) for name in ("n", "m", "T"))


def recorded(method: type[Any]) -> Outcome:
    return source_is_private(recorded_privacy(
        method,
        MomentumState,
        parameters={
            "alpha": alpha, "beta": beta, "m": m, "b": S / (m * ln(1 + n / m * (exp(eps / T) - 1))),
        },
        points=("x", "x_prev"),
        records=n, bound=S, rounds=T, epsilon=eps,
        symbols=(alpha, beta, S, eps, n, m, T),
        where=[(m, "<=", n)],
    ))  # fmt: skip


def certificate() -> dict[str, Any]:
    found = recorded(HeavyBall).certificate
    assert found is not None
    made: dict[str, Any] = copy.deepcopy(dict(found))
    del made["digest"]
    return made


def test_heavy_ball_is_private_by_its_own_source() -> None:
    assert recorded(HeavyBall).decision == "holds"
    (release,) = certificate()["private"]["releases"]
    assert release["query"][-1] == ["vec", "x"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"adjacency": "add-or-remove-one"}, "nobody is told"),
        ({"space": "countable"}, "densities"),
        ({"rounds": ["+", ["v", "T"], ["q", "1"]]}, "cost is within"),
        ({"where": []}, "within the records"),
        ({"releases": []}, "releases something"),
        ({"next": {"x": ["vec", "record"], "x_prev": ["vec", "x"]}}, "not made of"),
    ],
)
def test_a_statement_that_does_not_follow_is_refused(changes: dict[str, Any], reason: str) -> None:
    made = certificate()
    made["private"].update(changes)
    answer = check_certificate(made)
    assert not answer.accepted
    assert reason in answer.message


class Branching(HeavyBall):
    def step(self, state: Any, problem: Any, curator: Any) -> Any:
        if state.t > 3:
            return state
        return super().step(state, problem, curator)


class Peeking(HeavyBall):
    def step(self, state: Any, problem: Any, curator: Any) -> Any:
        found = curator.laplace(
            state.x, scale=self.b, sensitivity=problem.l1_sensitivity / self.m, batch=self.m
        )
        return MomentumState(found, state.x, state.t + 1)


@pytest.mark.parametrize("method", [Branching, Peeking])
def test_a_step_that_no_rule_knows_cannot_be_recorded(method: type[Any]) -> None:
    with pytest.raises(PrivacyError):
        recorded(method)


class WithMoreNoiseOnPaper(HeavyBall):
    def step(self, state: Any, problem: Any, curator: Any) -> Any:
        return super().step(state, problem, cast(Any, _Halving(curator)))


class _Halving:
    def __init__(self, curator: Any) -> None:
        self.curator = curator

    def laplace(self, query: Any, *, scale: Any, **more: Any) -> Any:
        return self.curator.laplace(query, scale=scale / 2, **more)


def test_the_noise_that_is_accounted_for_is_the_noise_that_is_asked_for() -> None:
    assert recorded(WithMoreNoiseOnPaper).decision == "refused"
