"""Certificates that ask for too much: each ends soon, in an answer that says what is too large."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from typing import Any

import pytest

from tests.workbench.rigor.build import (
    add,
    certificate,
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
    tree,
    var,
)  # fmt: skip
from workbench.rigor.check import check_certificate, fuel, kinds
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.fuel import OutOfFuel, spend, tank, worked_out
from workbench.rigor.check.keys import key_of

unit, line, n = var("x", low=0, high=1), var("x", low=0), var("n", "int", 0)


def within(depth: int, made: Any, wrap: Any) -> Any:
    for k in range(depth):
        made = wrap(made, k)
    return made


def doubled(depth: int) -> dict[str, Any]:
    """a1 = a0 + a0, a2 = a1 + a1, ...: a tree of 2^depth leaves in a few lines."""
    names = [f"a{k}" for k in range(depth + 1)]
    conditions = [(b, "=", add(a, a)) for a, b in pairwise(names)]
    return state([var(name) for name in names], names[-1], "=", 0, conditions)


MANY = [power(2, 190_000)] * 500
LONG = "9" * 4000
STEEP = sub(1, ["^", mul(3, "x"), 10**12])
TOO_LARGE: dict[str, dict[str, Any]] = {
    "an exponential with a large factor": certificate(
        "sign", state([positive("x"), var("y", low=0)], "y", "<=", op("exp", mul(10**9, "x")))
    ),
    "sums within sums, with their slopes": certificate(
        "boxes",
        state([unit], within(4, mul("x", "i0"), lambda t, k: total(f"i{k}", 1, 200, t)), "<=", 1),
        tree="m", bits=64,
    ),
    "a root of a high order": certificate(
        "identity", state([], root(1000, q("3/7")), "=", root(1000, q("3/8")))
    ),
    "a root of a high order of a long number": certificate(
        "identity", state([], root(1000, q("1/" + LONG)), "=", 1)
    ),
    "definitions that double": certificate("identity", doubled(60)),
    "powers of powers of a number": certificate(
        "identity", state([], within(6, tree(2), lambda t, k: power(t, 60)), "=", 0)
    ),
    "powers of powers in a rational function": certificate(
        "logchain",
        state([line], 0, "<=", mul("x", within(6, tree(2), lambda t, k: power(t, 60)))), steps=[],
    ),
    "powers of powers in an exponential polynomial": certificate(
        "chain", state([line], 0, "<=", within(4, add("x", 1), lambda t, k: power(t, 60)))
    ),
    "a product of long powers": certificate("identity", state([], mul(*MANY), "=", 0)),
    "a matrix of long numbers": {
        "kind": "psd", "matrix": [["1"] * 200] * 200, "L": [[LONG] * 200] * 200, "D": ["1"] * 200,
    },
    "a matrix of many rows": {
        "kind": "psd", "matrix": [["1"] * 900] * 900, "L": [["1"] * 900] * 900, "D": ["1"] * 900,
    },
    "a long chain of multipliers": certificate(
        "sos", state([unit, var("y", low=0, high=1)], 0, "<=", mul("x", "y")), margin="0",
        terms=[{"times": [0, 1, 2, 3] * 200, "basis": [[0, 0]], "L": [["1"]], "D": ["1"]}],
    ),
    "an induction that starts far away": certificate(
        "induction", state([n], op("npow", 2, "n"), "=", 0), variable="n", start=-(10**100)
    ),
    "a polynomial with long coefficients": certificate(
        "logchain",
        state([unit], 0, "<=", op("ln", add(1, power("x", 60), mul(q("1/" + LONG), "x")))),
        steps=[{"times": q(1), "from": "low"}],
    ),
    "the constants of a steep power": certificate(
        "variation", state([var("x", low=1)], 0, "<=", STEEP), variable="x", sign=-1,
        levels=[{"weight": q(1), "form": form} for form in
                (add(STEEP, neg(q(0))), derivative(add(STEEP, neg(q(0))), "x"))],
        last={"kind": "sign"},
    ),
    "laws of noise with long scales": {
        "kind": "accounting", "side": "at most", "epsilon": "1", "delta": "1",
        "pairs": [{"kind": "discrete-laplace", "size": "4000", "scale": f"{LONG}/{7 + k}",
                   "count": 1} for k in range(64)],
        "plan": {"c": "1", "beyond": "2", "span": "1", "nodes": 0},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", TOO_LARGE)
def test_too_much_work_ends_in_an_answer(name: str) -> None:
    before = time.process_time()
    answer = check_certificate(TOO_LARGE[name])
    assert not answer.accepted
    assert time.process_time() - before < 30  # some of these would take years, or all memory
    assert "too large to check" in answer.message or name in _ANSWERED, answer.message


_ANSWERED = {
    "an exponential with a large factor",
    "a root of a high order",
    "a matrix of many rows",
    "the constants of a steep power",
}


@pytest.mark.parametrize("bits", [64, 1000])
def test_an_integrand_that_is_too_long_runs_dry(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = {
        "kind": "integral", "integrand": add(*[op("exp", mul(k, "x")) for k in range(50)]),
        "variable": "x", "low": "0", "high": "1", "cuts": [], "op": "<=", "bound": q(10**30),
        "bits": bits,
    }  # fmt: skip
    assert check_certificate(made).accepted
    monkeypatch.setattr(kinds, "tank", lambda: tank(5000))
    assert "too large to check" in check_certificate(made).message


def test_the_work_does_not_depend_on_what_was_checked_before() -> None:
    spent = []
    for _ in range(3):
        with tank(10**9) as left:
            spend(1, "nothing")
            assert check_certificate(certificate("sign", state([line], 0, "<=", "x"))).accepted
            spent.append(left[0])
    assert spent == [10**9 - 1] * 3  # a certificate has a tank of its own
    with tank(1), pytest.raises(OutOfFuel, match="everything"):
        spend(2, "everything")
    spend(10**12, "outside of a tank")


def test_a_key_tells_a_value_from_every_other_and_not_how_it_came_about() -> None:
    values = [1, True, "1", 1.0, ["1"], [["q", "1"]], ["q", ["1"]], ["q", "1", "1"], None, [], ""]
    assert len({key_of(v) for v in values}) == len(values)
    shared = ["v", "x"]
    spelled = json.loads('["+", ["v", "x"], ["v", "x"]]')
    assert key_of(["+", shared, shared]) == key_of(spelled)
    deep: list[Any] = []
    for _ in range(10_000):
        deep = [deep]
    with pytest.raises(RecursionError):
        key_of(deep)


def test_what_was_worked_out_before_costs_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuel, "_KNOWN", type(fuel._KNOWN)())
    calls: list[int] = []

    def work() -> int:
        calls.append(1)
        spend(7, "the work")
        return len(calls)

    with tank(6) as left, pytest.raises(OutOfFuel):
        worked_out(b"a", work)
    assert left[0] < 0  # what did not come to an end is paid, and not known
    assert worked_out(b"a", work) == worked_out(b"a", work) == 2
    with tank(10) as left:
        assert worked_out(b"a", work) == 2
        assert left == [3]
        with pytest.raises(OutOfFuel):
            worked_out(b"a", work)
    assert len(calls) == 2
    worked_out(b"b" * 30_000, work)
    worked_out(b"b" * 30_000, work)
    assert len(calls) == 4  # too long to be kept
    for k in range(3000):
        worked_out(b"%d" % k, work)
    assert len(fuel._KNOWN) == 2048


def test_a_condition_is_solved_anew_where_its_variables_have_other_domains(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = type(fuel._KNOWN)()
    monkeypatch.setattr(fuel, "_KNOWN", known)
    spent: dict[bool, set[int]] = {True: set(), False: set()}
    for low in (1, None, 1, None):  # a x >= 2 says that x > 0 where a >= 1, and nothing elsewhere
        here = [var("a", low=low), var("x")]
        made = certificate("sign", state(here, 0, "<", "x", where=[[mul("a", "x"), ">=", 2]]))
        with tank(10**9) as left:
            assert kinds._checked(made, kinds.prove, is_part=False).accepted == (low == 1)
        spent[low == 1].add(left[0])
    assert all(len(units) == 1 for units in spent.values())  # known or not, it costs the same
    assert len(known) == 4  # of each domain: the condition solved, and that it can be met


def test_parts_share_the_tank_of_their_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    sign = {"kind": "sign"}
    statement = state([unit], 0, "<=", add(power(sub("x", 1), 2), "x"))
    made = certificate("cover", statement, pieces=sign)
    with tank(10**9) as left:
        kinds._checked(made, kinds.prove, is_part=False)
        once = 10**9 - left[0]
    monkeypatch.setattr(kinds, "tank", lambda: tank(once - 1))
    assert "too large to check" in check_certificate(made).message
    assert "too large to check" in check_certificate({"kind": "all", "members": [made]}).message
    monkeypatch.setattr(kinds, "tank", lambda: tank(once))
    assert check_certificate(made).accepted
    assert check_certificate({"kind": "all", "members": [made, made]}).accepted
