"""A normal form is kept for the next one who reads the same term, so no rule may change it."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.check.numbers import ONE, ZERO, natural, put
from workbench.rigor.check.theorem.terms import Terms
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers import bounded_increments
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import Theorem, number, square, vector

ANY = {"low": None, "low_open": False, "high": None, "high_open": False}


def with_a_number_left() -> Proof:
    """0 <= |u|^2 + a from the square alone: a is left, and is at least 0."""
    a, u = number("a", at_least=0), vector("u")
    proof = Proof(Theorem((a, u), concludes=(0, "<=", square(u) + a)))
    proof.gram(proof.theorem.concludes, [], squares=[(1, u)])
    return proof


@pytest.mark.parametrize(
    "made", [with_a_number_left, bounded_increments.tails, bounded_increments.largest]
)
def test_what_is_read_stays_as_it_was_read(
    made: Callable[[], Proof], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Any, Any]] = []
    for name in ("affine", "vector"):
        read = getattr(Terms, name)

        def noted(self: Terms, term: Any, read: Any = read) -> Any:
            found = read(self, term)
            seen.append((found, dict(found)))
            return found

        monkeypatch.setattr(Terms, name, noted)
    answer = check_certificate(made().certificate)
    assert answer.accepted, answer.message
    assert seen
    assert all(now == then for now, then in seen)


def number_of_draws() -> Terms:
    """The terms about draws x[0], x[1], ..., and an integer n >= 1."""
    draws = {"name": "x", "sort": "draws", "mean": None, "law": None, "geometry": None,
             "index": "i"}  # fmt: skip
    return Terms({"n": natural("n", 1), "x": draws})


def total(end: Any) -> Any:
    """x[0] + ... + x[end]."""
    return ["vsum", "k", ZERO, end, ["at", "x", ["v", "k"]]]


def before(times: int) -> Any:
    """The integer n less a number."""
    return ["+", ["v", "n"], ["q", str(-times)]]


AT_LEAST_3 = [["q", "3"], "<=", ["v", "n"]]


@pytest.mark.parametrize("times", [0, 1])
def test_a_sum_whose_end_is_known_by_a_later_condition_is_made_anew(times: int) -> None:
    terms = number_of_draws()
    inside = terms.within(natural("j", 0))
    inside.where.append(AT_LEAST_3)
    inside.vector(total(before(3)))  # from now on an end that is known, if only it is one
    read = total(before(2))
    for _ in range(times):  # also where the sum stands inside of another one
        read = ["vsum", "j", ZERO, ["q", "4"], read]
    at_first = terms.vector(read)
    terms.where.append(AT_LEAST_3)
    later = terms.vector(read)
    assert len(at_first) == 1
    assert len(later) == 2  # the sum up to n - 3, and x[n-2]
    assert later == terms.vector(deepcopy(read))


def test_a_sum_that_no_condition_changes_is_made_once() -> None:
    terms, read = number_of_draws(), total(before(1))
    at_first = terms.vector(read)
    terms.where.append(AT_LEAST_3)
    assert terms.vector(read) is at_first
    assert terms.vector(deepcopy(read)) is at_first


def test_what_is_visible_under_a_condition_is_not_so_outside_of_it() -> None:
    terms = number_of_draws()
    inside = terms.within(natural("j", 0))
    inside.where.append(AT_LEAST_3)
    assert inside.index(before(3), 0) == before(3)
    with pytest.raises(Malformed, match="not visibly at least 0"):
        terms.index(before(3), 0)
    with pytest.raises(Malformed, match="not visibly at least 1"):
        inside.index(before(3), 1)


def test_an_index_of_one_name_is_not_taken_for_another_that_starts_later() -> None:
    terms, there = number_of_draws(), ["at", "x", ["+", ["v", "k"], ["q", "-1"]]]
    assert len(terms.within(natural("k", 1)).vector(there)) == 1
    with pytest.raises(Malformed, match="not visibly at least 0"):
        terms.within(natural("k", 0)).vector(there)


def test_what_stands_inside_of_a_sum_knows_the_conditions_that_are_found_later() -> None:
    terms = number_of_draws()
    moved = ["vsum", "k", ZERO, before(1), ["at", "x", ["+", ["v", "k"], before(3)]]]
    with pytest.raises(Malformed, match="not visibly at least 0"):
        terms.vector(moved)
    terms.where.append(AT_LEAST_3)
    assert len(terms.vector(moved)) == 1


def test_a_point_is_one_of_a_set_in_its_own_scope_alone() -> None:
    points = {"name": "y", "sort": "points", "geometry": "G"}
    terms = Terms({"n": natural("n", 1), "G": {"name": "G", "sort": "convex"},
                   "a": {"name": "a", "sort": "real", **ANY}, "y": points})  # fmt: skip
    a, u, v = ["v", "a"], ["at", "y", ZERO], ["at", "y", ["v", "n"]]
    mixed = ["v+", ["v*", a, u], ["v*", ["+", ONE, ["neg", a]], v]]
    inside = terms.within(natural("j", 0))
    inside.where += [[ZERO, "<=", a], [a, "<=", ONE]]
    inside.member("G", mixed)
    with pytest.raises(Malformed, match="is no point of G"):
        terms.member("G", mixed)


def test_what_holds_nothing_that_is_put_in_stays_the_term_it_is() -> None:
    a, there = ["*", ["v", "a"], ["idx", "s", ["v", "k"]]], ["at", "x", ["v", "k"]]
    term = ["dot", ["vec", "u"], ["v*", a, there]]
    as_it_was = deepcopy(term)
    assert put(term, {"b": ONE, "w": ["vec", "v"], "y": "z"}) is term
    moved = put(term, {"k": ONE, "x": "y", "s": "t"})
    assert moved == ["dot", ["vec", "u"], ["v*", ["*", ["v", "a"], ["idx", "t", ONE]],
                                           ["at", "y", ONE]]]  # fmt: skip
    assert moved[1] is term[1]
    assert term == as_it_was


@pytest.mark.parametrize("made", [bounded_increments.tails, bounded_increments.largest])
def test_a_certificate_is_read_as_it_stands(made: Callable[[], Proof]) -> None:
    certificate = made().certificate
    as_it_was = deepcopy(certificate)
    assert check_certificate(certificate).accepted
    assert certificate == as_it_was
