"""Expressions as ordinary text, in the grammar that `workbench.symbolic.text` reads."""

from __future__ import annotations

from fractions import Fraction

from workbench.symbolic.expr import ONE, DomainObligation, Expr
from workbench.symbolic.relation import Relation
from workbench.symbolic.variables import Variable

_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4
_NAMES = {"ln": "log", "exp": "exp", "abs": "abs", "erfc": "erfc"}


def plain(e: Expr) -> str:
    """The expression on one line.

    >>> from workbench.symbolic.text import parse
    >>> plain(parse("log(1+x)/x <= 1 - x/2 + e^(-x)").right)
    '1 - x/2 + exp(-x)'
    """
    return _text(e)[0]


def plain_sides(r: Relation) -> str:
    """The sides of a relation, without its domain.

    >>> from workbench.symbolic.text import parse
    >>> plain_sides(parse("x^2 <= 1", where="x >= 0"))
    'x^2 <= 1'
    """
    return f"{plain(r.left)} {r.op} {plain(r.right)}"


def plain_relation(r: Relation) -> str:
    """The statement with its domain: `log(1 + x) <= x for x >= 0`."""
    text, domain = plain_sides(r), plain_domain(r)
    return f"{text} for {domain}" if domain else text


def plain_domain(r: Relation) -> str:
    """Intervals and conditions, separated by commas; empty if there are none."""
    parts = [_interval(v) for v in r.variables if v.sort != "seq"]
    parts += [f"{plain(c.left)} {c.op} {plain(c.right)}" for c in r.where]
    return ", ".join(p for p in parts if p)


def plain_obligation(duty: DomainObligation) -> str:
    """What a domain asks for: `x - 1 >= 0`."""
    if duty.kind == "integer":
        return f"{plain(duty.expr)} is an integer"
    if duty.kind == "power":
        base, exponent = map(plain, duty.expr.args)
        return f"{base} != 0 or {exponent} >= 0"
    sign = {"nonzero": "!= 0", "positive": "> 0", "nonnegative": ">= 0"}[duty.kind]
    return f"{plain(duty.expr)} {sign}"


def _interval(v: Variable) -> str:
    low, high = "<" if v.low_open else "<=", "<" if v.high_open else "<="
    word = "integer " if v.sort == "int" else ""
    if v.low is not None and v.high is not None:
        return f"{word}{v.low} {low} {v.name} {high} {v.high}"
    if v.low is not None:
        return f"{word}{v.name} {low.replace('<', '>')} {v.low}"
    if v.high is not None:
        return f"{word}{v.name} {high} {v.high}"
    return f"{word}{v.name}" if word else ""


def _wrap(e: Expr, least: int) -> str:
    text, strength = _text(e)
    return text if strength >= least else f"({text})"


def _text(e: Expr) -> tuple[str, int]:
    args = e.args
    match e.op:
        case "q":
            value = Fraction(args[0])
            return str(value), _SUM if value < 0 else _ATOM if value.denominator == 1 else _PRODUCT
        case "v":
            return args[0], _ATOM
        case "pi":
            return "pi", _ATOM
        case "+":
            text = ""
            for i, term in enumerate(args):
                piece, strength = _text(term)
                if piece.startswith("-"):
                    text += piece if i == 0 else f" - {piece[1:]}"
                else:
                    piece = piece if strength >= _SUM else f"({piece})"
                    text += piece if i == 0 else f" + {piece}"
            return text, _SUM
        case "neg":
            return f"-{_wrap(args[0], _PRODUCT)}", _SUM
        case "*":
            first, rest = args[0], args[1:]
            if first == ONE and rest:
                return (_text(Expr("*", rest)) if len(rest) > 1
                        else (_wrap(rest[0], _PRODUCT), _PRODUCT))  # fmt: skip
            if first.op == "q" and Fraction(first.args[0]) < 0:
                flipped = Expr("q", (str(-Fraction(first.args[0])),))
                whole = rest if flipped.args[0] == "1" else (flipped, *rest)
                return "-" + "*".join(_wrap(a, _POWER) for a in whole), _SUM
            return "*".join(_wrap(a, _PRODUCT if i == 0 else _POWER)
                            for i, a in enumerate(args)), _PRODUCT  # fmt: skip
        case "/":
            text, strength = _text(args[0])
            bare = strength >= _PRODUCT or (text.startswith("-") and args[0].op != "+")
            top = text if bare else f"({text})"
            return f"{top}/{_wrap(args[1], _POWER)}", _SUM if top.startswith("-") else _PRODUCT
        case "^":
            return f"{_wrap(args[0], _ATOM)}^{args[1]}", _POWER
        case "npow":
            return f"{_wrap(args[0], _ATOM)}^{_wrap(args[1], _ATOM)}", _POWER
        case "root":
            name = {2: "sqrt(", 3: "cbrt("}.get(args[0], f"root({args[0]}, ")
            return f"{name}{plain(args[1])})", _ATOM
        case "idx":
            return f"{args[0]}[{plain(args[1])}]", _ATOM
        case "sum" | "prod":
            index, low, high, body = args
            return f"{e.op}({index} = {plain(low)}..{plain(high)}, {plain(body)})", _ATOM
    return f"{_NAMES[e.op]}({plain(args[0])})", _ATOM
