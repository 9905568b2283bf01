"""Normal forms against exact arithmetic, and against sympy where sympy is wrong."""

from __future__ import annotations

import random
from fractions import Fraction

import sympy as sp
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.workbench.rigor.build import add, div, idx, mul, neg, op, positive, power, root, total, v
from tests.workbench.rigor.build import var as variable
from tests.workbench.rigor.trees import NUMBERS, by_fractions, by_sympy, random_tree
from workbench.rigor.check.normal import NotReducible, is_zero, normal_form
from workbench.rigor.check.trees import free, replace

NAMES = ("x", "y", "z")
REALS = [variable(n) for n in NAMES]


@given(st.randoms(use_true_random=False))
def test_numbers_have_their_value_as_normal_form(rng: random.Random) -> None:
    tree = random_tree(rng, 4, ("x",), rational=True)
    number = rng.choice(NUMBERS)
    ground = replace(tree, {"x": ["q", str(number)]})
    try:
        value = by_fractions(tree, {"x": number})
    except ZeroDivisionError:
        return
    found = normal_form(ground, [])[1].constant()
    assert found == fmpq(value.numerator, value.denominator)


@given(st.randoms(use_true_random=False))
def test_a_normal_form_has_the_value_of_its_tree(rng: random.Random) -> None:
    tree = random_tree(rng, 3, NAMES, rational=True)
    values = {n: Fraction(rng.randint(-9, 9), rng.randint(1, 4)) for n in NAMES}
    try:
        value = by_fractions(tree, values)
        atoms, form = normal_form(tree, REALS)
    except (ZeroDivisionError, NotReducible):
        return
    if any(m[0] != "v" for m in atoms.meaning):
        return  # absolute values stay atoms
    ground = [values[m[1]] for m in atoms.meaning]
    point = [fmpq(g.numerator, g.denominator) for g in ground]
    point += [fmpq(0)] * (atoms.context.nvars() - len(point))
    assert form.num(*point) / form.den(*point) == fmpq(value.numerator, value.denominator)


@given(st.randoms(use_true_random=False))
def test_equal_rational_functions_are_recognised(rng: random.Random) -> None:
    tree = random_tree(rng, 3, NAMES, rational=True)
    if any(node[0] == "abs" for node in _nodes(tree)):
        return
    symbols = {n: sp.Symbol(n, real=True) for n in NAMES}
    try:
        zero = is_zero(tree, REALS)
    except ZeroDivisionError:
        return
    assert zero == (sp.cancel(by_sympy(tree, symbols)) == 0)


def _nodes(tree: list) -> list:
    return [tree, *(n for a in tree[1:] if isinstance(a, list) for n in _nodes(a))]


def equal(left: list, right: list, variables: list) -> bool:
    return is_zero(add(left, neg(right)), variables)


def test_rules_for_functions() -> None:
    x, y, p, t = variable("x"), variable("y"), positive("p"), variable("t", "int")
    assert equal(op("exp", op("ln", "x")), v("x"), [x])
    assert equal(op("ln", op("exp", "x")), v("x"), [x])
    assert equal(op("exp", add("x", mul(2, "y"))),
                 mul(op("exp", "x"), power(op("exp", "y"), 2)), [x, y])  # fmt: skip
    assert equal(power(root(3, "x"), 3), v("x"), [x])
    assert equal(root(2, div("p", 9)), div(root(2, "p"), 3), [p])
    assert equal(op("ln", div(power("p", 3), 1)), mul(3, op("ln", "p")), [p])
    assert equal(op("npow", mul("x", "y"), "t"),
                 mul(op("npow", "x", "t"), op("npow", "y", "t")), [x, y, t])  # fmt: skip
    assert equal(op("npow", "x", add("t", 2)), mul(op("npow", "x", "t"), power("x", 2)), [x, t])
    assert equal(op("npow", op("exp", "x"), "t"), op("exp", mul("x", "t")), [x, t])
    assert equal(op("npow", div(op("exp", "x"), 2), "t"),
                 div(op("exp", mul("x", "t")), op("npow", 2, "t")), [x, t])  # fmt: skip
    assert equal(op("npow", root(2, op("exp", "x")), "t"), op("exp", mul("x", div("t", 2))), [x, t])
    assert equal(op("npow", div(1, 3), "t"), op("npow", 3, neg("t")), [t])
    assert equal(root(2, root(2, 16)), ["q", "2"], [])


def test_rules_that_would_be_wrong_are_not_there() -> None:
    x, y, n = variable("x"), variable("y", low=0), variable("n", "int", 0)
    assert not equal(root(2, power("x", 2)), v("x"), [x])
    assert not equal(op("abs", "x"), v("x"), [x])
    assert not equal(op("ln", power("x", 2)), mul(2, op("ln", "x")), [x])
    assert not equal(root(2, mul("x", "x")), mul(root(2, "x"), root(2, "x")), [x])
    assert not equal(op("npow", 0, "n"), ["q", "0"], [n])
    assert not equal(op("npow", op("exp", "x"), "n"), op("exp", add("x", "n")), [x, n])
    assert not equal(op("npow", div(2, 3), "n"), op("npow", div(3, 2), "n"), [n])
    assert not equal(total("i", 1, "n", "y"), mul("n", "n"), [y, n])


def test_sums_follow_the_paper_where_sympy_does_not() -> None:
    i, a = sp.symbols("i a", real=True)
    assert sp.Sum(i, (i, 1, -3)).doit() == 3  # sympy's convention for an empty range
    assert equal(total("i", 1, -3, "i"), ["q", "0"], [])
    assert sp.Product(1 - a, (i, 6, 2)).doit() == (1 - a) ** -3
    assert equal(total("i", 6, 2, add(1, neg("a")), "prod"), ["q", "1"], [variable("a")])


def test_the_name_of_an_index_does_not_matter() -> None:
    n, seq = variable("n", "int", 0), variable("a", "seq")
    for first, second in (("i", "j"), ("i", "n"), ("n", "m")):
        one = total(first, 1, 5, mul(first, idx("a", first)))
        two = total(second, 1, 5, mul(idx("a", second), second))
        assert equal(one, two, [n, seq])
        inner = total(first, 1, "n", idx("a", first)) if first != "n" else None
        if inner is not None:
            other = total("k", 1, "n", idx("a", "k"))
            assert equal(total("m", 1, 3, mul("m", inner)), mul(6, other), [n, seq])


def test_substitution_does_not_capture() -> None:
    tree = total("i", 1, 3, mul("i", "x"))
    made = replace(tree, {"x": v("i")})
    assert free(made) == {"i"}
    assert equal(made, mul(6, "i"), [variable("i", "int")])
    assert replace(tree, {"i": ["q", "9"]}) == tree


def test_logarithms_of_powers_are_multiples_of_logarithms() -> None:
    def same(inner: list[object], times: list[object], base: list[object]) -> bool:
        known = [positive("x"), variable("y"), variable("n", sort="int")]
        return is_zero(add(["ln", inner], neg(mul(times, ["ln", base]))), known)

    two, n = ["q", "2"], v("n")
    assert same(["q", "16"], ["q", "4"], two)
    assert same(["q", "9/4"], two, ["q", "3/2"])
    assert not same(["q", "12"], two, ["q", "3"])
    assert same(["npow", two, n], n, two)
    assert same(["npow", v("x"), mul(two, n)], mul(two, n), v("x"))
    assert not same(["npow", two, add(n, ["q", "1"])], n, two)
    assert not same(["npow", v("y"), mul(two, n)], mul(two, n), v("y"))  # y may be negative
