"""The best order of a bound as a declared statement: it is shown by its own certificate alone."""

import copy
from dataclasses import replace

import pytest

from workbench.claims import Grade
from workbench.rates import Order, best_rate, compare, rate_is
from workbench.rates.check import digest, orders
from workbench.referee import graded
from workbench.referee.checkers import conclusions_of, ruling_on
from workbench.referee.grading import statement_digest

BOUND = {"terms": ["1/T", "T*d/n"], "free": ["T"]}
BEST = Order("sqrt(d/n)", **BOUND, region=["d/n"])


def shown(certificate) -> set[str]:
    return set(map(statement_digest, orders(conclusions_of(certificate))))


def earned(order: Order, declared: Order) -> Grade:
    found = rate_is(order)
    assert found.decision == "holds"
    return graded(found, ruling_on(found.certificate), encoded=[declared.digest]).grade


def test_what_is_declared_is_what_the_certificate_shows():
    assert earned(BEST, BEST) == Grade.CERTIFIED
    assert r"\min_{T} \left\{ \frac{1}{T} + \frac{T \, d}{n} \right\} \asymp" in BEST.latex()
    assert r"\quad \text{if } \frac{d}{n} \le 1" in BEST.latex()


def test_a_bound_without_parameters_is_no_minimum():
    assert Order("1", ["1", "d/n"], region=["d/n"]).latex().startswith(r"1 + \frac{d}{n} \asymp 1")


@pytest.mark.parametrize(
    "other",
    [
        Order("sqrt(d/n)", **BOUND),
        Order("sqrt(d/n)", **BOUND, region=["1/n"]),
        Order("sqrt(d/n)", ["2/T", "T*d/n"], free=["T"], region=["d/n"]),
        Order("sqrt(d/n)", ["1/T", "T*d/n"], ["1/T"], free=["T"], region=["d/n"]),
        Order("sqrt(1/n)", **BOUND, region=["d/n"]),
        Order("sqrt(d/n)", **BOUND, region=["d/n"], logs=["d"]),
    ],
)
def test_another_statement_is_not_shown(other: Order):
    assert earned(BEST, other) == Grade.ARGUED


def test_the_best_order_is_also_an_upper_bound_and_not_the_other_way_round():
    larger = Order("1", **BOUND, region=["d/n"], or_worse=True)
    assert earned(larger, larger) == Grade.CERTIFIED
    assert earned(larger, replaced(larger, or_worse=False)) == Grade.ARGUED
    assert earned(BEST, replaced(BEST, or_worse=True)) == Grade.CERTIFIED


def replaced(order: Order, **changes: bool) -> Order:
    return replace(order, **BOUND, region=["d/n"], **changes)


def test_what_the_constraints_ask_of_the_data_belongs_to_the_statement():
    limits = ["T/n", "m/T"]
    silent = Order("sqrt(d/n) + m*d/n + 1/n", ["1/T", "T*d/n"], limits, free=["T"])
    spoken = Order(silent.claimed, ["1/T", "T*d/n"], limits, free=["T"], region=["m/n"])
    assert earned(silent, silent) == Grade.ARGUED
    assert earned(spoken, spoken) == Grade.CERTIFIED


def test_a_comparison_with_another_rate_or_on_a_smaller_region_joins_nothing():
    rate = best_rate(**BOUND, region=["d/n"])
    here = compare("sqrt(d/n)", rate).certificate()
    both = {"kind": "all", "members": [rate.certificate(), here]}
    assert BEST.digest in shown(both)
    for other in (
        compare("sqrt(d/n)", "sqrt(d/n)", ["d/n", "1/d"]).certificate(),
        compare("d/n", "d/n", ["d/n"]).certificate(),
    ):
        apart = {"kind": "all", "members": [rate.certificate(), other]}
        assert ruling_on(apart).accepted
        assert shown(apart) == set()
    assert shown(here) == shown(rate.certificate()) == set()


def test_a_tampered_verdict_is_rejected():
    found = copy.deepcopy(rate_is(replaced(BEST, or_worse=True)).certificate)
    found["members"][1]["verdict"] = "worse"
    found["members"][1]["digest"] = digest(found["members"][1])
    assert not ruling_on(found).accepted
