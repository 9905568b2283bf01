"""Sign tests against enumeration, negation, and the false-alarm rate of a whole decision."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.convergence.comparisons import (
    Below,
    Conclusion,
    Every,
    Exactly,
    Some,
    decide,
    enough,
    holm,
)
from workbench.errors import DataError, ParameterError


def below(left="a", right="b", factor=1.0):
    return Below((left,), (right,), factor)


@pytest.mark.parametrize("won", range(7))
def test_sign_test_by_enumeration(won):
    """P(at least `won` of 6 fair coins), by listing all 64 outcomes."""
    finals = {"a": np.where(np.arange(6) < won, 1.0, 3.0), "b": np.full(6, 2.0)}
    coins = [sum(c) for c in itertools.product((0, 1), repeat=6)]
    exact = sum(c >= won for c in coins) / 64
    assert below().p_value(finals) == pytest.approx(exact, rel=1e-12)


def test_factor_and_products():
    finals = {"a": np.array([3.0]), "b": np.array([2.0]), "c": np.array([5.0])}
    assert below().count(finals) == (0, 1)
    assert below(factor=1.6).count(finals) == (1, 1)
    assert Below(("a", "b"), ("c",), 1.0).count(finals) == (0, 1)
    assert Below(("a", "b"), ("c", "b"), 1.0).count(finals) == (1, 1)


def test_a_tie_speaks_for_nobody():
    finals = {"a": np.ones(20), "b": np.ones(20)}
    for side in (below(), below().negated()):
        assert side.p_value(finals) == 1.0


def test_runs_are_paired():
    finals = {"a": np.ones(3), "b": np.ones(4)}
    with pytest.raises(DataError, match="'a': 3"):
        below().p_value(finals)


def test_negation_is_de_morgan():
    one, two = below(), below("c", "d", 3.0)
    both = Every((one, two))
    assert both.negated() == Some((one.negated(), two.negated()))
    assert both.negated().negated() == both
    assert Exactly(true=True).negated() == Exactly(true=False)
    assert both.cells == {"a", "b", "c", "d"}


def test_every_and_some():
    finals = {k: np.full(4, v) for k, v in {"a": 1.0, "b": 2.0, "c": 3.0}.items()}
    sure, wrong = below("a", "b"), below("c", "b")
    assert Every((sure, wrong)).p_value(finals) == 1.0
    assert Some((sure, wrong)).p_value(finals) == 2 / 16
    assert Some((sure, Exactly(true=True))).p_value(finals) == 0.0


def seen(times, runs=20):
    """Errors with which "a is below b" is seen in so many runs."""
    return {"a": np.where(np.arange(runs) < times, 1.0, 3.0), "b": np.full(runs, 2.0)}


@pytest.mark.parametrize(
    "statement",
    [below(), Every((below(),) * 3), Some((below(),) * 3), Every((Some((below(),) * 2), below()))],
    ids=["one", "all", "some", "mixed"],
)
def test_enough_runs_are_enough_and_one_less_is_not(statement):
    least = enough(statement, runs=20, level=0.01)
    assert statement.p_value(seen(least)) <= 0.01 < statement.p_value(seen(least - 1))


def test_no_number_of_runs_may_be_enough():
    assert enough(below(), runs=3, level=0.01) == 4
    assert enough(below(), runs=7, level=0.01) == 7  # 1/128


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_rejects_what_the_step_down_procedure_rejects(p_values):
    alpha = 0.3
    rejected, rest = set(), sorted(range(len(p_values)), key=lambda i: p_values[i])
    for rank, i in enumerate(rest):
        if p_values[i] * (len(p_values) - rank) > alpha:
            break
        rejected.add(i)
    assert {i for i, p in enumerate(holm(p_values)) if p <= alpha} == rejected


def test_decisions():
    rng = np.random.default_rng(0)
    finals = {"a": rng.random(40), "b": 2 + rng.random(40), "same": rng.random(40)}
    found = decide(
        [
            Conclusion("yes", "a below b", below()),
            Conclusion("no", "b below a", below("b", "a")),
            Conclusion("open", "a below same", below("a", "same")),
            Conclusion("fact", "a fact", Exactly(true=False)),
            Conclusion("absent", "a below c", below("a", "c")),
        ],
        finals,
    )
    assert [d.answer for d in found] == ["holds", "fails", "undecided", "fails", "not run"]
    assert [d.runs for d in found] == [40, 40, 40, 0, 0]
    with pytest.raises(ParameterError, match="alpha"):
        decide([], finals, alpha=1.0)


def test_false_alarms_stay_below_the_level():
    """Five conclusions without content, 400 experiments: decided wrongly in at most 5 % of them.

    The chance of more than 45 of 400 at a true rate of 0.05 is below 1e-6.
    """
    rng = np.random.default_rng(1)
    wrong = 0
    for _ in range(400):
        finals = {name: rng.exponential(size=15) for name in "abcdef"}
        claims = [Conclusion(x + y, "", below(x, y)) for x, y in itertools.pairwise("abcdef")]
        wrong += any(d.answer in ("holds", "fails") for d in decide(claims, finals))
    tail = sum(math.comb(400, k) * 0.05**k * 0.95 ** (400 - k) for k in range(46, 401))
    assert tail < 1e-6
    assert wrong <= 45
