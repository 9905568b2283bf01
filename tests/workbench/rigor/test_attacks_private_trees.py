"""Sums over steps, one for each node of a tree, whose privacy is false or shown by no rule."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.provers import private_trees as trees
from workbench.rigor.provers.tree_counts import LEAF
from workbench.symbolic.private import zcdp

Change = Callable[[dict[str, Any]], None]
HALF, TWO = ["q", "1/2"], ["q", "2"]


@pytest.fixture(scope="module")
def true() -> dict[str, Any]:
    """All nodes of a tree, with the proof that is accepted."""
    found = trees.leaf_is_private().certificate
    assert found is not None
    bare = {key: value for key, value in found.items() if key != "digest"}
    assert check_certificate(bare).accepted
    return bare


def of_query(place: int, value: Any) -> Change:
    """Another part of the query."""

    def change(c: dict[str, Any]) -> None:
        c["private"]["releases"][0]["query"][place] = value

    return change


def changed(**parts: Any) -> Change:
    """Other parts of the statement."""
    return lambda c: c["private"].update(parts)


def condition(place: int, value: Any) -> Change:
    """Another condition, or none."""

    def change(c: dict[str, Any]) -> None:
        c["private"]["where"][place : place + 1] = [] if value is None else [value]

    return change


def of_proof(**parts: Any) -> Change:
    """Other evidence."""
    return lambda c: c["evidence"].update(parts)


def ranges(*found: Any) -> Change:
    """Other ranges."""
    return changed(index=[list(one) for one in found])


def entry(at: Any) -> list[Any]:
    """An entry of x."""
    return ["idx", "x", at]


J, A, ZERO, ONE = ["v", "j"], ["v", "a"], ["q", "0"], ["q", "1"]
SQUARE = ["*", entry(J), entry(J)]
RANGE = ("a", ZERO, ["+", ["v", "T"], ["q", "-1"]])
CHANGES: dict[str, tuple[Change, str]] = {
    "turns that are any numbers": (condition(0, None), "the entries for the turns"),
    "turns of another sequence": (
        of_query(5, ["z", ["+", A, ["v", "i"]]]), "the entries for the turns"),
    "turns that are at least their squares": (
        condition(0, ["all", "j", 0, [SQUARE, "<=", entry(J)]]), "the entries for the turns"),
    "turns that are any squares": (
        condition(0, ["all", "j", 0, [SQUARE, "=", entry(["+", J, ONE])]]),
        "the entries for the turns"),
    "turns known for one index": (
        condition(0, ["all", "j", 0, [["*", entry(ONE), entry(ONE)], "=", entry(ONE)]]),
        "the entries for the turns"),
    "turns known from later on": (
        condition(0, ["all", "j", 2, [SQUARE, "=", entry(J)]]), "at least 2"),
    "turns before the first": (
        of_query(5, ["x", ["+", A, ["v", "i"], ["q", "-2"]]]), "at least 0"),
    "turns between integers": (of_query(5, ["x", ["*", HALF, A]]), "not visibly an integer"),
    "a weight below 0": (of_query(4, ["q", "-1"]), "weight of a step"),
    "a weight of any sign": (of_query(4, entry(["v", "i"])), "weight of a step"),
    "steps from far below": (of_query(2, ["q", "-5"]), "a new plain word"),
    "steps that end long before": (of_query(3, ["q", "-5"]), "at least 0"),
    "steps up to no integer": (of_query(3, HALF), "not visibly an integer"),
    "steps called like a node": (of_query(1, "k"), "a new plain word"),
    "steps called like a symbol": (of_query(1, "T"), "a new plain word"),
    "values in an unknown norm": (of_query(6, ["size", "3", ONE]), "bounds nothing"),
    "values of a size below 0": (of_query(6, ["size", "2", ["q", "-1"]]), "at least 0 apart"),
    "values for a law in another norm": (of_query(6, ["size", "1", ONE]), "the norm"),
    "a point of what comes later": (of_query(7, ["vec", "y"]), "not made of"),
    "a point of another release of the same indices": (
        lambda c: c["private"]["releases"].append(
            {**c["private"]["releases"][0], "name": "z",
             "query": [*c["private"]["releases"][0]["query"][:7], ["vec", "y"]]}), "not made of"),
    "any one record": (changed(adjacency="replace-one"), "no rule knows the query"),
    "a sensitivity of its own": (
        lambda c: c["private"]["releases"][0].update(sensitivity=ONE), "no rule knows the query"),
    "values twice as far": (of_query(6, ["size", "2", TWO]), "does not end in"),
    "half of the noise": (
        lambda c: c["private"]["releases"][0].update(law=["gaussian", ["*", HALF, ["v", "sigma"]]]),
        "does not end in"),
    "two draws of each": (
        lambda c: c["private"]["releases"][0].update(times=TWO), "does not end in"),
    "a budget that knows the level": (
        changed(guarantee=zcdp(trees.k)), "variable 'k' is not declared"),
    "a number of rounds beside ranges": (changed(rounds=["v", "T"]), "how many rounds"),
    "ranges and what varies": (changed(varying=["sigma"]), "nothing else varies"),
    "no range": (ranges(), "how many rounds"),
    "one range alone": (ranges(RANGE), "not declared"),
    "a range twice": (ranges(RANGE, RANGE), "a new plain word"),
    "a range called like a symbol": (ranges(("K", *RANGE[1:])), "a new plain word"),
    "a range that knows a later one": (
        ranges(("k", ZERO, A), RANGE), "variable 'a' is not declared"),
    "a range that begins below": (ranges(("k", ["q", "-3"], ZERO), RANGE), "begins with"),
    "a range that ends long before": (ranges(("k", ZERO, ["q", "-3"]), RANGE), "at least 0"),
    "a range without its last node": (
        ranges(("k", ZERO, ["+", ["v", "K"], ["v", "m"], ["q", "1"]]), RANGE), "does not end in"),
    "a condition for all indices that no number meets": (
        condition(1, ["all", "j", 0, [["v", "sigma"], "<=", ZERO]]), "no value of"),
    "a matrix for a condition": (condition(1, ["psd", [[ONE]]]), "a relation between numbers"),
    "a condition about a bound index": (
        condition(1, ["all", "T", 1, [["v", "T"], "=", ZERO]]), "no plain word"),
    "a first index that is a truth value": (
        condition(0, ["all", "j", True, [SQUARE, "=", entry(J)]]), "not an integer"),
    "what somebody else claims": (
        lambda c: c["evidence"]["library"].append({"theorem": {}, "claim": "a.b"}), "on trust"),
    "another theorem": (of_proof(theorem={}), "on trust"),
    "no steps": (of_proof(proof=[]), "has no steps"),
    "evidence that shows no part": (of_proof(kind="private"), "shows no part"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_that_no_rule_knows_is_refused(name: str, true: dict[str, Any]) -> None:
    change, reason = CHANGES[name]
    made = copy.deepcopy(true)
    change(made)
    answer = check_certificate(made)
    assert not answer.accepted
    assert reason in answer.message, answer.message


@pytest.mark.parametrize("place", range(len(LEAF)))
def test_the_proof_needs_each_condition(place: int) -> None:
    where = [one for at, one in enumerate(LEAF) if at != place]
    assert trees.leaf_is_private(where=where).decision == "refused"


def test_it_reads_well() -> None:
    text = trees.of_leaf().latex()
    assert "of each kind one for each" in text
    assert "in any order fixed in advance" in text
