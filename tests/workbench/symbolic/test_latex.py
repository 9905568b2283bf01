"""What a reader sees is what the machine holds: the LaTeX is read back and evaluated."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from tests.workbench.rigor.trees import random_tree
from tests.workbench.symbolic.reader import read
from workbench.rigor import follows
from workbench.symbolic import Expr, freeze
from workbench.symbolic import latex as writer
from workbench.symbolic.plain import plain
from workbench.symbolic.theorem_text import vector

VALUES = {"x": 1.5, "y": 0.625, "z": 2.25}


def both(tree: list, write: Callable[[list], str] = writer.latex) -> tuple[float, float] | None:
    """The value of the tree and of its LaTeX; None if it has none in floating point."""
    try:
        value = float(Expr.from_tree(tree)(**VALUES))
    except (ArithmeticError, ValueError):
        return None
    if not math.isfinite(value) or abs(value) > 1e12:
        return None
    return value, read(write(tree), VALUES)


def close(pair: tuple[float, float]) -> bool:
    return abs(pair[0] - pair[1]) <= 1e-9 * (1 + abs(pair[0]))  # rounding of a few operations


def readable(rng: random.Random, depth: int) -> list:
    """A tree without roots or logarithms of negative numbers, which are complex in the reader."""
    tree = random_tree(rng, depth, ("x", "y", "z"))

    def tame(node: list) -> list:
        node = [tame(a) if isinstance(a, list) else a for a in node]
        if node[0] in ("root", "ln"):
            node[-1] = ["+", ["q", "1"], ["abs", node[-1]]]
        if node[0] == "exp":
            node[1] = ["neg", ["abs", node[1]]]
        return node

    return tame(tree)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@given(st.randoms(use_true_random=False))
def test_latex_means_what_the_tree_means(rng: random.Random) -> None:
    tree = readable(rng, 3)
    pair = both(tree)
    assert pair is None or close(pair), writer.latex(tree)


def without_brackets_after_minus(text: str) -> str:
    return re.sub(r"-\\left\(([^()]*)\\right\)", r"-\1", text)


def without_brackets_under_powers(text: str) -> str:
    return re.sub(r"\\left\(([^()]*)\\right\)\^", r"\1^", text)


def without_brackets_around_negative_factors(text: str) -> str:
    return re.sub(r"\\left\((-[^()]*)\\right\)", r"\1", text)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(
    "fault",
    [
        without_brackets_after_minus,
        without_brackets_under_powers,
        without_brackets_around_negative_factors,
    ],
)
def test_a_forgotten_bracket_would_be_noticed(fault: Callable[[str], str]) -> None:
    noticed = 0
    for seed in range(400):
        tree = readable(random.Random(seed), 3)
        try:
            pair = both(tree, lambda t: fault(writer.latex(t)))
        except (AssertionError, KeyError, ZeroDivisionError):
            noticed += 1
            continue
        noticed += pair is not None and not close(pair)
    assert noticed


def test_names_become_letters_and_subscripts() -> None:
    shown = {
        "alpha": r"\alpha", "beta_1": r"\beta_{1}", "S_1": "S_{1}", "x0": "x_{0}",
        "eps": r"\epsilon", "x_max": r"x_{\mathrm{max}}", "noise": r"\mathrm{noise}",
        "_x": "x", "a_i_j": "a_{i,j}", "x_star": "x_{*}", "k_plus": "k_{+}",
        "g_prime": "g'", "g_1_prime": "g'_{1}",
        "rho_squared": r"\rho^{2}", "sigma_s_squared": r"\sigma_{s}^{2}",
        "squared": r"\mathrm{squared}",
    }  # fmt: skip
    for name, latex in shown.items():
        assert writer.name(name) == latex


def test_a_power_of_a_square_is_bracketed() -> None:
    """TeX rejects two superscripts on one symbol."""
    rate, T = sp.Symbol("rho_squared", positive=True), sp.Symbol("T", integer=True, positive=True)
    assert freeze(rate**T).latex() == r"\left(\rho^{2}\right)^{T}"


def test_an_index_joins_the_subscripts_of_a_sequence() -> None:
    """TeX rejects two subscripts on one symbol."""
    t = sp.Symbol("t", integer=True)
    assert freeze(sp.IndexedBase("b_1", real=True)[t + 1]).latex() == "b_{1,1 + t}"
    assert freeze(sp.IndexedBase("b", real=True)[t] ** 2).latex() == "b_{t}^{2}"


def test_some_formulas_as_a_mathematician_writes_them() -> None:
    x, y = sp.symbols("x y", positive=True)
    i, n = sp.symbols("i n", integer=True, positive=True)
    assert freeze(sp.sqrt(x) / (x + y)).latex() == r"\frac{\sqrt{x}}{x + y}"
    assert freeze(-(x + y) * 2).latex() in (r"-2 \, x - 2 \, y", r"-2 \, y - 2 \, x")
    assert freeze(sp.Sum(x**i, (i, 1, n))).latex() == r"\sum_{i=1}^{n} x^{i}"
    assert freeze(sp.Sum(x + i, (i, 1, n))).latex() in (
        r"\sum_{i=1}^{n} \left(i + x\right)", r"\sum_{i=1}^{n} \left(x + i\right)"
    )  # fmt: skip


def larger(a: list, b: list) -> list:
    """How a tree says the larger of two."""
    apart = ["abs", ["+", a, ["neg", b]]]
    return ["*", ["q", "1/2"], ["+", a, b, apart]]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@given(st.randoms(use_true_random=False), st.sampled_from(["1/2", "-1/2", "3", "-1", "0"]))
def test_a_sum_with_an_absolute_value_means_what_the_tree_means(rng: random.Random, c: str):
    a, b = readable(rng, 1), readable(rng, 1)
    for tree in (
        larger(a, b),
        ["+", a, ["*", ["q", c], ["abs", ["+", a, ["*", ["q", "2"], b]]]]],
        ["/", ["+", a, b, ["neg", ["abs", ["+", ["neg", a], b]]]], ["q", "2"]],
    ):
        pair = both(tree)
        assert pair is None or close(pair), writer.latex(tree)


X, Y, Z = ["v", "x"], ["v", "y"], ["v", "z"]


@pytest.mark.parametrize(
    ("tree", "latex"),
    [
        (larger(X, Y), r"\max\left\{x, y\right\}"),
        (larger(larger(X, Y), Z), r"\max\left\{x, y, z\right\}"),
        (["if", [X, "<=", Y], X, Y], r"\min\left\{x, y\right\}"),
        (["if", [X, "<", Y], Y, X], r"\max\left\{x, y\right\}"),
        (["abs", X], r"\left|x\right|"),
        (["+", X, ["abs", Y]], r"x + \left|y\right|"),
        (["+", ["q", "-1"], ["abs", ["+", X, ["q", "-1"]]]], r"-1 + \left|x - 1\right|"),
    ],
)
def test_a_larger_or_smaller_of_several_is_told_and_an_absolute_value_left(tree: list, latex: str):
    assert writer.latex(tree) == latex


def test_a_step_of_a_method_at_its_own_index_is_written_without_the_zero():
    for shift, shown in (("0", "x_{t}"), ("1", "x_{t + 1}")):
        assert vector(["at", "x", ["+", ["v", "t"], ["q", shift]]]) == shown


def test_a_vector_that_is_zero_is_not_added():
    x, zero, minus = ["vec", "x"], ["zero"], ["q", "-1"]
    assert vector(["v+", x, ["v*", minus, zero], zero]) == "x"
    assert vector(["v+", ["v*", minus, zero], ["v*", ["q", "0"], x]]) == "0"
    assert vector(["v+", zero, ["v*", minus, x]]) == "-x"


@pytest.mark.parametrize(
    ("tree", "latex", "text"),
    [
        (["*", ["q", "1"], ["^", X, 2]], "x^{2}", "x^2"),
        (["*", ["q", "1"], ["+", X, ["neg", Y]]], r"\left(x - y\right)", "(x - y)"),
        (["*", ["q", "1"], X, Y], r"x \, y", "x*y"),
        (["*", ["q", "1"], ["q", "-2"]], r"\left(-2\right)", "(-2)"),
        (["*", ["q", "1"], ["q", "1"]], "1", "1"),
        (["^", ["*", ["q", "1"], X], 2], r"\left(x\right)^{2}", "(x)^2"),
    ],
)
def test_a_factor_of_one_is_not_written_and_brackets_stay(tree: list, latex: str, text: str):
    assert writer.latex(tree) == latex
    assert plain(Expr.from_tree(tree)) == text


def test_the_gap_of_premises_shows_each_of_them():
    x, y, z = sp.symbols("x y z", real=True)
    shown = follows(x, y + 1, [(1, x, z), (1, z, y), (2, 0, 1)], rest=-1).encoded[-1].latex
    assert shown == r"\left(z - x\right) + \left(y - z\right) + 2 \cdot 1 - 1"
