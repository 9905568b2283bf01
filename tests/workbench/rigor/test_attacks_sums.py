"""A sum over nothing is 0, whatever is summed: no denominator may leave a range that may be empty.

Every false statement here fails where its sum is empty and its summand has no value.
"""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from tests.workbench.rigor.build import (
    certificate,
    div,
    mul,
    op,
    positive,
    power,
    q,
    state,
    sub,
    total,
    var,
)
from workbench.claims import Grade
from workbench.rigor import identity
from workbench.rigor.check import check_certificate, discharge

x = var("x")
n, from_one = var("n", "int", 0), var("n", "int", 1)
POWER = ["prod", "j", q(1), ["v", "n"], ["v", "x"]]
ALL_EQUAL = total("i", 1, "n", div(1, "n"))

FALSE: dict[str, dict[str, Any]] = {
    # n = 0: the sum is 0
    "n terms 1/n": certificate("identity", state([n], ALL_EQUAL, "=", 1)),
    "n terms x/n": certificate(
        "identity", state([n, x], total("i", 1, "n", div("x", "n")), "=", "x")
    ),
    "n terms n^(-1)": certificate(
        "identity", state([n], total("i", 1, "n", op("npow", "n", q(-1))), "=", 1)
    ),
    "n terms 1/n^2 times n": certificate(
        "identity", state([n], mul("n", total("i", 1, "n", div(1, power("n", 2)))), "=", 1)
    ),
    "the sign of a sum": certificate("sign", state([n], 0, "<", sub(ALL_EQUAL, q("1/2")))),
    "a denominator with a second factor": certificate(
        "identity",
        state([n], total("i", 1, "n", div(1, mul("n", op("+", 1, "n")))), "=",
              div(1, op("+", 1, "n"))),
    ),
    "as an induction": certificate(
        "induction", state([n], ALL_EQUAL, "=", 1), variable="n", start=0
    ),
    # at x = 1/2 the end is no integer, and one at n = 0
    "an end that is a product of fractions": certificate(
        "identity", state([n, x], total("i", 1, POWER, 1), "=", POWER)
    ),
    # at n = 1 the end is -3, where nothing is summed
    "an end that is a product below 0": certificate(
        "identity", state([n], total("i", 1, [*POWER[:4], q(-3)], 1), "=", [*POWER[:4], q(-3)])
    ),
    # n = 0: the last of the outer terms, i = 0, is a sum over nothing
    "a sum in a sum": certificate(
        "identity",
        state([n], total("i", "n", "n", total("j", 1, "i", div(1, "i"))), "=", 1),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_no_denominator_leaves_an_empty_sum(name: str) -> None:
    assert not check_certificate(FALSE[name]).accepted


TRUE: dict[str, dict[str, Any]] = {
    "with a first term": certificate("identity", state([from_one], ALL_EQUAL, "=", 1)),
    "a denominator that is positive": certificate(
        "identity",
        state([n, positive("x")], total("i", 1, "n", div(1, "x")), "=", div("n", "x")),
    ),
    "one that is a sum of positive terms": certificate(
        "identity",
        state([n, x], total("i", 1, "n", div(1, op("+", 1, power("x", 2)))), "=",
              div("n", op("+", 1, power("x", 2)))),
    ),
    "a denominator that a real variable moves away from 0": certificate(
        "identity",
        state([n, x], total("i", 1, "n", div(1, sub(1, "x"))), "=", div("n", sub(1, "x"))),
    ),
    "a line whose root is off the interval": certificate(
        "identity",
        state([n, var("x", "real", 0, 1, "[)")], total("i", 1, "n", div(1, sub(1, "x"))), "=",
              div("n", sub(1, "x"))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_their_true_neighbours_are_accepted(name: str) -> None:
    answer = check_certificate(TRUE[name])
    assert answer.accepted, answer.message


def test_the_empty_sum_is_a_counterexample() -> None:
    made = certificate("counterexample", state([n], ALL_EQUAL, "=", 1), point={"n": "0"})
    assert check_certificate(made).accepted


def test_obligations_within_a_listed_obligation_are_collected() -> None:
    made = state([positive("y"), x], 0, "<=", power("x", 2))
    # ln(1/x) is not 0: that asks for 1/x > 0 and for x != 0 first
    inner = op("ln", div(1, "x"))
    made["requires"] = [{"kind": "nonzero", "tree": inner, "bound": []}]
    assert {d["kind"] for d in discharge(made)} == {"nonzero", "positive"}
    assert len(discharge(made)) == 3
    assert not check_certificate(
        certificate("counterexample", {**made, "right": q(-1)}, point={"x": "0", "y": "1"})
    ).accepted


def test_only_a_range_that_visibly_has_terms_lets_a_denominator_out():
    """T >= 1 gives 1..T a term, and 2..T, T - n and 2^n - 1 may be lengths of nothing."""
    n = sp.Symbol("n", integer=True, nonnegative=True)
    T = sp.Symbol("T", integer=True, positive=True)
    i = sp.Symbol("i", integer=True)
    for summand, low, high in ((1 / T, 1, T), (1 / (T + n), 1, T + n)):
        assert identity(sp.Sum(summand, (i, low, high)), 1).grade is Grade.CERTIFIED
    for summand, low, high in (
        (1 / (T - 1), 2, T),
        (1 / (n - T), 1, n - T),
        (1 / (2**n - 1), 1, 2**n - 1),
        (1 / sp.Abs(n), 1, n),
    ):
        assert identity(sp.Sum(summand, (i, low, high)), 1).decision == "fails"
