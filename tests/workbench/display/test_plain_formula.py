"""Formulas for the terminal say what the LaTeX says."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.display.plain_formula import plain_formula


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\sum_{t=0}^{T-1} t\, b_t", "∑_{t=0}^{T−1} t bₜ"),
        (r"\frac{a}{2(1-q)}", "a/(2(1 − q))"),
        (r"\frac{n}{m}(e^{\epsilon}-1)", "(n/m)(e^ϵ − 1)"),
        (r"\frac{a}{b} \Big/ \frac{c}{d}", "(a/b)/(c/d)"),
        (r"\frac{D}{2 \lVert z \rVert_2}", "D/(2‖z‖₂)"),
        (r"\frac{D}{\lVert z \rVert_2}", "D/‖z‖₂"),
        (r"\frac{2 L}{\ln(1/\delta)}", "2 L/ln(1/δ)"),
        (r"\frac{2 L}{\ln \frac1\delta}", "2 L/ln(1/δ)"),
        (r"\sup_g \ln \frac{x}{y} = t", "sup_g ln(x/y) = t"),
        (r"2 \log_2 \frac{\ell+2}{2} + \ln \tfrac ab c", "2 log_2((ℓ + 2)/2) + ln(a/b) c"),
        (r"\min_x \frac{x}{y}", "min_x x/y"),
        (r"x =: \theta^2, \; y := z", "x =: θ², y := z"),
        (r"x < z \text{ for } z = 1: \; = y", "x < z for z = 1:  = y"),
        (r"\sqrt{\frac{x}{y}}", "√(x/y)"),
        (r"-x \le -1", "−x ≤ −1"),
        (r"\lVert x - y \rVert_2^2", "‖x − y‖₂²"),
        (r"|x| |y|", "|x||y|"),
        (r"\nabla f(x)", "∇f(x)"),
        (r"\Pr[A \mid B] \le \mathbb{E}[X]", "Pr[A | B] ≤ 𝔼[X]"),
        (r"\mathcal{X} \subseteq \mathbb{R}^d", "𝒳 ⊆ ℝ^d"),
        (r"\bar x, \hat{w}", "x̄, ŵ"),
        (r"\overline x, \vec v, \widetilde y_t", "x̄, v⃗, ỹₜ"),
        (r"\widetilde{\nabla F_B}(x), \widehat{x y}", "tilde(∇F_B)(x), hat(x y)"),
        (r"\overline{\lVert e_t \rVert}^2, \bar{x_t}, \vec{a b}", "bar(‖eₜ‖)², bar(xₜ), vec(a b)"),
        (r"\overset{a}{=}", "=^a"),
        (r"x_{t+1}, a_{T,j}^{1/3}", "xₜ₊₁, a_{T,j}^{1/3}"),
        (r"x = y \quad\text{if}\quad z > 0", "x = y  if  z > 0"),
        (r"x \text{-RDP} \; \text{for all } y", "x-RDP for all y"),
        (r"\text{if } \; x", "if x"),
        (r"\min_x \text{ is of order } \Big( \frac{a}{b} \Big)", "min_x is of order (a/b)"),
        (r"G_{l e a f} + L_{x y} + c_{1 j}^2", "G_{leaf} + L_{xy} + c₁ⱼ²"),
        (
            r"\begin{cases} x & \text{if } x > 0 \\ 0 & \text{else} \end{cases}",
            "{x, if x > 0; 0, else}",
        ),
        (r"\begin{array}{l} x \\ y \end{array}", "x\ny"),
        (r"\no_such_command", r"\no_such_command"),
    ],
)
def test_examples(latex, text):
    assert plain_formula(latex) == text


def test_products_are_spelled_where_they_are_asked_for():
    assert plain_formula(r"2 \, t \, b \, \left(x + 1\right)", product="·") == "2·t·b·(x + 1)"
    assert plain_formula(r"f(x)", product="·") == "f(x)"
    assert plain_formula(r"a \, \lim H_t", product="·") == "a·lim Hₜ"


POINT = {"x": 1.7, "y": 0.6, "z": 2.9}
ATOMS = st.sampled_from([*POINT.items(), ("2", 2.0), ("3", 3.0)])


def combined(inner):
    """LaTeX and its value, of parts."""
    two = st.tuples(inner, inner)
    return st.one_of(
        two.map(lambda p: (rf"\frac{{{p[0][0]}}}{{{p[1][0]}}}", p[0][1] / p[1][1])),
        two.map(lambda p: (rf"\left({p[0][0]} + {p[1][0]}\right)", p[0][1] + p[1][1])),
        two.map(lambda p: (rf"\left({p[0][0]}\right) \, \left({p[1][0]}\right)",
                           p[0][1] * p[1][1])),
        two.map(lambda p: (rf"{p[0][0]} \, \frac{{{p[1][0]}}}{{7}}", p[0][1] * p[1][1] / 7)),
        two.map(lambda p: (rf"\frac{{{p[0][0]}}}{{5}} \, {p[1][0]}", p[0][1] * p[1][1] / 5)),
        inner.map(lambda p: (rf"\sqrt{{{p[0]}}}", math.sqrt(p[1]))),
        inner.map(lambda p: (rf"\left({p[0]}\right)^{{2}}", p[1] ** 2)),
    )  # fmt: skip


SIGNS = {"·": "*", "²": "**2", "−": "-"}


@given(st.recursive(ATOMS, combined, max_leaves=8))
def test_the_text_has_the_value_of_the_formula(pair):
    """Brackets are where the value needs them: Python reads the text and finds the same number."""
    latex, value = pair
    text = re.sub(r"√(\w)", r"√(\1)", plain_formula(latex, product="·"))
    text = text.replace("√", "math.sqrt")
    for sign, word in SIGNS.items():
        text = text.replace(sign, word)
    assert eval(text, {"math": math, **POINT}) == pytest.approx(value, rel=1e-9)
