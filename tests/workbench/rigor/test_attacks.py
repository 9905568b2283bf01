"""False statements dressed up as certificates: each of these must be turned down.

Every case is false (or has no meaning) at the point that its comment names.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.workbench.rigor.build import (
    add,
    certificate,
    div,
    idx,
    mul,
    op,
    positive,
    power,
    q,
    root,
    state,
    sub,
    total,
    var,
)  # fmt: skip
from workbench.rigor.check import check_certificate

x, y, z = var("x"), var("y"), var("z")
n = var("n", "int", 0)

FALSE: dict[str, dict[str, Any]] = {
    # z = 0, x = -1, y = 1: the condition 0 <= x z says nothing there
    "condition divided by what may vanish": certificate(
        "sign",
        state(
            [x, positive("y"), var("z", low=0)], 0, "<=", mul("x", "y"), [(0, "<=", mul("x", "z"))]
        ),
    ),
    # z = 0, x = -1, y = 1 again, where |z| is known to be at least 0
    "condition divided by an absolute value": certificate(
        "sign",
        state(
            [x, positive("y"), z], 0, "<=", mul("x", "y"), [(0, "<=", mul("x", op("abs", "z")))]
        ),
    ),
    # m = -1, n = 0: 0^0 = 1, so the left side is 4
    "power of zero split in two": certificate(
        "sign",
        state([var("m", "int")], mul(op("npow", 0, add("m", 1)), 4), "<=", 0),
    ),
    # x = 1/2: v + v (v-1) (v-2) is linear at 0, 1 and 2 only
    "condition that looks linear at three points": certificate(
        "sign",
        state(
            [x], 0, "<=", "x",
            [(0, "<=", add("x", mul("x", sub("x", 1), sub("x", 2), sub("x", -9))))],
        ),
    ),
    # x = -1: the gap equals x only where it is defined
    "gap (sqrt x)^2 of x >= 0": certificate(
        "sign", state([x], 0, "<=", "x"), gap=power(root(2, "x"), 2)
    ),
    "gap e^(ln x) of x > 0": certificate(
        "sign", state([x], 0, "<", "x"), gap=op("exp", op("ln", "x"))
    ),
    # x = 2, y = 1: 1 <= x is no equation
    "multiple of an inequality": certificate(
        "identity", state([x, y], "x", "=", 1, [(1, "<=", "x")]), multiples=[[-1, 0]]
    ),
    # x = 0, y = 1: the multiple (y - 1)/x has no value there, and x = 0 is the condition
    "multiple without a value": certificate(
        "identity", state([x, y], "y", "=", 1, [("x", "=", 0)]),
        multiples=[[div(sub("y", 1), "x"), 0]],
    ),
    "multiple of a condition that there is not": certificate(
        "identity", state([x, y], "x", "=", "y", [("x", "=", 0)]), multiples=[[1, -1]]
    ),
    "multiple that mentions a stranger": certificate(
        "identity", state([x, y], "x", "=", 0, [("y", "=", 0)]), multiples=[["z", 0]]
    ),
    "division by zero is positive": certificate(
        "sign", state([positive("x")], 0, "<", div(-1, sub(2, 2)))
    ),
    "division by x - x is positive": certificate(
        "sign", state([positive("x")], 0, "<", div(-1, sub("x", "x")))
    ),
    # i = 5, n = 1: sum_{i=1}^n (i - 3) = -2; the outer i is another variable
    "bound index inherits a condition": certificate(
        "sign",
        state(
            [var("i", "int", 0), n], 0, "<=", total("i", 1, "n", sub("i", 3)), [(5, "<=", "i")]
        ),
    ),
    "bound index inherits a domain": certificate(
        "sign", state([var("i", low=5), n], 0, "<=", total("i", -2, "n", "i"))
    ),
    # i = 0: x = 1 and the left side is 3, not 2 + 3 + 4
    "definition captured by a bound index": certificate(
        "identity",
        state([x, var("i", "int")], total("i", 1, 3, "x"), "=", 9, [("x", "=", add("i", 1))]),
    ),
    # j = 1: the last term i = 2 is sum_{k=1}^2 2 k = 6, not sum_{j=1}^2 (j + 1) j
    "peeled term captured by a bound index": certificate(
        "identity",
        state(
            [var("j", "int", 0)],
            total("i", 1, add("j", 1), total("j", 1, 2, mul("i", "j"))),
            "=",
            add(total("i", 1, "j", total("j", 1, 2, mul("i", "j"))), 8),
        ),
    ),
    # the index runs through 1/2, 3/2, 5/2 or through nothing: not through 1 .. 5
    "sum with fractional bounds": certificate(
        "identity", state([], total("i", q("1/2"), q("5/2"), "i"), "=", 15)
    ),
    # a = 2: "a#1" and the like must not be taken for something else
    "variable named like a bound index": certificate(
        "identity",
        state([var("#1")], total("i", 1, 3, "#1"), "=", 6),
    ),
    "variable named like a sum's index": certificate(
        "identity",
        state(
            [var("#1"), var("a", "seq"), n],
            mul("#1", total("i", 1, "n", idx("a", "i"))),
            "=",
            total("i", 1, "n", mul(idx("a", "i"), "i")),
        ),
    ),
    # three unrelated variables: the third one's name reads like the product of the others
    "variable whose name looks like a label": certificate(
        "identity",
        state(
            [var("a"), var("b"), var("a>^1/1^1*<v b")],
            op("exp", mul("a", "b")),
            "=",
            op("exp", "a>^1/1^1*<v b"),
        ),
    ),
    "parameter's name taken": certificate(
        "sign", state([var("x~"), var("x", low=1)], 0, "<=", "x~")
    ),
    # a Cyrillic letter: what is shown reads x <= x + 1
    "variable whose name looks like another one": certificate(
        "sign", state([x, var("\u0445", low=0)], "x", "<=", add("x", "\u0445"))
    ),
    "two domains for one name": certificate("sign", state([x, var("x", low=0)], 0, "<=", "x")),
    "variable that is not declared": certificate("identity", state([], sub("x", "x"), "=", 0)),
    "condition with an unknown sign": certificate(
        "sign", state([x], 0, "<=", "x", [("x", "!=", 0)])
    ),
    "unknown sign": certificate("sign", state([positive("x")], 0, "!=", "x")),
    # e^(-3 x) decreases; a chain that reads x^(-3) as 1 would not see it
    "negative power in a chain": certificate(
        "chain", state([var("x", low=0)], 1, "<=", power(op("exp", "x"), -3))
    ),
    "fractional power": certificate(
        "identity", state([x], ["^", ["v", "x"], 2.5], "=", power("x", 2))
    ),
    "chain on a domain that starts elsewhere": certificate(
        "chain", state([var("x", low=-1)], 0, "<=", "x")
    ),
    "chain strict at zero": certificate("chain", state([var("x", low=0)], 0, "<", "x")),
    "chain e^x <= 1 + 2x": certificate(
        "chain", state([var("x", low=0)], op("exp", "x"), "<=", add(1, mul(2, "x")))
    ),
    # n = 0, u_0 = 7: the statement starts before the induction does
    "induction that starts after its domain": certificate(
        "induction",
        state([n, var("u", "seq")], idx("u", "n"), "=", 0),
        variable="n", start=5,
        base=[{"name": "u", "at": 5, "value": q(0)}],
        rules=[{"name": "u", "index": "t", "shift": 1, "from": 5, "body": idx("u", "t")}],
    ),
    # x = 0: u is not defined
    "rule without a value": certificate(
        "induction",
        state([n, x, var("u", "seq")], idx("u", "n"), "=", 0),
        variable="n", start=0,
        base=[{"name": "u", "at": 0, "value": q(0)}],
        rules=[
            {"name": "u", "index": "t", "shift": 1, "from": 0, "body": div(idx("u", "t"), "x")}
        ],
    ),
    "induction that starts late": certificate(
        "induction",
        state([n], total("i", 1, "n", 1), "=", add("n", op("npow", 0, "n"), -1)),
        variable="n", start=5,
    ),
    "induction over the reals": certificate(
        "induction",
        state([var("n", low=0)], op("npow", -1, mul(2, "n")), "=", 1),
        variable="n", start=0,
    ),
    "induction without a first value": certificate(
        "induction", state([var("n", "int")], op("abs", "n"), "=", "n"), variable="n", start=0
    ),
    # u = 0, 1, 1, ...: no sequence satisfies both rules
    "two rules for one sequence": certificate(
        "induction",
        state([n, var("u", "seq")], idx("u", "n"), "=", 0),
        variable="n", start=0,
        base=[{"name": "u", "at": 0, "value": q(0)}],
        rules=[
            {"name": "u", "index": "t", "shift": 1, "from": 0, "body": idx("u", "t")},
            {"name": "u", "index": "t", "shift": 1, "from": 0, "body": add(idx("u", "t"), 1)},
        ],
    ),
    "base value against its rule": certificate(
        "induction",
        state([var("n", "int", 1), var("u", "seq")], idx("u", "n"), "=", 5),
        variable="n", start=1,
        base=[{"name": "u", "at": 0, "value": q(0)}, {"name": "u", "at": 1, "value": q(5)}],
        rules=[{"name": "u", "index": "t", "shift": 1, "from": 0, "body": idx("u", "t")}],
    ),
    "two values for one entry": certificate(
        "induction",
        state([n, var("u", "seq")], idx("u", "n"), "=", 5),
        variable="n", start=0,
        base=[{"name": "u", "at": 0, "value": q(5)}, {"name": "u", "at": 0, "value": q(0)}],
        rules=[{"name": "u", "index": "t", "shift": 1, "from": 0, "body": idx("u", "t")}],
    ),
    "rule that defines itself": certificate(
        "induction",
        state([n, var("u", "seq")], mul(0, idx("u", "n")), "=", 0),
        variable="n", start=0,
        rules=[
            {"name": "u", "index": "t", "shift": 1, "from": 0,
             "body": add(idx("u", add("t", 1)), 1)},
        ],
    ),
    "rule that looks ahead": certificate(
        "induction",
        state([n, var("u", "seq")], mul(0, idx("u", "n")), "=", 0),
        variable="n", start=0,
        rules=[
            {"name": "u", "index": "t", "shift": 1, "from": 0, "body": idx("u", add("t", 5))}
        ],
    ),
    "rule that starts after the induction": certificate(
        "induction",
        state([n, var("u", "seq")], idx("u", "n"), "=", 0),
        variable="n", start=0,
        base=[{"name": "u", "at": 0, "value": q(0)}],
        rules=[{"name": "u", "index": "t", "shift": 1, "from": 3, "body": idx("u", "t")}],
    ),
    # u = 1, 0, 0, ...: a positive sequence cannot follow this rule, |u_1| = u_1 must not be used
    "rule against a sequence's domain": certificate(
        "induction",
        state([n, positive("u", "seq")], op("abs", idx("u", "n")), "=", idx("u", "n")),
        variable="n", start=0,
        base=[{"name": "u", "at": 0, "value": q(1)}],
        rules=[{"name": "u", "index": "t", "shift": 1, "from": 0, "body": sub(idx("u", "t"), 2)}],
    ),
    "base value captured by a bound index": certificate(
        "induction",
        state(
            [n, var("i", "int"), var("u", "seq")],
            add(total("i", 1, 2, idx("u", 0)), mul(0, "n")), "=", 3,
        ),
        variable="n", start=0,
        base=[{"name": "u", "at": 0, "value": ["v", "i"]}],
    ),
    "factor without a value": certificate(
        "induction",
        state([n, x], mul("x", "n"), "=", mul("x", "n")),
        variable="n", start=0, factor=div(1, "x"),
    ),
    # x = 1: the logarithms have no value
    "logarithms of negative numbers are not a counterexample": certificate(
        "counterexample", state([x], op("ln", "x"), "<", op("ln", "x")), point={"x": "-1"}
    ),
    "roots of negative numbers are not a counterexample": certificate(
        "counterexample", state([x], root(2, "x"), "<", root(2, "x")), point={"x": "-1"}
    ),
    "conditions without a value are not met": certificate(
        "counterexample",
        state([x], "x", ">", 0, [(op("ln", "x"), "=", op("ln", "x"))]),
        point={"x": "-1"},
    ),
    # the entry a[0] is not given; a list starts at index 1 and does not wrap around
    "missing entry of a sequence": certificate(
        "counterexample",
        state(
            [var("a", "seq")],
            add(root(2, sub(power(root(2, 2), 2), 2)), idx("a", 0)), "<", 5,
        ),
        point={"a": ["1", "5"]},
    ),
    "point off the domain": certificate(
        "counterexample", state([positive("x")], 0, "<", "x"), point={"x": "0"}
    ),
    "fraction for an integer": certificate(
        "counterexample",
        state([n], mul("n", sub("n", 1)), ">=", 0), point={"n": "1/2"},
    ),
    "point against a condition": certificate(
        "counterexample", state([x], "x", "<=", 1, [("x", "<=", 1)]), point={"x": "2"}
    ),
    "variable without a value": certificate(
        "counterexample", state([x, y], "x", "<=", "x"), point={"x": "2"}
    ),
    "a box cut in three": certificate(
        "boxes", state([var("x", low=-1, high=1)], 0, "<=", "x"), tree=["x", "n"], bits=64
    ),
    "a box that is not covered": certificate(
        "boxes", state([var("x", low=-1, high=1)], 0, "<=", "x"), tree=["x", "n", "n"], bits=64
    ),
    "boxes turn x >= 0 into x > 0": certificate(
        "boxes", state([var("x", low=0, high=1)], 0, "<", "x"), tree="n", bits=64
    ),
    "boxes of an empty domain": certificate(
        "boxes", state([var("x", low=1, high=-1)], 0, "<", "x"), tree="n", bits=64
    ),
    "empty domain": certificate("sign", state([var("x", low=1, high=1, ends="[)")], 0, "<", "x")),
    "psd of nothing": {"kind": "psd", "matrix": [], "L": [], "D": []},
    "psd of a ragged matrix": {
        "kind": "psd", "matrix": [["1", "0"], ["0", "1"]],
        "L": [["1"], ["0", "0", "1"]], "D": ["1", "1"],
    },
    "psd with floats": {"kind": "psd", "matrix": [[1.0]], "L": [["1"]], "D": ["1"]},
    "psd, one pivot negative": {
        "kind": "psd", "matrix": [["0", "0"], ["0", "-1"]],
        "L": [["1", "0"], ["0", "1"]], "D": ["0", "-1"],
    },
    "strictly psd, but singular": {
        "kind": "psd", "matrix": [["1", "1"], ["1", "1"]],
        "L": [["1", "0"], ["1", "1"]], "D": ["1", "0"], "strict": True,
    },
    "strictly psd, with a singular factor": {
        "kind": "psd", "matrix": [["2", "2"], ["2", "2"]],
        "L": [["1", "1"], ["1", "1"]], "D": ["1", "1"], "strict": True,
    },
    "nothing at all": {"kind": "all", "members": []},
    "one bad member": {
        "kind": "all",
        "members": [
            {"kind": "all", "members": [certificate("identity", state([x], "x", "=", 1))]},
            certificate("identity", state([x], "x", "=", "x")),
        ],
    },
    # x = 1 of the closed interval
    "strict at a closed upper end": certificate(
        "sign", state([var("x", low=0, high=1)], "x", "<", 1)
    ),
    "strict at a closed lower end": certificate("sign", state([var("x", low=0)], 0, "<", "x")),
    "strict where a condition allows equality": certificate(
        "sign", state([x, y], "x", "<", "y", [("x", "<=", "y")])
    ),
    "|x| = x": certificate("identity", state([x], op("abs", "x"), "=", "x")),
    "sqrt(x^2) = x": certificate("identity", state([x], root(2, power("x", 2)), "=", "x")),
    # x = -1, n = 1
    "(x^2)^n = x^n": certificate(
        "identity", state([x, n], op("npow", power("x", 2), "n"), "=", op("npow", "x", "n"))
    ),
    # t = 1/2: (-1)^(2t) = -1, not ((-1)^t)^2
    "real exponent of a negative base": certificate(
        "identity",
        state(
            [x, y], op("npow", -1, add("x", "y")), "=",
            mul(op("npow", -1, "x"), op("npow", -1, "y")),
        ),
    ),
    # n = -3: an empty sum is 0, not its length
    "sum of ones without a lower bound": certificate(
        "identity", state([var("n", "int")], total("i", 1, "n", 1), "=", "n")
    ),
    "peeled sum below its range": certificate(
        "identity",
        state(
            [var("n", "int"), var("a", "seq")],
            total("i", 0, add("n", 1), idx("a", "i")),
            "=",
            add(total("i", 0, "n", idx("a", "i")), idx("a", add("n", 1))),
        ),
    ),
    "empty product is 1, not 0": certificate(
        "identity", state([], total("i", 6, 2, "i", "prod"), "=", 0)
    ),
    "sum of positive terms may be empty": certificate(
        "sign", state([n], 0, "<", total("i", 1, "n", 1))
    ),
    # i = 3: the inner sum runs to i
    "inner sums mixed up": certificate(
        "identity",
        state(
            [n, var("a", "seq"), var("b", "seq")],
            total("i", 1, "n", total("j", 1, "n", mul(idx("a", "i"), idx("b", "j")))),
            "=",
            total("i", 1, "n", total("j", 1, "n", mul(idx("a", "j"), idx("b", "j")))),
        ),
    ),
}  # fmt: skip


SIGN = {"kind": "sign"}
unit, whole_line = var("x", low=0, high=1), var("x")

FALSE |= {
    # x = 2
    "a cover with a false piece": certificate(
        "cover", state([whole_line], add(1, power("x", 3)), "<=", op("exp", "x")),
        pieces={"at": ["x", "0"], "above": SIGN, "below": SIGN},
    ),
    "a cover that is one piece": certificate(
        "cover", state([whole_line], 0, "<=", "x"), pieces={"at": ["x", "0"], "above": SIGN,
                                                            "below": SIGN},
    ),
    "a piece with a statement of its own": certificate(
        "cover", state([whole_line], "x", "<=", 7),
        pieces={"kind": "sign", "statement": state([whole_line], 0, "<=", 1)},
    ),
    "a piece by a certificate of something else": certificate(
        "cover", state([whole_line], "x", "<=", 7),
        pieces={"kind": "psd", "matrix": [["1"]], "L": [["1"]], "D": ["1"]},
    ),
    "a piece by a counterexample": certificate(
        "cover", state([whole_line], "x", "<=", 7), pieces={"kind": "counterexample",
                                                            "point": {"x": "8"}},
    ),
    "a cut outside of the domain": certificate(
        "cover", state([unit], 0, "<", "x"), pieces={"at": ["x", "0"], "below": SIGN,
                                                     "above": SIGN},
    ),
    # x = 0
    "an even factor in a strict statement": certificate(
        "factors", state([x], 0, "<", power("x", 2)),
        factors=[{"tree": ["v", "x"], "power": 2, "proof": None}],
    ),
    # x = -1: the factor has no value there
    "a factor without a value": certificate(
        "factors", state([x], 0, "<=", "x"),
        factors=[{"tree": root(2, "x"), "power": 2, "proof": None}],
    ),
    "a factor 1/x to the power -1": certificate(
        "factors", state([x], 0, "<=", mul("x", "x", "x")),
        factors=[{"tree": div(1, "x"), "power": -1, "proof": SIGN},
                 {"tree": ["v", "x"], "power": 2, "proof": None}],
    ),
    "a denominator that may be negative": certificate(
        "factors", state([x], 0, "<=", div(1, "x")),
        factors=[{"tree": ["v", "x"], "power": -1, "proof": SIGN}],
    ),
    # x = 2: the way there leads through the pole at 1
    "growth through a pole": certificate(
        "growth", state([var("x", low=0, high=2)], 0, "<=", div(-1, sub("x", 1))),
        variable="x", **{"from": "low"}, strict="start", start=SIGN, slope=SIGN,
    ),
    # x = 1: |x - 1/2| has no slope at 1/2
    "growth over a kink": certificate(
        "growth", state([unit], op("abs", sub("x", q("1/2"))), "<=", q("1/2")),
        variable="x", **{"from": "low"}, strict="start", start=SIGN, slope=SIGN,
    ),
    # x = 3 is in the domain, the points between 1 and 2 are not
    "growth across a gap of the domain": certificate(
        "growth",
        state([var("x", low=0, high=3)], "x", "<=", 2,
              [(0, "<=", mul(sub("x", 1), sub("x", 2)))]),
        variable="x", **{"from": "low"}, strict="start", start=SIGN, slope=SIGN,
    ),
    # x = 0
    "growth that is strict by its slope at a closed end": certificate(
        "growth", state([unit], 0, "<", "x"),
        variable="x", **{"from": "low"}, strict="slope", start=SIGN, slope=SIGN,
    ),
    "growth in the wrong direction": certificate(
        "growth", state([unit], "x", "<=", 0),
        variable="x", **{"from": "low"}, strict="start", start=SIGN, slope=SIGN,
    ),
    "growth from infinity": certificate(
        "growth", state([var("x", low=0)], 0, "<=", sub(1, "x")),
        variable="x", **{"from": "high"}, strict="start", start=SIGN, slope=SIGN,
    ),
    # x = -2: there is no logarithm
    "logarithms of what may be negative": certificate(
        "logarithms", state([x], 1, "<=", power("x", 3)), proof=SIGN,
    ),
    # x = 0
    "logarithms that are compared the wrong way": certificate(
        "logarithms", state([unit], op("exp", "x"), "<=", 1), proof=SIGN,
    ),
    # x = 1/2: x^2 is not at least 1
    "a substitution with too small an interval": certificate(
        "substitution", state([unit], 1, "<=", power("x", 2)),
        variable=var("u", low=1), tree=power("x", 2), gap=sub("u", 1), low=SIGN, high=None,
        proof=SIGN,
    ),
    "a substitution without a value": certificate(
        "substitution", state([x], 0, "<=", "x"),
        variable=var("u", low=0), tree=root(2, "x"), gap=power("u", 2), low=SIGN, high=None,
        proof=SIGN,
    ),
    "a substitution that is another statement": certificate(
        "substitution", state([unit], 1, "<=", power("x", 2)),
        variable=var("u", low=0), tree=power("x", 2), gap=["v", "u"], low=SIGN, high=None,
        proof=SIGN,
    ),
    "a new variable with an old name": certificate(
        "substitution", state([x, positive("y")], 0, "<=", "x"),
        variable=positive("y"), tree=op("exp", "x"), gap=op("ln", "y"), low=SIGN, high=None,
        proof=SIGN,
    ),
    # x = 1/2, x = -1/2, ...: poles and negative arguments inside the interval
    "a chain over a pole": certificate(
        "logchain", state([var("x", low=-1, high=1)], 0, "<=", div(1, "x")), steps=[],
    ),
    "a chain over a pole that cancels": certificate(
        "logchain",
        state([var("x", low=-1, high=1)], 0, "<", div("x", "x")), steps=[],
    ),
    "a chain of logarithms of negative numbers": certificate(
        "logchain", state([var("x", low=-1, high=1)], op("ln", "x"), "<=", "x"), steps=[],
    ),
    "a chain from an end that is not there": certificate(
        "logchain", state([var("x", high=1)], "x", "<=", 2),
        steps=[{"times": q(1), "from": "low"}],
    ),
    # x = 2
    "a chain that starts below zero": certificate(
        "logchain", state([var("x", low=1)], op("ln", "x"), "<=", sub("x", q("11/10"))),
        steps=[{"times": q(1), "from": "low"}],
    ),
    # n = 1, a_1 = -1: the sequence has no sign, its namesake would have
    "terms that borrow another sequence's domain": certificate(
        "termwise", state([n, var("a", "seq"), positive("a_i")], 0, "<=",
                          total("i", 1, "n", idx("a", "i"))),
        index="k", low=q(1), high=["v", "n"], term=idx("a", "k"), proof=SIGN,
    ),
    # n = 1: the sum begins at a_1, the terms at a_2
    "terms at another place": certificate(
        "termwise", state([n, var("a", "seq")], 0, "<=", total("i", 1, "n", idx("a", "i"))),
        index="k", low=q(1), high=["v", "n"], term=idx("a", add("k", 0)), proof=SIGN,
    ),
    "an empty sum is not positive": certificate(
        "termwise", state([n], 0, "<", total("i", 1, "n", 1)),
        index="k", low=q(1), high=["v", "n"], term=q(1), proof=SIGN,
    ),
    # n = 0
    "an induction without a start": certificate(
        "inductive", state([n], 1, "<=", "n"), variable="n", start=0, factor=q(1), slack=q(1),
        strict="factor", proofs={"start": SIGN, "factor": SIGN, "slack": SIGN},
    ),
    # n = 1: gap(n+1) = -gap(n)
    "an induction with a negative factor": certificate(
        "inductive", state([n], 0, "<=", op("npow", -1, "n")), variable="n", start=0,
        factor=q(-1), slack=q(0), strict="factor",
        proofs={"start": SIGN, "factor": SIGN, "slack": SIGN},
    ),
    # n = 1: nothing is added, so it never becomes strict
    "an induction that is strict for no reason": certificate(
        "inductive", state([n], 0, "<", mul(0, "n")), variable="n", start=0,
        factor=q(1), slack=q(0), strict="factor",
        proofs={"start": None, "factor": SIGN, "slack": SIGN},
    ),
    # u_1 = -1: the domain of a defined sequence is not known to be positive
    "an induction that uses the domain of what it defines": certificate(
        "inductive", state([n, positive("u", "seq")], -1, "<=", idx("u", "n")),
        variable="n", start=0, factor=q(1), slack=idx("u", "n"),
        base=[{"name": "u", "at": 0, "value": q(-1)}],
        rules=[{"name": "u", "index": "t", "shift": 1, "from": 0, "body": mul(2, idx("u", "t"))}],
        strict="factor", proofs={"start": SIGN, "factor": SIGN, "slack": SIGN},
    ),
    # x = 0: -x^2 has no sign, and as x^2 it would be a square
    "a square with a negative weight": certificate(
        "sos", state([x], power("x", 2), "<=", 0), margin="0",
        terms=[{"times": [], "basis": [[1]], "L": [["1"]], "D": ["-1"]}],
    ),
    "an equation used as a constraint": certificate(
        "sos", state([x, y], 0, "<=", "x", [("x", "=", "x")]), margin="0",
        terms=[{"times": [0], "basis": [[0, 0]], "L": [["1"]], "D": ["1"]}],
    ),
    "coefficients of a function that is no polynomial": certificate(
        "bernstein", state([unit], op("exp", "x"), "<=", 2), tree="b",
    ),
    "a kink whose slopes have no sign": certificate(
        "boxes", state([var("x", low=-1, high=1)], q("1/10"), "<=", op("abs", "x")), tree="c",
        bits=64,
    ),
    "an unknown leaf": certificate(
        "boxes", state([unit], 0, "<=", add("x", 1)), tree="yes", bits=64,
    ),
    # the integral is 5/2
    "an integrand that ignores its branch": {
        "kind": "integral", "integrand": root(2, power("x", 2)), "variable": "x", "low": "-1",
        "high": "2", "cuts": [], "op": ">=", "bound": q("2598/1000"), "bits": 64,
    },
    "an integral of nothing": {
        "kind": "integral", "integrand": q(1), "variable": "x", "low": "0", "high": "0",
        "cuts": [], "op": "<=", "bound": q(1), "bits": 64,
    },
    "an unsymmetric matrix inequality": {
        "kind": "matrix-inequality", "matrices": [[["0", "1"], ["-1", "0"]]], "y": [],
        "L": [["1", "0"], ["0", "1"]], "D": ["0", "0"],
    },
}  # fmt: skip


MALFORMED: dict[str, Any] = {
    "nothing": None,
    "a list": ["identity"],
    "no kind": {},
    "an unknown kind": {"kind": "oracle"},
    "a kind that cannot be hashed": {"kind": ["sign"]},
    "no statement": {"kind": "sign"},
    "a statement that is a text": {"kind": "sign", "statement": "x <= x"},
    "members that are an object": {"kind": "all", "members": {"a": 1}},
    "members that are numbers": {"kind": "all", "members": [1, 2]},
    "a float": certificate("identity", state([], ["q", 0.5], "=", q("1/2"))),
    "a decimal": certificate("identity", state([], ["q", "0.5"], "=", q("1/2"))),
    "infinity": certificate("sign", state([], 0, "<=", ["q", "inf"])),
    "an empty node": certificate("sign", state([x], 0, "<=", [[]])),
    "a missing argument": certificate("sign", state([x], 0, "<=", ["/", ["v", "x"]])),
    "an argument too many": certificate("sign", state([x], 0, "<=", op("exp", "x", "x"))),
    "a root of order 0": certificate("sign", state([positive("x")], 0, "<=", root(0, "x"))),
    "an unknown operator": certificate("sign", state([x], 0, "<=", op("tan", "x"))),
    "a truth value for an exponent": certificate(
        "sign", state([x], 0, "<=", ["^", ["v", "x"], True])
    ),
    "a sequence for a number": certificate("sign", state([var("a", "seq")], 0, "<=", "a")),
    "a list for a number": certificate(
        "counterexample", state([x], 0, "<", "x"), point={"x": ["0"]}
    ),
    "a number for a sequence": certificate(
        "counterexample", state([var("a", "seq")], 0, "<", idx("a", 1)), point={"a": "0"}
    ),
    "a float in a point": certificate(
        "counterexample", state([x], 0, "<", "x"), point={"x": -1.0}
    ),
    "too many bits": certificate(
        "boxes", state([var("x", low=0, high=1)], 0, "<=", "x"), tree="n", bits=10**9
    ),
    "a changed digest": {
        **certificate("identity", state([x], "x", "=", "x")), "digest": "0123456789abcdef"
    },
}  # fmt: skip


def nested(depth: int) -> Any:
    tree: Any = q(1)
    for _ in range(depth):
        tree = ["+", tree, q(1)]
    return tree


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_json_gets_an_answer_not_an_exception(name: str) -> None:
    answer = check_certificate(MALFORMED[name])
    assert not answer.accepted
    assert answer.message


def factors_within(depth: int) -> Any:
    made: Any = [{"tree": ["v", "x"], "power": 1, "proof": {"kind": "sign"}}]
    for _ in range(depth):
        inner = {"kind": "factors", "factors": made}
        made = [{"tree": ["v", "x"], "power": 1, "proof": inner}]
    return made


HUGE: dict[str, dict[str, Any]] = {
    "a deep tree": certificate("identity", state([], nested(20_000), "=", 20_001)),
    "a long sum": certificate(
        "counterexample", state([x], total("i", 1, 10**12, "i"), "<", "x"), point={"x": "0"}
    ),
    "sums within sums": certificate(
        "counterexample",
        state(
            [x],
            total("i", 1, 9000, total("j", 1, 9000, total("k", 1, 9000, mul("i", "j", "k")))),
            "<", "x",
        ),
        point={"x": "0"},
    ),
    "a long sum in a normal form": certificate(
        "identity",
        state([n, var("a", "seq")], total("i", 1, add("n", 10**12), idx("a", "i")), "=", 0),
    ),
    "sums of sums in a normal form": certificate(
        "identity",
        state(
            [x],
            total("i", 1, 400, total("j", 1, 400, total("k", 1, 400, mul("x", "k")))),
            "=", 0,
        ),
    ),
    "a high power": certificate(
        "identity", state([x, y, z], power(add("x", "y", "z"), 10**9), "=", 0)
    ),
    "a high power of a number": certificate("identity", state([], power(3, 10**12), "=", 0)),
    "a high power on a box": certificate(
        "bernstein", state([var("x", low=0, high=1)], 0, "<=", power("x", 10**9)), tree="b"
    ),
    "high powers of high powers": certificate(
        "logchain", state([var("x", low=0)], 0, "<=", power(power(add("x", 1), 60), 60)), steps=[]
    ),
    "factors of factors": certificate(
        "factors", state([x], 0, "<=", "x"), factors=factors_within(2000)
    ),
    "a high power in a chain": certificate(
        "chain", state([var("x", low=0)], 0, "<=", power(add("x", 1), 10**9))
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HUGE)
def test_unbounded_work_is_refused(name: str) -> None:
    before = time.process_time()
    assert not check_certificate(HUGE[name]).accepted
    assert time.process_time() - before < 5  # each of these would take years


@pytest.mark.parametrize("name", FALSE)
def test_a_false_certificate_is_turned_down(name: str) -> None:
    answer = check_certificate(FALSE[name])
    assert not answer.accepted, answer.message
    assert answer.message
