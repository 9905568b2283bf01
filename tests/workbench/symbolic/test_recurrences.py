"""A statement with its recurrences: the definitions belong to what is declared and shown."""

import pytest
import sympy as sp

from workbench.claims import Grade
from workbench.referee import graded
from workbench.referee.checkers import ruling_on
from workbench.rigor import enumeration, induction
from workbench.symbolic import Defined, First, Rule, relation
from workbench.symbolic.text import parse

t = sp.Symbol("t", integer=True, nonnegative=True)
u = sp.IndexedBase("u", real=True)
DOUBLED = [Rule(u, t, 2 * u[t])]
POWER = Defined(relation(u[t], "=", 3 * 2**t), DOUBLED, [First(u, 0, 3)])


def grade(outcome, declared) -> Grade:
    assert outcome.decision == "holds"
    return graded(outcome, ruling_on(outcome.certificate), encoded=[declared.digest]).grade


def test_an_induction_shows_the_statement_with_its_definitions():
    assert grade(induction(POWER, "t", factor=2), POWER) == Grade.CERTIFIED
    assert r"u_{1 + t} = 2 \, u_{t}" in POWER.latex().replace(r"t + 1", "1 + t")


@pytest.mark.parametrize(
    "other",
    [
        relation(u[t], "=", 3 * 2**t),
        Defined(relation(u[t], "=", 3 * 2**t), DOUBLED),
        Defined(relation(u[t], "=", 3 * 2**t), [], [First(u, 0, 3)]),
        Defined(relation(u[t], "=", 3 * 2**t), [Rule(u, t, 2 * u[t], first=1)], [First(u, 0, 3)]),
    ],
)
def test_without_or_with_other_definitions_it_is_another_statement(other):
    assert grade(induction(POWER, "t", factor=2), other) == Grade.ARGUED


def test_an_inequality_by_induction_shows_it_as_well():
    grows = Defined(relation(u[t], ">=", 3), DOUBLED, [First(u, 0, 3)])
    assert grade(induction(grows, "t", factor=2), grows) == Grade.CERTIFIED


def test_an_enumeration_shows_it_up_to_its_last_entry():
    small = parse("u[n] <= 48", where="integer 0 <= n <= 4")
    stated = Defined(small, DOUBLED, [First(u, 0, 3)], last=4)
    longer = Defined(small, DOUBLED, [First(u, 0, 3)], last=5)
    assert grade(enumeration(stated), stated) == Grade.CERTIFIED
    assert grade(enumeration(stated), longer) == Grade.ARGUED
    assert enumeration(Defined(small, DOUBLED, [First(u, 0, 4)], last=4)).decision == "fails"
