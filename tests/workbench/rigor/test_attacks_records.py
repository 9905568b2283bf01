"""False statements about means over records of one law: each must be turned down."""

from __future__ import annotations

import copy
import itertools
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from tests.workbench.rigor.build import put
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.provers import stable_methods
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.rigor.provers.stable_methods import a, b, i, m, n, s
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.records import Records

Certificate = dict[str, Any]
OWN, OTHER = ("record", i), ("replaced", i)


@pytest.fixture(scope="module")
def stable() -> Certificate:
    """The bound by stability."""
    outcome = stable_methods.by_exchange()
    assert outcome.decision == "holds", outcome.reason
    return {key: value for key, value in (outcome.certificate or {}).items() if key != "digest"}


def test_what_is_proved_is_the_statement(stable: Certificate) -> None:
    """The rules are of use."""
    assert check_certificate(stable).accepted
    assert conclusions(stable) == [{"says": "moments", "statement": stable["moments"]}]


VALUES: list[Any] = [("f", data, record) for data in ("S", OTHER) for record in ("new", OWN)]


def test_a_mean_and_the_renamed_one_are_equal_in_an_example() -> None:
    """Three values, n = 2, f tells all of its arguments apart: by enumeration."""
    law = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}

    def f(data: tuple[int, ...], record: int) -> int:
        return (1 + data[0]) * (3 + record) ** 2 + 5 * data[1] ** 3 * (1 + record)

    def mean(replaced: bool, own: bool, place: int) -> Fraction:
        total = Fraction(0)
        for z in itertools.product(law, repeat=3):
            *sample, new = z
            data = list(sample)
            if replaced:
                data[place] = new
            chance = law[z[0]] * law[z[1]] * law[z[2]]
            total += chance * f(tuple(data), sample[place] if own else new)
        return total

    for place in (0, 1):
        for replaced, own in itertools.product((False, True), repeat=2):
            assert mean(replaced, own, place) == mean(not replaced, not own, place)
        assert mean(False, False, place) != mean(True, False, place)


TOLD = ("moments", "records")
F = {"name": "f", "stable": "s"}
CHANGES: dict[str, tuple[tuple[Any, ...], Any]] = {
    "half of the stability": (("moments", "right"), ["*", ["q", "1/2"], ["v", "s"]]),
    "a function that is not stable": ((*TOLD, "functions", 0, "stable"), None),
    "a stability that is no number": ((*TOLD, "functions", 0, "stable"), "n"),
    "a stability that is not declared": ((*TOLD, "functions", 0, "stable"), "t"),
    "a stability that is a mean": ((*TOLD, "functions", 0, "stable"), "m"),
    "no function": ((*TOLD, "functions"), []),
    "another function": ((*TOLD, "means", 0, "of", 0), "g"),
    "one function twice": ((*TOLD, "functions"), [F, F]),
    "a function called as a number": ((*TOLD, "functions", 0, "name"), "s"),
    "a function called as a mean": ((*TOLD, "functions", 0, "name"), "m"),
    "more of a function": ((*TOLD, "functions", 0, "law"), "normal"),
    "no number of records": ((*TOLD, "count"), "s"),
    "an unknown number of records": ((*TOLD, "count"), "k"),
    "no mean": ((*TOLD, "means"), []),
    "a mean of the name of a number": ((*TOLD, "means", 0, "name"), "s"),
    "two means of one name": ((*TOLD, "means", 0, "name"), "a"),
    "a sequence that is a number": ((*TOLD, "means", 1, "index"), None),
    "a number that is a sequence": ((*TOLD, "means", 0, "index"), "i"),
    "another index": ((*TOLD, "means", 1, "of", 2), ["record", "j"]),
    "an index that is no word": ((*TOLD, "means", 1, "index"), "i j"),
    "data that are no data": ((*TOLD, "means", 0, "of", 1), "T"),
    "data with a record": ((*TOLD, "means", 1, "of", 1), ["record", "i"]),
    "a record with data": ((*TOLD, "means", 1, "of", 2), ["replaced", "i"]),
    "a record at a number": ((*TOLD, "means", 0, "of", 2), ["record", "i"]),
    "a record of all": ((*TOLD, "means", 1, "of", 2), ["record"]),
    "further arguments": ((*TOLD, "means", 1, "of"), ["f", "S", "new", "new"]),
    "a symbol that is called as the index of relations": (("moments", "vars", 0, "name"), "i"),
    "a condition on a mean": (("moments", "where"), [[["v", "m"], "<=", ["v", "s"]]]),
    "records and an answer": (("moments", "answer"), {}),
    "nothing renamed": (("steps", 0, "of"), "c"),
    "a name that is taken": (("steps", 0, "name"), "a"),
    "a name of a function": (("steps", 0, "name"), "f"),
    "a name of a number": (("steps", 0, "name"), "s"),
    "a name of an index": (("steps", 0, "name"), "i"),
    "near itself": (("steps", 1, "second"), "m"),
    "near what nobody knows": (("steps", 1, "second"), "c"),
    "near what is at another record": (("steps", 1, "second"), "a"),
    "no steps": (("steps",), []),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_what_is_changed_is_refused(stable: Certificate, change: tuple[Any, Any]) -> None:
    """False, or about nothing."""
    path, to = change
    assert not check_certificate(put(stable, *path, to=to)).accepted


@pytest.mark.parametrize("first", VALUES)
@pytest.mark.parametrize("second", VALUES)
def test_only_what_is_renamed_is_near(first: Any, second: Any) -> None:
    """What is at S and z_i, renamed at S_i and z, is near what is at S and z, and so on."""
    c = sp.IndexedBase("c", real=True)
    told = Records(n, {"f": s}, {a[i]: first, b[i]: second})
    statement = MomentStatement((0, "<=", n), records=told)

    def steps(known: Known) -> None:
        known.renamed(c, a)
        known.near(c, b)

    near = first[1] == second[1] and first[2] != second[2]
    assert (moments_shown(statement, steps).decision == "holds") == near


def test_no_function_is_stable_by_less_than_nothing(stable: Certificate) -> None:
    """|m - ...| <= s where s <= -1: no function is so, and of all of them anything is true."""
    told = copy.deepcopy(stable)
    (number,) = [one for one in told["moments"]["vars"] if one["name"] == "s"]
    number["high"] = "-1"
    assert not check_certificate(told).accepted
    told = put(stable, "moments", "where", to=[[["v", "s"], "<", ["q", "0"]]])
    assert "anything would be true" in check_certificate(told).message


def test_nothing_is_renamed_without_records() -> None:
    """The rules are for records alone."""
    statement = MomentStatement((0, "<=", s), where=[(0, "<=", s)])
    for step in (lambda k: k.renamed(b, a), lambda k: k.near(m, b)):
        assert moments_shown(statement, step).decision == "refused"
