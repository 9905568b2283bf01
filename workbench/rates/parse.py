"""From "ell/(tau*T)" or a sympy expression to a sum of power products, without evaluating text.

What is not such a sum is refused with a way out: a difference, a logarithm (give it a name), a
float (it is not the number that its digits show), a root of a sum.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NoReturn

from workbench.errors import ParameterError
from workbench.rates.constants import Constant
from workbench.rates.powers import Posynomial, PowerProduct, collected, times

_WAY_OUT = (
    "A bound is a sum of positive terms, each a product of symbols to rational powers:"
    ' "ell/(tau*T) + 5*tau*K**(-1/2)".'
)
_LARGEST_POWER = 20  # of a sum: more terms than anybody wants to see


def posynomial(value: Any) -> Posynomial:  # noqa: ANN401 - text, sympy, number, mapping
    """The sum of power products that `value` denotes.

    >>> [str(term) for term in posynomial("sqrt(ell/n) + 3*K**(-1/2)")]
    ['(ell/n)**(1/2)', '3*(1/K)**(1/2)']
    """
    if isinstance(value, PowerProduct):
        return (value,)
    if isinstance(value, Mapping):
        return (_from_mapping(value),)
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return (PowerProduct(Constant.of(value)),)
    if isinstance(value, str):
        try:
            tree = ast.parse(value.strip(), mode="eval").body
        except SyntaxError as error:
            hint = " (lambda is a word of Python: write lam)" if "lambda" in value else ""
            raise ParameterError(
                f"expression = {value!r} cannot be read: {error.msg}{hint}.\n  {_WAY_OUT}"
            ) from error
        return _from_text(tree, value)
    if type(value).__module__.partition(".")[0] == "sympy":
        return _from_sympy(value, value)
    _refuse(value, f"is a {type(value).__name__}")


def name_of(symbol: Any) -> str:  # noqa: ANN401
    """The name of a symbol given as text or as a sympy symbol."""
    name = symbol if isinstance(symbol, str) else getattr(symbol, "name", None)
    if not isinstance(name, str) or not (name.isascii() and name.isidentifier()):
        raise ParameterError(
            f"symbol = {symbol!r} is not the name of a quantity.\n  Use a word such as tau or T."
        )
    return name


def _refuse(whole: Any, why: str) -> NoReturn:  # noqa: ANN401
    raise ParameterError(f"expression = {whole} {why}.\n  {_WAY_OUT}")


def _from_mapping(value: Mapping[Any, Any]) -> PowerProduct:
    names = [name_of(s) for s in value]
    try:
        exponents = {s: _exact(e) for s, e in zip(names, value.values(), strict=True)}
    except (TypeError, ValueError) as error:
        raise ParameterError(
            f"expression = {dict(value)} is not a mapping of symbols to exact exponents.\n"
            '  Write {"n": Fraction(-1, 2)}.'
        ) from error
    return PowerProduct.of(exponents)


def _exact(value: Any) -> Fraction:  # noqa: ANN401
    if isinstance(value, float):
        raise TypeError("a float is not exact")
    return Fraction(value)


def _raised(base: Posynomial, power: Fraction, whole: Any) -> Posynomial:  # noqa: ANN401
    if len(base) == 1:
        return (base[0] ** power,)
    if power.denominator != 1 or not 0 <= power <= _LARGEST_POWER:
        _refuse(whole, "raises a sum to a power that is no small natural number")
    result: Posynomial = (PowerProduct(),)
    for _ in range(int(power)):
        result = times(result, base)
    return result


# ------------------------------------------------------------------------------------------ text


def _from_text(node: ast.expr, whole: str) -> Posynomial:
    match node:
        case ast.Name(id="pi"):
            _refuse(whole, "holds pi, which is no power of rationals; give it a symbol")
        case ast.Name(id=name):
            return (PowerProduct.of({name: 1}),)
        case ast.BinOp(left, ast.Add(), right):
            return collected((*_from_text(left, whole), *_from_text(right, whole)))
        case ast.BinOp(left, ast.Mult(), right):
            return times(_from_text(left, whole), _from_text(right, whole))
        case ast.BinOp(left, ast.Div(), right):
            below = _from_text(right, whole)
            if len(below) > 1:
                _refuse(whole, "divides by a sum")
            return times(_from_text(left, whole), (below[0] ** -1,))
        case ast.BinOp(left, ast.Pow(), right):
            return _raised(_from_text(left, whole), _number(right, whole), whole)
        case ast.Call(ast.Name(id="sqrt"), [inner], []):
            return _raised(_from_text(inner, whole), Fraction(1, 2), whole)
        case ast.Call(ast.Name(id=function), _, _):
            _refuse(whole, f"calls {function}: give {function}(...) a symbol of its own")
        case ast.Constant():
            return (PowerProduct(Constant.of(_number(node, whole))),)
        case ast.BinOp(_, ast.BitXor(), _):
            _refuse(whole, "uses ^, which is not a power: write **")
        case ast.BinOp(_, ast.Sub(), _) | ast.UnaryOp(ast.USub(), _):
            _refuse(whole, "holds a minus sign")
    _refuse(whole, "is not a sum of power products")


def _number(node: ast.expr, whole: str) -> Fraction:
    """The rational number that an exponent or a coefficient denotes."""
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return Fraction(value)
        case ast.Constant(value=float() as value):
            _refuse(whole, f"holds the float {value}; write it as a ratio of integers")
        case ast.UnaryOp(ast.USub(), inner):
            return -_number(inner, whole)
        case ast.BinOp(left, ast.Add(), right):
            return _number(left, whole) + _number(right, whole)
        case ast.BinOp(left, ast.Sub(), right):
            return _number(left, whole) - _number(right, whole)
        case ast.BinOp(left, ast.Mult(), right):
            return _number(left, whole) * _number(right, whole)
        case ast.BinOp(left, ast.Div(), right):
            below = _number(right, whole)
            if below == 0:
                _refuse(whole, "divides by zero")
            return _number(left, whole) / below
    _refuse(whole, "has an exponent or a coefficient that is no rational number")


# ----------------------------------------------------------------------------------------- sympy


def _from_sympy(e: Any, whole: Any) -> Posynomial:  # noqa: ANN401
    if e.is_Symbol:
        if e.is_positive is False:
            _refuse(whole, f"holds the symbol {e}, which is declared not to be positive")
        return (PowerProduct.of({name_of(e): 1}),)
    if e.is_Rational:
        return (PowerProduct(Constant.of(Fraction(int(e.p), int(e.q)))),)
    if e.is_Float:
        _refuse(whole, f"holds the float {e}; write it as a ratio of integers")
    if e.is_Add:
        return collected(term for part in e.args for term in _from_sympy(part, whole))
    if e.is_Mul:
        result: Posynomial = (PowerProduct(),)
        for factor in e.args:
            result = times(result, _from_sympy(factor, whole))
        return result
    if e.is_Pow:
        if not e.exp.is_Rational:
            _refuse(whole, f"has the exponent {e.exp}, which is no rational number")
        power = Fraction(int(e.exp.p), int(e.exp.q))
        return _raised(_from_sympy(e.base, whole), power, whole)
    _refuse(whole, f"holds {e}, which is no power product: give it a symbol of its own")
