"""True certificates of every kind, and what happens when any field of one is changed."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
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
    "boxes, mean value": certificate(
        "boxes", state([var("x", low=0, high=1)], mul("x", sub(1, "x")), "<", q("9/20")),
        tree=["x", "m", "c"], bits=64,
    ),
    "boxes, outside": certificate(
        "boxes", state([var("x", low=0, high=2)], "x", "<=", 1, [("x", "<", q("1/2"))]),
        tree=["x", "n", "o"], bits=64,
    ),
    "bernstein": certificate(
        "bernstein",
        state([var("x", low=0, high=1), var("y", low=-1, high=1)], mul("x", "y"), "<=", 1),
        tree=["x", "b", ["y", "b", "b"]],
    ),
    "sos": certificate(
        "sos", state([x, var("y", low=1)], mul(2, "x", "y"), "<", add(power("x", 2),
                     power("y", 2), "y")),
        margin="1", terms=[
            {"times": [], "basis": [[1, 0], [0, 1]], "L": [["1", "0"], ["-1", "1"]],
             "D": ["1", "0"]},
            {"times": [0], "basis": [[0, 0]], "L": [["1"]], "D": ["1"]},
        ],
    ),
    "matrix-inequality": {
        "kind": "matrix-inequality",
        "matrices": [[["0", "1"], ["1", "0"]], [["1", "0"], ["0", "0"]], [["0", "0"], ["0", "1"]]],
        "y": ["2", "3"], "L": [["1", "0"], ["1/2", "1"]], "D": ["2", "5/2"],
    },
    "no-matrix-inequality": {
        "kind": "no-matrix-inequality",
        "matrices": [[["-3", "1"], ["1", "2"]], [["0", "1"], ["1", "5"]]],
        "L": [["1", "0"], ["0", "1"]], "D": ["1", "0"],
    },
    "integral": {
        "kind": "integral", "integrand": op("abs", sub("x", q("1/3"))), "variable": "x",
        "low": "0", "high": "1", "cuts": ["1/3"], "op": "<", "bound": q("27778/100000"),
        "bits": 64,
    },
    "logchain": certificate(
        "logchain", state([var("x", low=0)], op("ln", add(1, "x")), "<=", "x"),
        steps=[{"times": q(1), "from": "low"}],
    ),
    "logchain with a factor": certificate(
        "logchain", state([var("x", low=0, high=1, ends="(]")],
                          sub("x", 1), "<=", mul("x", op("ln", "x"))),
        steps=[{"times": div(1, "x"), "from": "high"}],
    ),
    "factors": certificate(
        "factors", state([var("x", low=0)], mul(3, "x"), "<=", add(power("x", 3), 2)),
        factors=[
            {"tree": sub("x", 1), "power": 2, "proof": None},
            {"tree": add("x", 2), "power": 1, "proof": {"kind": "sign"}},
        ],
    ),
    "cover": certificate(
        "cover", state([x], add(1, "x"), "<=", op("exp", "x")),
        pieces={"at": ["x", "0"], "below": {"kind": "chain"}, "above": {"kind": "chain"}},
    ),
    "growth": certificate(
        "growth", state([var("x", low=0, high=1), var("y", low=0, high=1)],
                        mul("x", "y"), "<=", "x"),
        variable="x", **{"from": "low"}, strict="start", start={"kind": "sign"},
        slope={"kind": "sign"},
    ),
    "logarithms": certificate(
        "logarithms", state([var("x", low=0)], add(1, "x"), "<=", op("exp", "x")),
        proof={"kind": "logchain", "steps": [{"from": "low", "times": q(1)}]},
    ),
    "substitution": certificate(
        "substitution", state([var("x", low=0)], mul(2, root(2, "x")), "<=", add(1, "x")),
        variable=var("u", low=0), tree=root(2, "x"),
        gap=power(sub("u", 1), 2), low={"kind": "sign"}, proof={"kind": "sign"},
    ),
    "termwise": certificate(
        "termwise",
        state([n, a, positive("c")], total("i", 1, "n", mul(-2, "c", idx("a", "i"))), "<=",
              total("j", 1, "n", add(power(idx("a", "j"), 2), power("c", 2)))),
        index="k", low=q(1), high=v("n"), term=power(add(idx("a", "k"), "c"), 2),
        proof={"kind": "sign"},
    ),
    "inductive": certificate(
        "inductive", state([n, var("x", low=0)], add(1, mul("n", "x")), "<=",
                           op("npow", add(1, "x"), "n")),
        variable="n", start=0, factor=add(1, "x"), slack=mul("n", "x", "x"), strict="factor",
        proofs={"start": None, "factor": {"kind": "sign"}, "slack": {"kind": "sign"}},
    ),
    "chain on the left": certificate(
        "chain", state([var("x", high=0)], add(1, "x"), "<=", op("exp", "x"))
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
        ("counterexample", ("point", "z"), "1"),  # no variable of the statement
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
        ("boxes", ("tree", 1), "x"),
        ("boxes, mean value", ("tree",), "m"),
        ("boxes, mean value", ("tree", 1), "n"),
        ("boxes, outside", ("tree", 2), "n"),
        ("boxes, outside", ("tree", 1), "o"),
        ("boxes, outside", ("statement", "where"), []),
        ("bernstein", ("statement", "op"), "<"),
        ("bernstein", ("statement", "right"), q("9/10")),
        ("bernstein", ("tree", 1), "n"),
        ("sos", ("terms", 0, "L", 1, 0), "1"),
        ("sos", ("terms", 1, "times"), []),
        ("sos", ("terms", 1, "times"), [1]),
        ("sos", ("terms", 1, "times"), [-1]),
        ("sos", ("terms", 1, "D", 0), "-1"),
        ("sos", ("margin",), "0"),
        ("sos", ("statement", "vars", 1, "low"), None),
        ("matrix-inequality", ("y", 0), "1"),
        ("matrix-inequality", ("y",), ["2"]),
        ("matrix-inequality", ("D", 1), "-5/2"),
        ("matrix-inequality", ("matrices", 0, 0, 1), "2"),
        ("no-matrix-inequality", ("D", 0), "-1"),
        ("no-matrix-inequality", ("D", 1), "1"),
        ("no-matrix-inequality", ("matrices", 0, 0, 0), "3"),
        ("no-matrix-inequality", ("matrices", 1, 0, 1), "2"),
        ("integral", ("bound",), q("27777/100000")),
        ("integral", ("op",), ">"),
        ("integral", ("op",), "="),
        ("integral", ("high",), "2"),
        ("integral", ("cuts",), ["4/3"]),
        ("integral", ("integrand",), op("ln", sub("x", q("1/3")))),
        ("logchain", ("steps",), []),
        ("logchain", ("steps", 0, "from"), "high"),
        ("logchain", ("steps", 0, "times"), q(-1)),
        ("logchain", ("statement", "vars", 0, "low"), "-1/2"),
        ("logchain", ("statement", "op"), "<"),
        ("logchain with a factor", ("steps", 0, "times"), q(1)),
        ("logchain with a factor", ("statement", "left", 2), neg(q("9/10"))),
        ("factors", ("factors", 0, "power"), 1),
        ("factors", ("factors", 0, "tree"), sub("x", 2)),
        ("factors", ("factors", 1, "proof"), None),
        ("factors", ("statement", "op"), "<"),
        ("factors", ("statement", "vars", 0, "low"), "-3"),
        ("cover", ("pieces", "at", 1), "1"),
        ("cover", ("pieces", "above"), {"kind": "psd"}),
        ("cover", ("pieces", "above", "kind"), "counterexample"),
        ("cover", ("pieces",), {"kind": "chain"}),
        ("growth", ("from",), "high"),
        ("growth", ("variable",), "y"),
        ("growth", ("slope",), {"kind": "chain"}),
        ("growth", ("statement", "vars", 1, "high"), "2"),
        ("growth", ("statement", "op"), "<"),
        ("logarithms", ("proof",), {"kind": "sign"}),
        ("logarithms", ("statement", "vars", 0, "low"), "-1"),
        ("logarithms", ("statement", "op"), "<"),
        ("logarithms", ("statement", "op"), "="),
        ("substitution", ("gap",), power(sub("u", 2), 2)),
        ("substitution", ("variable", "low"), "1"),
        ("substitution", ("variable", "sort"), "int"),
        ("substitution", ("tree",), root(3, "x")),
        ("substitution", ("low",), {"kind": "chain"}),
        ("termwise", ("term", 1, 2), mul(2, "c")),
        ("termwise", ("high",), add("n", 1)),
        ("termwise", ("index",), "n"),
        ("termwise", ("statement", "op"), "<"),
        ("inductive", ("factor",), q(1)),
        ("inductive", ("start",), 1),
        ("inductive", ("slack",), mul("n", "x")),
        ("inductive", ("statement", "vars", 1, "low"), "-3"),
        ("inductive", ("statement", "op"), "<"),
        ("inductive", ("proofs", "factor"), None),
        ("chain on the left", ("statement", "op"), ">="),
        ("chain on the left", ("statement", "vars", 0, "high"), "1"),
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


def damaged(value: Any) -> Any:
    """Another number in place of this one, or None for what is no number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str) and value.lstrip("-").replace("/", "").isdigit():
        return str(Fraction(value) + Fraction(1, 7))
    return None


@pytest.mark.parametrize("name", TRUE)
def test_a_file_with_one_damaged_number_is_rejected(name: str) -> None:
    """Some numbers could be others, as another proof; the digest fixes the one that was found."""
    stamped = {**TRUE[name], "digest": digest(TRUE[name])}
    for path in leaves(TRUE[name]):
        value: Any = TRUE[name]
        for key in path:
            value = value[key]
        other = damaged(value)
        if other is not None:
            assert not check_certificate(changed(stamped, path, other)).accepted, path
