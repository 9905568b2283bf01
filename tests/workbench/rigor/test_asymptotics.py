"""Signs near an end, against the values there in many digits."""

from __future__ import annotations

import random
from typing import Any

import mpmath
import pytest

from workbench.rigor.check.asymptotics import sign_near
from workbench.rigor.check.enclose import NoEnclosure
from workbench.rigor.check.fuel import tank
from workbench.symbolic.text import parse

AT_INFINITY = {
    "exp(-x^2) - erfc(x)": 1,
    "exp(-x^2)/(x*sqrt(pi)) - erfc(x)": 1,
    "4*exp(-x^2/2)/(sqrt(2 pi)*(3 x + sqrt(x^2 + 9))) - erfc(x/sqrt(2))/2": -1,
    "sqrt(x^2 + 1) - x": 1,
    "log(1 + x) - x/sqrt(1 + x)": -1,
    "exp(x)*erfc((x + 1/2)/sqrt(2)) - erfc((x - 1/2)/sqrt(2))": -1,
    "1 - exp(x^2)*erfc(x)*x*sqrt(pi)": 1,
    "abs(x - 5) - x": -1,
    "sqrt(x + 1) - sqrt(x)": 1,
    "exp(x) - x^2": 1,
    "exp(x)*exp(-x^2) - 1/x^3": -1,
    "x/sqrt(pi) - 1/sqrt(pi)*x": 0,
    "x^2*exp(-x)": 1,
    "erfc(-x) - 2": -1,
}
AT_ZERO = {
    "x - log(1 + x)": 1,
    "x^x - 1": -1,
    "x*log(x)": -1,
    "exp(1/x) - x^5": 1,
    "1/log(1/(1 - x)) - 1/x + 1/2": -1,
    "x + exp(x^2) - exp(x)": 1,
    "1 - erfc(x) - 2 x/sqrt(pi)": -1,
}


@pytest.mark.parametrize("text", AT_INFINITY)
def test_signs_at_infinity(text: str) -> None:
    tree = parse(f"{text} >= 0").left.tree
    assert sign_near(tree, "x", None, above=False) == AT_INFINITY[text]
    turned = parse(f"{text.replace('exp', 'E').replace('x', '(-x)').replace('E', 'exp')} >= 0")
    assert sign_near(turned.left.tree, "x", None, above=True) == AT_INFINITY[text]


@pytest.mark.parametrize("text", AT_ZERO)
def test_signs_at_zero(text: str) -> None:
    tree = parse(f"{text} >= 0").left.tree
    assert sign_near(tree, "x", "0", above=True) == AT_ZERO[text]
    high = parse(f"{text.replace('exp', 'E').replace('x', '(3-x)').replace('E', 'exp')} >= 0")
    assert sign_near(high.left.tree, "x", "3", above=False) == AT_ZERO[text]


@pytest.mark.parametrize("text", ["exp(exp(x)) - x", "x - x + log(log(x))", "abs(x - x)", "x^n"])
def test_what_has_no_expansion_is_unknown(text: str) -> None:
    tree = parse(f"{text} >= 0", where="integer n >= 1" if "n" in text else "").left.tree
    with pytest.raises((NoEnclosure, KeyError)):
        sign_near(tree, "x", None, above=False)


def _random(rng: random.Random, depth: int) -> str:
    if not depth or rng.random() < 0.15:
        return rng.choice(("x", "x", "1", "2", "1/3", "pi"))
    inner = _random(rng, depth - 1)
    match rng.choice(("+", "-", "-", "*", "/", "sqrt", "exp", "log", "erfc", "^")):
        case "sqrt":
            return f"sqrt(1 + ({inner})^2)"
        case "exp":
            return f"exp(-({inner}))"
        case "log":
            return f"log(2 + ({inner})^2)"
        case "erfc":
            return f"erfc({inner})"
        case "^":
            return f"({inner})^2"
        case op:
            return f"(({inner}) {op} ({_random(rng, depth - 1)}))"


@pytest.mark.parametrize("seed", range(60))
def test_random_expressions_have_the_sign_of_their_values_far_out(seed: int) -> None:
    rng = random.Random(seed)
    text = _random(rng, 3)
    tree: Any = parse(f"{text} >= 0").left.tree
    try:
        with tank():
            sign = sign_near(tree, "x", None, above=False)
    except (NoEnclosure, KeyError):
        return
    with mpmath.workdps(400):
        values = [_value(tree, mpmath.mpf(10) ** k) for k in (1, 2)]
    if sign:
        assert sign * values[-1] > 0, (text, values)
    else:
        assert abs(values[-1]) <= max(abs(values[0]), mpmath.mpf(10) ** -300), (text, values)


def _value(tree: Any, x: Any) -> Any:
    op, *args = tree
    if op in ("q", "v", "pi"):
        return mpmath.mpf(1) * {"v": x, "pi": mpmath.pi}.get(op, 0) or _rational(args[0])
    if op == "^":
        return _value(args[0], x) ** args[1]
    if op == "root":
        return mpmath.root(_value(args[1], x), args[0])
    made = [_value(a, x) for a in args]
    match op:
        case "+":
            return sum(made)
        case "*":
            return mpmath.fprod(made)
        case "/":
            return made[0] / made[1]
        case "neg":
            return -made[0]
    return {"exp": mpmath.exp, "ln": mpmath.log, "erfc": mpmath.erfc, "abs": abs}[op](made[0])


def _rational(text: str) -> Any:
    above, _, below = text.partition("/")
    return mpmath.mpf(above) / mpmath.mpf(below or 1)
