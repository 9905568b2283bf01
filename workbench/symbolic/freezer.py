"""From sympy to the frozen tree, at once and without loss.

Authors write formulas with sympy symbols that carry their domains (positive=True, integer=True).
What sympy would change behind our back is refused or undone here: floats are errors, relationals
never pass (they evaluate themselves away), two symbols of one name with different domains are an
error, symbols that are not declared real or that assume more than an interval can say are errors,
rational powers become roots, sums and products keep the usual meaning of an empty range.
sympy cancels x/x before anyone can record that x must not be 0; such a condition is stated with
`requires` (see `workbench.symbolic.relation`).
"""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction

from workbench.errors import ClaimError
from workbench.symbolic.assumptions import (
    refuse_hidden_domain,
    refuse_index_beyond_range,
    refuse_what_is_not_real,
)
from workbench.symbolic.expr import ONE, Expr, negative, rational, variable
from workbench.symbolic.variables import Variable


class Freezer:
    """Turns sympy expressions into trees and remembers the variables that it met."""

    def __init__(self) -> None:
        self.variables: dict[str, Variable] = {}
        self._symbols: dict[str, Any] = {}
        self._bound: list[sp.Symbol] = []

    def __call__(self, value: Any) -> Expr:  # noqa: ANN401 - sympy, int, Fraction or Expr
        """The frozen form of a sympy expression, an int, a Fraction or a tree."""
        if isinstance(value, Expr):
            return value
        if isinstance(value, bool | Relational | BooleanAtom | BooleanFunction):
            raise ClaimError(
                f"expression = {value!r} is a truth value: a sympy relation evaluates itself away."
                " Pass (left, op, right) to workbench.symbolic.relation instead."
            )
        if isinstance(value, int | Fraction):
            return _literal(value)
        if not isinstance(value, sp.Basic):
            raise ClaimError(
                f"expression = {value!r} is a {type(value).__name__}: statements hold exact numbers"
                " and sympy expressions. Write sp.Rational(1, 10) or Fraction(1, 10) for 0.1."
            )
        made, variables, symbols = _frozen(value)
        for name, one in variables:
            if self.variables.get(name) is not one:
                self._agree(name, one)
        for name, symbol in symbols:
            if self._symbols.get(name) is not symbol:
                self._is_one(name, symbol)
        return made

    def _freeze(self, e: sp.Basic) -> Expr:
        if e.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
            raise ClaimError(
                f"expression = {e} has no finite value: sympy evaluated a division by zero."
                " State the limit itself, or exclude the point in the hypotheses."
            )
        if isinstance(e, sp.Float):
            raise ClaimError(
                f"expression holds the float {e}: it is not the number that its digits show."
                " Write sp.Rational('0.1') or an integer ratio."
            )
        if isinstance(e, sp.Rational):
            return rational(Fraction(int(e.p), int(e.q)))
        if e is sp.pi:
            return Expr("pi", ())
        if e is sp.E:
            return Expr("exp", (ONE,))
        if isinstance(e, sp.Symbol):
            self._meet(e.name, e, "real")
            return variable(e.name)
        if isinstance(e, sp.Indexed):
            if len(e.indices) != 1:
                raise ClaimError(
                    f"{e} has {len(e.indices)} indices: sequences have one. Flatten the index."
                )
            name = str(e.base.label)
            self._meet(name, e, "seq")
            return Expr("idx", (name, self._freeze(e.indices[0])))
        if isinstance(e, sp.Add):
            return Expr("+", tuple(self._freeze(a) for a in e.args))
        if isinstance(e, sp.Mul):
            return self._product(e)
        if isinstance(e, sp.Pow):
            return self._power(e.base, e.exp)
        if isinstance(e, sp.exp):
            return Expr("exp", (self._freeze(e.args[0]),))
        if isinstance(e, sp.log):
            return Expr("ln", (self._freeze(e.args[0]),))
        if isinstance(e, sp.Abs):
            return Expr("abs", (self._freeze(e.args[0]),))
        if isinstance(e, sp.erfc):
            return Expr("erfc", (self._freeze(e.args[0]),))
        if isinstance(e, sp.Sum | sp.Product):
            return self._iterated(e)
        if isinstance(e, sp.tanh | sp.sinh | sp.cosh):
            return self._freeze(e.rewrite(sp.exp))
        raise ClaimError(
            f"{type(e).__name__} in {e} has no frozen form: known are + - * / powers, exp, log,"
            " Abs, erfc, Sum, Product, indexed sequences. Rewrite it with these; min and max are"
            " split into one relation for each side."
        )

    def _product(self, e: sp.Mul) -> Expr:
        top: list[Expr] = []
        bottom: list[Expr] = []
        coefficient = Fraction(1)
        for factor in e.args:
            if isinstance(factor, sp.Rational):
                coefficient *= Fraction(int(factor.p), int(factor.q))
            elif isinstance(factor, sp.Pow) and _reciprocal(factor.exp):
                bottom.append(self._power(factor.base, -factor.exp))
            else:
                top.append(self._freeze(factor))
        sign = coefficient < 0
        coefficient = abs(coefficient)
        if coefficient.numerator != 1 or not top:
            top.insert(0, rational(coefficient.numerator))
        if coefficient.denominator != 1:
            bottom.insert(0, rational(coefficient.denominator))
        whole = top[0] if len(top) == 1 else Expr("*", tuple(top))
        if bottom:
            whole = Expr("/", (whole, bottom[0] if len(bottom) == 1 else Expr("*", tuple(bottom))))
        return negative(whole) if sign else whole

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> Expr:
        if isinstance(exponent, sp.Rational):
            n, k = int(exponent.p), int(exponent.q)
            inner = self._freeze(base)
            if k != 1:
                inner = Expr("root", (k, inner))
            if abs(n) != 1:
                inner = Expr("^", (inner, abs(n)))
            return Expr("/", (ONE, inner)) if n < 0 else inner
        if exponent.is_integer:
            return Expr("npow", (self._freeze(base), self._freeze(exponent)))
        return Expr("exp", (self._freeze(exponent * sp.log(base, evaluate=False)),))

    def _iterated(self, e: sp.Sum | sp.Product) -> Expr:
        op = "sum" if isinstance(e, sp.Sum) else "prod"
        inner = e.function
        limits = list(e.limits)
        if len(limits) > 1:  # sympy lists the innermost range first
            inner = type(e)(inner, *limits[:-1])
        if len(limits[-1]) != 3:
            raise ClaimError(f"{e} has no bounds: a sum runs from one integer to another.")
        index, low, high = limits[-1]
        refuse_index_beyond_range(index, low, high)
        ends = self._freeze(low), self._freeze(high)
        self._bound.append(index)
        body = self._freeze(inner)
        self._bound.pop()
        return Expr(op, (index.name, *ends, body))

    def _meet(self, name: str, symbol: sp.Basic, sort: str) -> None:
        for index in self._bound:
            if name == index.name:
                if symbol == index:
                    return
                raise ClaimError(
                    f"{symbol} inside a sum is not the sum's index {name!r}, though it has its"
                    " name: their domains differ. Make one symbol and reuse it."
                )
        if not (name.isascii() and name.isidentifier()):
            raise ClaimError(
                f"symbol {name!r} is not a plain word. Use a-z, A-Z, 0-9 and _; LaTeX makes a"
                " Greek letter of 'alpha' and a subscript of 't' in 'a_t'."
            )
        refuse_what_is_not_real(symbol, name, sort)
        refuse_hidden_domain(symbol)
        if sort == "seq" and symbol.is_integer:
            raise ClaimError(
                f"the entries of {name!r} are assumed to be integers: sequences are of reals."
                " Drop the assumption if the statement holds without it."
            )
        self._agree(name, Variable.of(name, symbol, sort))
        if sort != "seq":
            self._is_one(name, symbol)

    def _agree(self, name: str, made: Variable) -> None:
        known = self.variables.setdefault(name, made)
        if known != made:
            raise ClaimError(
                f"two symbols are called {name!r}, with domains {known.domain()} and"
                f" {made.domain()}: they print alike and do not cancel. Make one symbol and reuse"
                " it."
            )

    def _is_one(self, name: str, symbol: sp.Basic) -> None:
        if self._symbols.setdefault(name, symbol) != symbol:
            raise ClaimError(
                f"two different symbols are called {name!r}: they print alike and do not cancel."
                " Make one symbol and reuse it."
            )


