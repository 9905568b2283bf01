"""Attacks on certificates of worst cases: whatever is changed in a true one is turned down."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as Q
from typing import Any

import pytest

from tests.workbench.worst_case import methods
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.check.interpolation import CLASSES
from workbench.worst_case import PerformanceProblem, worst_case

Json = dict[str, Any]


def problem(*, kind: str = "smooth-convex", parameters: Json | None = None) -> Json:
    """One step of length 1 from |x0 - xs| <= 1; f(x1) - f* <= 1/6 for L = 1."""
    oracle = {
        "class": kind, "parameters": {"L": "1"} if parameters is None else parameters,
        "calls": [["xs", "zero", "fs"], ["x0", "g0", "f0"], ["x1", "g1", "f1"]],
    }  # fmt: skip
    return {
        "vectors": ["xs", "x0", "g0", "g1"], "numbers": ["fs", "f0", "f1"],
        "points": [["zero", []], ["x1", [["1", "x0"], ["-1", "g0"]]]],
        "oracles": [oracle],
        "conditions": [[[["1", "x0", "x0"], ["-2", "x0", "xs"], ["1", "xs", "xs"], ["-1"]], "<="]],
        "measures": [[["1", "f1"], ["-1", "fs"]]],
    }  # fmt: skip


def upper() -> Json:
    """The textbook proof by hand: three of 1/2 and 1/6; S is singular along (3, 1, 1)."""
    return {
        "kind": "worst-case", "side": "upper", "problem": problem(), "bound": "1/6",
        "weights": ["1"], "matrices": [],
        "multipliers": [
            ["oracle", 0, "convexity", 0, 1, "1/2"], ["oracle", 0, "convexity", 0, 2, "1/2"],
            ["oracle", 0, "convexity", 1, 2, "1/2"], ["condition", 0, "1/6"],
        ],
    }  # fmt: skip


def lower() -> Json:
    """The Huber function with its kink at 1/3: slope 1/3 all the way from x0 = 1 to x1 = 2/3."""
    return {
        "kind": "worst-case", "side": "lower", "problem": problem(), "bound": "1/6",
        "gram": [["0"] * 4, *[["0", a, b, b] for a, b in (("1", "1/3"), ("1/3", "1/9"))],
                 ["0", "1/3", "1/9", "1/9"]],
        "numbers": {"fs": "0", "f0": "5/18", "f1": "1/6"},
    }  # fmt: skip


def test_the_textbook_proof_and_the_huber_function_are_accepted() -> None:
    for certificate in (upper(), lower()):
        answer = check_certificate(certificate)
        assert answer.accepted, answer.message
        [shown] = conclusions(certificate)
        assert shown["says"] == "worst-case"
        assert shown["bound"] == "1/6"
        assert shown["problem"] == problem()
    assert conclusions(upper())[0]["shows"] != conclusions(lower())[0]["shows"]


def at(*path: Any) -> Callable[[Any], Callable[[Json], None]]:
    """`at(path)(value)` puts a value somewhere into a certificate."""

    def put(value: Any) -> Callable[[Json], None]:
        def change(c: Json) -> None:
            for key in path[:-1]:
                c = c[key]
            c[path[-1]] = value

        return change

    return put


ORACLE = ("problem", "oracles", 0)
EXTRA = ["oracle", 0, "convexity", 0, 1, "1/2"]
ON_UPPER: dict[str, Callable[[Json], None]] = {
    "a smaller bound": at("bound")("1/7"),
    "a step of twice the length": at("problem", "points", 1, 1, 1, 0)("-2"),
    "a step that is shorter": at("problem", "points", 1, 1, 1, 0)("-1/2"),
    "a function that is steeper": at(*ORACLE, "parameters", "L")("2"),
    "a function that is not smooth": lambda c: c["problem"]["oracles"][0].update(
        {"class": "convex", "parameters": {}}
    ),
    "a function that is not convex": at(*ORACLE, "class")("smooth"),
    "an operator instead of a function": lambda c: c["problem"]["oracles"][0].update(
        {"class": "lipschitz"}
    ),
    "no initial condition": lambda c: (c["problem"]["conditions"].clear(), c["multipliers"].pop()),
    "an initial condition that is not used": lambda c: c["multipliers"].pop(),
    "a wider initial condition": at("problem", "conditions", 0, 0, 3, 0)("-2"),
    "an initial condition the other way": at("problem", "conditions", 0, 0)(
        [["-1", "x0", "x0"], ["2", "x0", "xs"], ["-1", "xs", "xs"], ["1"]]
    ),
    "a negative multiplier": at("multipliers", 0, -1)("-1/2"),
    "a multiplier that is a little off": at("multipliers", 0, -1)("50000001/100000000"),
    "a matrix that is indefinite by 1e-30": at("multipliers", 3, -1)(f"{10**30 - 1}/{6 * 10**30}"),
    "the inequality of the pair the other way": at("multipliers", 2)(
        ["oracle", 0, "convexity", 2, 1, "1/2"]
    ),
    "a bound that is too small by 1e-30": at("bound")(f"{10**30 - 1}/{6 * 10**30}"),
    "a multiplier twice": lambda c: c["multipliers"].append(list(EXTRA)),
    "a multiplier of no constraint": lambda c: c["multipliers"].append(
        ["oracle", 0, "convexity", 0, 0, "0"]
    ),
    "a multiplier of an oracle that is not there": lambda c: c["multipliers"].append(
        ["oracle", 1, "convexity", 0, 1, "0"]
    ),
    "a weight that is not 1": at("weights")(["2"]),
    "a weight of a measure that is not there": at("weights")(["1", "0"]),
    "no weight": at("weights")([]),
    "another measure": at("problem", "measures", 0)([["2", "f1"], ["-2", "fs"]]),
    "a stationary point that moves": at("problem", "points", 0, 1)([["1", "g1"]]),
    "a call that uses another's value": at(*ORACLE, "calls", 2)(["x1", "g1", "f0"]),
    "a name that is declared twice": at("problem", "vectors")(["xs", "x0", "g0", "g1", "g1"]),
    "a number with the name of a vector": at("problem", "numbers")(["fs", "f0", "f1", "g1"]),
    "a point with the name of a vector": at("problem", "points", 1, 0)("x0"),
    "a point before its declaration": at("problem", "points", 0, 1)([["1", "x1"]]),
    "a vector that is not declared": at("problem", "points", 1, 1, 1, 1)("g9"),
    "a vector where a number belongs": at(*ORACLE, "calls", 2)(["x1", "g1", "x0"]),
    "a number where a vector belongs": at(*ORACLE, "calls", 2)(["x1", "f1", "f1"]),
    "a name that is not a word": at("problem", "numbers", 0)("f s"),
    "a relation that is strict": at("problem", "conditions", 0, 1)("<"),
    "a floating-point number": at("multipliers", 0, -1)(1 / 2),
    "a parameter too many": at(*ORACLE, "parameters")({"L": "1", "mu": "0"}),
    "a parameter too few": at(*ORACLE, "parameters")({}),
    "a class that nobody knows": at(*ORACLE, "class")("nice"),
    "a key that nobody knows": at("problem", "hidden")([]),
    "a certificate's key that nobody knows": at("note")("true"),
    "another side": at("side")("lower"),
    "no side": at("side")("middle"),
    "an empty side, with measures dropped": lambda c: (
        c.pop("weights"), c.pop("bound"), c.update(side="empty"),
    ),
}  # fmt: skip
ON_LOWER: dict[str, Callable[[Json], None]] = {
    "a larger bound": at("bound")("17/100"),
    "a value that is off": at("numbers", "f1")("1/5"),
    "a Gram matrix that is not symmetric": at("gram", 1, 2)("1/2"),
    "a Gram matrix that is indefinite": at("gram", 0, 0)("-1"),
    "a Gram matrix that is indefinite by 1e-30": at("gram", 0, 0)(f"-1/{10**30}"),
    "a start that is too far away by 1e-30": at("gram", 1, 1)(f"{10**30 + 1}/{10**30}"),
    "a value that is not interpolable by 1e-30": at("numbers", "f0")(
        f"{5 * 10**30 - 18}/{18 * 10**30}"
    ),
    "a start that is too far away": at("gram", 1, 1)("2"),
    "a function that is flatter": at(*ORACLE, "parameters", "L")("1/2"),
    "a value too many": at("numbers", "extra")("0"),
    "a value too few": lambda c: c["numbers"].pop("f0"),
    "a step that is longer": at("problem", "points", 1, 1, 1, 0)("-3/2"),
    "a class whose inequalities do not suffice": lambda c: c["problem"]["oracles"][0].update(
        {"class": "restricted-secant", "parameters": {"mu": "0", "L": "1"}}
    ),
    "unbounded without a ray": lambda c: (c.pop("bound"), c.update(side="unbounded")),
    "unbounded with a ray that stands still": lambda c: (
        c.pop("bound"), c.update(side="unbounded", ray=[["0"] * 4] * 4,
                                 ray_numbers=dict.fromkeys(c["numbers"], "0")),
    ),
    "unbounded with a ray against the condition": lambda c: (
        c.pop("bound"), c.update(side="unbounded", ray=c["gram"], ray_numbers=c["numbers"]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("attack", ON_UPPER)
def test_a_changed_proof_is_turned_down(attack: str) -> None:
    certificate = copy.deepcopy(upper())
    ON_UPPER[attack](certificate)
    answer = check_certificate(certificate)
    assert not answer.accepted, answer.message


@pytest.mark.parametrize("attack", ON_LOWER)
def test_a_changed_instance_is_turned_down(attack: str) -> None:
    certificate = copy.deepcopy(lower())
    ON_LOWER[attack](certificate)
    answer = check_certificate(certificate)
    assert not answer.accepted, answer.message


def test_a_measure_that_counts_less_than_another_cannot_be_weighed_away() -> None:
    certificate = upper()
    certificate["problem"]["measures"].append([["10"]])  # the smallest is still f1 - f*
    certificate["weights"] = ["0", "1"]
    assert not check_certificate(certificate).accepted
    certificate["weights"] = ["1", "0"]
    assert check_certificate(certificate).accepted


def test_empty_classes_prove_nothing() -> None:
    for kind, parameters in (
        ("smooth-strongly-convex", {"mu": "2", "L": "1"}),
        ("quadratic", {"mu": "2", "L": "1"}),
        ("lipschitz-strongly-monotone", {"mu": "2", "L": "1"}),
        ("smooth-convex", {"L": "-1"}),
        ("convex-lipschitz", {"M": "-1"}),
    ):
        certificate = upper()
        certificate["problem"] = problem(kind=kind, parameters=parameters)
        answer = check_certificate(certificate)
        assert not answer.accepted
        assert "malformed" in answer.message


def test_a_function_whose_value_has_no_name_is_not_taken_to_be_0() -> None:
    # with f = 0 at both calls there would be no other slope than 0
    oracle = {"class": "smooth-convex", "parameters": {"L": "1"},
              "calls": [["x", "zero", None], ["g", "g", None]]}  # fmt: skip
    slope = {"vectors": ["x", "g"], "points": [["zero", []]], "oracles": [oracle],
             "measures": [[["1", "g", "g"]]]}  # fmt: skip
    no_slope = {"kind": "worst-case", "side": "upper", "problem": slope, "bound": "0",
                "weights": ["1"], "matrices": [],
                "multipliers": [["oracle", 0, "convexity", 1, 0, "2"]]}  # fmt: skip
    assert "None is not" in check_certificate(no_slope).message.replace("'", "")
    slope["numbers"] = ["f"]
    oracle["calls"] = [["x", "zero", "f"], ["g", "g", "f"]]
    assert check_certificate(no_slope).accepted  # the same, said by the problem


def test_a_point_that_turns_out_to_be_a_minimiser_counts_as_one() -> None:
    # f <= f* + |x - y|^2 / 2 for both minimisers y = -10 and y = 0; the calls know of -10 alone
    at_points = {"y": 0, "g": 0, "x": 1, "h": 8, "far": -10}
    oracle = {"class": "convex-quadratic-growth", "parameters": {"L": "1"},
              "calls": [["far", "zero", "least"], ["y", "g", "fy"], ["x", "h", "fx"]]}  # fmt: skip
    growth = {
        "vectors": list(at_points),
        "points": [["zero", []]],
        "oracles": [oracle],
        "numbers": ["least", "fy", "fx"],
        "measures": [[["1", "fx"], ["-1", "least"]]],
    }
    gram = [[str(a * b) for a in at_points.values()] for b in at_points.values()]
    high = {"kind": "worst-case", "side": "lower", "problem": growth, "bound": "8",
            "gram": gram, "numbers": {"least": "0", "fy": "0", "fx": "8"}}  # fmt: skip
    assert "call 1 of oracle 0 has the gradient 0" in check_certificate(high).message
    del oracle["calls"][1]
    assert check_certificate(high).accepted


def test_the_two_sides_never_contradict_each_other() -> None:
    for build in (methods.gradient_descent(2), methods.monotone_proximal_point(2)):
        answer = worst_case(build)
        above = Q(answer.upper) - Q(1, 10**4)
        for certificate, bound in ((answer.certificate, above), (answer.instance, above + 1)):
            changed = {**certificate, "bound": str(bound)}
            assert not check_certificate(changed).accepted


def test_ten_steps_are_checked_in_a_tenth_of_a_second() -> None:
    answer = worst_case(methods.gradient_descent(10))
    text = json.dumps(answer.certificate)
    start = time.process_time()
    assert check_certificate(json.loads(text)).accepted
    assert time.process_time() - start < 0.1


SAMPLES: dict[str, tuple[Json, Callable[[Q], tuple[Q, Q]]]] = {
    # classes with a member on the line, as x -> (g, f): every inequality has to hold on it
    "convex": ({}, lambda x: (Q(1 if x >= 0 else -1), abs(x))),
    "strongly-convex": ({"mu": 2}, lambda x: (2 * x, x * x)),
    "smooth-convex": ({"L": 2}, lambda x: (2 * x, x * x)),
    "smooth-strongly-convex": ({"mu": 1, "L": 3}, lambda x: (3 * x, 3 * x * x / 2)),
    "smooth": ({"L": 2}, lambda x: (-2 * x, -x * x)),
    "convex-lipschitz": ({"M": 1}, lambda x: (Q(1 if x >= 0 else -1), abs(x))),
    "smooth-convex-lipschitz": (
        {"L": 1, "M": 1},
        lambda x: (x, x * x / 2) if abs(x) <= 1 else (Q(1 if x > 0 else -1), abs(x) - Q(1, 2)),
    ),
    "convex-quadratic-growth": ({"L": 2}, lambda x: (2 * x, x * x)),
    "indicator": ({"D": 8}, lambda x: (Q(0), Q(0))),
    "support": ({"M": 3}, lambda x: (Q(3 if x >= 0 else -3), 3 * abs(x))),
    "quadratic": ({"mu": 1, "L": 3}, lambda x: (2 * x, x * x)),
    "restricted-secant": ({"mu": 1, "L": 2}, lambda x: (2 * x, x * x)),
    "monotone": ({}, lambda x: (x**3, Q(0))),
    "strongly-monotone": ({"mu": 1}, lambda x: (x + x**3, Q(0))),
    "cocoercive": ({"beta": Q(1, 2)}, lambda x: (2 * x, Q(0))),
    "negatively-comonotone": ({"rho": 1}, lambda x: (-x, Q(0))),
    "lipschitz": ({"L": 2}, lambda x: (-2 * x, Q(0))),
    "cocoercive-strongly-monotone": ({"mu": 1, "beta": Q(1, 2)}, lambda x: (2 * x, Q(0))),
    "lipschitz-strongly-monotone": ({"mu": 1, "L": 2}, lambda x: (2 * x, Q(0))),
    "linear": ({"L": 2}, lambda x: (-2 * x, Q(0))),
    "symmetric-linear": ({"mu": -1, "L": 2}, lambda x: (2 * x, Q(0))),
    "skew-symmetric-linear": ({"L": 2}, lambda x: (Q(0), Q(0))),
}


def test_every_class_has_a_sample() -> None:
    assert set(SAMPLES) == set(CLASSES)


def on_the_line(kind: str, *, change: Q) -> Json:
    """An instance on the line: calls at -2, -1, 0, 1, 3 of a member; g at 3 is off by `change`."""
    parameters, member = SAMPLES[kind]
    at_points = [Q(-2), Q(-1), Q(0), Q(1), Q(3)]
    build = PerformanceProblem()
    oracle = build.oracle(kind, **parameters)
    unit = build.vector("unit")
    values = {}
    for x in at_points:
        g, f = member(x)
        _, number = oracle.call(unit * x, gradient=unit * (g + change * (x == 3)))
        values[next(iter(number.weights))[0]] = str(f)
    build.measure(unit**2)
    return {"kind": "worst-case", "side": "lower", "problem": build.data(), "bound": "1",
            "gram": [["1"]], "numbers": values}  # fmt: skip


@pytest.mark.parametrize("kind", SAMPLES)
def test_every_inequality_holds_for_a_member_of_the_class(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # on the line the calls need no theorem: tight or not, the inequalities are necessary
    monkeypatch.setitem(CLASSES, kind, _as_tight(kind))
    answer = check_certificate(on_the_line(kind, change=Q(0)))
    assert answer.accepted, answer.message


@pytest.mark.parametrize("kind", sorted(set(SAMPLES)))
def test_calls_of_no_member_violate_an_inequality(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CLASSES, kind, _as_tight(kind))
    answers = [
        check_certificate(on_the_line(kind, change=Q(c))) for c in ("-100", "-1/2", "1/2", "100")
    ]
    assert not all(a.accepted for a in answers)


def _as_tight(kind: str) -> Any:
    return replace(CLASSES[kind], tight=True)
