"""Attacks with conditions that only together are met by nothing; what something meets is taken.

With hypotheses that contradict each other a proof without a false step would certify what is
false: of numbers, matrices, and laws that no random variable has.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from tests.workbench.rigor.build import Tree, add, div, mul, neg, power, q, v, var
from tests.workbench.rigor.test_attacks_expectations import law, proof
from tests.workbench.rigor.test_attacks_moments import covariance
from tests.workbench.rigor.test_attacks_vacuous import answer, gram, real
from workbench.rigor.check import check_certificate
from workbench.rigor.check.contradictions import contradictory
from workbench.rigor.check.matrices import check_psd
from workbench.rigor.check.vacuous import is_vacuous

__all__ = ["covariance"]
Relation = list[Any]
TRUE = [q(0), "<=", q(1)]


def beside(diagonal: Tree, off: Tree, rows: int) -> list[Any]:
    """A matrix with one number on the diagonal and another one beside it."""
    return ["psd", [[diagonal if j == k else off for k in range(rows)] for j in range(rows)]]


X, Y, Z, A, B = (real(name) for name in "xyzab")
L, MU = real("L", low="0"), real("mu", low="0", low_open=True)
x, y, z = v("x"), v("y"), v("z")
MIXED = ["psd", [[q(1), q(1), q(1)], [q(1), q(1), q(-1)], [q(1), q(-1), q(1)]]]
BORDERED = ["psd", [*([*row, x] for row in beside(q(1), q("-2/3"), 3)[1]), [x, x, x, y]]]
NUMBERS: dict[str, tuple[list[Any], list[Any]]] = {
    "a matrix with a negative minor of three rows": ([], [MIXED]),
    "one with a negative minor of four rows": ([], [beside(q(1), q("-2/5"), 4)]),
    "one with a negative minor of nine rows": ([], [beside(q(1), q("-1/7"), 9)]),
    "one with roots in it": ([], [beside(q(1), neg(["root", 2, q("1/8")]), 4)]),
    "one with 0 on the diagonal": ([], [["psd", [[q(0), q(1)], [q(1), q(5)]]]]),
    "one that is constant but for a row": ([X, Y], [BORDERED]),
    "one with a number that is given": ([X], [[x, "=", q("-2/5")], beside(q(1), x, 4)]),
    "one with a number between two ends": (
        [X], [[x, "<=", q("-2/5")], [x, ">=", q("-2/5")], beside(q(1), x, 4)]),
    "one with a number by two equations": (
        [X, Y], [[add(x, y), "=", q(0)], [add(x, neg(y)), "=", q("-4/5")], beside(q(1), x, 4)]),
    "one with numbers of two signs": (
        [L, MU], [["psd", [[v("L"), v("mu"), v("mu")], [v("mu"), q(0), v("mu")],
                           [v("mu"), v("mu"), v("L")]]]]),
    "strong above smooth": ([L, MU], [[v("L"), "<", v("mu")], [v("mu"), "<=", v("L")]]),
    "a circle of inequalities": ([X, Y, Z], [[x, "<=", y], [y, "<=", z], [add(z, 1), "<=", x]]),
    "a sum of what is at least 0": ([L, MU], [[add("L", "mu"), "<=", q(0)]]),
    "a square below 0": ([X], [[power("x", 2), "<=", q(-1)]]),
    "a square below that of a bound": ([X], [[power("x", 2), "<=", q(3)], [q(2), "<=", x]]),
    "a product below that of bounds": (
        [X, Y], [[mul("x", "y"), "<=", q(5)], [q(2), "<=", x], [q(3), "<=", y]]),
    "a fraction below 0": ([X, MU], [[div("mu", add(1, power("x", 2))), "<=", q(0)]]),
    "an exponential below 0": ([X], [[["exp", x], "<=", q(0)]]),
    "a probability above 1": ([real("p", low="0", high="1")], [[q(3), "<=", mul(2, "p")]]),
    "what an equation defines": (
        [X, Y], [[y, "=", power("x", 2)], [x, "=", q(2)], [y, "<=", q(3)]]),
    "a defined number off its interval": ([L, X], [[v("L"), "=", neg(power("x", 2))],
                                                   [x, "=", q(2)]]),
}  # fmt: skip


@pytest.mark.parametrize("what", NUMBERS)
def test_numbers_that_only_together_are_met_by_nothing_are_refused(what: str) -> None:
    symbols, given = NUMBERS[what]
    assert "anything would be true" in answer(symbols, given, TRUE, [gram(TRUE)])


MET: dict[str, tuple[list[Any], list[Any]]] = {
    "a matrix on the border": ([], [beside(q(1), q("-1/3"), 4)]),
    "a matrix of zeros": ([], [beside(q(0), q(0), 3)]),
    "a matrix with a number that may be small": ([X], [beside(q(1), x, 4)]),
    "two numbers that are equal": ([X, Y], [[x, "<=", y], [y, "<=", x]]),
    "a square at its bound": ([X], [[power("x", 2), "<=", q(4)], [q(2), "<=", x]]),
    "a product of one sign": ([X, Y], [[mul("x", "y"), "<=", q(5)], [q(2), "<=", x]]),
    "a fraction at 0": ([X, Y], [[div("x", add(1, power("y", 2))), "<=", q(0)]]),
}  # fmt: skip


@pytest.mark.parametrize("what", MET)
def test_conditions_that_can_be_met_are_taken(what: str) -> None:
    symbols, given = MET[what]
    assert answer(symbols, given, TRUE, [gram(TRUE)]) == "accepted"


def test_conditions_that_a_point_meets_are_never_refused() -> None:
    # relations that hold at a point drawn first; a third of them would not if they were strict
    rng = random.Random(7)
    for _ in range(300):
        point = {name: Fraction(rng.randint(-6, 6), rng.randint(1, 3)) for name in "xyz"}
        where: list[Relation] = []
        for _ in range(rng.randint(1, 7)):
            terms = [(rng.randint(-3, 3), rng.choices("xyz", k=rng.randint(0, 3)))
                     for _ in range(rng.randint(1, 4))]  # fmt: skip
            tree = add(0, *(mul(c, 1, *names) for c, names in terms))
            value = sum(
                (c * _product(point[name] for name in names) for c, names in terms), Fraction(0)
            )
            where.append([tree, *rng.choice((["<=", q(value)], [">=", q(value)], ["=", q(value)],
                                             ["<", q(value + 1)]))])  # fmt: skip
        ends = [{**real(name), rng.choice(("low", "high")): str(point[name])} for name in "xyz"]
        assert not is_vacuous({"vars": ends, "where": where}), (point, where)


def _product(factors: Any) -> Fraction:
    found = Fraction(1)
    for factor in factors:
        found *= factor
    return found


def test_matrices_that_are_semidefinite_are_never_refused() -> None:
    rng = random.Random(3)
    for _ in range(60):
        rows, rank = rng.randint(1, 5), rng.randint(1, 5)
        lower = [[rng.randint(-3, 3) for _ in range(rank)] for _ in range(rows)]
        made = [[sum(map(int.__mul__, a, b)) for b in lower] for a in lower]
        assert answer([], [["psd", [[q(c) for c in row] for row in made]]], TRUE, [gram(TRUE)]) == (
            "accepted"
        )
        place = rng.randrange(rows)
        made[place][place] = -1
        assert "anything" in answer(
            [], [["psd", [[q(c) for c in row] for row in made]]], TRUE, [gram(TRUE)]
        )
    assert check_psd({"matrix": [["1"]], "L": [["1"]], "D": ["1"]}).accepted


def test_what_no_combination_says_is_left_open() -> None:
    cube = [[power("x", 3), "<=", q(-1)], [q(0), "<=", x]]
    assert is_vacuous({"vars": [X], "where": cube})  # x^3 has the sign of x
    assert not contradictory([X, Y], [[mul("x", "x", "y"), "<=", q(-1)]])


def every(of: Tree, op: str, bound: Tree, **more: Any) -> dict[str, Any]:
    """A hypothesis about a mean."""
    return {"vars": [], "where": [], "of": of, "op": op, "bound": bound, **more}


FREE = [var("x")]
MEAN, SQUARE = ("m", x, True), ("s", power("x", 2), True)
LAWS: dict[str, dict[str, Any]] = {
    "a second moment below the square of the mean": law(
        q(0), "<=", q(1), [MEAN, SQUARE], random=FREE, where=[[v("s"), "<", power("m", 2)]]),
    "one below that of a bound": law(
        q(0), "<=", q(1), [MEAN, SQUARE], random=FREE,
        where=[[q(2), "<=", v("m")], [v("s"), "<=", q(3)]]),
    "the mean of 1": law(q(0), "<=", q(1), [], random=FREE, all=[every(q(1), "<=", q(0))]),
    "the mean of a square below 0": law(
        q(0), "<=", q(1), [], random=FREE, all=[every(power("x", 2), "<=", q(-1))]),
    "two means": law(
        q(0), "<=", q(1), [], random=FREE,
        all=[every(x, "=", q(2)), every(power("x", 2), "<=", q(3))]),
    "the mean of what is sure to be less": law(
        q(0), "<=", q(1), [], random=FREE, sure=[[[[x, "<=", q(1)]]]],
        all=[every(x, ">=", q(2))]),
    "a mean off the interval": law(q(0), "<=", q(1), [MEAN], where=[[q(2), "<=", v("m")]]),
    "for all numbers": law(
        q(0), "<=", q(1), [], random=FREE,
        all=[every(["exp", mul("t", "x")], "<=", q(-1), vars=[var("t")])]),
}  # fmt: skip


@pytest.mark.parametrize("what", LAWS)
def test_laws_that_no_random_variable_has_are_refused(what: str) -> None:
    found = check_certificate(proof(LAWS[what]))
    assert not found.accepted
    assert "anything would be true" in found.message


def test_laws_that_there_are_are_taken() -> None:
    border = law(q(0), "<=", q(1), [MEAN, SQUARE], random=FREE,
                 where=[[v("s"), "<=", power("m", 2)]])  # fmt: skip
    assert check_certificate(proof(border)).accepted
    # x = 0 and x = 4 with equal chances: nothing was multiplied by 1 + x^2
    share = [[div(1, add(1, power("x", 2))), ">=", q("1/2")], [power("x", 2), ">=", q(4)]]
    assert not contradictory(FREE, [], share)


def test_what_is_said_of_all_numbers_may_not_contradict_the_numbers(covariance: Any) -> None:
    entry = ["idx", "r", v("j")]
    below = {"vars": [{**real("j"), "sort": "int"}], "where": [], "left": entry, "op": "<=",
             "right": q(-1)}  # fmt: skip
    told = covariance["moments"]
    told = {**told, "vars": [*told["vars"], real("r", "seq", low="0")]}
    assert check_certificate({**covariance, "moments": told}).accepted
    changed = {**covariance, "moments": {**told, "every": [*told["every"], below]}}
    assert "anything would be true" in check_certificate(changed).message


def test_what_is_too_long_to_look_at_is_no_contradiction() -> None:
    names = [f"x{k}" for k in range(30)]
    doubled = [[v(a), "=", mul(a, b)] for a, b in pairwise(names)]
    assert not is_vacuous({"vars": [real(name, low="0") for name in names], "where": doubled})
    forms = [[add(*(mul(j + k, a) for k, a in enumerate(names))), "<=", q(j)] for j in range(60)]
    assert not is_vacuous({"vars": [real(name, low="0") for name in names], "where": forms})
    assert answer([], [beside(q(30), q(1), 30)], TRUE, [gram(TRUE)]) == "accepted"