@functools.lru_cache(maxsize=4096, typed=True)
def _frozen(
    value: sp.Basic,
) -> tuple[Expr, tuple[tuple[str, Variable], ...], tuple[tuple[str, sp.Basic], ...]]:
    """The frozen form with the variables and symbols that are met: facts are said many times."""
    freezer = Freezer()
    made = freezer._freeze(value)
    return made, tuple(freezer.variables.items()), tuple(freezer._symbols.items())


@functools.lru_cache(maxsize=1024, typed=True)
def _literal(value: int | Fraction) -> Expr:
    return rational(Fraction(value))


def _reciprocal(exponent: sp.Expr) -> bool:
    return isinstance(exponent, sp.Rational) and exponent < 0


def freeze(value: Any) -> Expr:  # noqa: ANN401
    r"""The frozen form of one expression.

    >>> x = sp.Symbol("x", positive=True)
    >>> print(freeze(sp.sqrt(x) / 2).latex())
    \frac{\sqrt{x}}{2}
    """
    return Freezer()(value)


def to_sympy(expr: Expr, symbols: dict[str, sp.Basic] | None = None) -> sp.Expr:
    """Back to sympy, for differentiation and display; never for a verdict."""
    known = symbols or {}
    if expr.op in ("sum", "prod"):  # the index hides its namesake
        known = {k: v for k, v in known.items() if k != expr.args[0]}
    args = [to_sympy(a, known) if isinstance(a, Expr) else a for a in expr.args]
    match expr.op:
        case "q":
            value = Fraction(args[0])
            return sp.Rational(value.numerator, value.denominator)
        case "v":
            return known.get(args[0], sp.Symbol(args[0], real=True))
        case "pi":
            return sp.pi
        case "+":
            return sp.Add(*args)
        case "*":
            return sp.Mul(*args)
        case "/":
            return args[0] / args[1]
        case "neg":
            return -args[0]
        case "^" | "npow":
            return args[0] ** args[1]
        case "root":
            return args[1] ** sp.Rational(1, args[0])
        case "exp":
            return sp.exp(args[0])
        case "ln":
            return sp.log(args[0])
        case "abs":
            return sp.Abs(args[0])
        case "erfc":
            return sp.erfc(args[0])
        case "idx":
            return sp.IndexedBase(args[0], real=True)[args[1]]
    kind = sp.Sum if expr.op == "sum" else sp.Product
    return kind(args[3], (sp.Symbol(args[0], real=True), args[1], args[2]))
