"""A counterexample is worth what its certificate says of that very point."""

import pytest
from sympy import symbols, sympify

from tests.workbench.runner.arithmetic import ONE, equal
from workbench.claims import Counterexample, Grade, all_of, argued, fails, holds
from workbench.rates import Order, rate_is
from workbench.referee import Ruling, graded
from workbench.referee.checkers import ruling_on
from workbench.referee.grading import statement_digest, statements
from workbench.rigor import inequality
from workbench.symbolic import relation

AT = {"x": "1/2", "u": "2"}


@pytest.mark.parametrize(
    ("point", "grade"),
    [
        ({"x": "1/2", "u": "2"}, Grade.CERTIFIED),
        ({"x": "1/2", "u": "2", "seed": "7"}, Grade.DERIVED),  # no variable of the statement
        ({"x": "1/3", "u": "2"}, Grade.DERIVED),
        ({"x": "1/2"}, Grade.DERIVED),
        ({}, Grade.DERIVED),
    ],
)
def test_the_point_that_is_shown_is_the_one_that_was_checked(point, grade):
    found = equal("1", "2", at=AT, counterexample=Counterexample(tuple(point.items()), ""))
    earned = graded(found, ruling_on(found.certificate))
    assert (earned.decision, earned.grade) == ("fails", grade)
    assert ("not that of its certificate" in earned.reason) == (grade < Grade.CERTIFIED)


def test_a_proof_of_something_is_no_counterexample_to_something_else():
    true = equal("1", "1").certificate
    point = Counterexample((("x", "1"),), "")
    found = graded(fails("m", "s", certificate=true, counterexample=point), ruling_on(true))
    assert found.grade == Grade.DERIVED
    assert "its certificate shows none" in found.reason


def test_what_is_argued_needs_its_certificate_and_not_the_declared_statement():
    certified = equal("1", "1")
    told = argued(certified, "The two sides are those of the theorem.")
    ruling = ruling_on(certified.certificate)
    for encoded in ((), ("0" * 16,), (ONE.digest, "0" * 16)):
        found = graded(certified, ruling, encoded=encoded, words="It is what it says.")
        assert (found.grade, len(found.joints)) == (Grade.ARGUED, 1)
        assert "It is what it says." in found.joints[0]
    assert graded(certified, ruling, encoded=[ONE.digest]) == certified
    assert graded(told, ruling, encoded=["0" * 16]) == told
    assert graded(told, Ruling("rejected", "it is false")).decision == "error"
    assert graded(told, Ruling("not checked", "it is too large")).grade == Grade.DERIVED


def test_what_equals_itself_shows_nothing_whoever_says_that_it_is_argued():
    same = {**ONE.statement, "left": ["q", "1"]}
    shown = {"kind": "identity", "statement": same}
    certified = holds("m", "s", certificate=shown)
    digest = statement_digest(same)
    for one in (certified, argued(certified, "It is what it says.")):
        found = graded(one, ruling_on(shown), encoded=[digest])
        assert (found.grade, found.joints) == (Grade.DERIVED, one.joints)
        assert "equals itself" in found.reason
    both = all_of(certified, equal("1", "1"))
    ruling = ruling_on(both.certificate)
    assert graded(both, ruling, encoded=[ONE.digest]) == both
    assert graded(both, ruling, encoded=[ONE.digest, digest]).grade == Grade.ARGUED


@pytest.mark.parametrize(
    ("left", "op", "right", "grade"),
    [
        ("x", "<=", "y", Grade.DERIVED),
        ("y", ">=", "x", Grade.DERIVED),
        ("2*x", "<=", "2*y", Grade.CERTIFIED),
        ("x", "<", "y + 1", Grade.CERTIFIED),
    ],
)
@pytest.mark.parametrize("given", ["<=", "<", "="])
def test_a_conclusion_that_is_its_own_condition_shows_nothing(left, op, right, grade, given):
    x, y = symbols("x y", positive=True)
    values = {"x": x, "y": y}
    condition = (y, given, x) if given == "=" else (x, given, y)
    found = inequality(
        relation(sympify(left, values), op, sympify(right, values), where=[condition])
    )
    assert found.decision == "holds"
    ruling = ruling_on(found.certificate)
    [shown] = statements(ruling.conclusions)
    earned = graded(found, ruling, encoded=[statement_digest(shown)], words="It is.")
    assert earned.grade == grade
    assert ("conditions say already" in earned.reason) == (grade == Grade.DERIVED)


@pytest.mark.parametrize(
    ("order", "grade"),
    [
        (Order("sqrt(d/n)", ["(d/n)**(1/2)"]), Grade.ARGUED),  # its own best order
        (Order("sqrt(d/n) + 1/n", ["1/n", "(d/n)**(1/2)"]), Grade.ARGUED),
        (Order("1", ["1", "(d/n)**(1/2)"], region=["d/n"]), Grade.CERTIFIED),
        (Order("sqrt(d/n)", ["1/T", "T*d/n"], free=["T"]), Grade.CERTIFIED),
    ],
)
def test_a_bound_without_parameters_that_is_its_own_order_shows_nothing(order, grade):
    found = rate_is(order)
    assert found.decision == "holds"
    earned = graded(found, ruling_on(found.certificate), encoded=[order.digest], words="It is.")
    assert earned.grade == grade


def test_what_was_not_checked_is_derived_at_most_and_says_why():
    found = equal("1", "1")
    earned = graded(found, Ruling("not checked", "it is too large"))
    assert (earned.grade, earned.decision) == (Grade.DERIVED, "holds")
    assert "it is too large" in earned.reason
    assert graded(found, Ruling("rejected", "it is false")).decision == "error"


def test_a_theorem_about_a_mean_says_that_it_takes_the_rules_about_means():
    certificate = {
        "kind": "theorem", "library": [], "proof": [],
        "theorem": {"symbols": [], "dimension": None, "given": [],
                    "conclusion": [["E", ["q", "1"]], "=", ["q", "1"]]},
    }  # fmt: skip
    both = {"kind": "all", "members": [equal("1", "1").certificate, certificate]}
    ruling = Ruling("accepted", "", conclusions=({"says": "psd"},))
    for one in (certificate, both):
        found = graded(holds("m", "s", certificate=one), ruling)
        assert "the checker's rules about expectations" in found.trust
        assert graded(found, ruling).trust == found.trust
    assert graded(equal("1", "1"), ruling).trust == equal("1", "1").trust
