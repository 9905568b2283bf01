"""Enclosures hold the true value, as sympy, exact fractions and floating point see it."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from tests.workbench.rigor.trees import by_fractions, by_sympy, random_tree
from workbench.rigor.check.enclose import Interval, NoEnclosure, enclose, integer, precision
from workbench.symbolic import Expr

NAMES = ("x", "y")


def at(values: dict[str, Fraction]) -> dict[str, Interval]:
    return {n: Interval.of(v) for n, v in values.items()}


def holds(interval: Interval, value: Fraction) -> bool:
    return as_fraction(interval.low) <= value <= as_fraction(interval.high)


def as_fraction(end: arb) -> Fraction:
    assert end.is_exact()
    value = end.fmpq()
    return Fraction(int(value.p), int(value.q))


def agreeing(seed: int) -> bool | None:
    """Arb against sympy with 40 digits; None where the tree has no real value."""
    rng = random.Random(seed)
    tree = random_tree(rng, 3, NAMES)
    values = {n: Fraction(rng.randint(-30, 30), 8) for n in NAMES}
    try:
        with precision(200):
            found = enclose(tree, at(values))
    except NoEnclosure:
        return None
    other = by_sympy(tree, {n: sp.Rational(v.numerator, v.denominator) for n, v in values.items()})
    number = sp.N(other, 40)
    assert number.is_real, tree
    slack = sp.Rational(1, 10**30) * (1 + abs(number))
    low, high = (sp.Rational(*as_fraction(e).as_integer_ratio()) for e in (found.low, found.high))
    return bool(low - slack <= number <= high + slack)


def test_sixty_random_trees_agree_with_sympy() -> None:
    answers = [agreeing(seed) for seed in range(90)]
    assert False not in answers
    assert answers.count(True) >= 60


@given(st.randoms(use_true_random=False))
def test_rational_trees_agree_with_fractions(rng: random.Random) -> None:
    tree = random_tree(rng, 3, NAMES, rational=True)
    values = {n: Fraction(rng.randint(-20, 20), rng.randint(1, 6)) for n in NAMES}
    try:
        exact = by_fractions(tree, values)
    except ZeroDivisionError:
        with pytest.raises(NoEnclosure):
            enclose(tree, at(values))
        return
    try:
        assert holds(enclose(tree, at(values)), exact)
    except NoEnclosure:  # a denominator too small for this precision
        with precision(2000):
            assert holds(enclose(tree, at(values)), exact)


@given(st.randoms(use_true_random=False))
def test_a_box_holds_the_values_at_all_its_points(rng: random.Random) -> None:
    tree = random_tree(rng, 3, NAMES, rational=True)
    ends = {n: sorted(Fraction(rng.randint(-20, 20), 4) for _ in range(2)) for n in NAMES}
    try:
        over_box = enclose(tree, {n: Interval.of(a, b) for n, (a, b) in ends.items()})
    except NoEnclosure:
        return
    for part in range(5):
        inside = {n: a + (b - a) * Fraction(part if n == "x" else rng.randint(0, 4), 4)
                  for n, (a, b) in ends.items()}  # fmt: skip
        assert holds(over_box, by_fractions(tree, inside))


@given(st.randoms(use_true_random=False))
def test_floating_point_lies_where_the_enclosure_is(rng: random.Random) -> None:
    tree = random_tree(rng, 2, NAMES)
    values = {n: Fraction(rng.randint(1, 30), 8) for n in NAMES}
    try:
        found = enclose(tree, at(values))
    except NoEnclosure:
        return
    number = float(Expr.from_tree(tree)(**{n: float(v) for n, v in values.items()}))
    slack = 1e-9 * (1 + abs(number))  # a dozen operations in double precision, with cancellation
    assert float(found.low) - slack <= number <= float(found.high) + slack


@pytest.mark.parametrize(
    "tree",
    [
        ["/", ["q", "1"], ["v", "x"]],
        ["ln", ["v", "x"]],
        ["root", 2, ["v", "x"]],
        ["npow", ["v", "x"], ["q", "-1"]],
        ["*", ["q", "0"], ["ln", ["v", "x"]]],
        ["sum", "i", ["q", "1"], ["v", "x"], ["v", "i"]],
    ],
)
def test_what_has_no_value_somewhere_has_no_enclosure(tree: list) -> None:
    with pytest.raises(NoEnclosure):
        enclose(tree, {"x": Interval.of(-1, 1)})


def test_a_root_is_enclosed_up_to_its_end() -> None:
    found = enclose(["root", 2, ["v", "x"]], {"x": Interval.of(0, 4)})
    assert (found.low == 0, found.high == 2) == (True, True)


def test_even_powers_and_absolute_values_do_not_go_below_zero() -> None:
    box = {"x": Interval.of(-1, 2)}
    for tree in (["^", ["v", "x"], 2], ["abs", ["v", "x"]]):
        assert enclose(tree, box).low == 0


def test_empty_sums_and_products() -> None:
    for op, value in (("sum", 0), ("prod", 1)):
        tree = [op, "i", ["q", "5"], ["q", "2"], ["/", ["q", "1"], ["q", "0"]]]
        assert enclose(tree, {}).low == value


@pytest.mark.parametrize("operation", ["sum", "prod"])
@given(st.integers(0, 10**6))
def test_parts_that_all_terms_share_are_what_they_are_in_each(operation, seed):
    """Sums within sums, of the same index too, and powers, indices and bounds that follow it."""
    rng = random.Random(seed)
    k, x = ["v", "k"], ["v", "x"]
    inner = rng.choice([
        ["sum", rng.choice(["j", "k"]), ["q", "1"], ["q", "6"], ["*", x, ["v", "y"]]],
        ["sum", "j", ["q", "1"], k, ["+", x, ["v", "j"]]],
        ["idx", "a", ["+", k, ["q", "1"]]], ["idx", "a", ["q", "2"]],
        ["idx", "a", ["+", ["*", ["q", "2"], k], ["q", "1"]]],
        ["npow", ["+", x, ["q", "3"]], ["+", ["q", "9"], ["neg", k]]],
        ["/", ["exp", x], ["+", k, ["q", "1"]]],
    ])  # fmt: skip
    body = ["+", ["*", inner, random_tree(rng, 2, ("k", "x"))], random_tree(rng, 2, NAMES)]
    tree = [operation, "k", ["q", "0"], ["q", "8"], body]
    env = {
        **at({n: Fraction(rng.randint(-30, 30), 8) for n in NAMES}),
        "a": {n: Interval.of(Fraction(n, 7)) for n in range(18)},
    }
    found = []
    for worth in (1, 100):
        with precision(128), pytest.MonkeyPatch.context() as patch:
            patch.setattr("workbench.rigor.check.common_parts.WORTH", worth)
            try:
                made = enclose(tree, env)
                found.append((as_fraction(made.low), as_fraction(made.high)))
            except NoEnclosure:
                found.append(None)
    assert found[0] == found[1]


def test_no_certificate_can_hold_a_part_that_is_evaluated():
    with pytest.raises(NoEnclosure, match="operator"):
        enclose(["known", ["q", "1"]], {})


def test_an_index_is_a_sum_of_products_of_integers() -> None:
    """62 n + j where n and j are integers; not where one of them is an interval."""
    index = ["+", ["*", ["q", "62"], ["v", "n"]], ["neg", ["v", "j"]]]
    env = {"n": Interval.of(3), "j": Interval.of(4)}
    assert integer(index, env) == 182
    with pytest.raises(NoEnclosure, match="not one integer"):
        integer(index, {**env, "n": Interval.of(3, 4)})
    with pytest.raises(NoEnclosure, match="not one integer"):
        integer(["*", ["v", "n"], ["q", "1/2"]], env)
