"""A false variant stands beside the arguments that it changes, and no check loses one."""

from functools import cache

import pytest
import sympy as sp

from tests.workbench.runner.toy import GOOD, Toys
from workbench.claims import (
    Claim,
    Grade,
    Outcome,
    Outcomes,
    because,
    broken,
    dropped,
    fails,
    holds,
    load,
)
from workbench.errors import ClaimError, EvidenceError


def claim() -> Claim:
    return Claim(
        "t.a", title="t", statement="x", ours=("lemma", "s")
    )  # fmt: skip


def decided(value: int) -> Outcome:
    return (holds if value == 1 else fails)("m", "s", grade=Grade.DERIVED)


def test_variants_are_the_mutants_of_the_check_above_in_the_order_of_the_page():
    @claim().exact
    @broken("two", "2 is not   1.", value=2)
    @broken("three", "3 is not 1.", value=3)
    def one(*, value: int = 1) -> Outcome:
        return decided(value)

    assert [(m.name, m.doc) for m in one.mutants] == [
        ("two", "2 is not 1."),
        ("three", "3 is not 1."),
    ]
    assert one().decision == "holds"
    assert all(one.rejects(m()) for m in one.mutants)
    assert {m.module for m in one.mutants} == {__name__}


def test_a_reason_that_stands_below_belongs_to_the_variant_directly_above_it():
    @claim().exact
    @broken("two", value=2)
    @because("2 is not   1.")
    @broken("three", "3 is not 1.", value=3)
    @broken("four", value=4)
    @because("4 is not 1.")
    def one(*, value: int = 1) -> Outcome:
        return decided(value)

    assert [(m.name, m.doc) for m in one.mutants] == [
        ("two", "2 is not 1."),
        ("three", "3 is not 1."),
        ("four", "4 is not 1."),
    ]


def test_each_of_several_conditions_has_a_variant_that_lacks_it():
    either = [[("x", ">", 0), ("y", "=", "x")], [("y", "=", 0)]]
    given = (("x", "<=", 1), "1/n", "log(d)**2/(n*eps)", "eps", either)

    @claim().exact
    @broken("two", "2 is not 1.", value=2)
    @dropped("where", given, "It is another one.")
    def one(*, value: int = 1, where: tuple[object, ...] = given) -> Outcome:
        return decided(value if where == given else 0)

    assert [(m.name, m.doc) for m in one.mutants][1:] == [
        ("without_x_<=_1", "Without x <= 1: It is another one."),
        ("without_n_>=_1", "Without n >= 1: It is another one."),
        ("without_condition_3_of_where", "Without ln(d)^2 <= n*eps: It is another one."),
        ("without_eps_<=_1", "Without eps <= 1: It is another one."),
        ("without_condition_5_of_where", "Without (x > 0, y = x) or (y = 0): It is another one."),
    ]
    assert all(one.rejects(m()) for m in one.mutants)

    @claim().exact
    @dropped("where", given, {2: "Of one.", 0: "Of another."})
    @dropped("far", ("x" * 60, "n"), "Of two.", 0)
    def some(*, where: tuple[object, ...] = given, far: tuple[str, ...] = ()) -> Outcome:
        return decided(1 if where == given[1:] else 2)

    assert [(m.name, m.doc[-8:]) for m in some.mutants] == [
        ("without_condition_3_of_where", " Of one."),
        ("without_x_<=_1", "another."),
        ("without_condition_1_of_far", " Of two."),
    ]
    assert [some.rejects(m()) for m in some.mutants] == [True, False, True]


def test_a_mean_given_the_past_is_written_with_what_it_is_said_for():
    s, t, x = sp.symbols("s t x", real=True)
    given = (((s,), sp.exp(s * x), "=", sp.exp(s**2)), ((s, t), s * x, "<=", t), (x, "=", 1),
             ((s,), s * x, "=", 0, [(s, "<", 1)]))  # fmt: skip

    @claim().exact
    @dropped("given", given, "It is another one.")
    def one(*, given: tuple[object, ...] = given) -> Outcome:
        return decided(len(given) - 3)

    assert [(m.name, m.doc) for m in one.mutants] == [
        ("without_condition_1_of_given",
         "Without E[exp(s*x) | past] = exp(s^2) for all s: It is another one."),
        ("without_condition_2_of_given",
         "Without E[s*x | past] <= t for all s, t: It is another one."),
        ("without_x_=_1", "Without x = 1: It is another one."),
        ("without_condition_4_of_given",
         "Without E[s*x | past] = 0 for all s with s < 1: It is another one."),
    ]  # fmt: skip


def test_conditions_on_means_given_the_past_are_named_as_such():
    x = sp.Symbol("x", real=True)
    given = ((x, "=", 0), (sp.Abs(x), "<=", 1))

    @claim().exact
    @dropped("given", given, "It is another one.", past=True)
    def one(*, given: tuple[object, ...] = given) -> Outcome:
        return decided(len(given) - 1)

    assert [(m.name, m.doc) for m in one.mutants] == [
        ("without_condition_1_of_given", "Without E[x | past] = 0: It is another one."),
        ("without_condition_2_of_given", "Without E[abs(x) | past] <= 1: It is another one."),
    ]


