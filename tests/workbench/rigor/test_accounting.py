"""Certificates of delta: no plan, however odd, shows anything but the truth."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from workbench.privacy import Gaussian
from workbench.privacy.composition.inverting import PlanSearch
from workbench.rigor.check import check_certificate
from workbench.rigor.check.accounting import (
    Inversion,
    InversionPlan,
    Rounded,
    check_accounting,
    read_composition,
    read_plan,
)
from workbench.rigor.check.conclusions import conclusions
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.rounding import RoundedPart, RoundedSum, RoundingPlan
from workbench.rigor.check.trees import Malformed

PLAN = {"c": "9/4", "beyond": "7", "span": "20", "nodes": 64}
GRID = {"step": "1/100", "ends": [[-200, 200]], "bottom": -400, "top": 400, "least": "0"}
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
    )  # fmt: skip
    with precision(80):
        lower, upper = Inversion(read_composition([NOISE]), plan).delta(Fraction(1))
    assert not lower > arb(TRUTH.upper)
    assert not upper < arb(TRUTH.lower)


def sequences():
    """Sequences whose delta another plan encloses, and an epsilon."""
    bit = {"kind": "randomized-response", "size": "1/4", "count": 20}
    few = {"kind": "laplace", "size": "1", "scale": "3", "count": 3}
    told = {"kind": "approximate", "size": "1", "delta": "1/10", "count": 2}
    for pairs, epsilon in (([NOISE], "1"), ([bit], "5/2"), ([few], "1/2"), ([told], "1/3"),
                           ([NOISE, few], "2")):  # fmt: skip
        with precision(80):
            total = read_composition(pairs)
            reading = PlanSearch(total).reading(float(Fraction(epsilon)))
            assert isinstance(reading, Inversion)
            yield total, Fraction(epsilon), reading.delta(Fraction(epsilon))


@pytest.mark.parametrize("case", list(sequences()))
@pytest.mark.parametrize("seed", range(8))
def test_no_grid_moves_an_end_past_the_truth(case, seed):
    total, epsilon, (below, above) = case
    draw = random.Random(seed)
    step = Fraction(draw.randint(1, 60), 400)
    ends = []
    for _ in total.parts:
        low = draw.randint(-200, 20)
        ends.append((low, low + draw.randint(1, 300)))
    bottom = draw.randint(-300, 50)
    least = Fraction(draw.choice((0, 1, 10**6)), 10**9)  # large ones make the bracket wide
    plan = RoundingPlan(step, tuple(ends), bottom, bottom + draw.randint(1, 500), least)
    with precision(80):
        lower, upper = Rounded(total, plan).delta(epsilon)
        assert not lower > above
        assert not upper < below


@pytest.mark.parametrize("case", list(sequences()))
def test_a_good_grid_is_close_to_the_truth(case):
    total, epsilon, (below, above) = case
    with precision(80):
        fine = PlanSearch(total)._grid(float(epsilon), -5.0, 1e-4, 2e-3)
        lower, upper = Rounded(total, fine).delta(epsilon)
        assert lower * 1.001 > below
        assert upper < above * 1.001


@pytest.mark.parametrize("step", ["1/50", "1/97", "1/200"])
@pytest.mark.parametrize("kind", ["laplace", "gaussian", "randomized-response"])
def test_lower_laws_have_no_negative_masses(kind, step):
    # Adding up releases keeps the order of profiles only where every mass is one.
    pair = {"kind": kind, "size": "1"} | ({} if kind == "randomized-response" else {"scale": "3"})
    with precision(80):
        ((law, _),) = read_composition([pair | {"count": 1}]).parts
        plan = RoundingPlan(Fraction(step), ((-600, 600),), -2000, 2000, Fraction(0))
        part = RoundedPart(law.profile, law.infinite, 1)
        _, masses, far = RoundedSum([part], plan, above=False)._below(part, -600, 600)
    assert sum(masses, arb(0)) > 0.9
    assert not any(mass < 0 for mass in (*masses, *far))


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
        {"plan": {**GRID, "step": "0"}},
        {"plan": {**GRID, "step": "2"}},
        {"plan": {**GRID, "ends": []}},
        {"plan": {**GRID, "ends": [[3, 3]]}},
        {"plan": {**GRID, "ends": [[0, 10**6]]}},
        {"plan": {**GRID, "ends": [[10**6, 10**6 + 9]]}},
        {"plan": {**GRID, "bottom": 500}},
        {"plan": {**GRID, "least": "-1/9"}},
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
        certificate(pairs=[heavy], plan={**PLAN, "nodes": 60_000, "span": "60"})
    )
    assert not answer.accepted


def test_a_plan_is_read_exactly():
    assert read_plan(PLAN, 1).c == Fraction(9, 4)
