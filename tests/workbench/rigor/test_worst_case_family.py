"""Attacks on certificates of families: what is changed in a true one is turned down."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from workbench.rigor.check import check_certificate, conclusions

Json = dict[str, Any]
K, H = ["v", "k"], ["v", "h"]
ONE: Json = {"low_open": False, "high": None, "high_open": False}


def q(text: str) -> list[str]:
    return ["q", text]


def family() -> Json:
    """Proximal steps of length h: f(x_k) - f* <= |x_0 - x*|^2 / (2 h k) for k >= 1."""
    step = {
        "vectors": ["new"], "points": [["next", [["1", "x"], [["neg", H], "new"]]]],
        "numbers": ["fn"], "calls": [[0, "next", "new", "fn"]],
        "map": {"x": "next", "g": "new", "f": "fn", "xs": "xs", "fs": "fs", "zero": "zero"},
    }  # fmt: skip
    start = {
        "vectors": ["a", "s", "d"], "points": [["nil", []]], "numbers": ["fa", "ft"],
        "calls": [[0, "a", "d", "fa"], [0, "s", "nil", "ft"]],
        "map": {"x": "a", "g": "d", "f": "fa", "xs": "s", "fs": "ft", "zero": "nil"},
    }  # fmt: skip
    return {
        "vars": [{"name": "k", "sort": "int", "low": "0", **ONE},
                 {"name": "h", "sort": "real", "low": "0", **ONE, "low_open": True}],
        "where": [], "index": "k", "horizon": None, "after": 1, "scalars": {},
        "oracles": [{"class": "convex", "parameters": {}}],
        "state": {"vectors": ["x", "g", "xs"], "numbers": ["f", "fs"], "points": [["zero", []]],
                  "calls": [[0, "x", "g", "f"], [0, "xs", "zero", "fs"]]},
        "start": start, "step": step, "finish": {},
        "initial": [["1/2", "a", "a"], ["-1", "a", "s"], ["1/2", "s", "s"]],
        "measure": [["1", "f"], ["-1", "fs"]],
        "rate": ["/", q("1"), ["*", H, K]], "factor": q("1"), "floor": q("0"),
    }  # fmt: skip


def proof() -> Json:
    """H k (f - f*) + |x - x*|^2/2 falls: by hand, with the squares h/2 |g'|^2 (1 + 2 k)."""
    nothing = {"facts": [], "multipliers": [], "squares": [], "rest": q("0")}
    weight = ["*", H, K]
    return {
        "kind": "worst-case-family", "family": family(),
        "potential": [["1/2", "x", "x"], ["-1", "x", "xs"], ["1/2", "xs", "xs"], [weight, "f"],
                      [["neg", weight], "fs"]],
        "invariants": [], "start": dict(nothing),
        "step": {**nothing, "multipliers": [["oracle", 0, "convexity", 0, 2, weight],
                                            ["oracle", 0, "convexity", 1, 2, H]],
                 "squares": [[["*", q("1/2"), ["^", H, 2], ["+", q("1"), ["*", q("2"), K]]],
                              [["1", "new"]]]]},
        "finish": {**nothing, "squares": [[["/", q("1/2"), weight], [["1", "x"], ["-1", "xs"]]]]},
    }  # fmt: skip


def accepted(c: Json) -> bool:
    return check_certificate(c).accepted


def test_the_proof_by_hand_is_accepted_quickly() -> None:
    begin = time.process_time()
    answer = check_certificate(json.loads(json.dumps(proof())))
    assert answer.accepted, answer.message
    assert time.process_time() - begin < 0.1
    [shown] = conclusions(proof())
    assert shown == {"says": "worst-case-family", "family": family()}


def put(c: Json, path: tuple[Any, ...], value: Any) -> Json:
    changed = copy.deepcopy(c)
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return changed


