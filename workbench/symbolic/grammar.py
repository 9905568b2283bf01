"""The grammar of ordinary mathematical text: tokens, and expressions by recursive descent.

Nothing of the text is ever executed, no value is rounded and nothing is cancelled.  What does not
fit is an error with a caret under the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn, cast

from workbench.errors import ParameterError
from workbench.symbolic.expr import ONE, Expr, negative, rational, variable
from workbench.symbolic.variables import Op, Variable

_TOKEN = re.compile(r"\s*(?:(\d+\.\d+|\d+)|([A-Za-z_]\w*)|(\.\.|<=|>=|\*\*|[-+*/^()\[\],<>=]))")
_FLOAT = re.compile(r"\d[\d.]*[eE][-+]?\d")
RELATIONS = ("<=", "<", "=", ">=", ">")
_LONGEST = 10_000  # characters
_DEEPEST = 60  # parentheses within parentheses
_LARGEST_POWER = 1000


class TextError(ParameterError):
    """Text that is no relation; `place` counts characters from 0."""

    def __init__(self, text: str, place: int, rule: str) -> None:
        start = max(0, place - 60)
        shown = text[start : place + 40].replace("\n", " ")
        super().__init__(f"{rule}:\n    {shown}\n    {' ' * (place - start)}^")
        self.place, self.rule = place, rule


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text, with the number of the character where it starts."""

    kind: str  # number | name | sign | end
    text: str
    place: int


# what a person writes before a name, and would be read as a factor
_WORDS = {
    "real", "reals", "integer", "integers", "natural", "positive", "negative", "nonnegative",
    "nonzero", "even", "odd", "finite", "let", "and", "or", "for", "all", "if", "where", "with",
}  # fmt: skip


class FormulaReader:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, variables: dict[str, Variable]) -> None:
        self.text, self.variables = text, variables
        self.met: set[str] = set()
        self.sequences: set[str] = set()
        self.bound: list[str] = []
        self.depth = 0
        if len(text) > _LONGEST:
            raise TextError(text, _LONGEST, f"a text of more than {_LONGEST} characters")
        self.tokens, at = [], 0
        while text[at:].strip():
            match = _TOKEN.match(text, at)
            if match is None:
                at += len(text[at:]) - len(text[at:].lstrip())
                raise TextError(text, at, f"{text[at]!r} has no meaning here")
            if _FLOAT.match(text, match.start(cast(int, match.lastindex))):
                rule = "1e-3 could be 1/1000 or 1*e - 3: write 10^-3 or 1*e - 3"
                raise TextError(text, match.start(cast(int, match.lastindex)), rule)
            group = cast(int, match.lastindex)
            kind = ("number", "name", "sign")[group - 1]
            self.tokens.append(Token(kind, match[group], match.start(group)))
            at = match.end()
        self.tokens.append(Token("end", "", len(text.rstrip())))
        self.at = 0

    # tokens ------------------------------------------------------------------------------------

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def fault(self, rule: str, token: Token | None = None) -> NoReturn:
        raise TextError(self.text, (token or self.here).place, rule)

    def taken(self, *signs: str) -> str:
        """The next token's text if it is one of these signs, which is then passed; else ""."""
        if self.here.kind in ("sign", "name") and self.here.text in signs:
            self.at += 1
            return self.tokens[self.at - 1].text
        return ""

    def need(self, sign: str, form: str = "") -> None:
        if not self.taken(sign):
            self.fault(f"{sign!r} is expected here{form and f', {form}'}")

    def end(self, rule: str) -> None:
        if self.here.kind != "end":
            self.fault(f"{self.here.text!r} cannot stand here; {rule}")

    def relation(self) -> Op:
        found = self.taken(*RELATIONS)
        if not found:
            self.fault(f"one of {' '.join(RELATIONS)} is expected here")
        return cast(Op, found)

    # expressions -------------------------------------------------------------------------------

    def expression(self) -> Expr:
        self.depth += 1
        if self.depth > _DEEPEST:
            self.fault(f"nested more than {_DEEPEST} deep")
        parts = [self.term()]
        while sign := self.taken("+", "-"):
            term = self.term()
            parts.append(term if sign == "+" else negative(term))
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Expr("+", tuple(parts))

    def term(self) -> Expr:
        value = self.signed()
        while True:
            if sign := self.taken("*", "/"):
                value = _product(value, self.signed(), sign)
            elif self.here.kind == "name" or (self.here.text == "(" and self.here.kind == "sign"):
                value = _product(value, self.power(), "*")  # 2 x, 2 (x + 1)
            else:
                return value

    def signed(self) -> Expr:
        flips = 0
        while sign := self.taken("-", "+"):
            flips += sign == "-"
        value = self.power()
        return negative(value) if flips % 2 else value

    def power(self) -> Expr:
        base = self.atom()
        if not self.taken("^", "**"):
            return base
        start = self.here
        self.depth += 1
        if self.depth > _DEEPEST:
            self.fault(f"nested more than {_DEEPEST} deep")
        exponent = self.signed()
        self.depth -= 1
        return self.raised(base, exponent, start)

    def raised(self, base: Expr, exponent: Expr, token: Token) -> Expr:
        value = constant(exponent)
        if base == Expr("exp", (ONE,)):
            return Expr("exp", (exponent,))
        if value is not None:
            if max(abs(value.numerator), value.denominator) > _LARGEST_POWER:
                self.fault(f"a literal power beyond {_LARGEST_POWER}", token)
            if value.denominator != 1:
                base = Expr("root", (value.denominator, base))
            if abs(value.numerator) != 1:
                base = Expr("^", (base, abs(value.numerator)))
            return Expr("/", (ONE, base)) if value < 0 else base
        if self.is_integer(exponent):
            return Expr("npow", (base, exponent))
        return Expr("exp", (Expr("*", (exponent, Expr("ln", (base,)))),))

    def is_integer(self, e: Expr) -> bool:
        if e.op == "q":
            return Fraction(e.args[0]).denominator == 1
        if e.op == "v":
            known = self.variables.get(e.args[0])
            return e.args[0] in self.bound or (known is not None and known.sort == "int")
        return e.op in ("+", "*", "neg", "^") and all(self.is_integer(a) for a in e.children())

    def atom(self) -> Expr:
        token = self.here
        self.at += 1
        if token.kind == "number":
            return rational(Fraction(token.text))
        if token.kind == "name":
            return self.named(token)
        if token.text == "(":
            inner = self.expression()
            self.need(")")
            return inner
        self.at -= 1
        if token.kind == "end":
            self.fault("the text ends where an expression is expected")
        self.fault(f"{token.text!r} stands where an expression is expected")

    def named(self, token: Token) -> Expr:
        name = token.text
        if name in _FUNCTIONS:
            return _FUNCTIONS[name](self.argument())
        if name == "pi":
            return Expr("pi", ())
        if name == "e":
            return Expr("exp", (ONE,))
        if name == "root":
            self.need("(")
            order = constant(self.expression())
            if order is None or order.denominator != 1 or not 1 <= order <= _LARGEST_POWER:
                self.fault("root(k, x) needs a natural number k", token)
            self.need(",")
            return Expr("root", (int(order), self.closed()))
        if name == "factorial":
            return Expr("prod", ("k", ONE, self.argument(), variable("k")))
        if name in ("sum", "prod"):
            return self.iterated(name)
        if name in ("min", "max"):
            self.fault(f"{name} has no place in a statement: state one relation for each", token)
        if self.taken("["):
            at = self.expression()
            self.need("]")
            self.met.add(name)
            self.sequences.add(name)
            return Expr("idx", (name, at))
        if self.here.text == "(" and self.here.kind == "sign" and len(name) > 1:
            known = f"{', '.join(_FUNCTIONS)}, root, factorial, sum and prod"
            self.fault(f"{name!r} is no known function ({known}); a product needs a *", token)
        if name in _WORDS and self.here.kind == "name":
            self.fault(
                f"{name!r} is no variable; all are real, those after `integer` whole, and a range"
                " is a comparison: x > 0, integer n >= 1",
                token,
            )
        if name not in self.bound:
            self.met.add(name)
        return variable(name)

    def argument(self) -> Expr:
        """What a function is applied to: (x), or x without parentheses."""
        if self.taken("("):
            return self.closed()
        return self.power()

    def closed(self) -> Expr:
        inner = self.expression()
        self.need(")")
        return inner

    def iterated(self, op: str) -> Expr:
        self.need("(")
        index = self.here
        if index.kind != "name" or index.text in ("e", "pi"):
            self.fault(f"{op}(i = 1..n, term) needs the name of an index here, not e or pi")
        self.at += 1
        form = f"as in {op}({index.text} = 1..n, term)"
        self.need("=", form)
        low = self.expression()
        self.need("..", form)
        high = self.expression()
        self.need(",", form)
        self.bound.append(index.text)
        body = self.closed()
        self.bound.pop()
        return Expr(op, (index.text, low, high, body))


