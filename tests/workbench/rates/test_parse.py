"""Bounds as people write them, and the messages for what is no bound."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from workbench.errors import ParameterError
from workbench.rates import best_rate
from workbench.rates.parse import posynomial


def test_text_and_sympy_evaluate_alike() -> None:
    """Each text is evaluated by Python itself at random points."""
    rng = np.random.default_rng(5)
    texts = [
        "ell/(tau*T) + 5*tau*K**(-1/2)",
        "sqrt(ell/n) + (ell**(3/2)/P)**(1/3)",
        "(x + 2/y)**3/(7*x)",
        "x*(y + z*(1 + x))",
        "3/4",
        "(2*x)**(1/2) + 2**(1/2)*x**(1/2)",
        "x**(1/2 - 2)",
        "x**(2*3/4)",
        "x**(1/2 + 1)",
        "x**2/x",
    ]
    for text in texts:
        names = [str(s) for s in sp.sympify(text).free_symbols]
        for _ in range(3):
            data = {s: float(rng.uniform(0.5, 2)) for s in {"x", "y", "z", *names, "ell", "n"}}
            data |= dict.fromkeys(("tau", "T", "K", "P"), 1.5)
            value = eval(text, {"sqrt": np.sqrt}, data)  # our own text
            for made in (posynomial(text), posynomial(sp.sympify(text, rational=True))):
                assert sum(t.value(data) for t in made) == pytest.approx(value, rel=1e-12)


def test_equal_power_products_are_collected() -> None:
    (term,) = posynomial("x/y + 2*x/(3*y)")
    assert str(term) == "5/3*x/y"
    assert len(posynomial("(x + y)**2")) == 3


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("x - y", "holds a minus sign"),
        ("-x", "holds a minus sign"),
        ("0.5*x", "holds the float 0.5"),
        ("x**0.5", "holds the float 0.5"),
        ("x**y", "no rational number"),
        ("x^2", r"uses \^"),
        ("x/(y + z)", "divides by a sum"),
        ("sqrt(x + y)", "raises a sum"),
        ("(x + y)**(-1)", "raises a sum"),
        ("(x + y)**1000", "raises a sum"),
        ("log(n)*x", r"give log\(\.\.\.\) a symbol"),
        ("pi*x", "holds pi"),
        ("0*x", "coefficient = 0 is not positive"),
        ("x/0", "not positive|divides by zero"),
        ("x**(1/0)", "divides by zero"),
        ("x +", "cannot be read"),
        ("lambda*x", "write lam"),
        ("", "cannot be read"),
        ("x == 1", "is not a sum of power products"),
        ("x if y else z", "is not a sum of power products"),
        ("__import__('os').system('true')", "is not a sum of power products|calls"),
        (True, "is a bool"),
        (0.5, "is a float"),
        (-2, "coefficient = -2 is not positive"),
        (None, "is a NoneType"),
        ({"n": 0.5}, "not a mapping of symbols to exact exponents"),
        ({"n n": 1}, "is not the name of a quantity"),
        (sp.Symbol("x") - 1, "coefficient = -1 is not positive"),
        (sp.Symbol("x") * 0.5, "holds the float"),
        (sp.pi * sp.Symbol("x"), "no power product"),
        (sp.log(sp.Symbol("n")), "no power product"),
        (sp.sqrt(sp.Symbol("x") + 1), "raises a sum"),
        (sp.Symbol("x", negative=True), "declared not to be positive"),
        (sp.Symbol("x") ** sp.Symbol("y"), "no rational number"),
        (sp.oo, "no power product"),
    ],
)
def test_what_is_no_bound_is_refused(expression: object, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as caught:
        posynomial(expression)
    assert "\n  " in str(caught.value)  # the way out


def test_what_is_no_problem_is_refused() -> None:
    with pytest.raises(ParameterError, match=r"terms = \[\] holds no term"):
        best_rate([], free=[])
    with pytest.raises(ParameterError, match="free parameter 'tua' is in no term") as caught:
        best_rate("1/tau", free=["tua"])
    assert "tau" in str(caught.value)
    with pytest.raises(ParameterError, match="names a parameter twice"):
        best_rate("1/tau", free=["tau", "tau"])
    with pytest.raises(ParameterError, match=r"integer = \['n'\] names 'n', which is not free"):
        best_rate("n/T", "T", free=["T"], integer=["n"])
    with pytest.raises(ParameterError, match="holds the free parameter 'T'"):
        best_rate("n/T", free=["T"], region=["T/n"])
    with pytest.raises(ParameterError, match="holds no symbol"):
        best_rate("n/T", free=["T"], region=["1/2"])
    with pytest.raises(ParameterError, match="symbol = 3 is not the name"):
        best_rate("n/T", free=[3])


def test_a_bound_without_parameters_is_its_own_rate() -> None:
    rate = best_rate(["3*d/n", "sqrt(d)/n"], free=[], region=["1/d"])
    assert rate.terms == [{"d": Fraction(1), "n": Fraction(-1)}]  # type: ignore[union-attr]
