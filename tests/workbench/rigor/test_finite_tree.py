"""Counterexamples that are finite laws: what they show, and what is refused."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import pytest

from workbench.claims import Grade
from workbench.errors import ClaimError
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.check.finite_tree import sides
from workbench.rigor.provers.finite_trees import (
    FiniteTree,
    LawStep,
    certain,
    entry,
    mean,
    term,
    terms,
    total,
    uniform,
    when,
)
from workbench.symbolic.latex import latex
from workbench.symbolic.law_text import law_formulas
from workbench.symbolic.run_text import law_formula

w, X, c = terms("w X c")


def walk(bound: Any = 1, *, times: int = 3, **more: Any) -> FiniteTree:
    """A fair walk of three steps; E w^2 = 3."""
    step = LawStep(times=times, draws={"X": uniform((1, -1))}, then={"w": w + X})
    return FiniteTree(
        claims=(mean(w**2), "<=", bound),
        start={"w": 0},
        steps=[step],
        **{"numbers": {"c": 2}, **more},
    )


def test_a_mean_is_computed_over_all_paths() -> None:
    outcome = walk(c).outcome()
    assert (outcome.decision, outcome.grade) == ("fails", Grade.CERTIFIED)
    assert sides(walk(c).certificate) == (["q", "3"], ["v", "c"])
    assert dict(outcome.counterexample.point) == {"c": "2"}


def test_a_true_statement_is_not_refuted() -> None:
    assert walk(3).outcome().decision == "holds"
    assert not check_certificate(walk(3).certificate).accepted


def test_later_draws_see_earlier_ones_and_the_state() -> None:
    """X is fair, Y copies it with chance 3/4: E XY = 1/2; without it E XY = 0."""
    copied = [((2 + X) / 4, 1), ((2 - X) / 4, -1)]
    steps = [LawStep(draws={"X": uniform((1, -1)), "Y": copied}, then={"w": X * terms("Y")})]
    tree = FiniteTree(claims=(mean(w), "=", 0), start={"w": 0}, steps=steps)
    assert sides(tree.certificate)[0] == ["q", "1/2"]


def test_tables_cases_and_names_for_terms() -> None:
    row = ["1/2", 3, -1]
    steps = [
        LawStep(draws={"i": uniform((1, 2, 3)), "z": certain(entry("d", terms("i")))},
             then={"w": when(terms("z"), ">", 0, terms("z"), 10)}),
    ]  # fmt: skip
    tree = FiniteTree(claims=(mean(w), "=", 0), start={"w": 0}, steps=steps, data={"d": row})
    assert sides(tree.certificate)[0] == ["q", str(Fraction(1, 3) * (Fraction(1, 2) + 3 + 10))]
    assert total([1, 2, w]).tree == ["+", ["+", ["q", "1"], ["q", "2"]], ["v", "w"]]


def test_the_number_of_steps_is_known() -> None:
    steps = [LawStep(times=4, then={"w": w + terms("step")})]
    tree = FiniteTree(claims=(mean(w), "=", 0), start={"w": 0}, steps=steps)
    assert sides(tree.certificate)[0] == ["q", "6"]


BAD_LAWS = {
    "chances below one": [("1/2", 1), ("1/4", -1)],
    "a chance below 0": [("3/2", 1), ("-1/2", -1)],
    "chances above one": [(1, 1), ("1/2", -1)],
    "no chances": [],
    "a division by 0": [(1, term(1) / w)],
    "an unknown name": [(1, terms("nothing"))],
}


@pytest.mark.parametrize("fault", BAD_LAWS)
def test_what_is_no_law_is_refused(fault: str) -> None:
    steps = [LawStep(draws={"X": BAD_LAWS[fault]}, then={"w": X})]
    tree = FiniteTree(claims=(mean(w), "<", 0), start={"w": 0}, steps=steps)
    assert not check_certificate(tree.certificate).accepted
    with pytest.raises((ClaimError, ValueError)):
        tree.outcome()


def edited(*path: Any, to: Any) -> dict[str, Any]:
    """The certificate of a false bound with one thing changed, and no digest."""
    made = copy.deepcopy({k: v for k, v in walk(c).certificate.items() if k != "digest"})
    place = made
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return made


ATTACKS = {
    "a state named as a number": edited("start", 0, 0, to="c"),
    "a draw named as the state": edited("steps", 0, "draws", 0, 0, to="w"),
    "a draw named as the count of steps": edited("steps", 0, "draws", 0, 0, to="step"),
    "a number named as the count of steps": edited("numbers", 0, 0, to="step"),
    "a draw outside of its step": edited("left", 1, to=["v", "X"]),
    "a state outside of a mean": edited("left", to=["v", "w"]),
    "a mean inside a mean": edited("left", 1, to=["E", ["v", "w"]]),
    "a mean in a step": edited("steps", 0, "next", 0, 1, to=["E", ["v", "w"]]),
    "a move of what is no state": edited("steps", 0, "next", 0, 0, to="c"),
    "no times at all": edited("steps", 0, "times", to=0),
    "half a time": edited("steps", 0, "times", to=0.5),
    "too many times": edited("steps", 0, "times", to=10**9),
    "a float": edited("steps", 0, "draws", 0, 1, 0, 1, to=["q", 1.0]),
    "a negative power": edited("left", 1, to=["^", ["v", "w"], -1]),
    "an unknown operator": edited("left", 1, to=["exp", ["v", "w"]]),
    "one more key": edited("hypotheses", to=[]),
    "an unknown comparison": edited("op", to="!="),
    "the other direction": edited("op", to=">="),
    "an index without a table": edited("left", 1, to=["idx", "w", ["q", "1"]]),
}


def test_the_unchanged_one_is_accepted() -> None:
    assert check_certificate(edited("op", to="<=")).accepted


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_refused(attack: str) -> None:
    answer = check_certificate(ATTACKS[attack])
    assert not answer.accepted
    assert answer.message


def test_the_law_belongs_to_what_is_shown() -> None:
    """Another chance, value, step or table is another conclusion; the numbers are the point."""
    (shown,) = conclusions(walk(c).certificate)
    assert shown["says"] == "violated"
    assert shown["point"] == {"c": "2"}
    changes = [
        (("steps", 0, "times"), 4),
        (("steps", 0, "draws", 0, 1, 0, 1), ["q", "2"]),
        (("start", 0, 1), ["q", "1"]),
        (("data",), [["d", ["1"]]]),
        (("right",), ["q", "1"]),
    ]
    for path, value in changes:
        assert conclusions(edited(*path, to=value)) != [shown], path


def test_a_law_reads_as_formulas() -> None:
    (shown,) = conclusions(walk(c).certificate)
    told = list(law_formulas(shown["statement"]))
    assert told[0] == ("statement", r"\mathbb{E}\left[w^{2}\right] \le c")
    assert ("at the start", "w = 0") in told
    assert told[-1] == ("then (3 times in a row)", r"w \leftarrow w + X")
    assert r"\text{with chance } \frac{1}{2}" in told[-2][1]
    nested = latex(when(w, ">", 0, 1, when(w, "<", 0, -1, 0)).tree)
    assert nested.count("cases") == 2


def test_outcomes_without_a_chance_are_left_out() -> None:
    def told(chance: Any) -> str:
        other = ["+", ["q", "1"], ["neg", chance]]
        return law_formula([[chance, ["q", "2"]], [other, ["q", "3"]]])

    for sure in (["q", "1"], ["neg", ["q", "-1"]], ["+", ["q", "1/3"], ["q", "2/3"]]):
        assert told(sure) == "2"
    assert told(["q", "0"]) == "3"
    third = told(["q", "1/3"])
    assert r"\frac{1}{3}" in third
    assert r"\frac{2}{3}" in third
    assert "1 - p" in told(["v", "p"])
    assert "cases" in told(["neg", ["v", "p"]])


@pytest.mark.parametrize(
    "dead",
    [["q"], ["v", "unknown"], ["idx", "nothing", ["q", "1"]], ["^", ["q", "1"], "x"], [], "x"],
)
def test_a_branch_that_is_never_taken_is_read_too(dead: Any) -> None:
    def law(other: Any) -> dict[str, Any]:
        return {
            "kind": "finite-tree", "numbers": [["c", "1"]], "data": [],
            "start": [["x", ["q", "1"]]], "steps": [], "where": [], "op": ">=", "right": ["q", "2"],
            "left": ["E", ["if", [["v", "x"], ">", ["q", "0"]], ["v", "x"], other]],
        }  # fmt: skip

    assert check_certificate(law(["q", "3"])).accepted
    assert "malformed" in check_certificate(law(dead)).message
