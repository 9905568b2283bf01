"""True certificates of every kind, and what happens when any field of one is changed."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.workbench.rigor.build import (
    add,
    certificate,
    div,
    idx,
    mul,
    neg,
    op,
    positive,
    power,
    q,
    root,
    state,
    sub,
    total,
    v,
    var,
)  # fmt: skip
from workbench.rigor.check import check_certificate, discharge
from workbench.rigor.check.kinds import digest

x, y, n = var("x"), var("y"), var("n", "int", 0)
a, b, u = var("a", "seq"), var("b", "seq"), var("u", "seq")
p = positive("p")

TRUE: dict[str, dict[str, Any]] = {
    "identity": certificate(
        "identity", state([x, y], power(sub("x", "y"), 2), "=",
                          add(power("x", 2), mul(-2, "x", "y"), power("y", 2)))
    ),
    "identity of exponentials": certificate(
        "identity", state([x, y], op("exp", add("x", neg("y"))), "=",
                          div(op("exp", "x"), op("exp", "y")))
    ),
    "identity of roots": certificate(
        "identity", state([p], mul(root(3, "p"), root(6, "p")), "=", root(2, "p"))
    ),
    "identity of sums": certificate(
        "identity",
        state(
            [n, a, x],
            total("i", 1, add("n", 1), mul("x", idx("a", "i"))), "=",
            add(mul("x", total("k", 1, "n", idx("a", "k"))), mul("x", idx("a", add("n", 1)))),
        ),
    ),
    "identity under a definition": certificate(
        "identity", state([x, y], power("x", 2), "=", add(power("y", 2), mul(2, "y"), 1),
                          [("x", "=", add("y", 1))])
    ),
    "sums with each other's names": certificate(
        "identity",
        state(
            [n, a, b],
            total("i", 1, "n", total("j", 1, "n", mul(idx("a", "i"), idx("b", "j")))), "=",
            mul(total("j", 1, "n", idx("a", "j")), total("i", 1, "n", idx("b", "i"))),
        ),
    ),
    "sign": certificate(
        "sign", state([x, y], mul(2, "x", "y"), "<=", add(power("x", 2), power("y", 2))),
        gap=power(sub("x", "y"), 2),
    ),
    "sign at a closed end": certificate(
        "sign", state([var("x", low=0, high=1)], power("x", 2), "<=", "x")
    ),
    "sign under a condition": certificate(
        "sign", state([p, positive("m")], mul("p", "m"), "<=", 1, [("p", "<=", div(1, "m"))])
    ),
    "counterexample": certificate(
        "counterexample", state([x], power("x", 2), ">=", "x"), point={"x": "1/2"}
    ),
    "counterexample to an equation": certificate(
        "counterexample",
        state([a, n], total("i", 1, "n", idx("a", "i")), "<", 6, [("n", "=", 3)]),
        point={"a": ["1", "2", "3"], "n": "3"},
    ),
    "psd": {
        "kind": "psd", "matrix": [["4", "2"], ["2", "1"]],
        "L": [["1", "0"], ["1/2", "1"]], "D": ["4", "0"], "strict": False,
    },
    "positive definite": {
        "kind": "psd", "matrix": [["4", "2"], ["2", "3"]],
        "L": [["1", "0"], ["1/2", "1"]], "D": ["4", "2"], "strict": True,
    },
    "not-psd": {"kind": "not-psd", "matrix": [["0", "1"], ["1", "5"]], "vector": ["-3", "1"]},
    "boxes": certificate(
        "boxes", state([var("x", low=0, high=1)], mul("x", sub(1, "x")), "<", q("9/10")),
        tree=["x", "n", "n"], bits=64,
    ),
    "chain": certificate("chain", state([var("x", low=0)], add(1, "x"), "<=", op("exp", "x"))),
    "induction": certificate(
        "induction",
        state([n], total("i", 1, "n", "i"), "=", div(mul("n", add("n", 1)), 2)),
        variable="n", start=0,
    ),
    "induction with a recurrence": certificate(
        "induction",
        state([n, u, x], idx("u", "n"), "=", mul(op("npow", 2, "n"), "x")),
        variable="n", start=0, factor=q(2),
        base=[{"name": "u", "at": 0, "value": ["v", "x"]}],
        rules=[
            {"name": "u", "index": "t", "shift": 1, "from": 0, "body": mul(2, idx("u", "t"))}
        ],
    ),
    "all": {
        "kind": "all",
        "members": [
            certificate("identity", state([x], "x", "=", "x")),
            {"kind": "not-psd", "matrix": [["-1"]], "vector": ["1"]},
        ],
    },
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_a_true_certificate_is_accepted(name: str) -> None:
    stamped = {**TRUE[name], "digest": digest(TRUE[name])}
    read_again = json.loads(json.dumps(stamped))
    assert check_certificate(read_again).accepted, check_certificate(read_again).message


def leaves(data: Any, path: tuple = ()) -> Iterator[tuple]:
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield from leaves(data[key], (*path, key))
    else:
        yield path


def changed(data: Any, path: tuple, value: Any) -> Any:
    made = copy.deepcopy(data)
    here = made
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return made


@pytest.mark.parametrize("name", TRUE)
def test_a_changed_certificate_is_noticed_by_its_digest(name: str) -> None:
    stamped = {**TRUE[name], "digest": digest(TRUE[name])}
    for path in leaves(stamped):
        assert not check_certificate(changed(stamped, path, "5/7")).accepted, path


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("identity", ("statement", "right", 2, 1), q(-3)),
        ("identity", ("statement", "op"), "<="),
        ("identity of exponentials", ("statement", "right", 0), "*"),
        ("identity of roots", ("statement", "right", 1), 4),
        ("identity of roots", ("statement", "vars", 0, "low"), None),
        ("identity of sums", ("statement", "right", 2, 2, 2, 2), q(2)),
        ("identity of sums", ("statement", "vars", 0, "low"), None),
        ("identity under a definition", ("statement", "where", 0, 2), add("y", 2)),
        ("identity under a definition", ("statement", "where"), []),
        ("sums with each other's names", ("statement", "right", 1, 4, 2), v("n")),
        ("sign", ("gap",), power(add("x", "y"), 2)),
        ("sign", ("statement", "op"), "<"),
        ("sign", ("statement", "op"), ">="),
        ("sign at a closed end", ("statement", "vars", 0, "high"), "2"),
        ("sign at a closed end", ("statement", "op"), "<"),
        ("sign under a condition", ("statement", "where", 0, 1), ">="),
        ("sign under a condition", ("statement", "where"), []),
        ("counterexample", ("point", "x"), "2"),
        ("counterexample", ("point",), {}),
        ("counterexample", ("statement", "op"), "<="),
        ("counterexample to an equation", ("point", "a"), ["1", "2"]),
        ("counterexample to an equation", ("point", "n"), "2"),
        ("psd", ("D", 1), "1"),
        ("psd", ("L", 1, 0), "1"),
        ("psd", ("matrix", 0, 0), "5"),
        ("psd", ("strict",), True),
        ("positive definite", ("D", 1), "-2"),
        ("not-psd", ("vector", 0), "3"),
        ("not-psd", ("matrix", 1, 1), "7"),
        ("boxes", ("tree",), "n"),
        ("boxes", ("tree", 1), ["y", "n", "n"]),
        ("boxes", ("statement", "vars", 0, "high"), "2"),
        ("boxes", ("statement", "vars", 0, "high"), None),
        ("chain", ("statement", "op"), ">="),
        ("chain", ("statement", "left", 1), q(2)),
        ("chain", ("statement", "vars", 0, "low"), "-1"),
        ("induction", ("start",), 1),
        ("induction", ("variable",), "m"),
        ("induction", ("statement", "right", 2), q(3)),
        ("induction with a recurrence", ("base",), []),
        ("induction with a recurrence", ("base", 0, "at"), 1),
        ("induction with a recurrence", ("factor",), q(3)),
        ("induction with a recurrence", ("rules",), []),
        ("induction with a recurrence", ("rules", 0, "from"), 1),
        ("induction with a recurrence", ("rules", 0, "shift"), 2),
        ("induction with a recurrence", ("rules", 0, "body"), mul(3, idx("u", "t"))),
        ("all", ("members", 1, "vector", 0), "0"),
        ("all", ("members", 0), {"kind": "all", "members": []}),
    ],
)
def test_a_changed_certificate_without_digest_is_judged_by_its_mathematics(
    name: str, path: tuple, value: Any
) -> None:
    made = changed(TRUE[name], path, value)
    assert made != TRUE[name]
    assert not check_certificate(made).accepted


@pytest.mark.parametrize("name", TRUE)
def test_every_field_is_needed(name: str) -> None:
    optional = {"gap", "strict", "bits", "rules", "base", "factor"}
    for key in set(TRUE[name]) - optional:
        made = {k: value for k, value in TRUE[name].items() if k != key}
        assert not check_certificate(made).accepted, key


# domain obligations -----------------------------------------------------------------------------


def still_open(statement: dict) -> list[str]:
    return sorted(o["kind"] for o in discharge(statement) if not o["discharged"])


def test_obligations_are_found_by_the_checker_itself() -> None:
    every = add(div(1, "x"), op("ln", "x"), root(2, "x"), op("npow", "x", sub("n", 1)))
    statement = state([x, n], every, "=", every)
    assert check_certificate(certificate("identity", statement)).accepted
    assert still_open(statement) == ["nonnegative", "nonzero", "positive", "power"]
    inside = state([positive("x"), n], every, "=", every)
    assert still_open(inside) == []


def test_a_stated_obligation_counts_too() -> None:
    statement = state([x], 1, "=", 1)
    statement["requires"] = [{"kind": "nonzero", "tree": v("x"), "bound": []}]
    assert still_open(statement) == ["nonzero"]
    statement["vars"] = [positive("x")]
    assert still_open(statement) == []


def test_obligations_inside_sums_know_the_range() -> None:
    def over(low: int) -> dict:
        return state([n], total("i", low, "n", div(1, "i")), "=", total("i", low, "n", div(1, "i")))

    assert still_open(over(1)) == []
    assert still_open(over(0)) == ["nonzero"]
    triangle = total("i", 1, "n", total("j", "i", "n", div(1, "j")))
    assert still_open(state([n], triangle, "=", triangle)) == []


def test_an_outer_variable_does_not_lend_its_domain_to_an_index() -> None:
    body = total("i", -1, "n", div(1, "i"))
    assert still_open(state([var("i", "int", 1), n], body, "=", body)) == ["nonzero"]


def test_powers_need_a_base_or_a_natural_exponent() -> None:
    tree = op("npow", sub(1, "x"), "n")
    assert still_open(state([var("x", low=0, high=1), n], tree, "=", tree)) == []
    below = op("npow", sub(1, "x"), sub("n", 1))
    assert still_open(state([var("x", low=0, high=1), n], below, "=", below)) == ["power"]


def test_a_real_number_of_terms_is_an_open_obligation() -> None:
    tree = total("i", 1, "x", "i")
    assert "integer" in still_open(state([positive("x")], tree, "=", tree))


# what is imported -------------------------------------------------------------------------------


def test_the_checker_runs_without_sympy_and_without_solvers() -> None:
    program = (
        "import json, sys\n"
        "for name in ('sympy', 'numpy', 'scipy', 'cvxpy', 'mpmath'): sys.modules[name] = None\n"
        "from workbench.rigor.check import check_certificate\n"
        "answers = [check_certificate(c).accepted for c in json.load(sys.stdin)]\n"
        "print(json.dumps(answers))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(list(TRUE.values())),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [True] * len(TRUE)
