"""Certificates of delta: no plan, however odd, shows anything but the truth."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from workbench.privacy import Gaussian
from workbench.rigor.check import check_certificate
from workbench.rigor.check.accounting import (
    Inversion,
    InversionPlan,
    check_accounting,
    read_composition,
    read_plan,
)
from workbench.rigor.check.conclusions import conclusions
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.trees import Malformed

PLAN = {"c": "9/4", "beyond": "7", "span": "20", "nodes": 64, "blur": "0"}
NOISE = {"kind": "gaussian", "size": "1", "scale": "8", "count": 16}
TRUTH = Gaussian(2.0).delta_bounds(1.0, sensitivity=1.0)


HIGH, LOW = (str(Fraction(TRUTH.lower) * (1 + Fraction(k, 10**6))) for k in (1, -1))


def certificate(side="at most", delta=HIGH, **more: Any) -> dict[str, Any]:
    return {
        "kind": "accounting", "side": side, "pairs": [NOISE], "epsilon": "1",
        "delta": delta, "plan": PLAN, **more,
    }  # fmt: skip


def test_both_sides_are_shown_and_false_ones_are_not():
    assert check_certificate(certificate()).accepted
    assert check_certificate(certificate("at least", LOW)).accepted
    for side, delta in (("at most", LOW), ("at least", HIGH)):
        answer = check_certificate(certificate(side, delta))
        assert not answer.accepted
        assert f"and not {side}" in answer.message


def test_the_conclusion_names_pairs_epsilon_and_delta():
    (said,) = conclusions(certificate())
    assert said == {
        "says": "accounting", "pairs": [NOISE], "shows": "at most", "epsilon": "1",
        "delta": HIGH,
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_no_plan_moves_an_end_past_the_truth(seed):
    draw = random.Random(seed)
    c = Fraction(draw.randint(1, 4000), 200)
    plan = InversionPlan(
        c=c, beyond=c * Fraction(draw.randint(1001, 4000), 1000),
        span=Fraction(draw.randint(1, 400), 10), nodes=draw.choice([2, 3, 5, 16, 17, 60]),
        blur=Fraction(draw.choice([0, 0, 1, 20, 400]), 1000),
    )  # fmt: skip
    with precision(80):
        lower, upper = Inversion(read_composition([NOISE]), plan).delta(Fraction(1))
    assert not lower > arb(TRUTH.upper)
    assert not upper < arb(TRUTH.lower)


@pytest.mark.parametrize("seed", range(40))
def test_no_plan_moves_the_ends_of_a_lattice_past_the_truth(seed):
    draw = random.Random(seed)
    pair = {"kind": "randomized-response", "size": "1/4", "count": 20}
    c = Fraction(draw.randint(1, 1000), 100)
    epsilon = Fraction(draw.randint(0, 20), 4)  # losses lie on these
    plan = InversionPlan(c, 2 * c, Fraction(1), nodes=draw.choice([2, 5, 20, 21, 64, 65]))
    good = InversionPlan(Fraction(2), Fraction(4), Fraction(1), nodes=101)
    with precision(80):
        total = read_composition([pair])
        lower, upper = Inversion(total, plan).delta(epsilon)
        below, above = Inversion(total, good).delta(epsilon)
    assert not lower > above
    assert not upper < below


@pytest.mark.parametrize(
    "change",
    [
        {"side": "about"},
        {"pairs": []},
        {"pairs": [{**NOISE, "count": 0}]},
        {"pairs": [{**NOISE, "count": True}]},
        {"pairs": [{**NOISE, "scale": "0"}]},
        {"pairs": [{**NOISE, "scale": 8.0}]},
        {"pairs": [{**NOISE, "kind": "cauchy"}]},
        {"pairs": [{**NOISE, "chance": "1/2"}]},
        {"pairs": [{**NOISE, "chance": "3/2", "sampling": "add"}]},
        {"pairs": [{**NOISE, "chance": "1/2", "sampling": "shuffle"}]},
        {"pairs": [{"kind": "discrete-gaussian", "size": "1/2", "scale": "8", "count": 3}]},
        {"pairs": [{"kind": "discrete-gaussian", "size": "1", "scale": "99999", "count": 3}]},
        {"pairs": [{"kind": "approximate", "size": "1", "delta": "1", "count": 3}]},
        {"epsilon": "-1"},
        {"delta": "2"},
        {"plan": {**PLAN, "nodes": 10**9}},
        {"plan": {**PLAN, "c": "0"}},
        {"plan": {**PLAN, "beyond": "2"}},
        {"plan": {**PLAN, "span": "0"}},
        {"plan": {**PLAN, "blur": "1"}},
        {"surprise": 1},
    ],
)
def test_malformed_certificates_are_refused(change):
    answer = check_certificate({**certificate(), **change})
    assert not answer.accepted
    with pytest.raises((Malformed, KeyError, TypeError)):
        check_accounting({**certificate(), **change})


def test_less_noise_is_not_covered_by_the_certificate_of_more():
    forged = copy.deepcopy(certificate())
    forged["pairs"][0]["scale"] = "7"
    assert not check_certificate(forged).accepted
    forged["pairs"][0]["scale"] = "9"
    assert check_certificate(forged).accepted


def test_too_much_work_is_refused():
    heavy = {**NOISE, "sampling": "remove", "chance": "1/9"}
    answer = check_certificate(
        certificate(pairs=[heavy], plan={**PLAN, "nodes": 60_000, "span": "600"})
    )
    assert not answer.accepted


def test_a_plan_is_read_exactly():
    assert read_plan(PLAN).c == Fraction(9, 4)
