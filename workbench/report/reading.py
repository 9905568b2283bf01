"""What a referee reads of a certificate that refutes: symbols, the point, the values of both sides.

Everything is taken from the certificate as data, nothing from what an author typed.  A certificate
that cannot be read gives nothing here; `shown` says so, and `workbench recheck` decides about it.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

from workbench.report.model import ReportedClaim, ReportedEvidence
from workbench.report.numbers import show
from workbench.symbolic import Condition, Expr
from workbench.symbolic.latex import latex
from workbench.symbolic.latex import name as written

_SORTS = {"real": "a number", "int": "an integer", "seq": "a sequence of numbers"}
_DIGITS = 60  # of a number that is written out inside a formula
_LONGEST = 1500  # characters of one side of a statement that are written out
_CONDITION = 600  # and of one of its conditions
_OPERATORS = {"<=": "≤", ">=": "≥"}
_WIDE = Context(prec=20, Emax=10**6, Emin=-(10**6))
_POWER = 2000  # the largest power that is written out exactly
_BITS = 120  # of the enclosure in which both sides of a violated statement are shown


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol of an encoded statement: its name, its LaTeX, its sort and domain in words."""

    name: str
    latex: str
    means: str


@dataclass(frozen=True, slots=True)
class Violation:
    """A violated statement: its two sides, the point, and the values of both sides there.

    where: the conditions of the statement, which hold at the point
    """

    left: str
    op: str
    right: str
    point: tuple[tuple[Symbol, str], ...]
    values: tuple[str, str]
    where: tuple[str, ...] = ()


def violations_of(evidence: ReportedEvidence) -> tuple[Violation, ...]:
    """The statements that a certificate shows to be violated, with both sides' values."""
    found = []
    for member in _members(evidence):
        point = member.get("point")
        if member.get("kind") == "counterexample" and isinstance(point, Mapping):
            found.append(_violation(member["statement"], point))
        if member.get("kind") == "finite-tree":
            found.append(_for_a_law(member))
        if member.get("kind") == "instance":
            found.append(_for_an_object(member))
    return tuple(found)


A_CASE = (
    "The formula that is violated is a case of the statement and not the whole of it; that the"
    " statement implies it there is said in words, and no certificate shows it."
)


def a_case(claim: ReportedClaim, evidence: ReportedEvidence) -> bool:
    """Whether what a certificate violates is not a statement that the claim declares."""
    from workbench.referee.checkers import conclusions_of
    from workbench.referee.grading import statement_digest

    declared = {digest for _, digest in claim.encoded}
    violated = [
        statement_digest(said["statement"])
        for member in _members(evidence)
        for said in conclusions_of(member)
        if said["says"] == "violated"
    ]
    return bool(violated) and declared.isdisjoint(violated)


def is_printed(symbol: Symbol, claim: ReportedClaim) -> bool:
    """Whether the symbol stands, letter by letter, in the statement or its hypotheses.

    What is no integer is no index: the s of sigma_s is not a number that is called s.
    """
    source = _letters(" ".join((claim.statement, *claim.hypotheses)))
    wanted = re.escape(_letters(symbol.latex.removesuffix("^{2}")))  # rho_squared is about rho
    if "_" not in wanted and not symbol.means.startswith(_SORTS["int"]):
        source = re.sub(r"_(?:\{[^{}]*\}|\w)", " ", source)
    return re.search(rf"(?<![A-Za-z\\]){wanted}(?![A-Za-z])", source) is not None


def _letters(latex: str) -> str:
    plain = re.sub(r"\\(?:mathrm|text|operatorname)\{([^{}]*)\}", r"\1", latex)
    plain = plain.replace(r"\eps ", r"\varepsilon ")
    return re.sub(r"_\{(\w)\}", r"_\1", plain)


def _scalar(one: Mapping[str, Any]) -> Symbol:
    ends = []
    for end, sign in (("low", ">"), ("high", "<")):
        if one[end] is not None:
            ends.append(f"{sign if one[f'{end}_open'] else {'>': '≥', '<': '≤'}[sign]} {one[end]}")
    domain = f", {' and '.join(ends)}" if ends else ""
    return Symbol(one["name"], written(one["name"]), _SORTS[one["sort"]] + domain)


def _violation(statement: Mapping[str, Any], point: Mapping[str, Any]) -> Violation:
    known = {one["name"]: _scalar(one) for one in statement["vars"]}
    return Violation(
        _formula(statement["left"], "left"),
        statement["op"],
        _formula(statement["right"], "right"),
        tuple(
            (known.get(name, Symbol(name, written(name), "")), _value(value))
            for name, value in point.items()
        ),
        (_side(statement["left"], point), _side(statement["right"], point)),
        tuple(_condition(one, point) for one in statement["where"]),
    )


