"""Ordinary text as relations: what is read, what is written again, and carets under bad text."""

from __future__ import annotations

import pytest

from workbench.symbolic.plain import plain, plain_domain, plain_relation
from workbench.symbolic.text import TextError, parse


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3*4", 14.0), ("2*3^2", 18.0), ("-3^2", -9.0), ("2^3^2", 512.0), ("2^-1", 0.5),
        ("8^(1/3)", 2.0), ("4^(3/2)", 8.0), ("0.5", 0.5), ("1/2/2", 0.25), ("2 (1 + 1)", 4.0),
        ("2 x", 6.0), ("2 log e", 2.0), ("x^2 e^0", 9.0), ("e^x/e^2", 2.718281828459045),
        ("- -x", 3.0), ("x**2", 9.0), ("abs(-x)", 3.0), ("sum(k = 1..4, k^2)", 30.0),
        ("prod(k = 1..4, 2 k)", 384.0), ("factorial(4)", 24.0), ("root(4, 16)", 2.0),
        ("cosh(0) + tanh(0) + sinh(0)", 1.0), ("erf(0) + erfc(0)", 1.0), ("cbrt(27)", 3.0),
    ],
)  # fmt: skip
def test_values(text: str, value: float) -> None:
    side = parse(f"{text} <= 0", where="x >= 0").left
    assert side(x=3.0) == pytest.approx(value)
    again = parse(f"{plain(side)} <= 0", where="x >= 0").left
    assert again(x=3.0) == pytest.approx(value)


def test_domains() -> None:
    r = parse("x + y + n + p <= q*t", where="x, y > 0, 0 <= p < 1, p >= 1/3, integer n > 1, t <= q")
    domains = {v.name: v.domain() for v in r.variables}
    assert domains["x"] == domains["y"] == "real in (0, oo)"
    assert domains["p"] == "real in [1/3, 1)"
    assert domains["n"] == "int in [2, oo)"
    assert domains["q"] == "real in (-oo, oo)"
    assert [c.latex() for c in r.where] == [r"t \le q"]
    assert plain_domain(r) == "integer n >= 2, 1/3 <= p < 1, x > 0, y > 0, t <= q"


def test_nothing_is_cancelled_and_powers_of_integers_stay_powers() -> None:
    r = parse("x/x + n^n*2^n <= a[n]", where="integer n >= 1")
    assert [o.kind for o in r.requires] == ["nonzero", "power", "power"]
    assert sum(e.op == "npow" for e in r.left.walk()) == 2
    assert {v.name: v.sort for v in r.variables} == {"a": "seq", "n": "int", "x": "real"}


@pytest.mark.parametrize(
    ("text", "where", "caret", "rule"),
    [
        ("log(1+x <= x", "", 8, "')' is expected"),
        ("x + 3 <=", "", 8, "ends where an expression"),
        ("x + 3", "", 5, "one of <= < = >= >"),
        ("x <= 1 <= 2", "", 7, "one comparison"),
        ("x $ 2 < 1", "", 2, "has no meaning"),
        ("foo(x) <= 1", "", 0, "no known function"),
        ("max(x, 1) <= 1", "", 0, "state one relation for each"),
        ("x <= 1", "x", 0, "a condition compares"),
        ("x <= 1", "x >= ", 4, "ends where"),
        ("__import__('os') <= 1", "", 11, "has no meaning"),
        ("x^5000 <= 1", "", 2, "literal power"),
        ("(" * 200 + "x" + ")" * 200 + " <= 1", "", 60, "nested"),
        ("x <= 1e-3", "", 5, "could be 1/1000 or"),
        ("x <= 1", "x >= 0, real y, y <= x", 8, "is no variable"),
        ("x <= 1", "positive x", 0, "is no variable"),
        ("e*x <= 3", "x >= 0, e >= 0", 8, "e and pi are numbers"),
        ("x <= 1", "integer e >= 1", 8, "e and pi are numbers"),
        ("x <= 1", "0 < pi < x", 0, "a condition is about a variable"),
        ("sum(e = 1..3, e) <= 6", "", 4, "name of an index"),
    ],
)
def test_bad_text_gets_a_caret(text: str, where: str, caret: int, rule: str) -> None:
    with pytest.raises(TextError, match=rule.replace("(", "\\(").replace(")", "\\)")) as caught:
        parse(text, where=where)
    assert caught.value.place == caret
    lines = str(caught.value).splitlines()
    assert lines[-1].strip() == "^"
    shown = lines[-2][lines[-1].index("^") :]
    assert (where or text)[caret:].startswith(shown[:3])


def test_the_number_e_is_written_so_that_it_is_no_variable() -> None:
    assert plain_relation(parse("e*x <= 3*e^x", where="x <= e")) == (
        "exp(1)*x <= 3*exp(x) for x <= exp(1)"
    )
