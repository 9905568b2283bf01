"""Copies of what is drawn, one of which is chosen at the end, against laws on finite spaces."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from typing import Any

import pytest

from tests.campaigns.evaluate import compare, evaluate
from tests.campaigns.processes import _World
from tests.campaigns.statements import q, v
from workbench.rigor.check import check_certificate, process_steps
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement, process_latex

n, N = declare("integer n >= 0, integer N > 0")
x, S, s, m, E = declare("x S >= 0, s > 0, real m E")


def grown(share: int = 1, extra: int = 0, copies: Any = N) -> ProcessProof:
    """E S_n <= s (share N + extra), for the chosen one of N products of factors of mean <= 1."""
    proof = ProcessProof(ProcessStatement(
        (m, "<=", s * (share * N + extra)), steps=n, drawn=(x,), given=[(x, "<=", 1)],
        states=[(S, s, S * x)], means={m: S}, shows=(m,), copies=copies,
    ))  # fmt: skip
    (step,) = proof.potential(S, "<=")
    step.instance(E, 0, {})
    step.exists(NEXT, (S, E))
    step.fact((NEXT, "<=", S))
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(m, (1, E))
    return proof


@pytest.fixture(scope="module")
def certificate() -> dict[str, Any]:
    outcome = grown().outcome()
    assert outcome.decision == "holds"
    return {k: value for k, value in outcome.certificate.items() if k != "digest"}


def worst(told: dict[str, Any], rng: random.Random) -> bool | None:
    """Whether the claim holds where a copy is large just where all others are not, in one step.

    The best N-th part of all outcomes of one copy is that of each of N copies in turn.
    """
    env = {"n": Fraction(1), "N": Fraction(rng.randint(1, 3)), "s": Fraction(rng.randint(1, 2))}
    leaves = _World(told, rng, env).leaves()
    if leaves is None:
        return None
    size, left = Fraction(0), 1 / env["N"]
    for weight, at in sorted(leaves, key=lambda one: one[1]["S"], reverse=True):
        used = min(weight, left)
        size, left = size + env["N"] * used * at["S"], left - used
    right = evaluate(told["right"], env)
    return bool(compare(q(str(size)), "<=", q(str(right)), {}))


def found() -> int:
    """How many accepted claims are false."""
    rng, false = random.Random(5), 0
    for share, extra in ((1, 0), (1, 1), (1, -1), (0, 1), (2, -1)):
        proof = grown(share, extra)
        outcome = proof.outcome()
        if outcome.decision == "holds":
            told = outcome.certificate["process"]
            false += any(worst(told, rng) is False for _ in range(60))
    return false


def test_nothing_false_is_accepted() -> None:
    assert found() == 0


def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chosen copy has the mean of any one."""
    plain = process_steps.ended
    monkeypatch.setattr(process_steps, "ended", lambda told, *ends: plain({}, *ends))
    assert found() > 0


def _set(c: dict[str, Any], *way: Any, to: Any) -> None:
    *path, last = way
    for key in path:
        c = c[key]
    c[last] = to


@pytest.mark.parametrize(
    ("way", "to", "said"),
    [
        (("process", "right"), v("s"), ""),
        (("process", "op"), "=", ""),
        (("process", "copies"), None, "integer variable"),
        (("process", "copies"), "s", "integer variable"),
        (("process", "copies"), "M", "integer variable"),
        (("process", "vars", 0, "low"), "0", "at least one"),
        (("process", "vars", 0, "low"), None, "integer variable"),
        (("process", "steps"), None, ""),
        (("process", "states", 0, "var", "low"), None, ""),
        (("potentials", 0, "below"), [[q("1"), 0]], "as it stands"),
        (("potentials", 0, "op"), "=", ""),
        (("process", "more"), "N", "the keys"),
        (("process", "given", 0, "bound"), q("2"), ""),
        (("process", "over"), {"size": "N", "each": []}, "of what is over coordinates"),
        (("end", "steps", 0, "at"), {"N": q("1")}, ""),
    ],
)  # fmt: skip
def test_copies_are_not_bent(way: Any, to: Any, said: str, certificate: dict[str, Any]) -> None:
    made = copy.deepcopy(certificate)
    assert made["process"]["vars"][0]["name"] == "N"
    _set(made, *way, to=to)
    answer = check_certificate(made)
    assert not answer.accepted
    assert said in answer.message


def test_an_equation_between_means_becomes_a_bound() -> None:
    """Of draws of mean 1 each copy keeps its mean, and the chosen one does not."""
    proof = ProcessProof(ProcessStatement(
        (m, "=", N * s), steps=n, drawn=(x,), given=[(x, "=", 1)], states=[(S, s, S * x)],
        means={m: S}, shows=(m,), copies=N,
    ))  # fmt: skip
    (step,) = proof.potential(S, "=")
    step.instance(E, 0, {})
    step.exists(NEXT, (S, E))
    step.integrate("=", (S, E), (-1, NEXT))
    end = proof.end()
    end.instance(E, 0, {})
    assert [f[1] for f in end.law.facts if f[0] == ["v", "E"]] == ["<="]


@pytest.mark.parametrize("right", [2 * s, 2 * s * N, s**2 * N, 2 * s**2])
def test_a_square_of_the_chosen_copy_is_not_that_of_one(right: Any) -> None:
    """Each factor is 0 or 2, so E S^2 = 2^n s^2, and the largest of N is larger still."""
    proof = ProcessProof(ProcessStatement(
        (m, "<=", right), steps=n, drawn=(x,), given=[(x, "=", 1), (x**2, "<=", 2)],
        states=[(S, s, S * x)], means={m: S**2}, shows=(m,), copies=N,
    ))  # fmt: skip
    (step,) = proof.potential(S**2, "<=")
    step.instance(E, 1, {})
    step.exists(NEXT, (S**2, E))
    step.fact((NEXT, "<=", S**2))
    proof.end().exists(m, (1, E))
    assert proof.outcome().decision == "refused"


def test_a_potential_of_copies_that_leans_on_another_is_refused() -> None:
    """S - s has mean 0 in each copy and is above it in the one that is chosen."""
    proof = ProcessProof(ProcessStatement(
        (m, "<=", 0), steps=n, drawn=(x,), given=[(x, "=", 1)], states=[(S, s, S * x)],
        means={m: S - s}, shows=(m,), copies=N,
    ))  # fmt: skip
    for value, below in ((S, ()), (S - s, [(1, 0)])):
        (step,) = proof.potential(value, "=", below=below)
        step.instance(E, 0, {})
        step.exists(NEXT, (S + s, E))
        step.integrate("=", (S, E), (-1, NEXT))
    assert "as it stands" in proof.doubt


def test_the_card_says_what_copies_are() -> None:
    told = dict(process_latex(grown().statement.tree))
    assert "one is chosen in any way" in told["copies"]