def _condition(where: Any, point: Mapping[str, Any]) -> str:  # noqa: ANN401 - JSON
    """A condition of a statement; of one that nobody would read its values at the point."""
    left, op, right = where
    latex = Condition(Expr.from_tree(left), op, Expr.from_tree(right)).latex()
    if len(latex) <= _CONDITION:
        return latex
    sides = _side(left, point), _side(right, point)
    return (
        rf"\text{{[a condition of {len(latex)} characters, on the page of the claim;"
        rf" there it reads {sides[0]} {_OPERATORS.get(op, op)} {sides[1]}]}}"
    )


def _formula(tree: Any, name: str) -> str:  # noqa: ANN401 - JSON
    """A side of a statement; what nobody would read is named instead: its value stands beside."""
    if tree[0] == "q" and len(tree[1]) > _DIGITS:
        digits, _, power = f"{_decimal(tree[1]):.8g}".partition("e")
        times = rf" \cdot 10^{{{int(power)}}}" if power else ""
        return rf"\left(\approx {digits}{times}\right)"
    text = latex(tree)
    if len(text) <= _LONGEST:
        return text
    return rf"\text{{[{name} side, {len(text)} characters, on the page of the claim]}}"


def _decimal(text: str) -> Decimal:
    top, _, bottom = text.partition("/")
    return _WIDE.divide(Decimal(top), Decimal(bottom or 1))


def _for_a_law(certificate: Mapping[str, Any]) -> Violation:
    """The same for a statement about means: their exact values stand in both sides."""
    point = dict(certificate["numbers"])
    (left, _, right), *conditions = _put_in(json.dumps(certificate))
    return Violation(
        _formula(certificate["left"], "left"),
        certificate["op"],
        _formula(certificate["right"], "right"),
        tuple((Symbol(n, written(n), _SORTS["real"]), _value(v)) for n, v in point.items()),
        (_side(left, point), _side(right, point)),
        tuple(
            Condition(Expr.from_tree(low), op, Expr.from_tree(high)).latex()
            for low, op, high in conditions
        ),
    )


@functools.lru_cache(maxsize=64)
def _put_in(certificate: str) -> list[Any]:
    """The statement and the conditions of a finite law with its means, which take a second."""
    from workbench.rigor.check import finite_tree

    return finite_tree.relations(json.loads(certificate))


def _for_an_object(certificate: Mapping[str, Any]) -> Violation:
    """The same for a run: what is measured of it stands among the numbers."""
    from workbench.rigor.check import instance

    whole = {**certificate["point"], **instance.means_of(certificate)}
    return _violation(certificate["statement"], whole)


def _value(value: Any) -> str:  # noqa: ANN401 - JSON
    if isinstance(value, Mapping):
        return ", ".join(f"{k}: {show(str(v))}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(show(str(v)) for v in value)
    return show(str(value))


def _side(tree: Any, point: Mapping[str, Any]) -> str:  # noqa: ANN401 - JSON
    """The value of a side: exact where it is rational arithmetic, else digits of an enclosure."""
    from workbench.rigor.check import enclose

    try:
        if (exact := _rational(tree, point)) is not None:
            return show(str(exact))
        with enclose.precision(_BITS):
            found = enclose.enclose(tree, enclose.point(point))
            narrow = found.high - found.low <= abs(found.low) / 10**12
            if not narrow:
                return f"in {found.text()}"
            return f"≈ {_short(found.low.str(12, radius=False))}"
    except (ArithmeticError, ValueError, LookupError, TypeError) as error:
        return f"not evaluated: {type(error).__name__}"


def _short(digits: str) -> str:
    """Digits without the zeros at their end."""
    number, e, power = digits.partition("e")
    return (number.rstrip("0").rstrip(".") if "." in number else number) + e + power


def _rational(tree: Any, point: Mapping[str, Any]) -> Fraction | None:  # noqa: ANN401 - JSON
    """The exact value of a tree of rational operations at numbers; None for any other tree."""
    match tree:
        case ["q", text]:
            return Fraction(text)
        case ["v", name]:
            return Fraction(point[name]) if isinstance(point[name], str) else None
        case ["^", base, int(power)] if abs(power) <= _POWER:
            value = _rational(base, point)
            return None if value is None else value**power
        case [("+" | "*" | "/" | "neg" | "abs") as op, *parts]:
            values = [v for part in parts if (v := _rational(part, point)) is not None]
            if len(values) < len(parts):
                return None
            match op:
                case "+":
                    return sum(values, Fraction(0))
                case "*":
                    return math.prod(values, start=Fraction(1))
                case "/":
                    return values[0] / values[1]
                case "neg":
                    return -values[0]
            return abs(values[0])
    return None


def _members(evidence: ReportedEvidence) -> Iterator[dict[str, Any]]:
    from workbench.referee.checkers import members_of

    if evidence.certificate is not None:
        yield from (m for m in members_of(evidence.certificate) if isinstance(m, dict))
