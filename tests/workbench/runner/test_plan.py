"""Plans: the error budget is divided once for all, seeds and keys depend on names alone."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.claims import Claim, Grade, Library, Outcome, holds
from workbench.errors import ParameterError
from workbench.runner import RunSetting, Sources, divide, plan
from workbench.runner.plan import PARTS

SOURCES = Sources()


def library(statistical: int, exact: int = 1) -> Library:
    claims = {}
    for n in range(statistical + exact):
        claim = Claim(f"toy.c{n}", title="", statement="", ours=("lemma", ""))

        def check(run) -> Outcome:
            return holds("none", "yes", grade=Grade.SUPPORTED)

        (claim.statistical if n < statistical else claim.exact)(check)
        claims[claim.id] = claim
    return Library((), claims)


@given(st.integers(0, 9), st.integers(1, 4), st.fractions(Fraction(1, 10**6), Fraction(1, 2)))
def test_statistical_checks_have_equal_shares_and_others_none(s: int, e: int, budget: Fraction):
    many = library(s, e)
    planned = plan(many, setting=RunSetting(budget=budget), sources=SOURCES)
    alphas = {t.claim: t.alpha for t in planned.tasks}
    assert all(alphas[f"toy.c{n}"] == (budget / PARTS if n < s else 0) for n in range(s + e))
    assert {x.claim: x.alpha for x in planned.shares} == {c: a for c, a in alphas.items() if a}


def test_a_new_statistical_check_changes_no_other_task():
    few = {t.name: t for t in plan(library(3, 2), sources=SOURCES).tasks}
    many = {t.name: t for t in plan(library(7, 2), sources=SOURCES).tasks}
    assert all(many[name] == task for name, task in few.items() if int(task.claim[5:]) < 3)


def test_the_shares_never_exceed_the_budget():
    budget = Fraction(1, 1000)
    most = divide(library(PARTS, 1).claims.values(), budget)
    assert sum((x.alpha for x in most), Fraction(0)) == budget
    with pytest.raises(ParameterError, match=r"257 statistical checks.*Verify fewer papers"):
        plan(library(PARTS + 1, 1), sources=SOURCES)
    assert plan(library(PARTS + 1, 1), ["toy.c0"], sources=SOURCES).shares


def test_a_task_does_not_depend_on_what_else_is_selected():
    many = library(3, 2)
    everything = {t.name: t for t in plan(many).tasks}
    for id in many.claims:
        (alone,) = plan(many, [id]).tasks
        assert alone == everything[alone.name]


def test_seeds_differ_between_checks_and_between_mutants():
    tasks = plan(library(3, 2)).tasks
    seeds = [t.run(*name).seed for t in tasks for name in ((), ("a",), ("b",))]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize(
    "other", [RunSetting(seed=1), RunSetting(profile="full"), RunSetting(budget=Fraction(1, 10))]
)
def test_another_setting_is_another_key(other: RunSetting):
    many = library(1, 0)
    (before,), (after,) = plan(many).tasks, plan(many, setting=other).tasks
    assert before.key != after.key


def test_another_time_limit_part_or_mutant_is_another_key():
    many = library(1, 0)
    check = many["toy.c0"].checks[0]
    keys = {plan(many).tasks[0].key}
    many["toy.c0"].checks[0] = replace(check, seconds=7)
    keys.add(plan(many).tasks[0].key)
    many["toy.c0"].checks[0] = replace(check, corner="n = 1")
    keys.add(plan(many).tasks[0].key)
    check.mutant(lambda: None)
    many["toy.c0"].checks[0] = check
    keys.add(plan(many).tasks[0].key)
    assert len(keys) == 4


def test_full_checks_wait_for_the_full_profile():
    many = library(0, 1)
    many["toy.c0"].checks[0].profile = "full"
    assert plan(many).tasks == ()
    (task,) = plan(many, setting=RunSetting(profile="full")).tasks
    assert task.limit == 10 * many["toy.c0"].checks[0].seconds


@pytest.mark.parametrize(
    "wrong", [{"budget": Fraction(0)}, {"budget": Fraction(1)}, {"profile": "x"}]
)
def test_an_impossible_setting_is_refused(wrong):
    with pytest.raises(ParameterError, match="Choose"):
        RunSetting(**wrong)