def _product(left: Expr, right: Expr, sign: str) -> Expr:
    a, b = constant(left), constant(right)
    if a is not None and b is not None and not (sign == "/" and b == 0):
        return rational(a / b if sign == "/" else a * b)
    if sign == "/":
        return Expr("/", (left, right))
    if left.op == "neg":
        return negative(_product(left.args[0], right, "*"))
    factors = left.args if left.op == "*" else (left,)
    return Expr("*", (*factors, right))


def constant(e: Expr) -> Fraction | None:
    """The value of a literal, also behind a sign."""
    if e.op == "q":
        return Fraction(e.args[0])
    return -Fraction(e.args[0].args[0]) if e.op == "neg" and e.args[0].op == "q" else None


def _hyperbolic(name: str) -> Callable[[Expr], Expr]:
    def made(x: Expr) -> Expr:
        up, down = Expr("exp", (x,)), Expr("exp", (negative(x),))
        even, odd = Expr("+", (up, down)), Expr("+", (up, negative(down)))
        whole = {"sinh": odd, "cosh": even}.get(name)
        return Expr("/", (odd, even) if whole is None else (whole, rational(2)))

    return made


_FUNCTIONS: dict[str, Callable[[Expr], Expr]] = {
    "exp": lambda x: Expr("exp", (x,)),
    "log": lambda x: Expr("ln", (x,)),
    "ln": lambda x: Expr("ln", (x,)),
    "sqrt": lambda x: Expr("root", (2, x)),
    "cbrt": lambda x: Expr("root", (3, x)),
    "abs": lambda x: Expr("abs", (x,)),
    "erfc": lambda x: Expr("erfc", (x,)),
    "erf": lambda x: Expr("+", (ONE, Expr("neg", (Expr("erfc", (x,)),)))),
    **{name: _hyperbolic(name) for name in ("sinh", "cosh", "tanh")},
}