def test_a_condition_that_is_no_name_is_written_as_it_would_be_typed():
    i, n = sp.symbols("i n", integer=True, positive=True)
    u = sp.IndexedBase("u", real=True)
    given = ((sp.Sum(sp.Abs(u[i]), (i, 1, n + 1)), "<=", 1), (n, "=", sp.Sum(u[i] ** 2, (i, 1, n))))

    @claim().exact
    @dropped("where", given, "It is another one.")
    def one(*, where: tuple[object, ...] = given) -> Outcome:
        return decided(1 if where == given else 0)

    assert [(m.name, m.doc) for m in one.mutants] == [
        ("without_condition_1_of_where",
         "Without sum(i = 1..n + 1, abs(u[i])) <= 1: It is another one."),
        ("without_condition_2_of_where", "Without n = sum(i = 1..n, u[i]^2): It is another one."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("values", "why", "places"),
    [((), "x", ()), (("a",), "x", (1,)), (("a",), "x", (-1,)), (("a",), {1: "x"}, ()),
     (("a",), {}, ()), (("a",), {0: "x"}, (0,))],
)  # fmt: skip
def test_what_is_not_there_cannot_be_dropped(values, why, places):
    with pytest.raises(ClaimError, match=r"is no place of \d conditions\. Count from 0"):
        dropped("where", values, why, *places)


@pytest.mark.parametrize("why", ["", " ", {0: "It is.", 1: ""}])
def test_a_condition_is_dropped_with_the_reason_why_it_is_needed(why):
    with pytest.raises(ClaimError, match="Give a sentence for each"):
        dropped("where", ("a", "b"), why)


def test_a_check_that_yields_is_the_meet_of_all_that_it_yields():
    @claim().exact
    @broken("two", "2 is not 1.", value=2)
    def one(*, value: int = 1) -> Outcomes:
        yield decided(1)
        yield decided(value)
        yield holds("last", "it is still asked", grade=Grade.DERIVED)

    assert one().decision == "holds"
    assert one.mutants[0]().decision == "fails"
    assert one.mutants[0]().method == "m + last"


def test_a_sentence_among_what_a_check_yields_is_its_summary():
    @claim().exact
    def one() -> Outcomes:
        yield decided(1)
        yield "1 is 1"

    assert one().summary == "1 is 1"


def test_a_check_yields_nothing_but_outcomes_and_sentences():
    @claim().exact
    def one() -> Outcomes:
        yield True

    with pytest.raises(ClaimError, match="yielded bool: a check yields outcomes, and a sentence"):
        one()


def test_a_check_that_yields_nothing_proves_nothing():
    @claim().exact
    def one() -> Outcomes:
        yield from ()

    with pytest.raises(EvidenceError, match="a check that checks nothing proves nothing"):
        one()


def test_a_variant_belongs_to_one_check_even_through_another_decorator():
    first, second = claim(), claim()

    @cache
    @broken("two", "2 is not 1.", value=2)
    def one(*, value: int = 1) -> Outcome:
        return decided(value)

    assert [m.name for m in first.exact(one).mutants] == ["two"]
    assert second.exact(one).mutants == []


def refused(variants, words: str) -> None:
    c = claim()

    def one(*, value: int = 1, other: int = 1) -> Outcome:
        return decided(value * other)

    for variant in variants:
        one = variant(one)
    with pytest.raises(ClaimError, match=words):
        c.exact(one)
    assert c.checks == [], "nothing is half registered"


def test_a_malformed_variant_is_refused_when_its_check_is_registered():
    two = broken("two", "2 is not 1.", value=2)
    refused(
        [broken("two", "2.", valu=2)],
        r"t\.a::one: broken\('two', \.\.\.\) changes valu, and .* arguments value, other:",
    )
    refused([broken("two", "2.")], "changes nothing: a variant is false because of what")
    refused([broken("two", " ", value=2)], "has no reason: .* Say why")
    refused([broken("two", value=2)], "has no reason: .* Say why, here or in @because")
    refused([two, because("2 is not 1.")], r"because\('2 is not 1.'\) stands below no variant")
    refused([two, two], "t.a::one: two mutants are called two; rename one of them")


def test_a_variant_above_its_check_or_over_a_class_is_refused():
    check = claim().exact(lambda: decided(1))
    for wrong in (check, Grade, 3):
        with pytest.raises(ClaimError, match="Put it between the check's decorator and the func"):
            broken("two", "2 is not 1.", value=2)(wrong)


def test_a_variant_with_two_reasons_is_refused():
    for above in (broken("two", "2 is not 1.", value=2), because("2 is not 1.")):
        with pytest.raises(ClaimError, match=r"a variant has one reason\. Keep one of the two"):

            @above
            @because("1 is 1.")
            def one(*, value: int = 1) -> Outcome:
                return decided(value)


LOST = (
    GOOD
    + """
from workbench.claims import broken

@broken("two", "2 is not 1.", value=2)
def forgotten(*, value=1):
    return None
"""
)


def test_a_variant_that_no_check_takes_is_refused_with_its_paper(tmp_path, monkeypatch):
    toys = Toys(tmp_path)
    toys.paper(a=LOST)
    (failure,) = toys.use(monkeypatch).failures
    assert r"a.forgotten: no check takes broken('two', ...): nobody would ask it" in failure.message
    assert "such as @CLAIM.exact" in failure.message
    assert load([]).failures == ()
