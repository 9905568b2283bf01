"""Attacks with theorems about nothing, and with names and sums that are not what they look like.

Each theorem has hypotheses that nothing meets, so that its proof, which takes no false step, would
certify what is false; or its statement would be read as another one.  All are refused.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.workbench.rigor.build import Tree, add, idx, mul, neg, q, v
from workbench.rigor.check import check_certificate
from workbench.rigor.check.numbers import put
from workbench.rigor.check.trees import Malformed

FALSE = [q(1), "<=", q(0)]
ORIGIN = ["zero"]
U, P = ["vec", "u"], ["vec", "p"]
GRADIENT, MAPPED = ["grad", "F", ORIGIN], ["map", "M", ORIGIN]


def real(name: str, sort: str = "real", **ends: Any) -> dict[str, Any]:
    """A number or a sequence with its interval."""
    bare = {"low": None, "low_open": False, "high": None, "high_open": False}
    return {"name": name, "sort": sort, **bare, **ends}


def bending(strong: Tree | None) -> dict[str, Any]:
    """A function on the whole space."""
    return {"name": "F", "sort": "function", "strong": strong, "smooth": q(1), "minimiser": None,
            "on": None}  # fmt: skip


def one(sort: str, name: str, **more: Any) -> dict[str, Any]:
    """Another symbol."""
    return {"name": name, "sort": sort, **more}


def dot(u: Tree, w: Tree) -> Tree:
    """An inner product."""
    return ["dot", u, w]


SIZE = real("n", "int", low="2")
SIMPLEX = (SIZE, one("simplex", "S", size="n"))
POINT = one("point", "p", geometry="S", inner=False)
STEADY = one("iterates", "z", index="i", first={"-1": P, "0": P}, next=["at", "z", v("i")])
SLOPES = ["sup", [["a", "S"]], ["dual", "S", ["grad", "F", ["vec", "a"]]]]
NONNEGATIVE = real("a", "seq", low="0")
SIGMA = real("sigma", low="0", low_open=True)
NUMBERS: dict[str, tuple[list[Any], list[Any]]] = {
    "a number for all indices": ([SIGMA], [["all", "j", 0, [v("sigma"), "<=", q(0)]]]),
    "a number at the second index": (
        [SIGMA], [["all", "j", 0, [v("sigma"), "<=", add(1, neg(v("j")))]]]),
    "an index that has no last one": ([SIGMA], [["all", "j", 0, [v("j"), "<=", q(5)]]]),
    "entries outside of their interval": (
        [NONNEGATIVE], [["all", "j", 0, [idx("a", v("j")), "<=", q(-1)]]]),
    "one entry outside of its interval": ([NONNEGATIVE], [[idx("a", 3), "<=", q(-1)]]),
    "one entry, in two spellings": (
        [NONNEGATIVE], [[idx("a", 3), "<=", q(1)], [idx("a", add(1, 2)), ">=", q(2)]]),
    "an entry at a place that is not known": (
        [NONNEGATIVE, SIZE], [[idx("a", v("n")), "<=", q(1)], [idx("a", v("n")), ">=", q(2)]]),
    "two conditions for all indices": (
        [NONNEGATIVE], [["all", "j", 0, [idx("a", v("j")), "<=", q(1)]],
                        ["all", "i", 0, [q(2), "<=", idx("a", v("i"))]]]),
    "a matrix with a negative number": ([SIGMA], [["psd", [[q(-1)]]]]),
    "a matrix with a number that is negative": ([SIGMA, real("x", high="-1")],
                                                [["psd", [[v("sigma"), q(0)], [q(0), v("x")]]]]),
}  # fmt: skip
OBJECTS: dict[str, tuple[list[Any], list[Any]]] = {
    "a gradient at 0": ([bending(None)], [[dot(GRADIENT, GRADIENT), "<=", q(-1)]]),
    "a map at 0": ([one("map", "M")], [[dot(MAPPED, MAPPED), "<=", q(-1)]]),
    "two values at 0": ([bending(None)], [[["value", "F", ORIGIN], "=", q(k)] for k in (1, 2)]),
    "the length of 0": ([one("vector", "u")], [[["len", ORIGIN], "=", q(1)]]),
    "the square of 0": ([one("convex", "C")], [[["sq", "C", ORIGIN], "<=", q(-1)]]),
    "a point of a simplex at 0": ([*SIMPLEX, POINT], [[["sq", "S", P], "<=", q(0)]]),
    "a point of a simplex below another vector": (
        [*SIMPLEX, POINT, one("vector", "u")],
        [[dot(P, P), "<=", dot(U, U)], [dot(U, U), "<=", q(0)]]),
    "half a point of a simplex": (
        [*SIMPLEX, POINT], [[["sq", "S", ["v+", P, ["v*", q("-1/2"), P]]], "<=", q(0)]]),
    "an iterate that stays at a point of a simplex": (
        [*SIMPLEX, POINT, STEADY], [[["len", ["at", "z", q(1)]], "<=", q(0)]]),
    "a function that bends and is flat on a simplex": (
        [*SIMPLEX, bending(q(1))], [[SLOPES, "<=", q(0)]]),
}  # fmt: skip


def answer(symbols: Any, given: Any, conclusion: Any, proof: Any) -> str:
    """What the checker says of a theorem and its proof."""
    theorem = {"symbols": symbols, "dimension": None, "given": given, "conclusion": conclusion}
    found = check_certificate(
        {"kind": "theorem", "theorem": theorem, "proof": proof, "library": []}
    )
    return "accepted" if found.accepted else found.message


def gram(conclusion: Any, *premises: Any, **more: Any) -> dict[str, Any]:
    """A combination of facts."""
    return {"rule": "gram", "conclusion": conclusion, "premises": list(premises), **more}


@pytest.mark.parametrize("what", NUMBERS)
def test_numbers_that_nothing_meets_are_refused(what: str) -> None:
    symbols, given = NUMBERS[what]
    trivial = [q(0), "<=", q(1)]
    said = answer(symbols, given, trivial, [gram(trivial)])
    assert "anything would be true" in said


@pytest.mark.parametrize("what", OBJECTS)
def test_objects_that_nothing_is_like_are_refused(what: str) -> None:
    symbols, given = OBJECTS[what]
    trivial = [q(0), "<=", q(1)]
    said = answer(symbols, given, trivial, [gram(trivial)])
    assert "a hypothesis" in said


def test_hypotheses_that_are_met_are_still_taken() -> None:
    trivial = [q(0), "<=", q(1)]
    other = one("point", "o", geometry="S", inner=False)
    apart = ["v+", P, ["v*", q(-1), ["vec", "o"]]]
    assert answer([*SIMPLEX, POINT, other], [[["sq", "S", apart], "<=", q(0)]], trivial,
                  [gram(trivial)]) == "accepted"  # fmt: skip
    decay = ["all", "j", 0, [idx("a", add(v("j"), 1)), "<=", mul(q("1/2"), idx("a", v("j")))]]
    early = ["all", "j", 0, [idx("a", v("j")), "<=", q(1)]]
    matrix = ["psd", [[v("sigma"), q(0)], [q(0), v("sigma")]]]
    assert answer([NONNEGATIVE, SIGMA], [decay, early, matrix], trivial,
                  [gram(trivial)]) == "accepted"  # fmt: skip


def test_a_false_proof_from_nothing_was_one_step() -> None:
    given = [[dot(GRADIENT, GRADIENT), "<=", q(-1)]]
    step = gram(FALSE, [q(1), 0], squares=[[q(1), GRADIENT]])
    assert "is not visibly met" in answer([bending(None)], given, FALSE, [step])


def double(outer: str, inner: str) -> str:
    """Whether sum_ab <y_a, y_b> is read as twice the sum of squares, with these indices."""

    def entry(k: Any) -> Tree:
        return ["at", "y", k]

    body = dot(entry(v(outer)), entry(v(inner)))
    left = ["sum", outer, q(0), q(1), ["sum", inner, q(0), q(1), body]]
    squares = [dot(entry(q(k)), entry(q(k))) for k in (0, 1)]
    conclusion = [left, "=", mul(2, add(*squares))]
    symbols = [one("convex", "C"), one("points", "y", geometry="C")]
    return answer(symbols, [], conclusion, [gram(conclusion)])


def test_an_index_with_the_name_of_a_renamed_one_captures_nothing() -> None:
    assert double("i", "i") == "accepted"  # the inner index hides the outer one
    assert "are left in a gram step" in double("i", "j")
    for sign in "~#@":
        assert "a name holds a sign" in double(f"i{sign}b", "i")


def test_an_empty_sum_has_no_last_term_to_take_away() -> None:
    entry, last = ["at", "z", add(v("i"), 1)], ["at", "z", v("n")]
    symbols = [
        real("n", "int", low="0", high="2"), real("w", low="0"), one("geometry", "G"),
        one("points", "z", geometry="G"), one("point", "p", geometry="G", inner=False),
        {**bending(q(0)), "smooth": None, "on": "G"},
    ]  # fmt: skip
    total = add(["sum", "i", q(0), add(v("n"), -2), q(1)], v("w"))
    given = [[total, "=", q(1)]]  # holds at n = 0 for w = 1, where the point is p - z[0]

    def said(*sum_of_entries: Any) -> str:
        point = ["v+", *sum_of_entries, ["v*", v("w"), P]]
        slope = dot(["grad", "F", P], ["v+", point, ["v*", q(-1), P]])
        conclusion = [add(["value", "F", P], slope), "<=", ["value", "F", point]]
        step = {"rule": "convexity", "function": "F", "points": [point, P]}
        return answer(symbols, given, conclusion, [step])

    taken = (["vsum", "i", q(0), add(v("n"), -1), entry], ["v*", q(-1), last])
    written = ["vsum", "i", q(0), add(v("n"), -2), entry]
    assert "is no point of G" in said(*taken)
    assert "ends before its start" in said(written)
    symbols[0] = real("n", "int", low="1", high="2")
    assert "is no point of G" in said(*taken)  # a point is written as an average
    assert said(written) == "accepted"


def test_the_first_iterate_does_not_know_the_index_of_its_equation() -> None:
    first = {"-1": ORIGIN, "0": ["v*", v("i"), U]}
    steps = one("iterates", "z", index="i", first=first, next=["at", "z", v("i")])
    start = ["at", "z", q(0)]
    left = ["sum", "i", q(0), q(1), dot(start, U)]
    conclusion = [left, "=", dot(U, U)]  # if the sum over i captured the i of z[0]
    opened = [["sum", "i", q(0), q(1), dot(["v*", v("i"), U], U)], "=", dot(U, U)]
    proof = [gram(opened), {"rule": "unfold", "conclusion": conclusion, "premise": 0,
                            "iterates": [["z", q(0)]]}]  # fmt: skip
    assert "'i' is not declared" in answer([one("vector", "u"), steps], [], conclusion, proof)


def test_a_text_is_no_term_and_what_is_bound_has_a_plain_name() -> None:
    symbols, trivial = [*SIMPLEX, one("vector", "u")], [q(0), "<=", q(1)]

    def all_points(name: Any) -> str:
        highest = ["sup", [[name, "S"]], dot(U, ["vec", name])]
        conclusion = [highest, "<=", add(highest, 1)]
        return answer(symbols, [], conclusion, [gram(conclusion)])

    assert all_points("p") == "accepted"
    for name in ("a b", "", 5, None, "u", "S", "\u0440"):
        assert "suprema are over different points" in all_points(name)
    assert all_points(["p"]) != "accepted"
    with pytest.raises(Malformed, match="is no term"):
        put("vj", {"j": q(0)})  # was read as the variable j
    text = [["all", "j", 0, ["vj", "<=", q(0)]]]
    assert answer([NONNEGATIVE], text, trivial, [gram(trivial)]) != "accepted"
    for index in ("a b", 5, "i "):
        total = ["sum", index, q(0), q(1), dot(U, U)]
        assert "index of a sum" in answer(symbols, [], [total, "<=", add(total, 1)],
                                          [gram([total, "<=", add(total, 1)])])  # fmt: skip
