"""False statements that two rules of the checker prove together, each of them sound alone.

Every case has a point at which it is false; the checker itself confirms that point.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.workbench.rigor.build import (
    add,
    certificate,
    idx,
    mul,
    neg,
    q,
    state,
    sub,
    total,
    tree,
    v,
    var,
)  # fmt: skip
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.check.trees import replace

n, x, y = var("n", "int", 0), var("x"), var("y")
BY_SIGN = {"kind": "sign"}


def rule(name: str, body: Any) -> dict[str, Any]:
    return {"name": name, "index": "k", "shift": 1, "from": 0, "body": tree(body)}


def inductive(slack: Any, *rules: Any) -> dict[str, Any]:
    """A certificate without its statement: u_0 = 0 and u_n grows by the slack."""
    return {
        "kind": "inductive",
        "variable": "n",
        "start": 0,
        "rules": list(rules),
        "base": [{"name": "u", "at": 0, "value": q(0)}],
        "factor": q(1),
        "slack": tree(slack),
        "strict": "factor",
        "proofs": {"start": BY_SIGN, "factor": BY_SIGN, "slack": BY_SIGN},
    }


ABOUT_U = state([n, var("u", "seq")], 0, "<=", idx("u", "n"))
STAYS = inductive(0, rule("u", idx("u", "k")))
RISES = {**ABOUT_U, "vars": [n, var("t", "real", 5), var("w", "seq", 0), var("u", "seq")]}
FALSE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    # the rule u_{k+1} = u_k would be no part of what the certificate says that it shows
    "rules of an induction inside a cover": (
        certificate("cover", ABOUT_U, pieces=STAYS),
        {"n": "1", "u": ["-1"]},
    ),
    "rules of an induction inside a product": (
        certificate("factors", ABOUT_U, factors=[
            {"tree": idx("u", "n"), "power": 1, "proof": STAYS},
        ]),
        {"n": "1", "u": ["-1"]},
    ),
    # v = 1/(1+s) is 0 for infinite s: there 0 <= v w says nothing of w
    "a condition solved for a variable whose slope vanishes at an end": (
        certificate("sign", state([var("v", low=0), var("w")], 0, "<=", "w",
                                  [("v", "<=", 1), (0, "<=", mul("v", "w"))])),
        {"v": "0", "w": "-1"},
    ),
    # the inner sum is -5; its index was renamed to the name of the outer one, which is positive
    "an index inside that takes the name of the index outside": (
        certificate("sign", state([var("i"), x], 0, "<=",
                                  total("i", 1, 2, total("i", -5, -5, "i")), [("i", "<=", "x")])),
        {"i": "0", "x": "1"},
    ),
    # the same with a product inside: -5 again
    "an index of a product inside a sum": (
        certificate("sign", state([var("i"), x], 0, "<=",
                                  total("i", 1, 2, total("i", -5, -5, "i", "prod")),
                                  [("i", "<=", "x")])),
        {"i": "0", "x": "1"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_it_is_turned_down_and_its_point_accepted(name: str) -> None:
    false, point = FALSE[name]
    assert not check_certificate(false).accepted
    example = certificate("counterexample", false["statement"], point=point)
    assert check_certificate(example).accepted


def test_the_time_of_a_rule_is_no_parameter_of_a_variable_called_t() -> None:
    # t = 5: w_1 = 0, w_2 = -1, w_3 = -2, so w does not stay in its domain, and u_3 = -1
    w = rule("w", sub(add("t", -5), "k"))
    u = rule("u", add(idx("u", "k"), idx("w", "k")))
    false = {**inductive(idx("w", "n"), w, u), "statement": RISES}
    assert not check_certificate(false).accepted
    # with w_{k+1} = t - 5 it does
    true = {**inductive(idx("w", "n"), rule("w", add("t", -5)), u), "statement": RISES}
    assert check_certificate(true).accepted


def test_a_part_that_defines_nothing_is_accepted_and_the_same_alone_says_what_it_defines() -> None:
    square = state([n], 0, "<=", mul("n", "n"))
    part = {**inductive(add("n", "n", 1)), "base": []}
    assert check_certificate(certificate("cover", square, pieces=part)).accepted
    alone = {**STAYS, "statement": ABOUT_U}
    assert check_certificate(alone).accepted
    assert conclusions(alone)[0]["statement"]["rules"] == STAYS["rules"]


def test_a_condition_is_solved_where_the_slope_or_the_rest_decides() -> None:
    # v = 0 is in the domain, and there 1 <= v w fails: w >= 1 wherever it holds
    variables = [var("v", low=0), var("w")]
    where = [("v", "<=", 1), (1, "<=", mul("v", "w"))]
    assert check_certificate(certificate("sign", state(variables, 0, "<=", "w", where))).accepted
    where = [("v", "<=", 1), (0, "<=", mul(add("v", 1), "w"))]
    assert not check_certificate(certificate("sign", state(variables, 0, "<", "w", where))).accepted


@pytest.mark.parametrize("values", [{"i@": neg("j"), "x": v("i")}, {"x": add("i", "i@")}])
def test_a_new_index_is_never_replaced(values: dict[str, Any]) -> None:
    made = replace(total("i", 1, 3, mul("i", "x")), values)
    assert made[1] != "i"
    assert made[4] == mul(made[1], values["x"])
