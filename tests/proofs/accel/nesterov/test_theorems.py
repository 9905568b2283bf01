"""The theorems about Nesterov's method: nothing else can be put into their lemmas."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.provers import nesterov_energies as nesterov


def uses(steps: list[Any]) -> Iterator[Any]:
    for step in steps:
        if step["rule"] == "by":
            yield step
        if step["rule"] == "induction":
            yield from uses(step["steps"])


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("t", ["v", "k"], "its interval"),
        ("d", ["+", ["v", "d"], ["q", "1"]], "dimension"),
        ("v", "eta", "the next of x"),
        ("eta", "v", "the law of eta"),
        ("mu", ["v", "L"], "the strong of F"),
        ("s", ["vec", "x_start"], "the minimiser of F"),
        ("x_start", ["vec", "s"], "the first of x"),
        ("sigma_s", ["q", "0"], "hypothesis 2"),
        ("alpha", ["*", ["q", "1/2"], ["v", "alpha"]], "the next of x"),
    ],
)
def test_another_thing_put_into_the_recursion_is_refused(
    name: str, value: Any, reason: str
) -> None:
    certificate: Any = copy.deepcopy(nesterov.BOUND.certificate)
    del certificate["digest"]
    (step,) = uses(certificate["proof"])
    step["put"][name] = value
    answer = check_certificate(certificate)
    assert not answer.accepted
    assert reason in answer.message


def test_a_method_with_other_momentum_is_not_that_of_the_lemma() -> None:
    heavier = nesterov.recursion(xs=nesterov.method(momentum=1 - nesterov.q)).outcome()
    assert heavier.decision == "refused"
    assert "is not the premise" in heavier.reason