WRONG: dict[str, tuple[tuple[Any, ...], Any]] = {
    "a rate that is too good": (("family", "rate"), ["/", q("99/100"), ["*", H, K]]),
    "a rate that is negative": (("family", "rate"), q("-1")),
    "a factor below 1": (("family", "factor"), q("99/100")),
    "a negative factor": (("family", "factor"), q("-1")),
    "a factor that moves": (("family", "factor"), ["+", q("1"), K]),
    "a floor below 0": (("family", "floor"), q("-1")),
    "a floor that moves": (("family", "floor"), K),
    "a bound from step 0, where it has no value": (("family", "after"), 0),
    "a bound from before the start": (("family", "after"), -1),
    "a start that is no integer": (("family", "after"), "1"),
    "an index from 1 on": (("family", "vars", 0, "low"), "1"),
    "an index that is no integer": (("family", "vars", 0, "sort"), "real"),
    "steps of any sign": (("family", "vars", 1, "low"), None),
    "an unknown index": (("family", "index"), "n"),
    "the index as its own horizon": (("family", "horizon"), "k"),
    "a smaller initial": (("family", "initial", 0, 0), "1/4"),
    "a larger measure": (("family", "measure", 0, 0), "2"),
    "a step in the other direction": (("family", "step", "points", 0, 1, 1, 0), H),
    "a longer step": (("family", "step", "points", 0, 1, 1, 0), ["*", q("-2"), H]),
    "a class without its inequality": (("family", "oracles", 0, "class"), "indicator"),
    "a start whose call is of another point": (("family", "start", "calls", 0, 1), "s"),
    "a start without the call of the minimiser": (
        ("family", "start", "calls"), [[0, "a", "d", "fa"]]),
    "a step whose call is of the old point": (("family", "step", "calls", 0, 1), "x"),
    "a call of an oracle that there is not": (("family", "step", "calls", 0, 0), 1),
    "a state that becomes another one": (("family", "step", "map", "f"), "f"),
    "a minimiser that moves": (("family", "step", "map", "xs"), "x"),
    "a zero that is none": (("family", "step", "map", "zero"), "x"),
    "a zero that is none at the start": (("family", "start", "map", "zero"), "s"),
    "a map that leaves one out": (("family", "start", "map"), {"x": "a"}),
    "a state with a condition": (("family", "state", "conditions"), [[[["1", "f"]], "<="]]),
    "a state with a point": (("family", "state", "points"), [["zero", []], ["y", [["1", "x"]]]]),
    "a condition that contradicts itself nowhere, but that nobody asked for": (
        ("family", "where"), [[q("1"), "<=", q("0")]]),
    "another potential": (("potential", 0, 0), "1"),
    "a potential with another weight": (("potential", 3, 0), ["*", H, ["+", q("1"), K]]),
    "another multiplier": (("step", "multipliers", 0, 5), H),
    "a multiplier that is negative somewhere": (
        ("step", "multipliers", 1, 5), ["*", H, ["+", q("1"), ["neg", K]]]),
    "a multiplier of another pair": (("step", "multipliers", 0, 4), 1),
    "a multiplier of no pair": (("step", "multipliers", 0, 4), 7),
    "a multiplier without a value at 0": (
        ("step", "multipliers", 1, 5), ["/", ["*", H, K], K]),
    "a square with a negative weight": (("finish", "squares", 0, 0), q("-1")),
    "a square without a value at 0": (("step", "squares", 0, 0), ["/", ["*", H, K], K]),
    "no squares": (("step", "squares"), []),
    "a square of an unknown vector": (("step", "squares", 0, 1, 0, 1), "old"),
    "a rest": (("step", "rest"), q("1")),
    "a fact that is false": (
        ("step", "facts"), [{"fact": [q("1"), "<=", K], "proof": {"kind": "sign"}}]),
    "a fact of no kind": (("step", "facts"), [{"fact": [q("1"), "<>", K], "proof": {}}]),
    "an invariant that does not begin": (("invariants",), [[q("1"), "<=", K]]),
    "an invariant that is no comparison": (("invariants",), [[K, "=", K]]),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_change_is_refused(name: str) -> None:
    assert not accepted(put(proof(), *WRONG[name])), name


def test_keys_are_those_that_are_known() -> None:
    for path in (("more",), ("family", "more"), ("step", "more"), ("family", "step", "more")):
        assert not accepted(put(proof(), path, []))
    for path in (("potential",), ("finish",), ("family", "measure"), ("step", "rest")):
        c = proof()
        at = c
        for key in path[:-1]:
            at = at[key]
        del at[path[-1]]
        assert not accepted(c)


def test_a_multiplier_is_given_once() -> None:
    c = proof()
    c["step"]["multipliers"].append(c["step"]["multipliers"][1])
    assert not accepted(c)


def doubling(*, start: str = "1", bound: str = "1") -> Json:
    """t_0 = 1, t_(i+1) = 2 t_i: t >= 1 at every step, so that |x|^2 / t <= |x|^2."""
    state = {"vectors": ["x"], "numbers": [], "calls": []}
    made = {"vectors": ["x0"], "map": {"x": "x0"}}
    nothing = {"facts": [], "multipliers": [], "squares": [], "rest": q("0")}
    t = ["v", "t"]
    less = ["+", q("1"), ["neg", ["/", q("1"), t]]]
    return {
        "kind": "worst-case-family",
        "family": {
            "vars": [{"name": "k", "sort": "int", "low": "0", **ONE},
                     {"name": "t", "sort": "real", "low": bound, **ONE}],
            "where": [], "index": "k", "horizon": None, "after": 0,
            "scalars": {"t": {"start": q(start), "next": ["*", q("2"), t]}},
            "oracles": [], "state": state, "start": made,
            "step": {"map": {"x": "x"}}, "finish": {}, "initial": [["1", "x0", "x0"]],
            "measure": [[["/", q("1"), t], "x", "x"]], "rate": q("1"), "factor": q("1"),
            "floor": q("0"),
        },
        "potential": [["1", "x", "x"]], "invariants": [], "start": dict(nothing),
        "step": dict(nothing),
        "finish": {**nothing, "squares": [[less, [["1", "x"]]]]},
    }  # fmt: skip


def test_what_is_said_of_scalars_holds_at_the_start_and_after_every_step() -> None:
    assert accepted(doubling())
    assert not accepted(doubling(start="1/2"))  # the interval does not hold at the start
    half = put(doubling(), ("family", "scalars", "t", "next"), ["*", q("1/2"), ["v", "t"]])
    assert not accepted(half)
    assert not accepted(put(doubling(), ("family", "scalars", "t", "start"), ["v", "t"]))
    grows = [[["+", q("1"), ["v", "k"]], "<=", ["v", "t"]]]
    assert accepted(put(doubling(), ("invariants",), grows))
    faster = [[["+", q("1"), ["*", q("2"), ["v", "k"]]], "<=", ["v", "t"]]]
    assert not accepted(put(doubling(), ("invariants",), faster))


def test_noise_is_what_it_is_declared_to_be() -> None:
    """X' = x + w with E |w|^2 = S: E |x_k|^2 <= |x_0|^2 + k S, and not less."""
    nothing = {"facts": [], "multipliers": [], "squares": [], "rest": q("0")}
    S = ["v", "S"]
    square = [["1", "x", "x"]]
    good = {
        "kind": "worst-case-family",
        "family": {
            "vars": [{"name": "k", "sort": "int", "low": "0", **ONE},
                     {"name": "S", "sort": "real", "low": "0", **ONE}],
            "where": [], "index": "k", "horizon": None, "after": 0, "scalars": {}, "oracles": [],
            "state": {"vectors": ["x"]}, "start": {"vectors": ["x0"], "map": {"x": "x0"}},
            "step": {"vectors": ["w"], "noise": [["w", S]], "map": {"x": "y"},
                     "points": [["y", [["1", "x"], ["1", "w"]]]]},
            "finish": {}, "initial": [["1", "x0", "x0"]], "measure": square, "rate": q("1"),
            "factor": q("1"), "floor": S,
        },
        "potential": square, "invariants": [], "start": dict(nothing), "finish": dict(nothing),
        "step": {**nothing, "multipliers": [["noise", 0, q("1")], ["noise", 0, 0, q("-2")]]},
    }  # fmt: skip
    assert accepted(good)
    assert not accepted(put(good, ("step", "multipliers", 1, 3), q("2")))
    assert not accepted(put(good, ("family", "floor"), ["*", q("1/2"), S]))
    assert not accepted(put(good, ("family", "step", "noise"), []))
    assert not accepted(put(good, ("family", "step", "noise"), [["w", ["neg", S]]]))
    first = put(good, ("family", "step", "vectors"), ["w", "v"])
    assert accepted(first)
    assert not accepted(put(good, ("family", "vars", 1, "low"), None))


BAD: list[Callable[[Json], Any]] = [
    lambda c: {**c, "family": []},
    lambda c: {**c, "step": []},
    lambda c: put(c, ("family", "vars"), None),
    lambda c: put(c, ("potential", 0, 0), 0.5),
    lambda c: put(c, ("family", "step", "points", 0, 1, 1, 0), ["exp", ["v", "y"]]),
]


@pytest.mark.parametrize("change", BAD)
def test_what_is_malformed_is_turned_down_without_an_exception(
    change: Callable[[Json], Any],
) -> None:
    assert not accepted(change(proof()))
